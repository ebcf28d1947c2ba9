"""Forgetting a person: what happened stays, and nothing tells who it was."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final, cast

from db import queries_outbox, queries_people, queries_tables, queries_together
from db.database import Transaction
from db.rows import ActRow, TenureRow
from tables import lobby, seating, tenures
from tables.arrival import count_once
from tables.desk import Desk
from tables.model import Press

NAMING: Final = ("name", "actor", "text", "reason")
"""Fields of stored data in which people are named; elsewhere a word is no name, even if somebody is called so."""
GONE: Final = "…"
"""What stands in a sentence where a forgotten person's name stood."""


async def to_leave(connection: Transaction, user_id: int) -> list[str]:
    """Open tables where the person sits and has not resigned."""
    tables = {table.code for table in await queries_tables.open_of_person(connection, user_id)}
    seats = await queries_people.seats_held(connection, user_id)
    return [seat.code for seat in seats if seat.code in tables and not seat.out]


async def leave(desk: Desk, user_id: int) -> None:
    """Take the person from this open table: the lobby goes on without them, a game with the stand-in in their seat."""
    mine = next((seat for seat in desk.sheet.seats if seat.user_id == user_id), None)
    if mine is None:
        return
    if desk.table.status == "lobby":
        await lobby.leave(desk, Press(0, user_id, "", desk.table.language))
    elif desk.table.status == "running" and not mine.out:
        await seating.vacate(desk, mine.seat, "forgotten")


async def forget(connection: Transaction, press: Press, now: datetime) -> None:
    """Once the person has left every open table: have nothing that is stored tell who they were.

    Seats, tenures, answers, votes and acts stay as nobody's, so that ended games stay whole and their luck provable.
    """
    user_id = press.user_id
    await count_once(connection, press, now)
    codes = await queries_people.codes_of(connection, user_id)
    held = await queries_people.tenures_held(connection, user_id)
    names = await _names(connection, user_id)
    acts = [*await queries_people.acts_with(connection, user_id), *await queries_people.acts_at(connection, codes)]
    for act in {act.id: act for act in acts}.values():
        await _forget_act(connection, act, user_id, names)
    await _close_claims(connection, user_id)
    for tenure in held:
        await queries_people.forget_aways(connection, tenure)
        await _mark(connection, tenure, user_id)
    await queries_people.forget_posts(connection, user_id)
    await _scrub_posts(connection, codes, user_id, names)
    await queries_together.forget_claims(connection, user_id)
    await queries_together.forget_votes(connection, user_id)
    await queries_together.forget_tenures(connection, user_id)
    await queries_people.forget_seats(connection, user_id)
    await queries_people.forget_person(connection, user_id)


async def _mark(connection: Transaction, held: TenureRow, user_id: int) -> None:
    """Who knows a seat's secrets cannot have another of the same game by being forgotten in between."""
    table = await queries_tables.table(connection, held.code)
    if table is not None and table.status == "running":
        mark = tenures.mark_of(table.seed, user_id)
        await queries_together.change_tenure(connection, held.code, held.seat, held.tenure, mark=mark)


async def _names(connection: Transaction, user_id: int) -> set[str]:
    """Every name under which the person stands anywhere."""
    known = (await queries_tables.people_of(connection, [user_id])).get(user_id)
    names = {row.name for row in await queries_people.seats_held(connection, user_id)}
    names |= {row.name for row in await queries_people.tenures_held(connection, user_id)}
    names |= {row.name for row in await queries_people.claims_made(connection, user_id)}
    names |= {row.actor for row in await queries_people.acts_with(connection, user_id) if row.actor_id == user_id}
    if known is not None:
        names.add(known.name)
    return names - {""}


async def _forget_act(connection: Transaction, act: ActRow, user_id: int, names: Collection[str]) -> None:
    columns: dict[str, Any] = {
        "reason": scrubbed(act.reason, user_id, names, naming=True),
        "facts": scrubbed(act.facts, user_id, names),
    }
    if act.actor_id == user_id:
        columns |= {"actor_id": None, "actor": ""}
    if act.second_id == user_id:
        columns["second_id"] = None
    if act.status == "asked" and (act.actor_id == user_id or columns["facts"] != act.facts):
        columns["status"] = "dropped"
        await _renew(connection, act.code, "request", "act", act.id)
    await queries_people.change_act(connection, act.id, **columns)


async def _close_claims(connection: Transaction, user_id: int) -> None:
    for claim in await queries_people.claims_made(connection, user_id):
        if claim.status == "open":
            await queries_together.change_claim(connection, claim.id, status="void")
            await _renew(connection, claim.code, "claim", "claim", claim.id)


async def _renew(connection: Transaction, code: str | None, kind: str, field: str, number: int) -> None:
    """Have the table's post about this claim or act said anew."""
    for post in [] if code is None else await queries_outbox.posts_of(connection, code):
        if post.kind == kind and post.body.get(field) == number:
            await queries_outbox.renew_post(connection, post.key)


async def _scrub_posts(connection: Transaction, codes: Collection[str], user_id: int, names: Collection[str]) -> None:
    """No post is named after the person, or holds their id or name."""
    for post in await queries_people.posts_naming(connection, codes, user_id, NAMING):
        if re.search(rf"\b{user_id}\b", post.key):
            await queries_people.delete_post(connection, post.seq)
            continue
        body = scrubbed(post.body, user_id, names)
        if body != post.body:
            await queries_people.change_post(connection, post.seq, body=body)


def scrubbed(value: Any, user_id: int, names: Collection[str], *, naming: bool = False) -> Any:
    """The data without the person's id, and without their names where people are named (``naming``)."""
    if isinstance(value, Mapping):
        entries = cast("Mapping[str, Any]", value)
        return {key: scrubbed(entry, user_id, names, naming=key in NAMING) for key, entry in entries.items()}
    if isinstance(value, list):
        return [scrubbed(entry, user_id, names, naming=naming) for entry in cast("list[Any]", value)]
    if isinstance(value, str):
        return _without(value, user_id, names if naming else ())
    return None if value == user_id and not isinstance(value, bool) else value


def _without(text: str, user_id: int, names: Collection[str]) -> str:
    text = re.sub(rf"<@!?{user_id}>|\b{user_id}\b", GONE, text)
    for name in sorted(names, key=len, reverse=True):
        if text == name:
            return ""
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, text)
    return text
