"""Pebbles: a tiny game that proves that nothing outside of a game's own files knows which games there are.

First everybody bids in secret, 0 to 3, for the right to begin; the highest bid begins and luck settles a tie. Then the
players take 1 to 3 pebbles in turn; whoever takes the last one wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engines.core import (
    Ask,
    Chance,
    Event,
    IllegalAction,
    Level,
    Result,
    Seat,
    Step,
    Turnout,
    Who,
    Window,
)

PILES = {"small": 9, "large": 15}
MOST = 3


@dataclass(frozen=True, slots=True)
class Options:
    pile: Literal["small", "large"] = "small"


@dataclass(frozen=True, slots=True)
class Bid:
    kind: Literal["bid"] = "bid"
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Take:
    kind: Literal["take"] = "take"
    count: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    pile: int
    phase: Literal["bid", "take", "over"]
    out: tuple[bool, ...]
    bids: tuple[int, ...] = ()
    turn: Seat = 0
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class View:
    pile: int
    phase: Literal["bid", "take", "over"]
    out: tuple[bool, ...]
    bids: tuple[int, ...]
    turn: Seat
    winner: Seat | None
    seat: Seat | None = None
    plan: int | None = None


class Pebbles:
    key = "pebbles"
    rules = 1
    seats = range(2, 5)
    Options = Options
    State = State
    Action = Bid | Take
    View = View

    def fits(self, options: Options, seats: int) -> None:
        if seats not in self.seats:
            raise IllegalAction("seats", seats=seats)

    def start(self, options: Options, seats: int, chance: Chance) -> Turnout[State, View]:
        pile = PILES[options.pile] + chance.roll("pile", 3)
        state = State(pile, "bid", (False,) * seats)
        return Turnout(state, (self._step("setup", state, Event("piled", {"count": pile})),))

    def window(self, state: State) -> Window | None:
        if state.phase == "bid":
            asks = {seat: Ask("bid") for seat, out in enumerate(state.out) if not out}
            return Window("bid", asks, hidden=True)
        if state.phase == "take":
            return Window("take", {state.turn: Ask("take", {"pile": state.pile})}, hidden=False)
        return None

    def choices(self, state: State, seat: Seat) -> Iterable[Bid | Take]:
        window = self.window(state)
        if window is None or seat not in window.asks:
            return
        if window.kind == "bid":
            yield from (Bid(amount=amount) for amount in range(MOST + 1))
        else:
            yield from (Take(count=count) for count in range(1, min(MOST, state.pile) + 1))

    def allows(self, state: State, seat: Seat, action: Bid | Take) -> None:
        if action not in self.choices(state, seat):
            raise IllegalAction("not_possible")

    def drafts(self, view: View, seat: Seat, action: Bid | Take) -> View:
        if action.kind != view.phase:
            raise IllegalAction("wrong_phase")
        if isinstance(action, Bid):
            amount, low, high = action.amount, 0, MOST
        else:
            amount, low, high = action.count, 1, min(MOST, view.pile)
        if amount is not None and not low <= amount <= high:
            raise IllegalAction("range", low=low, high=high)
        return replace(view, plan=amount)

    def advance(self, state: State, answers: Mapping[Seat, Bid | Take], chance: Chance) -> Turnout[State, View]:
        for seat, action in answers.items():
            self.allows(state, seat, action)
        return self._reveal(state, answers, chance) if state.phase == "bid" else self._take(state, answers)

    def resign(self, state: State, seat: Seat, chance: Chance) -> Turnout[State, View]:
        out = tuple(gone or other == seat for other, gone in enumerate(state.out))
        left = [other for other, gone in enumerate(out) if not gone]
        state = replace(state, out=out)
        events = [Event("resigned", {"who": Who(seat)})]
        if len(left) == 1:
            state = replace(state, phase="over", winner=left[0])
            events.append(Event("won", {"who": Who(left[0])}))
        elif state.phase == "take" and state.turn == seat:
            state = replace(state, turn=self._after(state, seat))
        return Turnout(state, (self._step("resign", state, *events),))

    def view(self, state: State, seat: Seat | None) -> View:
        return View(state.pile, state.phase, state.out, state.bids, state.turn, state.winner, seat)

    def result(self, state: State) -> Result | None:
        if state.winner is None:
            return None
        places = tuple(1 if seat == state.winner else 2 for seat in range(len(state.out)))
        return Result(places, tuple(2 - place for place in places), "last_pebble")

    def stand_in(self, view: View, seat: Seat, level: Level, chance: Chance) -> Bid | Take:
        if view.phase == "bid":
            return Bid(amount=chance.roll("bid", MOST) - 1)
        return Take(count=view.pile % (MOST + 1) or 1)

    def _reveal(self, state: State, answers: Mapping[Seat, Bid | Take], chance: Chance) -> Turnout[State, View]:
        bids = {seat: bid.amount or 0 for seat, bid in answers.items() if isinstance(bid, Bid)}
        best = [seat for seat, amount in sorted(bids.items()) if amount == max(bids.values())]
        first = chance.pick("first", best)
        state = replace(
            state, phase="take", turn=first, bids=tuple(bids.get(seat, 0) for seat in range(len(state.out)))
        )
        shown = tuple(
            self._step("bids", state, Event("bid", {"who": Who(seat), "amount": bids[seat]})) for seat in sorted(bids)
        )
        first_step = self._step(
            "first", state, Event("begins", {"who": Who(first)}), Event("your_turn", audience=(first,))
        )
        return Turnout(state, (*shown, first_step))

    def _take(self, state: State, answers: Mapping[Seat, Bid | Take]) -> Turnout[State, View]:
        action = answers[state.turn]
        count = (action.count or 0) if isinstance(action, Take) else 0
        seat, pile = state.turn, state.pile - count
        events = [Event("took", {"who": Who(seat), "count": count})]
        if pile == 0:
            state = replace(state, pile=0, phase="over", winner=seat)
            events.append(Event("won", {"who": Who(seat)}))
        else:
            state = replace(state, pile=pile, turn=self._after(state, seat))
        return Turnout(state, (self._step("take", state, *events),))

    def _after(self, state: State, seat: Seat) -> Seat:
        count = len(state.out)
        return next(other % count for other in range(seat + 1, seat + count + 1) if not state.out[other % count])

    def _step(self, chapter: str, state: State, *events: Event) -> Step[View]:
        return Step(chapter, events, self.view(state, None))


PEBBLES = Pebbles()
