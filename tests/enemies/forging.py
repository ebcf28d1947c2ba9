"""Whatever anybody can send to the bot, lawful or not: made at random, and sent through Discord's gateway."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.interactions import base_payload, command_leaves

from cogs.limits import CUSTOM_ID
from cogs.press import Address, PressItem
from locales import speak
from tests.enemies.figures import Figures
from tests.enemies.odd import ODD
from tests.play.harness import Person, Play, Seen

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, WHOLE, YES_NO, USER, CHANNEL, ROLE = 3, 4, 5, 6, 7, 8
LATEST = 8
"""Messages of a room that people press on."""
ROOMS = 9
"""Threads that people press in, the newest."""


@contextmanager
def at(play: Play, channel: Any) -> Iterator[None]:
    """Let people act in this channel for a while."""
    usual, play.channel = play.channel, channel
    try:
        yield
    finally:
        play.channel = usual


class Screens:
    """What people see, looked up once for all that is sent at once."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._screens: dict[int, dict[str, Any]] = {}
        self._rooms: dict[int, list[Seen]] = {}
        self._usable: dict[int, list[tuple[Seen, dict[str, Any]]]] = {}
        self._of: dict[int, list[Seen]] = {}
        self.elsewhere: dict[int, Any] = {}
        """The channel of those who are at another server."""

    def forget(self) -> None:
        for kept in (self._screens, self._rooms, self._usable, self._of):
            kept.clear()

    def screen(self, seen: Seen) -> dict[str, Any]:
        if seen.id not in self._screens:
            self._screens[seen.id] = self._play.screen(seen)
        return self._screens[seen.id]

    def messages(self, person: Person) -> list[Seen]:
        """What the person can press on."""
        if person.id not in self._of:
            with at(self._play, self.channel_of(person)):
                rooms = self._play.rooms(person)
            # Old games are left alone, or a long siege would look at ever more of them.
            rooms = [*rooms[: 1 + ROOMS], *rooms[1 + ROOMS :][-1:]]
            self._of[person.id] = [seen for room in rooms for seen in self._room(room)]
        return self._of[person.id]

    def channel_of(self, person: Person) -> Any:
        return self.elsewhere.get(person.id, self._play.channel)

    def _room(self, room: int) -> list[Seen]:
        if room not in self._rooms:
            self._rooms[room] = self._play.messages(room)[-LATEST:]
        return self._rooms[room]

    def usable(self, seen: Seen) -> list[tuple[Seen, dict[str, Any]]]:
        """Its buttons and selects, with the message."""
        if seen.id not in self._usable:
            parts = [part for part in walk_components(seen.raw.components) if part.get("custom_id")]
            self._usable[seen.id] = [(seen, part) for part in parts if part["type"] in (2, 3)]
        return self._usable[seen.id]

    def ids(self) -> list[str]:
        """Of every component that anybody sees, for replaying."""
        for person in self._play.people:
            self.messages(person)
        found = [part["custom_id"] for room in self._rooms.values() for seen in room for _, part in self.usable(seen)]
        return found or ["s1:NOPE:0:join"]


