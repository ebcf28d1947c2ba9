"""What happened, as events for sentences and as marks for pictures. No rule in here.

Whatever everybody reads and sees is told with faces as the public sees them; no secret gets into a public line or a
mark. The lines are those of ``telling_lines``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from engines.core import Event, Seat
from engines.wasteland.cards import part_of
from engines.wasteland.happenings import (
    Assembled,
    Began,
    Challenged,
    Committed,
    Compensated,
    Declared,
    Defended,
    Disrupted,
    Drew,
    Drought,
    Formed,
    Happening,
    Invaded,
    Kept,
    Looked,
    LostPart,
    Out,
    PassedOn,
    Remains,
    Reserve,
    Reshuffled,
    Retired,
    Returned,
    Salvaged,
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
from engines.wasteland.model import STACK
from engines.wasteland.telling_lines import lines
from engines.wasteland.views import Face, Mark

Told = tuple[tuple[Event, ...], tuple[Mark, ...]]


def told(happening: Happening) -> Told:
    """The lines that tell the happening, and what to point out in the picture.

    Events with an audience repeat for that seat what everybody was told, with the card's name.
    """
    return tuple(lines(happening)), tuple(_marks(happening))


def _row(number: int) -> str:
    return f"#{number}"


def _mech(number: int) -> str:
    return f"M{number}"


def _research(part: Face) -> str:
    """The place of a research card that lies face up."""
    return f"R.{part_of(part)}"


def _came(seat: Seat, kept: Kept, slot: str, face: Face, old: Face) -> Iterator[Mark]:
    """Where a gained card went, and what went to the discard pile for it."""
    if kept == "discarded":
        yield Mark("discarded", "", seat, old or face)
        return
    yield Mark("gained", slot, seat, face)
    if kept == "swapped":
        yield Mark("discarded", slot, seat, old)


@singledispatch
def _marks(happening: Happening) -> Iterator[Mark]:
    """The happening's marks, by its type: none where nothing on the table was touched."""
    yield from ()


# ---- setup


@_marks.register
def _(began: Began) -> Iterator[Mark]:
    yield Mark("dealer", "", began.dealer)


@_marks.register
def _(drew: Drew) -> Iterator[Mark]:
    if drew.slot:
        yield Mark("drawn", drew.slot, drew.seat, drew.face)
    else:
        yield Mark("discarded", "", drew.seat, drew.face)


@_marks.register
def _(assembled: Assembled) -> Iterator[Mark]:
    yield from (Mark("flipped", "", assembled.seat, face) for face in assembled.faces)


@_marks.register
def _(compensated: Compensated) -> Iterator[Mark]:
    yield Mark("token", STACK, compensated.seat)


# ---- war and scavenge


@_marks.register
def _(began: TurnBegan) -> Iterator[Mark]:
    yield Mark("dealer", "", began.dealer)


@_marks.register
def _(remains: Remains) -> Iterator[Mark]:
    yield Mark("drawn", _row(remains.number), remains.seat, remains.face)


@_marks.register
def _(out: SetOut) -> Iterator[Mark]:
    yield Mark("target", "", out.seat)


@_marks.register
def _(salvaged: Salvaged) -> Iterator[Mark]:
    yield Mark("taken", _row(salvaged.number), salvaged.seat, salvaged.face)
    yield Mark("token", STACK, salvaged.seat)


@_marks.register
def _(studied: Studied) -> Iterator[Mark]:
    yield Mark("taken", _row(studied.number), studied.seat, studied.face)
    if studied.gained:
        yield Mark("gained", studied.gained, studied.seat, studied.face)
    yield Mark("research", _research(studied.part), studied.seat, studied.part)
    if studied.old:
        yield Mark("discarded", _research(studied.old), studied.seat, studied.old)


@_marks.register
def _(looked: Looked) -> Iterator[Mark]:
    yield Mark("looked", _row(looked.number), looked.seat, looked.face)


@_marks.register
def _(undecided: Undecided) -> Iterator[Mark]:
    yield Mark("target", "", undecided.seat)


@_marks.register
def _(took: Took) -> Iterator[Mark]:
    yield Mark("taken", _row(took.number), took.seat, took.face)
    yield from _came(took.seat, took.kept, took.slot, took.face, took.old)


@_marks.register
def _(disrupted: Disrupted) -> Iterator[Mark]:
    kind = "revealed" if disrupted.unseen else "taken"
    yield Mark(kind, _row(disrupted.number), disrupted.seat, disrupted.face)
    yield Mark("planted", disrupted.slot, disrupted.other, disrupted.face)


