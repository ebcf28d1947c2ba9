"""Declaration, target, ammunition (I2 to I5, section 5.4), with the rulings R12, R22, R25 and R31."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.wasteland.model import Area, Commit, Declare, Target, Tribute
from tests.engines.wasteland.boards import PLAIN, Play, area, roamer, table

WEAK = "C4 S4 P4 L5 L5 L5 L5"
OUT = Declare(choice="out")


def join(flip: str = "", mech: str = "", target: int | None = None, *, shuffle: bool = False) -> Declare:
    return Declare(choice="join", flip=flip, mech=mech, target=target, shuffle=shuffle)  # type: ignore[arg-type]


def invaded(
    *areas: Area, wishes: Sequence[str] = (), roamers: Sequence[str] = (PLAIN,), stack: str = "", dealer: int = 0
) -> Play:
    """The dealer refuses the tribute; the cards that this costs have the value 1."""
    state = table(
        *areas,
        stage="tribute",
        queue=(dealer,),
        dealer=dealer,
        roamers=roamers,
        stack=stack,
        draw="L1 " * len(roamers) + "C1 " * 12,
    )
    play = Play(state, *wishes)
    return play.give(Tribute(refuse=True)) if play.asked.startswith("tribute") else play


TWO = (PLAIN, WEAK)


def joined(play: Play) -> Play:
    """Everybody who can joins with the sensor of bay A; who has no other choice is not asked."""
    while play.asked.startswith("declare_now"):
        play.give(join("A.S", "A"))
    return play


# ---- I2


def test_i2_seat_order_from_the_dealer() -> None:
    three = (area("C1 s1"), area("C1 s1 P1 L1"), area("C1 s1"))
    play = invaded(*three, roamers=TWO, dealer=1)
    assert play.asked == "declare_now 1"
    play.give(join("A.S"))
    assert play.asked == "declare_now 2"
    play.give(OUT)
    assert play.asked == "declare_now 0"


def test_i2_the_dealer_must_fight_and_flip() -> None:
    play = invaded(area("C1 s1 P1 L1"), area("C1 s1"), area("C1"), roamers=TWO)
    play.refused("dealer_fights", OUT)
    play.refused("flip_needed", join())
    play.refused("no_flip", join("A.P"))
    play.refused("no_flip", join("A.L2"))
    play.refused("wait_now", Declare(choice="wait"))
    play.allowed(join("A.S"))
    play.allowed(join("A.S", "A"))


def test_i2_r12_a_dealer_without_a_face_down_part_fights_without_flipping() -> None:
    play = invaded(area("C1 S1 P1", "C2"), area("C1 s1"), area("C1"), roamers=TWO)
    assert play.asked == "declare_now 0"
    play.refused("no_flip", join("A.S", "A"))
    play.give(join(mech="A"))
    assert [fighter.seat for fighter in play.state.fighters] == [0]
    assert play.bay(0) == "C1 S1 P1"


def test_i2_others_may_stay_out_and_need_a_face_down_part_to_join() -> None:
    play = invaded(area("C1 s1 P1 L1"), area("C1 S1", stack="L1 L1"), area("C1 s1"), roamers=TWO).give(join("A.S"))
    assert play.asked == "declare_now 2", "seat 1 has no face-down part; tokens are none"
    play.refused("flip_needed", join())
    play.refused("not_dealer", join("A.S", target=1))
    play.give(OUT)
    assert [fighter.seat for fighter in play.state.fighters] == [0]
    assert play.bay(2) == "C1 s1", "who stays out flips nothing"


def test_i2_the_flipped_part_may_lie_in_either_bay() -> None:
    play = invaded(area("C1 s1 P1 L1"), area("C1", "- s1"), area("C1", "c2 p1"), roamers=TWO).give(join("A.S"))
    play.give(join("B.S"))
    assert (play.bay(1), play.bay(1, "B")) == ("C1", "S1")
    play.refused("mech_needed", join("B.P"))
    play.give(join("B.C", mech="A"))
    assert (play.bay(2), play.bay(2, "B")) == ("C1", "C2 p1")
    assert [(each.seat, each.mech) for each in play.state.fighters] == [(0, "A"), (1, "A"), (2, "A")]


def test_i2_a_bay_without_a_core_does_not_fight() -> None:
    play = invaded(area("C1 s1 P1 L1", "- S1"), area("C1"), area("C1"), roamers=TWO)
    play.refused("no_mech", join("A.S", mech="B"))


def test_i2_the_flip_happens_at_once_and_may_complete_a_pair() -> None:
    play = invaded(area("C1 L1 l1 P1"), area("C1 s1"), area("C1"), roamers=TWO)
    before = play.view().areas[0].bays[0].points
    play.give(join("A.L2"))
    assert play.asked == "declare_now 1"
    assert (before, play.view().areas[0].bays[0].points) == (4 + 2, 4 + 2 + 2)
    assert play.view(1).areas[0].bays[0].slots[4] == "L1"


# ---- I3


def test_i3_r25_the_dealer_must_name_a_roaming_mech() -> None:
    play = invaded(area("C1 s1 P1"), area("C1"), area("C1"), roamers=TWO, stack="L1 L1").give(join("A.S"))
    assert play.asked == "target 0"
    play.refused("no_roamer", Target(mech=3))
    play.refused("no_roamer", Target())
    play.allowed(Target(mech=1))
    play.allowed(Target(mech=2, shuffle=True))


def test_i3_the_invader_takes_n_tokens_from_the_top_and_still_counts() -> None:
    """N is two: the invader is one of them. Two cards were drawn onto the stack for the refusal."""
    mine = area("C1 s1 P1", stack="L1")
    play = invaded(mine, area("C1 s1"), area("C1"), roamers=TWO, stack="L3 L5").give(join("A.S"), OUT, Target(mech=2))
    assert play.asked == "commit 0"
    assert play.state.invader == roamer(2, WEAK)
    assert play.roamers == [1]
    assert play.state.invader_stack == ("l1", "l1")
    assert play.pool == "l3 l5"
    view = play.view()
    assert (view.count, view.invader_tokens, view.invader_top) == (2, 2, 1)


def test_i3_with_a_smaller_stack_it_takes_what_there_is() -> None:
    state = table(
        area("C1 s1 P1", stack="L1"), area("C1"), area("C1"), stage="tribute", queue=(0,), roamers=TWO, draw="L2"
    )
    play = Play(state).give(Tribute(refuse=True), join("A.S"), Target(mech=1))
    assert play.state.invader_stack == ("l2",)
    assert play.pool == ""


def test_i3_r22_the_dealer_may_have_the_supervision_stack_shuffled_first() -> None:
    mine = area("C1 s1 P1", stack="L1")
    play = invaded(mine, area("C1"), area("C1"), roamers=TWO, stack="L3 L5", wishes=["supervision stack L5 L1 L3"])
    play.give(join("A.S"), Target(mech=2, shuffle=True))
    assert play.state.invader_stack == ("l5", "l1")
    assert play.pool == "l3 l1"


def test_i3_r22_without_a_word_nothing_is_shuffled() -> None:
    mine = area("C1 s1 P1", stack="L1")
    play = invaded(mine, area("C1"), area("C1"), roamers=TWO, stack="L3 L5").give(join("A.S"), Target(mech=2))
    assert "supervision stack" not in play.fate.log


def test_i3_the_target_may_be_named_together_with_the_declaration() -> None:
    mine = area("C1 s1 P1", stack="L1")
    play = invaded(mine, area("C1 s1"), area("C1"), roamers=TWO).give(join("A.S", target=2), OUT)
    assert play.asked == "commit 0"
    assert play.state.invader == roamer(2, WEAK)


def test_i3_a_single_mech_with_nothing_to_shuffle_is_not_asked_for() -> None:
    """Nor is the declaration, where only one part can be turned up."""
    play = invaded(area("C1 s1 P1", stack="L1"), area("C1"), area("C1"))
    assert play.asked == "commit 0"
    assert play.bay(0) == "C1 S1 P1"
    assert play.state.invader == roamer(1)


# ---- I4, I5


def fought(*, planning_wishes: Sequence[str] = ()) -> Play:
    """Three fighters with tokens, the dealer is seat 0; nobody has committed yet."""
    three = (
        area("C1 s1 P3", stack="L1 L3 L5"),
        area("C1 s1", stack="L5 L1"),
        area("C1 s1", stack="L3 L3 L1 L5"),
    )
    play = invaded(*three, wishes=planning_wishes)
    return joined(play)


def test_i4_the_others_commit_first_all_at_the_same_time_in_secret() -> None:
    play = fought()
    assert play.asked == "commit 1 2"
    assert (play.window.kind, play.window.hidden) == ("ammo", True)


def test_i4_zero_up_to_the_whole_stack() -> None:
    play = fought()
    play.refused("tokens", Commit(count=3), 1)
    play.refused("tokens", Commit(count=-1), 1)
    for count in range(3):
        play.allowed(Commit(count=count), 1)


def test_i4_what_is_open_is_whether_and_the_top_value_the_number_stays_hidden_and_so_does_the_stack() -> None:
    play = fought().all({1: Commit(count=2), 2: Commit()})
    assert play.asked == "commit 0"
    assert play.window.kind == "last_ammo"
    for viewer in (None, 0, 2):
        view = play.view(viewer)
        one, two = next(f for f in view.fighters if f.seat == 1), next(f for f in view.fighters if f.seat == 2)
        assert (one.committed, one.top, one.count) == (True, 3, None)
        assert (view.areas[1].tokens, view.areas[1].top) == (None, None)
        assert (two.committed, two.top) == (False, None)
        assert (view.areas[2].tokens, view.areas[2].top) == (4, 2)
    own = play.view(1)
    assert (own.areas[1].tokens, own.areas[1].top) == (0, None)
    assert next(f for f in own.fighters if f.seat == 1).count == 2


def test_i4_the_top_tokens_are_committed() -> None:
    play = fought().all({1: Commit(count=1), 2: Commit(count=3)})
    tokens = {fighter.seat: fighter.tokens for fighter in play.state.fighters}
    assert (tokens[1], tokens[2]) == (("l5",), ("l3", "l3", "l1"))
    assert (play.stack(1), play.stack(2)) == ("l1", "l5")


def test_i4_r22_r31_ones_own_stack_may_be_shuffled_first() -> None:
    play = fought(planning_wishes=["stack of seat 3 L5 L1 L3 L3"]).all({1: Commit(), 2: Commit(count=2, shuffle=True)})
    assert next(f.tokens for f in play.state.fighters if f.seat == 2) == ("l5", "l1")
    assert play.stack(2) == "l3 l3"
    assert "stack of seat 2" not in play.fate.log


def test_i4_fighters_without_tokens_are_not_asked() -> None:
    three = (area("C1 s1", stack="L1"), area("C1 s1"), area("C1 s1", stack="L3"))
    play = joined(invaded(*three))
    assert play.asked == "commit 2"
    assert not play.window.hidden, "a single seat is called by name"
    play.give(Commit(count=1))
    assert play.asked == "commit 0"


def test_i5_a_dealer_without_tokens_is_not_asked_and_the_fight_is_settled() -> None:
    dice = ["invader die 6", "invader die 6", *(f"settlement die of seat {n} 1" for n in (1, 2, 3))]
    three = (area("C1 s1 P3"), area("C1 s1"), area("C1 s1", stack="L3"))
    play = joined(invaded(*three, wishes=dice)).give(Commit(count=1))
    assert play.state.settlement is not None
    assert play.asked == "lose_part 0"


@pytest.mark.parametrize("count", [0, 2])
def test_i6_r21_all_committed_tokens_of_both_sides_go_to_the_discard_pile(count: int) -> None:
    dice = ["invader die 6", "invader die 6", *(f"settlement die of seat {n} 1" for n in (1, 2, 3))]
    play = fought(planning_wishes=dice).all({1: Commit(count=count), 2: Commit()}).give(Commit(count=1))
    assert play.discard == ("L1 L1" if count == 0 else "L1 L1 L1 L5"), "the invader's, the dealer's, seat 1's"
    assert [play.stack(seat) for seat in range(3)] == ["l3 l5", "l5 l1" if count == 0 else "", "l3 l3 l1 l5"]
    assert play.state.invader_stack == ()
    shown = play.view().areas
    assert [each.tokens for each in shown] == [2, 2 - count, 4], "open again"
