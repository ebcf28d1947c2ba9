"""The effect stack and its checkpoints (3.10), the end of a turn (73 to 75) and hazards (88 to 92)."""

from __future__ import annotations

import pytest

from tests.engines.thunder_road.boards import Scene, board, spot


def pushed(direction: str, *pieces: str, at: str = "A11", wishes: tuple[str, ...] = (), **more: object) -> Scene:
    """Ember's Dart pushes Tide's Dart from ``at``, in lane A or C."""
    state = board(f"ES {at[0]}{int(at[1:]) - 1}", f"TS {at}", *pieces, **more)  # pyright: ignore[reportArgumentType]
    return Scene(state, "slam bottom", f"direction {direction}", *wishes).assign("ES", 1, "F")


# ---- E1 to E8


def test_e1_and_e2_off_the_road() -> None:
    assert pushed("FL", "TM start").at("TS") is None
    assert pushed("FL", "TM start", at="A24", finish=True).at("TS") is None, "the side comes before the finish"


def test_e3_over_the_finish_wins_in_the_middle_of_a_stack() -> None:
    scene = pushed("F", "TM start", at="A24", finish=True)
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 1, "finish")
    assert (scene.state.stack, scene.state.question) == ((), None)


def test_e3_an_extension_goes_on_with_the_move() -> None:
    scene = pushed("F", "TM start", at="A24", pile="D1 A1 B1")
    assert (scene.at("TS"), scene.road.laid, scene.road.finish) == ("A25", 4, False)


def test_e4_a_rock_eliminates() -> None:
    assert pushed("FL", "TM start", at="C13", tiles="C2 C1 C2").at("TS") is None


@pytest.mark.parametrize(("kind", "after"), [("clear", {"A12": "clear up"}), ("mud", {"A12": "mud up"}), ("mine", {})])
def test_e5_a_token_is_turned_over(kind: str, after: dict[str, str]) -> None:
    scene = pushed("F", tokens={"A12": kind}, damage="dent")
    assert scene.tokens == after
    assert scene.at("TS") == "A12"
    assert scene.car("TS").damage == (("dent",) if kind == "mine" else ())


def test_e5_a_token_comes_before_the_vehicle_it_reveals() -> None:
    scene = pushed("F", tokens={"A12": "wreck"}, wishes=("slam bottom", "direction F"))
    assert (scene.at("TS"), scene.at("W0"), scene.road.discard) == ("A12", "A13", ("wreck",))


def test_e6_only_driving_and_sliding_of_the_active_car_count() -> None:
    """Tide is pushed over off-road ground; Ember has only been on road."""
    state = board("ES C10", "TS C11", "TM start", damage="skid_F", choppers={"E": "E2"}, dice={"E": "1 4 1m 1m"})
    scene = Scene(state, "shot S,M").assign("ES", 1, command="airstrike 4 B10 TS")
    assert scene.at("TS") == "C12"
    assert scene.drive("F").asked == "E bonus"


def test_e7_before_e8_no_slide_after_a_slam() -> None:
    """On open oil stands Bone's Dart: the pushed car slams it and does not slide."""
    scene = pushed("F", "BS A12", tokens={"A12": "oil up"}, wishes=("slam bottom", "direction F"))
    assert (scene.at("TS"), scene.at("BS")) == ("A12", "A13")


def test_e8_old_and_new_oil() -> None:
    for words in ("oil", "oil up"):
        scene = pushed("F", tokens={"A12": words}, wishes=("direction FR",))
        assert (scene.at("TS"), scene.tokens) == ("B12", {"A12": "oil up"})


def test_depth_first() -> None:
    """Tide slams Bone, Bone's chain is done before the next slam's dice."""
    scene = pushed("F", "BS A12", "VS A13", wishes=("slam bottom", "direction F", "slam top", "direction FR"))
    assert [scene.at(name) for name in ("ES", "TS", "BS", "VS")] == ["A11", "A12", "B13", "A13"]


def test_pending_effects_of_what_is_removed_are_dropped() -> None:
    """Dazed over the side with moves left; a second token that was being resolved returns as well."""
    state = board("ES A10", "TS A12 dent", "TM start", damage="dazed")
    scene = Scene(state, "shot S,M", "stunt 4", "direction BL").assign("ES", 1, "F").shoot("TS")
    assert (scene.at("TS"), scene.damage, scene.state.stack) == (None, ["dazed", "dent"], ())


# ---- checkpoints


