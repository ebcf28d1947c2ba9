"""Random presses, forms, commands and names: each is answered, nothing raises, nothing is logged as an error."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from simcord.interactions import base_payload

from app.simulated import press_without_waiting
from cogs import press
from cogs.limits import CUSTOM_ID, check_view
from cogs.press import Moment
from tests.play.harness import Person, Play, Seen

ROUNDS = int(os.environ.get("SCRAPYARD_FUZZ", "60"))
"""Presses of a test; a longer hunt asks for more."""
AUTOCOMPLETE, FORM = 4, 5
WHATS = (
    *("join", "leave", "add_bot", "remove_bot", "start", "cancel", "options", "option", "pace", "language"),
    *("seat", "p-ready", "p-unready", "p-show", "g-pick", "g-page", "g-decline", "log", "rules", "resign"),
    *("v-pad", "v-die", "v-dir", "v-clear", "v-wipe", "v-type", "nothing", "", "p-ready "),
    *("v-mod", "v-turn", "v-deck", "v-fit"),
)
WINDOWS = ("0", "1", "2", "9", "01", "١", "-1", "1.0", "", "9223372036854775807", "9223372036854775808", "9" * 40)
TEXTS = (
    *("", " ", "0", "1", "B3", "R6", "B9", "N", "NE", "-", "live", "volt", "arena", "zh-CN", "tt", "none", "moving"),
    *("@everyone", "<@1>", "```", "**", "{code}", "%s", "\0", "\n", "\u202e\u2067", "e" + "\u0301" * 60, "🟠", "蓝3北"),
    *("brake_1", "maneuver_2", "shield_1", "attack", "least", "B3@maneuver_1:W", "B2NE@diagonal_drive_1 - -"),
    *("9" * 40, "x" * 100, "B3N R1NE B2E", "B3N R1NE", "- - -", "R1NE R1NE B3N", "B0N B7N R9X", "²", "１"),
)
HALVES = ("-", "B3", "R1", "NE", "S", "B9", "", "B3@brake_1", "B3@maneuver_1", "B2@diagonal_drive_1:N", "R1@?", "first")
LONG = ("x" * 4000, "B3N " * 1000, "\n" * 4000, "١" * 4000, "𝔅" * 2000, "@everyone " * 400)
TYPED = (*TEXTS, *LONG)


@dataclass
class Chaos:
    """Who presses what, and where, at random."""

    play: Play
    luck: random.Random
    rooms: list[Seen]

    def custom_id(self) -> str:
        pick = self.luck.choice
        if self.luck.random() < 0.05:
            return pick(TEXTS)[:CUSTOM_ID] or "?"
        code = pick(
            (self.play.code, self.play.code, self.play.code, self.play.code.lower(), "NOPE", "volt", *TEXTS[:9])
        )
        return f"s1:{code}:{pick(WINDOWS[:3] if self.luck.random() < 0.6 else WINDOWS)}:{pick(WHATS)}{self.tail()}"[
            :100
        ]

    def tail(self) -> str:
        pick = self.luck.choice
        match self.luck.randrange(4):
            case 0:
                return ""
            case 1:
                return f":{pick(TEXTS)}"
            case 2:
                return f":{pick('0123')}.{pick('0129')}.{pick(HALVES)}"
            case _:
                return f":{pick('0123')}.{pick(TEXTS)}"

    def values(self) -> list[str] | None:
        count = self.luck.choice((None, None, 0, 1, 1, 1, 3))
        return None if count is None else [self.luck.choice(TEXTS) for _ in range(count)]

    def press(self, person: Person) -> Any:
        seen, custom_id, values = self.luck.choice(self.rooms), self.custom_id(), self.values()
        made_up: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        if values is not None:
            made_up = {"type": 3, "custom_id": custom_id, "options": [{"label": "?", "value": "?"}]}
        screen = {**self.play.screen(seen), "components": [{"type": 1, "components": [made_up]}]}
        return press_without_waiting(self.play.env, person.id, screen, custom_id, values)

    def fill(self, person: Person) -> Any:
        """Send a form in, whether or not it was ever opened."""
        pick = self.luck.choice
        field = {"type": 4, "id": 2, "custom_id": pick(("program", "program", "?")), "value": pick(TYPED)}
        holder = pick(({"type": 18, "id": 1, "component": field}, {"type": 1, "id": 1, "components": [field]}))
        custom_id = self.custom_id()
        if self.luck.random() < 0.5:
            custom_id = f"s1:{self.play.code}:1:v-type:{pick('01239')}"
        return self.interact(
            person, FORM, {"custom_id": custom_id, "components": [holder]}, self.luck.choice(self.rooms)
        )

    def complete(self, person: Person) -> Any:
        """Type into an option of a command that offers choices."""
        pick = self.luck.choice
        option: dict[str, Any] = {"type": 3, "name": "code", "value": pick(TYPED), "focused": True}
        data: dict[str, Any] = {"id": "1", "type": 1, "name": "fairness", "options": [option]}
        if self.luck.random() < 0.5:
            inner = pick(("status", "board", "log", "resign"))
            data = {"id": "1", "type": 1, "name": "table", "options": [{"type": 1, "name": inner, "options": [option]}]}
        elif self.luck.random() < 0.5:
            data = {"id": "1", "type": 1, "name": "rules", "options": [{**option, "name": "topic"}]}
        return self.interact(person, AUTOCOMPLETE, data, None)

    def interact(self, person: Person, kind: int, data: dict[str, Any], on: Seen | None) -> Any:
        backend = self.play.env.backend
        channel_id = self.play.channel.id if on is None else on.channel_id
        guild_id = backend.get_channel(channel_id).guild_id
        record, payload = base_payload(
            backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=person.id, data=data
        )
        if on is not None:
            payload["message"] = self.play.screen(on)
            record.source_message_id = on.id
        backend.emit("INTERACTION_CREATE", payload)
        return record


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is shown, publicly or to one person, keeps to Discord's limits."""

    def wrapped(method: str) -> Callable[..., Any]:
        plain = getattr(Moment, method)

        async def checked(moment: Moment, composed: Any) -> None:
            check_view(composed.view, composed.files)
            await plain(moment, composed)

        return checked

    for method in ("show", "tell"):
        monkeypatch.setattr(Moment, method, wrapped(method))


