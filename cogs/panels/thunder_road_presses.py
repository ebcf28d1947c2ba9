"""What the presses on Thunder Road's panel do. Each reads the saved draft, changes it, and saves it or answers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, cast

import discord

from cogs.composed import Composed
from cogs.limits import INPUT_LABEL, LABEL, MODAL_TITLE, OPTION_TEXT, clip
from cogs.panels import base
from cogs.panels import thunder_road_drafts as drafts
from cogs.panels import thunder_road_words as told
from cogs.panels.base import BETWEEN, PanelPress, seat_and_rest, where
from cogs.panels.thunder_road_selects import NOTHING, PART
from cogs.press import Address, Moment, PressForm, PressItem
from engines.thunder_road import reach
from engines.thunder_road.model import (
    COMMANDS,
    Action,
    Assign,
    Bonus,
    CommandName,
    Drive,
    Reroll,
    Shoot,
    TakeBack,
    Vehicle,
)
from engines.thunder_road.perils import perils
from locales import Words
from tables.model import SeatPanel

Row = discord.ui.ActionRow[Any]
PATHS: Final = ("assign", "drive")
"""Questions that are answered with a path."""
TYPED: Final = 8
"""Characters of a typed space."""


class RoadPress(PanelPress):
    """A press on this panel."""

    kinds: ClassVar[tuple[str, ...]] = PATHS
    """The questions that the press is about."""

    def _fits(self, panel: SeatPanel) -> bool:
        return super()._fits(panel) and panel.ask is not None and panel.ask.kind in self.kinds

    async def keep(self, moment: Moment, panel: SeatPanel, draft: Assign | Drive) -> None:
        """Save the draft and show it."""
        after = panel
        if draft != panel.draft or panel.ready:
            after = await moment.bot.tables.save_draft(moment.press, self.address.code, self.address.window, draft)
        await base.refresh(moment, self.address, after)
        await moment.bot.kick(self.address.code)

    async def give(self, moment: Moment, panel: SeatPanel, action: Action, *, sure: bool = False) -> None:
        """Answer, once it is clear that the dangers in it are meant."""
        if not sure and drafts.complete(panel.view, panel.seat, action) and perils(panel.view, panel.seat, action):
            await base.refresh(moment, self.address, panel, asking=partial(really, panel, action))
            return
        after = await moment.bot.tables.answer(moment.press, self.address.code, self.address.window, action)
        await base.refresh(moment, self.address, after)
        await moment.bot.kick(self.address.code)


async def really(panel: SeatPanel, action: Action, words: Words) -> base.Asking:
    """What the answer would surely destroy, and whether it is meant."""
    dangers = told.danger_lines(perils(panel.view, panel.seat, action), words)
    text = "\n".join((*dangers, words("panel.thunder_road.really")))
    return base.Asking(text, [confirmation(panel, words, action)])


def confirmation(panel: SeatPanel, words: Words, action: Action) -> Row:
    """Yes and No. The yes counts for this answer only."""
    spec = "d"
    if isinstance(action, Bonus):
        spec = "b"
    elif isinstance(action, Shoot):
        spec = f"s{action.target}"
    yes = discord.ui.Button[Any](label=words("panel.thunder_road.yes"), style=discord.ButtonStyle.danger)
    no = discord.ui.Button[Any](label=words("panel.thunder_road.no"), style=discord.ButtonStyle.secondary)
    sure = where(panel, "t-sure", spec, drafts.imprint(action))
    return Row(Sure(yes, sure), NotSure(no, where(panel, "t-no")))


class _Pick(RoadPress, PressItem, what=r"(?!)"):
    """A choice in one of the lists of the first question."""

    kinds: ClassVar[tuple[str, ...]] = ("assign",)

    def choose(self, panel: SeatPanel, draft: Assign, value: str) -> Assign | None:
        """The draft with the choice; ``None`` for a value that nobody was offered."""
        raise NotImplementedError

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        draft = self.choose(panel, cast("Assign", drafts.draft_of(panel)), "".join(self.values))
        if draft is None:
            await moment.say(moment.words("panel.gone"))
            return
        await self.keep(moment, panel, draft)


def _numbers(parts: list[str]) -> list[int] | None:
    """The parts as numbers; ``None`` when one is none."""
    return [int(part) for part in parts] if all(part.isdecimal() and len(part) < TYPED for part in parts) else None


def _target(text: str) -> Vehicle | None:
    found = _numbers([text])
    return None if found is None else found[0]


class PickCar(_Pick, what="t-car"):
    """Choose the car and its die."""

    def choose(self, panel: SeatPanel, draft: Assign, value: str) -> Assign | None:
        match _numbers(value.split(PART)):
            case [car, die]:
                return drafts.with_car(panel.view, panel.seat, draft, car, die)
            case _:
                return None


class PickCommand(_Pick, what="t-cmd"):
    """Choose a command with its die and the repaired car, or none."""

    def choose(self, panel: SeatPanel, draft: Assign, value: str) -> Assign | None:
        if value == NOTHING:
            return drafts.with_command(panel.view, panel.seat, draft, None, None)
        name, *rest = value.split(PART)
        numbers = _numbers(rest)
        if name not in COMMANDS or not numbers or len(numbers) > 2:
            return None
        repaired = numbers[1] if len(numbers) == 2 else None
        return drafts.with_command(panel.view, panel.seat, draft, cast("CommandName", name), numbers[0], repaired)


class PickSpot(_Pick, what="t-spot"):
    """Choose the chopper's space."""

    def choose(self, panel: SeatPanel, draft: Assign, value: str) -> Assign | None:
        spot = drafts.read_spot(value)
        if spot is None or draft.command != "airstrike":
            return None
        return drafts.with_spot(panel.view, panel.seat, draft, spot)


