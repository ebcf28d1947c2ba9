"""Standing orders and the stand-in (sections 10 and 14): what they answer is legal, and what was ordered."""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction, Level
from engines.wasteland import GAME
from engines.wasteland.model import (
    Action,
    Challenge,
    Commit,
    Declare,
    Forage,
    Lose,
    Scout,
    Spoils,
    Tribute,
    Upkeep,
    Wish,
)
from engines.wasteland.orders import Orders
from tests.engines.wasteland.boards import PLAIN, Play, area, table
from tests.engines.wasteland.games import Planning, every_game, game

VALUES = {name: get_args(hint) for name, hint in get_type_hints(Orders).items()}
THREE = (area("C1"), area("C2"), area("C3"))


def ordered(play: Play, seat: int = 0, **orders: str) -> Action | None:
    answer = GAME.ordered(play.view(seat), seat, Orders(**orders))  # type: ignore[arg-type]
    if answer is not None:
        play.allowed(answer, seat)
    return answer


# ---- at any question of any game


@every_game
def test_14_every_order_gives_a_legal_answer_or_none(seats: int, seed: int, planning: Planning) -> None:
    whim = Random(seed)
    given: set[str] = set()
    for moment in islice(game(seats, seed, planning), 0, None, 2):
        window = GAME.window(moment.state)
        for seat, ask in window.asks.items() if window is not None else ():
            view = GAME.view(moment.state, seat)
            assert GAME.ordered(view, seat, Orders()) is None
            for _ in range(4):
                orders = Orders(**{name: whim.choice(values) for name, values in VALUES.items()})
                answer = GAME.ordered(view, seat, orders)
                if answer is not None:
                    GAME.allows(moment.state, seat, answer)
                    given.add(ask.kind)
    assert len(given) > 8


@every_game
def test_10_the_stand_in_answers_legally_and_the_same_again(seats: int, seed: int, planning: Planning) -> None:
    for moment in islice(game(seats, seed, planning), 1, None, 4):
        window = GAME.window(moment.state)
        for seat in window.asks if window is not None else ():
            view = GAME.view(moment.state, seat)
            for level in Level:
                answer = GAME.stand_in(view, seat, level, FastChance(seed))
                GAME.allows(moment.state, seat, answer)
                assert answer == GAME.stand_in(view, seat, level, FastChance(seed))


@every_game
def test_a_legal_answer_can_be_drawn_in(seats: int, seed: int, planning: Planning) -> None:
    for moment in islice(game(seats, seed, planning), 0, None, 5):
        for seat, action in moment.answers.items():
            view = GAME.view(moment.state, seat)
            drafted = GAME.drafts(view, seat, action).drafted
            assert drafted is not None
            assert (drafted.seat, drafted.action) == (seat, action)


def test_an_unfinished_answer_can_be_drawn_in_and_one_that_leads_nowhere_not() -> None:
    play = Play(table(area("C1 S1 P1 L5"), *THREE[1:], stage="tribute", queue=(0,), roamers=[PLAIN] * 2))
    view = play.view(0)
    assert GAME.drafts(view, 0, Tribute(cards=("A.S",))).drafted is not None
    for action, reason in (
        (Tribute(cards=("A.L1",)), "welded"),
        (Tribute(cards=("A.C",)), "last_core"),
        (Tribute(cards=("A.S", "A.P", "A.L1")), "welded"),
        (Upkeep(), "kind"),
    ):
        with pytest.raises(IllegalAction) as caught:
            GAME.drafts(view, 0, action)
        assert caught.value.reason == reason


# ---- what was ordered


def test_14_all_orders_ask_by_default() -> None:
    assert all(getattr(Orders(), field.name) == "ask" for field in fields(Orders))
    assert all(values[0] == "ask" for values in VALUES.values())


@pytest.mark.parametrize("planning", ["plans", "turns"])
def test_14_scouting_orders(planning: str) -> None:
    play = Play(table(*THREE, wasteland="C1 s3 L5 p1", draw="L1", planning=planning))
    assert ordered(play, scout="explore") == Scout(choice="explore")
    wanted: Any = ordered(play, scout="ammo")
    assert (wanted.choice, wanted.cards) == ("ammo", (3, 2, 1, 4)), "the highest first"
    assert ordered(play, scout="auto") is not None
    assert ordered(play, upkeep="weakest", unseen="auto") is None