async def in_a_game(play: Play, **options: str) -> Chaos:
    """Three people at a running table, a stranger, and something of each kind to press on."""
    rook, second, third, _ = play.people
    await play.begin(rook, second, third, options=options)
    answer = await play.press(rook, "seat")
    raw = answer.response._message
    private = Seen(raw.channel_id, raw.id, raw)
    rooms = [play.lobby(), *(seen for seen in play.table_messages() if seen.find("seat")), private]
    return Chaos(play, random.Random(0), [*rooms, *(play.dms(person)[-1] for person in (rook, second))])


def everybody(play: Play, luck: random.Random) -> Iterator[Person]:
    for _ in range(ROUNDS):
        yield luck.choice(play.people)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("way", ["press", "fill", "complete"])
async def test_every_odd_press_is_answered(play: Play, way: str) -> None:
    chaos = await in_a_game(play)
    for person in everybody(play, chaos.luck):
        record = getattr(chaos, way)(person)
        await play.settle()
        assert record.responded, "left without an answer"


@pytest.mark.usefixtures("strict")
async def test_every_odd_press_is_answered_where_modules_are_played(play: Play) -> None:
    """Before the cards are drawn and after."""
    chaos = await in_a_game(play, modules="on", arena="minefield")
    for _ in range(2):
        for person in everybody(play, chaos.luck):
            record = chaos.press(person)
            await play.settle()
            assert record.responded, "left without an answer"
        for person in await play.asked() if (await play.table()).window == 1 else ():
            if not (await play.house.tables.panel(play.code, person.id)).ready:
                await play.press(person, "v-fit")


