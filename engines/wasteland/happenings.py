"""What can happen, one small value each, in the order in which it happens. Each becomes one step.

A happening holds what everybody may know, with faces as the public sees them (``views.Face``). What only one seat may
know as well is its ``secret``: a key in small letters, told to the seat ``audience`` alone.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from engines.core import Seat
from engines.wasteland.model import BayName, Season
from engines.wasteland.terms import Settlement
from engines.wasteland.views import Face

Kept = Literal["gained", "swapped", "discarded"]
"""What became of a card that somebody took: it went to a free slot, in place of another, or to the discard pile."""


class Began(NamedTuple):
    """Everybody is seated, the deck is shuffled (S1)."""

    dealer: Seat
    cards: int


class Drew(NamedTuple):
    """Setup: a seat drew a card (S2). ``core``: it has its core and draws no more."""

    seat: Seat
    face: Face
    slot: str
    """``""``: no free slot, discarded."""
    secret: str = ""


class Assembled(NamedTuple):
    """A seat's face-down parts turned up at the start (S3), possibly none."""

    seat: Seat
    faces: tuple[Face, ...]


class Compensated(NamedTuple):
    """A seat drew ammo tokens up to the most parts that any has (S4)."""

    seat: Seat
    tokens: int
    top: int


class TurnBegan(NamedTuple):
    """The dealer's turn begins; cores and roaming mechs make K (W1). ``dry``: in the drought, which brings no card."""

    turn: int
    dealer: Seat
    cores: int
    roamers: int
    dry: bool = False


class Remains(NamedTuple):
    """A card came to the wasteland: from war (W1), or because ``seat`` set out (W2)."""

    number: int
    face: Face
    seat: Seat | None = None


class SetOut(NamedTuple):
    """A seat explores, though no card could be drawn for it. Not told where no card lies at all, turn after turn."""

    seat: Seat


class Salvaged(NamedTuple):
    """W2: a wasteland card became an ammo token of the seat."""

    seat: Seat
    number: int
    face: Face
    value: int


class Studied(NamedTuple):
    """W2b: a part became research. ``gained``: the slot to which the wasteland card went, "" where it is the part."""

    seat: Seat
    number: int
    face: Face
    """The wasteland card as it lay there."""
    gained: str
    part: Face
    """The research card, face up."""
    old: Face
    """The research card that it replaced, ""."""
    secret: str = ""
    """The gained card, where only its owner may know it."""


class Looked(NamedTuple):
    """C2: a seat looks at a face-down wasteland card; W2b: at any, which it gains."""

    seat: Seat
    number: int
    face: Face
    secret: str


class Undecided(NamedTuple):
    """It is the seat's go, and its plan leaves the decision open. Told where nothing else is."""

    seat: Seat


class Took(NamedTuple):
    """C: a seat took a wasteland card (3.4)."""

    seat: Seat
    number: int
    face: Face
    kept: Kept
    slot: str
    old: Face = ""
    """The card that was swapped out, face up; when discarded, the card itself, face up."""
    secret: str = ""


class Disrupted(NamedTuple):
    """C: a seat put a card face up into another's area (L33)."""

    seat: Seat
    number: int
    face: Face
    """Face up."""
    unseen: bool
    """It lay face down before."""
    other: Seat
    slot: str


class NoScavenge(NamedTuple):
    """Nobody explored, the cards stay (ruling R10)."""


class TributePaid(NamedTuple):
    """I1: the dealer gives a card. ``slot``: where in supervision, "" for its ammo stack."""

    seat: Seat
    source: str
    """Slot, research or ``"T"``."""
    face: Face
    """Face up where it goes to a slot; as the public sees it on the stack else."""
    slot: str


class NoTribute(NamedTuple):
    """No roaming mech: nothing to pay, the season is skipped (ruling R11)."""

    seat: Seat


class TributeRefused(NamedTuple):
    """I1: ``tokens`` cards went to the supervision stack."""

    seat: Seat
    tokens: int


class Declared(NamedTuple):
    """I2: the seat joins with this mech; ``face`` was flipped in ``slot`` ("" for neither, ruling R12)."""

    seat: Seat
    mech: BayName
    slot: str
    face: Face


class StayedOut(NamedTuple):
    """I2: the seat stays out; ``unable``: it has no face-down part."""

    seat: Seat
    unable: bool


class Invaded(NamedTuple):
    """I3: a roaming mech comes to the wasteland with its tokens."""

    seat: Seat
    number: int
    tokens: int
    top: int | None
    shuffled: bool


