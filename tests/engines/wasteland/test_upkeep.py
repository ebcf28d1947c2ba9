"""Maintenance (Z5, section 8.1) and elimination (8.2), with the rulings R7, R8, R17, R18 and R24."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engines.core import Seat
from engines.wasteland.model import Action, Area, Upkeep
from tests.engines.wasteland.boards import PLAIN, Play, area, roamer, table

RICH = area("C1", stack="L1 L1 L1 L1 L1")
SCRAP = "C1 S1 P1 L1 L1 L1"
"""One supervision slot is free: a leg's."""


def kept(
    *areas: Area,
    wishes: Sequence[str] = (),
    assembly: str = SCRAP,
    drought: bool = False,
    roamers: Sequence[object] = (),
    stack: str = "",
    storm: str = "off",
    turn: int = 5,
    dealer: int = 0,
    draw: str = "C1 " * 40,
) -> Play:
    state = table(
        *areas,
        stage="upkeep",
        assembly=assembly,
        draw="" if drought else draw,
        drought=drought,
        roamers=roamers,  # type: ignore[arg-type]
        stack=stack,
        storm=storm,
        turn=turn,
        dealer=dealer,
    )
    return Play(state, *wishes)


def pay(*cards: str) -> Upkeep:
    return Upkeep(cards=cards)


def all_pay(play: Play, given: Mapping[Seat, Sequence[str]]) -> Play:
    """Whoever is asked and not named pays a token."""
    answers: dict[Seat, Action] = {seat: pay(*given.get(seat, ("T",))) for seat in play.window.asks}
    return play.all(answers)


# ---- what is legal


def test_z5_everybody_chooses_at_the_same_time_in_secret() -> None:
    play = kept(area("C1 S1"), RICH, area(out=True), RICH)
    assert play.asked == "upkeep 0 1 3"
    assert play.window.hidden


def test_z5_k1_one_card_or_the_core() -> None:
    play = kept(area("C1 S1 p1", research="L1", stack="L5 L1"), RICH, RICH)
    for place in ("A.S", "A.P", "R.L", "T", "A.C"):
        play.allowed(pay(place), 0)
    play.refused("count_upkeep", pay(), 0)
    play.refused("count_upkeep", pay("A.S", "T"), 0)
    play.refused("count_upkeep", pay("A.C", "T"), 0)
    play.refused("slot_empty", pay("A.L1"), 0)


def test_z5_r7_welded_parts_cannot_pay_but_welded_research_and_tokens_can() -> None:
    play = kept(area("C1 S4 p4 L5", research="S4", stack="P4"), RICH, RICH)
    for place in ("A.S", "A.P", "A.L1"):
        play.refused("welded", pay(place), 0)
    play.allowed(pay("R.S"), 0)
    play.allowed(pay("T"), 0)


def test_z5_parts_in_a_bay_without_a_core_can_pay() -> None:
    play = kept(area("C1 S4", "- S1"), RICH, RICH)
    play.allowed(pay("B.S"), 0)


def test_z5_k2_two_cards_or_one_core_or_both_cores() -> None:
    play = kept(area("C1 S1", "C2 P1", stack="L1 L1"), RICH, RICH)
    for cards in (("A.S", "B.P"), ("T", "T"), ("T", "A.S"), ("A.C",), ("B.C",), ("A.C", "B.C")):
        play.allowed(pay(*cards), 0)
    play.refused("count_upkeep", pay("A.S"), 0)
    play.refused("count_upkeep", pay("A.C", "A.S"), 0)
    play.refused("tokens", pay("T", "T", "T"), 0)
    play.refused("twice", pay("A.S", "A.S"), 0)


def test_z5_r24_a_face_down_core_costs_a_card_too_a_research_core_does_not() -> None:
    play = kept(area("C1 S1", "c2 P1", research="C3"), RICH, RICH)
    play.refused("count_upkeep", pay("A.S"), 0)
    play.allowed(pay("R.C", "A.S"), 0)


