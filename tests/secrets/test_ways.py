"""Other secrets and other ways: what people keep to themselves, real pictures, stand-ins, crashes, leaking messages."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import discord
import pytest

from cogs.composed import Composed, FileData
from cogs.faults import report
from engines import GAMES
from render import Studio
from tests.secrets import twins
from tests.secrets.test_twins import IN_SECRET, another_answer, answers_of, hidden_window, logged, many, viewers
from tests.secrets.twins import (
    MODERATOR,
    Twin,
    alike,
    copy_of,
    disguised,
    drafted,
    everything,
    holder,
    play,
    put,
    same,
    sound,
    table_of,
)
from tests.tables.conftest import migrated as migrated
from tests.tables.world import BORIS, CHEN

HABITS = (
    {"zone": "Asia/Shanghai", "quiet": (22 * 60, 7 * 60), "reminders": "digest", "digest_hour": 20},
    {"zone": "Europe/Berlin", "quiet": (1 * 60, 9 * 60), "reminders": "off", "digest_hour": 6},
)
"""What one person may have chosen, to be good from the next question on."""
REFERENCE = re.compile(r"bug [0-9a-f]{6}")


def titles(keys: tuple[str, ...]) -> list[Any]:
    """One game always, the others in the long form."""
    return [pytest.param(key, marks=() if key == "volt" else pytest.mark.long) for key in keys]


@pytest.mark.parametrize("game", titles(tuple(GAMES)))
async def test_what_somebody_has_chosen_for_themselves_is_theirs_alone(
    tmp_path: Path, migrated: Path, game: str
) -> None:
    async with table_of(tmp_path, migrated, game) as one, copy_of(one, tmp_path / "other.db") as other:
        for twin, habits in zip((one, other), HABITS, strict=True):
            await twin.world.do("keep_settings", BORIS, **habits)
        await alike(one, other, await viewers(one, besides=BORIS))
        with pytest.raises(AssertionError, match="data tells the twins apart"):
            same(await everything(one, BORIS), await everything(other, BORIS))


@pytest.mark.parametrize("game", titles(tuple(GAMES)))
async def test_real_pictures_show_nothing_hidden(tmp_path: Path, migrated: Path, game: str) -> None:
    """The painters draw: bytes, names and alt texts of the files are those of the twin."""
    luck = random.Random(game)
    async with table_of(tmp_path, migrated, game) as one:
        await play(one, 2, 1)
        hidden = disguised(game, await one.state(), frozenset({None, 0}), luck)
        # Two studios: one remembers what it has drawn.
        one.studio, second = Studio(), Studio()
        try:
            async with copy_of(one, tmp_path / "other.db") as other:
                other.studio = second
                await other.world.change(f"update tables set seed = '{luck.randbytes(32).hex()}'")
                assert hidden is not None, "no twin was found"
                await put(other, hidden)
                viewer = holder(await one.table(), 0)
                shown = await everything(one, viewer)
                same(shown, await everything(other, viewer))
                assert any(".png" in text for text in shown.values())
        finally:
            one.studio.close()
            second.close()


@pytest.mark.parametrize("game", titles(tuple(GAMES)))
async def test_a_stand_in_knows_no_more_than_its_seat(tmp_path: Path, migrated: Path, game: str) -> None:
    """The deadline passes at twins: the answer that is given for a seat which cannot tell them apart is the same."""
    luck = random.Random(game)
    async with table_of(tmp_path, migrated, game) as one:
        for number in range(4):
            await play(one, 1, number)
            table, state = await one.table(), await one.state()
            seat = table.asked[0]
            hidden = disguised(game, state, frozenset({None, seat}), luck)
            if hidden is None:
                continue
            async with copy_of(one, tmp_path / "other.db") as other:
                await put(other, hidden)
                given = [await given_for(twin, table.window, seat) for twin in (one, other)]
            assert given[0] == given[1]
            assert given[0]["source"] not in ("person", "draft", "order")
            return
        raise AssertionError("no twin was found")


async def given_for(twin: Twin, window: int, seat: int) -> dict[str, Any]:
    twin.world.clock.pass_by(days=30)
    await twin.world.tables.beat()
    [row] = await twin.world.rows(
        f"select action_json, source from actions where code = '{twin.code}' and window = {window} and seat = {seat}"
    )
    return row


@pytest.mark.parametrize("game", titles(IN_SECRET))
async def test_who_is_ready_is_seen_by_nobody_else(tmp_path: Path, migrated: Path, game: str) -> None:
    """Not by the deadline that is shown either, where one of the two has more time than the other; nor hours later."""
    async with table_of(tmp_path, migrated, game) as one:
        await one.world.do("keep_settings", BORIS, zone="UTC", quiet=(11 * 60, 20 * 60))
        await play(one, 1, 1)
        assert await hidden_window(one, random.Random(1)) is not None
        table, state = await one.table(), await one.state()
        assert table.asked == (0, 1, 2)
        async with copy_of(one, tmp_path / "other.db") as other:
            for twin, seat in ((one, 0), (other, 1)):
                action = sound(state, table, seat, 1)
                await twin.world.do("answer", holder(table, seat), twin.code, table.window, action)
            for hours in (0, 15):
                for twin in (one, other):
                    twin.world.clock.pass_by(hours=hours)
                    await twin.world.tables.beat()
                await alike(one, other, (CHEN, MODERATOR))
            due = [await twin.world.rows("select due from timers where kind = 'deadline'") for twin in (one, other)]
            assert (await one.table()).window == table.window
            assert due[0] != due[1], "the moment that nobody sees is another one"


async def test_a_crash_in_the_rules_tells_the_log_no_answer(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exception's words hold a whole view and an answer; its frames do as well."""

    def drafts(_self: Any, view: Any, _seat: int, action: Any) -> Any:
        raise RuntimeError(f"cannot draw {action} in {view}")

    logs: list[list[str]] = []
    async with table_of(tmp_path, migrated, "volt") as one:
        seat = await hidden_window(one, random.Random(1))
        assert seat is not None
        table = await one.table()
        answers = answers_of(await one.state(), table, seat, random.Random(1))
        assert len(answers) == 2
        monkeypatch.setattr(type(GAMES["volt"]), "drafts", drafts)
        for answer in answers:
            with logged() as log:
                try:
                    await one.world.do("save_draft", holder(table, seat), one.code, table.window, answer)
                except RuntimeError as error:
                    report(error, "press")
            logs.append([REFERENCE.sub("bug #", line) for line in log])
        [row] = await one.world.rows("select seed from tables")
    told = "\n".join(logs[0])
    assert "bug # in press: RuntimeError" in told, "the crash is logged"
    assert logs[0] == logs[1]
    assert row["seed"] not in told
    assert "cannot draw" not in told


