"""Rows of what people settle together: votes, claims, tenures. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, distinct, func, insert, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import BallotRow, ClaimRow, PostRow, TenureRow, VoteRow, made
from db.schema import ballots, claims, outbox, seats, states, tables, tenures, votes

OPEN = ("lobby", "running")

# ---- votes


async def vote(connection: AsyncConnection, number: int) -> VoteRow | None:
    row = (await connection.execute(select(votes).where(votes.c.id == number))).mappings().first()
    return None if row is None else made(VoteRow, row)


async def open_votes(connection: AsyncConnection, code: str) -> list[VoteRow]:
    """The table's open votes, in the order in which they were opened."""
    query = select(votes).where(votes.c.code == code, votes.c.status == "open").order_by(votes.c.id)
    return [made(VoteRow, row) for row in (await connection.execute(query)).mappings()]


async def add_vote(connection: AsyncConnection, **columns: Any) -> int:
    """The number of the new vote."""
    added = await connection.execute(insert(votes).values(status="open", **columns).returning(votes.c.id))
    return added.scalar_one()


async def change_vote(connection: AsyncConnection, number: int, **columns: Any) -> None:
    await connection.execute(update(votes).where(votes.c.id == number).values(**columns))


async def ballots_of(connection: AsyncConnection, number: int) -> dict[int, BallotRow]:
    """The vote's ballots by seat."""
    query = select(ballots).where(ballots.c.vote == number).order_by(ballots.c.seat)
    return {row["seat"]: made(BallotRow, row) for row in (await connection.execute(query)).mappings()}


async def cast(connection: AsyncConnection, number: int, seat: int, yes: bool, at: datetime) -> None:
    """Write the seat's ballot, over the one before."""
    await connection.execute(delete(ballots).where(ballots.c.vote == number, ballots.c.seat == seat))
    await connection.execute(insert(ballots).values(vote=number, seat=seat, yes=yes, at=at))


async def drop_ballots(connection: AsyncConnection, code: str, seat: int) -> None:
    """The seat's ballots in open votes do not count any more."""
    of_table = select(votes.c.id).where(votes.c.code == code, votes.c.status == "open")
    await connection.execute(delete(ballots).where(ballots.c.vote.in_(of_table), ballots.c.seat == seat))


async def window_opened(connection: AsyncConnection, code: str, window: int) -> datetime | None:
    """When the table first asked this window."""
    query = select(func.min(states.c.at, type_=states.c.at.type)).where(
        states.c.code == code, states.c.window == window
    )
    return (await connection.execute(query)).scalar()


# ---- claims


async def claim(connection: AsyncConnection, number: int) -> ClaimRow | None:
    row = (await connection.execute(select(claims).where(claims.c.id == number))).mappings().first()
    return None if row is None else made(ClaimRow, row)


async def open_claims(connection: AsyncConnection, code: str) -> list[ClaimRow]:
    """The table's open claims and invites, in the order in which they came."""
    query = select(claims).where(claims.c.code == code, claims.c.status == "open").order_by(claims.c.id)
    return [made(ClaimRow, row) for row in (await connection.execute(query)).mappings()]


async def add_claim(connection: AsyncConnection, **columns: Any) -> int:
    """The number of the new claim."""
    added = await connection.execute(insert(claims).values(status="open", **columns).returning(claims.c.id))
    return added.scalar_one()


async def change_claim(connection: AsyncConnection, number: int, **columns: Any) -> None:
    await connection.execute(update(claims).where(claims.c.id == number).values(**columns))


# ---- tenures


async def tenures_of(connection: AsyncConnection, code: str) -> list[TenureRow]:
    """Everybody's time at the table, by seat and in order."""
    query = select(tenures).where(tenures.c.code == code).order_by(tenures.c.seat, tenures.c.tenure)
    return [made(TenureRow, row) for row in (await connection.execute(query)).mappings()]