def test_z5_k2_with_less_than_two_cards_to_give_a_core_goes() -> None:
    play = kept(area("C1 S1", "C2 S4"), RICH, RICH)
    play.refused("count_upkeep", pay("A.S"), 0)
    play.allowed(pay("A.C"), 0)
    play.allowed(pay("B.C"), 0)
    play.allowed(pay("A.C", "B.C"), 0)


# ---- what happens


def test_z5_example_6_a_discarded_core_pays_for_the_other_and_owes_nothing() -> None:
    play = all_pay(kept(area("C1 S1", "C2 P1"), RICH, RICH), {0: ["B.C"]})
    assert (play.bay(0), play.bay(0, "B")) == ("C1 S1", "P1")
    assert play.alive() == [0, 1, 2]


def test_z5_without_anything_payable_the_core_goes_unasked() -> None:
    play = kept(area("C1 S4 P4"), RICH, RICH)
    assert play.asked == "upkeep 1 2"
    all_pay(play, {})
    assert play.alive() == [1, 2]


def test_z5_who_gives_up_both_cores_is_out() -> None:
    play = all_pay(kept(area("C1 S1", "C2 P1"), RICH, RICH), {0: ["A.C", "B.C"]})
    assert play.alive() == [1, 2]


def test_z5_a_token_goes_from_the_top_to_the_discard_pile() -> None:
    play = all_pay(kept(area("C1", stack="L2 L3"), RICH, RICH), {})
    assert play.stack(0) == "l3"
    assert play.discard == "L1 L1 L2"
    assert play.assembly == SCRAP, "tokens are not recycled although a leg's slot is free (R17)"


def test_z5_r17_a_discarded_part_fills_its_free_supervision_slot() -> None:
    play = all_pay(kept(area("C1 s2"), RICH, RICH, assembly="C1 P1"), {0: ["A.S"]})
    assert play.bay(0) == "C1"
    assert play.assembly.split()[:2] == ["C1", "S2"], "face up"
    assert "S2" not in play.discard


def test_z5_r17_a_research_card_is_recycled_too() -> None:
    play = all_pay(kept(area("C1", research="P2"), RICH, RICH, assembly="C1 S1"), {0: ["R.P"]})
    assert "P2" in play.assembly


def test_z5_r17_without_a_free_slot_the_part_goes_to_the_discard_pile() -> None:
    play = all_pay(kept(area("C1 S2"), RICH, RICH), {0: ["A.S"]})
    assert play.discard == "L1 L1 S2"


@pytest.mark.parametrize("drought", [False, True])
def test_z5_r17_in_the_drought_nothing_is_recycled(drought: bool) -> None:
    play = all_pay(kept(area("C1 S2"), RICH, RICH, assembly="C1 P1", drought=drought), {0: ["A.S"]})
    assert ("S2" in play.discard) == drought
    assert ("S2" in play.assembly) != drought


def test_z5_r17_a_discarded_core_is_a_part_too() -> None:
    play = all_pay(kept(area("C1 S1", "C2"), RICH, RICH, assembly="S1 P1"), {0: ["B.C"]})
    assert "C2" in play.assembly


def test_z5_cards_move_in_seat_order_from_the_dealer() -> None:
    """Seat 1 is the dealer: its sensor gets the slot, seat 0's goes to the discard pile."""
    play = kept(area("C1 S2"), area("C1 S3"), RICH, assembly="C1 P1", dealer=1)
    all_pay(play, {0: ["A.S"], 1: ["A.S"]})
    assert "S3" in play.assembly
    assert "S2" in play.discard


def test_z5_r8_recycling_forms_a_mech_at_once_and_frees_the_slots_again() -> None:
    play = kept(area("C1 L2"), area("C1 L3"), RICH)
    all_pay(play, {0: ["A.L1"], 1: ["A.L1"]})
    (mech,) = play.state.supervision.roamers
    assert mech.cards == ("C1", "S1", "P1", "L1", "L1", "L1", "L2")
    assert mech.former == 0
    assert "L3" in play.assembly.split()


