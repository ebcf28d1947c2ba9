"""Small helpers that build positions and play rounds, in the words that people use (``E5``, ``B3N R1NE B2E``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from engines.chance import FastChance
from engines.core import Event, Step, Turnout
from engines.grid import Cell
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.floor import Floor
from engines.volt.model import Options, Program, State, View
from engines.volt.programming import parse_program


def cell(name: str) -> Cell:
    return (int(name[1:]) - 1, ord(name[0]) - ord("A"))


def position(
    arena: Literal["duel", "tri", "quad"],
    *at: str | None,
    damage: Mapping[int, int] | None = None,
    vp: Mapping[int, int] | None = None,
    turn: tuple[int, ...] | None = None,
    round: int = 2,
    dealt: Literal["shuffle", "rotate", "fixed"] = "fixed",
) -> State:
    """Robots of seats 0, 1, ... on these cells (``None``: destroyed), turn markers in seat order unless said."""
    state = GAME.start(Options(arena=arena, markers=dealt), len(at), FastChance(1)).state
    blocked = ARENAS[arena].solid | ARENAS[arena].pits
    assert not {cell(name) for name in at if name} & blocked, "a robot cannot stand there"
    robots = tuple(
        replace(
            robot,
            pos=None if where is None else cell(where),
            damage=(damage or {}).get(robot.seat, 0),
            vp=(vp or {}).get(robot.seat, 0),
            marker=turn[robot.seat] if turn else robot.seat + 1,
        )
        for robot, where in zip(state.robots, at, strict=True)
    )
    return replace(state, robots=robots, round=round)


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
