"""A table's settings: what a game lets its host choose, and which of it is worth a word."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, cast, get_args, get_type_hints

from engines import GAMES
from engines.core import IllegalAction, MindsPace, OffersOptions
from locales import Words
from tables.model import PACES, Pace, TableInfo
from tables.sheet import LIVE

SENSIBLE_HOURS: Final = (1, 2, 4, 8, 12, 36, 48, 96, 120, 168, 336)
"""Paces in hours that lists offer beside those that have a name. Any other number is typed (``/table pace``)."""


def pace_choices(hours: int | None) -> tuple[str, ...]:
    """Values of a list of paces: names, and numbers of hours; the present number of hours is among them."""
    numbers = {*SENSIBLE_HOURS, *([hours] if hours is not None else [])}
    return ("live", "day", "slow", *map(str, sorted(numbers)))


def pace_of(value: str) -> tuple[Pace, int | None]:
    """What a value of ``pace_choices`` stands for. ``ValueError`` for one that is none."""
    if value in PACES:
        return cast("Pace", value), None
    return "hours", int(value)


def pace_value(pace: Pace, hours: int | None) -> str:
    """The other way round."""
    return str(hours) if pace == "hours" and hours is not None else pace


def pace_name(words: Words, pace: Pace, hours: int | None) -> str:
    """A pace in words."""
    if pace != "hours" or hours is None:
        return words(f"lobby.pace.{pace}")
    if hours % 24 == 0:
        return words.count("lobby.pace.days", hours // 24)
    return words.count("lobby.pace.hours", hours)


def option_values(game: str) -> dict[str, tuple[str, ...]]:
    """The game's options and the values that each can have, in the order of the game."""
    options = GAMES[game].Options
    hints = get_type_hints(options)
    return {field.name: tuple(map(str, get_args(hints[field.name]))) for field in fields(options)}


def options_of(table: TableInfo) -> Any:
    """The table's options, as its game takes them. What was not chosen, or not known yet, is as preset."""
    known = option_values(table.game)
    return GAMES[table.game].Options(**{name: value for name, value in table.options.items() if name in known})


def settled(table: TableInfo) -> Any:
    """The same, with what the game leaves to the table's pace as it will be played."""
    game, options = GAMES[table.game], options_of(table)
    return game.at_pace(options, live=table.pace == LIVE) if isinstance(game, MindsPace) else options


def offered(table: TableInfo) -> tuple[str, ...]:
    """The names of the options that have an effect at this table, in the order of the game."""
    game = GAMES[table.game]
    known = option_values(table.game)
    if not isinstance(game, OffersOptions):
        return tuple(known)
    mattering = set(game.offers(settled(table), len(table.seats)))
    return tuple(name for name in known if name in mattering)


def changed_lines(table: TableInfo, words: Words, key: str) -> list[str]:
    """Name and value of each option that has an effect and is not as preset, put into the message ``key``.

    What is preset to go by the table's pace is told as what it comes to.
    """
    preset, chosen = GAMES[table.game].Options(), settled(table)
    return [
        words(key, name=words(f"{table.game}.option.{name}"), value=value_name(table, name, words))
        for name in offered(table)
        if getattr(chosen, name) != getattr(preset, name)
    ]


def value_name(table: TableInfo, name: str, words: Words) -> str:
    """An option's value in words, as it will be played."""
    return words(f"{table.game}.option.{name}.{getattr(settled(table), name)}")


def hindrance(table: TableInfo) -> IllegalAction | None:
    """Why the table cannot start as it is; ``None`` when it can."""
    try:
        GAMES[table.game].fits(settled(table), len(table.seats))
    except IllegalAction as error:
        return error
    return None
