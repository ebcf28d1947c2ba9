"""Section 6 term by term, and the worked examples of section 15 that are about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest

from engines.core import Seat
from engines.wasteland import settlement
from engines.wasteland.mech import keywords, pairs, strength
from engines.wasteland.model import Area, BayName, Fighter
from engines.wasteland.terms import Settlement, Side
from tests.engines.wasteland.boards import area, bay

T = TypeVar("T")
PLAIN = area("C1")
NOBODY = "C4 S4 P4 L5 L5 L5 L5"
"""2 + 0 - 2 - 4 = -4 points."""
NINE = "C1 S1 P1 L5 L5 L1 L1"
"""4 + 3 + 2 - 2 + 2 = 9 points."""


class Luck:
    """Dice as wished for: ``Luck({"invader die": [3, 4]})``. Where nothing matters a die shows 1."""

    def __init__(self, dice: dict[str, list[int]] | None = None) -> None:
        self.dice = dice or {}
        self.log: list[str] = []

    def roll(self, label: str, faces: int) -> int:
        assert faces == 6
        self.log.append(label)
        return self.dice[label].pop(0) if self.dice.get(label) else 1

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        raise AssertionError("a settlement shuffles nothing")

    def pick(self, label: str, items: Sequence[T]) -> T:
        raise AssertionError("a settlement picks nothing")


def luck(*seats: int, second: int = 1, invader: tuple[int, int] = (1, 1)) -> Luck:
    """The dice of seats 0, 1, ..., and the invader's; ``second``: seat 0's second one."""
    mine = {f"settlement die of seat {seat}": [die] for seat, die in enumerate(seats, start=1)}
    if seats:
        mine["settlement die of seat 1"].append(second)
    return Luck(mine | {"invader die": list(invader)})


def fighter(seat: Seat, tokens: str = "", mech: BayName = "A") -> Fighter:
    return Fighter(seat, mech, tuple(tokens.split()))


def against(invader: str, *areas: Area, tokens: str = "", stack: str = "", dice: Luck | None = None) -> Settlement:
    """An invasion of everybody, seat 0 first; only seat 0 has committed ``tokens``."""
    who = [fighter(seat, tokens if seat == 0 else "") for seat in range(len(areas))]
    return settlement.invasion(areas, who, bay(invader).slots, tuple(stack.split()), dice or Luck())


def alone(mine: Area, *, tokens: str = "", die: int = 4, second: int = 1) -> Side:
    return against(NINE, mine, tokens=tokens, dice=luck(die, second=second)).sides[0]


def duel(one: Area, other: Area, *, tokens: tuple[str, str] = ("", ""), dice: tuple[int, int] = (1, 1)) -> Settlement:
    return settlement.duel((one, other), (fighter(0, tokens[0]), fighter(1, tokens[1])), luck(*dice))


# ---- section 15


def test_example_1_the_track_pair_is_worth_more_than_the_better_vane() -> None:
    mech = bay("C1 S1 P1 L2 L2 L4")
    assert pairs(mech) == ((0, 1),)
    side = alone(area("C1 S1 P1 L2 L2 L4"), die=5)
    assert (side.points, side.crush, side.die) == (4 + 3 + 2 + 1 + 1, 2, 5)
    assert side.total == 11 + 2 + 5


def test_example_2_lock_on_then_ballistics_then_overload_finds_nothing() -> None:
    side = alone(area("C2 S2", research="S1"), die=1, second=2)
    assert side.rolls == (1, 2)
    assert side.die == 3


def test_example_2_jam_comes_before_overload() -> None:
    assert alone(area("C2 S4"), die=6).die == 3


@pytest.mark.parametrize(("mech", "tokens", "beaten"), [("C1 S1 P2", "l5", False), ("C1 S1 P2 L1 L1", "c1", True)])
def test_example_3_equal_does_not_beat_it_but_for_swift(mech: str, tokens: str, beaten: bool) -> None:
    settled = against(NINE, area(mech), PLAIN, tokens=tokens, stack="l5 c1", dice=luck(6, 1, invader=(3, 4)))
    side, other = settled.sides
    assert (settled.points, sum(settled.rolls), settled.ammo) == (9, 7, (3, 1))
    assert (other.against, other.against_cut, other.against_weakened) == (20, 0, 0)
    assert (side.against, side.against_cut, side.against_weakened) == (20 - 3, 3, 0)
    assert (side.total, side.beats) == (17, beaten)


@pytest.mark.parametrize(("mech", "research", "weaker"), [("C1 P1", "", 2), ("C1", "P4", 1), ("C1 P1", "P1", 3)])
def test_example_3_suppress_and_countermeasure_weaken_it_for_one_fighter_alone(
    mech: str, research: str, weaker: int
) -> None:
    dice = luck(1, 1, invader=(3, 4))
    side, other = against(NINE, area(mech, research=research), PLAIN, stack="l5 c1", dice=dice).sides
    assert (side.against, side.against_weakened) == (20 - weaker, weaker)
    assert other.against == 20


def picked(dealer_total: int, others: tuple[int, ...], *, beaten: int, dealer: Seat = 0) -> tuple[Seat, ...]:
    totals = (dealer_total, *others)
    blank = alone(PLAIN)
    sides = tuple(replace(blank, seat=seat, total=total, beats=total > beaten) for seat, total in enumerate(totals))
    return settlement.picking_order(Settlement(sides), dealer)


def test_example_4_a_victorious_dealer_is_followed_by_the_weakest() -> None:
    assert picked(18, (21, 9), beaten=15) == (0, 2, 1)


def test_example_4_where_the_dealer_fails_the_strongest_is_first() -> None:
    assert picked(14, (21, 9), beaten=15) == (1, 0, 2)


def test_ruling_13_equal_totals_are_in_seat_order_in_both_directions() -> None:
    assert picked(18, (9, 21, 9), beaten=15) == (0, 1, 3, 2)
    assert picked(9, (21, 21, 9), beaten=15) == (1, 2, 0, 3)


def test_nobody_picks_where_nobody_beats_it() -> None:
    assert picked(15, (15, 9), beaten=15) == ()


def test_example_5_brittle_and_armour_cancel() -> None:
    assert settlement.damage(9, ("brittle", "armour")) == 3


# ---- the die


@pytest.mark.parametrize(
    ("mech", "research", "rolls", "die"),
    [
        ("C1", "", (4, 0), 4),
        ("C1 S2", "", (2, 5), 5),
        ("C1 S2", "", (5, 2), 5),
        ("C1", "S1", (1, 0), 3),
        ("C1", "S1", (5, 0), 5),
        ("C1 S4", "", (5, 0), 3),
        ("C1 S4", "", (2, 0), 2),
        ("C1 S4", "S1", (1, 0), 3),
        ("C2", "", (6, 0), 9),
        ("C2", "", (1, 0), -2),
        ("C2", "", (5, 0), 5),
        ("C2", "S4", (1, 0), 3),
        ("C2 S2", "", (1, 1), -2),
        ("C2 S2", "", (1, 6), 9),
        ("C2 S4", "", (1, 0), -2),
        ("C1 s2", "", (2, 5), 2),
        ("c2", "", (6, 0), 6),
    ],
)
def test_the_order_of_what_changes_a_die(mech: str, research: str, rolls: tuple[int, int], die: int) -> None:
    assert alone(area(mech, research=research), die=rolls[0], second=rolls[1] or 1).die == die


def test_only_lock_on_rolls_twice() -> None:
    dice = Luck()
    against(NINE, area("C1 S2"), PLAIN, dice=dice)
    assert dice.log == [*["settlement die of seat 1"] * 2, "settlement die of seat 2", *["invader die"] * 2]


# ---- own terms


@pytest.mark.parametrize(
    ("mech", "points"),
    [
        ("C1 S1 P1 L1 L1", 11),
        ("c1 S1 P1 L1 L1", 7),
        ("C1 s1 P1 L1 L1", 8),
        ("C1 S1 P4", 5),
        ("C1 L1", 4),
        ("C1 L1 l1", 4),
        ("S1 P1 L1 L1", 0),
    ],
)
def test_only_assembled_parts_give_points(mech: str, points: int) -> None:
    assert strength(bay(mech)) == points
    assert alone(area(mech)).points == points


@pytest.mark.parametrize(("legs", "crush"), [("L2 L2", 2), ("L2 L2 L2 L2", 4), ("L2 L2 L2", 2), ("L2 L1", 0)])
def test_crush_counts_for_each_matched_track_pair(legs: str, crush: int) -> None:
    side = alone(area(f"C1 {legs}"))
    assert side.crush == crush
    assert side.total == side.points + side.die + crush


def test_refit_is_one_by_a_research_locomotion() -> None:
    side = alone(area("C1", research="L5"))
    assert (side.refit, side.total) == (1, 4 + 4 + 1)


@pytest.mark.parametrize(
    ("legs", "tokens", "volley"),
    [
        ("L3 L3", "", 0),
        ("L3 L3", "c1 c1", 2),
        ("L3 L3", "c1 c1 c1 c1", 3),
        ("L3 L3 L3 L3", "c1 c1 c1 c1", 3),
        ("L3 L1", "c1 c1", 0),
    ],
)
def test_volley_counts_the_tokens_committed_at_most_three(legs: str, tokens: str, volley: int) -> None:
    side = alone(area(f"C1 {legs}"), tokens=tokens)
    assert side.volley == volley
    assert side.total == side.points + side.die + volley + sum(side.ammo)


def test_tokens_count_by_their_backs() -> None:
    side = alone(PLAIN, tokens="l5 c1 l3")
    assert side.ammo == (3, 1, 2)
    assert side.total == 4 + 4 + 6


def test_nothing_weakens_a_fighter_of_an_invasion() -> None:
    side = against(NINE, area("C1"), area("C1 P2", research="P1")).sides[0]
    assert (side.cut, side.weakened) == (0, 0)


# ---- the invader


def test_the_invader_counts_seven_points_two_dice_and_its_tokens_and_no_keyword() -> None:
    # Two pairs of tracks, an overloaded core, a lock-on: none of it works for a roaming mech.
    settled = against("C2 S2 P1 L2 L2 L2 L2", PLAIN, stack="c1 l5", dice=luck(invader=(6, 1)))
    assert (settled.points, settled.rolls, settled.ammo) == (5 + 2 + 2 + 4, (6, 1), (1, 3))
    assert settled.sides[0].against == 13 + 7 + 4


def test_totals_may_be_negative() -> None:
    settled = against(NOBODY, area("C2 P4 L5 L5", research="P1"), dice=luck(1))
    assert settled.sides[0].total == 5 - 2 - 2 - 2
    assert settled.points == -4


def test_equal_is_not_greater_but_with_swift() -> None:
    # 2 dice of 1 + 9 = 11 against 4 + 3 + 4 and against 4 + 2 + 5 with a pair of wheels.
    plain, swift = against(NINE, area("C1 S1"), area("C1 L1 L1"), dice=luck(4, 5)).sides
    assert (plain.total, plain.against, plain.swift, plain.beats) == (11, 11, False, False)
    assert (swift.total, swift.against, swift.swift, swift.beats) == (11, 11, True, True)


def test_bulwark_is_for_the_challenged_alone() -> None:
    assert alone(area("C3")).bulwark == 0
    challenger, challenged = duel(area("C3"), area("C3")).sides
    assert (challenger.bulwark, challenged.bulwark) == (0, 3)
    assert (challenger.total, challenged.total) == (3 + 1, 3 + 1 + 3)


# ---- duels


def test_a_duel_weakens_the_other_side() -> None:
    one, other = duel(area("C1 P1", research="P3"), area("C1 P2"), tokens=("c1 l5", "l5 l5")).sides
    assert (one.cut, one.weakened, one.total) == (3, 0, 4 + 2 + 1 + 4 - 3)
    assert (other.cut, other.weakened, other.total) == (0, 3, 4 + 1 + 1 + 6 - 3)
    assert (one.against, one.against_cut, one.against_weakened, one.beats) == (other.total, 0, 3, False)
    assert (other.against, other.against_cut, other.against_weakened, other.beats) == (one.total, 3, 0, True)


def test_cut_off_finds_nothing_where_no_token_was_committed() -> None:
    assert duel(area("C1"), area("C1 P2")).sides[0].cut == 0


@pytest.mark.parametrize(
    ("one", "other", "winner"),
    [
        ("C1", "C1", None),
        ("C1 S2", "C1 L1 L1", 1),
        ("C1 L1 L1", "C1 S2", 0),
        ("C1 L1 L1", "C1 L1 L1", None),
        ("C1 S1", "C1 L1 L1", 0),
    ],
)
def test_equal_totals_of_a_duel(one: str, other: str, winner: Seat | None) -> None:
    sides = duel(area(one), area(other)).sides
    assert [side.beats for side in sides] == [winner == 0, winner == 1]


def test_only_the_mech_that_fights_counts() -> None:
    mine = area("C4", "C1 S1 P1 L2 L2")
    settled = settlement.invasion((mine,), (fighter(0, mech="B"),), bay(NINE).slots, (), Luck())
    assert settled.sides[0].points == strength(bay("C1 S1 P1 L2 L2"))
    assert settled.sides[0].mech == "B"


@pytest.mark.parametrize(
    ("margin", "words", "cards_lost"),
    [(0, "", 1), (3, "", 1), (4, "", 2), (7, "", 2), (8, "", 3), (40, "", 3), (0, "P3", 1), (4, "P3", 1)],
)
def test_damage_grows_with_every_four_of_the_margin(margin: int, words: str, cards_lost: int) -> None:
    assert settlement.damage(margin, keywords(bay(f"C1 {words}"))) == cards_lost


def test_brittle_costs_one_more_even_of_the_most() -> None:
    assert settlement.damage(40, keywords(bay("C4"))) == 4
    assert settlement.damage(40, keywords(bay("c4"))) == 3


def test_a_research_card_has_no_keyword() -> None:
    side = alone(area("C1", research="C2 S2 P1 L2"), die=6)
    assert (side.die, side.rolls, side.crush) == (6, (6,), 0)
    assert side.against_weakened == 1
