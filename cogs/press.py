"""Every button, select, form and command runs through here: acknowledge first, act, and answer whatever happens.

A component carries all that it needs in its ``custom_id``: ``s1:<code>:<window>:<what>[:<arg>]``. Nothing is kept in
memory, so it works after any restart.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, TypeVar, cast

import discord
from discord.ui.select import BaseSelect

from cogs.bounds import Allowance, Bounds
from cogs.composed import Composed
from cogs.faults import UNSENT, mark
from cogs.faults import report as report
from cogs.limits import CONTENT, clip
from cogs.queues import Place, Queues
from cogs.words import plain, reads, refusal, safe_names
from engines.core import IllegalAction
from locales import Words, speak
from tables.model import AlreadyDone, Press, Refused, Stale
from tables.trouble import trouble_of

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

Interaction = discord.Interaction["ScrapyardBot"]
Ack = Literal["update", "private"]
"""``update``: the pressed message is to change. ``private``: a new message that only the presser sees."""
IN_TIME: Final = 3.0
"""Seconds in which Discord takes the first answer to a press: to wait for longer, as its limits may ask, is no use."""
SHOWN_IN: Final = 60.0
"""Seconds that showing what a press has done may take; by then the outbox has told it."""
Pressable = discord.ui.Button[Any] | BaseSelect[Any]
"""What a ``PressItem`` can be."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Address:
    """What a ``custom_id`` says."""

    code: str
    window: int
    what: str
    arg: str = ""

    @property
    def custom_id(self) -> str:
        tail = f":{self.arg}" if self.arg else ""
        return f"s1:{self.code}:{self.window}:{self.what}{tail}"


def pattern(what: str) -> str:
    """The regular expression of all custom ids for ``what`` (itself one)."""
    return rf"s1:(?P<code>[^:]+):(?P<window>[0-9]{{1,9}}):(?P<what>{what})(?::(?P<arg>.+))?"


def address_of(match: re.Match[str]) -> Address:
    return Address(match["code"], int(match["window"]), match["what"], match["arg"] or "")


@dataclass(slots=True)
class Moment:
    """One press while it is being handled."""

    interaction: Interaction
    ack: Ack
    acked: bool
    """``False`` when Discord no longer took the acknowledgement: the act counts, but nothing can be shown this way."""
    press: Press
    words: Words
    address: Address | None = None
    answered: bool = field(default=False)
    """Something has been shown in place of the "thinking" line."""
    place: Place = field(default_factory=Place)
    """Left as soon as anything is shown: by then the act is done, and showing may take long."""

    @property
    def bot(self) -> ScrapyardBot:
        return self.interaction.client

    async def say(self, text: str) -> None:
        """Tell the presser, and nobody else."""
        await self._reply(content=clip(text, CONTENT))

    async def tell(self, composed: Composed) -> None:
        """Show the presser, and nobody else, a composed message."""
        await self._reply(**composed.to_send())

    async def _reply(self, **message: Any) -> None:
        self.place.leave()
        if not self.acked:
            return
        message.setdefault("allowed_mentions", discord.AllowedMentions.none())
        try:
            async with asyncio.timeout(SHOWN_IN):
                await self._send(message)
        except UNSENT as error:
            log.warning("a private answer did not get through: %s", mark(error))

    async def _send(self, message: dict[str, Any]) -> None:
        if self.ack != "private" or self.answered:
            await self.interaction.followup.send(ephemeral=True, **message)
            return
        if "files" in message:
            message["attachments"] = message.pop("files")
        await self.interaction.edit_original_response(**message)
        self.answered = True

    @property
    def public(self) -> bool:
        """Whether others can read the pressed message. No press changes such a one: that is for the outbox."""
        message = self.interaction.message
        if message is None or message.flags.ephemeral or self.interaction.guild_id is None:
            return False
        return getattr(self.interaction.channel, "type", None) is not discord.ChannelType.private_thread

    async def show(self, composed: Composed, *, everyone: bool = False) -> bool:
        """Put this in place of the pressed message (``update``) or of the "thinking" line (``private``).

        ``everyone``: it is meant for all, so a public message is changed as well. Whether it stands there now.
        """
        self.place.leave()
        if not self.acked:
            return False
        if self.ack == "update" and self.public and not everyone:
            await self.tell(composed)
            return False
        if self.ack == "update" and self.interaction.message is not None and self.interaction.message.components:
            # The post's mark, by which the sender knows the message (``Composed.mark``).
            composed.view.children[0].id = getattr(self.interaction.message.components[0], "id", None)
        try:
            async with asyncio.timeout(SHOWN_IN):
                await self._edit(composed, everyone)
        except UNSENT as error:
            log.warning("a message could not be shown anew: %s", mark(error))
            return False
        self.answered = True
        return True

    async def _edit(self, composed: Composed, everyone: bool) -> None:
        """A public post grows by a picture at a time: those that are in it need not be sent at every press."""
        message = self.interaction.message
        if everyone and message is not None and message.attachments:
            try:
                await self.interaction.edit_original_response(**composed.to_edit(message.attachments))
                return
            except discord.HTTPException as error:
                if error.status != 400:
                    raise
                log.info("another edit was faster; all files are sent again")
        await self.interaction.edit_original_response(**composed.to_edit())