# ---- invasion


@_marks.register
def _(paid: TributePaid) -> Iterator[Mark]:
    yield Mark("tribute", paid.source, paid.seat, paid.face)
    yield Mark("gained", paid.slot, None, paid.face) if paid.slot else Mark("token", STACK)


@_marks.register
def _(_refused: TributeRefused) -> Iterator[Mark]:
    yield Mark("token", STACK)


@_marks.register
def _(declared: Declared) -> Iterator[Mark]:
    yield Mark("flipped", declared.slot, declared.seat, declared.face)


@_marks.register
def _(stayed: StayedOut) -> Iterator[Mark]:
    yield Mark("target", "", stayed.seat)


@_marks.register
def _(invaded: Invaded) -> Iterator[Mark]:
    if invaded.shuffled:
        yield Mark("shuffled", STACK)
    yield Mark("target", _mech(invaded.number))


@_marks.register
def _(committed: Committed) -> Iterator[Mark]:
    if committed.shuffled:
        yield Mark("shuffled", STACK, committed.seat)
    yield Mark("committed", STACK, committed.seat)


@_marks.register
def _(settled: Settled) -> Iterator[Mark]:
    if not settled.duel:
        yield Mark("settled", _mech(settled.invader))
    yield from (Mark("settled", "", side.seat) for side in settled.settlement.sides)


@_marks.register
def _(spoiled: Spoiled) -> Iterator[Mark]:
    yield from _came(spoiled.seat, spoiled.kept, spoiled.slot, spoiled.face, spoiled.old)


@_marks.register
def _(lost: LostPart) -> Iterator[Mark]:
    yield Mark("lost", lost.slot, lost.seat, lost.face) if lost.face else Mark("target", "", lost.seat)


@_marks.register
def _(returned: Returned) -> Iterator[Mark]:
    yield Mark("target", _mech(returned.number))


# ---- storm


@_marks.register
def _(challenged: Challenged) -> Iterator[Mark]:
    yield Mark("target", "", challenged.seat)
    yield Mark("target", "", challenged.other)


@_marks.register
def _(defended: Defended) -> Iterator[Mark]:
    yield Mark("target", "", defended.seat)


@_marks.register
def _(won: Won) -> Iterator[Mark]:
    yield Mark("settled", "", won.winner)
    yield Mark("target", "", won.loser)


@_marks.register
def _(trophy: TookTrophy) -> Iterator[Mark]:
    yield Mark("lost", trophy.source, trophy.other, trophy.face)
    yield from _came(trophy.seat, trophy.kept, trophy.slot, trophy.face, trophy.old)


@_marks.register
def _(upheld: Upheld) -> Iterator[Mark]:
    yield Mark("discarded", upheld.source, upheld.seat, upheld.face)
    if upheld.recycled:
        yield Mark("recycled", upheld.recycled, None, upheld.face)


# ---- at any time


@_marks.register
def _(formed: Formed) -> Iterator[Mark]:
    yield Mark("formed", _mech(formed.number), formed.seat)


@_marks.register
def _(retired: Retired) -> Iterator[Mark]:
    yield Mark("retired", _mech(retired.number))
    yield Mark("token", STACK)


@_marks.register
def _(supplied: Supplied) -> Iterator[Mark]:
    for slot, face in zip(supplied.slots, supplied.faces, strict=True):
        yield Mark("gained", slot, None, face)


@_marks.register
def _(reserve: Reserve) -> Iterator[Mark]:
    yield Mark("reserve", f"{reserve.mech}.C", reserve.seat, reserve.face)


@_marks.register
def _(out: Out) -> Iterator[Mark]:
    yield Mark("out", "", out.seat)


@_marks.register
def _(spared: Spared) -> Iterator[Mark]:
    yield Mark("target", "", spared.seat)


@_marks.register
def _(_reshuffled: Reshuffled) -> Iterator[Mark]:
    yield Mark("shuffled")


@_marks.register
def _(_drought: Drought) -> Iterator[Mark]:
    yield Mark("drought")


@_marks.register
def _(passed: PassedOn) -> Iterator[Mark]:
    yield Mark("dealer", "", passed.seat)


@_marks.register
def _(victory: Victory) -> Iterator[Mark]:
    yield Mark("target", "", victory.seat)