@pytest.mark.parametrize(
    ("n", "order", "pays"),
    [
        (1, "above_1", True),
        (2, "above_1", False),
        (2, "above_2", True),
        (3, "above_2", False),
        (3, "above_3", True),
        (1, "refuse", False),
        (3, "pay", True),
    ],
)
def test_14_tribute_up_to_so_many_cards(n: int, order: str, pays: bool) -> None:
    """The default payment order (section 10): assembly parts by points, then research, then tokens."""
    mine = area("C1 S1 P3 L5 L1", "- L4", research="L2", stack="L1 L3")
    play = Play(table(mine, *THREE[1:], stage="tribute", queue=(0,), roamers=[PLAIN] * n))
    answer: Any = ordered(play, tribute=order)
    assert answer.refuse == (not pays)
    assert len(answer.cards) == (n if pays else 0)
    assert ordered(play) is None


def test_14_an_order_to_stay_out_does_not_bind_the_dealer() -> None:
    armed = area("C1 s1 P1")
    play = Play(table(armed, armed, armed, stage="declare", roamers=[PLAIN] * 2, planning="plans"))
    assert play.asked == "declare 0 1 2"
    assert ordered(play, 1, invasion="out") == Declare(choice="out")
    assert ordered(play, 0, invasion="out") is None
    for seat in range(3):
        assert ordered(play, seat, invasion="auto") is not None


def test_14_ammo_orders() -> None:
    rich = area("C1 S1", stack="L1 L3 L5")
    play = Play(table(rich, rich, THREE[2], stage="duel", queue=(0,), skipped=True)).give(Challenge(seat=1))
    assert play.asked == "commit 0 1"
    assert ordered(play, ammo="none") == Commit(count=0)
    assert ordered(play, ammo="all") == Commit(count=3)
    assert ordered(play, ammo="auto") is not None


def test_14_duel_orders() -> None:
    play = Play(table(area("C1 S1"), area("C1 S1"), THREE[2], stage="duel", queue=(0,), skipped=True))
    assert ordered(play, duel="never") == Challenge()
    assert ordered(play, losses="weakest") is None


def test_14_scavenge_orders() -> None:
    play = Play(table(*THREE, stage="scavenge", queue=(0, 1), explorers=(0, 1), wasteland="S1 p1 L1", planning="plans"))
    assert isinstance(ordered(play, scavenge="auto"), Forage)
    assert ordered(play, scout="auto", unseen="auto") is None


def test_14_upkeep_orders() -> None:
    mine = area("C1 S1 P4 L1", research="L2", stack="L3")
    play = Play(table(mine, area("C1 S1"), THREE[2], stage="upkeep"))
    assert ordered(play, upkeep="token") == Upkeep(cards=("T",))
    assert ordered(play, upkeep="weakest") == Upkeep(cards=("A.L1",))
    assert ordered(play, 1, upkeep="token") == Upkeep(cards=("A.S",)), "without a token something else goes"


def test_10_the_weakest_part_is_lost_and_the_core_never_while_there_is_another() -> None:
    play = Play(
        table(
            area("C4 s1 P2"), *THREE[1:], stage="tribute", queue=(0,), roamers=[PLAIN],
            draw="L1 " + "C1 " * 9,
        ),
        "invader die 6", "invader die 6", "settlement die of seat 1 1",
    )  # fmt: skip
    if play.asked == "tribute 0":
        play.give(Tribute(refuse=True))
    assert play.asked == "lose_part 0"
    assert ordered(play, losses="weakest") == Lose(slots=("A.P",))
    assert ordered(play, spoils="auto") is None


def test_14_spoils_orders_plan() -> None:
    weak = "C4 S4 P4 L5 L5 L5 L5"
    state = table(
        area("C1 s1"), *THREE[1:], stage="tribute", queue=(0,), roamers=[weak], draw="L1 " + "C1 " * 9, planning="plans"
    )
    play = Play(state, "invader die 1", "invader die 1", "settlement die of seat 1 3")
    if play.asked == "tribute 0":
        play.give(Tribute(refuse=True))
    assert play.asked == "spoils 0"
    answer = ordered(play, spoils="auto")
    assert isinstance(answer, Spoils)
    assert all(isinstance(wish, Wish) for wish in answer.wishes)
