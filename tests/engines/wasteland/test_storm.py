"""What follows maintenance (Z6, Z7), the Black Storm, the drought, the end (sections 5.6, 8.3, 8.4 and 9), with the
rulings R14, R19, R23, R26, R27 and R29."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.core import IllegalAction, Seat
from engines.wasteland.model import (
    Action,
    Area,
    Assemble,
    Challenge,
    Commit,
    Declare,
    Options,
    Scout,
    State,
    Tribute,
    Upkeep,
)
from engines.wasteland.yard import Yard
from tests.engines.wasteland.boards import GAME, PLAIN, Fate, Play, area, nothing, roamer, table

RICH = area("C1", stack="L1 " * 8)


def pay(play: Play) -> Play:
    """Everybody who is asked gives a token for each of his cores."""
    answers: dict[Seat, Action] = {}
    for seat in play.window.asks:
        cores = sum(bay.slots[0] != "" for bay in play.state.areas[seat].bays)
        answers[seat] = Upkeep(cards=("T",) * cores)
    return play.all(answers)


def ended(
    *areas: Area,
    wishes: Sequence[str] = (),
    draw: str = "",
    assembly: str = "",
    roamers: Sequence[object] = (),
    discard: str = "",
    stack: str = "",
    reshuffles: int = 0,
    dealer: int = 0,
) -> Play:
    """Maintenance was paid with tokens; now it is the next dealer's war season."""
    state = table(
        *(areas or (RICH,) * 3),
        stage="upkeep",
        draw=draw,
        assembly=assembly,
        roamers=roamers,  # type: ignore[arg-type]
        discard=discard,
        stack=stack,
        reshuffles=reshuffles,
        dealer=dealer,
    )
    return pay(Play(state, *wishes))


# ---- Z6


def test_z6_r14_the_first_fitting_cards_from_the_top_fill_the_free_slots_the_rest_stays_in_order() -> None:
    play = ended(draw="C2 c3 L3 S2 s1 L4 P1 L1 L2 C1 C2 C3 C4", assembly="S3 L1")
    assert play.roamers == [1]
    assert play.state.supervision.roamers[0].cards == ("C2", "S3", "P1", "L1", "L3", "L4", "L1")
    assert play.state.supervision.roamers[0].former is None
    # the rest was c3 S2 s1 L2 C1 ...: four cards of it are what the war leaves behind
    assert play.wasteland == "1:c3 2:S2 3:s1 4:L2"
    assert play.draw == "C1 C2 C3 C4"


def test_z6_face_down_cards_are_turned_up_in_supervision() -> None:
    play = ended(draw="c2 s2 p2 l2 l2 l2 C1 C1 C1")
    assert play.assembly == "C2 S2 P2 L2 L2 L2"
    assert play.view().supervision.assembly == ("C2", "S2", "P2", "L2", "L2", "L2", "")


def test_z6_with_the_pile_at_its_end_the_area_stays_incomplete_and_nothing_is_reshuffled_for_it() -> None:
    play = ended(draw="c2 C3 C4 C1", assembly="S3", discard="S1 P1 L1 L1", reshuffles=1)
    assert play.assembly == "C2 S3"
    assert play.roamers == []
    assert play.wasteland == "1:C3 2:C4 3:C1"
    assert play.state.reshuffles == 1


def test_z6_r8_a_fourth_mech_makes_the_oldest_shuffled_tokens_on_top_of_the_supervision_stack() -> None:
    play = ended(
        draw="L2 " + "C1 " * 12,
        assembly="C1 S1 P1 L1 L1 L1",
        roamers=[roamer(3, "C3 S3 P3 L3 L3 L3 L3"), roamer(4), roamer(6)],
        stack="L5",
        wishes=["retired mech L3 S3"],
    )
    assert play.roamers == [4, 6, 7]
    assert sorted(play.pool.split()[:-1]) == sorted(["c3", "s3", "p3", "l3", "l3", "l3", "l3"])
    assert play.pool.split()[-1] == "l5"
    assert len(play.wasteland.split()) == 3 + 3, "N is three again"


# ---- Z7


def test_z7_the_marker_goes_to_the_next_living_seat() -> None:
    four = (RICH, area(out=True), RICH, RICH)
    assert ended(*four, draw="C1 " * 9).state.dealer == 2
    assert ended(*four, draw="C1 " * 9, dealer=3).state.dealer == 0


def test_r23_after_a_dealer_who_died_in_his_own_turn_it_is_the_next_living_seats() -> None:
    four = (RICH, area(out=True), RICH, RICH)
    assert ended(*four, draw="C1 " * 9, dealer=1).state.dealer == 2


