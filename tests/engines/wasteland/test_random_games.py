"""What holds in every state of every game: things that no single ruling says, but that all of them together promise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from engines.chance import FastChance
from engines.core import IllegalAction, Level
from engines.wasteland import GAME, flow, lengths
from engines.wasteland.cards import KEYS
from engines.wasteland.model import SLOTS, Action, AskKind, Assemble, Commit, Declare, Lose, State, Target, Upkeep
from engines.wasteland.views import View
from tests.engines.wasteland.boards import cards_of
from tests.engines.wasteland.games import Moment, Planning, every_game, game
from tests.engines.wasteland.whims import PLANS, POINTS, answers, anything, assembled, pairs

STATES: TypeAdapter[State] = TypeAdapter(State)
VIEWS: TypeAdapter[View] = TypeAdapter(View)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)


def states(seats: int, seed: int, planning: Planning) -> Iterator[State]:
    return (moment.state for moment in game(seats, seed, planning))


# ---- cards


@every_game
def test_no_card_ever_comes_or_goes(seats: int, seed: int, planning: Planning) -> None:
    first = None
    for state in states(seats, seed, planning):
        first = first or cards_of(state)
        assert cards_of(state) == first
    assert first is not None
    assert first.total() in (196, 28 * seats)


@every_game
def test_every_card_lies_as_its_zone_wants_it(seats: int, seed: int, planning: Planning) -> None:
    for state in states(seats, seed, planning):
        for area in state.areas:
            for bay in area.bays:
                assert all(not card or card[0].upper() == slot[0] for slot, card in zip(SLOTS, bay.slots, strict=True))
                assert sorted(bay.came) == [leg for leg in range(4) if bay.slots[3 + leg]]
            assert all(not card or card[0] == part for part, card in zip("CSPL", area.research, strict=True))
            assert all(card.islower() for card in area.stack)
        supervision = state.supervision
        assert all(not card or card[0] == slot[0] for slot, card in zip(SLOTS, supervision.assembly, strict=True))
        assert "" in supervision.assembly, "a mech is formed at once (3.7)"
        for mech in supervision.roamers:
            assert [card[0] for card in mech.cards] == [slot[0] for slot in SLOTS]
        assert all(card.islower() for card in (*supervision.stack, *state.invader_stack))
        assert state.discard == tuple(sorted(state.discard))
        assert set(state.discard) <= set(KEYS)
        numbers = [lying.number for lying in state.wasteland]
        assert numbers == sorted(set(numbers))


@every_game
def test_never_more_than_three_roaming_mechs(seats: int, seed: int, planning: Planning) -> None:
    for state in states(seats, seed, planning):
        numbers = [mech.number for mech in state.supervision.roamers]
        assert numbers == sorted(numbers), "the oldest first"
        assert len(numbers) + (state.invader is not None) <= 3
        assert GAME.view(state, None).count == len(numbers) + (state.invader is not None)


# ---- mechs


@every_game
def test_the_view_shows_the_pairs_and_points_of_a_brute_force(seats: int, seed: int, planning: Planning) -> None:
    for state in islice(states(seats, seed, planning), 0, None, 4):
        view = GAME.view(state, None)
        for area, shown in zip(state.areas, view.areas, strict=True):
            for bay, face in zip(area.bays, shown.bays, strict=True):
                legs = pairs(bay) if bay.slots[0] else []
                assert sorted(leg for pair in face.pairs for leg in pair) == sorted(legs)
                assert face.points == sum(POINTS[bay.slots[SLOTS.index(slot)]] for slot in assembled(bay))


# ---- who lives


@every_game
def test_nobody_without_a_core_lives_and_the_dead_have_nothing(seats: int, seed: int, planning: Planning) -> None:
    for state in states(seats, seed, planning):
        for seat, area in enumerate(state.areas):
            if area.out:
                assert not any((*area.bays[0].slots, *area.bays[1].slots, *area.research, *area.stack))
                assert state.places[seat] > 1
            elif state.season != "over":
                assert area.bays[0].slots[0] or area.bays[1].slots[0]
                assert state.places[seat] == 0
            assert (seat in GAME.beaten(state)) == area.out


@every_game
def test_one_wins_and_places_are_shared_as_they_fell(seats: int, seed: int, planning: Planning) -> None:
    *_, before, last = game(seats, seed, planning)
    result = GAME.result(last.state)
    assert result is not None
    assert GAME.result(before.state) is None
    assert result.places.count(1) == 1
    assert all(sum(other < place for other in result.places) == place - 1 for place in result.places)
    better = sorted(zip(result.places, result.scores, strict=True))
    assert [score for _, score in better] == sorted((score for _, score in better), reverse=True)


# ---- the end comes


@every_game
def test_games_end_within_the_bounds_of_8_4(seats: int, seed: int, planning: Planning) -> None:
    """Two cards are drawn in every turn before the drought, and two are lost for good in every turn after it."""
    turns: dict[int, State] = {}
    last = None
    for last in states(seats, seed, planning):
        turns.setdefault(last.turn, last)
    assert last is not None
    cards = cards_of(last).total()
    for turn, state in turns.items():
        later = turns.get(turn + 1)
        if turn == 0 or later is None or turn + 2 not in turns:
            continue
        if state.drought:
            assert len(later.discard) >= len(state.discard) + 2
            assert later.draw == ()
        elif not later.drought and later.reshuffles == state.reshuffles and state.reshuffles is not None:
            assert len(later.draw) <= len(state.draw) - 2
    reshuffles = lengths.reshuffles(last.options, seats)
    if reshuffles is not None:
        assert last.turn <= cards // 2 * (reshuffles + 2)


@every_game
def test_the_drought_is_for_good(seats: int, seed: int, planning: Planning) -> None:
    before = None
    for state in states(seats, seed, planning):
        if before is not None and before.drought:
            assert state.drought
            assert (state.draw, state.reshuffles) == ((), before.reshuffles)
            assert not cards_in_discard(before) - cards_in_discard(state)
        before = state


def cards_in_discard(state: State) -> set[tuple[str, int]]:
    """Each discarded card with a number of its own among its like."""
    return {(key, n) for key in set(state.discard) for n in range(state.discard.count(key))}


# ---- what is asked


@every_game
def test_what_the_rules_allow_is_what_is_offered_and_accepted(seats: int, seed: int, planning: Planning) -> None:
    """Where answers can be listed: the list made from the rules text, the engine's list, and its check agree."""
    pool: dict[type, set[Any]] = {}
    whim = Random(seed)
    for moment in islice(game(seats, seed, planning), 0, None, 3):
        for seat, kind, mine in listed(moment):
            assert len(mine) > 1, f"{kind}: one legal answer is not asked for"
            assert set(GAME.choices(moment.state, seat)) == set(mine), kind
            for action in whim.sample(mine, min(8, len(mine))):
                GAME.allows(moment.state, seat, action)
            known = pool.setdefault(type(mine[0]), set())
            legal = {plain(action) for action in mine}
            for action in whim.sample(sorted(known, key=repr), min(12, len(known))):
                if not moot(moment.state, seat, action):
                    assert allowed(moment.state, seat, action) == (plain(action) in legal), action
            known.update(whim.sample(mine, min(8, len(mine))))


