"""The things on the table of Scorched Wasteland: state and answers. All frozen; no rule in here.

A card is a short text: its key where it lies face up (``"C1"``), the same in small letters where it lies face down
(``"c1"``). Copies of a key are alike, so cards have no numbers of their own; places have names instead:

- ``"A.C"``, ``"A.S"``, ``"A.P"``, ``"A.L1"`` .. ``"A.L4"``: a slot of a player's bay A; ``"B...."`` of bay B.
- ``"R.C"``, ``"R.S"``, ``"R.P"``, ``"R.L"``: a player's research card of this part type.
- ``"T"``: a player's top ammo token. Named twice, it is the two topmost ones.
- ``"C"``, ``"S"``, ``"P"``, ``"L1"`` .. ``"L4"``: a part of a roaming mech, a slot of the supervision assembly area.

Wasteland cards are known by their public number in the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from engines.core import Seat
from engines.wasteland.terms import Settlement

Card = str
"""``"C1"`` lies face up, ``"c1"`` face down."""
EMPTY: Final = ""
"""An empty slot."""
Part = Literal["C", "S", "P", "L"]
"""Core, sensor, suppressor, locomotion: the first letter of every key."""
PARTS: Final[tuple[Part, ...]] = ("C", "S", "P", "L")
SLOTS: Final = ("C", "S", "P", "L1", "L2", "L3", "L4")
"""The seven slots of a bay, of a roaming mech, and of the supervision assembly area, in this order (ruling R8)."""
BayName = Literal["A", "B"]
BAYS: Final[tuple[BayName, ...]] = ("A", "B")
STACK: Final = "T"
"""A player's ammo stack, and the top token of it."""
FULL: Final = 3
"""Roaming mechs that supervision holds at most (L12)."""
Season = Literal["setup", "war", "scavenge", "invasion", "storm", "over"]
Stage = Literal[
    "assembly",  # S3
    "scout",  # W2
    "study",  # W2b
    "scavenge",  # C1, C2
    "tribute",  # I1
    "declare",  # I2
    "target",  # I3
    "ammo",  # I4
    "last_ammo",  # I5
    "spoils",  # I7
    "failure",  # I8
    "duel",  # Z1
    "defend",  # Z2
    "duel_ammo",  # Z3
    "trophy",  # Z4, the winner
    "damage",  # Z4, the loser
    "upkeep",  # Z5
    "over",
]
"""What is being played or asked, in the order of play (section 5). States without a decision pass at once."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chooses in the lobby (section 9)."""

    length: Literal["auto", "standard", "short", "long"] = "auto"
    """``short``: the scaled deck and fewer reshuffles. ``long``: three reshuffles more than the standard. ``auto``:
    standard where people sit at the table together, short where they take their time (section 14)."""
    deck: Literal["full", "scaled"] = "full"
    """``scaled``: 28 cards for each player. A short game always uses it (ruling R2)."""
    reshuffles: Literal["auto", "0", "1", "2", "3", "5", "8", "12", "20", "unlimited"] = "auto"
    """How often the pile may be made anew before the drought; ``auto`` goes by players and length (ruling R19)."""
    storm: Literal["off", "4", "6", "8", "10", "12"] = "off"
    """The Black Storm begins after so many rounds of dealers (house rule); unlimited reshuffles force 8."""
    planning: Literal["plans", "turns"] = "plans"
    """``plans``: what is decided in turn order is asked of everybody at once, as plans that are then worked through in
    seat order. ``turns``: each decision is asked when it is that seat's go."""


class Lying(NamedTuple):
    """A card in the wasteland's row."""

    number: int
    """Its public number, from 1; it keeps it while it lies there."""
    card: Card


@dataclass(frozen=True, slots=True)
class Bay:
    """One of a player's two assembly bays. A mech if its core slot is filled, face up or down (section 3.1)."""

    slots: tuple[Card, ...] = (EMPTY,) * 7
    """In the order of ``SLOTS``."""
    came: tuple[int, ...] = ()
    """The filled locomotion slots, 0 to 3, in the order in which their cards arrived (section 3.3)."""


@dataclass(frozen=True, slots=True)
class Roamer:
    """A roaming mech: seven cards, all face up."""

    number: int
    """Counts through the game, from 1; the lowest is the oldest."""
    cards: tuple[Card, ...]
    """In the order of ``SLOTS``."""
    former: Seat | None = None
    """Whose card completed it (section 3.7); ``None`` when the draw pile did."""


@dataclass(frozen=True, slots=True)
class Area:
    """What one player has (L13)."""

    bays: tuple[Bay, Bay] = (Bay(), Bay())
    research: tuple[Card, ...] = (EMPTY,) * 4
    """At most one card of each part type, in the order of ``PARTS``; always face up."""
    stack: tuple[Card, ...] = ()
    """Ammo tokens, the top one first; nobody knows their fronts."""
    out: bool = False


