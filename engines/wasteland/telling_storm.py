"""The lines of the storm season, and of what can happen in any: see ``telling_lines``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from engines.core import Event, Fact, Term, Who
from engines.wasteland.cards import points
from engines.wasteland.happenings import (
    Challenged,
    Defended,
    Drawn,
    Drought,
    Formed,
    Happening,
    NoDuel,
    Out,
    PassedOn,
    Reserve,
    Reshuffled,
    Retired,
    SeasonEnded,
    Spared,
    Supplied,
    TookTrophy,
    Upheld,
    Victory,
    Won,
)
from engines.wasteland.telling_words import card_term, card_terms, mech_term, secretly, slot_term


@singledispatch
def lines(happening: Happening) -> Iterator[Event]:
    """The happening's events, by its type."""
    raise TypeError(f"no sentence for {happening!r}")


# ---- storm


@lines.register
def _(none: NoDuel) -> Iterator[Event]:
    yield Event("no_duel", {"who": Who(none.seat)})


@lines.register
def _(challenged: Challenged) -> Iterator[Event]:
    mech = mech_term(challenged.mech)
    yield Event("challenged", {"who": Who(challenged.seat), "mech": mech, "other": Who(challenged.other)})


@lines.register
def _(defended: Defended) -> Iterator[Event]:
    yield Event("defended", {"who": Who(defended.seat), "mech": mech_term(defended.mech)})


@lines.register
def _(_drawn: Drawn) -> Iterator[Event]:
    yield Event("duel_drawn")


@lines.register
def _(won: Won) -> Iterator[Event]:
    facts: dict[str, Fact] = {"winner": Who(won.winner), "loser": Who(won.loser)}
    if won.core:
        yield Event("won_core", facts)
    elif won.margin:
        yield Event("won", {**facts, "margin": won.margin, "damage": won.damage})
    else:
        yield Event("won_swift", {**facts, "damage": won.damage})


@lines.register
def _(trophy: TookTrophy) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(trophy.seat), "other": Who(trophy.other)}
    if trophy.kept == "discarded":
        yield Event("trophy_discarded", {**facts, "card": card_term(trophy.old or trophy.face)})
        return
    facts |= {"card": card_term(trophy.face), "slot": slot_term(trophy.slot)}
    if trophy.kept == "swapped":
        yield Event("trophy_swapped", {**facts, "old": card_term(trophy.old)})
    else:
        yield Event("trophy", facts)
    yield from secretly("trophy_secret", trophy.seat, trophy.secret, {"slot": slot_term(trophy.slot)})


@lines.register
def _(upheld: Upheld) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(upheld.seat), "card": card_term(upheld.face)}
    if upheld.core and upheld.recycled:
        yield Event("upheld_core_recycled", facts)
    elif upheld.core:
        yield Event("upheld_core", facts)
    elif upheld.recycled:
        yield Event("upheld_recycled", {**facts, "slot": slot_term(upheld.recycled)})
    else:
        yield Event("upheld", {**facts, "source": slot_term(upheld.source)})


# ---- at any time


@lines.register
def _(formed: Formed) -> Iterator[Event]:
    facts: dict[str, Fact] = {"number": formed.number, "points": sum(map(points, formed.cards))}
    yield Event("formed", facts) if formed.seat is None else Event("formed_by", {**facts, "who": Who(formed.seat)})


@lines.register
def _(retired: Retired) -> Iterator[Event]:
    yield Event("retired", {"number": retired.number, "tokens": retired.tokens})


@lines.register
def _(supplied: Supplied) -> Iterator[Event]:
    if supplied.faces:
        yield Event("supplied", {"cards": card_terms(supplied.faces)})
    else:
        yield Event("supplied_none")


@lines.register
def _(reserve: Reserve) -> Iterator[Event]:
    facts = {"who": Who(reserve.seat), "card": card_term(reserve.face), "mech": mech_term(reserve.mech)}
    yield Event("reserve", facts)


@lines.register
def _(out: Out) -> Iterator[Event]:
    yield Event(f"out_{out.why}", {"who": Who(out.seat), "place": out.place})


@lines.register
def _(spared: Spared) -> Iterator[Event]:
    yield Event("spared", {"who": Who(spared.seat)})


@lines.register
def _(reshuffled: Reshuffled) -> Iterator[Event]:
    facts: dict[str, Fact] = {"cards": reshuffled.cards}
    left = reshuffled.left
    yield Event("reshuffled_unlimited", facts) if left is None else Event("reshuffled", {**facts, "left": left})


@lines.register
def _(_drought: Drought) -> Iterator[Event]:
    yield Event("drought")


@lines.register
def _(ended: SeasonEnded) -> Iterator[Event]:
    yield Event("season_ended", {"season": Term(f"wasteland.season.{ended.season}")})


@lines.register
def _(passed: PassedOn) -> Iterator[Event]:
    yield Event("passed_on", {"who": Who(passed.seat)})


@lines.register
def _(victory: Victory) -> Iterator[Event]:
    yield Event("victory", {"who": Who(victory.seat)})
