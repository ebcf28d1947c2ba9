"""The acceptance tests of section 4.9 about damage, choppers, dice, the road and the end: 12 to 24."""

from __future__ import annotations

import pytest

from engines.thunder_road import GAME
from engines.thunder_road.model import Assign
from tests.engines.thunder_road.boards import Scene, board, spot

LONG = "clear mud oil mine wreck clear mud oil"


def test_acceptance_12_the_second_damage_is_a_blast_over_the_finish() -> None:
    state = board("ES A21", "TS A23 dent", damage="blast dent", finish=True)
    scene = Scene(state, "shot S,M", "direction F", "stunt 2").assign("ES", 1, "F").shoot("TS")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 1, "finish")


def shot(*pieces: str, damage: str, wishes: tuple[str, ...]) -> Scene:
    """Ember's Dart drives to A11 and hits Tide's Dart at A12."""
    state = board("ES A10", "TS A12", *pieces, damage=damage)
    return Scene(state, "shot S,M", *wishes).assign("ES", 1, "F").shoot("TS")


def test_acceptance_13_shrapnel_hits_an_own_car() -> None:
    scene = shot("TL A14", damage="shrapnel dent", wishes=("direction F",))
    assert scene.car("TS").damage == ("shrapnel",)
    assert scene.car("TL").damage == ("dent",)


def test_acceptance_13_shrapnel_is_absorbed_by_an_inoperable_car() -> None:
    scene = shot("TL A14 dent dent", "EL A15", damage="shrapnel blast", wishes=("direction F",))
    assert scene.car("TL").damage == ("dent", "dent")
    assert scene.car("EL").damage == ()
    assert scene.road.damage == ("blast",)


def test_acceptance_13_shrapnel_removes_a_wreck() -> None:
    scene = shot("W0 A15", damage="shrapnel blast", wishes=("direction F",))
    assert scene.at("W0") is None
    assert scene.road.damage == ("blast",)


def test_acceptance_13_shrapnel_may_hit_nothing() -> None:
    scene = shot("TL B14", damage="shrapnel blast", wishes=("direction F",))
    assert scene.car("TL").damage == ()
    assert scene.car("TS").damage == ("shrapnel",)


def test_acceptance_14_the_third_damage_is_ignored_while_two_are_resolving() -> None:
    state = board("ES A10", "TS A12", "TL start", damage="skid_F skid_F blast", tokens={"A13": "mine", "A14": "mine"})
    scene = Scene(state, "shot S,M").assign("ES", 1, "F").shoot("TS")
    assert (scene.at("TS"), scene.car("TS").damage) == ("A14", ("skid_F", "skid_F"))
    assert scene.road.damage == ("blast",)
    assert scene.road.discard == ("mine", "mine")
    assert not scene.car("TS").operable


def dazed(tiles: str, *pieces: str, wishes: tuple[str, ...]) -> Scene:
    """Ember's Dart drives to D10 and hits Tide's Dart at D11 of the middle tile; it is dazed."""
    state = board("ES D9", "TS D11", *pieces, tiles=tiles, damage="dazed dent")
    return Scene(state, "shot S,M", "stunt 3", *wishes).assign("ES", 1, "F").bonus(False).shoot("TS")


def test_acceptance_15_mud_takes_two_of_a_dazed_car_s_moves() -> None:
    scene = dazed("C2 B1 C2", wishes=("direction F", "direction FR"))
    assert scene.at("TS") == "E13"


def test_acceptance_15_mud_may_be_entered_with_one_left() -> None:
    scene = dazed("C2 B1 C2", wishes=("direction BR", "direction FR", "direction FL"))
    assert scene.at("TS") == "E12"


def test_acceptance_15_a_dazed_car_stops_with_a_slam() -> None:
    scene = dazed("C2 C2 C2", "BS D12", wishes=("direction F", "slam bottom", "direction F"))
    assert (scene.at("TS"), scene.at("BS")) == ("D12", "D13")


def test_acceptance_16_under_the_own_chopper_at_the_end_of_the_turn() -> None:
    state = board("ES A10 dent", "EM start", choppers={"E": "A12"}, damage="")
    scene = Scene(state).assign("ES", 2, "F F")
    assert scene.at("ES") is None
    assert scene.damage == ["dent"]
    assert scene.crew("E").chopper == spot("A12")


def test_acceptance_16_passing_under_a_chopper_is_free() -> None:
    scene = Scene(board("ES A10", choppers={"E": "A12"})).assign("ES", 3, "F F F")
    assert (scene.at("ES"), scene.asked) == ("A13", "T assign")


