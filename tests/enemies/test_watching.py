"""The siege would notice: faults that are put in on purpose; and what it has found stays mended."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import cogs.press
from cogs.seats import Claim
from tables.model import AlreadyDone
from tests.conftest import Complaints
from tests.enemies.attack import Siege, besieged
from tests.enemies.lawful import Table, unlawful

FORGED = ("w-pick", "v-die", "t-roll", "g-pick", "w-go", "v-deck", "t-car", "w-move", "v-pad")


async def sent(siege: Siege, number: int, *custom_ids: str) -> None:
    """These presses by this person, looked at like all others."""
    siege.ways = tuple(partial(siege.press, custom_id=custom_id) for custom_id in custom_ids)
    await siege.batch(siege.play.people[number])


async def test_an_error_that_is_only_logged_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Complaints
) -> None:
    async def broken(self: Claim, moment: Any) -> None:
        raise ValueError

    monkeypatch.setattr(Claim, "act", broken)
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        with pytest.raises(AssertionError, match="an error was logged"):
            await sent(siege, -1, f"s1:{siege.codes[0]}:0:claim:0")
        siege.complaints.found.clear()
    assert complaints.forgive()


async def test_a_refusal_without_a_word_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def mute(moment: Any, error: Any) -> str:
        raise AlreadyDone

    monkeypatch.setattr(cogs.press, "_why_not", mute)
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        with pytest.raises(AssertionError, match="told nothing"):
            await sent(siege, -1, f"s1:{siege.codes[0]}:1:p-ready:0")


async def test_another_games_ids_change_nothing_and_break_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with besieged(tmp_path, 1, monkeypatch) as siege:
        for code in siege.codes:
            await sent(siege, 0, *(f"s1:{code}:1:{what}:0.x.0" for what in FORGED))


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
