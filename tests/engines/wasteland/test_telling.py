"""Every happening has its lines in both languages, and no line or mark for everybody has anything of a secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from engines.core import Event, Seat, Term
from engines.wasteland.cards import KEYS
from engines.wasteland.happenings import (
    Assembled,
    Began,
    Challenged,
    Committed,
    Compensated,
    Declared,
    Defended,
    Disrupted,
    Drawn,
    Drew,
    Drought,
    Formed,
    Happening,
    Invaded,
    Looked,
    LostPart,
    NoDuel,
    NoScavenge,
    NoTribute,
    Out,
    PassedOn,
    Remains,
    Reserve,
    Reshuffled,
    Result,
    Retired,
    Returned,
    Salvaged,
    SeasonEnded,
    SetOut,
    Settled,
    Spared,
    Spoiled,
    StayedOut,
    Studied,
    Supplied,
    Took,
    TookTrophy,
    TributePaid,
    TributeRefused,
    TurnBegan,
    Undecided,
    Upheld,
    Victory,
    Won,
)
from engines.wasteland.model import BAYS, PARTS, SLOTS, Season
from engines.wasteland.telling import told
from engines.wasteland.telling_words import card_term
from engines.wasteland.terms import Settlement, Side
from engines.wasteland.views import Mark, MarkKind
from locales import LANGUAGES, speak
from render.text import sentence
from tests.conformance.sentences import check_sentence
from tests.locales.reading import messages

NAMES = ("Rook", "Pip", "Moss")
PLACES = {f"{bay}.{slot}" for bay in BAYS for slot in SLOTS} | {f"R.{part}" for part in PARTS} | {*SLOTS, "T", ""}
"""Where a mark can point, beside wasteland cards and roaming mechs."""
ROAMER = ("C1", "S1", "P1", "L2", "L2", "L4", "L5")
SEVEN = tuple(SLOTS)


def side(seat: Seat = 0, **terms: Any) -> Side:
    """The fighter of the rules page's example, but for ``terms``."""
    plain: dict[str, Any] = {
        "seat": seat, "mech": "A", "points": 11, "rolls": (4,), "die": 4, "crush": 2, "refit": 0, "volley": 0,
        "bulwark": 0, "ammo": (3, 1), "cut": 0, "weakened": 0, "total": 21, "swift": False, "against": 18,
        "against_cut": 0, "against_weakened": 2, "beats": True,
    }  # fmt: skip
    return Side(**(plain | terms))


FOUGHT = Settlement(
    (
        side(),
        side(1, mech="B", rolls=(1, 6), die=-2, total=15, against=15, against_cut=3, swift=True),
        side(2, ammo=(), total=17, against=20, against_weakened=0, beats=False),
    ),
    9,
    (3, 4),
    (3, 1),
)
DUELLED = Settlement(
    (side(against=22, beats=False), side(1, points=14, bulwark=3, cut=3, weakened=2, total=22, against=21))
)