class PickTarget(_Pick, what="t-aim"):
    """Choose whom the chopper shoots at."""

    def choose(self, panel: SeatPanel, draft: Assign, value: str) -> Assign | None:
        target = _target(value)
        if draft.command != "airstrike" or (target is None and value != NOTHING):
            return None
        return drafts.with_target(draft, target)


class Move(RoadPress, PressItem, what="t-move"):
    """Add a move to the path."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        draft = drafts.draft_of(panel)
        await self.keep(moment, panel, replace(draft, path=(*draft.path, self.rest)))


class Straight(RoadPress, PressItem, what="t-ahead"):
    """Go on straight as far as it goes."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        draft = drafts.draft_of(panel)
        if not drafts.ways(panel.view, draft):
            await moment.say(moment.words("panel.gone"))
            return
        await self.keep(moment, panel, replace(draft, path=reach.straight(panel.view, draft)))


class Suggest(RoadPress, PressItem, what="t-hint"):
    """A good path for what is chosen; the most useful car and die where none is."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        draft, view = drafts.draft_of(panel), panel.view
        if isinstance(draft, Assign):
            if draft.car is None or draft.die is None:
                first = drafts.starts(view, panel.seat)[0]
                draft = drafts.with_car(view, panel.seat, draft, first.car, first.die)
            draft = replace(draft, target=None)
        await self.keep(moment, panel, replace(draft, path=reach.suggest(view, panel.seat, draft)))


class Undo(RoadPress, PressItem, what="t-undo"):
    """Undo the last choice."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.keep(moment, panel, drafts.shorter(drafts.draft_of(panel)))


class Go(RoadPress, PressItem, what="t-go"):
    """The draft is the answer."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.give(moment, panel, drafts.draft_of(panel))


class TakeBonus(RoadPress, PressItem, what="t-bonus"):
    """Take the road die's moves, or stay."""

    kinds: ClassVar[tuple[str, ...]] = ("bonus",)

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.give(moment, panel, Bonus(take=self.rest == "y"))


class RollAgain(RoadPress, PressItem, what="t-roll"):
    """Roll a slam's dice again, or let them stand."""

    kinds: ClassVar[tuple[str, ...]] = ("reroll",)

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.give(moment, panel, Reroll(again=self.rest == "y"))


