"""Before the game: who sits down, what the host chooses, and the start."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import replace

from db import queries_tables, queries_time
from db.database import Transaction
from db.rows import SeatRow
from engines.chance import FairChance
from engines.core import MindsPace
from tables import acts, codes, guilds, outbox, turns
from tables.codec import Codec
from tables.desk import NAME_LENGTH, Desk, Kit
from tables.model import AWAY_BUDGETS, LONGEST_PACE, PACES, AlreadyDone, Pace, Press, Refused, TableInfo
from tables.sheet import LIVE, read_sheet

SEED_BYTES = 32
WARN_AT = 0.8
"""The part of a lobby's life after which its host is warned."""


async def open_lobby(
    kit: Kit,
    connection: Transaction,
    press: Press,
    *,
    game: str,
    guild_id: int,
    channel_id: int,
    language: str,
    pace: Pace,
    hours: int | None,
) -> TableInfo:
    """Make a table; whoever pressed is its host and takes seat 0."""
    now = kit.clock.now()
    if await queries_tables.seen(connection, press.id):
        raise AlreadyDone
    codec = kit.codecs.get(game)
    if codec is None:
        raise Refused("unknown_game", game=game)
    pace, hours = _chosen_pace(pace, hours)
    await check_limit(kit, connection, press.user_id, guild_id)
    await _check_room(connection, guild_id, channel_id)
    code = await _free_code(kit, connection)
    seed = kit.entropy(SEED_BYTES)
    await queries_tables.add_table(
        connection,
        code=code,
        game=game,
        rules=codec.game.rules,
        status="lobby",
        guild_id=guild_id,
        channel_id=channel_id,
        language=language,
        pace=pace,
        hours=hours,
        options=codec.default_options(),
        host_id=press.user_id,
        seed=seed.hex(),
        seed_hash=hashlib.sha256(seed).hexdigest(),
        window=0,
        hidden=False,
        asked=[],
        turn=0,
        steps=0,
        created_at=now,
    )
    await queries_tables.mark_seen(connection, press.id, code, now)
    await queries_time.set_timer(connection, code, "lobby_warning", 0, now + kit.lobby_life * WARN_AT)
    await queries_time.set_timer(connection, code, "lobby_expiry", 0, now + kit.lobby_life)
    desk = Desk(kit, connection, await read_sheet(connection, code, now), now)
    await desk.seat_anew([_person(desk, press)])
    await outbox.say(desk, "lobby")
    return desk.sheet.info()


async def join(desk: Desk, press: Press) -> None:
    _in_lobby(desk)
    if any(seat.user_id == press.user_id for seat in desk.sheet.seats):
        raise Refused("already_seated")
    await check_limit(desk.kit, desk.connection, press.user_id, desk.table.guild_id)
    await _seat(desk, _person(desk, press))


async def leave(desk: Desk, press: Press) -> None:
    """Give the seat up. A leaving host hands over to the next person; when nobody is left the table is cancelled."""
    _in_lobby(desk)
    await drop(desk, press.user_id)


async def drop(desk: Desk, user_id: int) -> None:
    """Take the person out of the lobby, as if they had left. Raises ``Refused("not_seated")``."""
    mine = desk.sheet.seat_of(user_id)
    await desk.seat_anew([seat for seat in desk.sheet.seats if seat is not mine])
    heirs = [seat.user_id for seat in desk.sheet.seats if seat.user_id is not None]
    if not heirs:
        await close(desk, "cancelled")
        return
    if desk.table.host_id == user_id:
        await desk.change(host_id=heirs[0])
    await outbox.say(desk, "lobby")


async def add_bot(desk: Desk, press: Press) -> None:
    _host_in_lobby(desk, press)
    seat = SeatRow(desk.table.code, 0, "bot", None, "", desk.table.language, None, out=False, missed=0)
    await _seat(desk, seat)


async def remove_bot(desk: Desk, press: Press) -> None:
    """Take the bot player that was added last from the table."""
    _host_in_lobby(desk, press)
    bots = [seat for seat in desk.sheet.seats if seat.kind == "bot"]
    if not bots:
        raise Refused("no_bot")
    await desk.seat_anew([seat for seat in desk.sheet.seats if seat is not bots[-1]])
    await outbox.say(desk, "lobby")


