"""The war season (W1, section 5.1), with the rulings R24 and R30, and the exhausted pile (R19)."""

from __future__ import annotations

import pytest

from engines.wasteland.model import State
from tests.engines.wasteland.boards import PLAIN, Play, area, table

THREE = (area("C1"), area("C2 s1"), area("C3"))


def begun(state: State, *wishes: str) -> Play:
    return Play(state, *wishes, turn_begins=True)


def test_w1_r24_a_card_for_each_core_face_up_or_down_and_each_roaming_mech() -> None:
    three = (area("C1"), area("c1", "C2"), area("C1 s1"))
    play = begun(table(*three, draw="L1 l2 S1 s1 P1 p1 C4 L3", roamers=(PLAIN, PLAIN)))
    assert play.wasteland == "1:L1 2:l2 3:S1 4:s1 5:P1 6:p1", "four cores and N = 2; faces unchanged"
    assert play.draw == "C4 L3"


def test_w1_research_cores_and_eliminated_seats_do_not_count() -> None:
    play = begun(table(area("C1", research="C2"), area("C1"), area(out=True), draw="L1 L2 L3 L4"))
    assert play.wasteland == "1:L1 2:L2"


def test_w1_r30_cards_from_earlier_turns_stay_and_new_ones_are_numbered_on() -> None:
    play = begun(table(*THREE, draw="L1 L2 L3", wasteland="3:C1 7:s1"))
    assert play.wasteland == "3:C1 7:s1 8:L1 9:L2 10:L3"


def test_w1_the_season_begins_and_everybody_scouts_from_the_dealer() -> None:
    play = begun(table(*THREE, draw="L1 L2 L3", dealer=1))
    assert (play.state.season, play.asked) == ("war", "scout_now 1")


def test_r19_in_the_middle_of_the_draws_discard_pile_and_supervision_stack_become_a_new_pile() -> None:
    state = table(*THREE, draw="L1", discard="C1 S1 P1", stack="l2 l3", reshuffles=1)
    play = begun(state, "deck order S1 L3 P1", "card face down", "card face up", "card face up")
    assert play.wasteland == "1:L1 2:s1 3:L3"
    assert (play.state.reshuffles, play.discard, play.pool) == (0, "", "")
    assert len(play.state.draw) == 3
    assert not play.state.drought


def test_r19_without_a_reshuffle_left_the_drought_begins() -> None:
    play = begun(table(*THREE, draw="L1", discard="C1 S1 P1", stack="l2 l3", reshuffles=0))
    assert play.state.drought
    assert (play.wasteland, play.discard, play.pool) == ("1:L1", "C1 P1 S1", "l2 l3")


def test_r19_with_nothing_to_reshuffle_the_drought_begins_as_well() -> None:
    play = begun(table(*THREE, draw="L1", reshuffles=1))
    assert play.state.drought
    assert play.wasteland == "1:L1"


def test_r19_the_supervision_stack_alone_is_reshuffled_too() -> None:
    play = begun(table(*THREE, draw="L1", stack="l2 l3 p1", reshuffles=2))
    assert (play.state.reshuffles, play.pool, play.state.drought) == (1, "", False)
    assert len(play.state.wasteland) == 3


def test_r19_unlimited_reshuffles_stay_unlimited() -> None:
    play = begun(table(*THREE, draw="", discard="C1 S1 P1 L1", reshuffles=None))
    assert play.state.reshuffles is None
    assert len(play.state.wasteland) == 3


def test_r19_the_drought_is_for_good() -> None:
    play = begun(table(*THREE, draw="", discard="C1 S1 P1", reshuffles=3, drought=True))
    assert (play.wasteland, play.discard, play.state.reshuffles) == ("", "C1 P1 S1", 3)


def test_r19_an_empty_pile_is_no_drought_before_a_card_must_be_drawn() -> None:
    play = begun(table(*THREE, draw="L1 L2 L3", discard="C1", reshuffles=0))
    assert (play.draw, play.state.drought) == ("", False)


@pytest.mark.parametrize("players", [3, 5, 7])
def test_w1_takes_what_there_is(players: int) -> None:
    play = begun(table(*[area("C1")] * players, draw="L1 L2"))
    assert play.wasteland == "1:L1 2:L2"
    assert play.state.drought
