"""The championship: a match on each arena, a champion module at stake in each (section 4.5, rulings 73, 74)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engines.core import Chance, IllegalAction, Result, Seat
from engines.volt import outfitting, scoring, setup
from engines.volt.arenas import ARENAS, RULES, Arena
from engines.volt.cards import CHAMPIONS
from engines.volt.model import Championship, Options, State
from engines.volt.outfitting import Drawing
from engines.volt.scene import with_value
from engines.volt.scoring import Verdict
from engines.volt.setup import LineUp

PRIZES: Final = tuple(CHAMPIONS)
"""The champion modules, in the order of the matches of one cycle."""
LEAST_SEATS: Final = 2
CYCLES: Final = {"championship": 1, "double": 2}
LARGE: Final = "quad"
"""Where a match is played for which too many are in play."""


def check(options: Options, seats: int) -> None:
    """Raise ``IllegalAction`` when a championship with these options cannot be played by so many seats."""
    setup.check_seats(seats)
    if seats < LEAST_SEATS:
        raise IllegalAction("championship_seats", least=LEAST_SEATS, seats=seats)
    if options.arena != "auto":
        raise IllegalAction("championship_arena")
    for match in range(1, len(PRIZES) + 1):
        arena = arena_of(match, seats)
        if options.killbots == "none" and arena.fill_exact and seats < RULES.max_robots:
            raise setup.not_full(arena, seats)


def arena_of(match: int, playing: int) -> Arena:
    """Where a match is played: the arena of its prize, or the large one when that is made for fewer."""
    arena = ARENAS[CHAMPIONS[prize_of(match)].arena]
    return arena if playing in arena.seating else ARENAS[LARGE]


def prize_of(match: int) -> str:
    """The champion module at stake in a match, counted from 1; a second cycle repeats the first."""
    return PRIZES[(match - 1) % len(PRIZES)]


def line_up(options: Options, match: int, playing: int) -> LineUp:
    """Arena and killbots of a match for those still in play: the chosen number where it fits, else what does."""
    arena = arena_of(match, playing)
    needed = setup.killbots_needed(arena, playing)
    if options.killbots == "auto" or arena.fill_exact:
        return LineUp(arena, needed)
    return LineUp(arena, min(setup.CHOSEN[options.killbots], RULES.max_robots - playing))


def begin(options: Options, seats: int, chance: Chance) -> State:
    """The first position of the first match; nobody holds anything. Raises ``IllegalAction`` as ``check`` does."""
    check(options, seats)
    series = Championship(
        match=1,
        matches=len(PRIZES) * CYCLES[options.mode],
        prize=prize_of(1),
        holders=(None,) * len(PRIZES),
        vp=(0,) * seats,
    )
    state = setup.deal(options, line_up(options, 1, seats), range(seats), seats, chance)
    return replace(state, championship=series)


def settle(state: State) -> State:
    """The championship after the match that has just been won: its winner takes the prize (ruling 73).

    A shared win leaves it where it was. ``match`` and ``prize`` are still those of this match.
    """
    series = _series(state)
    winners = state.winners
    at = PRIZES.index(series.prize)
    holder = winners[0] if len(winners) == 1 else series.holders[at]
    holders = with_value(series.holders, at, holder)
    return replace(state, championship=replace(_counted(state), holders=holders, won=(*series.won, winners)))


def abandon(state: State) -> State:
    """The championship when one seat is left in the middle of a match: its VP count, its prize is not given."""
    return replace(state, championship=_counted(state))


def leave(state: State, seat: Seat) -> State:
    """A seat that leaves gives up the champion modules that it holds."""
    series = _series(state)
    holders = tuple(None if holder == seat else holder for holder in series.holders)
    return replace(state, championship=replace(series, holders=holders))


def is_over(state: State) -> bool:
    """Whether the match that was settled was the last."""
    series = _series(state)
    return series.match == series.matches


def next_match(state: State, chance: Chance) -> Drawing:
    """The first position of the next match, with what was drawn from the decks chosen at the very beginning."""
    series = _series(state)
    playing = [robot.seat for robot in scoring.seats_of(state) if not robot.out]
    match = series.match + 1
    dealt = setup.deal(state.options, line_up(state.options, match, len(playing)), playing, len(series.vp), chance)
    prize = prize_of(match)
    holder = series.holders[PRIZES.index(prize)]
    fresh = replace(
        dealt,
        phase="programming",
        outfits=state.outfits,
        championship=replace(series, match=match, prize=prize),
        robots=tuple(
            replace(robot, champion=prize) if robot.seat == holder and not robot.out else robot
            for robot in dealt.robots
        ),
    )
    return outfitting.deal(fresh) if fresh.decks else Drawing(fresh, ())


def verdict(state: State) -> Verdict:
    """The champions: most champion modules, then most VP over all matches, then shared (ruling 73)."""
    keys = _keys(state)
    best = min(keys)
    winners = tuple(seat for seat, key in enumerate(keys) if key == best)
    if len(winners) > 1:
        return Verdict(winners, "shared")
    sweep = set(_series(state).holders) == set(winners)
    return Verdict(winners, "clean_sweep" if sweep else "championship")


def result(state: State) -> Result | None:
    """How the championship ended; the scores are VP over all matches."""
    if state.reason is None:
        return None
    keys = _keys(state)
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return Result(places, _series(state).vp, state.reason)


def _keys(state: State) -> list[tuple[bool, int, int]]:
    """What each seat is ranked by, best first: those who left come last."""
    series = _series(state)
    return [(robot.out, -series.holders.count(robot.seat), -series.vp[robot.seat]) for robot in scoring.seats_of(state)]


def _counted(state: State) -> Championship:
    """The championship with the VP of the match being played."""
    series = _series(state)
    vp: Sequence[int] = [total + robot.vp for total, robot in zip(series.vp, scoring.seats_of(state), strict=True)]
    return replace(series, vp=tuple(vp))


def _series(state: State) -> Championship:
    assert state.championship is not None, "only a championship has matches"
    return state.championship
