"""The planning panel of Power Arena: three control pads in one message.

One pad is open at a time. Its die, its module and its direction are chosen from lists; what is only half chosen travels
in the ``custom_id``. A finished pad is saved at once and the next unfinished one opens, so a whole program is six picks
and one more for each module. Before the first round of a game with modules the panel asks for decks instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

import discord

from cogs.composed import Composed
from cogs.limits import CUSTOM_ID, INPUT_LABEL, LABEL, MODAL_TITLE, OPTION_TEXT, clip
from cogs.panels import base, volt_outfit
from cogs.panels import volt_pads as pads
from cogs.panels import volt_selects as selects
from cogs.panels.base import BETWEEN, PanelPress, seat_and_rest, where
from cogs.panels.volt_gear import DICE, explained, gear_line, gear_lines
from cogs.panels.volt_outlook import named, outlook
from cogs.panels.volt_pads import Half
from cogs.press import Address, Moment, PressForm, PressItem
from cogs.words import refusal, safe_names
from engines.core import IllegalAction
from engines.volt import GAME
from engines.volt.model import PADS, Card, Outfit, Program
from engines.volt.programming import format_program, parse_program, short
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

TYPED: Final = 120
"""Longest typed program; a tidy one has at most 66 characters."""
GEARED: Final = "⚙️"
"""On the button of a pad that declares a module."""
Row = discord.ui.ActionRow[Any]


def program_of(panel: SeatPanel) -> Program:
    """The seat's program as far as it is saved."""
    return panel.draft if isinstance(panel.draft, Program) else Program()


def cards_of(panel: SeatPanel) -> tuple[Card, ...]:
    """The module cards that the seat's robot holds."""
    held: tuple[Card, ...] = panel.view.robots[panel.seat].cards
    return held


def answer(panel: SeatPanel, words: Words) -> str:
    """The program in the short form with its modules by name, or the decks by name."""
    if isinstance(panel.draft, Outfit):
        return volt_outfit.answer(panel.draft, words)
    return named(program_of(panel), words)


async def compose(
    bot: ScrapyardBot,
    panel: SeatPanel,
    words: Words,
    active: int | None = None,
    half: Half | None = None,
    note: str = "",
) -> Composed:
    """The panel with this pad open: by default the first unfinished one, and none once the program is complete.

    Little text, so that a phone shows picture and controls at once; the rest is in the picture and its alt text. What
    each module does is told before anything is planned, then only of the one that is chosen.
    """
    if volt_outfit.asked(panel):
        return await volt_outfit.compose(bot, panel, words)
    state = base.state_of(panel)
    panel = _planned(panel)
    program = program_of(panel)
    complete = pads.first_open(program) is None
    opened = active if active is not None else pads.first_open(program)
    chosen = pads.as_chosen(program, opened, half or Half()).module if opened is not None and state == "open" else None
    file = await base.board(bot, panel, words)
    robot = panel.view.robots[panel.seat]
    if program == Program() and chosen is None and state == "open":
        told = [base.ask_line(panel, words), words("panel.volt.begin"), *gear_lines(words, robot), note]
    else:
        told = [*outlook(panel, program, words), gear_line(words, robot), explained(words, chosen), note]
    parts: list[discord.ui.Item[Any]] = [
        base.text(base.title_line(panel, words), base.deadline_line(panel, words)),
        discord.ui.MediaGallery(file.gallery_item()),
        base.text(*told, limit=base.BODY),
    ]
    if state == "ready":
        parts.append(base.text(words("panel.volt.locked", program=named(program, words))))
        parts.append(Row(base.ready_button(panel, words, complete=True), base.show_button(panel, words)))
    else:
        if complete:
            parts.append(base.text(words("panel.volt.complete")))
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
        rows += [Row(item) for item in _lists(panel, words, program, opened, half)]
    rows.append(Row(*_last_row(panel, words, program, opened)))
    return rows


def _lists(panel: SeatPanel, words: Words, program: Program, pad: int, half: Half) -> list[PressItem]:
    """The lists that fill the open pad, in the order in which they are best used."""

    def to(what: str) -> Address:
        return where(panel, what, pad, pads.write_half(half))

    module = selects.module_select(words, program, pad, half, cards_of(panel))
    turn = selects.turn_select(words, program, pad, half)
    return [
        PickDie(selects.die_select(words, program, pad, half), to("v-die")),
        *([PickModule(module, to("v-mod"))] if module is not None else []),
        PickDir(selects.dir_select(words, program, pad, half), to("v-dir")),
        *([PickTurn(turn, to("v-turn"))] if turn is not None else []),
    ]


def _pad_button(panel: SeatPanel, program: Program, pad: int, opened: bool) -> PressItem:
    command = program.pads[pad]
    style = discord.ButtonStyle.secondary
    if opened:
        style = discord.ButtonStyle.primary
    elif not pads.unfinished(command):
        style = discord.ButtonStyle.success
    emoji = DICE[command.die] if command is not None else None
    label = f"{pad + 1}: {short(command)}"
    if command is not None and command.module is not None:
        label = f"{pad + 1}: {short(replace(command, module=None, turn=None))} {GEARED}"  # three fit a phone's row
    button = discord.ui.Button[Any](label=label, style=style, emoji=emoji)
    return OpenPad(button, where(panel, "v-pad", pad))


