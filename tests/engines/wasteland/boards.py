"""Small helpers that lay out a table and play on it, in the words of the card table (``C1 S1 p1 L2``).

A bay is its cards in one line: capitals lie face up, small letters face down. Locomotion fills the slots L1 to L4 in
the order in which it is written, and has arrived in that order. ``"- S1"``: the word ``-`` only makes it readable.
The first card of a pile or a stack is its top. ``roamers=("C1 S1 P1 L1 L1 L1 L1",)`` is mech 1, the oldest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

import pytest

from engines.core import IllegalAction, Seat, Window
from engines.wasteland import GAME, flow, war
from engines.wasteland.happenings import Happening
from engines.wasteland.journal import Journal
from engines.wasteland.model import (
    EMPTY,
    SLOTS,
    Action,
    Area,
    Bay,
    BayName,
    Card,
    Commit,
    Deed,
    Fighter,
    Lying,
    Options,
    Pick,
    Roamer,
    Season,
    Stage,
    State,
    Supervision,
)
from engines.wasteland.views import View
from engines.wasteland.yard import Yard

T = TypeVar("T")

PLAIN = "C1 S1 P1 L1 L1 L1 L1"
"""A roaming mech of 4 + 3 + 2 + 4 = 13 points."""
SEASONS: Mapping[Stage, Season] = {
    "assembly": "setup",
    "scout": "war",
    "study": "war",
    "scavenge": "scavenge",
    "tribute": "invasion",
    "declare": "invasion",
    "target": "invasion",
    "ammo": "invasion",
    "last_ammo": "invasion",
    "spoils": "invasion",
    "failure": "invasion",
}
"""Every other stage belongs to the storm."""


# ---- luck


class Fate:
    """Luck that gives what is wanted: ``Fate("invader die 3", "settlement die of seat 1 6")``.

    Of each label the wishes come in their order. A shuffle is wished for by the cards that come first afterwards:
    ``Fate("deck order C1 S1")``; without a wish it keeps the order. A die that nobody wished for fails the test, and
    so does a wish that was never drawn (``conftest.py``); the faces of a shuffled pile are up without a wish
    (``"card face up"``, ``"card face down"``).
    """

    made: ClassVar[list[Fate]] = []
    SHUFFLES = ("deck order", "seat order", "supervision stack", "retired mech", "stack of seat ")

    def __init__(self, *wishes: str) -> None:
        self.wishes: dict[str, list[str]] = {}
        self.log: list[str] = []
        for wish in wishes:
            label, value = self._split(wish)
            self.wishes.setdefault(label, []).append(value)
        Fate.made.append(self)

    def _split(self, wish: str) -> tuple[str, str]:
        for label in self.SHUFFLES:
            if wish.startswith(label):
                words = label.split() + ([wish[len(label) :].split()[0]] if label.endswith(" ") else [])
                name = " ".join(words)
                return name, wish[len(name) :].strip()
        label, _, value = wish.rpartition(" ")
        return label, value

    @property
    def left(self) -> dict[str, list[str]]:
        return {label: values for label, values in self.wishes.items() if values}

    def _wanted(self, label: str) -> str | None:
        self.log.append(label)
        return self.wishes[label].pop(0) if self.wishes.get(label) else None

    def roll(self, label: str, faces: int) -> int:
        wanted = self._wanted(label)
        if label == "card face":
            assert faces == 2
            return 2 if wanted == "down" else 1
        assert wanted is not None, f"an unexpected draw: {label}"
        assert 1 <= int(wanted) <= faces
        return int(wanted)

    def pick(self, label: str, items: Sequence[T]) -> T:
        wanted = self._wanted(label)
        assert label == "card face", f"an unexpected draw: {label}"
        texts = [str(item) for item in items]
        assert len(texts) == 2
        first = next((at for at, text in enumerate(texts) if text in ("True", "up") or text[:1].isupper()), 0)
        return items[1 - first if wanted == "down" else first]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        wanted = self._wanted(label)
        assert label.startswith(self.SHUFFLES), f"an unexpected shuffle: {label}"
        rest = list(items)
        front: list[T] = []
        for word in (wanted or "").split():
            item = next(item for item in rest if str(item).lower() == word.lower())
            rest.remove(item)
            front.append(item)
        return (*front, *rest)


# ---- the table


def bay(text: str = "") -> Bay:
    slots = [EMPTY] * 7
    came: list[int] = []
    for card in text.split():
        if card == "-":
            continue
        at = "CSPL".index(card[0].upper())
        if at == 3:
            at += len(came)
            came.append(at - 3)
        assert slots[at] == EMPTY, f"{card}: no free slot"
        slots[at] = card
    return Bay(tuple(slots), tuple(came))


def area(a: str = "", b: str = "", research: str = "", stack: str = "", out: bool = False) -> Area:
    """What a player has; ``area(out=True)`` is eliminated."""
    studied = [EMPTY] * 4
    for card in research.split():
        studied["CSPL".index(card[0])] = card
    return Area((bay(a), bay(b)), tuple(studied), tuple(stack.lower().split()), out)


def roamer(number: int, text: str = PLAIN) -> Roamer:
    return Roamer(number, bay(text).slots)


def table(
    *areas: Area,
    stage: Stage = "scout",
    turn: int = 5,
    dealer: Seat = 0,
    order: Sequence[Seat] | None = None,
    queue: Sequence[Seat] | None = None,
    draw: str = "",
    discard: str = "",
    wasteland: str = "",
    roamers: Sequence[str | Roamer] = (),
    assembly: str = "",
    stack: str = "",
    reshuffles: int | None = 0,
    drought: bool = False,
    explorers: Sequence[Seat] = (),
    invader: Roamer | None = None,
    invader_stack: str = "",
    fighters: Sequence[Fighter] = (),
    skipped: bool = False,
    planning: str = "turns",
    storm: str = "off",
    lasted: Sequence[int] = (),
    places: Sequence[int] = (),
) -> State:
    """A table in the middle of a game. ``wasteland``: cards, numbered from 1, or each with its number (``4:C1``)."""
    seats = len(areas)
    order = tuple(order if order is not None else range(seats))
    at = order.index(dealer)
    around = (*order[at:], *order[:at])
    lying = [word.rpartition(":") for word in wasteland.split()]
    standing = tuple(each if isinstance(each, Roamer) else roamer(n, each) for n, each in enumerate(roamers, 1))
    numbers = [each.number for each in (*standing, *((invader,) if invader else ()))]
    out = sum(each.out for each in areas)
    return State(
        options=Options(planning=cast(Any, planning), storm=cast(Any, storm)),
        order=order,
        turn=turn,
        dealer=dealer,
        season=SEASONS.get(stage, "storm"),
        stage=stage,
        queue=tuple(queue) if queue is not None else tuple(seat for seat in around if not areas[seat].out),
        areas=tuple(areas),
        draw=tuple(draw.split()),
        discard=tuple(sorted(discard.upper().split())),
        wasteland=tuple(Lying(int(n) if n else i, card) for i, (n, _, card) in enumerate(lying, 1)),
        supervision=Supervision(standing, bay(assembly).slots, tuple(stack.lower().split())),
        reshuffles=reshuffles,
        drought=drought,
        formed=max(numbers, default=0),
        explorers=tuple(explorers),
        invader=invader,
        invader_stack=tuple(invader_stack.lower().split()),
        fighters=tuple(fighters),
        skipped=skipped,
        places=tuple(places) or tuple(seats - out + 1 if each.out else 0 for each in areas),
        lasted=tuple(lasted) or tuple(1 if each.out else 0 for each in areas),
        numbered=max((int(n) if n else i for i, (n, _, _) in enumerate(lying, 1)), default=0),
    )


def cards_of(state: State) -> Counter[str]:
    """How many of each key there are, wherever they lie."""
    found: list[Card] = [*state.draw, *state.discard, *(lying.card for lying in state.wasteland)]
    for each in state.areas:
        found += [card for one in each.bays for card in one.slots] + [*each.research, *each.stack]
    found += [*state.supervision.assembly, *state.supervision.stack, *state.invader_stack]
    for mech in (*state.supervision.roamers, *((state.invader,) if state.invader else ())):
        found += mech.cards
    for fighter in state.fighters:
        found += fighter.tokens or ()
    return Counter(card.upper() for card in found if card)


# ---- playing


class Play:
    """A table on which a test plays, as far as its next question. Whatever is answered, no card comes or goes.

    ``turn_begins``: with the war season of a turn (W1) instead of with the stage of the state.
    """

    def __init__(self, state: State, *wishes: str, turn_begins: bool = False) -> None:
        self.fate = Fate(*wishes)
        self.happened: list[Happening] = []
        """What the last answer led to."""
        yard = Yard(state, self.fate)
        if turn_begins:
            war.begin_turn(yard)
        while not yard.over and flow.PHASES[yard.stage].asks(yard) is None:
            flow.PHASES[yard.stage].go_on(yard)
        self.state = yard.state()
        assert cards_of(self.state) == cards_of(state)

    @classmethod
    def started(cls, options: Options, seats: int, *wishes: str) -> Play:
        """A new game, as far as its first question."""
        play = cls.__new__(cls)
        play.fate = Fate(*wishes)
        journal = Journal()
        play.state = flow.start(options, seats, play.fate, journal)
        play.happened = journal.happenings
        return play

    # what is asked

    @property
    def window(self) -> Window:
        window = GAME.window(self.state)
        assert window is not None, "the game is over"
        return window

    @property
    def asked(self) -> str:
        """``pick 0``; ``upkeep 0 1 2`` when several are asked; ``over`` after the game."""
        window = GAME.window(self.state)
        if window is None:
            return "over"
        kinds = {ask.kind for ask in window.asks.values()}
        return " ".join([*sorted(kinds), *(str(seat) for seat in sorted(window.asks))])

    # answers

    def give(self, *actions: Action) -> Play:
        """One answer after another, each of the one seat that is asked then."""
        for action in actions:
            (seat,) = self.window.asks
            self.all({seat: action})
        return self

    def all(self, answers: Mapping[Seat, Action]) -> Play:
        """One answer of each seat that is asked."""
        before = cards_of(self.state)
        for seat, action in answers.items():
            GAME.allows(self.state, seat, action)
        journal = Journal()
        self.state = flow.advance(self.state, answers, self.fate, journal)
        self.happened = journal.happenings
        assert cards_of(self.state) == before
        return self

    def refused(self, reason: str, action: Action, seat: Seat | None = None) -> None:
        """The rules do not allow this answer now."""
        if seat is None:
            (seat,) = self.window.asks
        with pytest.raises(IllegalAction) as caught:
            GAME.allows(self.state, seat, action)
        assert caught.value.reason == reason

    def allowed(self, action: Action, seat: Seat | None = None) -> None:
        if seat is None:
            (seat,) = self.window.asks
        GAME.allows(self.state, seat, action)

    def resign(self, seat: Seat) -> Play:
        before = cards_of(self.state)
        self.state = GAME.resign(self.state, seat, self.fate).state
        assert cards_of(self.state) == before
        return self

    # what there is

    def bay(self, seat: Seat, name: BayName = "A") -> str:
        """The cards of a bay in the order of its slots: ``C1 S1 p1 L2``."""
        return " ".join(card for card in self.state.areas[seat].bays["AB".index(name)].slots if card)

    def slot(self, seat: Seat, slot: str) -> Card:
        name, _, part = slot.partition(".")
        if name == "R":
            return self.state.areas[seat].research["CSPL".index(part)]
        return self.state.areas[seat].bays["AB".index(name)].slots[SLOTS.index(part)]

    def research(self, seat: Seat) -> str:
        return " ".join(card for card in self.state.areas[seat].research if card)

    def stack(self, seat: Seat) -> str:
        """The tokens, the top one first."""
        return " ".join(self.state.areas[seat].stack)

    @property
    def cards(self) -> Counter[str]:
        """How many of each key there are in all."""
        return cards_of(self.state)

    def alive(self) -> list[Seat]:
        return [seat for seat, each in enumerate(self.state.areas) if not each.out]

    @property
    def wasteland(self) -> str:
        """``1:C1 4:s2``."""
        return " ".join(f"{lying.number}:{lying.card}" for lying in self.state.wasteland)

    @property
    def discard(self) -> str:
        return " ".join(self.state.discard)

    @property
    def draw(self) -> str:
        return " ".join(self.state.draw)

    @property
    def assembly(self) -> str:
        """What lies in the supervision assembly area."""
        return " ".join(card for card in self.state.supervision.assembly if card)

    @property
    def pool(self) -> str:
        """The supervision ammo stack, the top one first."""
        return " ".join(self.state.supervision.stack)

    @property
    def roamers(self) -> list[int]:
        """The numbers of the mechs in supervision, the oldest first."""
        return [mech.number for mech in self.state.supervision.roamers]

    def view(self, seat: Seat | None = None) -> View:
        return GAME.view(self.state, seat)


def take(number: int, where: str = "") -> Pick:
    """A face-up card is taken."""
    return Pick(number=number, deed=Deed(act="take", where=where))


def plant(number: int, seat: Seat, where: str) -> Pick:
    """A face-up card is put into another's area."""
    return Pick(number=number, deed=Deed(act="disrupt", where=where, seat=seat))


def nothing(play: Play) -> dict[Seat, Action]:
    """Nobody who is asked commits any ammo."""
    return {seat: Commit() for seat in play.window.asks}
