"""More that can happen to a secret: orders, going back over a reveal, reminders, moderators, ends, crashes."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.logging import on_last_error, on_lost_error
from cogs import modacts, tablelog
from cogs.faults import report
from engines import GAMES
from tables import export
from tables.model import Refused
from tests.secrets import presses
from tests.secrets.presses import answered, answers, whole
from tests.secrets.test_twins import IN_SECRET, answers_of, hidden_window, logged, seat_given_up
from tests.secrets.test_ways import REFERENCE, titles
from tests.secrets.twins import (
    MODERATOR,
    NEWCOMER,
    SEATS,
    Twin,
    copy_of,
    disguised,
    drafted,
    everything,
    holder,
    moderated,
    play,
    put,
    same,
    table_of,
)
from tests.tables.conftest import migrated as migrated
from tests.tables.world import ANNA, BORIS, CHEN, START

ORDERS = (
    {"tribute": "pay", "duel": "never", "upkeep": "weakest"},
    {"tribute": "refuse", "duel": "auto", "upkeep": "token"},
)
"""None of them answers the questions that a game begins with."""
ACTS = (
    ("export", {}),
    ("extend", {"hours": 5}),
    ("pause", {}),
    ("resume", {}),
    ("announce", {"text": "hello"}),
    ("cancel", {}),
)
"""What a moderator may do that changes no secret; cancelling only asks whether it is meant."""
LOOKED = {"/table show", "/table board", "/table log", "/table menu", "/me data", "/me games", "look"}
"""What nobody is refused."""
REMINDED = {ANNA: "both", BORIS: "both", CHEN: "digest"}
WORDS = "B3N R1NE"
WATCH = 200
"""Windows to wait for a seat that is beaten."""


async def compare_all(one: Twin, other: Twin, besides: int) -> None:
    """Everybody gets the same, by messages and by asking: each holder, whoever came and went, a moderator, anybody."""
    table = await one.table()
    people = dict.fromkeys([*(holder(table, seat.seat) for seat in table.seats), BORIS, NEWCOMER, MODERATOR])
    known = [await everything(twin, None) for twin in (one, other)]
    same(*known)
    for viewer in people:
        if viewer != besides:
            await compare_one(one, other, viewer, known)


async def compare_one(one: Twin, other: Twin, viewer: int, known: list[dict[str, str]]) -> None:
    moderates = viewer == MODERATOR
    got = [
        await whole(twin, viewer, public, moderates=moderates) for twin, public in zip((one, other), known, strict=True)
    ]
    same(*got)
    told = [name for name, text in got[0].items() if name in LOOKED and not text.startswith("refused")]
    assert len(told) == len(LOOKED), f"refused: {LOOKED - set(told)}"


@asynccontextmanager
async def secret_answers(one: Twin, path: Path, luck: random.Random) -> Any:
    """A twin whose seat has another answer in the hidden window; gives it and whose answer it is."""
    seat = await hidden_window(one, luck)
    assert seat is not None, "nobody answers in secret"
    table, state = await one.table(), await one.state()
    given = answers_of(state, table, seat, luck)
    assert len(given) == 2, "there is no other answer"
    async with copy_of(one, path) as other:
        for twin, action in zip((one, other), given, strict=True):
            await twin.world.do("save_draft", holder(table, seat), twin.code, table.window, action)
        yield other, holder(table, seat)


async def test_standing_orders_are_told_to_nobody_and_go_with_their_holder(tmp_path: Path, migrated: Path) -> None:
    async with table_of(tmp_path, migrated, "wasteland") as one, copy_of(one, tmp_path / "other.db") as other:
        for twin, orders in zip((one, other), ORDERS, strict=True):
            for field, value in orders.items():
                await twin.world.do("keep_order", BORIS, twin.code, field, value)
        known = [await everything(twin, None) for twin in (one, other)]
        same(*known)
        for viewer in (ANNA, MODERATOR):
            await compare_one(one, other, viewer, known)
        with pytest.raises(AssertionError, match="orders tells the twins apart"):
            same(await whole(one, BORIS, {}), await whole(other, BORIS, {}))
        for twin in (one, other):
            await seat_given_up(twin)
        assert holder(await one.table(), 1) == NEWCOMER
        await compare_all(one, other, besides=0)


@pytest.mark.parametrize("game", titles(IN_SECRET))
async def test_after_going_back_over_a_reveal_answers_are_secret_again(
    tmp_path: Path, migrated: Path, game: str
) -> None:
    """Everybody has seen a hidden window's answers and votes to go back before them; then somebody answers anew."""
    luck = random.Random(game)
    async with table_of(tmp_path, migrated, game) as one:
        assert await hidden_window(one, luck) is not None
        before = (await one.table()).window
        await play(one, 1, 1)
        await go_back_by_vote(one)
        table = await one.table()
        assert table.window > before
        assert table.hidden
        async with secret_answers(one, tmp_path / "other.db", luck) as (other, secret):
            await compare_all(one, other, besides=secret)


