"""The table before the first dealer's turn (section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from engines.core import Ask, Chance, Seat
from engines.wasteland import war
from engines.wasteland.belongings import cards_of
from engines.wasteland.cards import ammo, down, is_down, part_of, up
from engines.wasteland.happenings import Assembled, Began, Compensated, Drew
from engines.wasteland.lengths import all_cards, reshuffles
from engines.wasteland.model import BAYS, SLOTS, Action, Area, Assemble, Options, Stage, State, Supervision
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.supply import supply
from engines.wasteland.yard import Yard, shuffled


def set_up(options: Options, seats: int, chance: Chance) -> State:
    """Everybody is seated, the pile is shuffled (S1, ruling R9); nobody has drawn yet."""
    order = chance.shuffle("seat order", range(seats))
    return State(
        options=options,
        order=order,
        turn=0,
        dealer=order[0],
        season="setup",
        stage="assembly",
        queue=(),
        areas=(Area(),) * seats,
        draw=tuple(shuffled(all_cards(options, seats), chance)),
        discard=(),
        wasteland=(),
        supervision=Supervision(),
        reshuffles=reshuffles(options, seats),
        places=(0,) * seats,
        lasted=(0,) * seats,
    )


def deal(yard: Yard) -> None:
    """Everybody draws in turn until it has its core (S2); who has something to turn up is asked (S3)."""
    yard.note(Began(yard.dealer, len(yard.draw)))
    drawing = list(yard.living())
    while drawing:
        seat = drawing.pop(0)
        if not _draws(yard, seat):
            drawing.append(seat)
    yard.queue = [seat for seat in yard.living() if _hidden(yard, seat)]


def _draws(yard: Yard, seat: Seat) -> bool:
    """One draw, into bay A (L16). Whether it was the core: there are more of them than seats, so it will come."""
    card = yard.draw_card()
    assert card is not None, "the pile holds a core for everyone"
    if part_of(card) == "C":
        yard.put(seat, "A.C", up(card))
        yard.note(Drew(seat, up(card), "A.C"))
        return True
    slot = next((slot for slot in yard.free(seat, part_of(card)) if slot[0] == "A"), "")
    if slot:
        yard.put(seat, slot, down(card))
        yard.note(Drew(seat, yard.public(down(card)), slot, down(card)))
    else:
        yard.throw(card)
        yard.note(Drew(seat, up(card), ""))
    return False


def _hidden(yard: Yard, seat: Seat) -> tuple[str, ...]:
    """The seat's slots in which a card lies face down."""
    bays = zip(BAYS, yard.areas[seat].bays, strict=True)
    return tuple(
        f"{name}.{slot}" for name, bay in bays for slot, card in zip(SLOTS, bay.slots, strict=True) if is_down(card)
    )


class Assembly:
    """S3: everybody at once; then compensation, the first roaming mech, and the first turn."""

    def asks(self, yard: Yard) -> Asking | None:
        """All who have a choice: a lone locomotion card can only stay down, for it needs a pair (L16g)."""
        asks = {seat: Ask("assemble") for seat in yard.queue if _may_turn_up(_hidden(yard, seat))}
        return Asking("assembly", asks) if asks else None

    def go_on(self, yard: Yard) -> None:
        yard.queue = []
        _compensate(yard)
        supply(yard, None)
        war.begin_turn(yard)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        for seat in yard.in_order(answers):
            slots = cast("Assemble", answers[seat]).slots
            yard.note(Assembled(seat, tuple([yard.flip(seat, slot) for slot in slots])))
        yard.queue = []


def _may_turn_up(hidden: tuple[str, ...]) -> bool:
    return len(hidden) > 1 or any(slot != "A.L1" for slot in hidden)


def _compensate(yard: Yard) -> None:
    """S4: who has fewer parts than the one with the most draws ammo tokens, unlooked (L17, ruling R20)."""
    most = max(len(cards_of(yard.areas[seat])) for seat in yard.living())
    for seat in yard.living():
        tokens = 0
        while len(cards_of(yard.areas[seat])) < most and (card := yard.draw_card()) is not None:
            yard.add_token(seat, card)
            tokens += 1
        if tokens:
            yard.note(Compensated(seat, tokens, ammo(yard.card(seat, "T"))))


PHASES: Final[dict[Stage, Phase]] = {"assembly": Assembly()}
