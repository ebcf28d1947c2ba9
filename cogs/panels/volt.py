"""The planning panel of Power Arena: three control pads in one message.

One pad is open at a time. Its die and its direction are chosen in either order; what is only half chosen travels in the
``custom_id``. A finished pad is saved at once and the next empty one opens, so a whole program is six picks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.composed import Composed
from cogs.limits import CUSTOM_ID, INPUT_LABEL, LABEL, MODAL_TITLE, OPTION_TEXT, PLACEHOLDER, clip
from cogs.panels import base
from cogs.panels import volt_pads as pads
from cogs.panels.base import BETWEEN, PanelPress, seat_and_rest, where
from cogs.panels.volt_outlook import outlook
from cogs.panels.volt_pads import Half
from cogs.press import Address, Moment, PressForm, PressItem
from cogs.words import refusal, safe_names
from engines.core import IllegalAction
from engines.grid import ALL_DIRECTIONS, Direction
from engines.volt import GAME
from engines.volt.model import PADS, Program
from engines.volt.programming import COLOURS, PIPS, format_program, parse_program, short
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

ARROWS: Final[dict[Direction, str]] = {
    "N": "⬆️", "NE": "↗️", "E": "➡️", "SE": "↘️", "S": "⬇️", "SW": "↙️", "W": "⬅️", "NW": "↖️",
}  # fmt: skip
DICE: Final = {"blue": "🔵", "red": "🔴"}
DIE_NUMBERS, DIR_NUMBERS = 100, 200
"""Where the component numbers of the selects begin."""
TYPED: Final = 40
"""Longest typed program; a tidy one has at most 14 characters."""
Row = discord.ui.ActionRow[Any]


def program_of(panel: SeatPanel) -> Program:
    """The seat's program as far as it is saved."""
    return panel.draft if panel.draft is not None else Program()


def answer(panel: SeatPanel, words: Words) -> str:
    """The program in the short form."""
    return format_program(program_of(panel))


async def compose(
    bot: ScrapyardBot, panel: SeatPanel, words: Words, active: int | None = None, half: Half | None = None
) -> Composed:
    """The panel with this pad open: by default the first empty one, and none once the program is complete.

    Little text, so that a phone shows picture and controls at once; the rest is in the picture and its alt text.
    """
    state = base.state_of(panel)
    panel = _planned(panel)
    program = program_of(panel)
    complete = pads.first_empty(program) is None
    file = await base.board(bot, panel, words)
    told = [base.ask_line(panel, words), words("panel.volt.begin")] if program == Program() else []
    parts: list[discord.ui.Item[Any]] = [
        base.text(base.title_line(panel, words), base.deadline_line(panel.table, words)),
        discord.ui.MediaGallery(file.gallery_item()),
        base.text(*(told or outlook(panel, program, words)), limit=base.BODY),
    ]
    if state == "ready":
        parts.append(base.text(words("panel.volt.locked", program=format_program(program))))
        parts.append(Row(base.ready_button(panel, words, complete=True), base.show_button(panel, words)))
    else:
        if complete:
            parts.append(base.text(words("panel.volt.complete")))
        opened = active if active is not None else pads.first_empty(program)
        parts += _rows(panel, words, program, opened, half or Half())
    return Composed(base.layout(state, parts), (file,))


def _planned(panel: SeatPanel) -> SeatPanel:
    """The panel with a plan in its view: three empty pads where nothing is saved yet."""
    if panel.view.plan is not None:
        return panel
    return replace(panel, view=GAME.drafts(panel.view, panel.seat, program_of(panel)))


def _rows(panel: SeatPanel, words: Words, program: Program, opened: int | None, half: Half) -> list[Row]:
    rows = [Row(*(_pad_button(panel, program, pad, pad == opened) for pad in PADS))]
    if opened is not None:
        if not pads.offered_dice(program, opened, half):
            half = Half()  # a direction that no die left may take
        rows.append(Row(_die_select(panel, words, program, opened, half)))
        rows.append(Row(_dir_select(panel, words, program, opened, half)))
    rows.append(Row(*_last_row(panel, words, program, opened)))
    return rows


