"""The lines that tell what happened, as events. No rule in here.

The sentences are ``wasteland.event.<kind>``. People are ``Who``, cards ``Term``; a card that lies face down is told by
the value on its back alone. What only one seat may know is a line of its own, with that seat as its audience.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from engines.core import Event, Fact, Listing, Who
from engines.wasteland import telling_storm
from engines.wasteland.cards import is_up, part_at
from engines.wasteland.happenings import (
    Assembled,
    Began,
    Committed,
    Compensated,
    Declared,
    Disrupted,
    Drew,
    Happening,
    Invaded,
    Looked,
    LostPart,
    NoScavenge,
    NoTribute,
    Remains,
    Result,
    Returned,
    Salvaged,
    SetOut,
    Settled,
    Spoiled,
    StayedOut,
    Studied,
    Took,
    TributePaid,
    TributeRefused,
    TurnBegan,
    Undecided,
)
from engines.wasteland.telling_words import card_term, card_terms, mech_term, secretly, settled_lines, slot_term


@singledispatch
def lines(happening: Happening) -> Iterator[Event]:
    """The happening's events, by its type: here setup to invasion, the rest in ``telling_storm``."""
    return telling_storm.lines(happening)


# ---- setup


@lines.register
def _(began: Began) -> Iterator[Event]:
    yield Event("began", {"who": Who(began.dealer), "cards": began.cards})


@lines.register
def _(drew: Drew) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(drew.seat), "card": card_term(drew.face)}
    if not drew.slot:
        yield Event("drew_discarded", facts)
    elif part_at(drew.slot) == "C":
        yield Event("drew_core", facts)
    else:
        yield Event("drew", {**facts, "slot": slot_term(drew.slot)})
        yield from secretly("drew_secret", drew.seat, drew.secret, {"slot": slot_term(drew.slot)})


@lines.register
def _(assembled: Assembled) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(assembled.seat)}
    cards = card_terms(assembled.faces)
    yield Event("assembled", {**facts, "cards": cards}) if assembled.faces else Event("assembled_none", facts)


@lines.register
def _(compensated: Compensated) -> Iterator[Event]:
    facts = {"who": Who(compensated.seat), "tokens": compensated.tokens, "top": compensated.top}
    yield Event("compensated", facts)


# ---- war and scavenge


@lines.register
def _(began: TurnBegan) -> Iterator[Event]:
    facts: dict[str, Fact] = {"turn": began.turn, "who": Who(began.dealer)}
    if began.dry:
        yield Event("turn_dry", facts)
        return
    counts = {"cores": began.cores, "roamers": began.roamers, "cards": began.cores + began.roamers}
    yield Event("turn", {**facts, **counts})


@lines.register
def _(remains: Remains) -> Iterator[Event]:
    facts: dict[str, Fact] = {"number": remains.number, "card": card_term(remains.face)}
    if remains.seat is None:
        yield Event("remains", facts)
    else:
        yield Event("explored", {**facts, "who": Who(remains.seat)})


@lines.register
def _(out: SetOut) -> Iterator[Event]:
    yield Event("explored_dry", {"who": Who(out.seat)})


@lines.register
def _(salvaged: Salvaged) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(salvaged.seat), "number": salvaged.number, "value": salvaged.value}
    if is_up(salvaged.face):
        yield Event("salvaged", {**facts, "card": card_term(salvaged.face)})
    else:
        yield Event("salvaged_unseen", facts)


@lines.register
def _(studied: Studied) -> Iterator[Event]:
    """Where the wasteland card was gained, it and the part that became research are two cards."""
    facts: dict[str, Fact] = {"who": Who(studied.seat), "number": studied.number}
    if studied.gained:
        slot = slot_term(studied.gained)
        part = {"card": card_term(studied.face), "slot": slot, "part": card_term(studied.part)}
        yield Event("studied_gained", {**facts, **part})
        yield from secretly("studied_secret", studied.seat, studied.secret, {"slot": slot})
    else:
        yield Event("studied", {**facts, "card": card_term(studied.part)})
    if studied.old:
        yield Event("research_replaced", {"who": Who(studied.seat), "card": card_term(studied.old)})


@lines.register
def _(looked: Looked) -> Iterator[Event]:
    """A face-up card can only be one that is gained for research."""
    facts = {"who": Who(looked.seat), "number": looked.number, "card": card_term(looked.face)}
    yield Event("studying" if is_up(looked.face) else "looked", facts)
    yield from secretly("looked_secret", looked.seat, looked.secret, {"number": looked.number})


@lines.register
def _(undecided: Undecided) -> Iterator[Event]:
    yield Event("undecided", {"who": Who(undecided.seat)})


