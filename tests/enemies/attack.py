"""Whatever anybody can send to the bot, lawful or not, at three running games: made at random, and looked at after."""

from __future__ import annotations

import asyncio
import random
import re
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from simcord.backend import serializers
from simcord.interactions import base_payload, command_leaves

import cogs.press
from cogs.bounds import Bounds
from cogs.limits import CUSTOM_ID
from render import Studio
from tests.enemies.lawful import Rows, key_of, unlawful
from tests.enemies.watching import Complaints, Watching
from tests.play.harness import Person, Play, Seen, playing_as
from tests.white import leave_white

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
TEXT, WHOLE, YES_NO, USER, CHANNEL, ROLE = 3, 4, 5, 6, 7, 8
GAMES = ("volt", "thunder_road", "wasteland")
SEATED = {"volt": (0, 1), "thunder_road": (0, 2), "wasteland": (0, 1, 2)}
"""Who of the people sits at which table; the last of the people sits nowhere."""
IN_A_BATCH = 40
KEPT = ("seats", "states", "actions", "drafts", "steps", "votes", "claims", "aways", "tables", "tenures")
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
    came_of_it: Counter[str] = field(default_factory=Counter[str])
    """By family: refused, said something, showed something, opened a form, offered choices."""
    changed: Counter[str] = field(default_factory=Counter[str])
    """Rows of the three games that inputs have changed, by the table of the database: what was lawful."""
    memory: list[int] = field(default_factory=list[int])
    """Kilobytes, after each tenth of the inputs."""

    @property
    def growth(self) -> float:
        """How much larger the process has become since the first tenth."""
        return self.memory[-1] / self.memory[0] if self.memory else 1.0


