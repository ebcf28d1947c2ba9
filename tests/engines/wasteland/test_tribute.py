"""Tribute (I1, section 5.4), with the rulings R7, R8, R11 and R28, and roaming mechs that form in the middle (3.7)."""

from __future__ import annotations

import pytest

from engines.wasteland.model import Area, Tribute
from tests.engines.wasteland.boards import PLAIN, Play, area, table

ALL_BUT_ONE_LEG = "C1 S1 P1 L1 L1 L1"


def taxed(
    mine: Area, n: int = 1, *wishes: str, assembly: str = "", stack: str = "", draw: str = "C1 C1 C1 C1 C1 C1 C1"
) -> Play:
    """The dealer, seat 0, owes ``n`` cards. Others can join nothing: they have no face-down part."""
    state = table(
        mine,
        area("C1"),
        area("C1"),
        stage="tribute",
        queue=(0,),
        roamers=[PLAIN] * n,
        assembly=assembly,
        stack=stack,
        draw=draw,
    )
    return Play(state, *wishes)


def pay(*cards: str) -> Tribute:
    return Tribute(cards=cards)


REFUSE = Tribute(refuse=True)


def test_r11_without_a_roaming_mech_the_season_is_skipped_and_the_dealer_may_duel() -> None:
    play = taxed(area("C1 S1"), 0)
    assert play.asked == "challenge 0"
    assert play.state.skipped
    assert play.bay(0) == "C1 S1"


@pytest.mark.parametrize("mine", [area("C1"), area("C1 S4 P4 L5"), area("C1", stack="L1")])
def test_i1_whoever_cannot_pay_refuses_unasked(mine: Area) -> None:
    play = taxed(mine, 2, draw="S1 S2 S3 L1")
    assert play.asked in ("declare_now 0", "target 0")
    assert (play.pool, play.state.skipped) == ("s2 s1", False)


def test_i1_what_is_payable_r7_no_welded_part_and_not_the_last_core() -> None:
    play = taxed(area("C1 S4 P1", research="S4", stack="L5 L1"))
    assert play.asked == "tribute 0"
    play.refused("welded", pay("A.S"))
    play.refused("last_core", pay("A.C"))
    play.refused("slot_empty", pay("B.C"))
    for place in ("A.P", "R.S", "T"):
        play.allowed(pay(place))
    play.allowed(REFUSE)


def test_i1_r7_exactly_n_cards() -> None:
    play = taxed(area("C1 S1 P1", stack="L5 L1"), 2)
    play.refused("count_tribute", pay("A.S"))
    play.refused("count_tribute", pay("A.S", "A.P", "T"))
    play.refused("count_tribute", pay())
    play.refused("twice", pay("A.S", "A.S"))
    play.refused("tokens", pay("T", "T", "T"))
    play.allowed(pay("T", "T"))
    play.allowed(pay("T", "A.S"))


def test_i1_r7_a_second_core_may_be_given_but_not_both() -> None:
    play = taxed(area("C1", "c2", stack="L1"), 2)
    play.refused("last_core", pay("A.C", "B.C"))
    play.allowed(pay("A.C", "T"))
    play.allowed(pay("T", "B.C"))


def test_i1_r7_an_unseen_token_is_paid_although_its_front_is_welded() -> None:
    play = taxed(area("C1 S1", stack="S4 L1"), 1).give(pay("T"))
    assert (play.stack(0), play.assembly) == ("l1", "S4"), "turned over for this"


def test_i1_a_card_goes_face_up_to_its_free_supervision_slot() -> None:
    play = taxed(area("C1 S1 p1"), 1).give(pay("A.P"))
    assert (play.bay(0), play.assembly, play.pool) == ("C1 S1", "P1", "")


def test_i1_a_card_without_a_free_slot_goes_onto_the_stack_face_down() -> None:
    play = taxed(area("C1 S1 P1"), 1, assembly="P2", stack="L1").give(pay("A.P"))
    assert (play.bay(0), play.assembly, play.pool) == ("C1 S1", "P2", "p1 l1")


def test_i1_research_cards_are_hand_cards() -> None:
    play = taxed(area("C1", research="C2 P1"), 2).give(pay("R.C", "R.P"))
    assert (play.research(0), play.assembly) == ("", "C2 P1")