def listed(moment: Moment) -> Iterator[tuple[int, AskKind, list[Action]]]:
    window = GAME.window(moment.state)
    for seat, ask in window.asks.items() if window is not None else ():
        kind: Any = ask.kind
        if kind not in (*PLANS, "tribute"):
            yield seat, kind, answers(moment.state, seat, kind)


def plain(action: Action) -> Action:
    """The order in which slots are named makes no difference."""
    match action:
        case Assemble() | Lose():
            return replace(action, slots=tuple(sorted(action.slots)))
        case Upkeep():
            return replace(action, cards=tuple(sorted(action.cards)))
        case _:
            return action


def moot(state: State, seat: int, action: Action) -> bool:
    """A shuffle of less than two tokens: refused or done, nothing comes of it."""
    tokens = state.areas[seat].stack if isinstance(action, Commit) else state.supervision.stack
    return isinstance(action, Commit | Target | Declare) and action.shuffle and len(tokens) < 2


def allowed(state: State, seat: int, action: Action) -> bool:
    try:
        GAME.allows(state, seat, action)
    except IllegalAction:
        return False
    return True


@every_game
def test_plans_that_the_rules_allow_are_accepted_and_those_offered_too(
    seats: int, seed: int, planning: Planning
) -> None:
    whim = Random(seed)
    for state in islice(states(seats, seed, planning), 0, None, 2):
        window = GAME.window(state)
        for seat, ask in window.asks.items() if window is not None else ():
            kind: Any = ask.kind
            if kind in (*PLANS, "tribute"):
                for _ in range(4):
                    GAME.allows(state, seat, anything(state, seat, kind, whim))
                for action in islice(GAME.choices(state, seat), 25):
                    GAME.allows(state, seat, action)