def test_z5_r8_the_fourth_mech_makes_the_oldest_shuffled_tokens_on_top_of_the_stack() -> None:
    oldest = "C3 S3 P3 L3 L3 L3 L4"
    play = kept(
        area("C1 L2"),
        RICH,
        RICH,
        roamers=(roamer(2, oldest), roamer(5), roamer(6)),
        stack="L5",
        wishes=["retired mech S3 L4 C3"],
    )
    all_pay(play, {0: ["A.L1"]})
    assert play.roamers == [5, 6, 7]
    *new, old = play.pool.split()
    assert old == "l5"
    assert sorted(new) == sorted(oldest.lower().split())


# ---- elimination


def test_8_2_r18_players_out_in_the_same_maintenance_share_a_place() -> None:
    four = (area("C1 S1"), RICH, area("C2 S1"), RICH)
    play = all_pay(kept(*four), {0: ["A.C"], 2: ["A.C"]})
    assert play.alive() == [1, 3]
    assert play.state.places == (3, 0, 3, 0)


def test_8_2_r18_an_eliminated_players_cards_go_to_the_discard_pile() -> None:
    play = all_pay(kept(area("C1 S1", "- P1", research="L4", stack="L2"), RICH, RICH), {0: ["A.C"]})
    assert sorted(play.discard.split()) == sorted(["C1", "S1", "P1", "L4", "L2", "L1", "L1"])
    assert (play.bay(0), play.stack(0), play.research(0)) == ("", "", "")


def test_8_2_r3_the_reserve_core_is_moved_instead() -> None:
    play = all_pay(kept(area("C1 S1", "- P1 L1", research="C2"), RICH, RICH), {0: ["A.C"]})
    assert play.alive() == [0, 1, 2]
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("S1", "C2 P1 L1", "")


def test_8_2_r3_a_reserve_core_that_pays_saves_nobody_later() -> None:
    play = all_pay(kept(area("C1 S4", research="C2"), RICH, RICH), {0: ["R.C"]})
    assert (play.bay(0), play.research(0)) == ("C1 S4", "")


def test_8_3_as_soon_as_one_is_left_the_game_is_over() -> None:
    play = all_pay(kept(area("C1 S1"), RICH, area("C1 S1")), {0: ["A.C"], 2: ["A.C"]})
    assert play.asked == "over"
    assert play.state.places == (2, 1, 2)


def test_8_2_r18_if_all_would_go_the_one_with_most_cards_survives() -> None:
    play = kept(area("C1 S4"), area("C1 S4 P4"), area("C1"))
    assert play.asked == "over", "nobody had a choice"
    assert play.state.places == (2, 1, 2)


def test_8_2_r18_with_equal_cards_the_highest_token_sum() -> None:
    play = kept(area("C1", stack="L1 L1"), area("C1", stack="L5 L1"), area("C1 S4 P4"))
    all_pay(play, {0: ["A.C"], 1: ["A.C"]})
    assert play.state.places == (2, 1, 2)


@pytest.mark.parametrize(("dealer", "places"), [(0, (1, 2, 2)), (1, (2, 1, 2)), (2, (2, 2, 1))])
def test_8_2_r18_with_all_equal_the_first_in_seat_order_from_the_dealer(dealer: int, places: tuple[int, ...]) -> None:
    play = kept(area("C1 S4"), area("C1 S4"), area("C2 S4"), dealer=dealer)
    assert play.state.places == places


def test_8_2_r18_research_cards_count_as_cards_left() -> None:
    play = kept(area("C1 S4", research="P4 L5"), area("C1 S4 P4"), area("C1"))
    all_pay(play, {0: ["A.C"]})
    assert play.state.places == (1, 2, 2)


def test_z5_plain_roamers_cost_nothing() -> None:
    play = all_pay(kept(area("C1 S2"), RICH, RICH, roamers=(PLAIN, PLAIN)), {0: ["A.S"]})
    assert play.bay(0) == "C1"
