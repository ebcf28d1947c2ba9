"""People who come, go, vote and vanish at random: whatever they do, the table stays in order and comes to its end."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engines.core import IllegalAction
from tables import claims, pausing
from tables.model import Refused, TableInfo
from tables.sheet import read_sheet
from tests.tables.world import ANNA, BORIS, CHEN, DORA, GUILD, World
from tests.toy_game import Bid, Take

SEATED = (ANNA, BORIS, CHEN, DORA)
PEOPLE = (*SEATED, 15, 16, 17)
EXAMPLES = int(os.environ.get("SCRAPYARD_SEAT_WALKS", "5"))
VOTES = ("pause", "resume", "extend", "cancel", "remove", "undo")
OFTEN = ("answer", "answer", "draft", "cast", "cast", "cast", "decide", "decide", "claim", "claim", "offer", "time")
RARE = (
    "give_up",
    "resign",
    "offer",
    "keep",
    "seek",
    "invite",
    "accept",
    "gone",
    "found",
    "vote",
    "vote",
    "away",
    "back",
)
ACTS = st.lists(
    st.tuples(st.sampled_from(OFTEN + RARE), st.sampled_from(PEOPLE), st.integers(0, 11)), min_size=25, max_size=45
)


class Walk:
    """One table of the toy game, and people who do anything to its seats."""

    def __init__(self, world: World, code: str) -> None:
        self.world = world
        self.code = code

    async def one(self, what: str, user: int, number: int) -> None:
        """Do it, if it is possible."""
        info = await self.world.tables.find(self.code)
        seat = number % len(info.seats)
        try:
            await self.act(info, what, user, number, seat)
        except (Refused, IllegalAction):
            return

    async def act(self, info: TableInfo, what: str, user: int, number: int, seat: int) -> None:
        do, code = self.world.do, self.code
        action = Bid(amount=number % 4) if info.window_kind == "bid" else Take(count=1 + number % 3)
        match what:
            case "answer":
                await do("answer", user, code, info.window, action)
            case "draft":
                await do("save_draft", user, code, info.window, action)
            case "give_up" | "resign" | "back":
                await do(what, user, code)
            case "offer" | "keep":
                await do("offer", user, code, what == "offer")
            case "seek":
                await do("seek", user, code, seat)
            case "claim" | "decide" | "accept":
                await self.ask_and_give(info, what, user, number)
            case "vote":
                await self.vote(info, user, number, seat)
            case "cast":
                await self.cast(info, user, number)
            case "away":
                await do("go_away", user, code, 1)
            case _:
                await self.befall(info, what, user, number, seat)

    async def ask_and_give(self, info: TableInfo, what: str, user: int, number: int) -> None:
        do, code, asked = self.world.do, self.code, await self.latest("claims")
        if what == "claim":
            free = [seat.seat for seat in info.seats if seat.offered] or [0]
            await do("claim", user, code, free[number % len(free)])
        elif what == "decide":
            user = info.host_id if number % 3 else user
            await do("decide", user, code, asked, number > 1, moderator=number % 2 == 0)
        else:
            invited = (await self.world.tables.claim_info(code, asked)).user_id
            await do("answer_invite", invited if invited and number % 4 else user, code, asked, number > 1)

    async def vote(self, info: TableInfo, user: int, number: int, seat: int) -> None:
        kind, amount = VOTES[number % len(VOTES)], 1 + number
        if kind == "undo":
            points = await self.world.tables.undo_points(self.code)
            amount = points[number % len(points)].turn if points else amount
        if kind == "remove":
            seat = next((other.seat for other in info.seats if other.gone or other.missed > 1), seat)
        await self.world.do("open_vote", user, self.code, kind, seat=seat, amount=amount)

    async def cast(self, info: TableInfo, user: int, number: int) -> None:
        """Mostly somebody whose vote is waited for, and mostly in favour."""
        votes = await self.world.tables.votes_open(self.code)
        waiting = [seat for vote in votes[:1] for seat in vote.waiting]
        if waiting and number % 4:
            user = info.seats[waiting[number % len(waiting)]].user_id or user
        await self.world.do("cast", user, self.code, votes[0].id if votes else number, number > 1)

    async def befall(self, info: TableInfo, what: str, user: int, number: int, seat: int) -> None:
        """What nobody at the table does."""
        tables = self.world.tables
        if what == "gone":
            await tables.members_gone(GUILD, frozenset({user}))
        elif what == "found":
            await tables.members_back(GUILD, frozenset({user}))
        elif what == "time":
            self.world.clock.pass_by(hours=(1, 13, 25)[number % 3])
            await tables.beat()
        else:
            async with tables._desk(None, self.code) as desk:  # pyright: ignore[reportPrivateUsage]
                await claims.invite(desk, seat, user, f"Person {user}", "en")

    async def latest(self, table: str) -> int:
        rows = await self.world.rows(f"select id from {table} order by status = 'open', id")
        return rows[-1]["id"] if rows else 0

    # ---- what always holds

    async def check(self) -> TableInfo:
        info = await self.world.tables.find(self.code)
        seated = [seat.user_id for seat in info.seats if seat.user_id is not None]
        assert len(seated) == len(set(seated)), "at most one seat for each person"
        assert all((seat.kind == "person") == (seat.user_id is not None) for seat in info.seats)
        await self.check_tenures(info)
        if info.status == "running":
            await self.check_running(info)
        else:
            await self.check_ended(info)
        return info

    async def check_tenures(self, info: TableInfo) -> None:
        """Every person has one open tenure while the game runs, and nobody else has any."""
        rows = await self.world.rows("select seat, tenure, user_id from tenures where until is null order by seat")
        still = [(row["seat"], row["tenure"], row["user_id"]) for row in rows]
        people = [(seat.seat, seat.tenure, seat.user_id) for seat in info.seats if seat.kind == "person"]
        assert still == (people if info.status == "running" else [])

    async def check_running(self, info: TableInfo) -> None:
        staying = [seat for seat in info.seats if seat.kind == "person" and not seat.out]
        assert staying, "a game without persons is over"
        hosts = [seat for seat in staying if not seat.gone] or staying
        assert info.host_id in {seat.user_id for seat in hosts} or all(seat.gone for seat in staying)
        assert not any(seat.offered for seat in info.seats if seat.out)
        timers = {row["kind"]: row["window"] for row in await self.world.rows("select * from timers")}
        votes = await self.world.tables.votes_open(self.code)
        first = min(votes, key=lambda vote: vote.expires, default=None)
        assert timers.get("vote") == (None if first is None else first.id)
        assert ("deadline" in timers) == (info.paused_at is None)
        aways = await self.world.rows("select id from aways")  # away days begin and end by themselves
        for vote in votes:
            assert set(vote.yes) | set(vote.no) | set(vote.waiting) <= {seat.seat for seat in staying}
            assert aways or len(vote.yes) < vote.needed, "what is certain is carried at once"
        async with self.world.database.read() as connection:
            sheet = await read_sheet(connection, self.code, self.world.clock.now())
        panels = {(post["body"], post["seat"], post["user_id"]) for post in await self.world.posts("panel")}
        for seat in sheet.waiting():
            assert (f'{{"window": {info.window}}}', seat, sheet.seats[seat].user_id) in panels, (
                "who is waited for knows"
            )
        assert set(sheet.drafts) <= {seat.seat for seat in staying}

    async def check_ended(self, info: TableInfo) -> None:
        """Nothing that was asked for outlives the game."""
        for table in ("votes", "claims"):
            assert await self.world.rows(f"select * from {table} where status = 'open'") == []
        assert not any(seat.offered for seat in info.seats)
        assert await self.world.rows("select * from timers") == []
        assert await self.world.rows("select * from drafts") == []
        assert [post["kind"] for post in await self.world.posts()][-2:] == ["result", "tidy"]

    async def to_the_end(self) -> TableInfo:
        """Time passes, and nobody does anything any more."""
        for _ in range(60):
            info = await self.check()
            if info.status != "running":
                return info
            if info.paused_at is not None:
                async with self.world.tables._desk(None, self.code) as desk:  # pyright: ignore[reportPrivateUsage]
                    await pausing.go_on(desk)
            self.world.clock.pass_by(hours=73)
            await self.world.tables.beat()
        raise AssertionError("the table stands still")


async def walk(path: Path, acts: list[tuple[str, int, int]]) -> None:
    world = await World(path).open()
    try:
        code = await world.started(*SEATED[1:], pile="large", pace="slow")
        one = Walk(world, code)
        for what, user, number in acts:
            await one.one(what, user, number)
            if (await one.check()).status != "running":
                break
        info = await one.to_the_end()
        await world.flush()
        late: list[dict[str, Any]] = await world.rows("select key from outbox where version > sent_version")
        assert [row for row in late if row["key"] not in await _dropped(world)] == []
        if info.status == "over":
            assert (await world.tables.fairness(code)).replay_agrees
    finally:
        await world.close()


async def _dropped(world: World) -> set[str]:
    return {row["key"] for row in await world.rows("select key from outbox where dropped is not null")}


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.generate],
    derandomize=True,
)
@given(acts=ACTS)
def test_whatever_people_do_to_seats_the_table_comes_to_its_end(
    migrated: Path, acts: list[tuple[str, int, int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "walk.db"
        shutil.copy(migrated, path)
        asyncio.run(walk(path, acts))