@every_game
def test_windows_are_hidden_where_several_are_asked(seats: int, seed: int, planning: Planning) -> None:
    for state in states(seats, seed, planning):
        window = GAME.window(state)
        if window is None:
            assert state.season == "over"
            continue
        assert window.hidden == (len(window.asks) > 1)
        assert all(not state.areas[seat].out for seat in window.asks)
        kinds = {ask.kind for ask in window.asks.values()}
        assert planning == "plans" or not kinds & set(PLANS)
        for seat in range(seats):
            if seat not in window.asks:
                assert list(GAME.choices(state, seat)) == []


# ---- leaving


@every_game
def test_anybody_may_leave_at_any_time_and_the_game_goes_on(seats: int, seed: int, planning: Planning) -> None:
    for number, state in enumerate(states(seats, seed, planning)):
        if number % 7 or state.season == "over":
            continue
        seat = [seat for seat, area in enumerate(state.areas) if not area.out][number % 3 % 2]
        turnout = GAME.resign(state, seat, FastChance(number))
        after = turnout.state
        assert after.areas[seat].out
        assert turnout.steps
        assert cards_of(after) == cards_of(state)
        window = GAME.window(after)
        assert (window is None) == (after.season == "over")
        for other, _ in window.asks.items() if window is not None else ():
            assert not after.areas[other].out
            answer = GAME.stand_in(GAME.view(after, other), other, Level.NORMAL, FastChance(1))
            GAME.allows(after, other, answer)


# ---- storing


@every_game
def test_states_views_and_answers_survive_json(seats: int, seed: int, planning: Planning) -> None:
    for state, given_ in islice(game(seats, seed, planning), 0, None, 5):
        assert STATES.validate_json(STATES.dump_json(state)) == state
        for viewer in (None, 0, seats - 1):
            view = GAME.view(state, viewer)
            assert VIEWS.validate_json(VIEWS.dump_json(view)) == view
        for action in given_.values():
            assert ACTIONS.validate_json(ACTIONS.dump_json(action)) == action


@pytest.mark.parametrize("planning", ["plans", "turns"])
def test_a_game_stored_before_every_answer_goes_on_as_if_it_had_not_been(planning: Planning) -> None:
    luck, again = FastChance(3), FastChance(3)
    moments = game(4, 3, planning)
    state = flow.start(moments[0].state.options, 4, luck)
    other = flow.start(moments[0].state.options, 4, again)
    for moment in moments[:-1]:
        assert state == moment.state
        state = flow.advance(state, moment.answers, luck)
        other = flow.advance(STATES.validate_json(STATES.dump_json(other)), moment.answers, again)
        assert other == state
    assert state == moments[-1].state


@every_game
def test_what_is_told_leads_to_the_same_state_and_something_always_is(
    seats: int, seed: int, planning: Planning
) -> None:
    luck = FastChance(seed)
    moments = game(seats, seed, planning)[:60]
    turnout = GAME.start(moments[0].state.options, seats, luck)
    for moment in moments[:-1]:
        assert turnout.state == moment.state
        turnout = GAME.advance(moment.state, moment.answers, luck)
        assert turnout.steps, "every answer leads to something that can be told"
        shown = turnout.steps[-1].view
        assert shown.areas == GAME.view(turnout.state, None).areas
        assert shown.wasteland == GAME.view(turnout.state, None).wasteland