async def configure(
    desk: Desk,
    press: Press,
    option: tuple[str, str] | None,
    pace: Pace | None,
    language: str | None,
    hours: int | None,
    away_budget: int | None,
) -> None:
    """Choose an option of the game, the pace, the language of the table's public posts, or each player's away days.

    ``hours`` alone chooses the pace that is counted in hours.
    """
    _host_in_lobby(desk, press)
    if option is not None:
        field, value = option
        if value not in desk.codec.options.get(field, ()):
            raise Refused("unknown_option")
        await desk.change(options={**desk.table.options, field: value})
    if pace is not None or hours is not None:
        pace, hours = _chosen_pace(pace or "hours", hours)
        await desk.change(pace=pace, hours=hours)
    if away_budget is not None:
        if away_budget not in AWAY_BUDGETS:
            raise Refused("unknown_option")
        await desk.change(away_budget=away_budget)
    if language is not None:
        await desk.change(language=language)
    await outbox.say(desk, "lobby")


async def cancel(desk: Desk, press: Press) -> None:
    _host_in_lobby(desk, press)
    await close(desk, "cancelled")


async def close(desk: Desk, status: str) -> None:
    """End the lobby without a game."""
    await desk.change(status=status, ended_at=desk.now)
    await desk.stop_timers()
    await acts.lapse(desk)
    await outbox.say(desk, "lobby")


async def start(desk: Desk, press: Press) -> None:
    """Fix the salt and the options and begin. Raises ``IllegalAction`` when the game does not fit so many seats."""
    _host_in_lobby(desk, press)
    codec: Codec = desk.codec
    game = codec.game
    count = len(desk.sheet.seats)
    options = game.Options(**desk.table.options)
    if isinstance(game, MindsPace):
        options = game.at_pace(options, live=desk.table.pace == LIVE)
    game.fits(options, count)
    joins = [seat.join_press for seat in desk.sheet.seats if seat.join_press is not None]
    salt = "-".join(str(number) for number in [*joins, press.id])
    chance = FairChance(bytes.fromhex(desk.table.seed), salt)
    turnout = await asyncio.to_thread(game.start, options, count, chance)
    await desk.change(status="running", salt=salt, rules=game.rules, options=codec.chosen(options))
    await desk.stop_timers()
    await outbox.say(desk, "lobby")
    await outbox.say(desk, "thread")
    await turns.begin(desk, turnout, chance)


def _in_lobby(desk: Desk) -> None:
    if desk.table.status == "running":
        raise Refused("already_started")
    if desk.table.status != "lobby":
        raise Refused("table_closed")


def _host_in_lobby(desk: Desk, press: Press) -> None:
    _in_lobby(desk)
    if desk.table.host_id != press.user_id:
        raise Refused("host_only")


def _person(desk: Desk, press: Press) -> SeatRow:
    name = press.name[:NAME_LENGTH]
    return SeatRow(desk.table.code, 0, "person", press.user_id, name, press.language, press.id, out=False, missed=0)


async def _seat(desk: Desk, newcomer: SeatRow) -> None:
    most = desk.codec.game.seats.stop - 1
    if len(desk.sheet.seats) >= most:
        raise Refused("table_full", seats=most)
    await desk.seat_anew([*desk.sheet.seats, replace(newcomer, seat=len(desk.sheet.seats))])
    await outbox.say(desk, "lobby")


def _chosen_pace(pace: Pace, hours: int | None) -> tuple[Pace, int | None]:
    """The pace, with its hours where the host says how many."""
    if pace == "hours":
        if hours is None or not 1 <= hours <= LONGEST_PACE:
            raise Refused("unknown_option")
        return pace, hours
    if pace not in PACES:
        raise Refused("unknown_option")
    return pace, None


async def check_limit(kit: Kit, connection: Transaction, user_id: int, guild_id: int) -> None:
    """Whether the person may sit at one more table: of all, and of this server's. ``Refused("too_many_tables")``."""
    if await queries_tables.count_open_seats(connection, user_id) >= kit.tables_per_person:
        raise Refused("too_many_tables", limit=kit.tables_per_person)
    limit = (await guilds.of(connection, guild_id)).tables_per_person
    if limit is not None and await queries_tables.count_open_seats(connection, user_id, guild_id) >= limit:
        raise Refused("too_many_tables", limit=limit)


async def _check_room(connection: Transaction, guild_id: int, channel_id: int) -> None:
    """Whether the server lets one more table into this channel."""
    limit = (await guilds.of(connection, guild_id)).tables_per_channel
    if limit is not None and await queries_tables.count_open_in_channel(connection, channel_id) >= limit:
        raise Refused("too_many_here", limit=limit)


async def _free_code(kit: Kit, connection: Transaction) -> str:
    """A code that no table has or had; longer ones once the short ones get rare."""
    for length in (4, 4, 4, 5, 5, 5, 6, 6, 7, 8):
        code = codes.table_code(kit.entropy, length)
        if await queries_tables.table(connection, code) is None:
            return code
    raise RuntimeError("no free table code; the source of entropy repeats itself")