def _pad_button(panel: SeatPanel, program: Program, pad: int, opened: bool) -> PressItem:
    command = program.pads[pad]
    style = discord.ButtonStyle.secondary
    if opened:
        style = discord.ButtonStyle.primary
    elif command is not None:
        style = discord.ButtonStyle.success
    emoji = DICE[command.die] if command is not None else None
    button = discord.ui.Button[Any](label=f"{pad + 1}: {short(command)}", style=style, emoji=emoji)
    return OpenPad(button, where(panel, "v-pad", pad))


def _die_select(panel: SeatPanel, words: Words, program: Program, pad: int, half: Half) -> PressItem:
    lying = program.pads[pad]
    chosen = half.die or ((lying.die, lying.pip) if lying is not None else None)
    options = [
        discord.SelectOption(
            label=clip(words(f"panel.volt.die.{die[0]}", pip=die[1]), OPTION_TEXT),
            value=pads.write_die(die),
            emoji=DICE[die[0]],
            default=die == chosen,
        )
        for die in pads.offered_dice(program, pad, half)
    ]
    number = _number(DIE_NUMBERS, pad, 0 if chosen is None else chosen[1] + len(PIPS) * COLOURS.index(chosen[0]))
    hint = clip(words("panel.volt.pick_die", pad=pad + 1), PLACEHOLDER)
    select = discord.ui.Select[Any](placeholder=hint, options=options, id=number)
    return PickDie(select, where(panel, "v-die", pad, pads.write_half(half)))


def _dir_select(panel: SeatPanel, words: Words, program: Program, pad: int, half: Half) -> PressItem:
    lying = program.pads[pad]
    offered = pads.offered_dirs(program, pad, half)
    chosen = half.dir or (lying.dir if lying is not None and half.die is None else None)
    options = [
        discord.SelectOption(
            label=clip(words("panel.volt.dir", dir=direction, name=words(f"volt.dir.{direction}")), OPTION_TEXT),
            value=direction,
            emoji=ARROWS[direction],
            default=direction == chosen,
        )
        for direction in offered
    ]
    number = _number(DIR_NUMBERS, pad, 0 if chosen is None else 1 + ALL_DIRECTIONS.index(chosen))
    hint = clip(words("panel.volt.pick_dir", pad=pad + 1), PLACEHOLDER)
    select = discord.ui.Select[Any](placeholder=hint, options=options, id=number)
    return PickDir(select, where(panel, "v-dir", pad, pads.write_half(half)))


def _number(first: int, pad: int, rank: int) -> int:
    """A component number for a select of this pad with this choice; a screen keeps the pick of an unchanged number."""
    return first + pad * 20 + rank


def _last_row(panel: SeatPanel, words: Words, program: Program, opened: int | None) -> list[PressItem]:
    """Ready, the form, and what can be cleared now."""
    row: list[PressItem] = [
        base.ready_button(panel, words, complete=pads.first_empty(program) is None),
        type_button(panel, words, format_program(program)),
    ]
    if opened is not None and program.pads[opened] is not None:
        clear = discord.ui.Button[Any](label=words("panel.volt.clear_pad"))
        row.append(ClearPad(clear, where(panel, "v-clear", opened)))
    if program != Program():
        row.append(ClearAll(discord.ui.Button(label=words("panel.volt.clear_all")), where(panel, "v-wipe")))
    return [*row, base.show_button(panel, words, small=True)]


def type_button(panel: SeatPanel, words: Words, typed: str, label: str = "panel.volt.type") -> PressItem:
    """Opens the form with this text in it."""
    bare = where(panel, "v-type", "")
    kept = clip(" ".join(typed.split()), min(TYPED, CUSTOM_ID - len(bare.custom_id)))
    button = discord.ui.Button[Any](label=clip(words(label), LABEL), emoji="⌨️")
    return TypeIt(button, where(panel, "v-type", kept))


