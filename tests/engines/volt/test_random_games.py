"""What stays true in every step of any game (rulings 4, 8, 9, 12, 13, 16, 31, 44)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.volt.arenas import ARENAS, RULES
from engines.volt.model import Options, View
from tests.conformance.games import play

VP_MARKERS = 24
DAMAGE_MARKERS = 20

BASIC = [
    (Options(arena=arena, markers=dealt), seats, seed)
    for arena, counts in (("duel", (2,)), ("tri", (2, 3, 4)), ("quad", (4,)))
    for dealt in ("shuffle", "rotate", "fixed")
    for seats in counts
    for seed in range(3)
]
COMPLETE = [
    (Options(arena=arena, modules=modules, killbots=killbots, ai_cards=ai_cards), seats, seed)
    for arena, killbots, seats in (
        ("duel", "auto", 1),
        ("duel", "two", 2),
        ("tri", "one", 3),
        ("quad", "auto", 2),
        ("minefield", "auto", 2),
        ("minefield", "none", 4),
    )
    for modules, ai_cards in (("on", "hidden"), ("off", "open"))
    for seed in range(2)
]
"""A match with everything that the complete game adds; ``test_tokens`` has what holds for championships too."""
GAMES = BASIC + COMPLETE


def views(options: Options, seats: int, seed: int) -> list[View]:
    return [step.view for turnout in play("volt", seats, seed, options).turnouts for step in turnout.steps]


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_counts_stay_within_what_lies_in_the_box(options: Options, seats: int, seed: int) -> None:
    for view in views(options, seats, seed):
        arena = ARENAS[view.arena]
        lying = dict(view.markers)
        assert set(lying) <= set(arena.scoring)
        assert set(lying.values()) <= {1}
        assert sum(robot.vp for robot in view.robots) + len(lying) <= VP_MARKERS
        assert sum(robot.damage for robot in view.robots) <= DAMAGE_MARKERS
        assert sorted(robot.marker for robot in view.robots) == list(range(1, len(view.robots) + 1))
        standing = [robot.pos for robot in view.robots if robot.pos is not None]
        assert len(set(standing)) == len(standing)
        assert not set(standing) & (arena.solid | arena.pits)
        assert all(0 <= robot.damage < RULES.hp for robot in view.robots)
        assert all(robot.damage == 0 for robot in view.robots if robot.pos is None)


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_vp_only_grow_and_by_little(options: Options, seats: int, seed: int) -> None:
    for before, after in pairwise(views(options, seats, seed)):
        gains = [new.vp - old.vp for old, new in zip(before.robots, after.robots, strict=True)]
        assert min(gains) >= 0
        assert sum(gains) <= len(after.robots)


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_everyone_stands_and_every_scoring_cell_is_stocked_when_a_round_begins(
    options: Options, seats: int, seed: int
) -> None:
    states = play("volt", seats, seed, options).states[:-1]
    if options.modules == "on":
        assert states.pop(0).phase == "outfitting"
    for number, state in enumerate(states, start=1):
        assert state.round == number
        assert state.phase == "programming"
        assert all(robot.pos is not None for robot in state.robots)
        assert state.markers == tuple((cell, 1) for cell in ARENAS[state.arena].scoring)
        assert all(robot.vp < RULES.target_vp for robot in state.robots)


@pytest.mark.parametrize(("options", "seats", "seed"), GAMES)
def test_the_winner_has_reached_the_target_or_the_last_round_is_over(options: Options, seats: int, seed: int) -> None:
    state = play("volt", seats, seed, options).states[-1]
    best = max(robot.vp for robot in state.robots[:seats])
    bots = sum(robot.vp for robot in state.robots[seats:])
    assert all(state.robots[seat].vp == best for seat in state.winners)
    assert bool(state.winners) == (state.reason != "bot_side")
    assert max(best, bots) >= RULES.target_vp or state.round == 30
    assert (state.reason == "rounds") <= (state.round == 30)
