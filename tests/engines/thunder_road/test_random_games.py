"""What holds in every state of every game: things that no single ruling says, but that all of them together promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import groupby, islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.thunder_road import GAME, facts, legal, turns
from engines.thunder_road.going import Going
from engines.thunder_road.happenings import (
    Absorbed,
    Chosen,
    CrewOut,
    Dazed,
    Disabled,
    Flipped,
    Gone,
    Happening,
    Hit,
    Moved,
    Shrapnel,
    Slammed,
)
from engines.thunder_road.journal import Journal
from engines.thunder_road.model import (
    FRONT,
    LANES,
    Action,
    Assign,
    Drive,
    Options,
    Place,
    Slam,
    State,
    TakeBack,
    Turn,
    spot_name,
)
from engines.thunder_road.race import Race
from engines.thunder_road.viewing import MOST_BACKS, view_of
from engines.thunder_road.views import View
from tests.engines.thunder_road.whims import anything

STATES: TypeAdapter[State] = TypeAdapter(State)
VIEWS: TypeAdapter[View] = TypeAdapter(View)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)

some_games = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
a_game = given(seats=st.integers(2, 4), seed=st.integers(0, 10_000))


def play(seats: int, seed: int, journal: Journal | None = None) -> Iterator[tuple[State, Action | None]]:
    """Every state in which something is asked with the answer that is then given, and the last state."""
    luck, whim = FastChance(seed), FastChance(seed + 5_000_000)
    state = turns.start(Options(), seats, luck, journal)
    while GAME.window(state) is not None:
        action = anything(state, whim)
        yield state, action
        state = turns.advance(state, action, luck, journal)
    yield state, None


def states(seats: int, seed: int) -> Iterator[State]:
    return (state for state, _ in play(seats, seed))


# ---- storing


@some_games
@a_game
def test_every_state_and_answer_survives_json(seats: int, seed: int) -> None:
    for state, action in islice(play(seats, seed), 0, None, 3):
        assert STATES.validate_json(STATES.dump_json(state)) == state
        if action is not None:
            assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action


def test_a_race_stored_in_the_middle_of_a_chain_goes_on_as_if_it_had_not_been() -> None:
    """Stored and read again before every answer, rerolls in chains included."""
    stopped = 0
    for seed in range(12):
        luck, again = FastChance(seed), FastChance(seed)
        whim = FastChance(seed + 5_000_000)
        state = turns.start(Options(), 4, luck)
        other = turns.start(Options(), 4, again)
        while GAME.window(state) is not None:
            action = anything(state, whim)
            stopped += state.question is not None and len(state.stack) > 1
            state = turns.advance(state, action, luck)
            other = turns.advance(STATES.validate_json(STATES.dump_json(other)), action, again)
            assert other == state
    assert stopped, "no reroll was asked below another effect"


def test_the_working_copy_of_a_turn_has_its_fields_in_its_order() -> None:
    assert [each.name for each in fields(Going)] == [each.name for each in fields(Turn)]
    for state in states(3, 4):
        assert Going.of(state.turn).turn() == state.turn
        assert Race.of(state, FastChance(0)).state() == state


# ---- what a state looks like between decisions


@some_games
@a_game
def test_between_decisions_nothing_is_left_to_resolve_but_below_a_reroll(seats: int, seed: int) -> None:
    for state in states(seats, seed):
        assert bool(state.stack) == (state.question is not None)
        assert state.turn.stage in {"assign", "move", "bonus", "shot"} or state.question or state.reason
        if state.question is not None:
            slam = state.stack[-1]
            assert isinstance(slam, Slam)
            assert slam.mover is not None
            assert slam.dir is not None
            assert state.crews[state.question.seat].out is None


@some_games
@a_game
def test_two_share_a_space_only_while_a_slam_is_decided_or_a_drifter_passes(seats: int, seed: int) -> None:
    for state in states(seats, seed):
        spots = Counter(
            [car.spot for car in state.cars if car.spot is not None] + [wreck.spot for wreck in state.wrecks]
        )
        shared = [spot for spot, there in spots.items() if there > 1]
        if state.question is not None or state.turn.drift == "passing":
            assert max(spots.values()) <= 2
            assert len(shared) <= 1
        else:
            assert not shared or state.reason is not None


@some_games
@a_game
def test_a_car_holds_at_most_two_tokens_with_those_being_resolved(seats: int, seed: int) -> None:
    for state in states(seats, seed):
        pending = Counter(frame.vehicle for frame in state.stack if isinstance(frame, Place))
        for number, car in enumerate(state.cars):
            assert len(car.damage) + pending[number] <= facts.DAMAGE_SLOTS
            assert (car.spot is not None) == (car.place == "road")
            assert car.place != "gone" or not (car.damage or pending[number])


# ---- taking back


@some_games
@a_game
def test_what_is_taken_back_was_never_done(seats: int, seed: int) -> None:
    begun: State | None = None
    for state in states(seats, seed):
        if state.reason is None and state.turn.stage == "assign" and state.question is None:
            begun = state
        if state.back is None:
            continue
        assert begun is not None
        assert state.back == begun
        assert state.road == begun.road
        assert not state.turn.revealed
        assert all(roll.die == "road" for roll in state.turn.rolls)
        back = turns.advance(state, TakeBack(), FastChance(1))
        assert back.turn.backs == state.turn.backs + 1
        assert replace(back, turn=replace(back.turn, backs=begun.turn.backs)) == begun


def test_a_turn_is_taken_back_nine_times_and_no_more() -> None:
    luck = FastChance(4)
    state = turns.start(Options(), 2, luck)
    seat = state.turn.seat
    action = Assign(3 * seat, 0)
    for backs in range(MOST_BACKS):
        moving = turns.advance(state, action, luck)
        GAME.allows(moving, seat, TakeBack())
        state = turns.advance(moving, TakeBack(), luck)
        assert state.turn.backs == backs + 1
        assert state.crews[seat].dice[0].use is None
    moving = turns.advance(state, action, luck)
    with pytest.raises(IllegalAction, match="cannot_take_back"):
        GAME.allows(moving, seat, TakeBack())


# ---- secrets


def exchanged(state: State, luck: FastChance) -> State:
    """Another state that looks the same: every token face down, in the bag or the pile could be another one."""
    road = state.road
    hidden = [token.kind for token in road.tokens if not token.up] + list(road.bag)
    kinds = list(luck.shuffle("hidden", hidden))
    tokens = tuple(token if token.up else replace(token, kind=kinds.pop()) for token in road.tokens)
    pile = tuple(luck.pick("side", (face, facts.OTHER_SIDE[face])) for face in luck.shuffle("pile", road.pile))
    damage = luck.shuffle("damage", road.damage)
    return replace(state, road=replace(road, tokens=tokens, bag=tuple(kinds), pile=pile, damage=damage))


@some_games
@a_game
def test_no_view_and_no_question_tells_a_secret(seats: int, seed: int) -> None:
    """Ruling 8, and legality comes from the view alone."""
    luck, changed = FastChance(seed), 0
    for state in islice(states(seats, seed), 0, None, 4):
        other = exchanged(state, luck)
        changed += other != state
        for seat in (None, *range(seats)):
            assert VIEWS.dump_json(view_of(other, seat)) == VIEWS.dump_json(view_of(state, seat))
        assert GAME.window(other) == GAME.window(state)
    assert changed


# ---- paths


@some_games
@a_game
def test_a_path_at_once_goes_as_the_same_path_space_by_space(seats: int, seed: int) -> None:
    """Ruling 27: a queue is only a convenience. So is the path that comes with car and die."""
    whim, driven = FastChance(seed), 0
    for state, action in islice(play(seats, seed), 0, None, 9):
        if not isinstance(action, Drive | Assign) or (isinstance(action, Assign) and action.target is not None):
            continue
        path = _any_path(state, action, whim)
        luck, slow = FastChance(seed), FastChance(seed)
        at_once, one_by_one = turns.advance(state, replace(action, path=path), luck), state
        if isinstance(action, Assign):
            one_by_one = turns.advance(state, action, slow)
        for move in path:
            drive = Drive((move,))
            GAME.allows(one_by_one, state.turn.seat, drive)
            known = len(one_by_one.turn.rolls), one_by_one.road
            one_by_one = turns.advance(one_by_one, drive, slow)
            driven += 1
            if one_by_one.turn.number != state.turn.number or known != (len(one_by_one.turn.rolls), one_by_one.road):
                break
        assert one_by_one == at_once
    assert driven


def _any_path(state: State, action: Assign | Drive, whim: FastChance) -> tuple[str, ...]:
    """One of those that can go with this answer, ended at some point."""
    view, path = view_of(state, state.turn.seat), ()
    while True:
        nexts: list[tuple[str, ...]] = []
        for move in (*FRONT, *(f"{lane}1" for lane in LANES)):
            longer = (*path, move)
            try:
                legal.check(view, state.turn.seat, replace(action, path=longer))
            except IllegalAction:
                continue
            nexts.append(longer)
        if not nexts or (path and whim.roll("far enough", 4) == 1):
            return path
        path = whim.pick("path", nexts)


# ---- leaving


@some_games
@given(
    seats=st.integers(2, 4), seed=st.integers(0, 10_000), when=st.integers(0, 120), who=st.permutations((0, 1, 2, 3))
)
def test_crews_may_leave_at_any_moment(seats: int, seed: int, when: int, who: list[int]) -> None:
    """In the middle of a chain too; the race goes on in good order and ends."""
    luck, whim = FastChance(seed), FastChance(seed + 1)
    state = turns.start(Options(), seats, luck)
    leaving = [seat for seat in who if seat < seats]
    count = 0
    while GAME.window(state) is not None:
        count += 1
        # As soon as a chain waits, or else when it is time.
        if leaving and count >= when and (state.question is not None or count >= when + 15):
            seat = leaving.pop()
            if state.crews[seat].out is None:
                turnout = GAME.resign(state, seat, luck)
                state, chapters = turnout.state, [step.chapter for step in turnout.steps]
                assert chapters[0] == "resign"
                assert len([*groupby(chapters)]) == len(set(chapters)), "each chapter is told in one piece"
                assert state.crews[seat].out is not None
                assert state.crews[seat].chopper is None
                window = GAME.window(state)
                assert window is None or seat not in window.asks
                continue
        state = turns.advance(state, anything(state, whim), luck)
        hazards = [token.kind for token in state.road.tokens] + [*state.road.bag, *state.road.discard]
        assert Counter(hazards) == Counter(facts.HAZARDS)
        assert len(_damage(state)) == sum(facts.DAMAGE.values())
    result = GAME.result(state)
    assert result is not None
    assert sorted(result.places) == list(range(1, seats + 1))
    assert result.places[state.winner or 0] == 1


def _damage(state: State) -> list[str]:
    held = [token for car in state.cars for token in car.damage]
    held += [frame.token for frame in state.stack if isinstance(frame, Place)]
    return [token for token in (*state.road.damage, *held) if token != "virtual"]


# ---- chains

LONGEST = 60
"""Far below the safety valve; over 20,000 simulated games went to 18."""
OF_A_CHAIN = (CrewOut, Moved, Slammed, Chosen, Hit, Flipped, Gone, Disabled, Absorbed, Shrapnel, Dazed)


def longest_chain(happenings: list[Happening]) -> int:
    """Forced moves told in a row: what begins with a driven space, a shot or a decision to stay, up to the next one.

    Counted from the story alone, not from the race's own counter.
    """
    longest = chain = 0
    for happening in happenings:
        if not isinstance(happening, OF_A_CHAIN):
            chain = 0
        chain += isinstance(happening, Moved) and happening.cause != "blast"
        longest = max(longest, chain)
    return longest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_safety_valve_never_opens(seats: int) -> None:
    """Ruling 56: it is for what cannot happen."""
    for seed in range(15):
        journal = Journal()
        for _ in play(seats, seed, journal):
            pass
        assert longest_chain(journal.happenings) < LONGEST
        assert not any(isinstance(each, Gone) and each.reason == "chain" for each in journal.happenings)


def test_the_race_counts_its_chain_as_the_story_tells_it() -> None:
    """In the middle of a chain, where it is asked for a reroll."""
    compared = 0
    for seed in range(20):
        journal = Journal()
        for state, _ in play(4, seed, journal):
            if state.question is not None:
                told = longest_tail(journal.happenings)
                compared += told > 0
                assert told == state.turn.forced
    assert compared


def longest_tail(happenings: list[Happening]) -> int:
    """The forced moves of the chain that is still going on."""
    count = 0
    for happening in reversed(happenings):
        if not isinstance(happening, OF_A_CHAIN):
            return count
        count += isinstance(happening, Moved) and happening.cause != "blast"
    return count


# ---- the story


@some_games
@a_game
def test_the_story_ends_where_the_race_is(seats: int, seed: int) -> None:
    """Each step's view is the race at that moment; only a token's way to the dashboard is no step of its own."""
    journal = Journal()
    for state, _ in play(seats, seed, journal):
        last = replace(journal.steps[-1].view, marks=())
        now = view_of(state, None)
        assert [car.spot for car in last.cars] == [car.spot for car in now.cars]
        assert [car.operable for car in last.cars] == [car.operable for car in now.cars]
        assert (last.wrecks, last.tokens, last.tiles) == (now.wrecks, now.tokens, now.tiles)
        assert (last.winner, last.finish, last.discard) == (now.winner, now.finish, now.discard)


@some_games
@a_game
def test_what_moves_is_told_from_where_it_was(seats: int, seed: int) -> None:
    """Every forced move in the story begins where its vehicle stood in the step before."""
    journal = Journal()
    for _ in play(seats, seed, journal):
        pass
    for before, happening in zip(journal.steps, journal.happenings[1:], strict=False):
        if isinstance(happening, Moved):
            wrecks = {wreck.id: wreck.spot for wreck in before.view.wrecks}
            cars = dict(enumerate(car.spot for car in before.view.cars))
            stood = (wrecks | cars)[happening.vehicle]
            assert stood == happening.start, spot_name(happening.start)
