"""Whatever anybody can send to the bot, lawful or not, at three running games: made at random, and looked at after."""

from __future__ import annotations

import random
import re
import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcord.backend import serializers
from simcord.interactions import base_payload, command_leaves

import cogs.press
from cogs.bounds import Bounds
from cogs.limits import CUSTOM_ID
from render import Studio
from tests.play.harness import Person, Play, Seen, playing_as
from tests.white import leave_white

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, WHOLE, YES_NO, USER, CHANNEL, ROLE = 3, 4, 5, 6, 7, 8
GAMES = ("volt", "thunder_road", "wasteland")
SEATED = {"volt": (0, 1), "thunder_road": (0, 2), "wasteland": (0, 1, 2)}
"""Who of the people sits at which table; the last of the people sits nowhere."""
IN_A_BATCH = 40
KEPT = ("seats", "states", "actions", "drafts", "steps", "votes", "claims", "aways")
ODD = (
    *("", " ", "0", "-1", "01", "1.0", "²", "١", "𝟙", "9" * 20, "9" * 100, "-", ".", ":", "s1", "s2", "null", "None"),
    *("B3", "B3N R1NE B2E", "B3N@brake_1", "F F FL", "C8", "A1", "H12", "22:00-07:00", "Europe/Paris", "2026-13-45"),
    *(
        "@everyone",
        "@here",
        "<@1>",
        "<@&1>",
        "<#1>",
        "[a](https://x)",
        "```",
        "**_~|",
        "{code}",
        "%s%n",
        "$(x)",
        "';--",
    ),
    *("\0", "\n" * 50, "\u202e\u2067x", "e" + "\u0301" * 80, "\u200b" * 40, "\u3164", "🟠" * 30, "蓝三北", "\ud83d"),
    *("x" * 100, "x" * 4000, "B3N " * 1000, "𝔅" * 2000, "@everyone " * 400),
)
FIELDS = ("program", "space", "zone", "hours", "reason", "text", "?")


@dataclass
class Figures:
    """What was sent, and what it was answered with."""

    inputs: int = 0
    sent: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    accepted: int = 0
    memory: list[int] = field(default_factory=list[int])
    """Kilobytes, after each tenth of the inputs."""

    @property
    def growth(self) -> float:
        """How much larger the process has become since the first tenth."""
        return self.memory[-1] / self.memory[0] if self.memory else 1.0