class Fire(RoadPress, PressItem, what="t-fire"):
    """Shoot, or hold fire."""

    kinds: ClassVar[tuple[str, ...]] = ("shoot",)

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.give(moment, panel, Shoot(_target(self.rest)))


class GoBack(RoadPress, PressItem, what="t-back"):
    """Take the turn back to its beginning."""

    kinds: ClassVar[tuple[str, ...]] = ("drive", "bonus", "shoot")

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await self.give(moment, panel, TakeBack())


class Sure(RoadPress, PressItem, what="t-sure"):
    """The answer is meant, danger and all. Whatever has changed since it was asked is asked about anew."""

    kinds: ClassVar[tuple[str, ...]] = (*PATHS, "bonus", "shoot")

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        spec, _, imprint = self.rest.partition(BETWEEN)
        action: Action = Bonus(take=False)
        assert panel.ask is not None
        if panel.ask.kind in PATHS:
            action = drafts.draft_of(panel)
        elif panel.ask.kind == "shoot":
            action = Shoot(_target(spec[1:]))
        await self.give(moment, panel, action, sure=imprint == drafts.imprint(action))


class NotSure(RoadPress, PressItem, what="t-no"):
    """It was not meant: nothing has changed."""

    kinds: ClassVar[tuple[str, ...]] = (*PATHS, "bonus", "shoot")

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        await base.refresh(moment, self.address, panel)


class TypeIt(PressItem, what="t-type"):
    """Open the form for the chopper's space."""

    def form(self, words: Words) -> discord.ui.Modal | None:
        seat, typed = seat_and_rest(self.address)
        target = Address(self.address.code, self.address.window, "t-type", str(seat))
        modal = discord.ui.Modal(
            title=clip(words("panel.thunder_road.form.title"), MODAL_TITLE), custom_id=target.custom_id, timeout=None
        )
        field = discord.ui.TextInput[Any](
            custom_id="space", default=typed[:TYPED], max_length=TYPED, required=True, placeholder="C14"
        )
        label = clip(words("panel.thunder_road.form.label"), INPUT_LABEL)
        hint = clip(words("panel.thunder_road.form.hint"), OPTION_TEXT)
        modal.add_item(discord.ui.Label(text=label, description=hint, component=field))
        return modal


class Typed(RoadPress, PressForm):
    """A space that was typed. What cannot be read is explained, and offered again as it was typed."""

    what = "t-type"
    kinds: ClassVar[tuple[str, ...]] = ("assign",)

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        typed = self.fields.get("space", "")
        spot, draft = drafts.read_spot(typed), cast("Assign", drafts.draft_of(panel))
        if draft.command != "airstrike":
            await moment.say(moment.words("panel.gone"))
        elif spot is None:
            await moment.tell(unreadable(panel, moment.words, typed))
        else:
            await self.keep(moment, panel, drafts.with_spot(panel.view, panel.seat, draft, spot))


def type_button(panel: SeatPanel, words: Words, typed: str, label: str = "panel.thunder_road.type") -> PressItem:
    """Opens the form for the chopper's space with this text in it."""
    kept = " ".join(typed.split())[:TYPED]
    return TypeIt(discord.ui.Button(label=clip(words(label), LABEL), emoji="⌨️"), where(panel, "t-type", kept))


def unreadable(panel: SeatPanel, words: Words, typed: str) -> Composed:
    """How a space is written, and a button that opens the form with the same text."""
    row = Row(type_button(panel, words, typed, "panel.thunder_road.type_again"))
    return Composed(base.layout("open", [base.text(words("panel.thunder_road.unreadable")), row]))


ITEMS: tuple[type[PressItem], ...] = (
    PickCar,
    PickCommand,
    PickSpot,
    PickTarget,
    Move,
    Straight,
    Suggest,
    Undo,
    Go,
    TakeBonus,
    RollAgain,
    Fire,
    GoBack,
    Sure,
    NotSure,
    TypeIt,
)
FORMS: tuple[type[PressForm], ...] = (Typed,)
