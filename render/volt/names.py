"""Who is who: robots are named by their index, seats' first, killbots' after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from engines.core import Seat
from engines.volt.model import RobotView, View
from locales import Words
from render.robots import Body
from render.text import drawn_name, seat_name


def killbot_name(kind: str, words: Words) -> str:
    return words(f"volt.killbot.{kind}")


def robot_names(view: View, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """Names by robot index from names by seat, for sentences: put in as they are, escape them before if need be."""
    return tuple(
        seat_name(robot.seat, words, names) if robot.killbot is None else killbot_name(robot.killbot, words)
        for robot in view.robots
    )


def drawn_names(view: View, words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """The same in characters that the font has."""
    return tuple(
        drawn_name(robot.seat, words, names) if robot.killbot is None else killbot_name(robot.killbot, words)
        for robot in view.robots
    )


def body(robot: RobotView) -> Body:
    """How the robot looks."""
    return robot.seat if robot.killbot is None else robot.killbot


def body_of(view: View, index: Seat | None) -> Body:
    """How the robot with this index looks; a mark of nobody takes the first seat's colours."""
    if index is None or index >= len(view.robots):
        return 0
    return body(view.robots[index])


def private_only(view: View) -> View:
    """The view with a plan and an outfit only for their owner: a second lock on the door that a View is."""
    if view.plan is not None and view.plan.seat != view.seat:
        view = replace(view, plan=None)
    if view.outfit is not None and view.seat is None:
        view = replace(view, outfit=None)
    return view


def geared(view: View) -> bool:
    """Whether robots have anything fitted that is to be shown."""
    return (view.modules and view.phase != "outfitting") or any(robot.cards or robot.champion for robot in view.robots)


def won_what(view: View) -> Literal["", ".match", ".series"]:
    """What the winners of a view have won, as the end of a text key.

    After the last match of a championship its winners and the champions look alike while they are the same seats.
    """
    series = view.championship
    if series is None:
        return ""
    if len(series.won) < series.match or view.winners != series.won[-1]:
        return ".series"
    return ".match" if series.match < series.matches else ""


def total(view: View, robot: RobotView) -> int | None:
    """A seat's VP over all matches of a championship; those of a match that is over are counted already."""
    if view.championship is None or robot.killbot is not None:
        return None
    return view.championship.vp[robot.seat] + (0 if view.phase == "over" else robot.vp)


def bots_won(view: View) -> bool:
    """Whether the game is over and the killbots have it (ruling 60)."""
    return view.phase == "over" and not view.winners and view.bots is not None
