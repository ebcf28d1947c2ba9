"""Small helpers that build positions and play rounds, in the words that people use (``E5``, ``B3N R1NE B2E``)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from engines.chance import FastChance
from engines.core import Event, Step, Turnout
from engines.grid import Cell, cell_name
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.cards import CARDS
from engines.volt.floor import Floor
from engines.volt.happenings import Happening
from engines.volt.model import Card, Command, Options, Outfit, Program, State, View
from engines.volt.programming import parse_program


def cell(name: str) -> Cell:
    return (int(name[1:]) - 1, ord(name[0]) - ord("A"))


def position(
    arena: Literal["duel", "tri", "quad", "minefield"],
    *at: str | None,
    damage: Mapping[int, int] | None = None,
    vp: Mapping[int, int] | None = None,
    turn: tuple[int, ...] | None = None,
    round: int = 2,
    dealt: Literal["shuffle", "rotate", "fixed"] = "fixed",
    killbots: tuple[str, ...] = (),
    ai: Mapping[int, str] | None = None,
    cards: Mapping[int, Sequence[str | Card]] | None = None,
    champion: Mapping[int, str] | None = None,
    cooling: Collection[int] = (),
    reflected: Collection[int] = (),
    mines: Mapping[str, int | None] | None = None,
    markers: Mapping[str, int] | None = None,
    target: Literal["3", "4", "5"] = "3",
) -> State:
    """Robots 0, 1, ... on these cells (``None``: destroyed), turn markers in the same order unless said.

    The last of them are ``killbots``; the seats come before. Cards have all their charges unless given as ``Card``.
    Without ``mines`` and ``markers`` the board is as when a match begins; decks are empty.
    """
    seats = len(at) - len(killbots)
    count: Literal["none", "one", "two"] = ("none", "one", "two")[len(killbots)]
    options = Options(arena=arena, markers=dealt, killbots=count, target=target)
    state = GAME.start(options, seats, FastChance(1)).state
    blocked = ARENAS[arena].solid | ARENAS[arena].pits
    assert not {cell(name) for name in at if name} & blocked, "a robot cannot stand there"
    robots = tuple(
        replace(
            robot,
            pos=None if where is None else cell(where),
            damage=(damage or {}).get(robot.seat, 0),
            vp=(vp or {}).get(robot.seat, 0),
            marker=turn[robot.seat] if turn else robot.seat + 1,
            killbot=None if robot.seat < seats else killbots[robot.seat - seats],
            ai=(ai or {}).get(robot.seat),
            cooling=robot.seat in cooling,
            reflected=robot.seat in reflected,
            cards=tuple(card(held) for held in (cards or {}).get(robot.seat, ())),
            champion=(champion or {}).get(robot.seat),
        )
        for robot, where in zip(state.robots, at, strict=True)
    )
    state = replace(state, robots=robots, round=round)
    if mines is not None:
        state = replace(state, mines=tuple(sorted((cell(name), owner) for name, owner in mines.items())))
    if markers is not None:
        state = replace(state, markers=tuple(sorted((cell(name), count) for name, count in markers.items())))
    if cards is not None:
        outfits = (Outfit("attack", "movement", "least"),) * seats
        state = replace(state, options=replace(options, modules="on"), decks=((), (), ()), outfits=outfits)
    return state


def card(held: str | Card) -> Card:
    return held if isinstance(held, Card) else Card(held, CARDS[held].charges)


def command(text: str) -> Command:
    """One die in the short form."""
    found = parse_program(f"{text} - -").pads[0]
    assert found is not None
    return found


def done(state: State, *texts: str, robot: int = 0) -> Floor:
    """The floor after these commands of one robot."""
    board = Floor.of(state)
    for text in texts:
        board.resolve(robot, command(text))
    return board


def places(board: Floor) -> list[str | None]:
    """Where the robots stand, as people say it."""
    return [None if pos is None else cell_name(pos) for pos in board.pos]


def happened(board: Floor, *kinds: type) -> list[Happening]:
    """What has happened of these kinds."""
    return [entry for entry in board.log if isinstance(entry, kinds)]


def play(state: State, *programs: str, seed: int = 1) -> Turnout[State, View]:
    """One round with these programs of the seats in play."""
    seats = [robot.seat for robot in state.robots if not robot.out]
    answers = {seat: parse_program(text) for seat, text in zip(seats, programs, strict=True)}
    return GAME.advance(state, answers, FastChance(seed))


def floor(state: State) -> Floor:
    return Floor.of(state)


def program(text: str) -> Program:
    return parse_program(text)


def steps(turnout: Turnout[State, View], chapter: str) -> list[Step[View]]:
    return [step for step in turnout.steps if step.chapter == chapter]


def events(turnout: Turnout[State, View], kind: str) -> list[Event]:
    return [event for step in turnout.steps for event in step.events if event.kind == kind]


def where(view: View) -> list[Cell | None]:
    return [robot.pos for robot in view.robots]


def after_pad(turnout: Turnout[State, View], pad: int) -> View:
    """The view when the last command of a pad (1 to 3) was resolved."""
    return steps(turnout, f"pad-{pad}")[-1].view