def test_z7_a_new_turn_begins_with_nothing_left_of_the_old_one() -> None:
    play = ended(draw="C1 " * 9)
    state = play.state
    assert (state.turn, state.season, state.explorers, state.skipped, state.fighters) == (6, "war", (), False, ())
    assert (state.settlement, state.paid, state.damage) == (None, 0, 0)


# ---- the Black Storm


def rounds(state: State) -> int:
    """How many maintenances this turn has."""
    play = Play(state)
    done = 0
    while play.asked.startswith("upkeep"):
        pay(play)
        done += 1
    return done


@pytest.mark.parametrize(("turn", "times"), [(1, 1), (12, 1), (13, 2), (15, 2), (16, 3), (18, 3), (19, 4)])
def test_9_the_black_storm_carries_maintenance_out_again_and_again(turn: int, times: int) -> None:
    """s = 4 rounds of three players: from turn 13 on, e = ceil((turn - 12) / 3)."""
    state = table(RICH, RICH, RICH, stage="upkeep", storm="4", turn=turn, draw="C1 " * 9)
    assert rounds(state) == times
    assert GAME.view(state, None).storm == times


def test_9_players_at_the_start_count_not_those_left() -> None:
    four = (RICH, RICH, area(out=True), RICH)
    state = table(*four, stage="upkeep", storm="4", turn=16, draw="C1 " * 9)
    assert rounds(state) == 1
    assert rounds(table(*four, stage="upkeep", storm="4", turn=17, draw="C1 " * 9)) == 2


def test_9_a_storm_ends_when_one_is_left() -> None:
    poor = area("C1", stack="L1")
    play = pay(Play(table(RICH, poor, poor, stage="upkeep", storm="4", turn=13, draw="C1 " * 9)))
    assert play.asked == "upkeep 0", "the others have only their cores left"
    pay(play)
    assert play.asked == "over"
    assert play.state.places == (1, 2, 2)


@pytest.mark.parametrize(("turn", "times"), [(24, 1), (25, 2), (28, 3)])
def test_9_unlimited_reshuffles_force_the_storm_to_eight(turn: int, times: int) -> None:
    state = table(RICH, RICH, RICH, stage="upkeep", turn=turn, draw="C1 " * 9, reshuffles=None)
    options = Options(planning="turns", reshuffles="unlimited")
    yard = Yard(state, Fate())
    yard.options = options
    assert rounds(yard.state()) == times


def test_9_without_the_house_rule_there_is_no_storm() -> None:
    assert rounds(table(RICH, RICH, RICH, stage="upkeep", turn=150, draw="C1 " * 9)) == 1


# ---- the end


def test_8_3_final_places_are_the_reverse_order_of_elimination_and_r29_scores_are_turns_survived() -> None:
    four = (area("C1 S1"), area(out=True), RICH, area("C1 S1"))
    state = table(*four, stage="upkeep", turn=9, lasted=(0, 5, 0, 0), places=(0, 4, 0, 0))
    assert GAME.result(state) is None
    play = Play(state).all({0: Upkeep(cards=("A.C",)), 2: Upkeep(cards=("T",)), 3: Upkeep(cards=("A.C",))})
    result = GAME.result(play.state)
    assert result is not None
    assert result.places == (2, 4, 1, 2)
    assert result.scores == (9, 5, 9, 9)
    assert GAME.window(play.state) is None
    assert play.view().winner == 2
    assert GAME.beaten(play.state) == {0, 1, 3}


# ---- R26: leaving


def test_r26_who_resigns_is_out_at_once_with_all_its_cards_and_without_reserve_core() -> None:
    mine = area("C1 S1", "- p1", research="C2 L1", stack="L2 L3")
    play = Play(table(RICH, mine, RICH, wasteland="C1", draw="C1 " * 9)).resign(1)
    assert play.alive() == [0, 2]
    assert play.state.places == (0, 3, 0)
    assert sorted(play.discard.split()) == sorted(["C1", "S1", "P1", "C2", "L1", "L2", "L3"])
    assert play.asked == "scout_now 0"
    with pytest.raises(IllegalAction):
        GAME.resign(play.state, 1, Fate())


def test_r26_when_the_one_who_is_asked_resigns_the_next_is_asked() -> None:
    play = Play(table(RICH, RICH, RICH, wasteland="C1", draw="C1 " * 9)).resign(0)
    assert play.asked == "scout_now 1"
    assert play.state.dealer == 0, "the turn goes on without him (R23)"


