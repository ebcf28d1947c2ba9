"""People who answer, order, leave and stay away at random: the tables wait for whom they should and for nobody else."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction, Level
from engines.wasteland import GAME
from tables.model import Refused
from tables.sheet import Sheet, read_sheet
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World

SHORT = (2, 7)
OFTEN = {"answer": 30, "draft": 8, "unready": 5, "order": 15, "leave": 0.3, "restart": 2, "time": 15}
LONG = tuple(seed for seed in range(24) if seed not in SHORT)


async def a_press(world: World, code: str, user: int, whim: Random) -> None:
    """Anything that a person can do, or time that passes, or a restart."""
    panel = await world.tables.panel(code, user)
    asked, window = panel.ask is not None, panel.window - (whim.random() < 0.05)
    match whim.choices(tuple(OFTEN), tuple(OFTEN.values()))[0]:
        case "answer" if asked:
            action = GAME.stand_in(panel.view, panel.seat, Level.NORMAL, FastChance(whim.randrange(999)))
            await world.do("answer", user, code, window, action)
        case "draft" if asked:
            found = await world.tables.choices(code, panel.seat, panel.window, 40)
            await world.do("save_draft", user, code, window, whim.choice(found))
        case "unready" if asked:
            await world.do("unready", user, code, window)
        case "order":
            possible = (await world.tables.orders(code, user)).possible
            field = whim.choice(list(possible))
            await world.do("keep_order", user, code, field, whim.choice((*possible[field], "nonsense")))
        case "leave":
            await world.do("resign", user, code)
        case "restart":
            await world.restart()
        case _:
            world.clock.pass_by(seconds=whim.choice((5, 3600, 2 * 24 * 3600)))
            await world.tables.beat()


async def sheet_of(world: World, code: str) -> Sheet:
    async with world.database.read() as connection:
        return await read_sheet(connection, code, world.clock.now())


async def in_order(world: World, code: str) -> None:
    """The table goes on by itself or waits; orders answer for those who gave some; who is waited for was asked."""
    sheet = await sheet_of(world, code)
    timers = {row["kind"] for row in await world.rows(f"select kind from timers where code = '{code}'")}
    assert timers - {"remind"} == {"deadline", *(["go_on"] if sheet.complete() else timers - {"deadline", "remind"})}
    posted = {row["key"] for row in await world.posts("panel")}
    for seat in sheet.waiting():
        assert f"{code}:panel:{sheet.table.window}-{seat}" in posted
    for seat, draft in sheet.drafts.items():
        holder = sheet.seats[seat]
        assert seat in sheet.table.asked
        if draft.ordered:
            assert draft.ready
            assert holder in sheet.in_play()
            assert set(holder.orders.values()) - {"ask"}
    assert not any(seat.orders for seat in sheet.seats if seat.out or seat.kind == "bot")


async def nobody_was_blamed(world: World, code: str) -> None:
    """Only whose answer was worked out, or taken at the deadline, was told of it."""
    for post in await world.posts("missed"):
        window, seat = map(int, post["key"].rsplit(":", 1)[1].split("-"))
        query = f"select source from actions where code = '{code}' and window = {window} and seat = {seat}"
        assert [row["source"] for row in await world.rows(query)] in (["stand_in"], ["draft"])


@pytest.mark.parametrize("seed", [*SHORT, *(pytest.param(seed, marks=pytest.mark.long) for seed in LONG)])
async def test_orders_among_everything_that_people_do(world: World, seed: int) -> None:
    whim = Random(seed)
    people = [ANNA, BORIS, CHEN, DORA][: whim.randrange(1, 5)]
    code = await world.lobby(game="wasteland", pace=whim.choice(("live", "day")))
    await world.do("configure", ANNA, code, option=("planning", whim.choice(("plans", "turns"))))
    await world.do("configure", ANNA, code, option=("length", "short"))
    for other in people[1:]:
        await world.do("join", other, code)
    for _ in range(max(1, 3 - len(people))):
        await world.do("add_bot", ANNA, code)
    await world.do("start", ANNA, code)
    for _ in islice(range(600), 100 if seed in SHORT else None):
        try:
            await a_press(world, code, whim.choice(people), whim)
        except (Refused, IllegalAction):
            continue
        if (await world.tables.find(code)).status != "running":
            break
        await in_order(world, code)
    sources = {row["source"] for row in await world.rows(f"select source from actions where code = '{code}'")}
    assert seed not in SHORT or {"order", "person"} <= sources  # some walks end soon: everybody has left
    await nobody_was_blamed(world, code)
