"""/me settings: what a person has chosen for themselves, at every table. One list for each setting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, get_args

import discord

from cogs.composed import Composed
from cogs.limits import INPUT_LABEL, MODAL_TITLE, OPTION_TEXT, OPTIONS, PLACEHOLDER, clip
from cogs.press import Address, Moment, PressForm, PressItem
from cogs.words import joined, safe
from cogs.zones import COMMON, LONGEST_QUIET, clock, clock_now, find_zone, near, next_at, quiet_length
from locales import Words
from tables.community import PersonSettings, Reminders

NOBODYS: Final = "me"
"""In place of a table's code: these presses belong to no table."""
HOUR: Final = 60
HOURS: Final = tuple(str(hour) for hour in range(24))
FIRST_QUIET: Final = (22 * HOUR, 7 * HOUR)
"""What the quiet hours are at first, around the one end that was chosen."""
TYPED: Final = 64
"""Characters of a zone's name that may be typed."""

Changes = dict[str, Any]
"""Fields of ``PersonSettings`` and what they are to be; none when the choice cannot be."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to choose. ``me.settings.<name>`` names it and ``.hint`` explains it."""

    name: str
    values: tuple[str, ...]
    read: Callable[[PersonSettings], str]
    change: Callable[[PersonSettings, str], Changes]
    show: Callable[[Words, str, datetime], str]
    """A value in words."""
    hint: Callable[[PersonSettings, Words, datetime], str]
    """What the choice means, on the person's own clock."""
    open: Callable[[PersonSettings], bool] = lambda settings: True
    """Whether it has an effect with what else is chosen."""


def _named(name: str) -> Callable[[Words, str, datetime], str]:
    return lambda words, value, now: words(f"me.settings.{name}.{value}")


def _hour(words: Words, value: str, now: datetime) -> str:
    return words("me.settings.off") if value == "off" else clock(int(value) * HOUR)


def _city(words: Words, value: str, now: datetime) -> str:
    """A zone by its cities and with the time there: people know their own by the clock."""
    name = words(f"me.zone.{value}") if value in COMMON else value
    return words("me.settings.zone.value", name=name, clock=clock_now(now, value))


def _quiet_from(settings: PersonSettings, value: str) -> Changes:
    if value == "off":
        return {"quiet": None}
    start = int(value) * HOUR
    end = (settings.quiet or FIRST_QUIET)[1]
    # Whoever moves the beginning past what may be quiet keeps a night of the usual length.
    if not 0 < quiet_length((start, end)) <= LONGEST_QUIET:
        end = (start + quiet_length(FIRST_QUIET)) % (24 * HOUR)
    return {"quiet": (start, end)}


def _quiet_to(settings: PersonSettings, value: str) -> Changes:
    start = (settings.quiet or FIRST_QUIET)[0]
    quiet = (start, int(value) * HOUR)
    return {"quiet": quiet} if 0 < quiet_length(quiet) <= LONGEST_QUIET else {}


def _end(settings: PersonSettings, which: int) -> str:
    return "off" if settings.quiet is None else str(settings.quiet[which] // HOUR)


def _zone_hint(settings: PersonSettings, words: Words, now: datetime) -> str:
    device = discord.utils.format_dt(now, "t")
    if settings.zone is None:
        return words("me.settings.zone.none", clock=clock_now(now, None), device=device)
    shown = settings.zone.replace("_", " ")
    return words("me.settings.zone.hint", zone=shown, clock=clock_now(now, settings.zone), device=device)


def _quiet_hint(settings: PersonSettings, words: Words, now: datetime) -> str:
    if settings.zone is None:
        return words("me.settings.quiet.zone")
    if settings.quiet is None:
        return words("me.settings.quiet.hint")
    start, end = (next_at(now, minutes, settings.zone) for minutes in settings.quiet)
    told = {"start": clock(settings.quiet[0]), "end": clock(settings.quiet[1])}
    if end < start:
        return words("me.settings.quiet.now", until=discord.utils.format_dt(end, "F"), **told)
    return words("me.settings.quiet.next", at=discord.utils.format_dt(start, "F"), **told)


def _reminders_hint(settings: PersonSettings, words: Words, now: datetime) -> str:
    return words(f"me.settings.reminders.hint.{settings.reminders}")


def _digest_hint(settings: PersonSettings, words: Words, now: datetime) -> str:
    if settings.reminders != "digest":
        return ""
    at = next_at(now, settings.digest_hour * HOUR, settings.zone)
    return words("me.settings.digest.hint", when=discord.utils.format_dt(at, "F"))


SETTINGS: Final = (
    Setting(
        "reminders",
        get_args(Reminders),
        lambda settings: settings.reminders,
        lambda settings, value: {"reminders": value},
        _named("reminders"),
        _reminders_hint,
    ),
    Setting(
        "zone", COMMON, lambda settings: settings.zone or "", lambda settings, value: {"zone": value}, _city, _zone_hint
    ),
    Setting(
        "digest",
        HOURS,
        lambda settings: str(settings.digest_hour),
        lambda settings, value: {"digest_hour": int(value)},
        _hour,
        _digest_hint,
        lambda settings: settings.reminders == "digest",
    ),
    Setting(
        "quiet_from",
        ("off", *HOURS),
        lambda settings: _end(settings, 0),
        _quiet_from,
        _hour,
        _quiet_hint,
        lambda settings: settings.zone is not None,
    ),
    Setting(
        "quiet_to",
        HOURS,
        lambda settings: _end(settings, 1),
        _quiet_to,
        _hour,
        lambda settings, words, now: "",
        lambda settings: settings.quiet is not None,
    ),
    Setting(
        "rights",
        ("ask", "auto"),
        lambda settings: "ask" if settings.asks_rights else "auto",
        lambda settings, value: {"asks_rights": value == "ask"},
        _named("rights"),
        lambda settings, words, now: words("me.settings.rights.hint"),
    ),
)

HEADINGS: Final = {"quiet_from": "quiet"}
"""What stands above a setting that is not called by its own name there."""


def settings_panel(settings: PersonSettings, words: Words, now: datetime) -> Composed:
    """Every setting that has an effect, with its choice and with what that means on the person's own clock."""
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(words("me.settings.title"))]
    for setting in SETTINGS:
        hint = setting.hint(settings, words, now)
        if hint:
            title = words(f"me.settings.{HEADINGS.get(setting.name, setting.name)}")
            items.append(discord.ui.TextDisplay(f"**{title}**\n-# {hint}"))
        if setting.open(settings):
            items.append(discord.ui.ActionRow[Any](_list(setting, settings, words, now)))
        if setting.name == "zone":
            button = discord.ui.Button[Any](label=words("me.settings.zone.other"), emoji="⌨️")
            items.append(discord.ui.ActionRow[Any](TypeZone(button, Address(NOBODYS, 0, "me-zone"))))
    items.append(discord.ui.TextDisplay(f"-# {words('me.settings.more')}"))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*items))
    return Composed(view)


