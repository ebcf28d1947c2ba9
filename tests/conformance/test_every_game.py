"""What the contract in ``engines.core`` promises, for every registered game."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice, product
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engines import GAMES
from engines.chance import FairChance, FastChance
from engines.core import Ask, Event, IllegalAction, Level, Result
from tests.conformance.games import (
    EVERY_GAME,
    AnyGame,
    Played,
    every_options_game,
    fitting,
    options_of,
    play,
    some_games,
)
from tests.conformance.sentences import check_sentence


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def json(kind: Any, value: Any) -> bytes:
    return adapter(kind).dump_json(value)


# ---- playing


@EVERY_GAME
def test_a_game_is_known_by_its_key(key: str) -> None:
    game = GAMES[key]
    assert game.key == key
    assert re.fullmatch(r"[a-z_]{1,20}", key)
    assert game.rules >= 1
    assert game.seats.start >= 1


@EVERY_GAME
def test_random_games_end_with_a_result(key: str) -> None:
    for played in some_games(key):
        for state in played.states[:-1]:
            assert played.game.result(state) is None
        result = played.game.result(played.states[-1])
        assert isinstance(result, Result)
        seats = len(result.places)
        assert seats == len(result.scores)
        best = min(result.places)
        assert best in (1, 2), "nobody is first when the game has beaten everyone"
        for place in result.places:
            assert sum(other < place for other in result.places) == place - best, "equals share a place"


@EVERY_GAME
def test_every_option_can_be_played(key: str) -> None:
    game = GAMES[key]
    for options in options_of(game):
        assert fitting(game, options), f"nobody can play {options}"
    for played in every_options_game(key):
        assert game.result(played.states[-1]) is not None


@EVERY_GAME
def test_default_options_fit_every_number_of_seats(key: str) -> None:
    game = GAMES[key]
    assert [seats for seats in range(12) if fits(key, game.Options(), seats)] == list(game.seats)


def fits(key: str, options: Any, seats: int) -> bool:
    """Whether so many may start; if not, the refusal has its sentence."""
    try:
        GAMES[key].fits(options, seats)
    except IllegalAction as refused:
        check_sentence(f"{key}.refuse.{refused.reason}", refused.facts)
        return False
    return True


@EVERY_GAME
def test_whoever_cannot_start_is_told_why(key: str) -> None:
    """``start`` refuses whenever ``fits`` does, with any two options chosen."""
    game = GAMES[key]
    for first, second in product(options_of(game), repeat=2):
        options = both(game, first, second)
        for seats in range(max(game.seats) + 2):
            if not fits(key, options, seats):
                with pytest.raises(IllegalAction):
                    game.start(options, seats, FastChance(1))


def both(game: AnyGame, first: Any, second: Any) -> Any:
    """The second options where they are not the default, else the first."""
    default = game.Options()
    chosen = {
        f.name: getattr(second, f.name) for f in fields(second) if getattr(second, f.name) != getattr(default, f.name)
    }
    return replace(first, **chosen)


@EVERY_GAME
def test_options_are_literals_of_strings_with_defaults(key: str) -> None:
    options = GAMES[key].Options
    assert is_dataclass(options)
    hints = get_type_hints(options)
    for field in fields(options):
        values = get_args(hints[field.name])
        assert values
        assert all(isinstance(value, str) for value in values)
        assert getattr(options(), field.name) in values


@EVERY_GAME
def test_windows_are_named_and_steps_are_told_in_chapters(key: str) -> None:
    for played in some_games(key):
        for turnout in played.turnouts:
            assert turnout.steps, "something is told of every turn"
            chapters = [step.chapter for step in turnout.steps]
            runs = [chapter for at, chapter in enumerate(chapters) if at == 0 or chapters[at - 1] != chapter]
            assert len(runs) == len(set(runs)), "a chapter is unique within one turnout"
            assert all(re.fullmatch(r"[a-z0-9-]{1,20}", chapter) for chapter in runs)
            assert all(step.events for step in turnout.steps)


# ---- choices, allows, drafts


@EVERY_GAME
def test_choices_are_allowed_and_only_for_those_who_are_asked(key: str) -> None:
    for played in some_games(key, seeds=1):
        game = played.game
        for state in played.states:
            window = game.window(state)
            asked = set() if window is None else set(window.asks)
            for seat in range(-1, max(game.seats) + 1):
                few = list(islice(game.choices(state, seat), 50))
                assert bool(few) == (seat in asked)
                for action in few:
                    game.allows(state, seat, action)
            for turn in played.turns[:1]:
                for seat in set(range(-1, max(game.seats) + 1)) - asked:
                    with pytest.raises(IllegalAction):
                        game.allows(state, seat, next(iter(turn.answers.values())))


@EVERY_GAME
def test_an_answer_is_a_draft_too(key: str) -> None:
    played = some_games(key)[0]
    for turn in played.turns[:5]:
        for seat, action in turn.answers.items():
            drawn = played.game.drafts(played.game.view(turn.before, seat), seat, action)
            assert isinstance(drawn, played.game.View)


@EVERY_GAME
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_an_illegal_answer_raises_and_changes_nothing(key: str, data: st.DataObject) -> None:
    """Any value of the action's type either is a choice that can be played, or is refused with the state as it was."""
    game = GAMES[key]
    played = some_games(key)[0]
    turn = data.draw(st.sampled_from(played.turns))
    action = data.draw(st.from_type(game.Action))
    seat = data.draw(st.sampled_from(sorted(turn.answers)))
    before = json(game.State, turn.before)
    answers = {**turn.answers, seat: action}
    refused = refusal(key, turn.before, seat, action)
    if refused is None:
        assert game.advance(turn.before, answers, FastChance(1)).state != turn.before
    else:
        check_sentence(f"{key}.refuse.{refused.reason}", refused.facts)
        with pytest.raises(IllegalAction):
            game.advance(turn.before, answers, FastChance(1))
    assert json(game.State, turn.before) == before


