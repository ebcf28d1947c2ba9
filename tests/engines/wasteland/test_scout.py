"""The scout phase (W2, W2b; section 5.2), asked in turns, with the rulings R3 and R10."""

from __future__ import annotations

import pytest

from engines.wasteland.model import Deed, Scout, Study
from tests.engines.wasteland.boards import Play, area, table, take

THREE = (area("C1"), area("C2"), area("C3"))
EXPLORE = Scout(choice="explore")


def ammo(number: int) -> Scout:
    return Scout(choice="ammo", cards=(number,))


def research(number: int) -> Scout:
    return Scout(choice="research", cards=(number,))


# ---- explore


def test_w2_exploring_brings_one_more_card_its_face_unchanged() -> None:
    play = Play(table(*THREE, wasteland="C1 s2", draw="l1 L2 L3 L4")).give(EXPLORE)
    assert play.wasteland == "1:C1 2:s2 3:l1"
    assert [lying.card for lying in play.view().wasteland] == ["C1", "?1", "?1"]
    assert play.asked == "scout_now 1"


def test_w2_seat_order_begins_with_the_dealer_and_leaves_the_dead_out() -> None:
    four = (*THREE[:2], area(out=True), THREE[2])
    play = Play(table(*four, wasteland="C1", draw="L1 L2 L3 L4", dealer=1, queue=(1, 3, 0)))
    asked = []
    for _ in range(3):
        asked.append(play.asked)
        play.give(EXPLORE)
    assert asked == ["scout_now 1", "scout_now 3", "scout_now 0"]
    assert play.state.explorers == (1, 3, 0)


def test_w2_whoever_explores_takes_part_even_if_no_card_can_be_drawn() -> None:
    play = Play(table(*THREE, wasteland="C1 C2")).give(EXPLORE, ammo(2), ammo(1))
    assert play.state.drought
    play = Play(table(*THREE, wasteland="C1 C2")).give(EXPLORE, ammo(2), EXPLORE)
    assert play.asked == "pick 0"
    assert play.state.explorers == (0, 2)


def test_w2_with_an_empty_wasteland_everybody_explores_unasked() -> None:
    play = Play(table(*THREE, drought=True))
    assert play.asked == "challenge 0", "nothing to scavenge, no roaming mech"


def test_w2_after_the_last_card_was_taken_the_next_explores_unasked() -> None:
    play = Play(table(*THREE, wasteland="C1", drought=True)).give(ammo(1))
    assert play.asked == "challenge 0"


def test_w2_waiting_is_for_plans() -> None:
    play = Play(table(*THREE, wasteland="C1", draw="L1"))
    play.refused("wait_now", Scout(choice="wait"))
    play.refused("no_cards_named", Scout(choice="ammo"))
    play.refused("no_card", ammo(2))
    play.refused("not_asked", EXPLORE, 1)
    play.refused("kind", Study())


# ---- ammo


@pytest.mark.parametrize(("number", "token", "left"), [(1, "c1", "2:s3"), (2, "s3", "1:C1")])
def test_w2_ammo_lays_the_card_back_up_on_top_of_the_stack(number: int, token: str, left: str) -> None:
    play = Play(table(area("C1", stack="L1 L2"), *THREE[1:], wasteland="C1 s3", draw="L1")).give(ammo(number))
    assert play.stack(0) == f"{token} l1 l2"
    assert play.wasteland == left
    assert play.view(0).areas[0].top == (1 if number == 1 else 2)
    assert play.view(0).areas[0].tokens == 3


def test_w2_the_front_of_a_face_down_card_is_not_shown_to_whoever_takes_it_as_ammo() -> None:
    play = Play(table(*THREE, wasteland="C1 s3", draw="L1"))
    assert play.view(0).wasteland[1].card == "?2"
    assert "s3" not in str(play.give(ammo(2)).view(0))


def test_w2_optimising_sits_scavenge_out() -> None:
    play = Play(table(*THREE, wasteland="C1 C2 L1 L2", draw="L1 L2")).give(ammo(1), EXPLORE, EXPLORE)
    assert play.state.explorers == (1, 2)
    assert play.asked == "pick 1"


def test_r10_nobody_explores_the_cards_stay_and_no_tribute_either() -> None:
    play = Play(table(*THREE, wasteland="C1 C2 L1 l2", draw="L1 L2")).give(ammo(1), ammo(2), ammo(3))
    assert play.wasteland == "4:l2"
    assert play.asked == "challenge 0"


# ---- research


def test_w2b_the_gained_card_is_seen_by_its_owner_alone_before_he_chooses() -> None:
    play = Play(table(*THREE, wasteland="S1 p1", draw="L1 L2 L3")).give(research(2))
    assert play.asked == "study 0"
    assert play.view(0).wasteland[1].card == "p1"
    for viewer in (None, 1, 2):
        assert play.view(viewer).wasteland[1].card == "?1"


def test_w2b_the_gained_card_itself_becomes_research() -> None:
    play = Play(table(*THREE, wasteland="S1 p1", draw="L1 L2 L3")).give(research(2), Study(bay="A"))
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("C1", "", "P1")
    assert play.wasteland == "1:S1"
    assert play.asked == "scout_now 1"


