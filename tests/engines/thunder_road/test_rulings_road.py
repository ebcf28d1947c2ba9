"""The road goes on, the finish, the ranking and leaving: rulings 76 to 87 and 93."""

from __future__ import annotations

import pytest

from engines.core import IllegalAction, Result
from engines.thunder_road import GAME
from tests.engines.thunder_road.boards import Scene, board, spot

BAG = "clear mud oil mine wreck clear mud oil"
ROADS = {"tiles": "D2 E1 C2", "pile": "A1 B2 C2"}


@pytest.mark.parametrize("marks", ["", "dent dent", "retired"])
def test_ruling_76_any_car_operable_or_not_driven_or_forced(marks: str) -> None:
    state = board("ES A23", f"TL A24 {marks}", "TS start", bag=BAG, **ROADS)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F").reroll(False)
    assert (scene.at("TL"), scene.faces) == ("A25", "E1 C2 A1")


def test_ruling_76_a_car_of_a_crew_that_is_out_lengthens_the_road_too() -> None:
    """Only before the finish lies there, so in the stack in which its crew goes out."""
    state = board("ES A23", "TS A24 retired", "BS start", out={"T": 1}, bag=BAG, **ROADS)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.road.laid, scene.road.finish) == ("A25", 4, True)


def test_ruling_76_the_tile_is_turned_over_and_goes_under_the_pile() -> None:
    for rear, other in (("D2", "D1"), ("S1", "S2"), ("A1", "A2")):
        state = board("ES C24", tiles=f"{rear} E1 C2", pile="B2 C1", bag=BAG)
        scene = Scene(state).assign("ES", 2, "F")
        assert (scene.faces, scene.road.pile) == ("E1 C2 B2", ("C1", other))
        assert [tile.number for tile in scene.road.tiles] == [1, 2, 3]


def test_ruling_76_hazards_are_drawn_from_the_rear_to_the_front() -> None:
    scene = Scene(board("ES C24", bag=BAG, **ROADS)).assign("ES", 2, "F")
    assert scene.tokens == {"B26": "clear", "E26": "mud", "D28": "oil", "C30": "mine"}
    assert scene.road.bag == ("wreck", "clear", "mud", "oil")


def test_ruling_77_the_active_player_s_other_cars_die_too() -> None:
    state = board("ES C24", "EM A1", "EL A8 dent", "TS A9", bag=BAG, damage="", **ROADS)
    scene = Scene(state).assign("ES", 2, "F")
    assert (scene.at("EM"), scene.at("EL"), scene.at("TS")) == (None, None, "A9")
    assert scene.damage == ["dent"]


def test_ruling_77_a_forced_extension_may_kill_the_active_car() -> None:
    """In the airstrike step, and with the moves that it still had."""
    state = board("ES C2", "EM C10", "TS C24", "TM C12", bag=BAG, damage="skid_F", **ROADS)
    scene = Scene(state, "shot S,M").assign("ES", 2, command="airstrike 4 C23 TS")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == (None, "C25", "T assign")


def test_ruling_77_also_while_it_shoots() -> None:
    """Shrapnel flies along the whole road and a skid lengthens it."""
    state = board("ES A2", "EM C10", "TS A4", "TM A24", bag=BAG, damage="shrapnel skid_F", **ROADS)
    scene = Scene(state, "shot S,M", "direction F").assign("ES", 1, "F").bonus(False).shoot("TS")
    assert (scene.at("ES"), scene.at("TS"), scene.at("TM"), scene.asked) == (None, None, "A25", "T assign")
    assert "shrapnel" in scene.damage


def test_ruling_78_several_extensions_in_a_turn() -> None:
    state = board("ES A24", "EM start", pile="C2 D1 A1", dice={"E": "6 3 1 1"})
    scene = Scene(state).assign("ES", 6, "F", "nitro 3")
    assert (scene.at("ES"), scene.turn.left) == ("A25", 8)
    scene.drive("F F F F F F F F")
    assert (scene.at("ES"), scene.road.laid, scene.faces) == ("A33", 5, "C2 C2 D1")


@pytest.mark.parametrize(("bag", "discard"), [("", "mine wreck"), ("oil", "mine wreck clear mud")])
def test_ruling_79_the_discard_fills_the_bag(bag: str, discard: str) -> None:
    scene = Scene(board("ES C24", bag=bag, discard=discard, **ROADS)).assign("ES", 2, "F")
    assert len(scene.tokens) == min(4, len((bag + " " + discard).split()))
    assert scene.fate.log == ["hazard bag"]


def test_ruling_79_both_empty() -> None:
    scene = Scene(board("ES C24", **ROADS)).assign("ES", 2, "F")
    assert (scene.tokens, scene.fate.log) == ({}, [])