@dataclass(frozen=True, slots=True)
class Supervision:
    """The supervision area (L12)."""

    roamers: tuple[Roamer, ...] = ()
    """Oldest first, at most three, without an invader."""
    assembly: tuple[Card, ...] = (EMPTY,) * 7
    """In the order of ``SLOTS``; all face up."""
    stack: tuple[Card, ...] = ()
    """Ammo tokens, the top one first."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """Somebody who takes part in an invasion or a duel."""

    seat: Seat
    mech: BayName
    tokens: tuple[Card, ...] | None = None
    """The committed ammo tokens, the top one first; ``None`` until committed."""


# ---- answers


@dataclass(frozen=True, slots=True)
class Assemble:
    """S3: the face-down parts that are turned up now."""

    kind: Literal["assemble"] = "assemble"
    slots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scout:
    """W2: explore, or take a wasteland card as ammo or for research; ``wait`` decides when it is the seat's go.

    ``cards``: numbers in the order of wish; the first that still lies there is taken. None left: the seat is asked.
    """

    kind: Literal["scout"] = "scout"
    choice: Literal["explore", "ammo", "research", "wait"] = "explore"
    cards: tuple[int, ...] = ()
    rest: Literal["ask", "auto"] = "ask"
    """A plan's: what to do when none of the cards is left, and with the card that was gained for research: ask, or as
    the stand-in would."""


@dataclass(frozen=True, slots=True)
class Study:
    """W2b: where the card gained for research goes (``bay``, empty where only one fits), and which becomes research."""

    kind: Literal["study"] = "study"
    bay: Literal["", "A", "B"] = ""
    part: str = ""
    """A slot; empty is the gained card itself."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What is done with a wasteland card (section 5.3)."""

    kind: Literal["deed"] = "deed"
    act: Literal["take", "disrupt"] = "take"
    where: str = ""
    """Take: ``"A"`` or ``"B"``, a slot whose card is swapped, ``"discard"``, or empty: the first free bay, else never
    swapped. Disrupt: the bay, ``"A"`` or ``"B"``."""
    seat: Seat | None = None
    """Disrupt: in whose area."""


@dataclass(frozen=True, slots=True)
class Pick:
    """C1: one wasteland card, and what is done with it: always said for a face-up card.

    For a face-down one only in a plan, and then it is taken unseen (never disrupted: what it is decides where it fits).
    """

    kind: Literal["pick"] = "pick"
    number: int = 0
    deed: Deed | None = None


@dataclass(frozen=True, slots=True)
class Forage:
    """C: a plan for the season: picks in the order of wish. Those that cannot be done any more are passed over."""

    kind: Literal["forage"] = "forage"
    picks: tuple[Pick, ...] = ()
    unseen: Literal["ask", "auto"] = "ask"
    """What to do when a face-down card is looked at: ask its owner, or as the stand-in would."""
    rest: Literal["ask", "auto"] = "auto"
    """What to do when no wish is left: ask which card, or as the stand-in would."""


@dataclass(frozen=True, slots=True)
class Tribute:
    """I1: the hand cards that are given, or no card at all: ``refuse``."""

    kind: Literal["tribute"] = "tribute"
    refuse: bool = False
    cards: tuple[str, ...] = ()
    """Slots, research cards and ``"T"``; in the order in which they are put into supervision."""


@dataclass(frozen=True, slots=True)
class Declare:
    """I2: join (the dealer always does), stay out, or decide when it is the seat's go (``wait``)."""

    kind: Literal["declare"] = "declare"
    choice: Literal["join", "out", "wait"] = "join"
    flip: str = ""
    """The face-down slot that is turned up; empty only for a dealer who has none."""
    mech: Literal["", "A", "B"] = ""
    """The fighting mech; may be empty where there is only one."""
    target: int | None = None
    """Dealer only: the roaming mech that will invade; ``None``: decided after the declarations."""
    shuffle: bool = False
    """Dealer only, with a target: shuffle the supervision stack first."""


@dataclass(frozen=True, slots=True)
class Target:
    """I3: which roaming mech invades, and whether the supervision stack is shuffled first (ruling R22)."""

    kind: Literal["target"] = "target"
    mech: int = 0
    shuffle: bool = False


@dataclass(frozen=True, slots=True)
class Commit:
    """I4, I5, Z3: how many tokens from the top; ``shuffle``: one's own stack first (ruling R22)."""

    kind: Literal["commit"] = "commit"
    count: int = 0
    shuffle: bool = False


