"""Shooting and damage: rulings 57 to 72."""

from __future__ import annotations

import pytest

from engines.thunder_road.model import Shoot
from tests.engines.thunder_road.boards import Scene, board, vehicle


def test_ruling_57_the_three_spaces_of_the_front_arc() -> None:
    state = board("ES A10", "TS A12", "TM B11", "TL C12", "BS A13", "BM B10", "BL B12")
    scene = Scene(state).assign("ES", 1, "F")
    assert scene.targets == {"TS", "TM", None}
    scene = Scene(board("ES B10", "TS B12", "TM A12", "TL C12", "BS C11", "BM A11")).assign("ES", 1, "F").bonus(False)
    assert scene.targets == {"TS", "TM", "TL", None}


def test_ruling_57_across_a_tile_border() -> None:
    scene = Scene(board("ES B15", "TS A17", "TM B17", "TL C17")).assign("ES", 1, "F").bonus(False)
    assert scene.targets == {"TS", "TM", "TL", None}


def test_ruling_57_optional_and_without_a_target_not_asked() -> None:
    state = board("ES A10", "TS A12")
    scene = Scene(state).assign("ES", 1, "F").hold()
    assert (scene.asked, scene.car("TS").damage) == ("T assign", ())
    assert Scene(board("ES A10", "TS A13")).assign("ES", 1, "F").asked == "T assign"


def test_ruling_57_one_target_one_roll() -> None:
    scene = Scene(board("ES A10", "TS A12", "TM B11"), "shot M").assign("ES", 1, "F")
    scene.refused("no_target", Shoot(vehicle("TL")))
    scene.refused("no_target", Shoot(55))
    assert scene.shoot("TS").asked == "T assign"


def test_ruling_57_a_shot_needs_no_move_made_whole() -> None:
    state = board("ES A10", "TS A12", tokens={"A11": "mine"}, damage="dent")
    assert Scene(state).assign("ES", 4, "F").asked == "E shoot"


def test_ruling_57_an_inoperable_car_does_not_shoot() -> None:
    """The second token, in the middle of its move; and one that has left the road."""
    state = board("ES A10 dent", "EM start", "TS A12", tokens={"A11": "mine"}, damage="dent")
    scene = Scene(state).assign("ES", 4, "F")
    assert (scene.at("ES"), scene.car("ES").operable, scene.asked) == ("A11", False, "T assign")


def test_ruling_58_operable_cars_and_wrecks_also_one_s_own() -> None:
    state = board("ES A10", "EM A12", "W0 B11")
    scene = Scene(state, "shot M").assign("ES", 1, "F")
    assert scene.targets == {"EM", "W0", None}
    assert scene.shoot("EM").car("EM").damage == ("dent",)


def test_ruling_58_inoperable_cars_are_no_targets() -> None:
    state = board("ES A10", "TL A12 dent dent", "TM B11 retired", "TS start")
    assert Scene(state).assign("ES", 1, "F").asked == "T assign"


HITS = {"S": {"S,M", "S,M,L"}, "M": {"S,M", "M", "S,M,L"}, "L": {"L", "S,M,L"}}


@pytest.mark.parametrize("size", "SML")
@pytest.mark.parametrize("face", ["S,M", "M", "L", "S,M,L"])
def test_ruling_59_the_face_shows_the_sizes_it_hits(size: str, face: str) -> None:
    state = board("ES A10", f"T{size} A12", damage="dent")
    scene = Scene(state, f"shot {face}").assign("ES", 1, "F").shoot(f"T{size}")
    assert bool(scene.car(f"T{size}").damage) == (face in HITS[size])


@pytest.mark.parametrize("face", ["S,M", "M", "L", "S,M,L"])
def test_ruling_59_a_wreck_is_hit_like_a_dart_and_removed(face: str) -> None:
    scene = Scene(board("ES A10", "W0 A12"), f"shot {face}").assign("ES", 1, "F").shoot("W0")
    assert (scene.at("W0") is None) == (face in HITS["S"])
    assert len(scene.road.damage) == 4


def test_ruling_60_there_is_no_cover() -> None:
    state = board("ES A10", "TS A12", tokens={"A12": "mud up"}, choppers={"T": "B11"}, damage="dent")
    scene = Scene(state, "shot S,M").assign("ES", 1, "F").shoot("TS")
    assert scene.car("TS").damage == ("dent",)


