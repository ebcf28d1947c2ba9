"""People at the wire's Discord: what they see, and what they press."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.components import walk_components
from simcord.interactions import base_payload

from app.simulated import LOCALES
from locales import Language
from tests.play.seen import Seen
from tests.wire.server import Wire

AS_FAR = 30
"""Messages of a room that somebody looks through for something to press."""
COMMAND, COMPONENT, MODAL = 2, 3, 5
BUTTON, SELECT, TEXT_INPUT = 2, 3, 4
PLAIN = 0
"""The type of a message that somebody wrote; Discord's own notes have others."""


@dataclass
class Press:
    """Something that a person did, and what came of it."""

    wire: Wire
    record: Any
    """simcord's record of the interaction."""

    async def acknowledged(self, seconds: float = 5) -> bool:
        """Whether Discord has taken the bot's first answer in that time."""
        event = self.wire.acknowledged.setdefault(self.record.id, asyncio.Event())
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except TimeoutError:
            return False
        return True

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.record.modal

    def said(self) -> list[Seen]:
        """What the presser was told in private: the first answer and those after it, as far as they have content."""
        stored = self.wire.backend.messages[self.record.channel_id]
        ids = [self.record.message_id, *self.record.followup_ids]
        found = [stored[one] for one in ids if one is not None and one in stored]
        return [Seen(raw.channel_id, raw.id, raw) for raw in found if raw.content or raw.components]


class Person:
    """A member of the server. ``language`` is their Discord client's."""

    def __init__(self, wire: Wire, name: str, language: Language) -> None:
        self.wire, self.name, self.language = wire, name, language
        self.id = wire.backend.make_user(name, global_name=name).id
        wire.backend.add_member(wire.guild.id, self.id)

    # ---- seeing

    @property
    def dm(self) -> int:
        """The channel of their private messages from the bot."""
        return self.wire.backend.get_dm_channel(self.id).id

    def rooms(self) -> list[int]:
        """Where they can read, the most private first."""
        backend = self.wire.backend
        threads = [one for one in backend.channels.values() if one.parent_id == self.wire.channel.id]
        seen = [one.id for one in threads if channel_accessible(backend, one.id, self.id, history=True)]
        return [self.dm, *reversed(seen), self.wire.channel.id]

    def sees(self, channel_id: int) -> list[Seen]:
        """The messages there, oldest first."""
        stored = self.wire.backend.messages.get(channel_id, {})
        return [Seen(channel_id, one.id, one) for one in list(stored.values()) if one.visible_to(self.id)]

    def find(self, what: str, code: str, window: int | None = None) -> tuple[Seen, dict[str, Any]] | None:
        """The newest usable component for this at that table (and in that window) that they can see."""
        for room in self.rooms():
            for seen in reversed(self.sees(room)[-AS_FAR:]):
                for component in seen.components:
                    parts = str(component.get("custom_id", "")).split(":")
                    usable = len(parts) > 3 and not component.get("disabled") and window in (None, int(parts[2]))
                    if usable and parts[1] == code and parts[3] == what:
                        return seen, component
        return None

    # ---- doing

    def press(
        self,
        seen: Seen,
        custom_id: str,
        values: list[str] | None = None,
        *,
        number: int | None = None,
        screen: dict[str, Any] | None = None,
    ) -> Press:
        """Press a button, or choose in a select. ``number``: the id that Discord gives the press.

        ``screen``: the message as it was when it was last looked at (``Person.screen``).
        """
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECT}
        if values is not None:
            data["values"] = values
        return self._do(COMPONENT, seen.channel_id, data, seen.raw, number, screen)

    def screen(self, seen: Seen) -> dict[str, Any]:
        """The message as Discord would put it into a press on it now."""
        return deepcopy(dict(serializers.message_payload(self.wire.backend, seen.raw)))

    def slash(self, name: str, *, number: int | None = None, channel_id: int | None = None, **options: Any) -> Press:
        """A command with text options, ``group sub`` for one in a group."""
        root, *path = name.split()
        found = self.wire.backend.commands[None][(root, 1)]
        given: list[dict[str, Any]] = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        for part in reversed(path):
            given = [{"name": part, "type": 1, "options": given}]
        data = {"id": found["id"], "name": root, "type": 1, "options": given}
        return self._do(COMMAND, channel_id or self.wire.channel.id, data, None, number)

    def submit(self, opened: Press, *texts: str, number: int | None = None) -> Press:
        """Fill the fields of the form that a press has opened, in their order, and send it."""
        modal = opened.modal
        assert modal is not None, "no form was opened"
        fields = [part for part in walk_components(modal["components"]) if part["type"] == TEXT_INPUT]
        rows = [
            {"type": 18, "component": {"type": TEXT_INPUT, "custom_id": field["custom_id"], "value": text}}
            for field, text in zip(fields, texts, strict=True)
        ]
        record = opened.record
        stored = self.wire.backend.messages[record.channel_id].get(record.source_message_id)
        data = {"custom_id": modal["custom_id"], "components": rows}
        return self._do(MODAL, record.channel_id, data, stored, number)

    def _do(
        self,
        kind: int,
        channel_id: int,
        data: dict[str, Any],
        message: Any,
        number: int | None,
        screen: dict[str, Any] | None = None,
    ) -> Press:
        backend = self.wire.backend
        guild_id = backend.get_channel(channel_id).guild_id
        record, payload = base_payload(
            backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=self.id, data=data
        )
        if number is not None:
            backend.interactions[number] = backend.interactions.pop(record.id)
            backend.interaction_tokens[record.token] = record.id = number
            payload["id"] = str(number)
        payload["locale"] = LOCALES[self.language]
        if message is not None:
            record.source_message_id = message.id
            payload["message"] = screen or dict(serializers.message_payload(backend, message))
        backend.emit("INTERACTION_CREATE", payload)
        return Press(self.wire, record)


def posts(wire: Wire) -> Iterator[Seen]:
    """Every message that the bot has sent of its own accord, by place and age: no answers to presses."""
    answers = {
        one for record in wire.backend.interactions.values() for one in (record.message_id, *record.followup_ids)
    }
    for channel_id, stored in wire.backend.messages.items():
        for raw in stored.values():
            own = raw.author_id == wire.backend.bot_user.id and raw.type == PLAIN
            if own and raw.id not in answers and not raw.is_ephemeral:
                yield Seen(channel_id, raw.id, raw)