def test_ruling_80_three_tiles_on_the_table_and_three_in_the_pile() -> None:
    state = board("ES A24", "EM start", pile="C2 D1 A1", tiles="S1 B2 E1", dice={"E": "6 3 1 1"})
    scene = Scene(state).assign("ES", 6, "F", "nitro 3").drive("F F F F F F F F")
    assert (scene.faces, scene.road.pile) == ("E1 C2 D1", ("A1", "S2", "B1"))


def test_ruling_81_the_tile_is_final_at_once() -> None:
    state = board("ES A24", laid=4, pile="C2 D1", dice={"E": "6 3 1 1"})
    scene = Scene(state).assign("ES", 6, "F", "nitro 3").drive("F F F F F F F F")
    assert (scene.state.winner, scene.state.reason, scene.at("ES")) == (0, "finish", "A33")


def test_ruling_82_with_the_finish_there_is_no_extension() -> None:
    state = board("ES C24", "TS C2", finish=True, seats=3)
    scene = Scene(state).assign("ES", 4, "F")
    assert (scene.state.winner, scene.road.laid, scene.at("TS")) == (0, 3, "C2")


@pytest.mark.parametrize("lane", "ABCDEF")
def test_ruling_83_any_lane_with_one_move(lane: str) -> None:
    scene = Scene(board(f"ES {lane}24", finish=True)).assign("ES", 1, "F")
    assert (scene.state.winner, scene.state.reason) == (0, "finish")


def test_ruling_83_a_diagonal_over_the_front_edge() -> None:
    assert Scene(board("ES B24", finish=True)).assign("ES", 1, "FL").state.winner == 0
    assert Scene(board("ES A24", finish=True)).assign("ES", 2, "FR").state.winner is None, "B24 is still road"


@pytest.mark.parametrize("marks", ["", "dent blast"])
def test_ruling_83_forced_and_inoperable_cars_count(marks: str) -> None:
    state = board("ES A23", f"TS A24 {marks}", "TM start", finish=True)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.state.winner, scene.state.reason) == (1, "finish")


def test_ruling_83_vehicles_of_nobody_are_removed() -> None:
    state = board("ES A23", "TS A24 dent dent", "BS start", out={"T": 1}, finish=True, damage="")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.state.winner, scene.damage) == (None, None, ["dent", "dent"])
    scene = Scene(board("ES A23", "W0 A24", finish=True), "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("W0"), scene.state.winner) == (None, None)


def test_ruling_84_the_finish_beats_last_standing() -> None:
    """Ember's last car is disabled by shrapnel in the stack in which Tide's is blown over the finish."""
    state = board("ES A22 dent", "TS A24 dent", finish=True, damage="blast")
    scene = Scene(state, "shot S,M", "direction F", "stunt 1").assign("ES", 1, "F").shoot("TS")
    assert (scene.state.winner, scene.state.reason) == (1, "finish")


@pytest.mark.parametrize(("laid", "finish"), [(8, False), (9, True)])
def test_ruling_85_the_tenth_tile_is_final_for_more_than_two(laid: int, finish: bool) -> None:
    scene = Scene(board("ES C24", laid=laid, seats=3)).assign("ES", 2, "F")
    assert scene.road.finish == finish


def last_of(round_: int, *pieces: str, first: str = "E", order: str = "ETB") -> Scene:
    """The last turn of a round: Bone drives from A2 to A4."""
    state = board(
        "BS A2", *pieces, round=round_, first=first, order=order, turn="B", turns={"E": 3, "T": 3, "B": 2},
        dice={"B": "2 1m 1m 1m"},
    )  # fmt: skip
    return Scene(state, rounds=True).assign("BS", 2, "F F")


def test_ruling_85_after_round_25_the_foremost_car_has_won() -> None:
    scene = last_of(25, "ES C9", "TS C10", "TL C20 dent dent")
    assert (scene.state.winner, scene.state.reason) == (1, "foremost")
    assert last_of(24, "ES C9", "TS C10").state.round == 25


def test_ruling_93_an_odd_lane_is_half_a_space_ahead() -> None:
    assert last_of(25, "ES D9", "TS C9").state.winner == 0
    assert last_of(25, "ES C9", "TS D9").state.winner == 1
    assert last_of(25, "ES B8", "TS A9").state.winner == 1


@pytest.mark.parametrize(("first", "winner"), [("E", 0), ("T", 1), ("B", 0)])
def test_ruling_93_ties_go_by_the_turn_order_of_the_round(first: str, winner: int) -> None:
    assert last_of(25, "ES C9", "TS E9", first=first).state.winner == winner


def result(scene: Scene) -> Result:
    found = GAME.result(scene.state)
    assert found is not None
    return found


def test_ruling_86_the_ranking_by_foremost_operable_car() -> None:
    state = board("ES C24", "TS C2", "TL C20 dent dent", "BS C9", "VS start", finish=True)
    scene = Scene(state).assign("ES", 1, "F")
    assert result(scene) == Result((1, 3, 2, 4), (25, 20, 9, 0), "finish")


def test_ruling_86_crews_that_are_out_the_latest_first() -> None:
    state = board("ES C24", "BS start", "TS C22 dent dent", finish=True, out={"T": 1, "V": 2}, seats=4)
    scene = Scene(state).assign("ES", 1, "F")
    assert result(scene).places == (1, 4, 2, 3)


def test_ruling_86_in_the_same_checkpoint_by_turn_order() -> None:
    state = board(
        "ES A10", "TS C4", "BS C6", "VS start", choppers={"T": "C4", "B": "C6"}, order="EBTV", finish=True, damage=""
    )
    scene = Scene(state).assign("ES", 2, "F F")
    assert [crew.out for crew in scene.state.crews] == [None, 1, 2, None]


def test_there_is_no_result_before_the_end() -> None:
    assert GAME.result(board("ES A10")) is None


# ---- leaving


def test_ruling_87_one_who_leaves_is_out() -> None:
    state = board("ES A10", "TS A12 dent", "TM start", "BS start", choppers={"T": "C3"})
    scene = Scene(state).resign("T")
    assert (scene.crew("T").out, scene.crew("T").chopper, scene.crew("T").dice) == (1, None, ())
    assert (scene.car("TS").damage, scene.car("TS").operable, scene.car("TM").operable) == (("dent",), False, False)
    assert (scene.at("TS"), scene.road.finish, scene.asked) == ("A12", True, "E assign")
    assert scene.chapters == ["resign"]


def test_ruling_87_the_last_one_has_won() -> None:
    scene = Scene(board("ES A10", "TS A12")).resign("E")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 1, "last")