async def go_back_by_vote(twin: Twin) -> None:
    points = await twin.world.tables.undo_points(twin.code)
    vote = await twin.world.do("open_vote", ANNA, twin.code, "undo", amount=points[0].turn)
    table = await twin.table()
    for seat in table.seats[1:]:
        await twin.world.do("cast", holder(table, seat.seat), twin.code, vote.id, True)
    assert (await twin.table()).line == table.line + 1, "the table went back"


@pytest.mark.parametrize("game", titles(IN_SECRET))
async def test_reminders_and_digests_say_nothing_of_an_answer(tmp_path: Path, migrated: Path, game: str) -> None:
    async with table_of(tmp_path, migrated, game) as one:
        for person, reminders in REMINDED.items():
            await one.world.do("keep_settings", person, reminders=reminders, digest_hour=START.hour + 2)
        async with secret_answers(one, tmp_path / "other.db", random.Random(game)) as (other, secret):
            for twin in (one, other):
                await twin.world.do("open_vote", BORIS, twin.code, "extend", amount=5)
                await twin.world.do("go_away", ANNA, twin.code, 1)
            for hours in (2.5, 11, 9):
                for twin in (one, other):
                    twin.world.clock.pass_by(hours=hours)
                    await twin.world.tables.beat()
            kinds = {row["kind"] for row in await one.world.posts()}
            assert {"reminder", "digest"} <= kinds
            await compare_all(one, other, besides=secret)


@pytest.mark.parametrize("game", titles(IN_SECRET))
async def test_what_moderators_are_answered_holds_no_answer(tmp_path: Path, migrated: Path, game: str) -> None:
    async with (
        table_of(tmp_path, migrated, game) as one,
        secret_answers(one, tmp_path / "other.db", random.Random(game)) as (other, secret),
    ):
        told: list[list[str]] = []
        for twin in (one, other):
            points = await twin.world.tables.undo_points(twin.code)
            acts = [*ACTS, *(("undo", {"turn": point.turn}) for point in points[:1])]
            told.append([await act(twin, what, facts) for what, facts in acts])
        assert not any(text.startswith("refused") for text in told[0]), told[0]
        assert told[0] == told[1]
        await compare_all(one, other, besides=secret)


async def act(twin: Twin, what: Any, facts: dict[str, Any]) -> str:
    code = None if what == "announce" else twin.code
    return await answered(
        twin, MODERATOR, partial(modacts.do, code=code, what=what, reason="to try", facts=facts), moderates=True
    )


@pytest.mark.parametrize("game", titles(tuple(GAMES)))
async def test_whoever_asks_is_shown_nothing_hidden(tmp_path: Path, migrated: Path, game: str) -> None:
    """Also whoever has resigned: for each viewer a state that only others could tell apart, and other luck to come."""
    luck = random.Random(game)
    async with table_of(tmp_path, migrated, game) as one:
        await play(one, 2, 1)
        if SEATS[game] > 2:
            await one.world.do("resign", CHEN, one.code)
        table, state = await one.table(), await one.state()
        assert table.status == "running"
        found, known = 0, await everything(one, None)
        for viewer in (ANNA, BORIS, CHEN, NEWCOMER, MODERATOR):
            own = {seat.seat for seat in table.seats if seat.user_id == viewer}
            hidden = disguised(game, state, frozenset({None, *own}), luck)
            found += hidden is not None
            async with copy_of(one, tmp_path / f"other{viewer}.db") as other:
                await other.world.change(f"update tables set seed = '{luck.randbytes(32).hex()}'")
                if hidden is not None:
                    await put(other, hidden)
                await compare_one(one, other, viewer, [known, {}])
        assert found, "no twin was found"


@pytest.mark.long
@pytest.mark.timeout(1200)
async def test_whoever_is_beaten_is_shown_nothing_hidden(tmp_path: Path, migrated: Path) -> None:
    for seed in range(40):
        inside = tmp_path / str(seed)
        inside.mkdir()
        async with table_of(inside, migrated, "wasteland") as one:
            for number in range(WATCH):
                await play(one, 1, seed + number)
                table = await one.table()
                beaten = [seat for seat in table.seats if seat.beaten]
                if table.status != "running" or beaten:
                    break
            if table.status != "running" or not beaten:
                continue
            luck = random.Random(seed)
            hidden = disguised("wasteland", await one.state(), frozenset({None, beaten[0].seat}), luck)
            if hidden is None:
                continue
            async with copy_of(one, inside / "other.db") as other:
                await put(other, hidden)
                await compare_one(one, other, holder(table, beaten[0].seat), [{}, {}])
            return
    pytest.fail("nobody was beaten while others played on")