def test_c1_out_without_an_operable_car() -> None:
    state = board(
        "ES A10",
        "TS A12 dent",
        "TL C20 dent dent",
        "BS start",
        choppers={"T": "C15"},
        dice={"T": "1 2 3 4"},
        damage="dent",
    )
    scene = Scene(state, "shot S,M").assign("ES", 1, "F").shoot("TS")
    assert (scene.crew("T").out, scene.crew("T").chopper, scene.crew("T").dice) == (1, None, ())
    assert (scene.at("TS"), scene.at("TL")) == ("A12", "C20"), "they stay as obstacles"
    assert (scene.road.finish, scene.asked) == (True, "B assign")


def test_c1_start_area_cars_count() -> None:
    state = board("ES A10", "TS A12 dent", "TM start", "BS start", damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 1, "F").shoot("TS")
    assert scene.crew("T").out is None


def test_c1_an_obstacle_is_slammed_but_not_shot() -> None:
    state = board("ES A10", "TS A11 dent dent", "BS start", out={"T": 1}, finish=True)
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.asked) == ("A12", "B assign")


def test_c2_nobody_left_of_three() -> None:
    """Tide and Ember go in one stack, Bone before: the active player has won."""
    state = board("ES A10 dent", "TS A12 dent", damage="shrapnel dent", out={"B": 1}, seats=3, finish=True)
    scene = Scene(state, "shot S,M", "direction B").assign("ES", 1, "F").shoot("TS")
    assert (scene.state.winner, scene.state.reason) == (0, "nobody")
    assert [crew.out for crew in scene.state.crews] == [3, 2, 1]


@pytest.mark.parametrize(("order", "winner"), [("ETB", 1), ("EBT", 2)])
def test_c2_without_the_active_player_it_is_the_next_in_turn_order(order: str, winner: int) -> None:
    """Ember has resigned in the middle of its turn; Tide and Bone lose their last cars in one stack."""
    state = board("ES A10", "TL A11 dent", "BS A14 dent", order=order, tokens={"A12": "mine"}, damage="shrapnel dent")
    scene = Scene(state, "slam bottom", "direction F", "direction F").assign("ES", 1, "F").resign("E")
    assert scene.asked == "T reroll"
    scene.reroll(False)
    assert (scene.state.winner, scene.state.reason) == (winner, "nobody")
    assert scene.crew("E").out == 1
    assert {scene.crew("T").out, scene.crew("B").out} == {2, 3}
    assert scene.state.crews[winner].out == 3


def test_c2_the_active_player_first() -> None:
    """Two go out together, the active one ranks before the other (ruling 86)."""
    state = board("ES A10 dent", "TS A12 dent", "BS B12 dent", damage="shrapnel dent", order="EBT")
    scene = Scene(state, "shot S,M", "direction B").assign("ES", 1, "F").shoot("TS")
    assert (scene.state.winner, scene.state.reason) == (2, "last")
    assert [crew.out for crew in scene.state.crews] == [2, 1, None]


def test_c3_one_left_wins() -> None:
    scene = pushed("FL", out={"B": 1}, seats=3, finish=True)
    assert (scene.state.winner, scene.state.reason) == (0, "last")


@pytest.mark.parametrize("seats", [3, 4])
def test_c4_the_first_crew_out_makes_the_lead_road_final(seats: int) -> None:
    scene = pushed("FL", seats=seats)
    assert (scene.road.finish, scene.road.laid, scene.asked) == (True, 3, "B assign")


def test_c4_an_extension_in_the_same_stack_has_already_happened() -> None:
    """Tide's last car is pushed over the front edge and lands under nothing; Bone's only car was on the rear tile."""
    scene = pushed("F", "BS C2", at="A24", pile="D1 A1 B1")
    assert (scene.crew("B").out, scene.road.laid, scene.road.finish) == (1, 4, True)
    assert (scene.at("TS"), scene.road.front) == ("A25", 32)


# ---- the end of a turn


def test_ruling_73_the_sweep_takes_everything_under_any_chopper() -> None:
    state = board(
        "ES A10", "TS B3", "TM C4 dent dent", "BS start", "W0 D4",
        choppers={"E": "B3", "T": "C4", "B": "D4"}, damage="", dice={"E": "2 1 1 1"},
    )  # fmt: skip
    scene = Scene(state).assign("ES", 2, "F F")
    assert (scene.at("TS"), scene.at("TM"), scene.at("W0")) == (None, None, None)
    assert scene.damage == ["dent", "dent"]
    assert scene.crew("T").out == 1
    assert (scene.road.finish, scene.asked) == (True, "B assign")