@pytest.mark.usefixtures("strict")
async def test_a_lobby_survives_odd_presses(play: Play) -> None:
    """Whoever does not host it changes nothing but their own seat."""
    rook, *others = play.people
    lobby = await play.open_lobby(rook)
    chaos = Chaos(play, random.Random(1), [lobby])
    before = await play.table()
    for person in everybody(play, chaos.luck):
        record = chaos.press(person if person is not rook else others[0])
        await play.settle()
        assert record.responded
    for person in (*others, rook):
        for what in ("add_bot", "remove_bot", "cancel", "options", "option:arena", "pace", "language", "start"):
            if person is not rook:
                play.press_forged(person, lobby, f"s1:{play.code}:0:{what}", ["quad"])
                await play.settle()
    after = await play.table()
    assert (after.status, after.host_id, after.options, after.pace, after.language) == (
        *("lobby", rook.id),
        *(before.options, before.pace, before.language),
    )
    assert {seat.kind for seat in after.seats} == {"person"}


@pytest.mark.parametrize("name", ["@everyone **x** `y`", "\u202e‮gnimmas", "Z" + "\u0301" * 400, "\u3164", "x" * 5000])
async def test_no_name_breaks_a_post(play: Play, name: str) -> None:
    nasty = play.add_person(name, "en")
    await play.begin(nasty, play.people[0])
    await play.play_window()
    for command in ("table status", "table board", "table log", "me games", "me settings", "fairness"):
        await nasty.member.slash(play.thread, command)
    await nasty.member.slash(play.thread, "table board", text=True)
    for seen in play.public():
        assert not seen.raw.mention_everyone
        assert "\u202e" not in seen.text
        assert "\u0301" * 4 not in seen.text
        assert "x" * 40 not in seen.text
        for component in seen.components:
            assert "@everyone" not in component.get("content", "")


async def test_every_message_says_whom_it_may_ping(play: Play) -> None:
    """Nobody, or people by their number; never a role or everybody, whatever a name or a typed text has in it."""
    nasty = play.add_person("@everyone <@&1> @here", "en")
    await play.begin(nasty, play.people[0])
    play.close_dm(nasty)
    await play.play_window()
    await play.type_program(nasty, "@everyone <@1>")
    await nasty.member.slash(play.thread, "table status", code="@everyone")
    await nasty.member.slash(play.thread, "table resign")
    await play.press(nasty, "resign")
    ids = {str(person.id) for person in play.people}
    bodies = [request.json for request in play.env.backend.http_requests if isinstance(request.json, dict)]
    spoken = [body for body in bodies if body.get("content") or body.get("components")]
    assert len(spoken) > 20
    for body in spoken:
        allowed = body["allowed_mentions"]
        assert allowed["parse"] == []
        assert not allowed.get("roles")
        assert set(map(str, allowed.get("users", ()))) <= ids


@pytest.mark.parametrize("command", ["table status", "table board", "table log", "table resign", "fairness", "rules"])
async def test_odd_options_are_answered(play: Play, command: str) -> None:
    rook, second, *_ = play.people
    await play.begin(rook, second)
    option = "topic" if command == "rules" else "code"
    for text in (*TEXTS, *LONG):
        if text:
            answer = await second.member.slash(play.thread, command, **{option: text})
            assert answer.response is not None


async def test_nothing_is_kept_of_a_table_that_is_over(play: Play) -> None:
    rook, second, *_ = play.people
    play.close_dm(second)
    await play.begin(rook, second)
    places = play.house.bot.sender.places
    assert places._private
    await second.member.slash(play.thread, "table resign")
    await play.press(second, "resign")
    assert (await play.table()).status == "over"
    await play.settle()
    sender, bounds = play.house.bot.sender, press._bounds
    refused = sender._setbacks._refused
    kept = (sender._running, sender._again, sender._complete, refused, places._private, bounds._under_way)
    assert [len(each) for each in kept] == [0] * len(kept)
    assert len(play.house.tables._locks) == 0
    assert len(press._queues) == 0
    views = play.house.bot._connection._view_store
    assert not views._synced_message_views
    assert not views._modals


@pytest.mark.parametrize("what", ["join", "rules", "nonsense"])
async def test_a_press_is_answered_though_its_message_bears_no_such_button(play: Play, what: str) -> None:
    """Made up, or edited away between the look and the click: discord.py alone would leave it without an answer."""
    rook, xiaoman, *_ = play.people
    seen = await play.open_lobby(rook)
    bare = {**play.screen(seen), "components": []}
    record = play.press_at_once(xiaoman, bare, f"s1:{play.code}:0:{what}")
    await play.settle()
    assert record.responded
    assert len((await play.table()).seats) == 1