def _list(setting: Setting, settings: PersonSettings, words: Words, now: datetime) -> PressItem:
    name, chosen = words(f"me.settings.{setting.name}"), setting.read(settings)
    values = setting.values
    if setting.name == "zone" and chosen and chosen not in values:
        values = (chosen, *values)
    options = [
        discord.SelectOption(
            label=clip(words("me.settings.choice", name=name, value=setting.show(words, value, now)), OPTION_TEXT),
            value=value,
            default=value == chosen,
        )
        for value in values[:OPTIONS]
    ]
    select = discord.ui.Select[Any](placeholder=clip(name, PLACEHOLDER), options=options)
    return Choose(select, Address(NOBODYS, 0, "me-set", setting.name))


async def _panel(moment: Moment) -> Composed:
    settings = await moment.bot.tables.settings(moment.press.user_id)
    return settings_panel(settings, moment.words, moment.bot.clock.now())


async def show_settings(moment: Moment) -> None:
    """The presser's own settings, to the presser alone."""
    await moment.tell(await _panel(moment))


class Choose(PressItem, what="me-set"):
    """Choose a value. It is always the presser's own setting that changes."""

    async def act(self, moment: Moment) -> None:
        tables, value = moment.bot.tables, "".join(self.values)
        setting = next((setting for setting in SETTINGS if setting.name == self.address.arg), None)
        settings = await tables.settings(moment.press.user_id)
        if setting is None or value not in (*setting.values, setting.read(settings)) or not value:
            await moment.say(moment.words("panel.gone"))
            return
        changes = setting.change(settings, value) if setting.open(settings) else {}
        if changes:
            await tables.keep_settings(moment.press, **changes)
        await moment.show(await _panel(moment))
        if not changes:
            hours = LONGEST_QUIET // HOUR
            closed = not setting.open(settings)
            await moment.say(moment.words("panel.gone") if closed else moment.words("me.quiet.long", hours=hours))


class TypeZone(PressItem, what="me-zone"):
    """Open the form for a zone that the list does not name."""

    def form(self, words: Words) -> discord.ui.Modal | None:
        address = Address(NOBODYS, 0, "me-zone")
        modal = discord.ui.Modal(
            title=clip(words("me.zone.form.title"), MODAL_TITLE), custom_id=address.custom_id, timeout=None
        )
        field = discord.ui.TextInput[Any](
            custom_id="zone", max_length=TYPED, required=True, placeholder="Asia/Singapore"
        )
        label = clip(words("me.zone.form.label"), INPUT_LABEL)
        hint = clip(words("me.zone.form.hint"), OPTION_TEXT)
        modal.add_item(discord.ui.Label(text=label, description=hint, component=field))
        return modal


class TypedZone(PressForm):
    """A zone that was typed. One that is unknown is answered with those that it may have meant."""

    what = "me-zone"

    async def act(self, moment: Moment) -> None:
        typed = self.fields.get("zone", "")
        zone = find_zone(typed)
        if zone is None:
            meant = joined(moment.words, [f"`{name}`" for name in near(typed)])
            key = "me.zone.unknown.near" if meant else "me.zone.unknown"
            await moment.say(moment.words(key, typed=safe(typed), meant=meant))
            return
        await moment.bot.tables.keep_settings(moment.press, zone=zone)
        await moment.show(await _panel(moment))


ITEMS: tuple[type[PressItem], ...] = (Choose, TypeZone)
FORMS: tuple[type[PressForm], ...] = (TypedZone,)
