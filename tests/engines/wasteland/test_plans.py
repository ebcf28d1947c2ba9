"""Plans instead of turns (section 14): one hidden window for what is decided in turn order, worked through in seat
order; the rulings R31 and R32."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.wasteland.model import Area, Commit, Declare, Deed, Forage, Lose, Pick, Scout, Spoils, Study, Tribute, Wish
from tests.engines.wasteland.boards import PLAIN, Play, area, nothing, plant, table, take

THREE = (area("C1"), area("C2"), area("C3"))
EXPLORE, WAIT = Scout(choice="explore"), Scout(choice="wait")


def ammo(*numbers: int) -> Scout:
    return Scout(choice="ammo", cards=numbers)


def scouting(*areas: Area, wasteland: str = "C1 s2 L1", draw: str = "l1 L2 L3 L4 L5", dealer: int = 0) -> Play:
    return Play(table(*(areas or THREE), planning="plans", wasteland=wasteland, draw=draw, dealer=dealer))


# ---- W2


def test_14_scout_plans_are_asked_of_everybody_at_once_in_secret() -> None:
    play = scouting()
    assert play.asked == "scout 0 1 2"
    assert (play.window.kind, play.window.hidden) == ("scout", True)
    assert play.view().queue == ()


def test_14_they_are_worked_through_in_seat_order_by_the_first_card_that_still_lies_there() -> None:
    play = scouting(dealer=1).all({1: ammo(1), 2: ammo(1, 3, 2), 0: EXPLORE})
    assert (play.stack(1), play.stack(2)) == ("c1", "l1")
    assert play.wasteland == "2:s2 4:l1"
    assert play.state.explorers == (0,)


def test_14_whose_cards_are_all_gone_is_asked_alone_and_in_public() -> None:
    play = scouting().all({0: ammo(1), 1: ammo(1), 2: ammo(3)})
    assert play.asked == "scout_now 1"
    assert not play.window.hidden
    play.refused("wait_now", WAIT)
    assert play.view(1).queue == (1, 2)
    play.give(ammo(2))
    assert play.stack(2) == "l1", "then the next plan is carried out"


def test_14_waiting_asks_when_it_is_ones_go() -> None:
    play = scouting().all({0: EXPLORE, 1: WAIT, 2: EXPLORE})
    assert play.asked == "scout_now 1"
    assert play.wasteland == "1:C1 2:s2 3:L1 4:l1", "what the dealer did can be seen"
    play.give(ammo(4))
    assert play.state.explorers == (0, 2)


def test_14_a_research_plan_asks_its_owner_what_becomes_research() -> None:
    play = scouting().all({0: Scout(choice="research", cards=(2,)), 1: EXPLORE, 2: EXPLORE})
    assert play.asked == "study 0"
    play.give(Study(bay="A"))
    assert play.research(0) == "S2"
    assert play.state.explorers == (1, 2)


def test_14_or_does_with_what_is_left_open_as_the_stand_in_would() -> None:
    """Neither the card that is gone nor the part that becomes research is asked about."""
    plans = {0: ammo(1), 1: Scout(choice="ammo", cards=(1,), rest="auto"), 2: EXPLORE}
    play = scouting().all(plans)
    assert not play.asked.startswith("scout_now")
    assert play.state.season != "war"
    plans = {0: Scout(choice="research", cards=(2,), rest="auto"), 1: WAIT, 2: EXPLORE}
    play = scouting(area("C1 P2"), *THREE[1:]).all(plans)
    assert play.asked == "scout_now 1"
    assert play.wasteland == "1:C1 3:L1"
    assert play.research(0) in ("S2", "P2")


def test_14_plans_may_name_a_card_only_once() -> None:
    play = scouting()
    play.refused("no_card", ammo(1, 1), 0)
    play.refused("no_card", ammo(4), 0)
    play.allowed(ammo(3, 1, 2), 0)
    play.allowed(WAIT, 0)


# ---- C


def scavenging(*areas: Area, wasteland: str, explorers: Sequence[int] = (0, 1)) -> Play:
    return Play(
        table(
            *(areas or THREE),
            planning="plans",
            stage="scavenge",
            queue=explorers,
            explorers=explorers,
            wasteland=wasteland,
        )
    )


def test_14_explorers_plan_the_whole_season_in_one_window() -> None:
    play = scavenging(wasteland="S1 P1 L1 L2")
    assert play.asked == "scavenge 0 1"
    assert play.window.hidden
    play.all({0: Forage(picks=(take(1, "A"), take(3, "A"))), 1: Forage(picks=(take(2, "B"), take(4, "A")))})
    assert (play.bay(0), play.bay(1), play.bay(1, "B")) == ("C1 S1 L1", "C2 L2", "P1")


def test_r32_wishes_that_are_gone_are_passed_over() -> None:
    play = scavenging(wasteland="S1 P1 L1 L2")
    play.all(
        {
            0: Forage(picks=(take(1, "A"), take(3, "A")), rest="ask"),
            1: Forage(picks=(take(1, "A"), take(3, "A"))),
        }
    )
    assert (play.bay(0), play.bay(1)) == ("C1 S1", "C2 L1")
    assert (play.asked, play.wasteland) == ("pick 0", "2:P1 4:L2")


def test_r32_wishes_that_have_become_impossible_are_passed_over() -> None:
    """Seat 0 plants a sensor where seat 1 wants its own."""
    play = scavenging(wasteland="S4 S1 P1 S2")
    play.all(
        {
            0: Forage(picks=(plant(1, 1, "A"),), rest="ask"),
            1: Forage(picks=(take(2, "A"), take(3, "A")), rest="ask"),
        }
    )
    assert play.bay(1) == "C2 S4 P1"
    assert play.asked == "pick 0"


def test_14_with_no_wish_left_one_is_asked_or_the_rest_comes_as_it_comes() -> None:
    play = scavenging(wasteland="S1 P1 L1 L2")
    play.all({0: Forage(picks=(take(1, "A"),), rest="ask"), 1: Forage(rest="auto")})
    assert play.asked == "pick 0"
    assert not play.window.hidden
    assert len(play.state.wasteland) == 2
    play.give(take(play.state.wasteland[0].number, "A"))
    assert play.wasteland == "", "the last one was seat 1's, which is not asked"


def test_14_a_face_down_card_is_looked_at_and_its_finder_is_asked() -> None:
    play = scavenging(wasteland="s1 P1")
    play.all({0: Forage(picks=(Pick(number=1),), unseen="ask"), 1: Forage()})
    assert play.asked == "look 0"
    assert play.view(0).wasteland[0].card == "s1"
    play.give(Deed(act="take", where="B"))
    assert play.bay(0, "B") == "s1"


def test_14_a_face_down_card_may_be_taken_unseen() -> None:
    play = scavenging(wasteland="s1 P1")
    play.all({0: Forage(picks=(Pick(number=1, deed=Deed(act="take")),), unseen="ask"), 1: Forage()})
    assert play.bay(0) == "C1 s1"


def test_14_or_dealt_with_as_the_stand_in_would() -> None:
    play = scavenging(wasteland="s1 P1")
    play.all({0: Forage(picks=(Pick(number=1),), unseen="auto"), 1: Forage()})
    assert "s1" in play.bay(0) + play.bay(0, "B")
    assert play.state.season != "scavenge"


def test_14_a_face_down_card_is_never_planted_by_a_plan_that_does_not_know_it() -> None:
    play = scavenging(wasteland="s1 P1")
    play.refused("deed_unseen", Forage(picks=(plant(1, 1, "A"),)), 0)
    play.refused("deed_missing", Forage(picks=(Pick(number=2),)), 0)
    play.refused("no_card", Forage(picks=(take(2, "A"), take(2, "B"))), 0)


def test_14_with_xray_it_may() -> None:
    play = scavenging(area("C1 S3"), *THREE[1:], wasteland="s4 P1 P1")
    play.all({0: Forage(picks=(plant(1, 1, "A"),)), 1: Forage()})
    assert play.slot(1, "A.S") == "S4"


def test_14_a_single_explorer_is_called_by_name() -> None:
    play = scavenging(wasteland="S1 P1", explorers=(2,))
    assert (play.asked, play.window.hidden) == ("scavenge 2", False)


# ---- I2


def declaring(*areas: Area, wishes: Sequence[str] = (), roamers: Sequence[str] = (PLAIN, PLAIN)) -> Play:
    state = table(
        *areas,
        planning="plans",
        stage="tribute",
        queue=(0,),
        roamers=roamers,
        draw="L1 " * len(roamers) + "C1 " * 12,
        assembly="C1",
    )
    play = Play(state, *wishes)
    return play.give(Tribute(refuse=True)) if play.asked.startswith("tribute") else play


ARMED = area("C1 s1 P1", stack="L1 L1")
OUT = Declare(choice="out")


def join(target: int | None = None) -> Declare:
    return Declare(flip="A.S", mech="A", target=target)


def test_14_all_who_could_join_declare_in_one_window() -> None:
    play = declaring(ARMED, area("C1 S1"), ARMED)
    assert play.asked == "declare 0 2"
    assert play.window.hidden
    play.refused("dealer_fights", OUT, 0)
    play.refused("not_dealer", join(1), 2)
    play.refused("no_roamer", join(3), 0)
    play.all({0: join(2), 2: join()})
    assert [fighter.seat for fighter in play.state.fighters] == [0, 2]
    assert play.asked == "commit 2", "the target was in the plan"
    assert play.state.invader is not None
    assert play.state.invader.number == 2


def test_14_the_dealer_may_leave_the_target_until_all_have_declared() -> None:
    play = declaring(ARMED, ARMED, ARMED).all({0: join(), 1: OUT, 2: join()})
    assert play.asked == "target 0"


def test_14_waiting_declares_when_it_is_ones_go() -> None:
    play = declaring(ARMED, ARMED, ARMED)
    play.all({0: Declare(choice="wait"), 1: Declare(choice="wait"), 2: join()})
    assert play.asked == "declare_now 0"
    play.give(join(1))
    assert play.asked == "declare_now 1"
    assert play.bay(0) == "C1 S1 P1"
    assert play.bay(2) == "C1 s1 P1", "not yet"
    play.give(OUT)
    assert [fighter.seat for fighter in play.state.fighters] == [0, 2]


# ---- I7, I8
DICE = ("invader die 1", "invader die 1")


def test_14_spoils_are_wished_for_in_one_window() -> None:
    """The dealer beats it: 0, 2, 1, 0, 2, 1, 0. Whose wishes are gone gets the most points, bay A, never swapped."""
    three = (area("C1 s1 P1"), area("C1 s1"), area("C4 s3"))
    dice = (*DICE, *(f"settlement die of seat {n} 2" for n in (1, 2, 3)))
    play = declaring(*three, roamers=("C2 S1 P4 L5 L5 L1 L5",), wishes=dice)
    play.all({seat: join() for seat in play.window.asks})
    while play.asked.startswith("commit"):
        play.all(nothing(play))
    assert play.asked == "spoils 0 1 2"
    assert play.window.hidden
    play.refused("no_part", Spoils(wishes=(Wish("L5"),)), 0)
    play.refused("twice", Spoils(wishes=(Wish("C"), Wish("C", "B"))), 0)
    play.all(
        {
            0: Spoils(wishes=(Wish("C", "B"), Wish("L3", "B"))),
            2: Spoils(wishes=(Wish("C", "B"), Wish("S", "B"), Wish("L1", "A"))),
            1: Spoils(),
        }
    )
    assert (play.bay(2), play.bay(2, "B")) == ("C4 S3 L5", "S1")
    assert (play.bay(1), play.bay(1, "B")) == ("C1 S1 L1 L5", "")
    assert (play.bay(0), play.bay(0, "B")) == ("C1 S1 P1 L5", "C2 P4"), "bay A has no room for the last one"
    assert play.asked.startswith("upkeep")


def test_14_a_failure_is_answered_by_all_at_once() -> None:
    three = (area("C1 s1 P1"), area("C1 s1"), area("C4 s3 P1"))
    dice = ("invader die 6", "invader die 6", *(f"settlement die of seat {n} 1" for n in (1, 2, 3)))
    play = declaring(*three, roamers=(PLAIN,), wishes=dice)
    play.all({seat: join() for seat in play.window.asks})
    while play.asked.startswith("commit"):
        play.all(nothing(play))
    assert play.asked == "lose_part 0 2"
    assert play.window.hidden
    play.all({0: Lose(slots=("A.P",)), 2: Lose(slots=("A.S",))})
    assert [play.bay(seat) for seat in range(3)] == ["C1 S1", "C1", "C4 P1"]


def test_r31_stacks_are_shuffled_in_seat_order_before_the_tokens_are_taken() -> None:
    armed = area("C1 s1 P1", stack="L1 L3")
    wishes = ("stack of seat 2 L3 L1", "stack of seat 3 L3 L1")
    play = declaring(ARMED, armed, armed, wishes=wishes).all({0: join(1), 1: join(), 2: join()})
    play.all({2: Commit(count=1, shuffle=True), 1: Commit(count=1, shuffle=True)})
    assert [label for label in play.fate.log if label.startswith("stack")] == ["stack of seat 2", "stack of seat 3"]
    assert [fighter.tokens for fighter in play.state.fighters if fighter.seat] == [("l3",), ("l3",)]


@pytest.mark.parametrize("planning", ["plans", "turns"])
def test_14_with_one_legal_answer_nothing_is_asked(planning: str) -> None:
    """Nothing lies there and no roaming mech is left: the first question is the duel."""
    state = table(area("C1 S4"), area("C1"), area("C1 S4 P4"), planning=planning, drought=True)
    play = Play(state)
    assert play.asked == "challenge 0"
