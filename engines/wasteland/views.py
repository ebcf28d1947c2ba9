"""What is shown of Scorched Wasteland. All frozen; no rule in here.

A card in a View is a text: ``"C1"`` face up; ``"c1"`` face down, and the viewer may know it; ``"?2"`` face down and
unknown, with the ammo value on its back; ``""`` an empty slot. Where a card lies tells its part type.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from engines.core import Seat
from engines.wasteland.model import Action, AskKind, BayName, Count, Lying, Options, Roamer, Season, Stage
from engines.wasteland.terms import Settlement

Face = str
"""A card as the viewer may see it."""


@dataclass(frozen=True, slots=True)
class BayView:
    slots: tuple[Face, ...]
    """In the order of ``model.SLOTS``."""
    came: tuple[int, ...]
    """The filled locomotion slots, 0 to 3, in the order in which their cards arrived."""
    pairs: tuple[tuple[int, int], ...]
    """The assembled pairs of locomotion slots, 0 to 3 (section 3.3); none without a core."""
    points: int
    """Of its assembled parts, without dice and tokens. 0 for a bay without a core."""


@dataclass(frozen=True, slots=True)
class AreaView:
    bays: tuple[BayView, BayView]
    research: tuple[Face, ...]
    """In the order of ``model.PARTS``."""
    tokens: int | None
    """How many lie on the stack; ``None`` while it is hidden (section 5.4)."""
    top: int | None
    """The ammo value on the top token; ``None`` without one or while it is hidden."""
    out: bool = False
    place: int = 0
    """The final place once out."""
    lasted: int = 0
    """The dealer turn in which it went out; 0 while in play."""


@dataclass(frozen=True, slots=True)
class SupervisionView:
    roamers: tuple[Roamer, ...]
    assembly: tuple[Face, ...]
    tokens: int
    top: int | None


@dataclass(frozen=True, slots=True)
class FighterView:
    seat: Seat
    mech: BayName
    committed: bool | None
    """Whether it committed any tokens; ``None`` until it is open."""
    top: int | None
    """The ammo value on top of the committed tokens."""
    count: int | None
    """How many: the viewer's own, and everybody's once opened."""


MarkKind = Literal[
    "drawn", "taken", "planted", "revealed", "looked", "discarded", "flipped", "gained", "formed", "retired", "token",
    "research", "target", "committed", "settled", "lost", "out", "dealer", "drought", "recycled", "reserve", "tribute",
    "shuffled",
]  # fmt: skip


class Mark(NamedTuple):
    """Something to point out in the picture: what a step did.

    ``place``: a slot as in ``model`` (``"A.L2"``) of ``seat``, or of supervision (``"L2"``), ``"T"`` for a stack,
    or ``"#5"`` for wasteland card 5, ``"M3"`` for roaming mech 3, ``""`` where it is about the seat as a whole.
    """

    kind: MarkKind
    place: str = ""
    seat: Seat | None = None
    face: Face = ""
    """The card that it is about, as the public saw it."""


@dataclass(frozen=True, slots=True)
class SeasonSummary:
    """What a season changed, by seat: how much each had when it began, and now. Public figures only."""

    season: Season
    before: tuple[Count, ...]
    after: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """The viewer's own unfinished or finished answer, drawn in."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it."""

    options: Options
    order: tuple[Seat, ...]
    turn: int
    dealer: Seat
    season: Season
    stage: Stage
    queue: tuple[Seat, ...]
    """Who is still to act, next first; in a stage that all play at the same time it is empty."""
    areas: tuple[AreaView, ...]
    """By seat."""
    pile: int
    discard: tuple[int, ...]
    """How many of each key, in the order of the card table."""
    wasteland: tuple[Lying, ...]
    """``Lying.card`` is a Face here."""
    supervision: SupervisionView
    count: int
    """N: the roaming mechs, the invader among them (section 3.6)."""
    reshuffles: int | None
    drought: bool
    storm: int
    """Maintenance to be carried out this turn; 1 without the Black Storm."""
    asked: tuple[tuple[Seat, AskKind], ...] = ()
    """Who is asked what now, by seat."""
    explorers: tuple[Seat, ...] = ()
    looking: int | None = None
    """The wasteland card that the first of ``queue`` is looking at."""
    invader: Roamer | None = None
    invader_tokens: int = 0
    invader_top: int | None = None
    fighters: tuple[FighterView, ...] = ()
    settlement: Settlement | None = None
    skipped: bool = False
    damage: int = 0
    seat: Seat | None = None
    """Whose view it is; ``None`` is the public's."""
    marks: tuple[Mark, ...] = ()
    """What this step did."""
    summary: SeasonSummary | None = None
    """On the last step of a season."""
    drafted: Drafted | None = None

    @property
    def winner(self) -> Seat | None:
        """The last one standing, once the game is over."""
        if self.season != "over":
            return None
        return next(seat for seat, area in enumerate(self.areas) if area.place == 1)


def bare(view: View) -> View:
    """The view without what a step did and without an answer drawn in."""
    return replace(view, marks=(), drafted=None, summary=None)