Act = Callable[[Moment], Awaitable[None]]
T = TypeVar("T")


_bounds = Bounds()
allowance = Allowance()
_queues = Queues()


async def attend(interaction: Interaction, act: Act, *, ack: Ack = "private", address: Address | None = None) -> None:
    """Acknowledge, then act; whatever is refused or goes wrong is told to the presser alone. Never raises."""
    user_id = interaction.user.id
    command = interaction.type is discord.InteractionType.application_command
    allowed = not command or allowance.take(user_id, interaction.client.clock.now())
    if not allowed or not _bounds.enter(user_id):
        await _slow_down(interaction)
        return
    try:
        with _queues.place(user_id, address.code if address is not None else f"{interaction.id}") as place:
            moment = Moment(
                interaction,
                ack,
                await _acknowledge(interaction, ack),
                _press(interaction),
                speak(reads(interaction)),
                address,
                place=place,
            )
            await place.turn()
            await _act(moment, act)
    finally:
        _bounds.leave(user_id)


async def suggest(interaction: Interaction, find: Callable[[], Awaitable[list[T]]]) -> list[T]:
    """What an option offers while it is typed; nothing when it fails, or when the person keeps too much under way."""
    user_id = interaction.user.id
    if not _bounds.enter(user_id):
        return []
    try:
        return await find()
    except Exception as error:
        report(error, "autocomplete")
        return []
    finally:
        _bounds.leave(user_id)


async def _acknowledge(interaction: Interaction, ack: Ack) -> bool:
    if interaction.response.is_done():
        return True
    try:
        async with asyncio.timeout(IN_TIME):
            if ack == "update":
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
    except UNSENT as error:
        log.warning("an acknowledgement came too late or was refused: %s", mark(error))
        return False
    return True


def _press(interaction: Interaction) -> Press:
    return Press(interaction.id, interaction.user.id, plain(interaction.user.display_name), reads(interaction))


async def _act(moment: Moment, act: Act) -> None:
    try:
        await _act_or_refuse(moment, act)
    except AlreadyDone:
        pass
    except Exception as error:
        reference, trouble = report(error, "press"), trouble_of(error)
        words = moment.words
        await moment.say(words(f"error.unsaved.{trouble}") if trouble else words("error.bug", reference=reference))
    if moment.ack == "private" and not moment.answered:
        await moment.say(moment.words("error.nothing"))


async def _act_or_refuse(moment: Moment, act: Act) -> None:
    try:
        await moment.bot.tables.remember_language(moment.press.user_id, moment.press.name, moment.press.language)
        if moment.address is not None and moment.interaction.guild_id is None:
            # Old messages in a DM stay with people who leave the server.
            await moment.bot.members.admit(moment.press.user_id, moment.address.code)
        await act(moment)
    except AlreadyDone:
        raise
    except (Refused, IllegalAction) as error:
        await moment.say(await _why_not(moment, error))


async def _why_not(moment: Moment, error: Refused | IllegalAction) -> str:
    if moment.address is None:
        return refusal(moment.words, error)
    try:
        table = await moment.bot.tables.find(moment.address.code)
    except Refused:
        return refusal(moment.words, error)
    return refusal(moment.words, error, table.game, safe_names(moment.words, table))


