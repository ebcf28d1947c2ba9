"""The table on its way from one decision to the next: what lies where, and the changes that every rule is made of.

``Yard`` is the one mutable thing of this engine. It knows no flow: ``flow`` runs the stages.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from engines.core import Chance, Seat
from engines.wasteland import ends
from engines.wasteland.belongings import PLACES, RESEARCH, card_at, counted, free_slots
from engines.wasteland.cards import back, down, is_up, part_at, part_of, slots_of, up, welded
from engines.wasteland.happenings import Drought, Formed, Happening, Kept, Reshuffled, Retired, SeasonEnded
from engines.wasteland.mech import is_mech, put, take, turn_up
from engines.wasteland.model import (
    BAYS,
    EMPTY,
    FULL,
    PARTS,
    SLOTS,
    STACK,
    Area,
    Bay,
    BayName,
    Card,
    Count,
    Fighter,
    Lying,
    Options,
    Part,
    Plan,
    Roamer,
    Season,
    Stage,
    State,
    Supervision,
)
from engines.wasteland.terms import Settlement
from engines.wasteland.views import Face

if TYPE_CHECKING:
    from engines.wasteland.journal import Journal


class Yard:
    """A working copy of a ``State``; ``state`` makes one again.

    Its attributes are the fields of ``State``, with lists in place of most tuples and ``plans`` as a dict.
    """

    __slots__ = (
        "areas",
        "chance",
        "damage",
        "dealer",
        "discard",
        "draw",
        "drought",
        "explorers",
        "fighters",
        "formed",
        "invader",
        "invader_stack",
        "journal",
        "lasted",
        "looking",
        "numbered",
        "options",
        "order",
        "paid",
        "places",
        "plans",
        "queue",
        "reshuffles",
        "season",
        "settlement",
        "since",
        "skipped",
        "stage",
        "supervision",
        "turn",
        "wasteland",
    )

    def __init__(self, state: State, chance: Chance, journal: Journal | None = None) -> None:
        self.chance = chance
        self.journal = journal
        self.options: Options = state.options
        self.order: tuple[Seat, ...] = state.order
        self.turn: int = state.turn
        self.dealer: Seat = state.dealer
        self.season: Season = state.season
        self.stage: Stage = state.stage
        self.queue: list[Seat] = list(state.queue)
        self.areas: list[Area] = list(state.areas)
        self.draw: list[Card] = list(state.draw)
        self.discard: list[Card] = list(state.discard)
        self.wasteland: list[Lying] = list(state.wasteland)
        self.supervision: Supervision = state.supervision
        self.reshuffles: int | None = state.reshuffles
        self.drought: bool = state.drought
        self.formed: int = state.formed
        self.plans: dict[Seat, Plan] = dict(state.plans)
        self.explorers: list[Seat] = list(state.explorers)
        self.looking: int | None = state.looking
        self.invader: Roamer | None = state.invader
        self.invader_stack: tuple[Card, ...] = state.invader_stack
        self.fighters: list[Fighter] = list(state.fighters)
        self.settlement: Settlement | None = state.settlement
        self.skipped: bool = state.skipped
        self.damage: int = state.damage
        self.paid: int = state.paid
        self.since: tuple[Count, ...] = state.since
        self.places: list[int] = list(state.places)
        self.lasted: list[int] = list(state.lasted)
        self.numbered: int = state.numbered

    def state(self) -> State:
        return State(
            self.options,
            self.order,
            self.turn,
            self.dealer,
            self.season,
            self.stage,
            tuple(self.queue),
            tuple(self.areas),
            tuple(self.draw),
            tuple(self.discard),
            tuple(self.wasteland),
            self.supervision,
            self.reshuffles,
            self.drought,
            self.formed,
            tuple(sorted(self.plans.items())),
            tuple(self.explorers),
            self.looking,
            self.invader,
            self.invader_stack,
            tuple(self.fighters),
            self.settlement,
            self.skipped,
            self.damage,
            self.paid,
            self.since,
            tuple(self.places),
            tuple(self.lasted),
            self.numbered,
        )

    def note(self, happening: Happening) -> None:
        """Tell what has just happened, if anybody listens. The change must have been made already."""
        if self.journal is not None:
            self.journal.note(self, happening)

    # ---- who and when

    @property
    def over(self) -> bool:
        return self.season == "over"

    @property
    def count(self) -> int:
        """N: the roaming mechs, the invader among them (section 3.6)."""
        return len(self.supervision.roamers) + (self.invader is not None)

    def after(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in seat order beginning with this one, dead or alive."""
        at = self.order.index(seat)
        return self.order[at:] + self.order[:at]

    def living(self) -> tuple[Seat, ...]:
        """The seats in play in seat order from the dealer; a dead dealer's place counts (section 3.9, ruling R23)."""
        return tuple([seat for seat in self.after(self.dealer) if not self.areas[seat].out])

    def in_order(self, seats: Collection[Seat]) -> tuple[Seat, ...]:
        """Those of these seats that are in play, in seat order from the dealer."""
        return tuple([seat for seat in self.living() if seat in seats])

    def enter(self, stage: Stage, queue: Iterable[Seat] = ()) -> None:
        """Go to another stage, with these to act in it."""
        self.stage = stage
        self.queue = list(queue)

    def season_begins(self, season: Season) -> None:
        """A season begins; nothing of the fight before is left, and what everybody has is kept for its summary."""
        self.season = season
        self.fighters = []
        self.settlement = None
        self.since = tuple([counted(area) for area in self.areas])

    def season_ends(self, season: Season) -> None:
        """Tell what the season changed. In the drought many a season changes nothing, and that is not told."""
        if self.drought and not self.wasteland and self.since == tuple(map(counted, self.areas)):
            return
        self.note(SeasonEnded(season))

    # ---- cards

    def public(self, card: Card) -> Face:
        """The card as everybody sees it where it lies."""
        return card if card == EMPTY or is_up(card) else back(card)

    def draw_card(self) -> Card | None:
        """The next card of the pile, made anew if need be; ``None`` in the drought (section 8.4)."""
        if not self.draw and not self._remake():
            return None
        return self.draw.pop(0)

    def _remake(self) -> bool:
        if self.drought:
            return False
        cards = [*self.discard, *map(up, self.supervision.stack)]
        if self.reshuffles == 0 or not cards:
            self.drought = True
            self.note(Drought())
            return False
        if self.reshuffles is not None:
            self.reshuffles -= 1
        self.discard = []
        self.supervision = replace(self.supervision, stack=())
        self.draw = shuffled(sorted(cards), self.chance)
        self.note(Reshuffled(len(self.draw), self.reshuffles))
        return True

    def throw(self, card: Card) -> None:
        """A card goes to the discard pile (section 3.8)."""
        insort(self.discard, up(card))

    def lying(self, number: int) -> Card:
        """The wasteland card of this number; empty without one."""
        return next((lying.card for lying in self.wasteland if lying.number == number), EMPTY)

    def pick_up(self, number: int) -> Card:
        """The wasteland card of this number is taken out of the row. It must lie there."""
        at = next(at for at, lying in enumerate(self.wasteland) if lying.number == number)
        return self.wasteland.pop(at).card

    # ---- what a player has

    def bay(self, seat: Seat, name: BayName) -> Bay:
        return self.areas[seat].bays[BAYS.index(name)]

    def set_bay(self, seat: Seat, name: BayName, bay: Bay) -> None:
        a, b = self.areas[seat].bays
        self.areas[seat] = replace(self.areas[seat], bays=(bay, b) if name == "A" else (a, bay))

    def card(self, seat: Seat, place: str) -> Card:
        """What lies in a slot, as research (``"R.S"``) or on top of the stack (``"T"``); empty for nothing."""
        return card_at(self.areas[seat], place)

    def free(self, seat: Seat, part: Part) -> list[str]:
        """The first free slot for this type of part of each bay that has one (``"A.L2"``)."""
        return free_slots(self.areas[seat], part)

    def cores(self, seat: Seat) -> int:
        """Cores in the assembly area, face up or down (ruling R24)."""
        return sum(is_mech(bay) for bay in self.areas[seat].bays)

    def put(self, seat: Seat, slot: str, card: Card) -> None:
        """A card goes into this slot of a bay, whatever lay there."""
        bay, at = PLACES[slot]
        self.set_bay(seat, BAYS[bay], put(self.areas[seat].bays[bay], at, card))

    def flip(self, seat: Seat, slot: str) -> Card:
        """The card in this slot is turned up."""
        bay, at = PLACES[slot]
        self.set_bay(seat, BAYS[bay], turn_up(self.areas[seat].bays[bay], at))
        return self.card(seat, slot)

    def remove(self, seat: Seat, place: str) -> Card:
        """The card is taken out of a slot, from research, or from the top of the stack. There must be one."""
        card = self.card(seat, place)
        assert card != EMPTY, f"seat {seat} has nothing at {place}"
        area = self.areas[seat]
        if place == STACK:
            self.areas[seat] = replace(area, stack=area.stack[1:])
        elif place in RESEARCH:
            self.set_research(seat, part_at(place), EMPTY)
        else:
            bay, at = PLACES[place]
            self.set_bay(seat, BAYS[bay], take(area.bays[bay], at))
        return card

    def set_research(self, seat: Seat, part: Part, card: Card) -> None:
        """The research card of this type; what lay there must have been seen to."""
        research = list(self.areas[seat].research)
        research[PARTS.index(part)] = card
        self.areas[seat] = replace(self.areas[seat], research=tuple(research))

    def gain(self, seat: Seat, card: Card, where: str = "") -> tuple[Kept, str, Face]:
        """The seat gains a card, its face as it is (section 3.4, ruling R6).

        ``where`` is a bay, a slot whose card is swapped, or ``"discard"``; one that is not possible counts as none:
        the first free bay, else the discard pile. Returns what became of it, its slot, and the card swapped out (or
        itself, when discarded) face up.
        """
        part = part_of(card)
        free = self.free(seat, part)
        if free:
            slot = next((slot for slot in free if slot[0] == where), free[0])
            self.put(seat, slot, card)
            return "gained", slot, EMPTY
        if where in PLACES and part_at(where) == part and not welded(self.card(seat, where)):
            old = self.remove(seat, where)
            self.throw(old)
            self.put(seat, where, card)
            return "swapped", where, up(old)
        self.throw(card)
        return "discarded", "", up(card)

    def add_token(self, seat: Seat, card: Card) -> None:
        """A card goes back up on top of the seat's ammo stack."""
        area = self.areas[seat]
        self.areas[seat] = replace(area, stack=(down(card), *area.stack))

    def take_tokens(self, seat: Seat, number: int) -> tuple[Card, ...]:
        """So many tokens from the top of the seat's stack, the top one first."""
        area = self.areas[seat]
        self.areas[seat] = replace(area, stack=area.stack[number:])
        return area.stack[:number]

    def shuffle_stack(self, seat: Seat) -> None:
        """The seat shuffles its stack (rulings R22, R31)."""
        area = self.areas[seat]
        stack = self.chance.shuffle(f"stack of seat {seat + 1}", area.stack)
        self.areas[seat] = replace(area, stack=stack)

    # ---- supervision

    def stock(self, cards: Iterable[Card]) -> None:
        """Cards go back up onto the supervision stack, one after the other."""
        stack = self.supervision.stack
        for card in cards:
            stack = (down(card), *stack)
        self.supervision = replace(self.supervision, stack=stack)

    def shuffle_supervision(self) -> None:
        """The supervision stack is shuffled (ruling R22)."""
        stack = self.chance.shuffle("supervision stack", self.supervision.stack)
        self.supervision = replace(self.supervision, stack=stack)

    def vacant(self, part: Part) -> str:
        """The first free supervision slot for this type of part, or ``""``."""
        assembly = self.supervision.assembly
        return next((SLOTS[at] for at in slots_of(part) if assembly[at] == EMPTY), "")

    def set_assembly(self, cards: Iterable[Card]) -> None:
        """The seven slots of the supervision assembly area."""
        self.supervision = replace(self.supervision, assembly=tuple(cards))

    def supervise(self, card: Card, seat: Seat | None, tell: Callable[[str], Happening] | None = None) -> str:
        """The card goes face up into its supervision slot; a mech that is complete is formed at once (section 3.7).

        ``tell`` makes, from the slot, what is noted before a mech forms. Returns the slot, or ``""`` where none is
        free: then nothing has happened.
        """
        slot = self.vacant(part_of(card))
        if slot:
            assembly = list(self.supervision.assembly)
            assembly[SLOTS.index(slot)] = up(card)
            self.set_assembly(assembly)
            if tell is not None:
                self.note(tell(slot))
            self.form(seat)
        return slot

    def form(self, seat: Seat | None) -> None:
        """Seven filled slots become a roaming mech; with more than three, the oldest becomes tokens (ruling R8)."""
        cards = self.supervision.assembly
        if EMPTY in cards:
            return
        self.formed += 1
        roamers = (*self.supervision.roamers, Roamer(self.formed, cards, seat))
        self.supervision = replace(self.supervision, roamers=roamers, assembly=(EMPTY,) * len(SLOTS))
        self.note(Formed(self.formed, seat, cards))
        if self.count > FULL:
            oldest, *others = roamers
            self.supervision = replace(self.supervision, roamers=tuple(others))
            self.stock(self.chance.shuffle("retired mech", oldest.cards))
            self.note(Retired(oldest.number, len(oldest.cards)))

    def check_out(self, seats: Collection[Seat], why: Literal["core", "resigned"] = "core") -> None:
        """Those of the seats that have no core left, or that resigned, are out together (section 8.2, ruling R18)."""
        ends.check_out(self, seats, why)


def shuffled(keys: Iterable[str], chance: Chance) -> list[Card]:
    """A pile of these cards in random order, each with a random face (L15)."""
    order = chance.shuffle("deck order", tuple(keys))
    return [card if chance.roll("card face", 2) == 1 else down(card) for card in order]
