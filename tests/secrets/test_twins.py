"""Whoever may not know something gets the same bytes, however it is: in random games, at any moment, in every way."""

from __future__ import annotations

import asyncio
import io
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from app.logging import set_up
from engines import GAMES
from engines.core import IllegalAction
from tables.doors.play import PlayDoor
from tables.model import Refused, TableInfo
from tests.secrets import twins
from tests.secrets.twins import (
    COMPARED,
    MODERATOR,
    NEWCOMER,
    Twin,
    alike,
    copy_of,
    disguised,
    drafted,
    everything,
    holder,
    moderated,
    play,
    put,
    same,
    sound,
    table_of,
)
from tests.tables.conftest import migrated as migrated
from tests.tables.world import ANNA, BORIS

IN_SECRET = ("volt", "wasteland")
"""Games in which several answer at once; Thunder Road asks one crew at a time, in the open."""
CHOICES = 40
GAMES_IN_ORDER = {"volt": 1, "wasteland": 2}
"""So many are needed until three are asked at once."""
SHORT, LONG = 1, 60
"""Random games for each game of ours."""


async def nothing(_twin: Twin) -> None:
    return None


async def seat_given_up(twin: Twin) -> None:
    """Boris leaves: the stand-in plays, somebody new takes the seat."""
    await twin.world.do("give_up", BORIS, twin.code)
    await twin.world.do("claim", NEWCOMER, twin.code, 1)
    [claim] = await twin.world.rows("select id from claims where status = 'open'")
    await twin.world.do("decide", ANNA, twin.code, claim["id"], True)


async def vote_opened(twin: Twin) -> None:
    await twin.world.do("open_vote", BORIS, twin.code, "pause")


async def gone_back(twin: Twin) -> None:
    """A moderator takes the table back by a step."""
    points = await twin.world.tables.undo_points(twin.code)
    if points:
        await moderated(twin, "undo", {"turn": points[0].turn})


async def away(twin: Twin) -> None:
    await twin.world.do("go_away", BORIS, twin.code, 1)


Story = Callable[[Path, Path, str, int], Awaitable[int]]
LIVES: dict[str, Callable[[Twin], Awaitable[None]]] = {
    "nothing": nothing,
    "handover": seat_given_up,
    "vote": vote_opened,
    "undo": gone_back,
    "away": away,
}


async def viewers(twin: Twin, besides: int | None = None) -> list[int | None]:
    """Everybody who can look: each holder but one, whoever held a seat before, a moderator, and nobody."""
    table = await twin.table()
    holders = [holder(table, seat.seat) for seat in table.seats]
    everybody = dict.fromkeys([*holders, BORIS, MODERATOR, None])
    return [one for one in everybody if one is None or one != besides]


async def try_things(twin: Twin, viewer: int | None, action: Any) -> list[str]:
    """What the viewer is answered who presses what is another's, and what is their own."""
    said: list[str] = []
    if viewer is None:
        return said
    window = (await twin.table()).window
    for what, *more in (("ready",), ("unready",), ("save_draft", action), ("keep_order", "no-such-field", "x")):
        arguments = more if what == "keep_order" else [window, *more]
        try:
            said.append(repr(await twin.world.do(what, viewer, twin.code, *arguments)))
        except (Refused, IllegalAction) as error:
            said.append(f"{error.reason} {error.facts}")
    return said


Known = tuple[dict[str, str], dict[str, str]]
"""What anybody gets of each of the two tables."""


async def compare(one: Twin, other: Twin, viewer: int | None, luck: random.Random, known: Known) -> None:
    """What the viewer gets, after having tried this and that where they are asked something."""
    table = await one.table()
    own = next((seat.seat for seat in table.seats if seat.user_id == viewer), None)
    if own is not None and own in table.asked:
        action = sound(await one.state(), table, own, luck.randrange(99))
        assert await try_things(one, viewer, action) == await try_things(other, viewer, action)
    same(await everything(one, viewer, known[0]), await everything(other, viewer, known[1]))


def answers_of(state: Any, table: TableInfo, seat: int, luck: random.Random) -> list[Any]:
    """Two different answers that the seat may give."""
    first = sound(state, table, seat, 1)
    others = [one for one in islice(GAMES[table.game].choices(state, seat), CHOICES) if one != first]
    return [first, luck.choice(others)] if others else [first]