def refusal(key: str, state: Any, seat: int, action: Any) -> IllegalAction | None:
    try:
        GAMES[key].allows(state, seat, action)
    except IllegalAction as refused:
        return refused
    return None


@EVERY_GAME
def test_a_turn_needs_the_answer_of_every_seat_that_is_asked(key: str) -> None:
    played = some_games(key)[0]
    turn = played.turns[0]
    seat = min(turn.answers)
    missing = {other: action for other, action in turn.answers.items() if other != seat}
    with pytest.raises(ValueError, match=r".+"):
        played.game.advance(turn.before, missing, FastChance(1))


# ---- the same again


@EVERY_GAME
def test_replaying_the_answers_gives_the_same_game(key: str) -> None:
    for seats in GAMES[key].seats:
        played = play(key, seats, 5)
        game, luck = played.game, FastChance(5)
        assert game.start(game.Options(), seats, luck) == played.opening
        state = played.opening.state
        for turn in played.turns:
            assert state == turn.before
            turnout = game.advance(state, turn.answers, luck)
            assert turnout == turn.turnout
            state = turnout.state


@EVERY_GAME
def test_a_provable_game_can_be_taken_up_at_any_draw(key: str) -> None:
    """State and number of draws are all that a table must store of its luck."""
    game = GAMES[key]
    seats = max(game.seats)
    turns = play(key, seats, 2).turns
    seed, salt = bytes(32), "salt"
    whole = FairChance(seed, salt)
    state = game.start(game.Options(), seats, whole).state
    again = state
    for turn in turns:
        window = game.window(state)
        if window is None or set(window.asks) != set(turn.answers):
            break
        drawn = whole.drawn
        state = game.advance(state, turn.answers, whole).state
        again = game.advance(again, turn.answers, FairChance(seed, salt, drawn)).state
        assert again == state


@EVERY_GAME
def test_another_seed_is_another_deal(key: str) -> None:
    game = GAMES[key]
    for seats in game.seats:
        deals = {json(game.State, game.start(game.Options(), seats, FastChance(seed)).state) for seed in range(40)}
        assert len(deals) > 1


# ---- storing


