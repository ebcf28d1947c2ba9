"""A short question to the presser alone: a sentence, and below it a button or a list to answer with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.composed import Composed
from cogs.limits import OPTION_TEXT, OPTIONS, PLACEHOLDER, clip
from cogs.posts.parts import QUIET, box, row, text
from cogs.press import Address, Moment, PressItem
from engines.core import Seat
from tables.model import Refused, SeatInfo, TableInfo


def question(line: str, *items: PressItem) -> Composed:
    """The sentence, and each control in a row of its own."""
    return Composed(box(QUIET, text(line, limit=3000), *map(row, items)))


def choice(
    kind: type[PressItem], address: Address, placeholder: str, options: Sequence[tuple[str, str, str]]
) -> PressItem:
    """A list of (value, label, description)."""
    select = discord.ui.Select[Any](
        placeholder=clip(placeholder, PLACEHOLDER),
        options=[
            discord.SelectOption(
                value=value, label=clip(label, OPTION_TEXT), description=clip(hint, OPTION_TEXT) if hint else None
            )
            for value, label, hint in options[:OPTIONS]
        ],
    )
    return kind(select, address)


def own_seat(moment: Moment, table: TableInfo) -> SeatInfo:
    """The presser's seat. Raises ``Refused("not_seated")``."""
    mine = table.seat_of(moment.press.user_id)
    if mine is None:
        raise Refused("not_seated")
    return mine


def number(text: str) -> int:
    """A number out of a ``custom_id`` or a list. Raises ``Refused`` where a forged press has none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refused("unknown_option")
    return int(text)


def seat_number(table: TableInfo, text: str) -> Seat:
    """A seat of this table out of a ``custom_id`` or a list. Raises ``Refused`` where there is none."""
    seat = number(text)
    if seat >= len(table.seats):
        raise Refused("unknown_option")
    return seat
