"""Setup and the frame of a round: rulings 1 to 14."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import pytest

from engines.chance import FastChance
from engines.thunder_road import GAME, facts
from engines.thunder_road.geometry import hazard_spots
from engines.thunder_road.model import Assign, Options, State, TakeBack, spot_name
from tests.engines.thunder_road.boards import CREW, Fate, Scene, board

T = TypeVar("T")
SEEDS = range(120)


class Spy(FastChance):
    """Luck that remembers what was drawn and what came of it."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seen: list[tuple[str, object]] = []

    def roll(self, label: str, faces: int) -> int:
        self.seen.append((label, value := super().roll(label, faces)))
        return value

    def pick(self, label: str, items: Sequence[T]) -> T:
        self.seen.append((label, item := super().pick(label, items)))
        return item

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        self.seen.append((label, items := super().shuffle(label, items)))
        return items

    def of(self, label: str) -> list[Any]:
        return [value for known, value in self.seen if known == label]


def begun(seats: int, seed: int, start: Literal["random", "gate", "airstrip"] = "random") -> tuple[State, Spy]:
    spy = Spy(seed)
    return GAME.start(Options(start), seats, spy).state, spy


def test_ruling_1_two_to_four_players_in_a_shuffled_order() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    orders = {begun(3, seed)[0].order for seed in SEEDS}
    assert all(sorted(order) == [0, 1, 2] for order in orders)
    assert len(orders) > 2


def test_ruling_2_the_start_face_is_drawn_or_chosen() -> None:
    assert {begun(2, seed)[0].road.tiles[0].face for seed in SEEDS} == {"S1", "S2"}
    assert {begun(2, seed, "gate")[0].road.tiles[0].face for seed in SEEDS} == {"S1"}
    assert {begun(2, seed, "airstrip")[0].road.tiles[0].face for seed in SEEDS} == {"S2"}


def test_ruling_2_the_other_tiles_order_and_faces_are_drawn() -> None:
    roads = [begun(2, seed)[0].road for seed in SEEDS]
    for road in roads:
        faces = [*(tile.face for tile in road.tiles), *road.pile]
        assert sorted(face[0] for face in faces) == list("ABCDES")
        assert len(road.pile) == 3
        assert (road.laid, road.rear, road.front, road.finish) == (3, 0, 24, False)
    every = set(facts.FACES) - {"S1", "S2"}
    assert {road.tiles[1].face for road in roads} == every
    assert {road.tiles[2].face for road in roads} == every


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("face", ["gate", "airstrip"])
def test_ruling_3_hazards_are_drawn_from_the_rear_to_the_front(seats: int, face: Any) -> None:
    for seed in range(5):
        state, spy = begun(seats, seed, face)
        spots = [
            spot
            for tile in state.road.tiles
            for spot in hazard_spots(tile.face, tile.number, seats if tile.number == 0 else None)
        ]
        assert spots == sorted(spots, key=lambda at: (at.row, at.lane))
        (bag,) = spy.of("hazard bag")
        assert len(bag) == 26
        drawn = {token.spot: token.kind for token in state.road.tokens}
        assert drawn == dict(zip(spots, bag, strict=False))
        assert not any(token.up for token in state.road.tokens)
        assert state.road.bag == bag[len(spots) :]


@pytest.mark.parametrize(
    ("face", "seats", "wanted"),
    [
        ("gate", 2, "E3 C4 B5 E5 E6 C7"),
        ("gate", 3, "C4 E5 E6 C7"),
        ("gate", 4, "E5 C7"),
        ("airstrip", 2, "C2 D3 B4 D5 E6 C7"),
        ("airstrip", 3, "D3 B4 E6 C7"),
        ("airstrip", 4, "D3 C7"),
    ],
)
def test_ruling_3_the_start_tile_s_digits(face: Any, seats: int, wanted: str) -> None:
    state, _ = begun(seats, 1, face)
    assert " ".join(spot_name(token.spot) for token in state.road.tokens if token.spot.row < 8) == wanted


def test_ruling_4_a_start_face_that_comes_back_is_filled_whole() -> None:
    state = board("ES C24", "TS start", "BS start", "VS start", pile="S1 A1 B1", bag="mud " * 8)
    scene = Scene(state).assign("ES", 2, "F")
    assert list(scene.tokens) == ["E27", "C28", "B29", "E29", "E30", "C31"]