def test_ruling_73_then_a_checkpoint_with_the_active_player_first() -> None:
    state = board("ES A10", "TS C4", "BS start", choppers={"B": "C4", "T": "A12"}, dice={"E": "2 1 1 1"})
    scene = Scene(state).assign("ES", 2, "F F")
    assert (scene.state.winner, scene.state.reason) == (2, "last")
    assert [crew.out for crew in scene.state.crews] == [2, 1, None]


def test_ruling_73_the_die_stays_on_the_dashboard() -> None:
    scene = Scene(board("ES A10", dice={"E": "2 1 1 1"})).assign("ES", 2, "F F")
    assert [(die.use, die.car) for die in scene.crew("E").dice] == [
        ("move", 0),
        (None, None),
        (None, None),
        (None, None),
    ]


def test_ruling_74_the_next_airstrike_takes_the_chopper_away_in_time() -> None:
    state = board("ES A10", choppers={"E": "A12"}, dice={"E": "2 4 1 1"})
    scene = Scene(state).assign("ES", 2, "F F", "airstrike 4 C3")
    assert (scene.at("ES"), scene.crew("E").chopper) == ("A12", spot("C3"))


def test_ruling_75_a_vehicle_under_a_chopper_has_entered() -> None:
    state = board("ES A10", "TS C12", dice={"E": "2 4 1 1"})
    scene = Scene(state)
    scene.refused("strike_space", scene.assignment("ES", 2, command="airstrike 4 C12"))


# ---- hazards


def test_ruling_88_clear_and_mud_never_trigger_again() -> None:
    state = board("ES C10", tokens={"C11": "clear", "C12": "mud"}, dice={"E": "6 1 1 1"})
    scene = Scene(state).assign("ES", 6, "F").drive("F")
    assert (scene.tokens, scene.turn.left) == ({"C11": "clear up", "C12": "mud up"}, 3)
    state = board("ES C10", tokens={"C11": "clear up", "C12": "mud up"}, dice={"E": "6 1 1 1"})
    scene = Scene(state).assign("ES", 6, "F F")
    assert (scene.tokens, scene.turn.left, scene.turn.revealed) == ({"C11": "clear up", "C12": "mud up"}, 3, False)


def test_ruling_89_oil_slides_each_time_and_may_kill() -> None:
    state = board("ES A10", "EM start", tokens={"A11": "oil up"})
    scene = Scene(state, "direction BR", "direction BL").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.turn.left) == ("B10", 3)
    assert scene.drive("FL").at("ES") is None


def test_ruling_89_oil_slides_wrecks_too() -> None:
    state = board("ES A10", "W0 A11", tokens={"A12": "oil"})
    scene = Scene(state, "slam bottom", "direction F", "direction F").assign("ES", 1, "F")
    assert scene.at("W0") == "A13"


def test_ruling_90_a_mine_under_a_wreck() -> None:
    state = board("ES A10", "W0 A11", tokens={"A12": "mine"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("W0"), scene.tokens, scene.road.discard) == (None, {}, ("mine",))
    assert len(scene.road.damage) == 4


def test_ruling_90_a_mine_under_an_inoperable_car() -> None:
    state = board("ES A10", "TS A11 dent dent", "TM start", tokens={"A12": "mine"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.at("TS"), scene.car("TS").damage, scene.tokens) == ("A12", ("dent", "dent"), {})


def test_ruling_91_a_wreck_on_a_wreck_token() -> None:
    state = board("ES A10", "W0 A11", tokens={"A12": "wreck"})
    scene = Scene(state, "slam bottom", "direction F", "slam top", "direction FR").assign("ES", 1, "F")
    assert (scene.at("W0"), scene.at("W1")) == ("B12", "A12")


def test_ruling_91_there_may_be_more_than_four_wrecks() -> None:
    state = board("ES A10", "W0 C1", "W1 C2", "W2 C3", "W3 C4", tokens={"A11": "wreck"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert len(scene.state.wrecks) == 5


def test_ruling_92_the_spot_is_plain_ground_afterwards() -> None:
    state = board("ES C10", "TS D10", tokens={"C11": "mine"}, damage="skid_FL", dice={"E": "1 1 1 1"})
    scene = Scene(state).assign("ES", 1, "F")
    assert (scene.at("ES"), scene.tokens) == ("B11", {})
    scene.assign("TS", 1, "FL")
    assert (scene.at("TS"), scene.asked) == ("C11", "T bonus")
