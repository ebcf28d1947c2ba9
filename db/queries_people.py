"""Rows that tell of one person, wherever they lie. Every function runs inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, delete, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.rows import (
    ActionRow,
    ActRow,
    AwayRow,
    BallotRow,
    ClaimRow,
    DraftRow,
    DueRow,
    PostRow,
    SeatRow,
    TableRow,
    TenureRow,
    VoteRow,
    made,
)
from db.schema import (
    actions,
    acts,
    aways,
    ballots,
    claims,
    drafts,
    dues,
    outbox,
    people,
    seats,
    tables,
    tenures,
    votes,
)


async def codes_of(connection: AsyncConnection, user_id: int) -> list[str]:
    """Every table that has, or had, to do with this person."""
    parts = (
        select(seats.c.code).where(seats.c.user_id == user_id),
        select(tenures.c.code).where(tenures.c.user_id == user_id),
        select(tables.c.code).where(tables.c.host_id == user_id),
        select(claims.c.code).where(claims.c.user_id == user_id),
        select(votes.c.code).where(votes.c.opened_by == user_id),
        select(outbox.c.code).where(outbox.c.user_id == user_id),
        select(acts.c.code).where(acts.c.code.is_not(None), _acted(user_id)),
    )
    return sorted((await connection.execute(union(*parts))).scalars())


async def table_rows(connection: AsyncConnection, codes: Collection[str]) -> list[TableRow]:
    query = select(tables).where(tables.c.code.in_(codes)).order_by(tables.c.created_at, tables.c.code)
    return [made(TableRow, row) for row in (await connection.execute(query)).mappings()]


async def seats_held(connection: AsyncConnection, user_id: int) -> list[SeatRow]:
    query = select(seats).where(seats.c.user_id == user_id).order_by(seats.c.code)
    return [made(SeatRow, row) for row in (await connection.execute(query)).mappings()]


async def tenures_held(connection: AsyncConnection, user_id: int) -> list[TenureRow]:
    query = select(tenures).where(tenures.c.user_id == user_id)
    query = query.order_by(tenures.c.code, tenures.c.seat, tenures.c.tenure)
    return [made(TenureRow, row) for row in (await connection.execute(query)).mappings()]


async def drafts_at(connection: AsyncConnection, code: str, seat: int) -> list[DraftRow]:
    query = select(drafts).where(drafts.c.code == code, drafts.c.seat == seat).order_by(drafts.c.window)
    return [made(DraftRow, row) for row in (await connection.execute(query)).mappings()]


async def actions_at(connection: AsyncConnection, code: str, seat: int) -> list[ActionRow]:
    query = select(actions).where(actions.c.code == code, actions.c.seat == seat).order_by(actions.c.window)
    return [made(ActionRow, row) for row in (await connection.execute(query)).mappings()]


async def due_at(connection: AsyncConnection, code: str, seat: int) -> DueRow | None:
    query = select(dues).where(dues.c.code == code, dues.c.seat == seat)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else made(DueRow, row)


async def aways_at(connection: AsyncConnection, code: str, seat: int, tenure: int) -> list[AwayRow]:
    where = (aways.c.code == code, aways.c.seat == seat, aways.c.tenure == tenure)
    query = select(aways).where(*where).order_by(aways.c.id)
    return [made(AwayRow, row) for row in (await connection.execute(query)).mappings()]


async def ballots_at(connection: AsyncConnection, code: str, seat: int) -> list[BallotRow]:
    query = select(ballots).join(votes, votes.c.id == ballots.c.vote)
    query = query.where(votes.c.code == code, ballots.c.seat == seat).order_by(ballots.c.vote)
    return [made(BallotRow, row) for row in (await connection.execute(query)).mappings()]


async def votes_opened(connection: AsyncConnection, user_id: int) -> list[VoteRow]:
    query = select(votes).where(votes.c.opened_by == user_id).order_by(votes.c.id)
    return [made(VoteRow, row) for row in (await connection.execute(query)).mappings()]


async def claims_made(connection: AsyncConnection, user_id: int) -> list[ClaimRow]:
    query = select(claims).where(claims.c.user_id == user_id).order_by(claims.c.id)
    return [made(ClaimRow, row) for row in (await connection.execute(query)).mappings()]


async def acts_with(connection: AsyncConnection, user_id: int) -> list[ActRow]:
    """Acts that the person did or agreed to, and those whose facts may be about them: their id stands in the text."""
    query = select(acts).where(_acted(user_id)).order_by(acts.c.id)
    return [made(ActRow, row) for row in (await connection.execute(query)).mappings()]


async def acts_at(connection: AsyncConnection, codes: Collection[str]) -> list[ActRow]:
    """Acts at these tables."""
    query = select(acts).where(acts.c.code.in_(codes)).order_by(acts.c.id)
    return [made(ActRow, row) for row in (await connection.execute(query)).mappings()]


async def posts_to(connection: AsyncConnection, user_id: int) -> list[PostRow]:
    query = select(outbox).where(outbox.c.user_id == user_id).order_by(outbox.c.seq)
    return [made(PostRow, row) for row in (await connection.execute(query)).mappings()]


async def posts_naming(
    connection: AsyncConnection, codes: Collection[str], user_id: int, fields: Collection[str]
) -> list[PostRow]:
    """Posts of these tables with the person's id in them, or with one of these fields in their body."""
    body, number = cast(outbox.c.body, String), str(user_id)
    named = [body.contains(f'"{field}"') for field in fields]
    where = (outbox.c.code.in_(codes), or_(outbox.c.key.contains(number), body.contains(number), *named))
    query = select(outbox).where(*where).order_by(outbox.c.seq)
    return [made(PostRow, row) for row in (await connection.execute(query)).mappings()]


