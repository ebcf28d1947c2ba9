"""A press is acknowledged before anything else happens, and answered whatever happens."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs import press
from cogs.bounds import IN_FLIGHT, Allowance
from cogs.press import Address, Moment, PressForm, PressItem, attend, form_fields, suggest
from engines.core import IllegalAction, Who
from locales import speak
from tables.model import AlreadyDone, Refused, Stale
from tests.cogs.fake_discord import refusal
from tests.cogs.panel_maker import table_info

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class FakeInteraction:
    """Notes down everything in the order in which it happens."""

    def __init__(self, *, user: int = 7, late: bool = False, locale: str = "en-US", **tables: Any) -> None:
        self.seen: list[str] = []
        self.said: list[str] = []
        self.id, self.locale, self.message = 99, locale, SimpleNamespace(components=[])
        self.guild_id: int | None = 900
        self.user = SimpleNamespace(id=user, display_name="Rook")
        self.type = discord.InteractionType.component
        self._late = late
        self._done = False
        self.response = SimpleNamespace(defer=self._defer, is_done=lambda: self._done, send_message=self._send)
        self.followup = SimpleNamespace(send=self._followup)
        self.client = SimpleNamespace(
            clock=SimpleNamespace(now=lambda: NOON),
            tables=SimpleNamespace(remember_language=self._remember, find=self._find),
            members=SimpleNamespace(admit=self._admit),
        )

    async def _defer(self, **_: Any) -> None:
        self.seen.append("ack")
        if self._late:
            raise refusal(404, 10062)
        self._done = True

    async def _send(self, text: str, *, ephemeral: bool) -> None:
        assert ephemeral
        self.seen.append("ack")
        self.said.append(text)

    async def _remember(self, *_: Any) -> None:
        self.seen.append("tables")

    async def _admit(self, user_id: int, code: str) -> None:
        self.seen.append("admit")
        raise Refused("left_server")

    async def _find(self, code: str) -> Any:
        self.seen.append("tables")
        return table_info()

    async def _followup(self, *, ephemeral: bool, **message: Any) -> None:
        assert ephemeral
        self.said.append(message.get("content", ""))

    async def edit_original_response(self, **message: Any) -> None:
        self.said.append(message.get("content", ""))


def raising(error: Exception) -> Any:
    async def act(moment: Moment) -> None:
        raise error

    return act


async def attended(interaction: Any, act: Any, **more: Any) -> FakeInteraction:
    await attend(interaction, act, **more)
    return interaction


async def test_the_acknowledgement_comes_first() -> None:
    interaction = FakeInteraction()

    async def act(moment: Moment) -> None:
        interaction.seen.append("act")
        await moment.say("hello")

    await attended(interaction, act)
    assert interaction.seen == ["ack", "tables", "act"]
    assert interaction.said == ["hello"]


async def test_a_press_counts_although_its_acknowledgement_came_too_late() -> None:
    interaction = FakeInteraction(late=True)

    async def act(moment: Moment) -> None:
        interaction.seen.append("act")
        await moment.say("hello")

    await attended(interaction, act)
    assert interaction.seen[-1] == "act"
    assert interaction.said == []


@pytest.mark.parametrize("ack", ["update", "private"])
@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Refused("table_full", seats=4), "4"),
        (Stale(), speak("en")("table.refuse.stale")),
        (Refused("no such reason"), speak("en")("error.refused")),
        (IllegalAction("too_many_red", dice=2), "2"),
        (IllegalAction("nonsense", who=Who(1)), speak("en")("error.refused")),
    ],
)
async def test_refusals_become_one_private_sentence(error: Exception, words: str, ack: Any) -> None:
    address = Address("ABCDE", 1, "join")
    interaction = await attended(FakeInteraction(), raising(error), ack=ack, address=address)
    assert len(interaction.said) == 1
    assert interaction.said[0]
    assert words in interaction.said[0]


async def test_what_was_done_already_leaves_nobody_waiting() -> None:
    private = await attended(FakeInteraction(), raising(AlreadyDone()), ack="private")
    assert private.said == [speak("en")("error.nothing")]
    update = await attended(FakeInteraction(), raising(AlreadyDone()), ack="update")
    assert update.said == []


async def test_a_bug_is_told_by_a_code_and_logged_without_its_words(complaints: Any, caplog: Any) -> None:
    caplog.set_level(logging.DEBUG)
    error = RuntimeError("secret B3N")
    error.__cause__ = ValueError("secret R1NE")
    interaction = await attended(FakeInteraction(locale="zh-CN"), raising(error))
    [logged] = complaints.forgive()
    assert "RuntimeError" in logged
    assert "ValueError" in logged
    assert "secret" not in caplog.text
    reference = logged.split()[1]
    assert interaction.said == [speak("zh-CN")("error.bug", reference=reference)]


async def test_a_bug_in_the_refusal_itself_is_answered_too(complaints: Any) -> None:
    interaction = FakeInteraction()
    interaction.client.tables.find = None
    await attended(interaction, raising(IllegalAction("seats")), address=Address("ABCDE", 1, "start"))
    [logged] = complaints.forgive()
    assert interaction.said == [speak("en")("error.bug", reference=logged.split()[1])]


async def test_one_person_cannot_fill_the_house() -> None:
    gate = asyncio.Event()

    async def wait(moment: Moment) -> None:
        await gate.wait()
        await moment.say("done")

    presses = [FakeInteraction() for _ in range(IN_FLIGHT + 5)]
    other = FakeInteraction(user=8)
    tasks = [asyncio.create_task(attended(press, wait)) for press in [*presses, other]]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tasks)
    slow = speak("en")("error.slow_down")
    assert [press.said for press in presses] == [["done"]] * IN_FLIGHT + [[slow]] * 5
    assert other.said == ["done"]
    assert (await attended(FakeInteraction(), wait)).said == ["done"], "once they are done, they may press again"


@pytest.mark.parametrize("error", [refusal(404, 10015), refusal(500), discord.RateLimited(90.0), OSError("reset")])
async def test_discord_failing_under_an_answer_is_no_bug(error: Exception) -> None:
    interaction = FakeInteraction()

    async def broken(**_: Any) -> None:
        raise error

    interaction.edit_original_response = broken  # type: ignore[method-assign]

    async def act(moment: Moment) -> None:
        await moment.say("hello")

    await attended(interaction, act)
    assert interaction.said == []


async def test_a_press_in_a_dm_asks_whether_the_person_is_still_on_the_server() -> None:
    async def act(moment: Moment) -> None:
        interaction.seen.append("act")

    interaction = FakeInteraction()
    await attended(interaction, act, address=Address("K7QX", 1, "p-ready"))
    assert interaction.seen == ["ack", "tables", "act"]
    interaction = FakeInteraction()
    interaction.guild_id = None
    await attended(interaction, act, address=Address("K7QX", 1, "p-ready"))
    assert interaction.seen[:3] == ["ack", "tables", "admit"]
    assert "act" not in interaction.seen
    assert interaction.said == [speak("en")("table.refuse.left_server")]


class Echo(PressItem, what="echo|shout"):
    async def act(self, moment: Moment) -> None:
        await moment.say(f"{self.address.what} {self.address.arg} {self.values}")


class Typed(PressForm):
    what = "typed"

    async def act(self, moment: Moment) -> None:
        await moment.say(self.fields["text"])


async def test_a_component_is_made_again_from_its_custom_id_alone() -> None:
    made = Echo(discord.ui.Button(label="x"), Address("K7QX", 12, "shout", "a.b:c"))
    assert made.custom_id == "s1:K7QX:12:shout:a.b:c"
    match = made.template.fullmatch(made.custom_id)
    assert match is not None
    again = await Echo.from_custom_id(FakeInteraction(), discord.ui.Button(label="x"), match)  # type: ignore[arg-type]
    assert again.address == made.address
    interaction = FakeInteraction()
    await again.callback(interaction)  # type: ignore[arg-type]
    assert interaction.said == ["shout a.b:c []"]
    assert Echo.__discord_ui_compiled_template__.fullmatch("s1:K7QX:12:echoes") is None


@pytest.mark.parametrize(
    ("select", "chosen", "values"),
    [
        (discord.ui.Select(options=[discord.SelectOption(label="x", value="5")]), ["5"], ["5"]),
        (discord.ui.ChannelSelect(), [discord.Object(41)], ["41"]),
        (discord.ui.RoleSelect(), [discord.Object(42)], ["42"]),
        (discord.ui.UserSelect(), [discord.Object(43), discord.Object(44)], ["43", "44"]),
        (discord.ui.ChannelSelect(), [], []),
    ],
)
async def test_lists_of_channels_roles_and_people_give_their_ids(select: Any, chosen: Any, values: list[str]) -> None:
    made = Echo(select, Address("K7QX", 0, "echo"))
    select._values = chosen
    interaction = FakeInteraction()
    await made.callback(interaction)  # type: ignore[arg-type]
    assert interaction.said == [f"echo  {values}"]


async def test_a_form_needs_nothing_but_what_was_sent() -> None:
    address = Typed.matches("s1:K7QX:3:typed:1")
    assert address == Address("K7QX", 3, "typed", "1")
    assert Typed.matches("s1:K7QX:3:other") is None
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "B3N"}]}]
    labels = [{"type": 18, "component": {"type": 4, "custom_id": "text", "value": "B3N"}}]
    assert form_fields(rows) == form_fields(labels) == {"text": "B3N"}
    interaction = FakeInteraction()
    await Typed(address, form_fields(rows)).submit(interaction)  # type: ignore[arg-type]
    assert interaction.said == ["B3N"]


async def test_what_is_offered_while_typing_counts_as_a_press_too() -> None:
    asked: list[int] = []
    released = asyncio.Event()

    async def find() -> list[int]:
        asked.append(1)
        await released.wait()
        return [1]

    interaction: Any = FakeInteraction(user=8)
    under_way = [asyncio.create_task(suggest(interaction, find)) for _ in range(IN_FLIGHT + 5)]
    await asyncio.sleep(0)
    released.set()
    found = await asyncio.gather(*under_way)
    assert len(asked) == IN_FLIGHT
    assert sum(offer == [] for offer in found) == 5
    assert await suggest(interaction, find) == [1], "nothing is left counted"


async def test_what_cannot_be_offered_is_logged_and_offers_nothing(complaints: Any) -> None:
    async def find() -> list[int]:
        raise ValueError("the secret plan")

    interaction: Any = FakeInteraction()
    assert await suggest(interaction, find) == []
    [told] = complaints.forgive()
    assert "ValueError" in told
    assert "secret" not in told


async def test_too_many_commands_are_told_to_slow_down_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "allowance", Allowance(limit=3))
    acted: list[int] = []

    async def act(moment: Moment) -> None:
        acted.append(moment.press.user_id)

    async def give(user: int, kind: discord.InteractionType) -> list[str]:
        interaction = FakeInteraction(user=user)
        interaction.type = kind
        await attend(interaction, act, ack="update")  # type: ignore[arg-type]
        return interaction.said

    command, component = discord.InteractionType.application_command, discord.InteractionType.component
    said = [await give(7, command) for _ in range(5)]
    assert said[:3] == [[], [], []]
    assert said[3] == said[4] == [speak("en")("error.slow_down")]
    await give(8, command)
    await give(7, component)
    assert acted == [7, 7, 7, 8, 7], "others, and presses at a table, are not held up"


def test_an_allowance_is_new_after_a_while_and_forgets_who_was_quiet() -> None:
    allowance = Allowance(limit=2, span=timedelta(minutes=1))
    assert [allowance.take(7, NOON) for _ in range(3)] == [True, True, False]
    assert allowance.take(7, NOON + timedelta(minutes=1))
    for person in range(1000):
        allowance.take(person, NOON + timedelta(minutes=2 + person))
    assert len(allowance._given) <= 2
    assert allowance.take(999, NOON - timedelta(days=1)), "a clock that was set back holds nobody up"


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("SQLITE_FULL", "full"),
        ("SQLITE_IOERR_WRITE", "full"),
        ("SQLITE_READONLY_DIRECTORY", "read_only"),
        ("SQLITE_BUSY", "busy"),
        ("SQLITE_CORRUPT_INDEX", "damaged"),
        ("SQLITE_IOERR_READ", "broken"),
    ],
)
async def test_what_ails_the_database_is_said_and_is_no_bug(name: str, trouble: str, locale: str) -> None:
    error = sqlite3.OperationalError("secret")
    error.sqlite_errorname = name
    wrapped = RuntimeError("secret")
    wrapped.orig = error  # type: ignore[attr-defined]
    words = speak("zh-CN" if locale == "zh-CN" else "en")
    interaction = await attended(FakeInteraction(locale=locale), raising(wrapped))
    assert interaction.said == [words(f"error.unsaved.{trouble}")]