async def hidden_window(twin: Twin, luck: random.Random) -> int | None:
    """Play on to a window in which several answer in secret; gives one of them."""
    for _ in range(40):
        table = await twin.table()
        if table.status != "running":
            return None
        if table.hidden and len(table.asked) > 1:
            return luck.choice(table.asked)
        await play(twin, 1, luck.randrange(99))
    return None


async def another_answer(folder: Path, migrated: Path, game: str, seed: int) -> bool:
    """Somebody else's answer in a hidden window is another one, ready or not; whether there was such a window."""
    luck = random.Random(f"{game}{seed}")
    async with table_of(folder, migrated, game) as one:
        await play(one, luck.randrange(6), seed)
        await LIVES[luck.choice(sorted(LIVES))](one)
        seat = await hidden_window(one, luck)
        if seat is None:
            return False
        table, state = await one.table(), await one.state()
        secret = holder(table, seat)
        answers = answers_of(state, table, seat, luck)
        ready = luck.random() < 0.5
        async with copy_of(one, folder / "other.db") as other:
            logs: list[list[str]] = []
            for twin, action in ((one, answers[0]), (other, answers[-1])):
                with logged() as log:
                    await twin.world.do("save_draft", secret, twin.code, table.window, action)
                    if ready:
                        await twin.world.do("ready", secret, twin.code, table.window)
                    await everything(twin, secret)
                logs.append(log)
            assert logs[0] == logs[1], "the log tells the twins apart"
            known = await everything(one, None), await everything(other, None)
            same(*known)
            for viewer in await viewers(one, besides=secret):
                if viewer is not None:
                    await compare(one, other, viewer, luck, known)
            same(await everything(one, None), await everything(other, None))
        return len(answers) > 1


