"""The panel of Thunder Road: car, die, command and path of a turn, then its short questions.

Everything chosen is a draft, saved at each press, so that quick taps queue up and any copy of the panel shows the same.
*Go* gives it as the answer; with a part of the path, or none of it, the rest is asked afterwards. What would surely
destroy one's own car is asked about once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import discord

from cogs.composed import Composed
from cogs.limits import LABEL, clip
from cogs.panels import base
from cogs.panels import thunder_road_drafts as drafts
from cogs.panels import thunder_road_presses as presses
from cogs.panels import thunder_road_selects as selects
from cogs.panels import thunder_road_words as told
from cogs.panels.base import where
from cogs.panels.thunder_road_drafts import Way
from cogs.panels.thunder_road_presses import FORMS, ITEMS, Row
from cogs.panels.thunder_road_words import answer, question
from cogs.press import PressItem
from engines.thunder_road import legal
from engines.thunder_road.model import FRONT, Assign, Bonus, Drive, seat_of
from engines.thunder_road.perils import perils
from engines.thunder_road.views import View
from locales import Words
from tables.model import SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

Style = discord.ButtonStyle
Button = discord.ui.Button[Any]
ENTRIES: Final = 3
"""Lanes in one row of buttons."""

__all__ = ["FORMS", "ITEMS", "answer", "compose", "controls", "question"]


async def compose(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> Composed:
    """The private copy of what the turn's post asks in public."""
    return await base.scene_panel(bot, panel, words)


async def controls(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> list[discord.ui.Item[Any]]:
    """What can be pressed now: the same in public and in private."""
    assert panel.ask is not None
    match panel.ask.kind:
        case "assign":
            rows = _assign_rows(panel, words)
        case "drive":
            draft = drafts.draft_of(panel)
            rows = [*_path_rows(panel, draft), _last_row(panel, words, draft)]
        case "bonus":
            rows = [_bonus_row(panel, words)]
        case "reroll":
            rows = [_reroll_row(panel, words)]
        case _:
            rows = [_shot_row(panel, words)]
    view: View = panel.view
    if view.may_take_back and panel.ask.kind != "assign" and view.turn.seat == panel.seat:
        button = Button(label=words("panel.thunder_road.take_back"), emoji="↩️")
        rows.append(Row(presses.GoBack(button, where(panel, "t-back"))))
    return [*rows]


def _assign_rows(panel: SeatPanel, words: Words) -> list[Row]:
    view, seat = panel.view, panel.seat
    draft = cast("Assign", drafts.draft_of(panel))
    found: list[tuple[type[PressItem], str, discord.ui.Select[Any] | None]] = [
        (presses.PickCar, "t-car", selects.car_select(words, view, seat, draft)),
        (presses.PickCommand, "t-cmd", selects.command_select(words, view, seat, draft)),
    ]
    if draft.command == "airstrike":
        found.append((presses.PickSpot, "t-spot", selects.spot_select(words, view, seat, draft)))
        found.append((presses.PickTarget, "t-aim", selects.target_select(words, view, seat, draft)))
    rows = [Row(kind(select, where(panel, what))) for kind, what, select in found if select is not None]
    return [*rows, *_path_rows(panel, draft), _last_row(panel, words, draft)]


def _path_rows(panel: SeatPanel, draft: Assign | Drive) -> list[Row]:
    """The moves that can follow, with the moves left and what is special about each space."""
    view: View = panel.view
    if isinstance(draft, Assign) and (draft.car is None or draft.die is None or draft.target is not None):
        return []
    onward = {way.step: way for way in drafts.ways(view, draft)}
    if drafts.starting(view, draft):
        entries = [_way_button(panel, step, way, step) for step, way in onward.items()]
        return [Row(*entries[first : first + ENTRIES]) for first in range(0, len(entries), ENTRIES)]
    left = drafts.left(view, draft)[0]
    steps = [_way_button(panel, step, onward.get(step), str(left), told.ARROWS[step]) for step in FRONT]
    ahead = onward.get("F")
    straight = Button(emoji="⏩", disabled=ahead is None or ahead.sign == "rock")
    return [Row(*steps, presses.Straight(straight, where(panel, "t-ahead")))]


def _way_button(panel: SeatPanel, step: str, way: Way | None, label: str, emoji: str | None = None) -> PressItem:
    sign = "" if way is None or way.sign is None else f" {told.SIGNS[way.sign]}"
    style = Style.primary if way is not None and not sign else Style.secondary
    if way is not None and way.sign in ("rock", "chopper"):
        style = Style.danger
    button = Button(label=f"{label}{sign}", emoji=emoji, style=style, disabled=way is None)
    return presses.Move(button, where(panel, "t-move", step))


def _last_row(panel: SeatPanel, words: Words, draft: Assign | Drive) -> Row:
    """Suggest, the form for the chopper's space, back, and Go."""
    whole = drafts.complete(panel.view, panel.seat, draft)
    items: list[PressItem] = []
    if not isinstance(draft, Assign) or draft.target is None:
        hint = Button(label=words("panel.thunder_road.suggest"), emoji="💡")
        items.append(presses.Suggest(hint, where(panel, "t-hint")))
    if isinstance(draft, Assign) and draft.command == "airstrike":
        items.append(presses.type_button(panel, words, ""))
    undo = Button(label=f"⌫ {words('panel.thunder_road.undo')}", disabled=draft in (Assign(), Drive()))
    go = Button(
        label=words("panel.thunder_road.go"),
        emoji="▶️",
        style=Style.success if whole else Style.secondary,
        disabled=not whole,
    )
    return Row(*items, presses.Undo(undo, where(panel, "t-undo")), presses.Go(go, where(panel, "t-go")))


def _bonus_row(panel: SeatPanel, words: Words) -> Row:
    view: View = panel.view
    risky = perils(view, panel.seat, Bonus(take=False))
    take = Button(label=words("panel.thunder_road.bonus", n=view.road_die), emoji="🛣️", style=Style.success)
    stay = Button(label=words("panel.thunder_road.stay"), emoji="🛑", style=Style.danger if risky else Style.secondary)
    return Row(*(presses.TakeBonus(button, where(panel, "t-bonus", yes)) for button, yes in ((take, "y"), (stay, "n"))))


def _reroll_row(panel: SeatPanel, words: Words) -> Row:
    slam = panel.view.slam
    dice = "" if slam is None else told.slam_dice(words, slam)
    keep = Button(label=clip(words("panel.thunder_road.keep", dice=dice), LABEL), emoji="✋")
    again = Button(label=words("panel.thunder_road.again"), emoji="🎲", style=Style.primary)
    return Row(
        presses.RollAgain(keep, where(panel, "t-roll", "n")), presses.RollAgain(again, where(panel, "t-roll", "y"))
    )


def _shot_row(panel: SeatPanel, words: Words) -> Row:
    """Whom to shoot at, one's own cars last, or nobody."""
    items = [
        presses.Fire(
            Button(
                label=clip(told.owner_marked(words, panel.seat, target), LABEL),
                emoji="⚠️" if seat_of(target) == panel.seat else "🎯",
                style=Style.secondary if seat_of(target) == panel.seat else Style.primary,
            ),
            where(panel, "t-fire", target),
        )
        for target in sorted(legal.shooting_at(panel.view), key=lambda target: seat_of(target) == panel.seat)
    ]
    hold = Button(label=words("panel.thunder_road.hold"), emoji="🕊️")
    return Row(*items, presses.Fire(hold, where(panel, "t-fire", selects.NOTHING)))
