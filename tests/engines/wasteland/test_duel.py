"""The duel (Z1 to Z4, section 7), with the rulings R16 and R23."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.wasteland.model import Area, Challenge, Commit, Defend, Lose, Trophy
from tests.engines.wasteland.boards import Play, area, nothing, table

SCRAP = "C1 S1 P1 L1 L1 L1"
"""One supervision slot is free, for which no core fits: nothing is supplied."""
ME = area("C1 S1 P1")
"""4 + 3 + 2 points."""


def duel(*areas: Area, wishes: Sequence[str] = (), dealer: int = 0) -> Play:
    """The invasion season was skipped: the dealer may duel."""
    state = table(
        *areas,
        stage="duel",
        queue=(dealer,),
        dealer=dealer,
        skipped=True,
        assembly=SCRAP,
        draw="C1 " * 30,
    )
    return Play(state, *wishes)


def dice(first: int, second: int, *, seats: tuple[int, int] = (0, 1)) -> list[str]:
    return [f"settlement die of seat {seat + 1} {pips}" for seat, pips in zip(seats, (first, second), strict=True)]


def fought(mine: Area, other: Area, first: int = 1, second: int = 1) -> Play:
    """The dealer, seat 0, challenges seat 1; both with the mech in bay A, nobody has or commits tokens."""
    play = duel(mine, other, area("C1 S1 P1"), wishes=dice(first, second)).give(Challenge(seat=1, mech="A"))
    if play.asked == "defend 1":
        play.give(Defend(mech="A"))
    if play.asked.startswith("commit"):
        play.all(nothing(play))
    return play


# ---- Z1, Z2, Z3


def test_z1_the_dealer_may_challenge_any_living_other_player_or_let_it_be() -> None:
    play = duel(ME, area("C1"), area(out=True), area("C1"))
    assert play.asked == "challenge 0"
    play.refused("self_duel", Challenge(seat=0, mech="A"))
    play.refused("no_target", Challenge(seat=2, mech="A"))
    play.refused("no_target", Challenge(seat=4, mech="A"))
    play.refused("no_mech", Challenge(seat=1, mech="B"))
    play.allowed(Challenge(seat=3, mech="A"))
    play.give(Challenge())
    assert play.asked.startswith("upkeep")


def test_z1_no_duel_where_the_season_was_not_skipped() -> None:
    play = Play(table(ME, area("C1 S1"), area("C1 S1"), stage="duel", queue=(0,), skipped=False, draw="C1 " * 9))
    assert play.asked.startswith("upkeep")


def test_z1_with_two_mechs_the_dealer_names_one() -> None:
    play = duel(area("C1 S1", "C2 S2"), area("C1"), area("C1"))
    play.refused("mech_needed", Challenge(seat=1))
    play.allowed(Challenge(seat=1, mech="B"))


def test_z2_the_challenged_player_cannot_refuse_and_names_his_mech_where_he_has_two() -> None:
    play = duel(ME, area("C1 S1", "C2 S2", stack="L1"), area("C1")).give(Challenge(seat=1))
    assert play.asked == "defend 1"
    play.allowed(Defend(mech="A"))
    play.give(Defend(mech="B"))
    assert [(each.seat, each.mech) for each in play.state.fighters] == [(0, "A"), (1, "B")]


def test_z2_with_one_mech_nothing_is_asked() -> None:
    play = duel(ME, area("- S1", "C2 S2", stack="L1"), area("C1")).give(Challenge(seat=1))
    assert play.asked == "commit 1"
    assert [(each.seat, each.mech) for each in play.state.fighters] == [(0, "A"), (1, "B")]


def test_z3_both_commit_at_the_same_time_and_nothing_is_shown_before() -> None:
    mine, other = area("C1 S1", stack="L1 L2"), area("C1 S1", stack="L3 L5 L5")
    play = duel(mine, other, area("C1 S1 P1"), wishes=dice(1, 1)).give(Challenge(seat=1))
    assert play.asked == "commit 0 1"
    assert play.window.hidden
    play.refused("tokens", Commit(count=3), 0)
    for viewer in (None, 0, 1, 2):
        assert [(f.committed, f.top, f.count) for f in play.view(viewer).fighters] == [(None, None, None)] * 2
    play.all({0: Commit(count=2), 1: Commit(count=1)})
    assert play.discard == "L1 L2 L3", "committed tokens go to the discard pile"
    assert (play.stack(0), play.stack(1)) == ("", "l5 l5")


def test_z3_r22_stacks_may_be_shuffled_first() -> None:
    mine, other = area("C1 S1", stack="L1 L2"), area("C1 S1", stack="L3 L5 L5")
    wishes = ["stack of seat 2 L5 L5 L3", *dice(1, 1)]
    play = duel(mine, other, area("C1 S1 P1"), wishes=wishes).give(Challenge(seat=1))
    play.all({0: Commit(), 1: Commit(count=1, shuffle=True)})
    assert (play.stack(0), play.stack(1)) == ("l1 l2", "l5 l3")


# ---- Z3: who wins


def test_z3_equal_totals_are_a_draw_and_nothing_happens() -> None:
    play = fought(area("C1 S1"), area("C1 S1"))
    assert (play.bay(0), play.bay(1), play.discard) == ("C1 S1", "C1 S1", "")
    assert play.asked.startswith("upkeep")


def test_z3_swift_on_one_side_wins_an_equal_total_with_margin_0() -> None:
    """7 + 2 for the wheels and 1 against 9 + 1: damage 1, only a trophy."""
    play = fought(area("C1 S1 L1 L1"), area("C1 S1 P3"))
    assert play.asked == "trophy 0"
    play.give(Trophy(slot="A.P", where="A"))
    assert play.bay(1) == "C1 S1", "armour never makes it less than 1"
    assert play.asked.startswith("upkeep")


def test_z3_swift_on_the_challenged_side_wins_as_well() -> None:
    play = fought(area("C1 S1 P3"), area("C1 S1 L1 L1"))
    assert play.asked == "trophy 1"


def test_z3_swift_on_both_sides_cancels() -> None:
    play = fought(area("C1 S1 L1 L1"), area("C1 S1 L1 L1"))
    assert play.asked.startswith("upkeep")


def test_z3_bulwark_helps_the_challenged_player_only() -> None:
    """C3 + S1 + 1 = 7, and 10 when challenged; C1 + S1 + 1 = 8."""
    assert fought(area("C1 S1 P3"), area("C3 S1 P3")).asked == "trophy 1"
    assert fought(area("C3 S1 P3"), area("C1 S1 P3")).asked == "trophy 1"
    assert fought(area("C3 S1 P3"), area("C3 S1 P3")).asked == "trophy 1"


@pytest.mark.parametrize("research", ["P4", "L5"])
def test_z3_r3_countermeasure_and_refit_count_whatever_is_printed_on_the_card(research: str) -> None:
    play = fought(area("C1 S1", research=research), area("C1 S1"))
    assert play.bay(0, "B") == "S1", "won by one: the only card but the core is taken"


# ---- Z4: damage


@pytest.mark.parametrize(
    ("legs", "die", "damage"),
    [
        ("", 4, 1),  # margin 3
        ("L1 L3", 3, 2),  # 4
        ("L4 L1", 5, 2),  # 7
        ("L4 L4", 5, 3),  # 8
        ("L4 L4 L2 L2", 5, 3),  # 12
    ],
)
def test_z4_r16_damage_grows_with_the_margin_up_to_three(legs: str, die: int, damage: int) -> None:
    """One more for each four of the margin. The loser has face-down cards to lose too."""
    play = fought(area(f"C1 S1 {legs}"), area("C1 S1 p1 l1 l2 l3 l4"), die, 1).give(Trophy(slot="A.S", where="B"))
    if damage == 1:
        assert play.bay(1) == "C1 p1 l1 l2 l3 l4"
        assert play.asked.startswith("upkeep")
        return
    assert play.asked == "damage 1"
    play.refused("count_damage", Lose(slots=("A.P",) * (damage - 2)))
    play.refused("core_safe", Lose(slots=("A.C", "A.P")[: damage - 1]))
    play.give(Lose(slots=("A.P", "A.L1")[: damage - 1]))
    assert play.bay(1) == ("C1 l1 l2 l3 l4" if damage == 2 else "C1 l2 l3 l4")


def test_z4_example_5_brittle_and_armour_cancel() -> None:
    """Margin 9: 1 + 2 + 1 - 1 = 3."""
    play = fought(area("C1 S1 P2 L4 L4"), area("C4 P3 s1 l1 l1"), 3, 2)
    assert play.asked == "trophy 0"
    play.give(Trophy(slot="A.S", where="B"))
    assert play.asked == "damage 1"
    play.refused("count_damage", Lose(slots=("A.P",)))
    play.give(Lose(slots=("A.P", "A.L1")))
    assert play.bay(1) == "C4 l1"


def test_z4_brittle_adds_one_beyond_three() -> None:
    """Min(3, ...) holds before the keywords: 4 for a brittle loser far behind."""
    play = fought(area("C1 S1 L4 L4 L2 L2"), area("C4 p3 s1 l1 l1 l1"), 6, 1)
    play.give(Trophy(slot="A.S", where="B"))
    play.refused("count_damage", Lose(slots=("A.P", "A.L1")))
    play.give(Lose(slots=("A.P", "A.L1", "A.L2")))
    assert play.bay(1) == "C4 l1"


def test_z4_armour_takes_one_off() -> None:
    play = fought(area("C1 S1 L4 L4"), area("C1 P3 s1 l1 l2"), 1, 1)
    assert play.asked == "trophy 0", "margin 5: 1 + 1 - 1"
    play.give(Trophy(slot="A.P", where="A"))
    assert play.asked.startswith("upkeep")


def test_z4_fewer_cards_are_lost_when_the_mech_runs_out() -> None:
    play = fought(area("C1 S1 L4 L4 L2 L2"), area("C1 s1 p1"), 6, 1).give(Trophy(slot="A.S", where="B"))
    assert play.bay(1) == "C1", "one of two left: nothing to choose"
    assert play.discard.startswith("P1")
    assert play.alive() == [0, 1, 2], "core shield"


def test_z4_with_exactly_as_many_cards_left_as_are_lost_nothing_is_asked() -> None:
    play = fought(area("C1 S1 L4 L4"), area("C1 s1 p1"), 1, 1).give(Trophy(slot="A.S", where="B"))
    assert play.bay(1) == "C1", "margin 7: the trophy and the one that is left"
    assert play.asked.startswith("upkeep")


def test_z4_the_trophy_is_gained_with_its_face_and_may_be_taken_unseen() -> None:
    play = fought(area("C1 P1 L1 L1"), area("C1 s3 P3"), 6, 1)
    assert play.asked == "trophy 0"
    assert play.view(0).areas[1].bays[0].slots[1] == "?2"
    play.refused("core_safe", Trophy(slot="A.C", where="B"))
    play.refused("not_mech", Trophy(slot="A.L1", where="A"))
    play.give(Trophy(slot="A.S", where="B"))
    assert play.bay(0, "B") == "s3"
    assert play.view(0).areas[0].bays[1].slots[1] == "s3"
    assert play.view(1).areas[0].bays[1].slots[1] == "?2"


def test_z4_r6_a_trophy_may_be_swapped_in_or_discarded() -> None:
    mine = area("C1 S1 P1 L4 L4", "C2 S2 P2")
    for where, old in (("B.S", "S2"), ("discard", "S3")):
        play = fought(mine, area("C1 s3 P3"), 1, 1)
        play.refused("bay_full", Trophy(slot="A.S", where="B"))
        play.give(Trophy(slot="A.S", where=where))
        assert play.slot(0, "B.S") == ("s3" if where == "B.S" else "S2")
        assert old in play.discard.split()


def test_z4_only_cards_of_the_losing_mech_can_be_taken() -> None:
    play = fought(area("C1 S1 L4 L4"), area("C1 s3 P3", "C2 S2 L1"), 6, 1)
    play.refused("not_mech", Trophy(slot="B.S", where="B"))


# ---- Z4: core only


def test_z4_a_lone_core_is_gained_and_the_loser_eliminated() -> None:
    play = fought(area("C1 S1 L1 L1"), area("C2", stack="L3"), 6, 1)
    assert play.bay(0, "B") == "C2"
    assert play.alive() == [0, 2]
    assert play.state.places[1] == 3
    assert play.discard == "L3"
    assert play.asked.startswith("upkeep")


def test_z4_a_lone_face_down_core_is_gained_face_down() -> None:
    play = fought(area("C1 S1 L1 L1"), area("c2", "C1 S1"), 1, 1)
    assert play.bay(0, "B") == "c2"
    assert play.alive() == [0, 1, 2]


def test_z4_r3_a_reserve_core_saves_the_loser() -> None:
    play = fought(area("C1 S1 L1 L1"), area("C2", "- S1", research="C3"), 6, 1)
    assert (play.bay(1), play.bay(1, "B"), play.research(1)) == ("", "C3 S1", "")
    assert play.alive() == [0, 1, 2]


def test_z4_without_a_free_core_slot_the_winner_may_swap_or_discard() -> None:
    """The winner has two cores already: 3.4 lets him choose, which the trophy asks."""
    play = fought(area("C1 S1 L1 L1", "C3"), area("C2"), 6, 1)
    assert play.asked == "trophy 0"
    play.refused("swap_type", Trophy(slot="A.C", where="A.S"))
    play.give(Trophy(slot="A.C", where="B.C"))
    assert (play.bay(0, "B"), play.discard) == ("C2", "C3")
    assert play.alive() == [0, 2]


def test_r23_a_dealer_who_dies_in_his_own_turn_is_followed_by_the_next_living_seat() -> None:
    play = fought(area("C4"), area("C2 S1 L1 L1"), 1, 6)
    assert play.alive() == [1, 2]
    assert play.bay(1, "B") == "C4"
    assert play.asked.startswith("upkeep")
    assert play.state.dealer == 0


def test_z4_with_two_players_left_the_winner_of_a_deadly_duel_has_won() -> None:
    play = duel(area("C1 S1 L1 L1"), area("C2"), area(out=True), wishes=dice(6, 1)).give(Challenge(seat=1))
    assert play.asked == "over"
    assert play.state.places == (1, 2, 3)