async def unknown(moment: Moment) -> None:
    """Answer a button or form that nobody handles any more."""
    await moment.say(moment.words("error.unknown"))


async def _slow_down(interaction: Interaction) -> None:
    try:
        async with asyncio.timeout(IN_TIME):
            await interaction.response.send_message(speak(reads(interaction))("error.slow_down"), ephemeral=True)
    except UNSENT as error:
        log.warning("could not ask a person to slow down: %s", mark(error))


class PressItem(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Base of every component. A subclass names its ``what`` (a regular expression) and writes ``act``.

    ``class Join(PressItem, what="join")``; made by ``Join(discord.ui.Button(label=...), Address(code, 0, "join"))``.
    """

    ack: ClassVar[Ack] = "update"

    def __init_subclass__(cls, *, what: str) -> None:
        super().__init_subclass__(template=pattern(what))

    def __init__(self, item: Pressable, address: Address) -> None:
        item.custom_id = address.custom_id
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(cast("Pressable", item), address_of(match))

    @property
    def values(self) -> list[str]:
        """What was chosen, when it is a list: values, or the ids of channels, roles or people."""
        chosen = self.item.values if isinstance(self.item, BaseSelect) else ()
        return [str(getattr(one, "id", one)) for one in chosen]

    def form(self, words: Words) -> discord.ui.Modal | None:
        """A form to answer the press with instead of acting. Must need nothing but the address and the words."""
        return None

    async def act(self, moment: Moment) -> None:
        """What the press does. The press has been acknowledged."""
        raise NotImplementedError

    async def stale(self, moment: Moment) -> None:
        """The press belongs to a window that has passed. Says so; a panel shows the present state instead."""
        raise Stale

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        form = self.form(speak(reads(interaction)))
        if form is not None:
            await open_form(interaction, form)
            return
        await attend(interaction, self._act, ack=self.ack, address=self.address)

    async def _act(self, moment: Moment) -> None:
        try:
            await self.act(moment)
        except Stale:
            await self.stale(moment)


async def open_form(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Show a form. It is not kept: what is sent in is routed by its custom id (``PressForm``), after a restart too."""
    form.stop()
    try:
        async with asyncio.timeout(IN_TIME):
            await interaction.response.send_modal(form)
    except UNSENT as error:
        log.warning("a form could not be opened: %s", mark(error))


class PressForm:
    """What handles a form that was sent in. A subclass gives ``what`` and writes ``act``; no state is kept between.

    List subclasses in the module's ``FORMS``; the form itself is a plain ``discord.ui.Modal`` whose ``custom_id`` is an
    ``Address``.
    """

    what: ClassVar[str]
    ack: ClassVar[Ack] = "update"

    @classmethod
    def matches(cls, custom_id: str) -> Address | None:
        match = re.fullmatch(pattern(cls.what), custom_id)
        return address_of(match) if match else None

    def __init__(self, address: Address, fields: Mapping[str, str]) -> None:
        self.address = address
        self.fields = fields
        """What was typed, by the custom id of each text input."""

    async def act(self, moment: Moment) -> None:
        raise NotImplementedError

    async def stale(self, moment: Moment) -> None:
        raise Stale

    async def submit(self, interaction: Interaction) -> None:
        # A form opened by a command has no message to update.
        ack: Ack = self.ack if interaction.message is not None else "private"
        await attend(interaction, self._act, ack=ack, address=self.address)

    async def _act(self, moment: Moment) -> None:
        try:
            await self.act(moment)
        except Stale:
            await self.stale(moment)


def form_fields(components: Iterable[dict[str, Any]]) -> dict[str, str]:
    """Text inputs and their values, from a modal submission as Discord sends it (rows or labels around each input)."""
    found: dict[str, str] = {}
    for entry in components:
        inner = [*entry.get("components", ()), *([entry["component"]] if "component" in entry else [])]
        found |= form_fields(inner)
        if "custom_id" in entry and "value" in entry:
            found[entry["custom_id"]] = entry["value"] or ""
    return found