def samples() -> Iterator[Happening]:
    """Each sort of happening in each of its forms."""
    yield Began(0, 196)
    yield Drew(1, "C2", "A.C")
    yield Drew(1, "?3", "A.S", "s4")
    yield Drew(1, "L1", "")
    yield from (Assembled(0, faces) for faces in ((), ("S1", "L2", "L2")))
    yield Compensated(2, 3, 1)
    yield from (TurnBegan(4, 1, 5, 2, dry) for dry in (False, True))
    yield from (Remains(7, face, seat) for face in ("S1", "?2") for seat in (None, 0))
    yield SetOut(1)
    yield Salvaged(1, 7, "C4", 3)
    yield Salvaged(1, 7, "?3", 3)
    yield Studied(0, 4, "S1", "", "S1", "")
    yield Studied(0, 4, "?2", "", "S3", "S4")
    yield Studied(0, 4, "S1", "A.S", "P4", "P1")
    yield Studied(0, 4, "?2", "B.L1", "L5", "", "l3")
    yield from (Looked(1, 7, "?2", "s3"), Looked(1, 7, "S1", ""))
    yield Undecided(2)
    yield from (Took(1, 7, "S1", "gained", "B.S"), Took(1, 7, "?2", "gained", "B.S", secret="s3"))
    yield from (Took(1, 7, "S1", "swapped", "B.S", "S2"), Took(1, 7, "?2", "swapped", "B.S", "S2", "s3"))
    yield from (Took(1, 7, "S1", "discarded", "", "S1"), Took(1, 7, "?2", "discarded", "", "S3"))
    yield from (Disrupted(0, 3, "P4", unseen, 2, "A.P") for unseen in (False, True))
    yield NoScavenge()
    yield from (TributePaid(0, source, "L1", "L2") for source in ("A.L1", "R.L", "T"))
    yield from (TributePaid(0, source, "?2", "") for source in ("A.L1", "R.L", "T"))
    yield NoTribute(0)
    yield from (TributeRefused(0, tokens) for tokens in (0, 2))
    yield from (Declared(1, "A", "B.S", "S1"), Declared(0, "B", "", ""))
    yield from (StayedOut(1, unable) for unable in (False, True))
    yield from (Invaded(0, 5, 2, 3, shuffled) for shuffled in (False, True))
    yield Invaded(0, 5, 0, None, shuffled=False)
    yield from (Committed(1, *shown, shuffled=shuffled) for shown in ((True, 3), (False, None), (None, None))
                for shuffled in (False, True))  # fmt: skip
    yield Settled(FOUGHT, duel=False, invader=5)
    yield Settled(DUELLED, duel=True)
    yield from (Result(outcome, (0, 2, 1)) for outcome in ("dealer", "others", "nobody"))
    yield from (Spoiled(1, "S", "S1", "gained", "B.S"), Spoiled(1, "S", "S1", "swapped", "B.S", "S3"))
    yield Spoiled(1, "S", "S1", "discarded", "", "S1")
    yield from (LostPart(1, "A.P", "P1"), LostPart(1, "", ""), LostPart(1, "", "", evaded=True))
    yield Returned(5)
    yield NoDuel(0)
    yield Challenged(0, "A", 2)
    yield Defended(2, "B")
    yield Drawn()
    yield from (Won(0, 2, 9, 3, core=False), Won(0, 2, 0, 1, core=False), Won(0, 2, 5, 2, core=True))
    yield TookTrophy(0, 2, "A.S", "S1", "gained", "B.S")
    yield TookTrophy(0, 2, "A.S", "?2", "gained", "B.S", secret="s3")
    yield TookTrophy(0, 2, "A.S", "?2", "swapped", "B.S", "S1", "s3")
    yield TookTrophy(0, 2, "A.S", "?2", "discarded", "", "S3")
    yield Upheld(1, "B.C", "C4", core=True)
    yield Upheld(1, "B.C", "C4", core=True, recycled="C")
    yield Upheld(1, "T", "L5", core=False)
    yield Upheld(1, "R.S", "S1", core=False, recycled="S")
    yield from (Formed(5, seat, ROAMER) for seat in (None, 1))
    yield Retired(2, 7)
    yield from (Supplied((), ()), Supplied(SEVEN, ROAMER))
    yield Reserve(1, "C3", "B")
    yield from (Out(1, 3, "core"), Out(1, 3, "resigned"))
    yield Spared(0)
    yield from (Reshuffled(80, left) for left in (None, 0, 2))
    yield Drought()
    yield from (SeasonEnded(season) for season in get_args(Season))
    yield PassedOn(2)
    yield Victory(0)


EVERY = tuple(samples())
WITH_SECRET = tuple(happening for happening in EVERY if getattr(happening, "secret", ""))


def lines(happening: Happening, language: str = "en") -> list[str]:
    words = speak("zh-CN" if language == "zh-CN" else "en")
    return [sentence("wasteland", event, words, NAMES) for event in told(happening)[0]]


def public(happening: Happening) -> tuple[tuple[Event, ...], tuple[Mark, ...]]:
    events, marks = told(happening)
    return tuple(event for event in events if event.audience is None), marks


def test_no_happening_is_forgotten() -> None:
    assert {type(happening) for happening in EVERY} == set(get_args(Happening))