def _last_row(panel: SeatPanel, words: Words, program: Program, opened: int | None) -> list[PressItem]:
    """Ready, the form, and what can be cleared now."""
    row: list[PressItem] = [
        base.ready_button(panel, words, complete=pads.first_open(program) is None),
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
    kept = _shortened(" ".join(typed.split()), min(TYPED, CUSTOM_ID - len(bare.custom_id)))
    button = discord.ui.Button[Any](label=clip(words(label), LABEL), emoji="⌨️")
    return TypeIt(button, where(panel, "v-type", kept))


def _shortened(typed: str, room: int) -> str:
    """Whole words as far as they fit: half a word could read as another program."""
    if len(typed) <= room:
        return typed
    return typed[: room + 1].rpartition(" ")[0] or typed[:room]


class _PlanPress(PanelPress):
    """A press that changes the program or what is open."""

    asks: ClassVar[str | None] = "program"

    def pad_and_half(self) -> tuple[int, Half]:
        """The pad that the press is about, and what was chosen for it before."""
        pad, _, half = self.rest.partition(BETWEEN)
        number = int(pad) if pad.isdecimal() else 0
        return (number if number in PADS else 0), pads.read_half(half)

    async def put(
        self, moment: Moment, panel: SeatPanel, program: Program, open_pad: int | None = None, note: str = ""
    ) -> None:
        """Save the program and show it."""
        if program == panel.draft and not panel.ready:
            after = panel
        else:
            after = await moment.bot.tables.save_draft(moment.press, self.address.code, self.address.window, program)
        await self.look(moment, after, open_pad, note=note)
        await moment.bot.kick(self.address.code)

    async def look(
        self, moment: Moment, panel: SeatPanel, pad: int | None, half: Half | None = None, note: str = ""
    ) -> None:
        """Show the panel with this pad open."""
        composed = await compose(moment.bot, panel, moment.words, pad, half, note)
        await base.refresh(moment, self.address, panel, composed)


class OpenPad(_PlanPress, PressItem, what="v-pad"):
    """Open a control pad."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, _ = self.pad_and_half()
        await self.look(moment, panel, pad)


class _Pick(_PlanPress, PressItem, what=r"(?!)"):
    """A choice in one of the lists of the open pad."""

    def choose(self, panel: SeatPanel, pad: int, half: Half, value: str) -> tuple[Program, Half] | None:
        """The program and what is still half chosen; ``None`` for a value that nobody was offered."""
        raise NotImplementedError

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        pad, half = self.pad_and_half()
        chosen = self.choose(panel, pad, half, "".join(self.values))
        if chosen is None:
            await self.look(moment, panel, pad, half)
            return
        program, left = chosen
        before, after = pads.as_chosen(program_of(panel), pad, half), pads.as_chosen(program, pad, left)
        note = self.note(moment.words, pad, before, after)
        if left == Half():
            await self.put(moment, panel, program, pad if note else self.stays(panel, program, pad), note)
        else:
            await self.look(moment, panel, pad, left, note)

    def note(self, words: Words, pad: int, before: Half, after: Half) -> str:
        """What the choice has undone, if anything."""
        return ""

    def stays(self, panel: SeatPanel, program: Program, pad: int) -> int | None:
        """The pad itself when there is more to choose on it, else ``None``."""
        return pad if pads.unfinished(program.pads[pad]) else None


class PickDie(_Pick, what="v-die"):
    """Choose the die and its pips."""

    def choose(self, panel: SeatPanel, pad: int, half: Half, value: str) -> tuple[Program, Half] | None:
        die = pads.read_die(value)
        return None if die is None else pads.choose_die(program_of(panel), pad, half, die, cards_of(panel))

    def note(self, words: Words, pad: int, before: Half, after: Half) -> str:
        """A module that does not go with the new die is taken off."""
        if before.module is None or after.module is not None:
            return ""
        return words("panel.volt.module.off", card=words(f"volt.card.{before.module}"), pad=pad + 1)

    def stays(self, panel: SeatPanel, program: Program, pad: int) -> int | None:
        """The module is chosen after the die: the pad stays open while there is one to choose."""
        if pads.offered_modules(program, pad, Half(), cards_of(panel)):
            return pad
        return super().stays(panel, program, pad)


class PickModule(_Pick, what="v-mod"):
    """Declare a module card, or none."""

    def choose(self, panel: SeatPanel, pad: int, half: Half, value: str) -> tuple[Program, Half] | None:
        module = None if value == pads.NOTHING else value
        return pads.choose_module(program_of(panel), pad, half, module, cards_of(panel))


class PickDir(_Pick, what="v-dir"):
    """Choose the direction."""

    def choose(self, panel: SeatPanel, pad: int, half: Half, value: str) -> tuple[Program, Half] | None:
        direction = pads.read_dir(value)
        return None if direction is None else pads.choose_dir(program_of(panel), pad, half, direction)


class PickTurn(_Pick, what="v-turn"):
    """Choose the second direction of a module."""

    def choose(self, panel: SeatPanel, pad: int, half: Half, value: str) -> tuple[Program, Half] | None:
        direction = pads.read_dir(value)
        return None if direction is None else pads.choose_turn(program_of(panel), pad, half, direction)


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
            custom_id="program", default=typed, max_length=TYPED, required=True, placeholder="B3N R1NE B2E@brake_1"
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


ITEMS: tuple[type[PressItem], ...] = (
    OpenPad,
    PickDie,
    PickModule,
    PickDir,
    PickTurn,
    ClearPad,
    ClearAll,
    TypeIt,
    *volt_outfit.ITEMS,
)
FORMS: tuple[type[PressForm], ...] = (Typed,)
