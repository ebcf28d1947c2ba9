"""Games that go back and forth at random, with everything else that befalls a table in between."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction, Level
from tables import pausing, undo
from tables.model import Refused, TableInfo
from tests.tables.test_undo import back, replayed, turns
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World

PEOPLE = (ANNA, BORIS, CHEN, DORA)
ACTS = ("answer",) * 12 + ("undo", "undo", "back", "back", "resign", "time", "hand", "pause", "orders")


class Walk:
    """One table and what is done at it."""

    def __init__(self, world: World, code: str, luck: random.Random) -> None:
        self.world, self.code, self.luck = world, code, luck
        self.done: list[str] = []

    async def one(self) -> None:
        what = self.luck.choice(ACTS)
        try:
            await getattr(self, f"_{what}")(await self.world.tables.find(self.code))
        except (Refused, IllegalAction):
            return
        self.done.append(what)

    async def _answer(self, info: TableInfo) -> None:
        user = self.luck.choice(PEOPLE)
        panel = await self.world.tables.panel(self.code, user)
        game = self.world.games[info.game]
        if panel.ask is not None:
            action = game.stand_in(panel.view, panel.seat, Level.EASY, FastChance(self.luck.randrange(99)))
            await self.world.do("answer", user, self.code, info.window, action)

    async def _undo(self, info: TableInfo) -> None:
        await self.world.do("undo", self.luck.choice(PEOPLE), self.code)

    async def _back(self, info: TableInfo) -> None:
        points = await self.world.tables.undo_points(self.code)
        if points:
            await back(self.world, self.code, self.luck.choice(points[:6]).turn)

    async def _resign(self, info: TableInfo) -> None:
        if self.luck.random() < 0.5:
            await self.world.do("resign", self.luck.choice(PEOPLE), self.code)

    async def _time(self, info: TableInfo) -> None:
        self.world.clock.pass_by(minutes=6)
        await self.world.tables.beat()

    async def _hand(self, info: TableInfo) -> None:
        """Somebody gives their seat to whoever has none."""
        free = [user for user in PEOPLE if info.seat_of(user) is None]
        holders = [seat for seat in info.seats if seat.user_id is not None]
        seat = self.luck.choice(holders)
        await self.world.do("offer", seat.user_id or 0, self.code)
        if free:
            claim = await self.world.do("claim", free[0], self.code, seat.seat)
            await self.world.do("decide", seat.user_id or 0, self.code, claim.id, True)

    async def _pause(self, info: TableInfo) -> None:
        async with self.world.tables._desk(None, self.code) as desk:
            await (pausing.go_on(desk) if info.paused_at else pausing.pause(desk, "mod"))

    async def _orders(self, info: TableInfo) -> None:
        value = self.luck.choice(("keep", "ask"))
        await self.world.do("keep_order", self.luck.choice(PEOPLE), self.code, "watch", value)

    async def check(self) -> None:
        """What always holds, however often the table went back."""
        info, rows = await self.world.tables.find(self.code), await turns(self.world)
        windows = [row["window"] for row in rows]
        assert windows == sorted(windows)
        assert sum(row["cause"] == "undo" for row in rows) == info.line
        stands = undo.line([_Row(row) for row in rows])  # type: ignore[arg-type]
        resigned = {stand.origin.seat for stand in stands if stand.origin.cause == "resign"}
        assert {seat.seat for seat in info.seats if seat.out} == resigned
        counting = {stand.origin.turn for stand in stands}
        steps = await self.world.rows("select seq, turn, undone from steps order by seq")
        assert [step["seq"] for step in steps] == list(range(1, len(steps) + 1))
        assert all(bool(step["undone"]) is (step["turn"] not in counting) for step in steps)
        drafts = await self.world.rows(f"select * from drafts where window <> {info.window}")
        assert drafts == []
        if info.status == "running" and info.paused_at is None:
            kinds = {row["kind"] for row in await self.world.rows("select kind from timers")}
            assert kinds & {"deadline", "go_on"}


class _Row:
    """A row of states as a value."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.turn, self.cause, self.seat, self.back_to = row["turn"], row["cause"], row["seat"], row["back_to"]


@pytest.mark.parametrize("game", ["relay", "embers"])
async def test_tables_that_go_back_and_forth_keep_every_promise(world: World, game: str) -> None:
    luck = random.Random(f"{game} goes back")
    code = await world.started(BORIS, CHEN, game=game, pace="live")
    walk = Walk(world, code, luck)
    for number in range(40):
        await walk.one()
        if (await world.tables.find(code)).status != "running":
            break
        if number % 4 == 3 or walk.done[-1:] == ["back"]:
            await walk.check()
    assert {"answer", "back"} <= set(walk.done)
    assert [row["state_json"] for row in await turns(world)] == await replayed(world, code)
    for user in PEOPLE:
        info = await world.tables.find(code)
        if info.status == "running" and info.seat_of(user) is not None:
            with suppress(Refused):  # who has resigned, or is beaten
                await world.do("resign", user, code)
    report = await world.tables.fairness(code)
    assert report.replay_agrees in ((True,) if report.table.status == "over" else (None,))
    data = await world.tables.export(code)
    drawn = [draw["number"] for row in data.get("turns", ()) for draw in json.loads(json.dumps(row["draws"]))]
    assert drawn == list(range(len(drawn)))
