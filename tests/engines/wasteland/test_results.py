"""What an invasion leads to (section 5.5): spoils in both orders, failure; with the rulings R6, R13, R15 and R18."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.wasteland.model import Area, Declare, Lose, Spoils, Target, Tribute, Wish
from tests.engines.wasteland.boards import PLAIN, Play, area, nothing, table

WEAK = "C4 S4 P4 L5 L5 L5 L5"
"""2 + 0 - 2 - 4 points."""
EACH = "C1 S1 P1 L1 L2 L3 L4"
"""4 + 3 + 2 + 1 + 1 + 1 + 2 points: all different cards."""


def fight(
    *areas: Area,
    flips: Sequence[str | None],
    dice: Sequence[int],
    invader: tuple[int, int],
    roamer: str = WEAK,
    roamers: Sequence[str] = (),
    target: int = 1,
    dealer: int = 0,
) -> Play:
    """The dealer refuses his one card of tribute, of value 1, which the invader takes. Nobody commits any ammo.

    ``flips``: by seat; ``None`` stays out, and so does whoever has nothing face down. ``dice``: of the fighters.
    """
    fighters = [seat for seat, flip in enumerate(flips) if flip is not None]
    wishes = [f"invader die {pips}" for pips in invader]
    wishes += [f"settlement die of seat {seat + 1} {pips}" for seat, pips in zip(fighters, dice, strict=True)]
    mechs = roamers or (roamer,)
    state = table(
        *areas,
        stage="tribute",
        queue=(dealer,),
        dealer=dealer,
        roamers=mechs,
        draw="L1 " * len(mechs) + "C1 " * 9,
        assembly="C1",
    )
    play = Play(state, *wishes)
    if play.asked.startswith("tribute"):
        play.give(Tribute(refuse=True))
    while play.asked.startswith("declare_now"):
        seat = int(play.asked[-1])
        flip = flips[seat]
        play.give(Declare(choice="out") if flip is None else Declare(choice="join", flip=flip, mech="A"))
    if play.asked.startswith("target"):
        play.give(Target(mech=target))
    while play.asked.startswith("commit"):
        play.all(nothing(play))
    return play


def pick(part: str, where: str = "") -> Spoils:
    return Spoils(wishes=(Wish(part, where),))


def pickers(play: Play, *parts: str) -> list[int]:
    """Takes these parts, one after another; who was asked each time."""
    asked = []
    for part in parts:
        kind, seat = play.asked.split()
        assert kind == "spoil_now"
        asked.append(int(seat))
        play.give(pick(part))
    return asked


PARTS = ("C", "S", "P", "L1", "L2", "L3")
"""All but the last, which needs no answer where it fits into one bay only."""
STRONG, MIDDLE, LOW = area("C1 s1"), area("C3 s1"), area("C4 s3")
"""4 + 3, 3 + 3 and 2 + 1 points once flipped, and the die."""


# ---- (a), (b-ii): who picks when


def test_5_5_a_the_dealer_beats_it_then_the_others_ascending_also_those_who_did_not_beat_it() -> None:
    play = fight(STRONG, MIDDLE, LOW, flips=["A.S", "A.S", "A.S"], dice=[1, 1, 1], invader=(4, 4))
    assert play.state.settlement is not None
    assert [side.total for side in play.state.settlement.sides] == [8, 7, 4]
    assert [side.beats for side in play.state.settlement.sides] == [True, True, False], "M = -4 + 8 + 1"
    assert pickers(play, *PARTS) == [0, 2, 1, 0, 2, 1]


def test_5_5_b2_the_dealer_fails_and_somebody_beats_it_all_descending() -> None:
    play = fight(LOW, STRONG, MIDDLE, flips=["A.S", "A.S", "A.S"], dice=[1, 1, 6], invader=(4, 4))
    assert play.state.settlement is not None
    assert [side.total for side in play.state.settlement.sides] == [4, 8, 12]
    assert pickers(play, *PARTS) == [2, 1, 0, 2, 1, 0]


@pytest.mark.parametrize(
    ("roamer", "invader", "order"), [(WEAK, (6, 6), [0, 2, 1, 0, 2, 1]), (PLAIN, (2, 3), [1, 0, 2, 1, 0, 2])]
)
def test_5_5_example_4_dealer_18_others_21_and_9(roamer: str, invader: tuple[int, int], order: list[int]) -> None:
    """M = 9: the dealer beats it. M = 19: he fails, and 21 beats it."""
    legs = "L2 L2 L4 L4"
    three = (area(f"C1 s1 P3 {legs}"), area(f"C2 s1 P3 {legs}"), area("C1 s1"))
    play = fight(*three, flips=["A.S"] * 3, dice=[1, 3, 2], invader=invader, roamer=roamer)
    assert play.state.settlement is not None
    assert [side.total for side in play.state.settlement.sides] == [18, 21, 9]
    assert pickers(play, *PARTS) == order


def test_5_5_r13_a_total_equal_to_the_invaders_does_not_beat_it() -> None:
    """M = -4 + 12 + 1."""
    play = fight(area("C3 s1 P3"), LOW, area("C1"), flips=["A.S", None], dice=[1], invader=(6, 6))
    assert play.state.settlement is not None
    (side,) = play.state.settlement.sides
    assert (side.total, side.against, side.beats) == (9, 9, False)
    assert play.asked.startswith("lose_part"), "nobody beats it"


@pytest.mark.parametrize(("die", "total", "beats"), [(2, 11, False), (3, 12, True)])
def test_5_5_r13_swift_beats_an_equal_total(die: int, total: int, beats: bool) -> None:
    """M = 2 + 1 - 2 - 3 + 1 + 12 + 1: the parts of the invader count plainly, without pairs."""
    swift = area("C1 s1 L1 L1")
    play = fight(swift, LOW, area("C1"), flips=["A.S", None], dice=[die], invader=(6, 6), roamer="C4 S3 P4 L5 L5 L5 L1")
    assert play.state.settlement is not None
    (side,) = play.state.settlement.sides
    assert (side.total, side.against, side.beats) == (total, 12, beats)
    assert play.asked == ("spoil_now 0" if beats else "lose_part 0")


@pytest.mark.parametrize(("die", "order"), [(4, [0, 1, 2, 0, 1, 2]), (1, [1, 2, 0, 1, 2, 0])])
def test_5_5_r13_among_equals_seat_order_from_the_dealer_comes_first_in_both_directions(
    die: int, order: list[int]
) -> None:
    """M = 4: the dealer has 3 and the die; the others 7 each."""
    play = fight(LOW, MIDDLE, MIDDLE, flips=["A.S", "A.S", "A.S"], dice=[die, 1, 1], invader=(4, 3))
    assert play.state.settlement is not None
    assert [side.total for side in play.state.settlement.sides] == [3 + die, 7, 7]
    assert pickers(play, *PARTS) == order


@pytest.mark.parametrize(("dealer_die", "order"), [(6, [1, 2, 0, 1, 2, 0]), (1, [2, 0, 1, 2, 0, 1])])
def test_5_5_r13_seat_order_begins_with_the_dealer(dealer_die: int, order: list[int]) -> None:
    """Seat 1 is the dealer; seats 2 and 0 have 7 each."""
    three = (MIDDLE, LOW, MIDDLE)
    flips = ["A.S", "A.S", "A.S"]
    play = fight(*three, flips=flips, dice=[1, dealer_die, 1], invader=(4, 3), dealer=1)
    assert pickers(play, *PARTS) == order


def test_5_5_spoils_go_on_until_all_seven_parts_are_gone() -> None:
    play = fight(
        area("C2 s1 P1 L4 L4 L2 L2"), area("C1"), area("C1"), flips=["A.S", None], dice=[5], invader=(1, 1), roamer=EACH
    )
    assert play.asked == "spoil_now 0"
    assert pickers(play, "C", "S", "P", "L1", "L2", "L3") == [0] * 6
    assert play.bay(0, "B") == "C1 S1 P1 L1 L2 L3 L4", "the last one had only one place to go: not asked"
    assert play.state.invader is None
    assert play.asked.startswith("upkeep")


def test_5_5_a_picked_part_is_gained_face_up_in_the_bay_of_choice() -> None:
    play = fight(STRONG, area("C1"), area("C1"), flips=["A.S", None], dice=[6], invader=(1, 1))
    play.refused("one_wish", Spoils())
    play.refused("one_wish", Spoils(wishes=(Wish("P", "A"), Wish("C", "B"))))
    play.refused("bay_full", pick("S", "A"))
    play.refused("swap_free", pick("S", "A.S"))
    play.give(pick("P", "B"), pick("L1", "A"))
    assert (play.bay(0), play.bay(0, "B")) == ("C1 S1 L5", "P4")
    play.refused("no_part", pick("P"))


def test_5_5_r6_spoils_may_be_swapped_in_or_left_on_the_discard_pile() -> None:
    mine = area("C2 s1 P1 L2 L2 L2 L2", "C2 S2 P4")
    play = fight(mine, area("C1"), area("C1"), flips=["A.S", None], dice=[6], invader=(1, 1), roamer=EACH)
    assert play.asked == "spoil_now 0"
    play.refused("swap_welded", pick("P", "B.P"))
    play.give(pick("S", "B.S"), pick("P", "A.P"), pick("C", "discard"))
    assert (play.bay(0), play.bay(0, "B")) == ("C2 S1 P1 L2 L2 L2 L2", "C2 S1 P4")
    assert sorted(play.discard.split()) == sorted(["L1", "S2", "P1", "C1"]), "the invader's token among them"


# ---- (b-i)

STEEL = "C2 S1 P1 L4 L4 L4 L4"
"""18 points: nobody here beats it."""


def lost(*areas: Area, flips: Sequence[str | None], roamers: Sequence[str] = (STEEL,), target: int = 1) -> Play:
    dice = [1 for flip in flips if flip is not None]
    return fight(*areas, flips=flips, dice=dice, invader=(6, 6), roamers=roamers, target=target)


def test_5_5_b1_each_fighter_in_seat_order_discards_an_assembled_part_of_his_choice() -> None:
    play = lost(area("C1 s1 P1"), area("C1 s3 P2", "C2 S2"), area("C1 S1"), flips=["A.S", "A.S", None])
    assert play.asked == "lose_part 0"
    play.give(Lose(slots=("A.P",)))
    assert play.asked == "lose_part 1"
    play.refused("not_assembled", Lose(slots=("B.S",)))
    play.refused("core_last", Lose(slots=("A.C",)))
    play.refused("one_slot", Lose(slots=("A.S", "A.P")))
    play.refused("one_slot", Lose())
    play.give(Lose(slots=("A.S",)))
    assert [play.bay(seat) for seat in range(3)] == ["C1 S1", "C1 P2", "C1 S1"]
    assert play.discard == "L1 P1 S3"
    assert play.asked.startswith("upkeep"), "the season was not skipped: no duel"


def test_5_5_b1_face_down_parts_and_single_legs_are_not_assembled() -> None:
    play = lost(area("C1 s1 p1 L1 L2 L2"), area("C1"), area("C1"), flips=["A.S", None, None])
    play.refused("not_assembled", Lose(slots=("A.P",)))
    play.refused("not_assembled", Lose(slots=("A.L1",)))
    play.allowed(Lose(slots=("A.L2",)))


def test_5_5_b1_a_welded_part_may_be_lost() -> None:
    play = lost(area("C1 s4 P1"), area("C1"), area("C1"), flips=["A.S", None, None]).give(Lose(slots=("A.S",)))
    assert play.bay(0) == "C1 P1"


def test_5_5_b1_with_one_part_to_lose_nothing_is_asked() -> None:
    play = lost(area("C1 s1"), area("C1 l1"), area("C1 S1"), flips=["A.S", None, None])
    assert play.bay(0) == "C1"
    assert play.discard == "L1 S1"


def test_5_5_b1_the_core_goes_only_when_nothing_else_is_assembled_there() -> None:
    """Seat 0 has flipped a leg that found no partner; its other bay keeps it alive."""
    play = lost(area("C1 l1", "C2 S1"), area("C1 S1"), area("C1 S1"), flips=["A.L1", None, None])
    assert (play.bay(0), play.bay(0, "B")) == ("L1", "C2 S1")
    assert play.alive() == [0, 1, 2]


def test_5_5_b1_nothing_is_lost_where_nothing_is_assembled() -> None:
    play = lost(area("c1 l1"), area("C1 S1"), area("C1 S1"), flips=["A.L1", None, None])
    assert play.bay(0) == "c1 L1"
    assert play.discard == "L1", "only the invader's token"


@pytest.mark.parametrize(("legs", "evades"), [("L4 L4", True), ("L4 L1", False), ("L4 l4", False)])
def test_5_5_b1_evade_loses_nothing_and_needs_a_matched_pair(legs: str, evades: bool) -> None:
    play = lost(area(f"C1 s1 {legs}"), area("C1 S1"), area("C1 S1"), flips=["A.S", None, None])
    assert play.slot(0, "A.S") == ("S1" if evades or play.asked == "lose_part 0" else "")
    assert play.asked.startswith("upkeep") == (evades or legs == "L4 l4"), "with one part to lose nothing is asked"


def test_5_5_b1_evade_in_the_other_mech_does_not_help() -> None:
    play = lost(area("C1 s1", "C2 L4 L4"), area("C1 S1"), area("C1 S1"), flips=["A.S", None, None])
    assert play.bay(0) == "C1"


@pytest.mark.parametrize("target", [1, 2, 3])
def test_5_5_b1_the_mech_returns_to_its_old_place_by_age(target: int) -> None:
    roamers = (STEEL, STEEL, STEEL)
    play = lost(
        area("C1 s1 L4 L4"), area("C1 S1"), area("C1 S1"), flips=["A.S", None, None], roamers=roamers, target=target
    )
    assert play.roamers == [1, 2, 3]
    assert play.state.invader is None
    assert play.asked.startswith("upkeep")


def test_5_5_b1_r18_elimination_is_checked_after_each_single_discard() -> None:
    """Seats 0 and 1 lose their cores one after the other: they do not share a place, and the game is over at once."""
    play = lost(area("C1 l1"), area("C1 l1"), area("C1 l1 S1"), flips=["A.L1", "A.L1", None])
    assert play.asked == "over"
    assert play.state.places == (3, 2, 1)
    assert play.alive() == [2]


def test_5_5_b1_the_game_ends_before_the_last_fighter_loses_anything() -> None:
    play = lost(area("C1 l1"), area("C1 l1"), area("C1 s1 P1"), flips=["A.L1", "A.L1", "A.S"])
    assert play.asked == "over"
    assert play.state.places == (3, 2, 1)
    assert play.bay(2) == "C1 S1 P1"


def test_5_5_b1_r3_a_reserve_core_saves_its_owner() -> None:
    play = lost(area("C1 l1", "- S1 P1 L1", research="C3"), area("C1 S1"), area("C1 S1"), flips=["A.L1", None, None])
    assert play.alive() == [0, 1, 2]
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("L1", "C3 S1 P1 L1", "")


def test_5_5_b1_r3_with_equal_bays_the_reserve_core_goes_to_a() -> None:
    play = lost(area("C1 l1", "- S1", research="C3"), area("C1 S1"), area("C1 S1"), flips=["A.L1", None, None])
    assert (play.bay(0), play.bay(0, "B")) == ("C3 L1", "S1")


def test_5_5_b1_an_eliminated_players_cards_go_to_the_discard_pile_and_the_turn_goes_on() -> None:
    mine = area("C1 l1", research="P1", stack="S4 L3")
    play = lost(mine, area("C1 S1"), area("C1 S1"), flips=["A.L1", None, None])
    assert play.alive() == [1, 2]
    assert sorted(play.discard.split()) == sorted(["C1", "L1", "P1", "S4", "L3", "L1"])
    assert play.asked.startswith("upkeep")
    assert play.state.places[0] == 3
    assert play.state.dealer == 0, "the turn finishes without him (R23)"


def test_5_5_r15_the_invader_rolls_two_dice_once_for_all_fighters() -> None:
    play = lost(area("C1 s1 P1"), area("C1 s3 P2"), area("C1 S1"), flips=["A.S", "A.S", None])
    assert play.state.settlement is not None
    assert play.state.settlement.rolls == (6, 6)
    assert play.fate.log.count("invader die") == 2
    assert {side.against + side.against_cut + side.against_weakened for side in play.state.settlement.sides} == {
        18 + 12 + 1
    }


def test_5_5_an_invader_of_plain_parts_counts_all_of_them() -> None:
    play = fight(area("C1 s1 P2"), area("C1"), area("C1"), flips=["A.S", None], dice=[1], invader=(1, 1), roamer=PLAIN)
    assert play.state.settlement is not None
    (side,) = play.state.settlement.sides
    assert play.state.settlement.points == 13
    assert (side.against_cut, side.against) == (1, 13 + 2), "Cut-off takes its only token"