class Wish(NamedTuple):
    """A part of the invader, and where it would go (as ``Deed.where`` when taking)."""

    part: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Spoils:
    """I7: parts in the order of wish. When none of them is left: the most points, bay A first, never swapped.

    Asked in turn (``planning="turns"``) it has exactly one wish.
    """

    kind: Literal["spoils"] = "spoils"
    wishes: tuple[Wish, ...] = ()


@dataclass(frozen=True, slots=True)
class Lose:
    """I8 and Z4: the cards that are discarded."""

    kind: Literal["lose"] = "lose"
    slots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Challenge:
    """Z1: whom the dealer duels with which of his mechs; ``seat=None`` is no duel."""

    kind: Literal["challenge"] = "challenge"
    seat: Seat | None = None
    mech: Literal["", "A", "B"] = ""


@dataclass(frozen=True, slots=True)
class Defend:
    """Z2: the challenged player's mech."""

    kind: Literal["defend"] = "defend"
    mech: BayName = "A"


@dataclass(frozen=True, slots=True)
class Trophy:
    """Z4: the winner's choice among the losing mech's cards, and where it goes (as ``Deed.where`` when taking)."""

    kind: Literal["trophy"] = "trophy"
    slot: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Z5: what is discarded for one's cores (section 8.1): slots, research cards, ``"T"``, or cores."""

    kind: Literal["upkeep"] = "upkeep"
    cards: tuple[str, ...] = ()


Action = (
    Assemble
    | Scout
    | Study
    | Deed
    | Pick
    | Forage
    | Tribute
    | Declare
    | Target
    | Commit
    | Spoils
    | Lose
    | Challenge
    | Defend
    | Trophy
    | Upkeep
)
AskKind = Literal[
    "assemble", "scout", "scout_now", "study", "scavenge", "pick", "look", "tribute", "declare", "declare_now",
    "target", "commit", "spoils", "spoil_now", "lose_part", "challenge", "defend", "trophy", "damage", "upkeep",
]  # fmt: skip
"""What a seat can be asked. ``..._now``, ``pick`` and ``look`` are asked of one seat when it is its go, where no plan
of its own decides; ``scout``, ``scavenge``, ``declare`` and ``spoils`` ask everybody for a plan."""
Plan = Scout | Forage | Declare | Spoils
"""Answers that wait in the state until it is their seat's go."""


@dataclass(frozen=True, slots=True)
class Count:
    """How much a seat had when the season began, for the season's summary. Public figures only."""

    points: int
    """Of its assembled parts."""
    parts: int
    """Cards in its bays."""
    tokens: int
    research: int


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    order: tuple[Seat, ...]
    """All seats in their order around the table (ruling R9)."""
    turn: int
    """Dealer turns, from 1; 0 while setting up."""
    dealer: Seat
    season: Season
    stage: Stage
    queue: tuple[Seat, ...]
    """Who has still to act in this stage, next first; the first is the one who is asked, or whose plan is carried out.
    Where all act at the same time: those who have not answered."""
    areas: tuple[Area, ...]
    """By seat."""
    draw: tuple[Card, ...]
    """The draw pile, next first, each card with its own face. Secret."""
    discard: tuple[Card, ...]
    """Keys, sorted; all face up."""
    wasteland: tuple[Lying, ...]
    """By number."""
    supervision: Supervision
    reshuffles: int | None
    """Left; ``None`` is unlimited."""
    drought: bool = False
    formed: int = 0
    """Roaming mechs formed so far."""
    plans: tuple[tuple[Seat, Plan], ...] = ()
    """Plans not yet carried out. Secret."""
    explorers: tuple[Seat, ...] = ()
    """Who takes part in Scavenge, in seat order."""
    looking: int | None = None
    """The face-down wasteland card that the first of ``queue`` looks at: on a study or a deed is waited for."""
    invader: Roamer | None = None
    invader_stack: tuple[Card, ...] = ()
    """Its ammo tokens, the top one first."""
    fighters: tuple[Fighter, ...] = ()
    """Of the invasion or the duel: in seat order from the dealer, or challenger and challenged."""
    settlement: Settlement | None = None
    skipped: bool = False
    """The invasion season was skipped, so the dealer may duel."""
    damage: int = 0
    """Cards that a duel's loser still loses."""
    paid: int = 0
    """Maintenance carried out this turn (the Black Storm asks for several)."""
    since: tuple[Count, ...] = ()
    """By seat, as the season began."""
    places: tuple[int, ...] = ()
    """By seat: 0 while in play, else the final place."""
    lasted: tuple[int, ...] = ()
    """By seat: the dealer turn in which it was eliminated; 0 while in play."""
    numbered: int = 0
    """The highest number given in the wasteland's row: none is given twice while plans may name it (ruling R30)."""