@pytest.mark.parametrize("happening", EVERY, ids=lambda happening: type(happening).__name__)
def test_every_happening_is_told_to_everybody_in_both_languages(happening: Happening) -> None:
    events, marks = told(happening)
    assert events[0].audience is None
    for event in events:
        check_sentence(f"wasteland.event.{event.kind}", event.facts)
    for mark in marks:
        assert mark.kind in get_args(MarkKind)
        assert mark.place in PLACES or (mark.place[0] in "#M" and mark.place[1:].isdecimal())


@pytest.mark.parametrize("happening", EVERY, ids=lambda happening: type(happening).__name__)
def test_a_line_is_short_enough_for_a_phone(happening: Happening) -> None:
    """A chapter's post holds 3,000 characters. Sums and the seven parts from the pile may take a second row."""
    long = isinstance(happening, Settled | Supplied)
    for english, chinese in zip(lines(happening), lines(happening, "zh-CN"), strict=True):
        assert len(english) <= (140 if long else 95)
        assert len(chinese) <= (80 if long else 50)


def test_no_sentence_of_an_event_is_never_told() -> None:
    known = {f"wasteland.event.{event.kind}" for happening in EVERY for event in told(happening)[0]}
    assert {key for key in messages("en", "wasteland") if key.startswith("wasteland.event.")} == known


# ---- secrets


@pytest.mark.parametrize("happening", WITH_SECRET, ids=lambda happening: type(happening).__name__)
def test_nothing_that_everybody_gets_changes_with_a_secret(happening: Any) -> None:
    for key in KEYS:
        assert public(happening._replace(secret=key.lower())) == public(happening)


@pytest.mark.parametrize("happening", WITH_SECRET, ids=lambda happening: type(happening).__name__)
def test_the_card_is_named_to_its_one_seat_alone(happening: Any) -> None:
    (event,) = [event for event in told(happening)[0] if event.audience is not None]
    assert event.audience == (happening.seat,)
    assert event.facts["card"] == Term(f"wasteland.card.{happening.secret.upper()}")


def test_a_card_that_lies_face_down_is_never_named_to_everybody() -> None:
    """Not even where somebody passes on what he knows of it."""
    for key in KEYS:
        assert card_term(key) == Term(f"wasteland.card.{key}")
        assert card_term(key.lower()).key.startswith("wasteland.facedown.")
    assert card_term("?2") == Term("wasteland.facedown.2")


def test_who_has_no_secret_is_told_nothing_alone() -> None:
    for happening in set(EVERY) - set(WITH_SECRET):
        assert all(event.audience is None for event in told(happening)[0])


# ---- lines as they read


@pytest.mark.parametrize(
    ("happening", "wanted"),
    [
        (
            Drew(1, "?3", "A.S", "s4"),
            [
                "Pip draws a face-down card (ammo 3) → bay A sensor",
                "🔒 You drew Warped Lens → bay A sensor",
            ],
        ),
        (TurnBegan(4, 1, 5, 2), [
            "📯 Dealer turn 4: Pip. Cores 5 + roaming mechs 2 = wasteland cards 7",
        ]),
        (Disrupted(0, 3, "P4", True, 2, "A.P"), [
            "😈 Rook reveals #3, Rusted Shackle, and plants it on Moss → bay A suppressor",
        ]),
        (Took(1, 7, "?2", "discarded", "", "S3"), ["🗑️ Pip takes #7 and discards it: Salvage Probe"]),
        (Upheld(1, "R.S", "S1", core=False, recycled="S"), [
            "♻️ Pip pays with Optic Scope, recycled → supervision sensor",
        ]),
        (Formed(5, 1, ROAMER), ["🤖 Pip completes roaming mech 5: 12 points"]),
        (Committed(1, True, 3, shuffled=True), [
            "🔀 Pip shuffles their ammo tokens",
            "🔸 Pip commits ammo, a 3 on top",
        ]),
        (Result("dealer", (0, 2, 1)), ["🏆 The dealer beats it. Spoils in this order: Rook, Moss and Pip"]),
        (Won(0, 2, 9, 3, core=False), ["🏆 Rook beats Moss by 9: damage 3"]),
    ],
)  # fmt: skip
def test_lines_as_they_read(happening: Happening, wanted: list[str]) -> None:
    assert lines(happening) == wanted