def test_ruling_5_everyone_keeps_four_dice_and_the_lowest_total_starts() -> None:
    for seed in SEEDS:
        state, spy = begun(4, seed)
        totals = [sum(die.value for die in crew.dice) for crew in state.crews]
        assert all(len(crew.dice) == 4 and not any(die.use for die in crew.dice) for crew in state.crews)
        tied = totals.count(min(totals)) > 1
        assert totals[state.first] == min(totals)
        assert len(spy.of("first player")) == tied
        assert state.turn.seat == state.first


def test_ruling_5_a_tie_is_drawn_among_the_tied() -> None:
    firsts: set[int] = set()
    for seed in range(600):
        state, spy = begun(2, seed)
        if spy.of("first player"):
            firsts.add(state.first)
            assert len([label for label, _ in spy.seen if label.startswith("move die")]) == 8, "the dice stay"
    assert firsts == {0, 1}


def test_ruling_6_the_road_die_is_rolled_in_round_one_too() -> None:
    for seed in SEEDS:
        state, spy = begun(2, seed)
        assert (state.round, len(spy.of("road die"))) == (1, 1)
        assert state.road_die in (1, 2, 3)
    assert {begun(2, seed)[0].road_die for seed in SEEDS} == {1, 2, 3}


def test_ruling_7_all_cars_begin_in_the_start_area_and_choppers_in_hand() -> None:
    state, _ = begun(4, 1)
    assert len(state.cars) == 12
    assert {(car.place, car.spot, car.operable) for car in state.cars} == {("start", None, True)}
    assert {crew.chopper for crew in state.crews} == {None}


def test_ruling_7_the_start_area_is_not_struck_and_counts_as_operable() -> None:
    """Shrapnel that flies over the rear edge meets nobody, and the crew whose other cars are lost goes on."""
    state = board("ES A1", "TS A3", "TM start", "EM start", damage="shrapnel dent")
    scene = Scene(state, "shot S,M", "direction BR").assign("ES", 1, "F").shoot("TS")
    assert [car.damage for car in scene.state.cars] == [(), (), (), ("shrapnel",), (), ()]
    state = board("ES B10", "TS A11", "TM start")
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 1, "FL")
    assert scene.crew("T").out is None


def test_ruling_7_an_extension_leaves_the_start_area_alone() -> None:
    scene = Scene(board("ES C24", "TS start", "TM start")).assign("ES", 2, "F")
    assert (scene.at("TS"), scene.at("TM")) == ("start", "start")


def test_ruling_8_what_lies_face_down_is_hidden_from_everybody() -> None:
    state = board("ES C10", "TS C12 blast", tokens={"C14": "mine", "D14": "mud up"}, bag="oil oil", damage="dent")
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert {spot_name(token.spot): token.kind for token in view.tokens} == {"C14": None, "D14": "mud"}
        assert (view.pile, view.bag, view.damage) == (3, 2, 1)
        assert view.cars == state.cars
        assert "mine" not in repr(view)
        assert "'oil'" not in repr(view)


def test_ruling_9_one_turn_each_clockwise_three_times() -> None:
    scene = Scene(board("ES A2", "TS C2", "BS F2", order="BET"), rounds=True)
    seats: list[str] = []
    while scene.state.round == 2:
        seats.append(CREW[scene.turn.seat])
        name = f"{seats[-1]}S"
        die = next(die.value for die in scene.crew(seats[-1]).dice if die.use is None)
        scene.assign(name, die, " ".join(["F"] * (1 if scene.car(name).moved else die)))
        while scene.asked.endswith(("bonus", "shoot")):
            scene = scene.bonus(False) if scene.asked.endswith("bonus") else scene.hold()
    assert "".join(seats) == "ETBETBETB"


def last_turn(*, first: str = "E", seats: str = "ET", turn: str = "T", out: dict[str, int] | None = None) -> State:
    """The last turn of round 2 in which the seat in turn drives to A12 of three empty tiles."""
    pieces = [f"{letter}S start moved" for letter in seats if letter != turn and letter not in (out or {})]
    return board(
        f"{turn}S A10", *pieces, f"{turn}M start moved coast", first=first, turn=turn, seats=len(seats), out=out,
        turns={letter: 2 if letter == turn else 3 for letter in seats},
        dice=dict.fromkeys(seats, "2 4m 5c 6r"),
    )  # fmt: skip