# ---- programs that leak: a composer shows one thing, somewhere in its message


def in_alt_text(composed: Composed, secret: int) -> Composed:
    return replace(composed, files=tuple(replace(file, alt=f"{file.alt} {secret}") for file in composed.files))


def in_file_name(composed: Composed, secret: int) -> Composed:
    return replace(composed, files=tuple(replace(file, name=f"{secret}-{file.name}") for file in composed.files))


def in_bytes_of_a_picture(composed: Composed, secret: int) -> Composed:
    files = tuple(FileData(file.name, file.data + str(secret).encode(), file.alt) for file in composed.files)
    return replace(composed, files=files)


def in_component_id(composed: Composed, secret: int) -> Composed:
    for child in composed.view.walk_children():
        if isinstance(child, discord.ui.Button):
            child.custom_id = f"{child.custom_id}:{secret}"
    return composed


def in_mentions(composed: Composed, secret: int) -> Composed:
    return replace(composed, mentions=(*composed.mentions, secret))


IN_LONG = [pytest.param(leak, marks=pytest.mark.long) for leak in (in_file_name, in_bytes_of_a_picture, in_mentions)]


@pytest.mark.parametrize("leak", [in_alt_text, in_component_id, *IN_LONG])
async def test_a_leaking_message_is_noticed(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[Composed, int], Composed]
) -> None:
    real = twins.compose

    async def compose(bot: Any, post: Any) -> Composed | None:
        composed = await real(bot, post)
        return composed and leak(composed, crc32((await drafted(bot.tables)).encode()))

    monkeypatch.setattr(twins, "compose", compose)
    with pytest.raises(AssertionError, match="tells the twins apart"):
        await many(another_answer, tmp_path, migrated, "volt", 2)


@pytest.mark.parametrize(
    "statement",
    [
        "update outbox set seq = -seq where place not in ('seat', 'person')",
        "delete from outbox where seq = (select max(seq) from outbox where place not in ('seat', 'person'))",
    ],
    ids=["order", "number"],
)
async def test_order_and_number_of_posts_are_compared(tmp_path: Path, migrated: Path, statement: str) -> None:
    async with table_of(tmp_path, migrated, "volt") as one, copy_of(one, tmp_path / "other.db") as other:
        same(await everything(one, None), await everything(other, None))
        await other.world.change(statement)
        with pytest.raises(AssertionError, match="other posts, or another order"):
            same(await everything(one, None), await everything(other, None))