class Forger:
    """Makes an input and sends it. ``ways`` is how: one of them, by chance, for each."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play = play
        self.luck = random.Random(seed)
        self.figures = Figures()
        self.codes: list[str] = []
        self.screens = Screens(play)
        self.sent: dict[int, str] = {}
        """What was sent at once, by the ids of the interactions, to be told when something is wrong."""
        bot: Any = play.house.bot
        self.buttons = sorted({what for item in bot._items for what in _whats(item)})
        self.forms = sorted(form.what for form in bot.forms)
        self.fields = [*_fields_of(bot), "?"]
        self.whats = [*self.buttons, *self.forms, "", "nothing", "join ", "P-READY"]
        self.commands = list(self._leaves())
        self.everybody: dict[str, Any] = {}
        self.ways: tuple[Callable[[Person], Any], ...] = (
            *(self.press, self.press, self.fill, self.command, self.command),
            *(self.honest, self.honest, lambda person: self.command(person, typing=True)),
        )

    @property
    def locals(self) -> list[Person]:
        """Everybody of the first server."""
        return [person for person in self.play.people if person.id not in self.screens.elsewhere]

    def _leaves(self) -> Iterator[tuple[list[str], dict[str, Any], dict[str, Any]]]:
        for (_name, kind), command in self.play.env.backend.commands[None].items():
            if kind == 1:
                for path, leaf in command_leaves(command):
                    yield path, leaf, command

    def sweep(self) -> list[Callable[[Person], Any]]:
        """One of each sort that there is, found in the bot itself: so a new command or button is tried as well."""
        inputs: list[Callable[[Person], Any]] = []
        for leaf in self.commands:
            inputs.append(lambda person, leaf=leaf: self.command(person, leaf))
            if any(option.get("autocomplete") for option in leaf[1].get("options", ())):
                inputs.append(lambda person, leaf=leaf: self.command(person, leaf, typing=True))
        inputs += [lambda person, what=what: self.press(person, self.forged(what)) for what in self.buttons]
        inputs += [lambda person, what=what: self.fill(person, self.forged(what)) for what in self.forms]
        self.luck.shuffle(inputs)
        return inputs

    # ---- making something up

    def odd(self) -> str:
        return self.luck.choice(ODD)

    def custom_id(self) -> str:
        """Forged, replayed, cut off or plain nonsense."""
        pick, chance = self.luck.choice, self.luck.random()
        if chance < 0.35:
            return self._cut(pick(self.screens.ids()))
        if chance < 0.4:
            return self.odd()[:CUSTOM_ID] or "?"
        return self.forged(pick(self.whats))

    def forged(self, what: str) -> str:
        pick = self.luck.choice
        code = pick((*self.codes, *self.codes, pick(self.codes).lower(), "NOPE", "", self.odd()[:8]))
        window = pick(("0", "1", "1", "2", "3", "999999999", "1000000000", self.odd()[:12]))
        tail = pick(
            ("", f":{self.odd()}", f":{pick('0123')}.{self.odd()}", f":{pick('0123')}.{pick('0129')}.{self.odd()}")
        )
        return f"{pick(('s1', 's1', 's1', 's2', 'S1'))}:{code}:{window}:{what}{tail}"[:CUSTOM_ID]

    def _cut(self, custom_id: str) -> str:
        """An id that there is, as it is or a little altered."""
        parts, chance = custom_id.split(":"), self.luck.random()
        if chance < 0.4:
            return custom_id
        if chance < 0.6:
            return custom_id[: self.luck.randrange(1, len(custom_id) + 1)]
        parts[self.luck.randrange(len(parts))] = self.luck.choice((*parts, *self.codes, self.odd(), "1", "2"))
        return ":".join(parts)[:CUSTOM_ID] or "?"

    def value_of(self, option: dict[str, Any], focused: bool) -> Any:
        kind, pick = option["type"], self.luck.choice
        if kind == WHOLE and not focused:
            return pick((0, -1, 1, 2, 48, 10**6, 2**53 - 1, -(2**53)))
        if kind == YES_NO:
            return pick((True, False))
        if kind in (USER, ROLE, CHANNEL):  # Discord offers only those that there are
            return str({USER: pick(self.locals).id, CHANNEL: self.play.channel.id, ROLE: self.play.guild.id}[kind])
        return pick((*self.codes, self.odd(), *(one["value"] for one in option.get("choices", ())), "cancel"))

    # ---- sending it

    def press(self, person: Person, custom_id: str = "") -> Any:
        custom_id, seen = custom_id or self.custom_id(), self.luck.choice(self.screens.messages(person))
        made_up: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if self.luck.random() < 0.4:
            made_up = {"type": 3, "custom_id": custom_id, "options": [{"label": "?", "value": "?"}]}
            data = {**data, "component_type": 3, "values": [self.odd() for _ in range(self.luck.choice((0, 1, 1, 3)))]}
        self._count("component", _what_of(custom_id))
        return self._send(person, COMPONENT, data, seen, made_up)

    def honest(self, person: Person) -> Any:
        """Press what the person can see as it is, and choose what there is; so the games go on, and doors open."""
        pairs = [pair for seen in self.screens.messages(person) for pair in self.screens.usable(seen)]
        usable = [pair for pair in pairs if not pair[1].get("disabled")]
        if not usable:
            return self.press(person)
        own = [pair for pair in usable if pair[0].channel_id == person.user.dm_channel.id]
        seen, part = self.luck.choice(own if own and self.luck.random() < 0.6 else usable)
        data: dict[str, Any] = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == 3:
            values = [option["value"] for option in part["options"]]
            low, high = part.get("min_values", 1), min(part.get("max_values", 1), len(values))
            data["values"] = self.luck.sample(values, self.luck.randint(min(low, high), high))
        self._count("component", _what_of(part["custom_id"]))
        return self._send(person, COMPONENT, data, seen)

    def fill(self, person: Person, custom_id: str = "") -> Any:
        field = {"type": 4, "id": 2, "custom_id": self.luck.choice(self.fields), "value": self.odd()}
        holder = self.luck.choice(({"type": 18, "id": 1, "component": field}, {"type": 1, "components": [field]}))
        custom_id, seen = custom_id or self.custom_id(), self.luck.choice(self.screens.messages(person))
        self._count("form", _what_of(custom_id))
        return self._send(person, FORM, {"custom_id": custom_id, "components": [holder]}, seen)

    def command(
        self,
        person: Person,
        which: tuple[list[str], dict[str, Any], dict[str, Any]] | None = None,
        *,
        typing: bool = False,
    ) -> Any:
        path, leaf, command = which or self.luck.choice(self.commands)
        known = [one for one in leaf.get("options", ()) if one["type"] in (TEXT, WHOLE, YES_NO, USER, CHANNEL, ROLE)]
        given = [one for one in known if one.get("required") or self.luck.random() < 0.6]
        options: list[dict[str, Any]] = [
            {"name": one["name"], "type": one["type"], "value": self.value_of(one, typing)} for one in given
        ]
        if typing:
            chosen = [one for one in leaf.get("options", ()) if one.get("autocomplete")]
            if not chosen:
                return self.press(person)
            name = self.luck.choice(chosen)["name"]
            options = [one for one in options if one["name"] != name]
            options.append({"name": name, "type": TEXT, "value": self.odd(), "focused": True})
        for name in reversed(path[1:]):
            options = [{"name": name, "type": 1 if name == path[-1] else 2, "options": options}]
        self._count("typing" if typing else "command", " ".join(path))
        data = {"id": command["id"], "name": path[0], "type": 1, "options": options}
        if any(one["type"] in (USER, CHANNEL, ROLE) for one in given):
            data["resolved"] = self._resolved()
        return self._send(person, AUTOCOMPLETE if typing else COMMAND, data, None)

    def _resolved(self) -> dict[str, Any]:
        """Everybody, the channel and the role of all, as Discord describes those that a command names."""
        if self.everybody:
            return self.everybody
        backend, guild = self.play.env.backend, self.play.env.backend.get_guild(self.play.guild.id)
        users, members = {}, {}
        for person in self.locals:
            users[str(person.id)] = dict(serializers.user_payload(backend.get_user(person.id)))
            member = serializers.member_payload(backend, guild, guild.members[person.id], with_user=False)
            members[str(person.id)] = dict(member)
        channel = dict(serializers.channel_payload(backend, backend.get_channel(self.play.channel.id)))
        channel["permissions"] = "0"
        roles = {str(guild.id): dict(serializers.role_payload(guild.roles[guild.id]))}
        self.everybody = {"users": users, "members": members, "channels": {channel["id"]: channel}, "roles": roles}
        return self.everybody

    def _count(self, family: str, what: str) -> None:
        known = what if what in self.whats or family in ("command", "typing") else "?"
        self.figures.sent[f"{family} {known}"] += 1
        self.figures.inputs += 1

    def _send(
        self, person: Person, kind: int, data: dict[str, Any], seen: Seen | None, made_up: dict[str, Any] | None = None
    ) -> Any:
        backend = self.play.env.backend
        room = (
            seen.channel_id
            if seen is not None
            else self.luck.choice([self.screens.channel_of(person).id, person.user.dm_channel.id])
        )
        guild_id = backend.get_channel(room).guild_id
        record, payload = base_payload(
            backend, type=kind, channel_id=room, guild_id=guild_id, user_id=person.id, data=data
        )
        if seen is not None:
            screen = self.screens.screen(seen)
            row = {"type": 1, "components": [made_up]}
            payload["message"] = screen if made_up is None else {**screen, "components": [row]}
            record.source_message_id = seen.id
        self.sent[record.id] = f"{person.name}: {data}"[:600]
        backend.emit("INTERACTION_CREATE", payload)
        return record


def _what_of(custom_id: str) -> str:
    return custom_id.split(":")[3] if custom_id.count(":") > 2 else "?"


def _whats(item: Any) -> list[str]:
    """What a component's ids are for, out of its pattern."""
    found = re.search(r"\(\?P<what>([^()]*)\)", item.__discord_ui_compiled_template__.pattern)
    return [] if found is None else found[1].split("|")


def _fields_of(bot: Any) -> list[str]:
    """The text inputs of every form that a button opens."""
    found: set[str] = set()
    for item in bot._items:
        if item.form is not PressItem.form:
            form = item(discord.ui.Button(), Address("AAAA", 1, _whats(item)[0], "0")).form(speak("en"))
            found |= {part.custom_id for part in form.walk_children() if isinstance(part, discord.ui.TextInput)}
    return sorted(found)