def test_an_invasion_is_told_term_by_term() -> None:
    assert lines(Settled(FOUGHT, duel=False, invader=5)) == [
        "👹 Roaming mech 5: parts 9 + dice 3+4 + ammo 3+1 = 20",
        "🎲 Rook, bay A: parts 11 + die 4 (rolled 4) + Crush 2 + Refit 0 + Volley 0 + ammo 3+1 = 21",
        "✅ Rook: 21 beats 20 − Cut-off 0 − weakening 2 = 18",
        "🎲 Pip, bay B: parts 11 + die −2 (rolled 1 / 6) + Crush 2 + Refit 0 + Volley 0 + ammo 3+1 = 15",
        "✅ Pip: 15 equals 20 − Cut-off 3 − weakening 2 = 15; Swift makes it a win",
        "🎲 Moss, bay A: parts 11 + die 4 (rolled 4) + Crush 2 + Refit 0 + Volley 0 + ammo 0 = 17",
        "❌ Moss: 17 does not beat 20 − Cut-off 0 − weakening 0 = 20",
    ]


def test_what_is_told_of_a_fight_can_be_added_up() -> None:
    """In an invasion and in a duel, from the facts of the lines alone."""
    events = [*told(Settled(FOUGHT, duel=False, invader=5))[0], *told(Settled(DUELLED, duel=True))[0]]
    told_sides = [event for event in events if event.kind in ("side", "side_duel")]
    assert len(told_sides) == 5
    for event in told_sides:
        facts: dict[str, Any] = dict(event.facts)
        total = sum(map(int, facts["ammo"].split("+")))
        total += sum(facts[term] for term in ("points", "die", "crush", "refit", "volley"))
        total += facts.get("bulwark", 0) - facts.get("cut", 0) - facts.get("weakened", 0)
        assert total == facts["total"]
    for event in events:
        if "full" in event.facts:
            facts = dict(event.facts)
            assert facts["full"] - facts["cut"] - facts["weakened"] == facts["against"]


def test_a_duels_settlement_has_every_term_in_one_line_a_side() -> None:
    own, other = lines(Settled(DUELLED, duel=True))
    assert own.endswith("+ Bulwark 0 + ammo 3+1 − Cut-off 0 − weakening 0 = 21")
    assert other.endswith("+ Bulwark 3 + ammo 3+1 − Cut-off 3 − weakening 2 = 22")


# ---- marks


@pytest.mark.parametrize(
    ("happening", "wanted"),
    [
        (Took(1, 7, "?2", "swapped", "B.S", "S2", "s3"), (
            Mark("taken", "#7", 1, "?2"), Mark("gained", "B.S", 1, "?2"), Mark("discarded", "B.S", 1, "S2"),
        )),
        (Disrupted(0, 3, "P4", True, 2, "A.P"), (
            Mark("revealed", "#3", 0, "P4"), Mark("planted", "A.P", 2, "P4"),
        )),
        (Studied(0, 4, "S1", "A.S", "P4", "P1"), (
            Mark("taken", "#4", 0, "S1"), Mark("gained", "A.S", 0, "S1"), Mark("research", "R.P", 0, "P4"),
            Mark("discarded", "R.P", 0, "P1"),
        )),
        (TributePaid(0, "T", "L1", "L2"), (Mark("tribute", "T", 0, "L1"), Mark("gained", "L2", None, "L1"))),
        (TributePaid(0, "A.S", "?2", ""), (Mark("tribute", "A.S", 0, "?2"), Mark("token", "T"))),
        (Upheld(1, "R.S", "S1", core=False, recycled="S"), (
            Mark("discarded", "R.S", 1, "S1"), Mark("recycled", "S", None, "S1"),
        )),
        (Invaded(0, 5, 2, 3, shuffled=True), (Mark("shuffled", "T"), Mark("target", "M5"))),
        (NoScavenge(), ()),
    ],
)  # fmt: skip
def test_marks_point_at_what_was_touched(happening: Happening, wanted: tuple[Mark, ...]) -> None:
    assert told(happening)[1] == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_season_that_ends_is_named(language: str) -> None:
    words = speak("zh-CN" if language == "zh-CN" else "en")
    for season in ("war", "scavenge", "invasion", "storm"):
        assert words(f"wasteland.season.{season}") in lines(SeasonEnded(season), language)[0]