def test_acceptance_16_pushed_under_a_chopper_in_another_s_turn() -> None:
    state = board("ES C10", "TS C11", "TM start", choppers={"T": "C12"})
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F")
    assert (scene.asked, scene.at("TS")) == ("E shoot", "C12")
    assert scene.hold().at("TS") is None
    assert scene.asked == "T assign"


@pytest.mark.parametrize(
    ("where", "why"),
    [("B13", "rock"), ("C11", "token"), ("D11", "token"), ("C14", "vehicle"), ("E10", "vehicle"), ("F10", "chopper"),
     ("E15", "chopper"), ("C25", "off")],
)  # fmt: skip
def test_acceptance_17_where_the_airstrike_is_refused(where: str, why: str) -> None:
    state = board(
        "ES A10", "TS C14", "W0 E10", tiles="C2 C1 C2", tokens={"C11": "mud up", "D11": "clear"},
        choppers={"E": "F10", "T": "E15"}, finish=True,
    )  # fmt: skip
    scene = Scene(state)
    caught = scene.refused("strike_space", scene.assignment("ES", 1, command=f"airstrike 4 {where}"))
    assert getattr(caught.facts["why"], "key", None) == f"thunder_road.why.{why}"


def test_acceptance_17_the_airstrike_is_refused_behind_the_road() -> None:
    """The start area lies behind row 1 of the first tile; after it come the removed tiles."""
    scene = Scene(board("ES A10"))
    action = Assign(0, 0, "airstrike", 3, spot=spot("C1")._replace(row=-1))
    scene.refused("strike_space", action)
    scene = Scene(board("ES A18", base=1))
    scene.refused("strike_space", scene.assignment("ES", 1, command="airstrike 4 C8"))
    scene.assign("ES", 1, "F", "airstrike 4 C9")
    assert scene.crew("E").chopper == spot("C9")


def test_acceptance_18_an_unmoved_car_that_is_repaired_gets_a_die_later() -> None:
    state = board("ES A10", "EM B2 dent blast", dice={"E": "1 2 3 6"}, damage="")
    scene = Scene(state).assign("ES", 1, "F", "repair 6 EM")
    assert scene.car("EM").damage == ("dent",)
    assert scene.damage == ["blast"]
    scene.assign("TS", 1, "A1")
    assert scene.asked == "E assign"
    scene.refused("unmoved_first", scene.assignment("ES", 2))
    scene.assign("EM", 2, "FL F")
    assert scene.at("EM") == "A4"


def test_acceptance_18_a_moved_car_that_is_repaired_can_only_coast() -> None:
    state = board("ES A10", "EM B2 dent blast moved", dice={"E": "2 3 6 1m"}, damage="", turns={"E": 1})
    scene = Scene(state).assign("ES", 2, "F F", "repair 6 EM").assign("TS", 1, "A1")
    scene.assign("EM", 3, "F")
    assert (scene.car("EM").coasts, scene.at("EM")) == (1, "B3")
    assert scene.asked == "T assign"


def test_acceptance_19_a_lone_car_moves_and_coasts_twice() -> None:
    scene = Scene(board("ES C2", dice={"E": "6 6 6 2"})).assign("ES", 2, "F F").bonus(False)
    scene.assign("TS", 1, "A1")
    scene.assign("ES", 6, "F")
    assert (scene.at("ES"), scene.asked) == ("C5", "T assign"), "one space, no bonus"
    scene.assign("TS", 2, "F")
    scene.assign("ES", 6, "F")
    assert (scene.at("ES"), scene.car("ES").coasts) == ("C6", 2)


def test_acceptance_19_a_third_coast_is_refused() -> None:
    scene = Scene(board("ES C2 coast coast", "EM C8 coast", turns={"E": 2}, dice={"E": "6 6m 1c 2c"}))
    scene.refused("coasted_out", Assign(0, 0))


def test_acceptance_19_coasting_is_refused_while_there_is_an_unmoved_car() -> None:
    scene = Scene(board("ES C2 moved", "EM start", turns={"E": 1}, dice={"E": "6 6m 1 2"}))
    scene.refused("unmoved_first", Assign(0, 0))


def test_acceptance_19_a_coasting_car_may_shoot() -> None:
    state = board("ES C2 moved", "TM C4", turns={"E": 1}, dice={"E": "6 6m 1 2"})
    scene = Scene(state, "shot L").assign("ES", 6, "F")
    assert scene.asked == "E shoot"
    assert scene.shoot("TM").asked == "T assign"


