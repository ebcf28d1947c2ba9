"""Twins: two tables that differ only in what a viewer may not know, and all that this viewer can get of each."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cogs.composed import Composed
from cogs.posts import compose
from engines import GAMES
from engines.chance import FastChance
from engines.core import Level
from render import Look, Picture
from tables.codec import codec_of
from tables.community import ActName
from tables.model import Refused, TableInfo
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World

PEOPLE = (ANNA, BORIS, CHEN, DORA)
MODERATOR, NEWCOMER = 77, 88
OPTIONS = {
    "volt": [("modules", "on")],
    "thunder_road": [],
    "wasteland": [("length", "short")],
}
SEATS = {"volt": 3, "thunder_road": 2, "wasteland": 3}
SWAPS = 60
"""Attempts at a state that a viewer cannot tell from the one it was made of."""


COMPARED: Counter[str] = Counter()
"""How often somebody got the same of both tables, and how much that was. A picture counts as its digest."""


class Outline:
    """Draws no picture, and tells everything that it would have been made from."""

    async def draw(self, game: str, view: Any, look: Look) -> Picture:
        told = f"{game}|{view!r}|{look!r}".encode()
        return Picture(hashlib.sha256(told).digest(), f"alt {hashlib.sha256(told).hexdigest()}")


@dataclass
class Twin:
    """One of the two tables."""

    world: World
    code: str
    studio: Any = field(default_factory=Outline)

    @property
    def bot(self) -> Any:
        """What composers ask of a bot."""
        lookup = SimpleNamespace(get_guild=lambda _number: None, get_channel=lambda _number: None)
        return SimpleNamespace(
            tables=self.world.tables, studio=self.studio, clock=self.world.clock, **vars(lookup), user=None
        )

    async def table(self) -> TableInfo:
        return await self.world.tables.find(self.code)

    async def state(self) -> Any:
        [row] = await self.world.rows("select state_json from states order by turn desc limit 1")
        table = await self.table()
        return codec_of(GAMES[table.game]).state.load(row["state_json"])


@asynccontextmanager
async def table_of(folder: Path, migrated: Path, game: str) -> Any:
    """A game of people that has just begun."""
    path = folder / "one.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await world.lobby(game=game)
    for person in PEOPLE[1 : SEATS[game]]:
        await world.do("join", person, code)
    for option in OPTIONS[game]:
        await world.do("configure", ANNA, code, option=option)
    await world.do("start", ANNA, code)
    await world.tables.record_thread(code, 700)
    try:
        yield Twin(world, code)
    finally:
        await world.close()


async def play(twin: Twin, windows: int, seed: int) -> None:
    """Everybody answers soundly, for so many windows."""
    for _ in range(windows):
        table = await twin.table()
        if table.status != "running":
            return
        for seat in table.asked:
            await answer(twin, seat, seed)


async def answer(twin: Twin, seat: int, seed: int) -> None:
    table = await twin.table()
    if seat in table.asked and table.status == "running":
        await twin.world.do(
            "answer", holder(table, seat), twin.code, table.window, sound(await twin.state(), table, seat, seed)
        )


def holder(table: TableInfo, seat: int) -> int:
    return table.seats[seat].user_id or 0


def sound(state: Any, table: TableInfo, seat: int, seed: int) -> Any:
    """A sound answer, from what the seat sees."""
    game = GAMES[table.game]
    return game.stand_in(game.view(state, seat), seat, Level.EASY, FastChance(seed * 1000 + table.window))


@asynccontextmanager
async def copy_of(twin: Twin, path: Path) -> Any:
    """The same table once more, with the same clock and the same numbers of presses to come."""
    await twin.world.close()
    shutil.copy(twin.world.path, path)
    await twin.world.open()
    other = World(path)
    other.clock.moment = twin.world.clock.moment
    other._pressed = twin.world._pressed
    await other.open()
    try:
        yield Twin(other, twin.code, twin.studio)
    finally:
        await other.close()


# ---- what differs


def swapped(text: str, luck: random.Random) -> str:
    """The JSON with two like things of one list, or of two like lists, in each other's place."""
    data = json.loads(text)
    lists = [one for one in _lists(data) if one]
    first = luck.choice(lists)
    second = first if luck.random() < 0.6 else luck.choice(lists)
    one, other = luck.randrange(len(first)), luck.randrange(len(second))
    first[one], second[other] = second[other], first[one]
    return json.dumps(data)


def _lists(data: Any) -> Iterator[list[Any]]:
    if isinstance(data, list):
        yield data
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    for part in inner:
        yield from _lists(part)