@EVERY_GAME
def test_everything_survives_json(key: str) -> None:
    for played in some_games(key, seeds=1):
        game = played.game
        for state in played.states:
            assert back(game.State, state) == state
            seats = range(len(played.game.result(played.states[-1]).places))  # type: ignore[union-attr]
            for seat in (None, *seats):
                assert back(game.View, game.view(state, seat)) == game.view(state, seat)
            for ask in (game.window(state).asks if game.window(state) else {}).values():  # type: ignore[union-attr]
                assert back(Ask, ask) == ask
        for turn in played.turns:
            for action in turn.answers.values():
                assert back(game.Action, action) == action
        for turnout in played.turnouts:
            for step in turnout.steps:
                assert back(game.View, step.view) == step.view
                assert back(tuple[Event, ...], step.events) == step.events
        result = game.result(played.states[-1])
        assert back(Result, result) == result
    for options in options_of(GAMES[key]):
        assert back(GAMES[key].Options, options) == options


def back(kind: Any, value: Any) -> Any:
    return adapter(kind).validate_json(json(kind, value))


# ---- secrets


@EVERY_GAME
def test_nothing_that_others_see_depends_on_an_answer_that_is_still_secret(key: str) -> None:
    """A draft or an answer lives outside the state until the window resolves, whatever it is."""
    for played in some_games(key, seeds=1):
        game = played.game
        for turn in played.turns[:6]:
            window = game.window(turn.before)
            assert window is not None
            if not window.hidden:
                continue
            seen = {seat: json(game.View, game.view(turn.before, seat)) for seat in (None, *turn.answers)}
            for seat in turn.answers:
                for action in islice(game.choices(turn.before, seat), 10):
                    game.allows(turn.before, seat, action)
                    game.drafts(game.view(turn.before, seat), seat, action)
            assert {s: json(game.View, game.view(turn.before, s)) for s in seen} == seen


@EVERY_GAME
def test_events_for_some_seats_are_for_seats_that_exist(key: str) -> None:
    for played in some_games(key):
        seats = range(len(played.game.result(played.states[-1]).places))  # type: ignore[union-attr]
        for event in events_of(played):
            assert event.audience is None or set(event.audience) <= set(seats)


def events_of(played: Played) -> list[Event]:
    return [event for turnout in played.turnouts for step in turnout.steps for event in step.events]


# ---- leaving


@EVERY_GAME
def test_seats_may_resign_one_after_the_other_until_the_game_is_over(key: str) -> None:
    game = GAMES[key]
    for seats in game.seats:
        state = game.start(game.Options(), seats, FastChance(3)).state
        for seat in range(seats):
            if game.window(state) is None:
                break
            turnout = game.resign(state, seat, FastChance(4))
            assert turnout.steps
            assert turnout.state != state
            state = turnout.state
            window = game.window(state)
            assert window is None or seat not in window.asks
            with pytest.raises(IllegalAction):
                game.resign(state, seat, FastChance(4))
        assert game.result(state) is not None


@EVERY_GAME
def test_a_game_goes_on_without_those_who_resigned(key: str) -> None:
    game = GAMES[key]
    seats = max(game.seats)
    luck = FastChance(8)
    state = game.start(game.Options(), seats, luck).state
    state = game.resign(state, 0, luck).state
    for _ in range(3):
        window = game.window(state)
        if window is None:
            break
        state = game.advance(state, {seat: next(iter(game.choices(state, seat))) for seat in window.asks}, luck).state


# ---- stand-ins


@EVERY_GAME
@pytest.mark.parametrize("level", Level)
def test_a_stand_in_answers_legally_and_repeatably_from_a_view(key: str, level: Level) -> None:
    for played in some_games(key, seeds=1):
        for turn in played.turns[:3]:
            for seat in turn.answers:
                view = played.game.view(turn.before, seat)
                stored = back(played.game.View, view)
                action = played.game.stand_in(view, seat, level, FastChance(6))
                played.game.allows(turn.before, seat, action)
                assert played.game.stand_in(stored, seat, level, FastChance(6)) == action