def test_acceptance_20_the_road_goes_on() -> None:
    state = board(
        "ES C23", "EM C2 dent", "TM D7 dazed skid_F", "TS C9", "BS start", "W0 E8",
        tiles="D2 C2 C2", pile="C1 B1 A1", choppers={"T": "E2", "B": "C10"},
        tokens={"B5": "mine", "D6": "mud up", "C11": "oil"}, bag=LONG, damage="",
    )  # fmt: skip
    state_bag = len(state.road.bag)
    scene = Scene(state).assign("ES", 4, "F F")
    assert (scene.at("EM"), scene.at("TM"), scene.at("W0")) == (None, None, None)
    assert (scene.at("TS"), scene.at("BS")) == ("C9", "start")
    assert scene.damage == ["dazed", "dent", "skid_F"]
    assert scene.crew("T").chopper is None
    assert scene.crew("B").chopper == spot("C10")
    assert sorted(scene.road.discard) == ["mine", "mud"]
    assert scene.faces == "C2 C2 C1"
    assert scene.road.pile == ("B1", "A1", "D1"), "the old tile turned over"
    assert (scene.road.rear, scene.road.front, scene.road.laid) == (8, 32, 4)
    assert {"C11": "oil"}.items() <= scene.tokens.items()
    assert len(scene.road.bag) == state_bag - (len(scene.tokens) - 1)
    assert (scene.at("ES"), scene.asked, scene.turn.left) == ("C25", "E drive", 2)
    assert scene.drive("FR F").at("ES") == "D26"


def test_acceptance_21_an_extension_that_puts_a_crew_out_makes_the_road_final() -> None:
    state = board("ES C24", "TS C2", "BS C10", tiles="D2 C2 C2", pile="C2 B1 A1", bag=LONG, dice={"E": "6 3 6 6"})
    scene = Scene(state).assign("ES", 6, "F", "nitro 3")
    assert scene.crew("T").out == 1
    assert scene.road.finish
    assert (scene.road.front, scene.faces) == (32, "C2 C2 C2")
    assert scene.asked == "E drive"
    assert (scene.turn.left, scene.at("ES")) == (8, "C25")
    scene.drive("F F F F F F F F")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 0, "finish")


@pytest.mark.parametrize(("laid", "finish"), [(3, False), (4, True)])
def test_acceptance_22_the_fifth_tile_is_final_for_two(laid: int, finish: bool) -> None:
    state = board("ES C24", base=0, laid=laid, pile="C1 B1 A1", bag=LONG)
    scene = Scene(state).assign("ES", 2, "F")
    assert (scene.road.laid, scene.road.finish) == (laid + 1, finish)
    assert scene.asked == "E drive"


def test_acceptance_22_one_of_two_out_ends_the_game() -> None:
    state = board("ES B10", "TS A11")
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 2, "FL")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", 0, "last")
    assert not scene.road.finish
    result = GAME.result(scene.state)
    assert result is not None
    assert (result.places, result.reason) == ((1, 2), "last")


@pytest.mark.parametrize("active", "ET")
def test_acceptance_23_the_active_player_wins_when_nobody_is_left(active: str) -> None:
    other = "T" if active == "E" else "E"
    state = board(f"{active}S A10 dent", f"{other}S A12 dent", turn=active, damage="shrapnel dent")
    scene = Scene(state, "shot S,M", "direction B").assign(f"{active}S", 1, "F").shoot(f"{other}S")
    assert (scene.asked, scene.state.winner, scene.state.reason) == ("over", "ET".index(active), "nobody")


def test_acceptance_24_the_bag_is_filled_again_from_the_discard() -> None:
    state = board("ES C24", tokens={"C5": "clear"}, tiles="C2 D2 C2", pile="A1 B1 E1", bag="mud", discard="oil mine")
    scene = Scene(state).assign("ES", 2, "F")
    assert sorted(scene.tokens.values()) == ["clear", "mine", "mud", "oil"]
    assert scene.fate.log == ["hazard bag"]
    assert (scene.road.bag, scene.road.discard) == ((), ())


def test_acceptance_24_spots_stay_empty_when_there_is_no_token_left() -> None:
    state = board("ES C24", pile="A1 B1 E1", bag="mud", discard="oil")
    scene = Scene(state).assign("ES", 2, "F")
    assert scene.tokens == {"B26": "mud", "E26": "oil"}
    assert (scene.road.bag, scene.road.discard) == ((), ())
    assert scene.asked == "E drive"