class _PlanPress(PanelPress):
    """A press that changes the program or what is open."""

    def pad_and_half(self) -> tuple[int, Half]:
        """The pad that the press is about, and what was chosen for it before."""
        pad, _, half = self.rest.partition(BETWEEN)
        number = int(pad) if pad.isdecimal() else 0
        return (number if number in PADS else 0), pads.read_half(half)

    async def put(self, moment: Moment, panel: SeatPanel, program: Program, open_pad: int | None = None) -> None:
        """Save the program and show it."""
        if program == panel.draft and not panel.ready:
            after = panel
        else:
            after = await moment.bot.tables.save_draft(moment.press, self.address.code, self.address.window, program)
        await self.look(moment, after, open_pad)
        await moment.bot.kick(self.address.code)

    async def look(self, moment: Moment, panel: SeatPanel, pad: int | None, half: Half | None = None) -> None:
        """Show the panel with this pad open."""
        composed = await compose(moment.bot, panel, moment.words, pad, half)
        await base.refresh(moment, self.address, panel, composed)


class OpenPad(_PlanPress, PressItem, what="v-pad"):
    """Open a control pad."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, _ = self.pad_and_half()
        await self.look(moment, panel, pad)


class PickDie(_PlanPress, PressItem, what="v-die"):
    """Choose the die and its pips."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, half = self.pad_and_half()
        die = pads.read_die("".join(self.values))
        if die is None:
            await self.look(moment, panel, pad, half)
            return
        program, left = pads.choose_die(program_of(panel), pad, half, die)
        if left.die is None:
            await self.put(moment, panel, program)
        else:
            await self.look(moment, panel, pad, left)


class PickDir(_PlanPress, PressItem, what="v-dir"):
    """Choose the direction."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, half = self.pad_and_half()
        direction = pads.read_dir("".join(self.values))
        if direction is None:
            await self.look(moment, panel, pad, half)
            return
        program, left = pads.choose_dir(program_of(panel), pad, half, direction)
        if left.dir is None:
            await self.put(moment, panel, program)
        else:
            await self.look(moment, panel, pad, left)


class ClearPad(_PlanPress, PressItem, what="v-clear"):
    """Take the die off a pad."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, _ = self.pad_and_half()
        await self.put(moment, panel, pads.with_command(program_of(panel), pad, None), pad)


class ClearAll(_PlanPress, PressItem, what="v-wipe"):
    """Take all dice back."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.put(moment, panel, Program())


class TypeIt(PressItem, what="v-type"):
    """Open the form for a program in the short form."""

    def form(self, words: Words) -> discord.ui.Modal | None:
        seat, typed = seat_and_rest(self.address)
        code, window = self.address.code, self.address.window
        target = Address(code, window, "v-type", str(seat))
        modal = discord.ui.Modal(
            title=clip(words("panel.volt.form.title"), MODAL_TITLE), custom_id=target.custom_id, timeout=None
        )
        field = discord.ui.TextInput[Any](
            custom_id="program", default=typed, max_length=TYPED, required=True, placeholder="B3N R1NE B2E"
        )
        label = clip(words("panel.volt.form.label"), INPUT_LABEL)
        hint = clip(words("panel.volt.form.hint"), OPTION_TEXT)
        modal.add_item(discord.ui.Label(text=label, description=hint, component=field))
        return modal


class Typed(_PlanPress, PressForm):
    """A program that was typed. What cannot be read is explained, and offered again as it was typed."""

    what = "v-type"

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        typed = self.fields.get("program", "")
        try:
            await self.put(moment, panel, parse_program(typed))
        except IllegalAction as error:
            await moment.tell(wrong_entry(panel, moment.words, typed, error))


def wrong_entry(panel: SeatPanel, words: Words, typed: str, error: IllegalAction) -> Composed:
    """What is wrong with a typed program, and a button that opens the form with the same text."""
    why = refusal(words, error, panel.table.game, safe_names(words, panel.table))
    row = Row(type_button(panel, words, typed, "panel.volt.type_again"))
    return Composed(base.layout("open", [base.text(why, words("panel.volt.kept")), row]))


ITEMS: tuple[type[PressItem], ...] = (OpenPad, PickDie, PickDir, ClearPad, ClearAll, TypeIt)
FORMS: tuple[type[PressForm], ...] = (Typed,)