def disguised(game_key: str, state: Any, seats: frozenset[int | None], luck: random.Random) -> Any:
    """Another state that looks the same to all these viewers; ``None`` where none was found."""
    game, codec = GAMES[game_key], codec_of(GAMES[game_key])
    text = codec.state.dump(state)
    for _ in range(SWAPS):
        try:
            other = codec.state.load(swapped(text, luck))
            asked = other != state and game.window(other) == game.window(state)
            if asked and all(game.view(other, seat) == game.view(state, seat) for seat in seats):
                return other
        except Exception:
            continue
    return None


async def put(twin: Twin, state: Any) -> None:
    """Let the table be in that state."""
    table = await twin.table()
    text = codec_of(GAMES[table.game]).state.dump(state).replace("'", "''")
    await twin.world.change(f"update states set state_json = '{text}' where turn = (select max(turn) from states)")


# ---- all that somebody gets


async def everything(twin: Twin, viewer: int | None, known: Mapping[str, str] | None = None) -> dict[str, str]:
    """By what it is: all that this person can see of the table, or anybody who sits nowhere.

    ``known``: what somebody else got just now. A public post, which knows no reader, is not composed once more.
    """
    tables, code = twin.world.tables, twin.code
    table = await tables.find(code)
    asked: dict[str, Any] = {
        "table": partial(tables.find, code),
        "view": partial(tables.public_view, code),
        "steps": partial(tables.steps, code, limit=10_000),
        "fairness": partial(tables.fairness, code),
        "export": partial(tables.export, code),
        "votes": partial(tables.votes_open, code),
        "tables": partial(tables.tables_in, GUILD),
        "opened": partial(tables.opened_at, [table]),
        "undo": partial(tables.undo_points, code, viewer),
    }
    if viewer is not None:
        asked |= {
            "panel": partial(tables.panel, code, viewer),
            "orders": partial(tables.orders, code, viewer),
            "recap": partial(tables.recap, code, viewer),
            "games": partial(tables.of_person, viewer),
            "data": partial(tables.data_of, viewer),
            "record": partial(tables.record_of, viewer),
        }
    found = {name: await _got(ask) for name, ask in asked.items()}
    return found | await posts(twin, viewer, known)


async def _got(ask: Any) -> str:
    try:
        return repr(await ask())
    except Refused as error:
        return f"refused: {error.reason} {error.facts}"


async def posts(twin: Twin, viewer: int | None, known: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every message that this person can read, as it stands now, in order, with how often it was changed."""
    told: dict[str, str] = {}
    for number, row in enumerate(await twin.world.posts()):
        private = row["place"] in ("seat", "person")
        if (private and row["user_id"] != viewer) or row["kind"] in ("thread", "tidy"):
            continue
        post = await twin.world.tables.post(row["key"])
        assert post is not None
        if row["dropped"] is not None or not await twin.world.tables.still_matters(post):
            told[row["key"]] = f"{number if not private else ''} dropped {row['dropped']}"
            continue
        mark, before = f"v{row['version']} {row['nonce']} ", "" if private else (known or {}).get(row["key"], "")
        told[row["key"]] = before if before.startswith(mark) else mark + shown(await compose(twin.bot, post))
    return told


def shown(composed: Composed | None) -> str:
    """A message as bytes: layout, component ids, mentions, and each file with name, alt text and content."""
    if composed is None:
        return "nothing"
    files = [(one.name, one.alt, hashlib.sha256(one.data).hexdigest()) for one in composed.files]
    return json.dumps([composed.view.to_components(), files, composed.mentions], ensure_ascii=False, default=str)


async def alike(one: Twin, other: Twin, viewers: Iterable[int | None]) -> None:
    """Anybody who sits nowhere gets the same of both tables, and so does each of these."""
    known = await everything(one, None), await everything(other, None)
    same(*known)
    for viewer in viewers:
        if viewer is not None:
            same(await everything(one, viewer, known[0]), await everything(other, viewer, known[1]))


async def moderated(twin: Twin, what: ActName, facts: dict[str, Any]) -> None:
    """A moderator does this to the table, and confirms it."""
    act = await twin.world.tables.act(twin.world.press(MODERATOR), GUILD, twin.code, what, "to try", facts)
    await twin.world.do("confirm", MODERATOR, act.id)


async def drafted(tables: Any) -> str:
    """What a program that shows something must never look at, for those that leak."""
    async with tables._kit.database.read() as connection:
        rows = await connection.exec_driver_sql("select action_json from drafts order by seat")
        return repr(rows.all())


def same(one: dict[str, str], other: dict[str, str]) -> None:
    """Raises ``AssertionError`` naming the first thing that tells the twins apart."""
    COMPARED.update(viewers=1, bytes=sum(len(text.encode()) for text in one.values()))
    assert list(one) == list(other), f"other posts, or another order: {set(one) ^ set(other)}"
    for name, value in one.items():
        assert value == other[name], f"{name} tells the twins apart:\n{_around(value, other[name])}"


def _around(one: str, other: str) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"...{one[max(0, at - 80) : at + 80]}\n...{other[max(0, at - 80) : at + 80]}"