@contextmanager
def logged() -> Iterator[list[str]]:
    """What the program writes to its log at the lowest level that a host can choose."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    lines: list[str] = []
    set_up("DEBUG", [], stream)
    try:
        yield lines
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        # Without the moment that each line begins with.
        lines += [line.split(" ", 2)[-1] for line in stream.getvalue().splitlines()]


async def another_order(folder: Path, migrated: Path, game: str, seed: int) -> bool:
    """Two are ready while a third still thinks; which of them was first, nobody else can tell."""
    luck = random.Random(f"{game}{seed}")
    async with table_of(folder, migrated, game) as one:
        await play(one, luck.randrange(4), seed)
        if await hidden_window(one, luck) is None:
            return False
        table, state = await one.table(), await one.state()
        if len(table.asked) < 3:
            return False
        first, second = luck.sample(table.asked, 2)
        async with copy_of(one, folder / "other.db") as other:
            for twin, order in ((one, (first, second)), (other, (second, first))):
                for seat in order:
                    action = sound(state, table, seat, 1)
                    await twin.world.do("answer", holder(table, seat), twin.code, table.window, action)
                    twin.world.clock.pass_by(minutes=7)
            thinking = [holder(table, seat) for seat in table.asked if seat not in (first, second)]
            await alike(one, other, (*thinking, MODERATOR))
        return True


async def another_hidden_state(folder: Path, migrated: Path, game: str, seed: int) -> int:
    """What lies hidden has changed places, and the luck to come is another; gives how many viewers had a twin."""
    luck = random.Random(f"{game}{seed}")
    twins = 0
    async with table_of(folder, migrated, game) as one:
        await play(one, luck.randrange(9), seed)
        if (await one.table()).status != "running":
            return 0
        await LIVES[luck.choice(sorted(LIVES))](one)
        table, state = await one.table(), await one.state()
        known = await everything(one, None)
        alike: dict[frozenset[int | None], list[int | None]] = {}
        for viewer in await viewers(one):
            own = {seat.seat for seat in table.seats if seat.user_id == viewer}
            alike.setdefault(frozenset({None, *own}), []).append(viewer)
        for number, (seats, group) in enumerate(alike.items()):
            hidden = disguised(game, state, seats, luck)
            async with copy_of(one, folder / f"other{number}.db") as other:
                await other.world.change(f"update tables set seed = '{luck.randbytes(32).hex()}'")
                if hidden is not None:
                    await put(other, hidden)
                    twins += len(group)
                theirs: dict[str, str] = {}
                for viewer in group:
                    theirs = await everything(other, viewer, theirs)
                    same(await everything(one, viewer, known), theirs)
    return twins


def leak_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    real = twins.posts

    async def posts(twin: Twin, viewer: int | None, known: Any = None) -> dict[str, str]:
        told = await real(twin, viewer, known)
        secret = await drafted(twin.world.tables)
        return {key: f"{value} {secret}" for key, value in told.items()}

    monkeypatch.setattr(twins, "posts", posts)


def leak_by_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Twin.bot.fget  # type: ignore[attr-defined]

    def bot(twin: Twin) -> Any:
        made = real(twin)

        class Leaky(twins.Outline):
            async def draw(self, game: str, view: Any, look: Any) -> Any:
                return await super().draw(game, (view, await drafted(twin.world.tables)), look)

        made.studio = Leaky()
        return made

    monkeypatch.setattr(Twin, "bot", property(bot))


def leak_by_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    """A public post is edited whenever an answer is longer than another."""
    real = twins.posts

    async def posts(twin: Twin, viewer: int | None, known: Any = None) -> dict[str, str]:
        longer = len(await drafted(twin.world.tables))
        await twin.world.change(f"update outbox set version = {longer} where place = 'table'")
        return await real(twin, viewer, known)

    monkeypatch.setattr(twins, "posts", posts)


def leak_by_log(monkeypatch: pytest.MonkeyPatch) -> None:
    real = PlayDoor.save_draft

    async def save_draft(self: PlayDoor, press: Any, code: str, window: int, action: Any) -> Any:
        logging.getLogger("tables").debug("saved %s", action)
        return await real(self, press, code, window, action)

    monkeypatch.setattr(PlayDoor, "save_draft", save_draft)


LEAKS = {"text": leak_by_text, "picture": leak_by_picture, "edits": leak_by_edits, "log": leak_by_log}


def found_in(story: Story, folder: pytest.TempPathFactory, migrated: Path, game: str, games: int) -> int:
    """Have the story told of so many random games; gives how often there was something to compare."""
    found = 0

    @settings(max_examples=games, derandomize=games != LONG, database=None, phases=(Phase.generate,))
    @given(st.integers(0, 1 << 30))
    def told(seed: int) -> None:
        nonlocal found
        found += asyncio.run(story(folder.mktemp("twins"), migrated, game, seed))

    told()
    return found


@pytest.mark.parametrize("game", IN_SECRET)
def test_an_answer_leaves_no_trace_before_the_reveal(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, game: str
) -> None:
    assert found_in(another_answer, tmp_path_factory, migrated, game, SHORT), "nobody had another answer"


@pytest.mark.parametrize("game", IN_SECRET)
def test_who_was_ready_first_leaves_no_trace(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, game: str
) -> None:
    assert found_in(another_order, tmp_path_factory, migrated, game, GAMES_IN_ORDER[game]), (
        "nobody could be ready before another"
    )


@pytest.mark.parametrize("leak", LEAKS)
async def test_the_comparison_would_notice(
    tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """A program that told a little of a secret answer, by whichever way."""
    LEAKS[leak](monkeypatch)
    with pytest.raises(AssertionError, match="twins apart"):
        await many(another_answer, tmp_path, migrated, "volt", SHORT)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_lies_hidden_leaves_no_trace(tmp_path_factory: pytest.TempPathFactory, migrated: Path, game: str) -> None:
    assert found_in(another_hidden_state, tmp_path_factory, migrated, game, SHORT), "no twin was found"


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("story", [another_answer, another_order, another_hidden_state])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_same_in_many_games(
    tmp_path_factory: pytest.TempPathFactory, migrated: Path, game: str, story: Story
) -> None:
    COMPARED.clear()
    found = found_in(story, tmp_path_factory, migrated, game, LONG)
    print(f"{story.__name__}, {game}: {LONG} games, {found} twins, {dict(COMPARED)}")


async def many(story: Any, folder: Path, migrated: Path, game: str, games: int) -> int:
    found = 0
    for seed in range(games):
        inside = folder / str(seed)
        inside.mkdir()
        found += await story(inside, migrated, game, seed)
    return found
