"""The lists in which a control pad is filled: die, module, direction, second direction. Plain selects, no presses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from cogs.limits import OPTION_TEXT, PLACEHOLDER, clip
from cogs.panels import volt_pads as pads
from cogs.panels.volt_gear import DICE, card_name, in_brief
from cogs.panels.volt_pads import Half
from engines.grid import ALL_DIRECTIONS, Direction
from engines.volt.cards import CARDS
from engines.volt.model import Card, Program
from engines.volt.programming import COLOURS, PIPS
from locales import Words

ARROWS: Final[dict[Direction, str]] = {
    "N": "⬆️", "NE": "↗️", "E": "➡️", "SE": "↘️", "S": "⬇️", "SW": "↙️", "W": "⬅️", "NW": "↖️",
}  # fmt: skip
DIE_NUMBERS, MODULE_NUMBERS, DIR_NUMBERS, TURN_NUMBERS = 100, 300, 500, 700
"""Where the component numbers of the selects begin."""
SPAN: Final = 1 + max(len(CARDS), len(COLOURS) * len(PIPS), len(ALL_DIRECTIONS))
"""Component numbers that one list of one pad may have: one for each choice and one for none."""
CARD_ORDER: Final = tuple(CARDS)


def die_select(words: Words, program: Program, pad: int, half: Half) -> discord.ui.Select[Any]:
    """The dice that may go onto the pad."""
    chosen = pads.as_chosen(program, pad, half).die
    options = [
        discord.SelectOption(
            label=clip(words(f"panel.volt.die.{die[0]}", pip=die[1]), OPTION_TEXT),
            value=pads.write_die(die),
            emoji=DICE[die[0]],
            default=die == chosen,
        )
        for die in pads.offered_dice(program, pad, half)
    ]
    rank = 0 if chosen is None else chosen[1] + len(PIPS) * COLOURS.index(chosen[0])
    return _select(words("panel.volt.pick_die", pad=pad + 1), options, DIE_NUMBERS, pad, rank)


def module_select(
    words: Words, program: Program, pad: int, half: Half, cards: Sequence[Card]
) -> discord.ui.Select[Any] | None:
    """The modules that the pad's die may declare, and none of them; no list where there is nothing to declare."""
    offered = pads.offered_modules(program, pad, half, cards)
    if not offered:
        return None
    chosen = pads.as_chosen(program, pad, half).module
    held = {card.id: card for card in cards}
    options = [
        discord.SelectOption(
            label=clip(card_name(words, held[module]), OPTION_TEXT),
            value=module,
            description=in_brief(words, module),
            default=module == chosen,
        )
        for module in offered
    ]
    without = discord.SelectOption(
        label=clip(words("panel.volt.module.none"), OPTION_TEXT), value=pads.NOTHING, default=chosen not in offered
    )
    rank = 0 if chosen is None else 1 + CARD_ORDER.index(chosen)
    return _select(words("panel.volt.pick_module", pad=pad + 1), [without, *options], MODULE_NUMBERS, pad, rank)


def dir_select(words: Words, program: Program, pad: int, half: Half) -> discord.ui.Select[Any]:
    """The directions open to the pad's die with its module."""
    chosen = pads.as_chosen(program, pad, half).dir
    offered = pads.offered_dirs(program, pad, half)
    return _directions(words, words("panel.volt.pick_dir", pad=pad + 1), offered, chosen, DIR_NUMBERS, pad)


def turn_select(words: Words, program: Program, pad: int, half: Half) -> discord.ui.Select[Any] | None:
    """The second directions of the pad's module; no list for a module that needs none."""
    offered = pads.offered_turns(program, pad, half)
    if not offered:
        return None
    chosen = pads.as_chosen(program, pad, half).turn
    return _directions(words, words("panel.volt.pick_turn", pad=pad + 1), offered, chosen, TURN_NUMBERS, pad)


def _directions(
    words: Words, hint: str, offered: Sequence[Direction], chosen: Direction | None, first: int, pad: int
) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=clip(words("panel.volt.dir", dir=direction, name=words(f"volt.dir.{direction}")), OPTION_TEXT),
            value=direction,
            emoji=ARROWS[direction],
            default=direction == chosen,
        )
        for direction in offered
    ]
    return _select(hint, options, first, pad, 0 if chosen is None else 1 + ALL_DIRECTIONS.index(chosen))


def _select(hint: str, options: list[discord.SelectOption], first: int, pad: int, rank: int) -> discord.ui.Select[Any]:
    """A list under a number of its own for what is chosen in it: a screen keeps the pick of an unchanged number."""
    number = first + pad * SPAN + rank
    return discord.ui.Select(placeholder=clip(hint, PLACEHOLDER), options=options, id=number)