def test_w2b_another_part_becomes_research_and_the_gained_one_keeps_its_face() -> None:
    play = Play(table(area("C1 s2"), *THREE[1:], wasteland="S1 p1", draw="L1 L2 L3"))
    play.give(research(2), Study(bay="B", part="A.S"))
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("C1", "p1", "S2")
    assert play.view(1).areas[0].bays[1].slots[2] == "?1"


def test_w2b_the_owner_chooses_the_bay_where_both_have_a_free_slot() -> None:
    play = Play(table(area("C1 S2"), *THREE[1:], wasteland="P1", draw="L1 L2 L3")).give(research(1))
    play.refused("no_bay", Study(part="A.S"))
    play.allowed(Study(bay="A", part="A.S"))
    play.allowed(Study(bay="B", part="A.S"))


def test_w2b_where_only_one_bay_has_a_free_slot_it_goes_there() -> None:
    play = Play(table(area("C1 S2"), *THREE[1:], wasteland="S1", draw="L1 L2 L3")).give(research(1))
    play.refused("bay_full", Study(bay="A"))
    play.give(Study(part="A.S"))
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("C1", "S1", "S2")


def test_w2b_the_last_core_is_never_researched() -> None:
    play = Play(table(area("C1"), *THREE[1:], wasteland="P1", draw="L1 L2 L3")).give(research(1))
    play.refused("last_core", Study(bay="A", part="A.C"))


@pytest.mark.parametrize(("part", "cores", "studied"), [("", ("C1", ""), "C2"), ("A.C", ("", "C2"), "C1")])
def test_w2b_a_gained_second_core_frees_either_of_them(part: str, cores: tuple[str, str], studied: str) -> None:
    play = Play(table(area("C1"), *THREE[1:], wasteland="C2", draw="L1 L2 L3")).give(research(1), Study(part=part))
    assert (play.slot(0, "A.C"), play.slot(0, "B.C")) == cores
    assert play.research(0) == studied


def test_w2b_a_welded_part_may_be_researched() -> None:
    play = Play(table(area("C1 S4 P4"), *THREE[1:], wasteland="L1", draw="L1 L2 L3"))
    play.give(research(1), Study(bay="A", part="A.P"))
    assert (play.bay(0), play.research(0)) == ("C1 S4 L1", "P4")


def test_w2b_without_a_free_slot_the_card_itself_is_researched_unasked() -> None:
    play = Play(table(area("C1 P3", "- P1"), *THREE[1:], wasteland="S1 p2", draw="L1 L2 L3")).give(research(2))
    assert play.research(0) == "P2", "face up"
    assert play.asked == "scout_now 1"


def test_w2b_r3_a_newer_research_card_replaces_the_older_of_its_type() -> None:
    play = Play(table(area("C1 P3", "- P1", research="P2 L1"), *THREE[1:], wasteland="S1 p4", draw="L1 L2 L3"))
    play.give(research(2))
    assert play.research(0) == "P4 L1"
    assert play.discard == "P2"


def test_w2b_r3_also_where_another_part_is_chosen() -> None:
    play = Play(table(area("C1 S1", research="S2"), *THREE[1:], wasteland="L1", draw="L1 L2 L3"))
    play.give(research(1), Study(bay="B", part="A.S"))
    assert (play.research(0), play.discard, play.bay(0, "B")) == ("S1", "S2", "L1")


def test_w2b_a_part_of_a_bay_without_a_core_may_be_researched() -> None:
    play = Play(table(area("C1", "- l3"), *THREE[1:], wasteland="L1", draw="L1 L2 L3"))
    play.give(research(1), Study(bay="A", part="B.L1"))
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("C1 L1", "", "L3")


def test_w2b_r24_a_face_down_core_is_a_core_that_may_stay_alone() -> None:
    play = Play(table(area("C1", "c2"), *THREE[1:], wasteland="L1", draw="L1 L2 L3"))
    play.give(research(1), Study(bay="A", part="A.C"))
    assert (play.bay(0), play.bay(0, "B"), play.research(0)) == ("L1", "c2", "C1")


def test_w2_what_is_researched_can_be_seen_by_everybody() -> None:
    play = Play(table(area("C1 s2"), *THREE[1:], wasteland="P1", draw="L1 L2 L3"))
    play.give(research(1), Study(bay="A", part="A.S"))
    assert play.view(None).areas[0].research == ("", "S2", "", "")


def test_w2_a_seat_sees_what_those_before_it_did() -> None:
    play = Play(table(*THREE, wasteland="C1 s2 L1", draw="l1 L2 L3 L4")).give(EXPLORE, ammo(4), EXPLORE)
    assert play.stack(1) == "l1", "the card that the dealer brought"
    play.give(take(1, "B"))
    assert play.bay(0, "B") == "C1"


def test_w2_a_plan_answer_is_no_scavenge_deed() -> None:
    play = Play(table(*THREE, wasteland="C1", draw="L1"))
    play.refused("kind", Deed())
