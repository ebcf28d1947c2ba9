"""Taking back, standing in and how much a player decides: rulings 94 to 97, and what is drawn from luck."""

from __future__ import annotations

import pytest

from engines.chance import FastChance
from engines.core import Level
from engines.thunder_road import GAME, stand_in
from engines.thunder_road.model import Assign, TakeBack
from tests.engines.thunder_road.boards import Scene, board


def test_ruling_95_a_turn_is_taken_back_to_its_beginning() -> None:
    state = board("ES A10", choppers={"E": "C3"}, dice={"E": "4 2 1 1"})
    scene = Scene(state).assign("ES", 4, "F", "airstrike 2 C5")
    assert (scene.asked, scene.view.may_take_back) == ("E drive", True)
    assert TakeBack() in GAME.choices(scene.state, 0)
    scene.back()
    assert (scene.asked, scene.at("ES"), scene.turn.backs) == ("E assign", "A10", 1)
    assert (scene.state.crews, scene.state.cars, scene.road) == (state.crews, state.cars, state.road)
    scene.refused("cannot_take_back", TakeBack())


def test_ruling_95_before_the_shot_too() -> None:
    scene = Scene(board("ES A10", "TS A12")).assign("ES", 1, "F")
    assert scene.asked == "E shoot"
    assert scene.back().asked == "E assign"


def test_ruling_95_at_the_bonus_too() -> None:
    scene = Scene(board("ES C10", road=2)).assign("ES", 1, "F").bonus(True)
    assert scene.turn.on_bonus
    assert scene.back().at("ES") == "C10"
    assert not scene.turn.on_bonus


@pytest.mark.parametrize(
    ("at", "tokens", "wishes", "path", "command"),
    [
        ("A10", {"A11": "clear"}, (), "F", ""),
        ("A10", {"A11": "oil up"}, ("direction FR",), "F", ""),
        ("A24", {}, (), "F", ""),
        ("A10", {}, ("shot L",), "", "airstrike 4 A11 TS"),
        ("A10", {}, (), "F", "repair 6 EM"),
    ],
)
def test_ruling_95_not_after_a_reveal_or_a_roll(
    at: str, tokens: dict[str, str], wishes: tuple[str, ...], path: str, command: str
) -> None:
    state = board(f"ES {at}", "EM A9 dent", "TS A12", tokens=tokens, dice={"E": "3 4 6 1"})
    scene = Scene(state, *wishes).assign("ES", 3, path, command)
    assert scene.asked == "E drive"
    assert not scene.view.may_take_back
    scene.refused("cannot_take_back", TakeBack())


def test_ruling_95_not_after_the_turn() -> None:
    scene = Scene(board("ES A10")).assign("ES", 1, "F")
    assert scene.asked == "T assign"
    scene.refused("cannot_take_back", TakeBack())
    assert scene.state.back is None


def test_ruling_95_not_without_end() -> None:
    scene = Scene(board("ES A10"))
    for _ in range(9):
        scene.assign("ES", 4, "F").back()
    scene.assign("ES", 4, "F")
    scene.refused("cannot_take_back", TakeBack())


def test_ruling_96_the_stand_in_plays_a_whole_turn() -> None:
    """Also in the start area, under choppers, with nothing but coasting, and only by answers that are legal."""
    for state in (
        board("ES start", "EM start", "TS A1", round=1),
        board("ES A10", "EM C5 dent dent", "TS A12", choppers={"T": "A11"}, dice={"E": "6 5 3 1"}),
        board("ES C23", "EM C2", "TS C24", bag="mud oil mine clear wreck mud oil"),
        board("ES A10 moved", "TS A12"),
        board("ES A24", "TS A22", finish=True),
    ):
        for level in Level:
            luck, now = FastChance(5), state
            while now.winner is None and now.turn.number == state.turn.number:
                window = GAME.window(now)
                assert window is not None
                (seat,) = window.asks
                answer = stand_in.answer(GAME.view(now, seat), seat, level, luck)
                GAME.allows(now, seat, answer)
                now = GAME.advance(now, {seat: answer}, luck).state
            assert now.winner == 0 or now.turn.seat == 1


def test_ruling_96_it_repairs_and_takes_the_finish() -> None:
    state = board("ES A24", "EM C5 dent dent", "TS A22", finish=True, dice={"E": "1 6 5 3"})
    for level in Level:
        answer = stand_in.answer(GAME.view(state, 0), 0, level, FastChance(1))
        assert isinstance(answer, Assign)
        now = GAME.advance(state, {0: answer}, FastChance(1)).state
        while now.winner is None and now.turn.seat == 0:
            answer = stand_in.answer(GAME.view(now, 0), 0, level, FastChance(1))
            now = GAME.advance(now, {0: answer}, FastChance(1)).state
        assert (now.winner, now.reason) == (0, "finish")


def test_ruling_97_a_turn_is_a_handful_of_answers() -> None:
    """Assign with the whole path, the bonus, its path, the shot: no window opens where there is no choice."""
    scene = Scene(board("ES C10", "TS C14", road=1), "shot M").assign("ES", 2, "F F")
    assert scene.asked == "E bonus"
    assert scene.bonus(True).asked == "E drive"
    assert scene.drive("F").asked == "E shoot"
    assert scene.shoot("TS").asked == "T assign"