class Siege:
    """Three games, four people who sit at them, a moderator, and one who sits nowhere."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play = play
        self.luck = random.Random(seed)
        self.figures = Figures()
        self.codes: list[str] = []
        self._all_shown: list[dict[str, Any]] = []
        self._sent: dict[int, str] = {}
        """What the inputs of this batch are, to be told when something is wrong."""
        self.ways: tuple[Callable[[Person], Any], ...] = (
            *(self.press, self.press, self.fill, self.command, self.command),
            *(self.honest, self.honest, lambda person: self.command(person, typing=True)),
        )
        """How an input is made."""
        self.watching = Watching()
        self.complaints = Complaints()
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

    @property
    def warden(self) -> Person:
        """Moderates the server, and plays nowhere."""
        return self.play.people[-2]

    def besieger(self) -> Person:
        chance = self.luck.random()
        if chance < 0.3:
            return self.stranger
        return self.warden if chance < 0.45 else self.luck.choice(self.play.people[:-2])

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
        """Every component that anybody sees, for replaying; looked up once a batch."""
        if self._all_shown:
            return self._all_shown
        rooms = {room for person in self.play.people for room in self.play.rooms(person)}
        messages = [seen for room in sorted(rooms) for seen in self.play.messages(room)[-8:]]
        found = [part for seen in messages for part in seen.components if part.get("custom_id")]
        self._all_shown = found or [{"custom_id": "s1:NOPE:0:join"}]
        return self._all_shown

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

    def press(self, person: Person, custom_id: str = "") -> Any:
        custom_id, seen = custom_id or self.custom_id(), self.luck.choice(self._messages(person))
        made_up: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2}
        if self.luck.random() < 0.4:
            made_up = {"type": 3, "custom_id": custom_id, "options": [{"label": "?", "value": "?"}]}
            data = {**data, "component_type": 3, "values": [self.odd() for _ in range(self.luck.choice((0, 1, 1, 3)))]}
        self._count("component", custom_id.split(":")[3] if custom_id.count(":") > 2 else "?")
        return self._send(person, COMPONENT, data, seen, made_up)

    def honest(self, person: Person) -> Any:
        """Press what the person can see as it is, and choose what there is; so the games go on, and doors open."""
        usable = [
            (seen, part)
            for seen in self._messages(person)
            for part in seen.components
            if part.get("custom_id") and not part.get("disabled") and part["type"] in (2, 3)
        ]
        if not usable:
            return self.press(person)
        own = [pair for pair in usable if pair[0].channel_id == person.user.dm_channel.id]
        seen, part = self.luck.choice(own if own and self.luck.random() < 0.6 else usable)
        data: dict[str, Any] = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == 3:
            values = [option["value"] for option in part["options"]]
            low, high = part.get("min_values", 1), min(part.get("max_values", 1), len(values))
            data["values"] = self.luck.sample(values, self.luck.randint(min(low, high), high))
        self._count("component", part["custom_id"].split(":")[3])
        return self._send(person, COMPONENT, data, seen)

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
        self._sent[record.id] = f"{person.name}: {data}"[:600]
        backend.emit("INTERACTION_CREATE", payload)
        return record

    # ---- a batch

    async def batch(self, person: Person) -> None:
        """Send a lot at once, and see that each is answered, and that nothing of others has changed."""
        before = await self._belongings()
        self._all_shown.clear()
        self._sent.clear()
        records = [self.luck.choice(self.ways)(person) for _ in range(IN_A_BATCH)]
        await self._answered(records)
        self.complaints.check()
        self._count_outcomes(records)
        self._check_changes(before, await self._belongings(), person)
        self._check_said(records, person)
        self._tidy()

    async def _answered(self, records: list[Any]) -> None:
        """Wait for the answers first: to ask the simulation whether all is still takes longer than the bot does."""
        for _ in range(2000):
            if all(record.responded for record in records):
                break
            await asyncio.sleep(0.002)
        await self.play.settle()
        silent = [record for record in records if not record.responded]
        assert not silent, f"left without an answer: {self._sent[silent[0].id]}"
        mute = [record for record in records if not self.watching.told(record)]
        assert not mute, f"acknowledged, and told nothing: {[self._sent[record.id] for record in mute]}"

    def _count_outcomes(self, records: list[Any]) -> None:
        for record in records:
            family = {COMMAND: "command", COMPONENT: "component", AUTOCOMPLETE: "typing", FORM: "form"}[record.type]
            self.figures.came_of_it[f"{family}: {self.watching.outcome(record)}"] += 1
        self.figures.refused += self.watching.refused
        self.watching.clear()

    def _check_changes(self, before: Rows, after: Rows, person: Person) -> None:
        for code in self.codes:
            for name in KEPT:
                count = len(before[code][name].items() ^ after[code][name].items())
                self.figures.changed[name] += count
            if person is self.warden:
                continue  # may end, skip and hand over; what of it others may know is for other tests
            found = unlawful(before[code], after[code], person.id)
            assert not found, f"{person.name} has changed what is not theirs: {found} {self._sent}"

    async def _belongings(self) -> Rows:
        """All rows of the three tables: by code and table of the database, each by its key."""
        found: Rows = {code: {name: {} for name in KEPT} for code in self.codes}
        async with self.play.house.database.read() as connection:
            for name in KEPT:
                for code in self.codes:
                    rows = await connection.exec_driver_sql(f"select * from {name} where code = ?", (code,))
                    found[code][name] = {key_of(name, row): tuple(row.items()) for row in map(dict, rows.mappings())}
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
        role = play.guild.create_role("Marshals", permissions=discord.Permissions(manage_guild=True))
        warden = play.guild.add_member(play.env.create_user("Warden", global_name="Warden"), roles=[role])
        play.people.append(Person("Warden", "en", warden))
        play.add_person("@everyone **x** [y](https://z) \u202e" + "e\u0301" * 9, "en")
        siege = Siege(play, seed)
        siege.watching.install(monkeypatch)
        monkeypatch.setattr(cogs.press, "_bounds", Bounds(IN_A_BATCH * 2))
        with siege.complaints:
            await siege.set_up()
            yield siege


async def attack(siege: Siege, inputs: int) -> Figures:
    """Send so many; strangers and players by turns. Games that have ended are begun anew."""
    tenth = max(1, inputs // 10)
    while siege.figures.inputs < inputs:
        await siege.batch(siege.besieger())
        tables = [await siege.play.house.tables.find(code) for code in siege.codes]
        if any(table.status != "running" for table in tables):
            await siege.set_up()
        if len(siege.figures.memory) < siege.figures.inputs // tenth:
            siege.measure()
    return siege.figures
