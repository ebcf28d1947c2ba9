"""The siege would notice: faults that are put in on purpose; and what it has found stays mended."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import cogs.press
from cogs.composed import Composed
from cogs.seats import Claim
from cogs.status import fenced
from tables.model import AlreadyDone
from tests.conftest import Complaints
from tests.enemies.attack import STRANGER, WARDEN, Siege, besieged
from tests.enemies.lawful import Table, unlawful
from tests.enemies.odd import EVIL_NAME
from tests.enemies.said import check_requests

FORGED = ("w-pick", "v-die", "t-roll", "g-pick", "w-go", "v-deck", "t-car", "w-move", "v-pad")


async def sent(siege: Siege, number: int, *custom_ids: str) -> None:
    """These presses by this person, looked at like all others."""
    ways = [partial(siege.press, custom_id=custom_id) for custom_id in custom_ids]
    await siege.batch(siege.play.people[number], ways)


async def noticed(siege: Siege, complaint: str, number: int, custom_id: str) -> None:
    """The siege complains of what this press does now; after that it goes on as if it had not."""
    with pytest.raises(AssertionError, match=complaint):
        await sent(siege, number, custom_id)
    siege.complaints.forgive()
    siege.watching.clear()
    siege.play.env.backend.http_requests.clear()
    siege._rows = None


async def test_faults_that_are_put_in_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        code, far = siege.codes[1], siege.far

        async def broken(self: Claim, moment: Any) -> None:
            raise ValueError

        def mute(*_: Any) -> str:
            raise AlreadyDone

        async def taken(self: Claim, moment: Any) -> None:
            async with siege.play.house.database.write() as connection:
                await connection.exec_driver_sql(
                    "update seats set user_id = ? where code = ? and seat = 0",
                    (moment.press.user_id, self.address.code),
                )
            await moment.say("It is yours.")

        with monkeypatch.context() as patch:
            patch.setattr(Claim, "act", broken)
            await noticed(siege, "an error was logged", STRANGER, f"s1:{code}:0:claim:0")
            assert complaints.forgive()
        with monkeypatch.context() as patch:
            patch.setattr(cogs.press, "refusal", mute)
            await noticed(siege, "told nothing", STRANGER, f"s1:{code}:1:p-ready:0")
        with monkeypatch.context() as patch:
            patch.setattr(Composed, "allowed", lambda _: discord.AllowedMentions.all())
            await noticed(siege, "calls everybody", 0, f"s1:{code}:1:p-show:0")
        with monkeypatch.context() as patch:
            patch.setattr(Claim, "act", taken)
            await noticed(siege, "not theirs", STRANGER, f"s1:{code}:0:claim:0")
            await noticed(siege, "another server's game", STRANGER, f"s1:{far}:0:claim:0")


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"content": "a"}, "whoever is named"),
        ({"content": "a", "allowed_mentions": {"parse": ["users"]}}, "everybody"),
        ({"content": "a", "allowed_mentions": {"parse": [], "roles": ["7"]}}, "everybody"),
        ({"content": "a", "allowed_mentions": {"parse": [], "users": ["7", "9"]}}, "strangers"),
        ({"components": [{"type": 10, "content": EVIL_NAME}], "allowed_mentions": {"parse": []}}, "markdown"),
        ({"components": [{"type": 10, "content": "a"}], "allowed_mentions": {"parse": [], "users": ["7"]}}, ""),
    ],
)
def test_what_may_be_said(message: dict[str, Any], complaint: str) -> None:
    posted = SimpleNamespace(method="POST", path="/channels/1/messages", json=message)
    answered = SimpleNamespace(method="POST", path="/interactions/1/x/callback", json={"type": 4, "data": message})
    for request in (posted, answered):
        if not complaint:
            check_requests([request], {7})
            continue
        with pytest.raises(AssertionError, match=complaint):
            check_requests([request], {7})


async def test_what_was_found_stays_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game's ids, a made-up day, a code that is still being typed: refused calmly, and no error is logged."""
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        for code in siege.codes[1:]:
            await sent(siege, 0, *(f"s1:{code}:1:{what}:0.x.0" for what in FORGED))
        (away,) = [one for one in siege.commands if any(o["name"] == "in_days" for o in one[1].get("options", ()))]
        for days in (-1, 10**6, 2**53 - 1, -(2**53)):
            values = {4: days, 3: siege.codes[1]}
            monkeypatch.setattr(siege, "value_of", lambda option, _, values=values: values[option["type"]])
            await siege.batch(siege.play.people[0], [partial(siege.command, which=away)] * 4)
        assert siege.figures.refused["unknown_option"]
        typed = [one for one in siege.commands if one[0][0] == "mod" and _offers(one)]
        monkeypatch.setattr(siege, "value_of", lambda option, _: "VB" if option["type"] == 3 else 1)
        ways = [partial(siege.command, which=one, typing=True) for one in typed for _ in range(4)]
        await siege.batch(siege.play.people[WARDEN], ways)
    assert siege.figures.came_of_it["typing: no choices"] > len(ways) // 4 > 1


def test_no_name_ends_a_block_of_code() -> None:
    assert fenced("Rook ```@x") == "```\nRook '''@x\n```"


def _offers(command: Any) -> bool:
    return any(option.get("autocomplete") for option in command[1].get("options", ()))


def table(**drafts: str) -> Table:
    rows: Table = {name: {} for name in ("seats", "drafts", "actions", "votes", "claims", "tables")}
    rows["tables"] = {("ABCD",): (("code", "ABCD"), ("window", 1))}
    for number in (0, 1):
        row = {"seat": number, "user_id": number + 7, "kind": "person", "orders": "{}", "offered": 0, "out": 0}
        rows["seats"][number,] = tuple(row.items())
    rows["drafts"] = {(1, int(seat[1:])): (("action_json", text),) for seat, text in drafts.items()}
    return rows


def test_what_is_lawful() -> None:
    before, own, others = table(), table(s0="a"), table(s1="a")
    assert unlawful(before, own, 7) == []
    assert unlawful(before, own, 99) == ["drafts"]
    assert unlawful(before, others, 7) == ["draft (1, 1)"]
    answered = table()
    answered["actions"][1, 1] = (("source", "person"), ("action_json", "a"))
    assert unlawful(before, answered, 7) == ["answer (1, 1)"]
    assert unlawful(others, answered, 7) == []
    taken = table()
    taken["seats"][1,] = tuple({**dict(taken["seats"][1,]), "user_id": 7}.items())
    assert unlawful(before, taken, 7) == ["seat (1,): ['user_id']"]
