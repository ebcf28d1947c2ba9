"""Setting up (rulings 2 to 10, 57, 69 to 71)."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.chance import FairChance, FastChance
from engines.core import IllegalAction, Term
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.cards import AI_CARDS
from engines.volt.model import Options
from tests.engines.volt.boards import cell, play, position
from tests.engines.volt.matches import DECKS, begin, bots


@pytest.mark.parametrize(("seats", "arena"), [(1, "duel"), (2, "duel"), (3, "tri"), (4, "quad")])
def test_ruling_5_auto_takes_the_arena_made_for_the_number(seats: int, arena: str) -> None:
    assert begin(seats).arena == arena


FITTING = [
    # arena, killbots, seats, killbots that play or why it is refused
    ("auto", "auto", 1, 2),
    ("auto", "auto", 2, 0),
    ("auto", "auto", 3, 0),
    ("auto", "auto", 4, 0),
    ("auto", "auto", 0, "seats"),
    ("auto", "auto", 5, "seats"),
    ("duel", "auto", 1, 2),
    ("duel", "auto", 2, 0),
    ("duel", "auto", 3, "arena_range"),
    ("tri", "auto", 1, "arena_range"),
    ("tri", "auto", 2, 0),
    ("tri", "auto", 4, 0),
    ("quad", "auto", 1, "arena_range"),
    ("quad", "auto", 2, 2),
    ("quad", "auto", 3, 1),
    ("quad", "auto", 4, 0),
    ("minefield", "auto", 2, 2),
    ("minefield", "auto", 3, 1),
    ("minefield", "auto", 4, 0),
    ("auto", "none", 1, "alone"),
    ("auto", "none", 2, 0),
    ("quad", "none", 3, "arena_exact"),
    ("quad", "none", 4, 0),
    ("minefield", "none", 2, "arena_exact"),
    ("auto", "one", 1, 1),
    ("auto", "one", 2, 1),
    ("auto", "one", 3, 1),
    ("auto", "one", 4, "too_many_robots"),
    ("quad", "one", 2, "arena_exact"),
    ("quad", "one", 3, 1),
    ("auto", "two", 1, 2),
    ("auto", "two", 2, 2),
    ("auto", "two", 3, "too_many_robots"),
    ("tri", "two", 2, 2),
    ("minefield", "two", 2, 2),
    ("minefield", "two", 4, "too_many_robots"),
]


@pytest.mark.parametrize(("arena", "killbots", "seats", "expected"), FITTING)
def test_rulings_5_57_and_71_who_can_play_where(arena: str, killbots: str, seats: int, expected: int | str) -> None:
    options = Options(arena=arena, killbots=killbots)  # type: ignore[arg-type]
    if isinstance(expected, int):
        GAME.fits(options, seats)
        state = GAME.start(options, seats, FastChance(1)).state
        assert len(state.robots) == seats + expected
        assert [robot.killbot is not None for robot in state.robots] == [False] * seats + [True] * expected
        return
    with pytest.raises(IllegalAction) as refused:
        GAME.fits(options, seats)
    assert refused.value.reason == expected
    with pytest.raises(IllegalAction):
        GAME.start(options, seats, FastChance(1))


def test_ruling_71_the_refusals_name_the_numbers() -> None:
    def facts(seats: int, **options: str) -> dict[str, object]:
        with pytest.raises(IllegalAction) as refused:
            GAME.fits(Options(**options), seats)  # type: ignore[arg-type]
        return dict(refused.value.facts)

    assert facts(5) == {"least": 1, "most": 4, "seats": 5}
    duel, quad = Term("volt.arena.duel"), Term("volt.arena.quad")
    assert facts(3, arena="duel") == {"arena": duel, "least": 1, "most": 2, "seats": 3}
    assert facts(2, arena="quad", killbots="one") == {"arena": quad, "robots": 4, "seats": 3}
    assert facts(4, killbots="two") == {"most": 4, "robots": 6}
    assert facts(1, killbots="none") == {}


# ---- killbots


def test_ruling_70_two_killbots_are_ripper_and_watcher_on_their_own_homes() -> None:
    for seed in range(10):
        one, two = bots(begin(1, seed))
        assert (one.seat, one.killbot, one.start, one.pos) == (1, "ripper", "K1", cell("I3"))
        assert (two.seat, two.killbot, two.start, two.pos) == (2, "watcher", "K2", cell("A7"))


def test_ruling_70_a_single_killbot_is_dealt_by_chance() -> None:
    dealt = Counter(bots(begin(2, seed, killbots="one"))[0].killbot for seed in range(200))
    assert set(dealt) == {"ripper", "watcher"}
    assert min(dealt.values()) > 60
    assert {bots(begin(2, seed, killbots="one"))[0].start for seed in range(20)} == {"K1"}


@pytest.mark.parametrize(
    ("arena", "seats", "killbots", "starts"),
    [("quad", 2, "auto", ["2", "4"]), ("quad", 3, "auto", ["3"]), ("tri", 3, "one", ["3"]), ("tri", 2, "one", ["2"])],
)
def test_ruling_6_elsewhere_killbots_take_the_free_seats_ascending(
    arena: str, seats: int, killbots: str, starts: list[str]
) -> None:
    for seed in range(5):
        state = begin(seats, seed, arena=arena, killbots=killbots)
        assert [robot.start for robot in bots(state)] == starts
        assert all(robot.pos == ARENAS[arena].starts[robot.start][0] for robot in state.robots)


def test_ruling_69_killbots_hold_the_highest_turn_markers() -> None:
    for seed in range(20):
        state = begin(2, seed, killbots="two")
        assert sorted(robot.marker for robot in state.robots[:2]) == [1, 2]
        assert [robot.marker for robot in bots(state)] == [3, 4]


def test_killbots_never_change_the_luck_of_a_game_without_them() -> None:
    """The labels of chance: starts and turn markers are drawn as ever, and nothing else."""
    chance = FairChance(bytes(32), "salt")
    GAME.start(Options(), 4, chance)
    assert [draw.label for draw in chance.log] == ["starts"] * 3 + ["turn markers"] * 3
    with_bots = FairChance(bytes(32), "salt")
    GAME.start(Options(killbots="one", modules="on"), 2, with_bots)
    labels = [draw.label for draw in with_bots.log]
    assert list(dict.fromkeys(labels)) == [
        "starts", "turn markers", "killbot", "ai deck", "deck attack", "deck movement", "deck tactic",
    ]  # fmt: skip


def test_ruling_69_the_ai_deck_is_shuffled_and_with_open_cards_turned_at_once() -> None:
    hidden = {begin(1, seed).ai_deck for seed in range(200)}
    assert len(hidden) == 24
    assert all(sorted(deck) == sorted(AI_CARDS) for deck in hidden)
    assert all(robot.ai is None for robot in begin(1).robots)
    opening = GAME.start(Options(ai_cards="open"), 1, FastChance(1))
    ripper, watcher = bots(opening.state)
    assert (ripper.ai, watcher.ai, *opening.state.ai_deck) == begin(1).ai_deck, "Ripper draws first"
    assert [event.kind for event in opening.steps[0].events][-2:] == ["ai_card", "ai_card"]


def test_neutral_mines_lie_on_the_minefield() -> None:
    assert begin(2, arena="minefield").mines == tuple((at, None) for at in ARENAS["minefield"].mines)
    assert begin(2, arena="quad").mines == ()


def test_ruling_10a_modules_are_off_unless_chosen() -> None:
    state = begin(3)
    assert (state.decks, state.outfits, state.phase) == ((), (), "programming")
    assert not GAME.view(state, 0).modules
    with_modules = begin(3, modules="on")
    assert with_modules.phase == "outfitting"
    assert tuple(len(deck) for deck in with_modules.decks) == DECKS
    assert GAME.view(with_modules, 0).modules


@pytest.mark.parametrize("points", ["3", "4", "5"])
def test_the_host_chooses_how_many_vp_win(points: str) -> None:
    state = begin(2, target=points)
    assert GAME.view(state, None).target == int(points)


@pytest.mark.parametrize(
    ("arena", "seats", "starts"),
    [("duel", 2, "12"), ("tri", 2, "13"), ("tri", 3, "124"), ("tri", 4, "1234"), ("quad", 4, "1234")],
)
def test_ruling_6_starts_are_dealt_at_random_among_those_in_use(arena: str, seats: int, starts: str) -> None:
    dealt = Counter[str]()
    for seed in range(200):
        state = begin(seats, seed, arena=arena)
        assert sorted(robot.start for robot in state.robots) == list(starts)
        assert all(robot.pos == ARENAS[arena].starts[robot.start][0] for robot in state.robots)
        dealt[state.robots[0].start] += 1
    assert set(dealt) == set(starts)
    assert min(dealt.values()) > 200 / seats / 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rulings_7_and_16_everyone_starts_whole_and_without_vp(seats: int) -> None:
    state = begin(seats)
    assert [(robot.damage, robot.vp, robot.out) for robot in state.robots] == [(0, 0, False)] * seats
    assert {robot.max_damage - robot.damage for robot in GAME.view(state, None).robots} == {3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_9_turn_markers_one_to_n_are_dealt_at_random(seats: int) -> None:
    first = Counter[int]()
    for seed in range(200):
        state = begin(seats, seed)
        assert sorted(robot.marker for robot in state.robots) == list(range(1, seats + 1))
        first[next(robot.seat for robot in state.robots if robot.marker == 1)] += 1
    assert set(first) == set(range(seats))
    assert min(first.values()) > 200 / seats / 2


def test_a_vp_marker_lies_on_every_scoring_cell() -> None:
    assert begin(2).markers == ((cell("E5"), 1),)
    assert begin(4).markers == ((cell("G3"), 1), (cell("C7"), 1))


def test_ruling_3_robots_face_no_way_a_round_depends_on_where_they_stand_only() -> None:
    """Two ways to the same cell leave the same position."""
    one = play(position("tri", "E8", "I4"), "B1N B1E R6N", "B1E R6E R6E").state
    other = play(position("tri", "E8", "I4"), "B1E B1N R6N", "B1E R6E R6E").state
    assert one.robots == other.robots


def test_ruling_10_all_robots_perform_alike() -> None:
    """The same command from the same cell does the same for every seat."""
    ends = set()
    for seat in range(2):
        at = ["E8", "I4"] if seat == 0 else ["I4", "E8"]
        programs = ["B3N R6N R6N", "B1E R6E R6E"]
        state = play(position("tri", *at), *(programs if seat == 0 else programs[::-1])).state
        ends.add((state.robots[seat].pos, state.robots[seat].vp))
    assert ends == {(cell("E5"), 1)}