def test_ruling_61_the_turn_ends_as_always_when_the_active_car_died() -> None:
    """The sweep takes Tide's Dart under Ember's chopper, though Ember's car is gone."""
    state = board("ES A10", "EM start", "TS C12", "TM start", choppers={"E": "C12"}, tokens={"A11": "oil"})
    scene = Scene(state, "direction FL").assign("ES", 4, "F")
    assert (scene.at("ES"), scene.at("TS"), scene.asked) == (None, None, "T assign")
    assert scene.crew("E").turns == 1


# ---- damage. Ember's Dart drives to A11 and hits Tide's Dart at A12, or its chopper at C11 hits it at C12.


def hit(
    *pieces: str, damage: str, wishes: tuple[str, ...] = (), at: str = "A12", marks: str = "", **more: object
) -> Scene:
    """``at`` is in lane A or C; from lane C the bonus is declined."""
    behind = f"{at[0]}{int(at[1:]) - 2}"
    start = [] if any(piece.startswith("TM") for piece in pieces) else ["TM start"]
    state = board(
        f"ES {behind}", f"TS {at} {marks}", *start, *pieces, damage=damage, **more,  # pyright: ignore[reportArgumentType]
    )  # fmt: skip
    scene = Scene(state, "shot S,M", *wishes).assign("ES", 1, "F")
    if scene.asked == "E bonus":
        scene.bonus(False)
    return scene.shoot("TS")


def struck(*pieces: str, damage: str, wishes: tuple[str, ...] = (), marks: str = "", **more: object) -> Scene:
    """Ember's chopper at C11 hits Tide's Dart at C12."""
    state = board(
        "ES A2", f"TS C12 {marks}", "TM start", *pieces, damage=damage, **more,  # pyright: ignore[reportArgumentType]
    )  # fmt: skip
    return Scene(state, "shot S,M", *wishes).assign("ES", 1, command="airstrike 4 C11 TS")


def test_ruling_62_an_inoperable_car_takes_no_damage() -> None:
    """Tide's Maul is pushed onto a mine."""
    state = board("ES A10", "TL A11 dent skid_F", "TS start", tokens={"A12": "mine"}, damage="blast")
    scene = Scene(state, "slam bottom", "direction F").assign("ES", 1, "F").reroll(False)
    assert (scene.at("TL"), scene.car("TL").damage, scene.damage) == ("A12", ("dent", "skid_F"), ["blast"])
    assert (scene.tokens, scene.road.discard) == ({}, ("mine",))


def test_ruling_62_a_token_being_resolved_counts() -> None:
    scene = hit(damage="skid_F blast", marks="dent", tokens={"A13": "mine"})
    assert (scene.at("TS"), scene.car("TS").damage) == ("A13", ("dent", "skid_F"))
    assert scene.damage == ["blast"]


def test_ruling_62_an_empty_pile_is_a_virtual_dent() -> None:
    scene = hit(damage="")
    assert (scene.at("TS"), scene.car("TS").damage) == ("A12", ("virtual",))
    scene = hit(damage="", marks="virtual")
    assert not scene.car("TS").operable


def test_ruling_62_virtual_tokens_do_not_come_back() -> None:
    scene = hit("BS A14", damage="skid_FL", marks="virtual")
    assert (scene.at("TS"), scene.damage) == (None, ["skid_FL"])


def test_ruling_63_damage_to_the_active_car_in_its_move() -> None:
    state = board("ES C10", tokens={"C11": "mine"}, damage="skid_F", dice={"E": "5 1 1 1"})
    scene = Scene(state).assign("ES", 5, "F")
    assert (scene.at("ES"), scene.asked) == ("C12", "T assign"), "no bonus, though it has only been on road"


def test_ruling_64_the_effect_comes_before_the_token_is_placed() -> None:
    """Shrapnel flies back: the shooter draws the next token while the first is not placed."""
    scene = hit(damage="shrapnel dazed dent", wishes=("direction B", "stunt 1", "direction BR"))
    assert (scene.at("ES"), scene.car("ES").damage) == ("B10", ("dazed",))
    assert scene.car("TS").damage == ("shrapnel",)


def test_ruling_64_the_second_token_still_has_its_effect() -> None:
    scene = hit(damage="skid_FR", marks="dent")
    assert (scene.at("TS"), scene.car("TS").damage, scene.car("TS").operable) == ("B12", ("dent", "skid_FR"), False)


def test_ruling_65_tokens_of_what_leaves_go_back_to_the_pile() -> None:
    scene = hit(damage="skid_FL blast", marks="dazed")
    assert scene.at("TS") is None
    assert scene.car("TS").damage == ()
    assert scene.damage == ["blast", "dazed", "skid_FL"]
    assert scene.fate.log == ["shot", "damage pile"]