@lines.register
def _(took: Took) -> Iterator[Event]:
    """A discarded card is shown to everybody, so there it has no secret."""
    facts: dict[str, Fact] = {"who": Who(took.seat), "number": took.number}
    if took.kept == "discarded":
        yield Event("took_discarded", {**facts, "card": card_term(took.old or took.face)})
        return
    facts |= {"card": card_term(took.face), "slot": slot_term(took.slot)}
    if took.kept == "swapped":
        yield Event("took_swapped", {**facts, "old": card_term(took.old)})
    else:
        yield Event("took", facts)
    yield from secretly("took_secret", took.seat, took.secret, {"slot": slot_term(took.slot)})


@lines.register
def _(disrupted: Disrupted) -> Iterator[Event]:
    facts = {
        "who": Who(disrupted.seat),
        "number": disrupted.number,
        "card": card_term(disrupted.face),
        "other": Who(disrupted.other),
        "slot": slot_term(disrupted.slot),
    }
    yield Event("disrupted_unseen" if disrupted.unseen else "disrupted", facts)


@lines.register
def _(_none: NoScavenge) -> Iterator[Event]:
    yield Event("no_scavenge")


# ---- invasion


@lines.register
def _(paid: TributePaid) -> Iterator[Event]:
    facts = {"who": Who(paid.seat), "card": card_term(paid.face), "source": slot_term(paid.source)}
    if paid.slot:
        yield Event("tribute_slot", {**facts, "slot": slot_term(paid.slot)})
    else:
        yield Event("tribute_stack", facts)


@lines.register
def _(none: NoTribute) -> Iterator[Event]:
    yield Event("no_tribute", {"who": Who(none.seat)})


@lines.register
def _(refused: TributeRefused) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(refused.seat)}
    if refused.tokens:
        yield Event("tribute_refused", {**facts, "tokens": refused.tokens})
    else:
        yield Event("tribute_refused_dry", facts)


@lines.register
def _(declared: Declared) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(declared.seat), "mech": mech_term(declared.mech)}
    if declared.slot:
        flipped = {"card": card_term(declared.face), "slot": slot_term(declared.slot)}
        yield Event("declared", {**facts, **flipped})
    else:
        yield Event("declared_plain", facts)


@lines.register
def _(stayed: StayedOut) -> Iterator[Event]:
    yield Event("stayed_unable" if stayed.unable else "stayed_out", {"who": Who(stayed.seat)})


@lines.register
def _(invaded: Invaded) -> Iterator[Event]:
    if invaded.shuffled:
        yield Event("shuffled_supervision", {"who": Who(invaded.seat)})
    facts: dict[str, Fact] = {"who": Who(invaded.seat), "number": invaded.number}
    if invaded.top is None:
        yield Event("invaded_unarmed", facts)
    else:
        yield Event("invaded", {**facts, "tokens": invaded.tokens, "top": invaded.top})


@lines.register
def _(committed: Committed) -> Iterator[Event]:
    who = Who(committed.seat)
    if committed.shuffled:
        yield Event("shuffled", {"who": who})
    if committed.committed is None:
        yield Event("committed_hidden", {"who": who})
    elif committed.top is None:
        yield Event("committed_none", {"who": who})
    else:
        yield Event("committed", {"who": who, "top": committed.top})


@lines.register
def _(settled: Settled) -> Iterator[Event]:
    yield from settled_lines(settled)


@lines.register
def _(result: Result) -> Iterator[Event]:
    yield Event(f"result_{result.outcome}", {"order": Listing(tuple(map(Who, result.order)))})


@lines.register
def _(spoiled: Spoiled) -> Iterator[Event]:
    facts: dict[str, Fact] = {"who": Who(spoiled.seat), "card": card_term(spoiled.face)}
    if spoiled.kept == "discarded":
        yield Event("spoiled_discarded", facts)
        return
    facts["slot"] = slot_term(spoiled.slot)
    if spoiled.kept == "swapped":
        yield Event("spoiled_swapped", {**facts, "old": card_term(spoiled.old)})
    else:
        yield Event("spoiled", facts)


@lines.register
def _(lost: LostPart) -> Iterator[Event]:
    who = Who(lost.seat)
    if lost.evaded:
        yield Event("lost_evaded", {"who": who})
    elif not lost.face:
        yield Event("lost_nothing", {"who": who})
    else:
        yield Event("lost", {"who": who, "card": card_term(lost.face), "slot": slot_term(lost.slot)})


@lines.register
def _(returned: Returned) -> Iterator[Event]:
    yield Event("returned", {"number": returned.number})