async def add_tenures(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        await connection.execute(insert(tenures), [dict(row) for row in rows])


async def change_tenure(connection: AsyncConnection, code: str, seat: int, tenure: int, **columns: Any) -> None:
    where = (tenures.c.code == code, tenures.c.seat == seat, tenures.c.tenure == tenure)
    await connection.execute(update(tenures).where(*where).values(**columns))


async def count_answers(connection: AsyncConnection, code: str, held: Mapping[int, int], *, missed: bool) -> None:
    """One more window that these tenures, by seat, answered in time, or let pass."""
    column = tenures.c.missed if missed else tenures.c.answered
    where = (tenures.c.code == code, tuple_(tenures.c.seat, tenures.c.tenure).in_(sorted(held.items())))
    await connection.execute(update(tenures).where(*where).values({column: column + 1}))


async def record(connection: AsyncConnection, user_id: int) -> tuple[int, int, int]:
    """The person's games, windows answered, and windows missed."""
    query = select(
        func.count(distinct(tenures.c.code)), func.sum(tenures.c.answered), func.sum(tenures.c.missed)
    ).where(tenures.c.user_id == user_id)
    games, answered, missed = (await connection.execute(query)).one()
    return games, answered or 0, missed or 0


# ---- people


async def concerning(connection: AsyncConnection, guild_id: int, user_ids: Collection[int]) -> list[str]:
    """Codes of the server's open tables where any of these people holds a seat or asks for one."""
    seated = select(seats.c.code).where(seats.c.user_id.in_(user_ids))
    asking = select(claims.c.code).where(claims.c.user_id.in_(user_ids), claims.c.status == "open")
    query = (
        select(tables.c.code)
        .where(
            tables.c.guild_id == guild_id,
            tables.c.status.in_(OPEN),
            or_(tables.c.code.in_(seated), tables.c.code.in_(asking)),
        )
        .order_by(tables.c.code)
    )
    return list((await connection.execute(query)).scalars())


async def seated(connection: AsyncConnection) -> list[tuple[int, int]]:
    """Server and person for each seat at an open table that can still play."""
    query = (
        select(tables.c.guild_id, seats.c.user_id)
        .join(seats, seats.c.code == tables.c.code)
        .where(
            tables.c.status.in_(OPEN),
            seats.c.user_id.is_not(None),
            seats.c.out.is_(False),
            seats.c.beaten.is_(False),
        )
        .distinct()
    )
    return [(row[0], row[1]) for row in await connection.execute(query)]


async def drop_marks(connection: AsyncConnection, code: str) -> None:
    """The game is over: nobody who was forgotten has to be known again."""
    await connection.execute(update(tenures).where(tenures.c.code == code).values(mark=None))


async def declined_claims(connection: AsyncConnection, code: str, seat: int, user_id: int) -> list[ClaimRow]:
    """What this person asked for at this table in vain: that seat, in their order."""
    where = (claims.c.code == code, claims.c.seat == seat, claims.c.user_id == user_id, claims.c.status == "declined")
    rows = (await connection.execute(select(claims).where(*where).order_by(claims.c.id))).mappings()
    return [made(ClaimRow, row) for row in rows]


async def vain_claims(connection: AsyncConnection, code: str, seat: int, since: datetime) -> int:
    """How many asked for that seat since then in vain, whoever they were."""
    query = select(func.count()).where(
        claims.c.code == code,
        claims.c.seat == seat,
        claims.c.kind == "claim",
        claims.c.status.in_(("declined", "void")),
        claims.c.at > since,
    )
    return int((await connection.execute(query)).scalar_one())


async def lost_votes(connection: AsyncConnection, code: str, kind: str, opened_by: int, since: datetime) -> int:
    """How many votes of this kind, opened by this person since then, came to nothing."""
    query = select(func.count()).where(
        votes.c.code == code,
        votes.c.kind == kind,
        votes.c.opened_by == opened_by,
        votes.c.opened_at > since,
        votes.c.status.in_(("failed", "expired")),
    )
    return (await connection.execute(query)).scalar() or 0


async def forget_tenures(connection: AsyncConnection, user_id: int) -> None:
    """The person's tenures stay as nobody's."""
    await connection.execute(update(tenures).where(tenures.c.user_id == user_id).values(user_id=None, name=""))


async def forget_claims(connection: AsyncConnection, user_id: int) -> None:
    """The person's claims stay as nobody's; close the open ones before."""
    await connection.execute(update(claims).where(claims.c.user_id == user_id).values(user_id=None, name=""))


async def forget_votes(connection: AsyncConnection, user_id: int) -> None:
    """The votes that the person opened stay as nobody's."""
    await connection.execute(update(votes).where(votes.c.opened_by == user_id).values(opened_by=None))


# ---- posts


async def renew_of_kind(connection: AsyncConnection, code: str, kind: str) -> None:
    """Have the table's posts of this kind said anew, where they were posted or are to be."""
    where = (outbox.c.code == code, outbox.c.kind == kind, outbox.c.dropped.is_(None))
    await connection.execute(update(outbox).where(*where).values(version=outbox.c.version + 1))


async def renew_of_holders(connection: AsyncConnection, code: str, seat: int, user_ids: Collection[int]) -> None:
    """Have all that was said to these holders of the seat said anew."""
    where = (
        outbox.c.code == code,
        outbox.c.place == "seat",
        outbox.c.seat == seat,
        outbox.c.user_id.in_(user_ids),
        outbox.c.dropped.is_(None),
    )
    await connection.execute(update(outbox).where(*where).values(version=outbox.c.version + 1))


async def ads_of(connection: AsyncConnection, code: str, seat: int) -> list[PostRow]:
    """The ads that were written for the seat, the latest last."""
    where = (outbox.c.code == code, outbox.c.kind == "ad", outbox.c.seat == seat)
    rows = (await connection.execute(select(outbox).where(*where).order_by(outbox.c.seq))).mappings()
    return [made(PostRow, row) for row in rows]
