"""The lists of a turn's first question: car and die, command, the chopper's space, its target. Plain selects."""

from __future__ import annotations

from typing import Any, Final

import discord

from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.panels import thunder_road_words as told
from cogs.panels.thunder_road_drafts import Start, starts, strikes
from engines.core import Seat
from engines.thunder_road import legal
from engines.thunder_road.model import LANES, Assign, CommandName, Spot, Vehicle, seat_of, spot_name
from engines.thunder_road.planning import SPACES
from engines.thunder_road.views import View
from locales import Words

NOTHING: Final = "-"
"""Stands for none, as a value."""
PART: Final = "."
"""Between the parts of a value."""
EMOJI: Final[dict[CommandName, str]] = {"airstrike": "🚁", "nitro": "🚀", "drift": "🌀", "repair": "🔧"}
CAR_NUMBERS, COMMAND_NUMBERS, SPOT_NUMBERS, TARGET_NUMBERS = 100, 150, 200, 400
"""Where the component numbers of the selects begin."""
TARGETS: Final = 4
"""Targets that one space can have, and none."""


def car_select(words: Words, view: View, seat: Seat, draft: Assign) -> discord.ui.Select[Any]:
    """Each car with each die: the most useful first, and what each can reach."""
    options = [
        discord.SelectOption(
            label=clip(_start(words, view, seat, start), OPTION_TEXT),
            value=f"{start.car}{PART}{start.die}",
            description=clip(_reached(words, view, start), OPTION_TEXT) or None,
            default=_same(view, seat, draft, start),
        )
        for start in starts(view, seat)
    ]
    return _select(words("panel.thunder_road.pick.car"), options, CAR_NUMBERS)


def _same(view: View, seat: Seat, draft: Assign, start: Start) -> bool:
    """Dice that show the same are one choice."""
    dice = view.crews[seat].dice
    return draft.car == start.car and draft.die is not None and dice[draft.die].value == dice[start.die].value


def _start(words: Words, view: View, seat: Seat, start: Start) -> str:
    key = "panel.thunder_road.coast" if view.cars[start.car].moved else "panel.thunder_road.car"
    return words(key, car=told.vehicle(words, start.car), die=view.crews[seat].dice[start.die].value)


def _reached(words: Words, view: View, start: Start) -> str:
    reach = start.reach
    parts = [words("panel.thunder_road.reach.row", row=reach.row + 1)]
    if reach.finish:
        parts.insert(0, words("panel.thunder_road.reach.finish"))
    elif reach.edge:
        parts.insert(0, words("panel.thunder_road.reach.edge"))
    elif not reach.clear:
        parts.append(words("panel.thunder_road.reach.blocked"))
    if reach.bonus:
        parts.append(words("panel.thunder_road.reach.bonus", die=view.road_die))
    if reach.rams:
        others = " / ".join(told.vehicle(words, other) for other in reach.rams)
        parts.append(words("panel.thunder_road.reach.rams", others=others))
    return " · ".join(parts)


def command_select(words: Words, view: View, seat: Seat, draft: Assign) -> discord.ui.Select[Any] | None:
    """The commands that may go with the car and its die, and none; no list where there is none to give."""
    if draft.car is None or draft.die is None:
        return None
    given: list[tuple[CommandName, int, Vehicle | None]] = [
        (command, die, car)
        for command, die in legal.commands(view, seat, draft.car, draft.die)
        for car in (legal.repairable(view, seat) if command == "repair" else [None])
    ]
    if not given:
        return None
    dice = view.crews[seat].dice
    lying = None if draft.command_die is None else dice[draft.command_die].value
    options = [
        discord.SelectOption(
            label=clip(_command(words, command, dice[die].value, car), OPTION_TEXT),
            value=_command_value(command, die, car),
            description=clip(words(_does(view, command)), OPTION_TEXT),
            emoji=EMOJI[command],
            default=(command, car, dice[die].value) == (draft.command, draft.repaired, lying),
        )
        for command, die, car in given
    ]
    none = discord.SelectOption(
        label=words("panel.thunder_road.no_command"), value=NOTHING, default=draft.command is None
    )
    return _select(words("panel.thunder_road.pick.command"), [none, *options], COMMAND_NUMBERS)