# ---- forgetting


async def forget_person(connection: AsyncConnection, user_id: int) -> None:
    """The person is not known any more, and hosts nothing."""
    await connection.execute(delete(people).where(people.c.user_id == user_id))
    await connection.execute(update(tables).where(tables.c.host_id == user_id).values(host_id=0))


async def forget_seats(connection: AsyncConnection, user_id: int) -> None:
    """The person's seats stay as nobody's."""
    values: dict[str, Any] = {"kind": "nobody", "user_id": None, "name": "", "orders": {}, "offered": False}
    await connection.execute(update(seats).where(seats.c.user_id == user_id).values(**values))


async def forget_aways(connection: AsyncConnection, held: TenureRow) -> None:
    where = (aways.c.code == held.code, aways.c.seat == held.seat, aways.c.tenure == held.tenure)
    await connection.execute(delete(aways).where(*where))


async def change_act(connection: AsyncConnection, number: int, **columns: Any) -> None:
    await connection.execute(update(acts).where(acts.c.id == number).values(**columns))


async def change_post(connection: AsyncConnection, seq: int, **columns: Any) -> None:
    await connection.execute(update(outbox).where(outbox.c.seq == seq).values(**columns))


async def delete_post(connection: AsyncConnection, seq: int) -> None:
    await connection.execute(delete(outbox).where(outbox.c.seq == seq))


async def forget_posts(connection: AsyncConnection, user_id: int) -> None:
    """Posts to the person are to nobody. What was never sent is not sent; what stands in Discord is left alone, but for
    what is still to be written anew there, so that nothing secret stays in it."""
    theirs = outbox.c.user_id == user_id
    await connection.execute(
        update(outbox).where(theirs, outbox.c.sent_version == 0).values(dropped="forgotten", user_id=None)
    )
    done = and_(theirs, outbox.c.sent_version >= outbox.c.version)
    values = {"dropped": "forgotten", "user_id": None, "channel_id": None, "message_id": None}
    await connection.execute(update(outbox).where(done).values(**values))
    await connection.execute(update(outbox).where(theirs).values(user_id=None))


def _acted(user_id: int) -> ColumnElement[bool]:
    about = cast(acts.c.facts, String).contains(str(user_id))
    return or_(acts.c.actor_id == user_id, acts.c.second_id == user_id, about)
