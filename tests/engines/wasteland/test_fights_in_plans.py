"""Invasions where everybody plans at once (section 14), and what becomes of a fight that somebody leaves (R26)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engines.core import Seat
from engines.wasteland.holdings import face_down
from engines.wasteland.model import (
    Area,
    Challenge,
    Declare,
    Defend,
    Fighter,
    Lose,
    Scout,
    Spoils,
    Stage,
    Wish,
)
from engines.wasteland.sight import own
from tests.engines.wasteland.boards import PLAIN, Play, area, roamer, table

WEAK = "C4 S4 P4 L5 L5 L5 L5"
"""-4 points."""
STEEL = "C2 S1 P1 L4 L4 L4 L4"
"""18 points, and with two sixes 30."""
OUT, WAIT = Declare(choice="out"), Declare(choice="wait")


def join(flip: str = "", target: int | None = None, *, shuffle: bool = False) -> Declare:
    return Declare(flip=flip, target=target, shuffle=shuffle)


def declaring(
    *areas: Area, wishes: Sequence[str] = (), roamers: Sequence[str] = (PLAIN, WEAK), stack: str = "", dealer: Seat = 0
) -> Play:
    """Everybody is asked whether to fight; nobody has a token unless ``areas`` say so."""
    state = table(
        *areas, stage="declare", queue=(), dealer=dealer, roamers=roamers, stack=stack, planning="plans", draw="C1 " * 9
    )
    return Play(state, *wishes)


def who_fights(play: Play) -> list[tuple[Seat, str]]:
    return [(fighter.seat, fighter.mech) for fighter in play.state.fighters]


# ---- I2, I3


def test_all_who_can_join_are_asked_at_once_and_in_secret() -> None:
    play = declaring(area("C1 s1"), area("C1 s1"), area("C1 S1"), area("C1 p1"))
    assert play.asked == "declare 0 1 3"
    assert (play.window.kind, play.window.hidden) == ("declare", True)
    assert play.view().queue == ()
    play.all({0: join("A.S"), 1: join("A.S"), 3: OUT})
    assert who_fights(play) == [(0, "A"), (1, "A")]
    assert play.asked == "target 0"


def test_the_order_of_the_flips_is_seat_order_from_the_dealer() -> None:
    play = declaring(area("C1 s1"), area("C1 s1"), area("C1 s1"), dealer=1)
    play.all({seat: join("A.S") for seat in (0, 1, 2)})
    assert who_fights(play) == [(1, "A"), (2, "A"), (0, "A")]


def test_who_waits_is_asked_when_it_is_its_go() -> None:
    play = declaring(area("C1 s1", stack="L1"), area("C1 s1"), area("C1 s1"))
    play.all({0: join("A.S", 2), 1: WAIT, 2: join("A.S")})
    assert play.asked == "declare_now 1"
    assert not play.window.hidden
    assert play.bay(0) == "C1 S1", "the dealer has flipped already"
    assert play.bay(2) == "C1 s1", "seat 2 has not"
    assert play.view(1).queue[0] == 1
    play.refused("wait_now", WAIT)
    play.give(OUT)
    assert who_fights(play) == [(0, "A"), (2, "A")]


def test_even_the_dealer_may_wait() -> None:
    play = declaring(area("C1 s1"), area("C1 s1"), area("C1 S1")).all({0: WAIT, 1: OUT})
    assert play.asked == "declare_now 0"
    play.give(join("A.S"))
    assert play.asked == "target 0"


def test_a_dealer_without_any_choice_declares_unasked() -> None:
    play = declaring(area("C1 s1"), area("C1 s1"), area("C1 S1"), roamers=(PLAIN,))
    assert play.bay(0) == "C1 S1"
    assert play.asked == "declare 1"
    assert not play.window.hidden, "one seat alone is called by name"


def test_a_planned_target_is_not_asked_for_again() -> None:
    wishes = ("supervision stack L5 L1", "settlement die of seat 1 1", "invader die 6", "invader die 6")
    play = declaring(area("C1 s1"), area("C1 S1"), area("C1 S1"), stack="L1 L3 L5", wishes=wishes)
    play.give(join("A.S", 2, shuffle=True))
    assert "target 0" not in play.asked
    assert sorted(play.discard.split()) == ["L1", "L5", "S1"], "two mechs, so two tokens, and what the dealer lost"
    assert play.pool == "l3"


def test_turns_ask_one_after_another() -> None:
    state = table(area("C1 s1"), area("C1 s1"), area("C1 s1"), stage="declare", queue=(), roamers=(PLAIN, WEAK))
    play = Play(state)
    assert play.asked == "declare_now 0"
    play.give(join("A.S", 1))
    assert play.asked == "declare_now 1"


# ---- I7


def sharing(*areas: Area, pips: Sequence[int], planning: str = "plans", invader: tuple[int, int] = (1, 1)) -> Play:
    """All flip their scopes against a mech of -4 points, which beats nobody here, and so share it."""
    fighters = [seat for seat, each in enumerate(areas) if face_down(own(each))]
    wishes = [f"settlement die of seat {seat + 1} {die}" for seat, die in zip(fighters, pips, strict=True)]
    wishes += [f"invader die {die}" for die in invader]
    mechs = [Fighter(seat, "A") for seat in fighters]
    state = table(
        *areas, stage="ammo", queue=(), invader=roamer(1, WEAK), fighters=mechs, planning=planning, draw="C1 " * 9
    )
    return Play(state, *wishes)


def test_spoils_are_planned_by_all_fighters_at_once_and_taken_in_turn() -> None:
    play = sharing(area("C1 s1"), area("C1 s1"), area("C1 S1"), pips=(6, 5))
    assert play.asked == "spoils 0 1"
    assert play.window.hidden
    wishes = (Wish("S", "B"), Wish("P"))
    play.all({0: Spoils(wishes=wishes), 1: Spoils(wishes=wishes)})
    assert play.bay(0, "B") == "C4 S4", "its wish, then the most points that are left"
    assert play.bay(1) == "C1 s1 P4 L5 L5", "the scope was gone, so the second wish; then what is left"
    assert play.asked == "upkeep 0 1 2"


def test_a_wish_for_a_place_that_is_not_free_falls_back_and_swaps_nothing() -> None:
    both = "S1 P1 L1 L1 L1 L1"
    play = sharing(area(f"C1 {both} ", f"C3 s2 {both[3:]}"), area("C1"), area("C1 S1"), pips=(6,))
    assert play.asked == "spoils 0"
    play.give(Spoils(wishes=(Wish("S", "A"),)))
    assert play.bay(0) == "C1 S1 P1 L1 L1 L1 L1"
    assert "S4" in play.discard.split()


def test_a_wish_to_swap_is_granted_where_no_slot_is_free() -> None:
    both = "S1 P1 L1 L1 L1 L1"
    play = sharing(area(f"C1 {both} ", f"C3 s2 {both[3:]}"), area("C1"), area("C1 S1"), pips=(6,))
    play.give(Spoils(wishes=(Wish("S", "A.S"), Wish("C", "discard"))))
    assert play.bay(0) == "C1 S4 P1 L1 L1 L1 L1"
    assert {"S1", "C4"} <= set(play.discard.split())


def test_in_turns_each_part_is_asked_for() -> None:
    play = sharing(area("C1 s1"), area("C1 s1"), area("C1 S1"), pips=(6, 5), planning="turns")
    assert play.asked == "spoil_now 0"
    play.refused("one_wish", Spoils())
    play.give(Spoils(wishes=(Wish("S", "B"),)))
    assert play.asked == "spoil_now 1"


# ---- I8


def failing(*areas: Area, planning: str = "plans") -> Play:
    fighters = [Fighter(seat, "A", ()) for seat in range(len(areas))]
    state = table(
        *areas,
        stage="failure",
        queue=tuple(range(len(areas))),
        invader=roamer(2, STEEL),
        roamers=(roamer(1), roamer(3)),
        fighters=fighters,
        planning=planning,
        draw="C1 " * 9,
    )
    return Play(state)


def test_losses_are_chosen_at_once_by_those_who_have_a_choice() -> None:
    play = failing(area("C1 S1 P1"), area("C1 S1"), area("C1 S1 P1"))
    assert play.asked == "lose_part 0 2"
    assert play.window.hidden
    play.all({0: Lose(slots=("A.P",)), 2: Lose(slots=("A.S",))})
    assert [play.bay(seat) for seat in range(3)] == ["C1 S1", "C1", "C1 P1"]
    assert play.roamers == [1, 2, 3]
    assert play.state.stage == "upkeep"


def test_losses_in_turns_are_asked_one_after_another() -> None:
    play = failing(area("C1 S1 P1"), area("C1 S1"), area("C1 S1 P1"), planning="turns")
    assert play.asked == "lose_part 0"
    play.give(Lose(slots=("A.P",)))
    assert play.asked == "lose_part 2"
    assert play.bay(1) == "C1"


def test_losses_chosen_at_once_are_suffered_in_seat_order_and_the_game_may_end_with_one() -> None:
    play = failing(area("C1"), area("C1"), area("C1 S1 P1"))
    assert play.asked == "lose_part 2"
    play.give(Lose(slots=("A.P",)))
    assert play.asked == "over"
    assert play.bay(2) == "C1 S1 P1", "two cores were gone before it was its go"
    play = failing(area("C1 S1 P1"), area("C1"), area("C1"))
    assert play.asked == "lose_part 0"
    play.give(Lose(slots=("A.P",)))
    assert play.asked == "over"
    assert play.state.places == (1, 3, 2)


# ---- R26: somebody leaves


def test_r26_without_a_dealer_there_is_no_invasion() -> None:
    state = table(
        area("C1 s1"),
        area("C1 S1"),
        area("C1 S1"),
        area("C1 S1"),
        stage="scout",
        queue=(0, 1),
        wasteland="P1",
        roamers=(PLAIN,),
    )
    play = Play(state).resign(0)
    assert play.asked == "scout_now 1"
    play.give(Scout(choice="ammo", cards=(1,)))
    assert play.asked == "upkeep 1 2 3"
    assert not play.state.skipped


def fighting(stage: Stage, queue: Sequence[Seat], *, planning: str = "turns", tokens: bool = False) -> Play:
    """Seats 0 to 2 fight, seat 3 does not; the dealer is seat 0. ``tokens``: seats 1 and 2 have committed theirs."""
    committed = ("l5",) if tokens else None
    state = table(
        area("C1 s1 P1", stack="L1 L3"),
        area("C1 s1 P1", stack="L1 L3"),
        area("C1 s1 P1", stack="L1 L3"),
        area("C1 S1 P1"),
        stage=stage,
        queue=queue,
        invader=roamer(1) if stage in ("ammo", "last_ammo", "spoils", "failure") else None,
        invader_stack="L3" if stage in ("ammo", "last_ammo") else "",
        roamers=(roamer(2),) if stage in ("ammo", "last_ammo", "spoils", "failure") else (PLAIN, WEAK),
        fighters=() if stage in ("tribute", "declare") else [
            Fighter(0, "A"), Fighter(1, "A", committed), Fighter(2, "A", committed)
        ],
        planning=planning,
        draw="C1 " * 9,
    )  # fmt: skip
    return Play(state)


@pytest.mark.parametrize(
    ("stage", "queue"),
    [("tribute", (0,)), ("declare", (0, 1, 2, 3)), ("target", (0,)), ("ammo", (1, 2)), ("last_ammo", (0,))],
)
def test_r26_a_dealer_who_leaves_before_the_settlement_calls_the_invasion_off(
    stage: Stage, queue: tuple[Seat, ...]
) -> None:
    play = fighting(stage, queue, tokens=stage == "last_ammo").resign(0)
    assert play.state.invader is None
    assert play.roamers == [1, 2]
    assert not play.state.fighters
    assert play.asked == "upkeep 1 2 3", "no duel either"
    assert play.state.dealer == 0
    if stage == "last_ammo":
        assert play.discard.count("L5") == 2, "committed tokens are spent"


def test_r26_others_who_leave_are_missed_by_nobody() -> None:
    play = fighting("ammo", (1, 2)).resign(1)
    assert play.asked == "commit 2"
    assert who_fights(play) == [(0, "A"), (2, "A")]
    play.resign(2)
    assert play.asked == "commit 0"


def test_r26_the_last_who_declares_may_leave() -> None:
    play = fighting("declare", (0, 1, 2, 3))
    play.give(join("A.S", 2), OUT).resign(2)
    assert play.state.stage == "last_ammo"
    assert play.asked == "commit 0"


def test_r26_spoils_and_failure_go_on_without_the_dealer() -> None:
    play = fighting("spoils", (0, 1, 2)).resign(0)
    assert play.asked == "spoil_now 1"
    play.give(Spoils(wishes=(Wish("C"),)))
    assert play.asked == "spoil_now 2"
    play = fighting("failure", (0, 1, 2)).resign(0)
    assert play.state.stage == "upkeep"
    assert [play.bay(seat) for seat in (1, 2)] == ["C1 s1", "C1 s1"], "the only assembled part but the core"
    assert play.roamers == [1, 2]


def test_r26_what_nobody_is_left_to_take_is_discarded() -> None:
    play = fighting("spoils", (1,))
    play.resign(1)
    assert play.state.invader is None
    assert play.asked == "upkeep 0 2 3"
    assert {"C1", "S1", "P1", "L1"} <= set(play.discard.split())


def dueling(*wishes: str, stack: str = "L1") -> Play:
    state = table(
        area("C1 S1 P1 L1", stack=stack),
        area("C1 S1 P1", "C2 S1", stack=stack),
        area("C1 S1"),
        area("C1 S1"),
        stage="duel",
        queue=(0,),
        skipped=True,
        draw="C1 " * 9,
    )
    return Play(state, *wishes).give(Challenge(seat=1, mech="A"))


@pytest.mark.parametrize("leaver", [0, 1])
def test_r26_either_duellist_who_leaves_ends_the_duel(leaver: Seat) -> None:
    for answers in ((), (Defend(mech="A"),)):
        play = dueling().give(*answers).resign(leaver)
        assert play.state.stage == "upkeep"
        assert len(play.window.asks) == 3


def test_r26_others_who_leave_do_not_touch_the_duel() -> None:
    play = dueling().resign(2)
    assert play.asked == "defend 1"
    play.give(Defend(mech="A")).resign(3)
    assert play.asked == "commit 0 1"
