"""Random presses, deadlines, crashes and outages: what must always hold does."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engines.core import IllegalAction
from tables import pausing
from tables.model import AlreadyDone, Press, Refused, TableInfo
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World
from tests.toy_game import Bid, Take

PEOPLE = (ANNA, BORIS, CHEN, DORA)
LENGTH = 120
RARE = [("leave", ()), ("remove_bot", ()), ("configure", ()), ("start", ())]
"""What is pressed in a lobby now and then."""
SEEDS = range(int(os.environ.get("SCRAPYARD_WALKS", "4")))


class Walk:
    """One table, and four people who press at random: at a live table, or over days, with nights and away days."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.days = seed % 2 == 1
        self.luck = random.Random(seed)
        self.code = ""
        self.window = 0
        self.accepted: list[Press] = []

    async def run(self) -> None:
        pace = {"pace": "hours", "hours": 3} if self.days else {"pace": "live"}
        self.code = await self.world.lobby(**pace)
        for number, user in enumerate(PEOPLE):
            quiet = (number * 6 * 60, (number * 6 * 60 + 10 * 60) % (24 * 60))
            await self.world.do("keep_settings", user, zone="Europe/Berlin", quiet=quiet)
        await self.world.do("configure", ANNA, self.code, option=("pile", "large"))
        for step in range(1, LENGTH + 1):
            await self.one(step)
            await self.check()
            if (await self.world.tables.find(self.code)).status not in ("lobby", "running"):
                break

    async def one(self, step: int) -> None:
        """Do one thing: often a press, at times something that befalls the bot."""
        acts = ["press"] * 12 + ["time", "restart", "outage", "flush", "again", "pause"]
        match self.luck.choice(acts):
            case "press":
                await self.press(step)
            case "again":
                await self.again()
            case "time":
                self.world.clock.pass_by(seconds=self.luck.choice((20, 150, 300)) * (40 if self.days else 1))
                await self.world.tables.beat()
            case "pause":
                await self.pause()
            case "restart":
                await self.world.restart()
            case "outage":
                await self.outage()
            case _:
                await self.world.flush()

    async def press(self, step: int) -> None:
        info = await self.world.tables.find(self.code)
        user = self.luck.choice(PEOPLE)
        window = info.window - (self.luck.random() < 0.1)
        count = self.luck.choice((None, 0, 1, 2, 3, 4))
        action = Bid(amount=count) if info.window_kind == "bid" else Take(count=count)
        lobby = [("join", ()), ("join", ()), ("add_bot", ()), ("start", ()), self.luck.choice(RARE)]
        play = [
            ("save_draft", (window, action)),
            ("answer", (window, action)),
            ("answer", (window, action)),
            ("ready", (window,)),
            ("unready", (window,)),
            ("back", ()),
            ("go_away", (1,)),
            ("come_back", ()),
        ]
        if step % 25 == 0:
            play.append(("resign", ()))
        what, more = self.luck.choice(lobby if info.status == "lobby" else play)
        press = self.world.press(user)
        try:
            await getattr(self.world.tables, what)(press, self.code, *more)
        except (Refused, IllegalAction):
            return
        self.accepted.append(press)

    async def pause(self) -> None:
        """A moderator stops the table's clocks, or lets them run on."""
        if (await self.world.tables.find(self.code)).status != "running":
            return
        async with self.world.tables._desk(None, self.code) as desk:
            if desk.table.paused_at is None:
                await pausing.pause(desk, "mod")
            else:
                await pausing.go_on(desk)

    async def again(self) -> None:
        """Discord sends an interaction twice."""
        if self.accepted:
            with pytest.raises(AlreadyDone):
                await self.world.tables.back(self.luck.choice(self.accepted), self.code)

    async def outage(self) -> None:
        before = await self.world.tables.find(self.code)
        await self.world.tables.beat()
        self.world.clock.pass_by(minutes=7)
        await self.world.restart()
        credit = await self.world.tables.resume()
        after = await self.world.tables.find(self.code)
        if before.window == after.window and before.deadline and after.deadline:
            moved = after.deadline - before.deadline
            if after.paused_at is not None:
                assert not moved, "the end of the pause moves it"
            else:
                assert moved >= credit if self.days and after.status == "running" else moved == credit

    async def check(self) -> None:
        info = await self.world.tables.find(self.code)
        assert info.window in (self.window, *range(self.window, self.window + 60))
        self.window = info.window
        await self.check_answers(info)
        await self.check_time(info)
        await self.check_posts(info)

    async def check_answers(self, info: TableInfo) -> None:
        """Every window was answered once by every seat that it asked, and they follow each other without a gap."""
        states = await self.world.rows("select turn, window, cause from states order by turn")
        assert [row["turn"] for row in states] == list(range(1, len(states) + 1))
        windows = [row["window"] for row in states]
        assert all(new - old in (0, 1) for old, new in pairwise(windows))
        if states:
            assert windows[-1] == info.window
        answered = {row["window"] for row in await self.world.rows("select window from actions")}
        closed = {before for before, row in zip(windows, states[1:], strict=False) if row["cause"] == "answers"}
        assert answered == closed
        steps = await self.world.rows("select seq from steps order by seq")
        assert [row["seq"] for row in steps] == list(range(1, len(steps) + 1))

    async def check_time(self, info: TableInfo) -> None:
        """A table that goes on has a time at which it will."""
        kinds = {row["kind"] for row in await self.world.rows("select kind from timers")}
        if info.status == "running":
            assert kinds - {"go_on", "remind"} == (set() if info.paused_at else {"deadline"})
            assert info.deadline is not None
            await self.check_own(info)
            assert info.asked
        elif info.status == "lobby":
            assert "lobby_expiry" in kinds
        else:
            assert kinds == set()
            assert info.asked == ()

    async def check_own(self, info: TableInfo) -> None:
        """Whoever is asked has a deadline, never earlier than the table's; the timer waits for nobody else's."""
        dues = {row["seat"]: row for row in await self.world.rows("select * from dues")}
        present = {seat.seat for seat in info.seats if seat.kind == "person" and not seat.out and seat.missed < 2}
        assert [own.seat for own in info.own] == [seat for seat in info.asked if seat in present]
        for own in info.own:
            assert dues[own.seat]["window"] == info.window
            assert dues[own.seat]["due"] >= dues[own.seat]["base"]
            if not self.days:
                assert own.why == ""
        for row in await self.world.rows("select due from timers where kind = 'deadline'"):
            assert row["due"] <= max(due["due"] for due in dues.values())

    async def check_posts(self, info: TableInfo) -> None:
        """Nothing that was told is lost: each step stands in one post, each window and its people have theirs."""
        posts = await self.world.rows("select * from outbox order by seq")
        keys = [post["key"].split(":", 1)[1] for post in posts]
        assert all(post["sent_version"] <= post["version"] for post in posts)
        told = [seq for post in posts if post["kind"] in ("opening", "chapter") for seq in _span(post["body"])]
        assert told == list(range(1, 1 + len(await self.world.rows("select seq from steps"))))
        if info.status == "running":
            assert f"window:{info.window}" in keys
            for seat in info.seats:
                if seat.kind == "person" and not seat.out and seat.missed < 2 and seat.seat in info.asked:
                    assert f"panel:{info.window}-{seat.seat}" in keys
        if info.status == "over":
            assert keys[-2:] == ["result:0", "tidy:0"]


def _span(body: str) -> Sequence[int]:
    first, last = json.loads(body)["steps"]
    return range(first, last + 1)


@pytest.mark.parametrize("seed", SEEDS)
async def test_random_presses_keep_every_promise(migrated: Path, tmp_path: Path, seed: int) -> None:
    path = tmp_path / "walk.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    walk = Walk(world, seed)
    try:
        await walk.run()
        await world.flush()
        waiting = await world.rows("select key from outbox where version > sent_version and dropped is null")
        assert waiting == [], "all that was to be said has been said"
        if (await world.tables.find(walk.code)).status == "over":
            assert (await world.tables.fairness(walk.code)).replay_agrees
    finally:
        await world.close()