def test_ruling_87_only_one_who_is_in_the_game_leaves_it() -> None:
    scene = Scene(board("ES A10", "TS A12", "BS start", out={"B": 1}))
    for letter in "BV":
        with pytest.raises(IllegalAction):
            scene.resign(letter)


def test_ruling_87_a_target_that_has_left_is_none() -> None:
    state = board("ES A10", "TS A12", "BS start")
    scene = Scene(state).assign("ES", 1, "F")
    assert scene.asked == "E shoot"
    assert scene.resign("T").asked == "B assign"


def test_ruling_87_the_active_one_loses_moves_and_shot() -> None:
    state = board("ES A10", "TS C12", "BS start", choppers={"T": "A11"}, damage="")
    scene = Scene(state).assign("ES", 4, "F").resign("E")
    assert (scene.asked, scene.at("ES")) == ("T assign", None), "the sweep comes at the end of the turn"
    assert scene.car("ES").place == "gone"
    scene = Scene(state).resign("E")
    assert (scene.asked, scene.at("ES")) == ("T assign", "A10")


def test_ruling_87_a_reroll_that_was_asked_lapses() -> None:
    state = board("ES A10", "TL A11", "TS start", "BS start")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert scene.asked == "T reroll"
    scene.resign("T")
    assert (scene.at("ES"), scene.at("TL"), scene.asked) == ("A11", "A12", "B assign")
    assert scene.chapters[0] == "resign"


def test_ruling_87_a_reroll_that_was_asked_of_another_stands() -> None:
    state = board("ES A10", "TL A11", "TS start", "BS start", "BM A12", tokens={"A13": "oil"})
    scene = Scene(state, "slam bottom", "direction F", "slam top", "direction FR").assign("ES", 4, "F").resign("E")
    assert scene.asked == "T reroll"
    scene.reroll(False)
    assert scene.asked == "T reroll", "its Maul was pushed into Bone's Fang"
    scene.reroll(False)
    assert (scene.at("TL"), scene.at("BM"), scene.at("ES"), scene.asked) == ("B12", "A12", "A11", "T assign")


def test_ruling_87_a_drifter_that_leaves_in_another_s_space_slams() -> None:
    state = board("ES A10", "TS A11", "BS start", dice={"E": "2 3 1 1"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 2, "F", "drift 3")
    assert scene.turn.drift == "passing"
    scene.resign("E")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == ("A11", "A12", "T assign")


def test_ruling_87_leaving_between_turns_of_the_last_round_ends_it() -> None:
    """The others have had their three turns, so a round begins."""
    state = board("ES A10", "TS A12", "BS start", turns={"E": 2, "T": 3, "B": 3}, first="B", order="BET")
    scene = Scene(state, rounds=True).resign("E")
    assert (scene.state.round, scene.asked) == (3, "T assign")
    assert scene.fate.log.count("move die") == 8


def test_a_scene_s_steps_belong_to_its_turn() -> None:
    scene = Scene(board("ES A10", "TS C12")).assign("ES", 2, "F F")
    assert scene.chapters == ["turn-7"]
    assert (scene.window.scene, scene.window.hidden, scene.window.kind) == ("turn-8", False, "turn")
    assert scene.crew("E").chopper != spot("C3")