class Committed(NamedTuple):
    """I4, I5, Z3: whether the seat committed tokens, and the value on top (L42a). In a duel only that it has."""

    seat: Seat
    committed: bool | None
    """``None``: nothing is shown yet (duels)."""
    top: int | None
    shuffled: bool


class Settled(NamedTuple):
    """I6, Z3: everything is opened and added up."""

    settlement: Settlement
    duel: bool
    invader: int = 0
    """The roaming mech's number."""


class Result(NamedTuple):
    """I6: who beat it, hence what follows (section 5.5)."""

    outcome: Literal["dealer", "others", "nobody"]
    order: tuple[Seat, ...]
    """The picking order of a round of spoils; of a failure, who loses a part."""


class Spoiled(NamedTuple):
    """I7: a seat took a part of the invader."""

    seat: Seat
    part: str
    face: Face
    kept: Kept
    slot: str
    old: Face = ""


class LostPart(NamedTuple):
    """I8: a seat lost an assembled part; Z4: a card of the mech. ``face`` face up, "" with nothing to lose.

    ``evaded``: by Evade.
    """

    seat: Seat
    slot: str
    face: Face
    evaded: bool = False


class Returned(NamedTuple):
    """The invader went back to supervision."""

    number: int


class NoDuel(NamedTuple):
    """Z1: the dealer lets it be."""

    seat: Seat


class Challenged(NamedTuple):
    """Z1: a duel."""

    seat: Seat
    mech: BayName
    other: Seat


class Defended(NamedTuple):
    """Z2: with which mech."""

    seat: Seat
    mech: BayName


class Drawn(NamedTuple):
    """Z3: equal totals, nothing happens."""


class Won(NamedTuple):
    """Z3: who won the duel, by how much, and what it costs the loser."""

    winner: Seat
    loser: Seat
    margin: int
    damage: int
    core: bool
    """The losing mech is only a core, which is lost."""


class TookTrophy(NamedTuple):
    """Z4: the winner took a card of the losing mech."""

    seat: Seat
    other: Seat
    source: str
    face: Face
    kept: Kept
    slot: str
    old: Face = ""
    secret: str = ""
    """For the winner."""


class Upheld(NamedTuple):
    """Z5: a seat discards a card for its cores. ``recycled``: the supervision slot that it went to (ruling R17)."""

    seat: Seat
    source: str
    face: Face
    """Face up."""
    core: bool
    recycled: str = ""


class Formed(NamedTuple):
    """A roaming mech was formed (3.7)."""

    number: int
    seat: Seat | None
    cards: tuple[Face, ...]


class Retired(NamedTuple):
    """The oldest roaming mech became ammo tokens (L12c)."""

    number: int
    tokens: int


class Supplied(NamedTuple):
    """S5, Z6: cards from the draw pile filled supervision slots."""

    slots: tuple[str, ...]
    faces: tuple[Face, ...]


class Reserve(NamedTuple):
    """A research core saved the seat (section 1.3)."""

    seat: Seat
    face: Face
    mech: BayName


class Out(NamedTuple):
    """A seat was eliminated."""

    seat: Seat
    place: int
    why: Literal["core", "resigned"]


class Spared(NamedTuple):
    """Maintenance would have eliminated everybody; this seat survives (R18)."""

    seat: Seat


class Reshuffled(NamedTuple):
    """The draw pile was made anew (R19)."""

    cards: int
    left: int | None


class Drought(NamedTuple):
    """The drought began (R19)."""


class SeasonEnded(NamedTuple):
    """What the season changed is in the step's view (``View.summary``)."""

    season: Season


class PassedOn(NamedTuple):
    """Z7: the marker goes on."""

    seat: Seat
    """The next dealer."""


class Victory(NamedTuple):
    """END."""

    seat: Seat


Happening = (
    Began | Drew | Assembled | Compensated | TurnBegan | Remains | SetOut | Salvaged | Studied | Looked
    | Undecided | Took | Disrupted | NoScavenge | TributePaid | NoTribute | TributeRefused | Declared
    | StayedOut | Invaded | Committed | Settled | Result | Spoiled | LostPart | Returned | NoDuel | Challenged
    | Defended | Drawn | Won | TookTrophy | Upheld | Formed | Retired | Supplied | Reserve | Out | Spared
    | Reshuffled | Drought | SeasonEnded | PassedOn | Victory
)  # fmt: skip