def test_r26_the_last_one_has_won() -> None:
    play = Play(table(RICH, RICH, area(out=True), wasteland="C1", draw="C1 " * 9)).resign(0)
    assert play.asked == "over"
    assert play.state.places == (2, 1, 3)


def test_r26_a_card_looked_at_stays_face_down_in_the_row() -> None:
    play = Play(table(RICH, RICH, RICH, wasteland="s1 C2", draw="C1 " * 9))
    play.give(Scout(choice="research", cards=(1,)))
    assert play.asked == "study 0"
    play.resign(0)
    assert play.wasteland == "1:s1 2:C2"
    assert (play.asked, play.state.looking) == ("scout_now 1", None)
    assert play.view(1).wasteland[0].card == "?1"


def test_r26_a_dealer_who_leaves_his_invasion_calls_it_off() -> None:
    """Committed tokens are lost, the invader returns, there is no duel."""
    dealer, other = area("C1 s1", stack="L1"), area("C1 s1", stack="L3 L5")
    state = table(dealer, other, RICH, stage="tribute", queue=(0,), roamers=[PLAIN, PLAIN], draw="L2 L2 " + "C1 " * 9)
    play = Play(state).give(Tribute(refuse=True), Declare(flip="A.S", mech="A", target=2))
    play.give(Declare(flip="A.S", mech="A"), Commit(count=1))
    assert play.asked == "commit 0"
    play.resign(0)
    assert play.roamers == [1, 2]
    assert play.state.invader is None
    assert play.stack(1) == "l5"
    assert sorted(play.discard.split()) == sorted(["C1", "S1", "L1", "L3", "L2", "L2"])
    assert play.asked == "upkeep 1 2"


def test_r26_another_fighter_who_leaves_takes_his_tokens_out_of_the_game() -> None:
    dealer, other = area("C1 s1", stack="L1"), area("C1 s1", stack="L3 L5")
    state = table(dealer, other, RICH, stage="tribute", queue=(0,), roamers=[PLAIN, PLAIN], draw="L2 L2 " + "C1 " * 9)
    play = Play(state).give(Tribute(refuse=True), Declare(flip="A.S", mech="A", target=2))
    play.give(Declare(flip="A.S", mech="A"), Commit(count=1)).resign(1)
    assert play.asked == "commit 0"
    assert [fighter.seat for fighter in play.state.fighters] == [0]
    assert sorted(play.discard.split()) == sorted(["C1", "S1", "L3", "L5"])


@pytest.mark.parametrize("leaver", [0, 1])
def test_r26_a_duellist_who_leaves_ends_the_duel(leaver: Seat) -> None:
    state = table(RICH, RICH, RICH, stage="duel", queue=(0,), skipped=True, draw="C1 " * 9)
    play = Play(state).give(Challenge(seat=1))
    assert play.asked == "commit 0 1"
    play.resign(leaver)
    assert play.asked.startswith("upkeep")
    assert "settlement die of seat 1" not in play.fate.log


def test_r26_somebody_else_leaves_and_the_duel_goes_on() -> None:
    dice = ["settlement die of seat 1 3", "settlement die of seat 2 3"]
    state = table(RICH, RICH, RICH, stage="duel", queue=(0,), skipped=True, draw="C1 " * 9)
    play = Play(state, *dice).give(Challenge(seat=1)).resign(2)
    assert play.asked == "commit 0 1"
    play.all(nothing(play))
    assert play.asked == "upkeep 0 1"


def test_r26_leaving_while_assembling() -> None:
    play = Play.started(
        Options(planning="turns", length="standard"), 3, "seat order 0 1 2", "deck order S1 S1 S1 C1 C1 C1"
    )
    assert play.asked == "assemble 0 1 2"
    play.resign(0).all({1: Assemble(), 2: Assemble()})
    assert play.asked == "scout_now 1"


# ---- R27


@pytest.mark.parametrize(("live", "length"), [(True, "standard"), (False, "short")])
def test_r27_the_length_minds_the_pace_where_it_is_left_open(live: bool, length: str) -> None:
    assert GAME.at_pace(Options(), live=live).length == length
    assert GAME.at_pace(Options(length="long"), live=live).length == "long"


@pytest.mark.parametrize("seats", [2, 8])
def test_1_three_to_seven_players(seats: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.fits(Options(), seats)
    assert caught.value.reason == "seats"
    for right in range(3, 8):
        GAME.fits(Options(), right)