@pytest.mark.parametrize("game", titles(IN_SECRET))
async def test_a_game_that_is_called_off_tells_no_answer_that_was_not_revealed(
    tmp_path: Path, migrated: Path, game: str
) -> None:
    """The whole record is public then, the seed too; an answer that counted for nothing stays its seat's."""
    async with (
        table_of(tmp_path, migrated, game) as one,
        secret_answers(one, tmp_path / "other.db", random.Random(game)) as (other, secret),
    ):
        running = await one.world.tables.export(one.code)
        assert set(running) == {"format", "table", "seats", "steps", "view"}
        [row] = await one.world.rows("select seed from tables")
        assert row["seed"] not in repr(running)
        assert all(event["audience"] is None for step in running["steps"] for event in step["events"])
        for twin in (one, other):
            await moderated(twin, "cancel", {})
        assert row["seed"] in repr(await one.world.tables.export(one.code))
        await compare_all(one, other, besides=secret)


# ---- crashes


def breaks(_self: Any, *arguments: Any) -> Any:
    raise RuntimeError(f"cannot go on with {arguments}") from ValueError(repr(arguments))


@pytest.mark.parametrize(
    "method", ["advance", "stand_in", *(pytest.param(name, marks=pytest.mark.long) for name in ("view", "allows"))]
)
async def test_a_crash_anywhere_in_the_rules_tells_the_log_no_answer(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    """The words of each exception hold what the rules were given; presses and the clock run into it."""
    logs: list[list[str]] = []
    async with (
        table_of(tmp_path, migrated, "volt") as one,
        secret_answers(one, tmp_path / "other.db", random.Random(3)) as (other, secret),
    ):
        table = await one.table()
        monkeypatch.setattr(type(GAMES["volt"]), method, breaks)
        for twin in (one, other):
            with logged() as log:
                for seat in table.asked:
                    await crashing(partial(twin.world.do, "ready", holder(table, seat), twin.code, table.window))
                await crashing(partial(answers, twin, secret))
                twin.world.clock.pass_by(days=30)
                await crashing(twin.world.tables.beat)
            logs.append([REFERENCE.sub("bug #", line) for line in log])
    assert any("RuntimeError" in line for line in logs[0]), "the crash is logged"
    assert logs[0] == logs[1]
    assert "cannot go on" not in "\n".join(logs[0])


async def crashing(act: Callable[[], Any]) -> None:
    try:
        await act()
    except Refused:
        return
    except Exception as error:
        report(error, "press")


async def test_libraries_that_log_an_exception_do_not_tell_its_words() -> None:
    """discord.py and asyncio log what nobody caught, the latter with the exception's own words in its line."""
    asyncio.get_running_loop().set_exception_handler(on_lost_error)
    try:
        with logged() as log:
            try:
                breaks(None, WORDS)
            except RuntimeError as error:
                logging.getLogger("discord.ui.view").exception("Ignoring exception in %r", WORDS)
                on_last_error(type(error), error, error.__traceback__)
            task = asyncio.get_running_loop().create_task(failing())
            await asyncio.wait([task])
            del task
    finally:
        asyncio.get_running_loop().set_exception_handler(None)
    assert log.count("RuntimeError") == 3
    told = "\n".join(log)
    assert "Task exception was ..." in told
    assert "test_stories.py" in told
    assert WORDS not in told


async def failing() -> None:
    breaks(None, WORDS)


# ---- programs that leak in these ways, and are found


def leak_by_export(monkeypatch: pytest.MonkeyPatch) -> None:
    """An export of a running game as if it were over, with what is drafted."""
    real = export.export

    async def leaky(connection: Any, kit: Any, sheet: Any) -> dict[str, Any]:
        drafts = {seat: draft.action_json for seat, draft in sheet.drafts.items()}
        return await real(connection, kit, sheet) | {"drafts": drafts}

    monkeypatch.setattr(export, "export", leaky)


def leak_by_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of the log that counts the letters of what is drafted."""
    real = tablelog.page

    async def leaky(moment: Any, table: Any, window: int, part: int) -> Any:
        composed = await real(moment, table, window, part)
        composed.view.children[0].content += f" {await drafted(moment.bot.tables)}"
        return composed

    monkeypatch.setattr(tablelog, "page", leaky)


def leak_by_moderator(monkeypatch: pytest.MonkeyPatch) -> None:
    real = modacts.outcome

    async def outcome(moment: Any, act: Any, table: Any) -> Any:
        composed = await real(moment, act, table)
        composed.view.children[0].content += await drafted(moment.bot.tables)
        return composed

    monkeypatch.setattr(modacts, "outcome", outcome)


LEAKS = {"export": leak_by_export, "log": leak_by_log, "moderator": leak_by_moderator}


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_program_that_leaks_by_what_it_answers_is_found(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    LEAKS[leak](monkeypatch)
    async with (
        table_of(tmp_path, migrated, "volt") as one,
        secret_answers(one, tmp_path / "other.db", random.Random(1)) as (other, _),
    ):
        got = [await act(twin, "extend", {"hours": 5}) for twin in (one, other)]
        asked = [await presses.answers(twin, MODERATOR, moderates=True) for twin in (one, other)]
        with pytest.raises(AssertionError, match="tells the twins apart"):
            same(*[{**answer, "act": told} for answer, told in zip(asked, got, strict=True)])
