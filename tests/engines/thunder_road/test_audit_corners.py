"""Corners of the rulings in which an independent second engine was compared with this one, and in which both agree."""

from __future__ import annotations

import pytest

from engines.core import IllegalAction
from engines.thunder_road import GAME
from engines.thunder_road.model import Assign
from tests.engines.thunder_road.boards import Scene, board


def test_ruling_62_a_mine_that_is_ignored_does_not_end_a_daze() -> None:
    """The dazed car has a token, so the mine's damage is ignored: no draw, and no moves are lost."""
    state = board("ES A2", "TS C12 dent", "TM start", damage="dazed blast", tokens={"C13": "mine"})
    scene = Scene(state, "shot S,M", "stunt 2", "direction F", "direction F")
    scene.assign("ES", 1, command="airstrike 4 C11 TS")
    assert (scene.at("TS"), scene.car("TS").damage) == ("C14", ("dent", "dazed"))
    assert (scene.tokens, scene.road.discard, scene.damage) == ({}, ("mine",), ["blast"])


def test_ruling_69_a_second_daze_ends_the_first() -> None:
    state = board("ES A2", "TS C12", "TM start", damage="dazed dazed", tokens={"C13": "mine"})
    scene = Scene(state, "shot S,M", "stunt 4", "direction F", "stunt 1", "direction FR")
    scene.assign("ES", 1, command="airstrike 4 C11 TS")
    assert (scene.at("TS"), scene.car("TS").damage) == ("D13", ("dazed", "dazed"))


def test_ruling_87_a_drifter_who_leaves_in_an_occupied_space_still_slams() -> None:
    state = board("ES B10", "TS B11", "BS start", dice={"E": "1 3 5 6"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F", command="drift 3")
    assert scene.asked == "E bonus"
    scene.resign("E")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("B11", "B12", "T assign")
    assert scene.road.finish


def test_ruling_58_a_target_that_retires_closes_the_question() -> None:
    """The shot was asked for; its only target's crew leaves, and there is nothing left to shoot at."""
    scene = Scene(board("ES B10", "TS B12", "BS start")).assign("ES", 1, "F")
    scene.bonus(take=False)
    assert scene.asked == "E shoot"
    scene.resign("T")
    assert scene.asked == "B assign"


@pytest.mark.parametrize(
    ("reason", "pieces", "dice", "draft"),
    [
        ("command_die", ("ES A10",), "6 2 1 1", Assign(0, 1, "drift")),
        ("command_die", ("ES A10 dent",), "6 2 1 1", Assign(0, 0, "repair", repaired=0)),
        ("command_die", ("ES A10",), "6m 2 1m 1m", Assign(command="nitro", command_die=1)),
        ("no_repair", ("ES A10",), "6 2 1 1", Assign(0, 1, "repair", 0)),
        ("command_coasting", ("ES A10 moved",), "6m 2 1 1", Assign(die=1, command="nitro")),
    ],
)
def test_ruling_18_a_draft_whose_command_can_never_be_given_is_refused(
    reason: str, pieces: tuple[str, ...], dice: str, draft: Assign
) -> None:
    """No legal answer could grow from it: no die that fits is left, or nothing to give the command to."""
    view = GAME.view(board(*pieces, dice={"E": dice}), 0)
    with pytest.raises(IllegalAction) as caught:
        GAME.drafts(view, 0, draft)
    assert caught.value.reason == reason