def _does(view: View, command: CommandName) -> str:
    """What the command is for; nobody shoots in the first round (ruling 57)."""
    first = ".first" if command == "airstrike" and view.round == 1 else ""
    return f"panel.thunder_road.does.{command}{first}"


def _command(words: Words, command: CommandName, die: int, car: Vehicle | None) -> str:
    name = words(f"thunder_road.command.{command}")
    if command == "repair" and car is not None:
        return words("panel.thunder_road.command.repair", command=name, die=die, car=told.vehicle(words, car))
    key = "panel.thunder_road.command.nitro" if command == "nitro" else "panel.thunder_road.command"
    return words(key, command=name, die=die)


def _command_value(command: CommandName, die: int, car: Vehicle | None) -> str:
    return PART.join((command, str(die), *([] if car is None else [str(car)])))


def spot_select(words: Words, view: View, seat: Seat, draft: Assign) -> discord.ui.Select[Any] | None:
    """The best spaces for the chopper, and the one that is chosen."""
    found = {strike.spot: strike.targets for strike in strikes(view, seat)}
    if draft.spot is not None and draft.spot not in found:
        found = {draft.spot: legal.arc_targets(view, draft.spot), **found}
    if not found:
        return None
    options = [
        discord.SelectOption(
            label=spot_name(spot),
            value=spot_name(spot),
            description=clip(_arc(words, targets), OPTION_TEXT) if view.round > 1 else None,
            emoji=EMOJI["airstrike"],
            default=spot == draft.spot,
        )
        for spot, targets in found.items()
    ]
    number = SPOT_NUMBERS if draft.spot is None else SPOT_NUMBERS + 1 + _index(view, draft.spot)
    return _select(words("panel.thunder_road.pick.spot"), options, number, ranked=False)


def _arc(words: Words, targets: tuple[Vehicle, ...]) -> str:
    """Whom the chopper could shoot at from there, with the chances."""
    if not targets:
        return words("panel.thunder_road.arc.nobody")
    return words(
        "panel.thunder_road.arc", targets=" · ".join(told.odds(words, target, "arc.one") for target in targets)
    )


def target_select(words: Words, view: View, seat: Seat, draft: Assign) -> discord.ui.Select[Any] | None:
    """Whom the chopper shoots at, or nobody; no list where nobody can be shot at."""
    targets = legal.arc_targets(view, draft.spot) if draft.spot is not None and view.round > 1 else ()
    if draft.spot is None or not targets:
        return None
    options = [
        discord.SelectOption(
            label=clip(told.owner_marked(words, seat, target), OPTION_TEXT),
            value=str(target),
            emoji="⚠️" if seat_of(target) == seat else "🎯",
            default=target == draft.target,
        )
        for target in sorted(targets, key=lambda target: seat_of(target) == seat)
    ]
    hold = discord.SelectOption(
        label=words("panel.thunder_road.hold"), value=NOTHING, emoji="🕊️", default=draft.target is None
    )
    first = TARGET_NUMBERS + (TARGETS + 1) * _index(view, draft.spot)
    return _select(words("panel.thunder_road.pick.target"), [*options, hold], first)


def _index(view: View, spot: Spot) -> int:
    return min(SPACES, max(0, len(LANES) * (spot.row - view.rear) + spot.lane))


def _select(
    hint: str, options: list[discord.SelectOption], first: int, *, ranked: bool = True
) -> discord.ui.Select[Any]:
    """A list under a number of its own for what is chosen in it: a screen keeps the pick of an unchanged number."""
    rank = next((at for at, option in enumerate(options, 1) if option.default), 0) if ranked else 0
    return discord.ui.Select(placeholder=clip(hint, PLACEHOLDER), options=options, id=first + rank)