def test_ruling_66_a_dent_does_nothing() -> None:
    scene = hit(damage="dent")
    assert (scene.at("TS"), scene.car("TS").damage, scene.damage) == ("A12", ("dent",), [])


def test_ruling_67_the_first_vehicle_on_the_line() -> None:
    scene = hit(
        "BS B13", "BL C14", "BM E15", damage="shrapnel dent", wishes=("direction FR",), at="C12", tokens={"D13": "oil"}
    )
    assert scene.car("BS").damage == ()
    assert scene.tokens == {"D13": "oil"}
    scene = hit("BS D12", "BL E13", damage="shrapnel dent", wishes=("direction FR",), at="C12")
    assert (scene.car("BS").damage, scene.car("BL").damage) == (("dent",), ())


def test_ruling_67_it_flies_over_tokens_rocks_and_choppers_to_the_last_tile() -> None:
    scene = hit("BL C24", damage="shrapnel dent", wishes=("direction F",), at="C12", tiles="C2 D2 C2",
                tokens={"C15": "mine", "C20": "clear up"}, choppers={"T": "C18"})  # fmt: skip
    assert scene.car("BL").damage == ("dent",)
    assert scene.tokens == {"C15": "mine", "C20": "clear up"}


def test_ruling_67_it_stops_at_the_edges_of_the_road() -> None:
    scene = hit(damage="shrapnel dent", wishes=("direction FL",))
    assert scene.damage == ["dent"]
    scene = hit(damage="shrapnel dent", wishes=("direction BR",), at="C12")
    assert scene.damage == ["dent"]


def test_ruling_67_the_struck_car_s_damage_resolves_at_once() -> None:
    scene = hit("BL A14", damage="shrapnel skid_FR dent", wishes=("direction F",))
    assert (scene.at("BL"), scene.car("BL").damage) == ("B14", ("skid_FR",))


@pytest.mark.parametrize(
    ("token", "place"),
    [
        ("skid_F", "C13"),
        ("skid_FL", "B12"),
        ("skid_FR", "D12"),
        ("skid_B", "C11"),
        ("skid_BL", "B11"),
        ("skid_BR", "D11"),
    ],
)
def test_ruling_68_a_skid_s_direction_is_printed(token: str, place: str) -> None:
    scene = struck(damage=token)
    assert scene.at("TS") == place
    assert scene.fate.log == ["shot"], "nothing is rolled for it"


@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_ruling_69_a_dazed_car_makes_the_stunt_die_s_moves(moves: int) -> None:
    scene = struck(damage="dazed", wishes=(f"stunt {moves}", *["direction F"] * moves))
    assert scene.at("TS") == f"C{12 + moves}"


def test_ruling_69_newly_flipped_mud_costs_one_more() -> None:
    scene = struck(damage="dazed", wishes=("stunt 3", "direction F", "direction FR"), tokens={"C13": "mud"})
    assert scene.at("TS") == "D13"
    scene = struck(damage="dazed", wishes=("stunt 1", "direction F"), tokens={"C13": "mud"})
    assert scene.at("TS") == "C13"


def test_ruling_69_mud_that_lies_open_costs_two() -> None:
    scene = struck(damage="dazed", wishes=("stunt 3", "direction F", "direction F"), tokens={"C13": "mud up"})
    assert scene.at("TS") == "C14"


def test_ruling_69_it_ends_with_damage() -> None:
    scene = struck(damage="dazed dent", wishes=("stunt 4", "direction F"), tokens={"C13": "mine"})
    assert (scene.at("TS"), scene.car("TS").damage) == ("C13", ("dent", "dazed"))
    assert not scene.car("TS").operable


def test_ruling_69_it_ends_with_a_slam_after_which_nothing_is_left() -> None:
    scene = struck("BS C13", damage="dazed", wishes=("stunt 4", "direction F", "slam top", "direction FR"))
    assert (scene.at("TS"), scene.at("BS")) == ("D13", "C13")


def test_ruling_69_it_ends_off_the_road() -> None:
    scene = hit(damage="dazed", wishes=("stunt 4", "direction FL"))
    assert (scene.at("TS"), scene.damage) == (None, ["dazed"])


def test_ruling_69_oil_slides_happen_and_do_not_end_it() -> None:
    wishes = ("stunt 2", "direction F", "direction FR", "direction F")
    scene = struck(damage="dazed", wishes=wishes, tokens={"C13": "oil"})
    assert scene.at("TS") == "D14"


def test_ruling_69_a_slide_that_ends_in_a_slam_ends_it() -> None:
    wishes = ("stunt 4", "direction F", "direction F", "slam bottom", "direction F")
    scene = struck("BS C14", damage="dazed", wishes=wishes, tokens={"C13": "oil up"})
    assert (scene.at("TS"), scene.at("BS")) == ("C14", "C15")