class Siege:
    """Three games, four people who sit at them, one who sits nowhere, and one who attacks."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play = play
        self.luck = random.Random(seed)
        self.figures = Figures()
        self.codes: list[str] = []
        bot: Any = play.house.bot
        self.whats = sorted({what for item in bot._items for what in _whats(item)} | {form.what for form in bot.forms})
        self.whats += ["", "nothing", "join ", "P-READY"]
        self.commands = list(self._leaves())

    def _leaves(self) -> Iterator[tuple[list[str], dict[str, Any], dict[str, Any]]]:
        for (_name, kind), command in self.play.env.backend.commands[None].items():
            if kind == 1:
                for path, leaf in command_leaves(command):
                    yield path, leaf, command

    @property
    def stranger(self) -> Person:
        return self.play.people[-1]

    async def set_up(self) -> None:
        """Open the three tables, and let them begin."""
        self.codes = []
        for game in GAMES:
            host, *others = [self.play.people[number] for number in SEATED[game]]
            await self.play.open_lobby(host, game)
            for person in others:
                await self.play.press(person, "join")
            await self.play.press(host, "start")
            self.codes.append(self.play.code)

    # ---- making something up

    def odd(self) -> str:
        return self.luck.choice(ODD)

    def custom_id(self) -> str:
        """Forged, replayed, cut off or plain nonsense."""
        pick, chance = self.luck.choice, self.luck.random()
        if chance < 0.35:
            return self._cut(str(pick(self._shown())["custom_id"]))
        if chance < 0.4:
            return self.odd()[:CUSTOM_ID] or "?"
        code = pick((*self.codes, *self.codes, pick(self.codes).lower(), "NOPE", "", self.odd()[:8]))
        window = pick(("0", "1", "1", "2", "3", "999999999", "1000000000", self.odd()[:12]))
        tail = pick(
            ("", f":{self.odd()}", f":{pick('0123')}.{self.odd()}", f":{pick('0123')}.{pick('0129')}.{self.odd()}")
        )
        return f"{pick(('s1', 's1', 's1', 's2', 'S1'))}:{code}:{window}:{pick(self.whats)}{tail}"[:CUSTOM_ID]

    def _cut(self, custom_id: str) -> str:
        """An id that there is, as it is or a little altered."""
        parts, chance = custom_id.split(":"), self.luck.random()
        if chance < 0.4:
            return custom_id
        if chance < 0.6:
            return custom_id[: self.luck.randrange(1, len(custom_id) + 1)]
        parts[self.luck.randrange(len(parts))] = self.luck.choice((*parts, *self.codes, self.odd(), "1", "2"))
        return ":".join(parts)[:CUSTOM_ID] or "?"

    def _messages(self, person: Person) -> list[Seen]:
        """What the person can press on."""
        return [seen for room in self.play.rooms(person) for seen in self.play.messages(room)[-8:]]

    def _shown(self) -> list[dict[str, Any]]:
        """Every component that anybody sees, for replaying."""
        rooms = {room for person in self.play.people for room in self.play.rooms(person)}
        messages = [seen for room in sorted(rooms) for seen in self.play.messages(room)[-8:]]
        found = [part for seen in messages for part in seen.components if part.get("custom_id")]
        return found or [{"custom_id": "s1:NOPE:0:join"}]

    def value_of(self, option: dict[str, Any], focused: bool) -> Any:
        kind, pick = option["type"], self.luck.choice
        if kind == WHOLE and not focused:
            return pick((0, -1, 1, 2, 48, 10**6, 2**53 - 1, -(2**53)))
        if kind == YES_NO:
            return pick((True, False))
        if kind in (USER, ROLE, CHANNEL):  # Discord offers only those that there are
            return str({USER: pick(self.play.people).id, CHANNEL: self.play.channel.id, ROLE: self.play.guild.id}[kind])
        return pick((*self.codes, self.odd(), *(one["value"] for one in option.get("choices", ())), "cancel"))

    # ---- sending it

    def press(self, person: Person) -> Any:
        custom_id, seen = self.custom_id(), self.luck.choice(self._messages(person))
        made_up: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if self.luck.random() < 0.4:
            made_up = {"type": 3, "custom_id": custom_id, "options": [{"label": "?", "value": "?"}]}
            data = {**data, "component_type": 3, "values": [self.odd() for _ in range(self.luck.choice((0, 1, 1, 3)))]}
        self._count("component", custom_id.split(":")[3] if custom_id.count(":") > 2 else "?")
        return self._send(person, COMPONENT, data, seen, made_up)

    def fill(self, person: Person) -> Any:
        field_ = {"type": 4, "id": 2, "custom_id": self.luck.choice(FIELDS), "value": self.odd()}
        holder = self.luck.choice(({"type": 18, "id": 1, "component": field_}, {"type": 1, "components": [field_]}))
        custom_id = self.custom_id()
        self._count("form", custom_id.split(":")[3] if custom_id.count(":") > 2 else "?")
        return self._send(
            person, FORM, {"custom_id": custom_id, "components": [holder]}, self.luck.choice(self._messages(person))
        )

    def command(self, person: Person, *, typing: bool = False) -> Any:
        path, leaf, command = self.luck.choice(self.commands)
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
            kind = 1 if name == path[-1] else 2
            options = [{"name": name, "type": kind, "options": options}]
        self._count("typing" if typing else "command", " ".join(path))
        data = {"id": command["id"], "name": path[0], "type": 1, "options": options, "resolved": self._resolved()}
        return self._send(person, AUTOCOMPLETE if typing else COMMAND, data, None)

    def _resolved(self) -> dict[str, Any]:
        """Everybody, the channel and the role of all, as Discord describes those that a command names."""
        backend, guild = self.play.env.backend, self.play.env.backend.get_guild(self.play.guild.id)
        users, members = {}, {}
        for person in self.play.people:
            users[str(person.id)] = dict(serializers.user_payload(backend.get_user(person.id)))
            member = serializers.member_payload(backend, guild, guild.members[person.id], with_user=False)
            members[str(person.id)] = dict(member)
        channel = dict(serializers.channel_payload(backend, backend.get_channel(self.play.channel.id)))
        channel["permissions"] = "0"
        roles = {str(guild.id): dict(serializers.role_payload(guild.roles[guild.id]))}
        return {"users": users, "members": members, "channels": {str(channel["id"]): channel}, "roles": roles}

    def _count(self, family: str, what: str) -> None:
        known = what if what in self.whats or family in ("command", "typing") else "?"
        self.figures.sent[f"{family} {known}"] += 1
        self.figures.inputs += 1

    def _send(
        self, person: Person, kind: int, data: dict[str, Any], seen: Seen | None, made_up: dict[str, Any] | None = None
    ) -> Any:
        backend = self.play.env.backend
        room = (
            seen.channel_id if seen is not None else self.luck.choice([self.play.channel.id, person.user.dm_channel.id])
        )
        guild_id = backend.get_channel(room).guild_id
        record, payload = base_payload(
            backend, type=kind, channel_id=room, guild_id=guild_id, user_id=person.id, data=data
        )
        if seen is not None:
            screen = self.play.screen(seen)
            payload["message"] = screen if made_up is None else {**screen, "components": [_row(made_up)]}
            record.source_message_id = seen.id
        backend.emit("INTERACTION_CREATE", payload)
        return record

    # ---- a batch

    async def batch(self, person: Person) -> None:
        """Send a lot at once, and see that each is answered, and that nothing of others has changed."""
        before = await self._belongings(person)
        ways = (self.press, self.press, self.press, self.fill, self.command, lambda one: self.command(one, typing=True))
        records = [self.luck.choice(ways)(person) for _ in range(IN_A_BATCH)]
        await self.play.settle()
        silent = [record for record in records if not record.responded]
        assert not silent, f"left without an answer: {silent[0]}"
        after = await self._belongings(person)
        if person is self.stranger:
            assert after == before, "somebody who sits nowhere has changed a game"
        self._check_said(records, person)
        self._tidy()

    async def _belongings(self, person: Person) -> dict[str, Any]:
        """All rows of the three tables."""
        database, codes = self.play.house.database, ", ".join(f"'{code}'" for code in self.codes)
        found: dict[str, Any] = {}
        async with database.read() as connection:
            for name in KEPT:
                rows = await connection.exec_driver_sql(
                    f"select * from {name} where code in ({codes}) order by 1, 2, 3"
                )
                found[name] = [dict(row) for row in rows.mappings()]
        return found

    def _check_said(self, records: list[Any], person: Person) -> None:
        stored = self.play.env.backend.messages
        for record in records:
            for number in {record.message_id, *record.followup_ids} - {record.source_message_id}:
                message = stored.get(record.channel_id, {}).get(number)
                private = message is None or message.is_ephemeral or message.channel_id == person.user.dm_channel.id
                assert private, f"told in public: {message}"
        for room in stored.values():
            assert not any(message.mention_everyone for message in room.values()), "everybody was called"

    def _tidy(self) -> None:
        """Forget what only the simulation keeps, so that what grows is the bot."""
        backend = self.play.env.backend
        backend.transcript.clear()
        backend.http_requests.clear()
        backend.interactions.clear()
        backend.interaction_tokens.clear()
        for room in backend.messages.values():
            for number in [one.id for one in room.values() if one.is_ephemeral]:
                del room[number]

    def measure(self) -> None:
        self.figures.memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _row(component: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": [component]}


def _whats(item: Any) -> list[str]:
    """What a component's ids are for, out of its pattern."""
    found = re.search(r"\(\?P<what>([^()]*)\)", item.__discord_ui_compiled_template__.pattern)
    return [] if found is None else found[1].split("|")