def test_ruling_10_a_round_begins() -> None:
    fate = Fate(*(f"move die {value}" for value in (6, 5, 4, 3, 2, 1, 6, 5)), "road die 3")
    scene = Scene(last_turn())
    scene.fate = fate
    scene.assign("TS", 2, "F F")
    assert scene.state.round == 3
    assert fate.log == ["move die"] * 8 + ["road die"]
    assert scene.state.road_die == 3
    assert not any(car.moved or car.coasts for car in scene.state.cars)
    assert sorted(die.value for crew in scene.state.crews for die in crew.dice) == [1, 2, 3, 4, 5, 5, 6, 6]
    assert not any(die.use or die.car is not None for crew in scene.state.crews for die in crew.dice)


def test_ruling_11_the_next_first_player_is_to_the_left() -> None:
    scene = Scene(last_turn(), rounds=True).assign("TS", 2, "F F")
    assert (scene.state.first, scene.turn.seat) == (1, 1)
    scene = Scene(last_turn(first="B", seats="ETB", turn="T"), rounds=True).assign("TS", 2, "F F")
    assert (scene.state.first, scene.turn.seat) == (0, 0)


def test_ruling_11_seats_that_are_out_are_passed_over() -> None:
    scene = Scene(last_turn(seats="ETB", turn="B", out={"T": 1}), rounds=True).assign("BS", 2, "F F")
    assert (scene.state.first, scene.turn.seat) == (2, 2)
    assert scene.crew("T").dice == ()


def test_ruling_11_when_the_first_player_has_gone_out_it_is_the_next_one_to_the_left() -> None:
    scene = Scene(last_turn(seats="ETB", turn="B", out={"E": 1}), rounds=True).assign("BS", 2, "F F")
    assert (scene.state.first, scene.turn.seat) == (1, 1)


def test_ruling_12_a_crew_that_goes_out_loses_its_turns() -> None:
    state = board("ES B10", "TS A11", "BS start", turns={"E": 1, "T": 0, "B": 0})
    scene = Scene(state, "slam bottom", "direction FL").assign("ES", 2, "FL")
    assert scene.crew("T").out == 1
    assert scene.asked == "B assign"


def test_ruling_12_the_round_ends_when_all_survivors_had_three() -> None:
    state = board("ES B10", "TS A11", "BS start moved", turns={"E": 2, "T": 2, "B": 3}, first="B", order="BET")
    scene = Scene(state, "slam bottom", "direction FL", rounds=True).assign("ES", 2, "FL")
    assert scene.state.round == 3
    assert scene.turn.seat == 0, "Ember is the next to the left of Bone"


def test_ruling_13_an_unmoved_operable_car_must_be_assigned() -> None:
    scene = Scene(board("ES C10 moved", "EM C2", "EL A2 dent dent", dice={"E": "1 1 2m 2n"}))
    assert scene.refused("unmoved_first", Assign(0, 0))
    assert scene.refused("inoperable", Assign(2, 0))
    cars = {action.car for action in GAME.choices(scene.state, 0) if isinstance(action, Assign)}
    assert cars == {1}
    assert not any(isinstance(action, TakeBack) for action in GAME.choices(scene.state, 0)), "nothing has been done yet"


def test_ruling_13_a_turn_in_which_nothing_is_possible_is_passed() -> None:
    state = board("TS A10", "TM start", "ES A2 coast coast", turn="T", first="T", turns={"E": 0, "T": 0})
    scene = Scene(state).assign("TS", 2, "F F")
    assert (scene.asked, scene.turn.number) == ("T assign", 9)
    assert scene.crew("E").turns == 1


def test_ruling_13_without_a_die_the_turn_is_passed() -> None:
    state = board("TS A10", "TM start", "ES A2 moved", turn="T", dice={"E": "1m 2c 3c 4r"})
    scene = Scene(state).assign("TS", 2, "F F")
    assert scene.asked == "T assign"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_14_three_dice_for_three_turns(seats: int) -> None:
    state, _ = begun(seats, 2)
    assert all(len(crew.dice) == 4 for crew in state.crews)