def test_i1_paying_skips_the_season_so_the_dealer_may_duel() -> None:
    play = taxed(area("C1 S1"), 1).give(pay("A.S"))
    assert play.state.skipped
    assert play.asked == "challenge 0"


def test_i1_r28_with_supervision_full_everything_goes_onto_the_stack() -> None:
    """In the order in which it is paid: the last lies on top."""
    play = taxed(area("C1 S1 p1", stack="L3"), 3).give(pay("A.S", "T", "A.P"))
    assert (play.assembly, play.pool) == ("", "p1 l3 s1")
    assert play.roamers == [1, 2, 3]


def test_i1_r8_the_seventh_card_forms_a_roaming_mech_at_once() -> None:
    play = taxed(area("C1 L2 P2"), 2, assembly=ALL_BUT_ONE_LEG).give(pay("A.L1", "A.P"))
    assert play.roamers == [1, 2, 3]
    newest = play.state.supervision.roamers[-1]
    assert newest.cards == ("C1", "S1", "P1", "L1", "L1", "L1", "L2")
    assert newest.former == 0, "credit goes to whoever completed it"
    assert (play.assembly, play.pool) == ("P2", ""), "the slot has become free by the forming"


def test_i1_r8_before_the_forming_the_slot_is_not_free() -> None:
    play = taxed(area("C1 L2 P2"), 2, assembly=ALL_BUT_ONE_LEG).give(pay("A.P", "A.L1"))
    assert play.roamers == [1, 2, 3]
    assert (play.assembly, play.pool) == ("", "p2")


def test_i1_example_7_the_first_fitting_card_fills_the_slot_the_other_goes_where_the_forming_made_room() -> None:
    play = taxed(area("C1 L2 L3"), 2, assembly=ALL_BUT_ONE_LEG).give(pay("A.L2", "A.L1"))
    assert play.state.supervision.roamers[-1].cards[-1] == "L3"
    assert (play.assembly, play.pool) == ("L2", "")


def test_i1_r20_refusing_puts_n_unseen_cards_from_the_pile_onto_the_supervision_stack() -> None:
    mine = area("C1 s1 P1 L1")
    play = taxed(mine, 2, stack="L5", draw="C1 s3 L2 L2").give(REFUSE)
    assert play.pool == "s3 c1 l5"
    assert play.draw == "L2 L2"
    assert (play.view().supervision.tokens, play.view().supervision.top) == (3, 2)
    assert not play.state.skipped
    assert play.asked == "declare_now 0"


def test_i1_refusing_with_an_empty_pile_puts_what_there_is() -> None:
    play = taxed(area("C1 s1 P1"), 2, draw="C1").give(REFUSE)
    assert play.pool == "c1"
    assert play.state.drought


def test_i1_r19_a_card_just_put_there_is_reshuffled_with_the_whole_supervision_stack() -> None:
    state = table(
        area("C1 s1 P1"), area("C1"), area("C1"), stage="tribute", queue=(0,), roamers=[PLAIN] * 2, draw="L3",
        discard="S1", stack="P2", reshuffles=1,
    )  # fmt: skip
    play = Play(state, "deck order L3 P2 S1").give(REFUSE)
    assert (play.pool, play.draw, play.discard) == ("l3", "P2 S1", "")
    assert play.state.reshuffles == 0


def test_i1_in_the_drought_refusing_costs_nothing() -> None:
    state = table(
        area("C1 s1 P1"), area("C1"), area("C1"), stage="tribute", queue=(0,), roamers=[PLAIN] * 2, drought=True
    )
    play = Play(state).give(REFUSE)
    assert play.pool == ""
    assert play.asked == "declare_now 0"


def test_i1_the_tribute_is_n_as_it_was_at_the_start() -> None:
    """Refusing costs as many cards as there are roaming mechs; the mech that a payment forms does not raise it."""
    play = taxed(area("C1 L2 P2 S2"), 2, assembly=ALL_BUT_ONE_LEG).give(pay("A.L1", "A.S"))
    assert play.state.skipped
    assert play.bay(0) == "C1 P2"