@asynccontextmanager
async def besieged(folder: Path, seed: int, monkeypatch: Any) -> Any:
    """The siege, with pictures left white and every refusal noted."""
    monkeypatch.setattr(Studio, "draw", leave_white)
    async with playing_as(Play, folder, people=4, seed=f"siege {seed}") as play:
        play.add_person("@everyone **x** [y](https://z) \u202e" + "e\u0301" * 9, "en")
        siege = Siege(play, seed)
        real = cogs.press.refusal

        def noted(words: Any, error: Any, *more: Any) -> str:
            siege.figures.refused[error.reason] += 1
            return real(words, error, *more)

        monkeypatch.setattr(cogs.press, "refusal", noted)
        monkeypatch.setattr(cogs.press, "_bounds", Bounds(IN_A_BATCH * 2))
        await siege.set_up()
        yield siege


async def attack(siege: Siege, inputs: int) -> Figures:
    """Send so many; strangers and players by turns. Games that have ended are begun anew."""
    tenth = max(1, inputs // 10)
    while siege.figures.inputs < inputs:
        people = siege.play.people
        person = siege.stranger if siege.luck.random() < 0.6 else siege.luck.choice(people[:-1])
        await siege.batch(person)
        tables = [await siege.play.house.tables.find(code) for code in siege.codes]
        if any(table.status != "running" for table in tables):
            await siege.set_up()
        if len(siege.figures.memory) < siege.figures.inputs // tenth:
            siege.measure()
    siege.figures.accepted = siege.figures.inputs - sum(siege.figures.refused.values())
    return siege.figures