def test_ruling_70_only_the_last_space_counts() -> None:
    """Over a car, a mine and a rock."""
    wishes = ("direction F", "stunt 4")
    scene = struck("BS C13", damage="blast", wishes=wishes, tokens={"C14": "mine"})
    assert (scene.at("TS"), scene.at("BS"), scene.tokens) == ("C16", "C13", {"C14": "mine"})
    state = board("ES A2", "TS D11", "TM start", damage="blast", tiles="C2 D2 C2")
    scene = Scene(state, "shot S,M", *wishes).assign("ES", 1, command="airstrike 4 D10 TS")
    assert scene.at("TS") == "D15", "D12 and D13 are rocks"


def test_ruling_70_a_blast_lands() -> None:
    scene = struck(damage="blast", wishes=("direction FR", "stunt 3"))
    assert scene.at("TS") == "F13"


def test_ruling_70_over_the_sides() -> None:
    scene = struck(damage="blast", wishes=("direction FR", "stunt 4"))
    assert (scene.at("TS"), scene.damage) == (None, ["blast"])


def test_ruling_70_behind_the_rear_edge() -> None:
    scene = struck(damage="blast", wishes=("direction B", "stunt 4"), base=1)
    assert scene.at("TS") is None


def test_ruling_70_over_the_front_edge_the_road_goes_on() -> None:
    state = board("ES A2", "EM C10", "TS C23", "TM start", damage="blast", pile="A1 B1 D1", tiles="C2 D2 C2")
    scene = Scene(state, "shot S,M", "direction F", "stunt 4").assign("ES", 1, command="airstrike 4 C22 TS")
    assert (scene.at("TS"), scene.road.laid) == ("C27", 4)
    assert (scene.at("ES"), scene.asked) == (None, "T assign"), "the assigned car was on the rear tile (ruling 77)"


def test_ruling_70_over_a_side_and_the_front_edge_is_over_the_side() -> None:
    state = board("ES A10", "TS F23", "TM start", damage="blast", finish=True)
    scene = Scene(state, "shot S,M", "direction FR", "stunt 4").assign("ES", 1, command="airstrike 4 F22 TS")
    assert (scene.at("TS"), scene.state.winner) == (None, None)


def test_ruling_70_onto_a_rock() -> None:
    scene = struck(damage="blast", wishes=("direction FL", "stunt 1"), tiles="C2 C1 C2", tokens={})
    assert scene.at("TS") == "B12"
    scene = struck(damage="blast", wishes=("direction BR", "stunt 2"), tiles="C2 C1 C2")
    assert scene.at("TS") == "E11"
    state = board("ES A2", "TS C12", "TM start", damage="blast", tiles="C2 C1 C2")
    scene = Scene(state, "shot S,M", "direction B", "stunt 2").assign("ES", 1, command="airstrike 4 C11 TS")
    assert (scene.at("TS"), scene.damage) == (None, ["blast"]), "C10 is a rock"


def test_ruling_70_onto_a_vehicle() -> None:
    wishes = ("direction F", "stunt 2", "slam top", "direction FR")
    scene = struck("BS C14", damage="blast", wishes=wishes)
    assert (scene.at("TS"), scene.at("BS")) == ("D14", "C14")


def test_ruling_70_under_a_chopper_it_lives_until_the_end_of_the_turn() -> None:
    scene = struck(damage="blast", wishes=("direction F", "stunt 3"), choppers={"T": "C15"})
    assert (scene.at("TS"), scene.asked) == ("C15", "E drive")
    assert scene.drive("F").at("TS") is None


def test_ruling_70_onto_a_token() -> None:
    scene = struck(damage="blast", wishes=("direction F", "stunt 3", "direction FR"), tokens={"C15": "oil"})
    assert (scene.at("TS"), scene.tokens) == ("D15", {"C15": "oil up"})


def test_ruling_71_forced_moves_turn_tokens_over() -> None:
    scene = struck(damage="skid_F", tokens={"C13": "clear"})
    assert scene.tokens == {"C13": "clear up"}
    scene = struck(damage="skid_F", wishes=("slam bottom", "direction F"), tokens={"C13": "wreck"})
    assert (scene.at("TS"), scene.at("W0")) == ("C13", "C14")


def test_ruling_72_damage_to_others_costs_the_active_car_nothing() -> None:
    scene = struck(damage="dent")
    assert (scene.asked, scene.turn.left) == ("E drive", 1)
