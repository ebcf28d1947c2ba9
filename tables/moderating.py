"""What moderators do to tables. Each act is checked when it is asked for, and again when it is carried out."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from db import queries_servers, queries_tables, queries_together
from tables import acts, claims, dues, endings, homes, lobby, outbox, pausing, seating, tenures, turns, undo
from tables.community import ActName, UndoPoint
from tables.desk import NAME_LENGTH
from tables.model import LONGEST_PACE, Press, Refused

if TYPE_CHECKING:
    from db.rows import ActRow, SeatRow
    from tables.desk import Desk

REASON: Final = 400
"""Characters of a reason."""
ANNOUNCEMENT: Final = 1000
"""Characters of an announcement."""
DESTROYS: Final = ("replace", "remove", "undo", "cancel")
"""What cannot simply be taken back: its actor confirms it once."""
HARMLESS: Final = ("announce", "export")
"""What even somebody who plays at the table may do alone."""
_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "extend": ("hours",),
    "skip": ("seat",),
    "replace": ("seat", "user_id", "name", "language"),
    "remove": ("seat",),
    "undo": ("turn",),
    "move": ("channel_id", "thread_id"),
    "announce": ("text",),
}


def tidy(text: str, most: int) -> str:
    """A reason or an announcement without needless blanks. Raises ``Refused``: ``no_reason``, ``reason_long``."""
    kept = text.replace("\0", "").strip()
    if not any(char.isprintable() and not char.isspace() for char in kept):
        raise Refused("no_reason")
    if len(kept) > most:
        raise Refused("reason_long", most=most)
    return kept


async def ask(desk: Desk, press: Press, guild_id: int, what: ActName, reason: str, facts: Mapping[str, Any]) -> ActRow:
    """Do it, or keep it until somebody has said that it is to be done. Either way it is in the log."""
    if desk.table.guild_id != guild_id:
        raise Refused("unknown_table", code=desk.table.code)
    if what not in get_args(ActName):
        raise Refused("unknown_option")
    if desk.table.status not in queries_tables.OPEN and what != "export":
        raise Refused("table_closed")
    checked = await _checked(desk, what, facts)
    second = await _second(desk, press.user_id, what, checked)
    number = await queries_servers.add_act(
        desk.connection,
        guild_id=guild_id,
        code=desk.table.code,
        actor_id=press.user_id,
        actor=press.name[:NAME_LENGTH],
        act=what,
        reason=tidy(reason, REASON),
        facts={**checked, acts.NEEDS: second},
        status="asked",
        at=desk.now,
    )
    row = await acts.found(desk.connection, number)
    if not second:
        return await _carry_out(desk, row, None)
    if second == "other":
        await outbox.say(desk, "request", number, act=number)
    return row


async def confirm(desk: Desk, press: Press, row: ActRow) -> ActRow:
    """Carry out what was kept. Raises ``Refused``: ``act_closed``, ``act_own``, ``act_plays``, ``act_actor``."""
    if not acts.is_open(row, desk.now) or desk.table.status not in queries_tables.OPEN:
        raise Refused("act_closed")
    own = press.user_id == row.actor_id
    second = acts.needs(row)
    if second == "other" and own:
        raise Refused("act_own")
    if second == "confirm" and not own:
        raise Refused("act_actor")
    if await _involved(desk, press.user_id, row.act, row.facts):
        raise Refused("act_plays")
    return await _carry_out(desk, row, press.user_id if second == "other" else None)


async def drop(desk: Desk, press: Press, row: ActRow) -> ActRow:
    """Do not do it. The actor may say so, and whoever else could have carried it out."""
    if not acts.is_open(row, desk.now):
        raise Refused("act_closed")
    own = press.user_id == row.actor_id
    if acts.needs(row) == "confirm" and not own:
        raise Refused("act_actor")
    if not own and await _involved(desk, press.user_id, row.act, row.facts):
        raise Refused("act_plays")
    return await acts.settle(desk, row.id, status="dropped", second_id=None if own else press.user_id)


async def _second(desk: Desk, actor: int, what: ActName, facts: Mapping[str, Any]) -> str:
    """Whose second word the act takes."""
    if what not in HARMLESS and await _involved(desk, actor, what, facts):
        return "other"
    return "confirm" if what in DESTROYS else ""


async def _involved(desk: Desk, user_id: int, what: str, facts: Mapping[str, Any]) -> bool:
    """Whether this person plays at the table or has played in this game, whose secrets they know, or would play."""
    if any(seat.user_id == user_id for seat in desk.sheet.seats):
        return True
    if (what == "replace" and facts.get("user_id") == user_id) or await tenures.has_held(desk, user_id):
        return True
    asked = await queries_together.open_claims(desk.connection, desk.table.code)
    return any(claim.user_id == user_id for claim in asked)


# ---- what is asked


async def _checked(desk: Desk, what: ActName, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The act's facts and nothing else. Raises ``Refused`` when the act is not possible now."""
    given = {name: facts.get(name) for name in _FACTS.get(what, ())}
    if what not in ("cancel", "remove", "announce", "export") and desk.table.status == "lobby":
        raise Refused("not_started")
    if what == "pause" and desk.table.paused_at is not None:
        raise Refused("paused")
    if what == "resume":
        _check_resume(desk)
    elif what == "extend":
        _check_number(given["hours"], 1, LONGEST_PACE)
    elif what == "skip":
        given["user_id"] = _check_skip(desk, given["seat"])
    elif what == "replace":
        given["holder"] = _check_replace(desk, given)
    elif what == "remove":
        given["user_id"] = _check_remove(desk, given["seat"])
    elif what == "undo":
        point = await _check_undo(desk, given["turn"])
        given |= {"window": point.window, "seq": point.seq}
    elif what == "move":
        _check_number(given["channel_id"], 1)
        if given["thread_id"] is not None:
            _check_number(given["thread_id"], 1)
    elif what == "announce":
        given["text"] = tidy(str(given["text"] or ""), ANNOUNCEMENT)
    return given


def _check_number(value: Any, least: int, most: int = 2**63 - 1) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Refused("unknown_option")


def _check_resume(desk: Desk) -> None:
    if desk.table.paused_at is None:
        raise Refused("not_paused")
    if desk.table.paused_why == "place":
        raise Refused("homeless")


def _check_skip(desk: Desk, seat: Any) -> int | None:
    """Who is asked, and not to be waited for. Whether they are ready is nobody's business: it is not looked at."""
    if desk.table.paused_at is not None:
        raise Refused("paused")
    if seat is None:
        return None
    holder = _seat(desk, seat)
    if seat not in desk.table.asked or holder.kind != "person":
        raise Refused("seat_not_asked")
    return holder.user_id


def _check_replace(desk: Desk, given: Mapping[str, Any]) -> int | None:
    """The seat's present holder, who may be another by the time of the second word."""
    seat = _seat(desk, given["seat"])
    _check_number(given["user_id"], 1)
    if seat.out or seat.beaten:
        raise Refused("seat_out")
    if any(other.user_id == given["user_id"] for other in desk.sheet.seats):
        raise Refused("invite_seated")
    return seat.user_id


def _check_remove(desk: Desk, seat: Any) -> int:
    """Who is to be removed."""
    holder = _seat(desk, seat)
    if holder.kind != "person" or holder.user_id is None:
        raise Refused("seat_empty")
    if holder.out:
        raise Refused("seat_out")
    return holder.user_id


async def _check_undo(desk: Desk, turn: Any) -> UndoPoint:
    """What going back to that turn would lead to."""
    _check_number(turn, 1, desk.table.turn - 1)
    await undo.check(desk, turn)
    found = await undo.points(desk.connection, desk.kit, desk.sheet, limit=desk.table.turn)
    for point in found:
        if point.turn == turn:
            return point
    raise Refused("undo_nothing")


def _seat(desk: Desk, seat: Any) -> SeatRow:
    _check_number(seat, 0, len(desk.sheet.seats) - 1)
    return desk.sheet.seats[int(seat)]


# ---- what is done


async def _carry_out(desk: Desk, row: ActRow, second_id: int | None) -> ActRow:
    """Do it, note it and tell the table."""
    facts = await _checked(desk, cast("ActName", row.act), row.facts)
    if row.act == "replace" and facts["holder"] != row.facts["holder"]:
        raise Refused("seat_changed")
    if row.act == "remove" and facts["user_id"] != row.facts["user_id"]:
        raise Refused("seat_changed")
    done = await acts.settle(desk, row.id, status="done", second_id=second_id)
    if desk.table.status in queries_tables.OPEN:
        await tell(desk, row)
    await _do(desk, row)
    return done


async def _do(desk: Desk, row: ActRow) -> None:
    facts = row.facts
    if row.act == "pause":
        await pausing.pause(desk, "mod")
    elif row.act == "resume":
        await homes.be_found(desk)
        await pausing.go_on(desk)
    elif row.act == "extend":
        await dues.extend(desk, timedelta(hours=facts["hours"]))
    elif row.act == "skip":
        await dues.skip(desk, [facts["seat"]] if facts["seat"] is not None else desk.sheet.waiting())
        await turns.settle(desk)
    elif row.act == "replace":
        name, language = str(facts["name"] or "?")[:NAME_LENGTH], str(facts["language"] or desk.table.language)
        await claims.invite(desk, facts["seat"], facts["user_id"], name, language)
    elif row.act == "remove":
        await _remove(desk, facts["seat"])
    elif row.act == "undo":
        await undo.go_back(desk, facts["turn"])
    elif row.act == "cancel":
        await _cancel(desk)
    elif row.act == "move":
        await homes.move(desk, facts["channel_id"], facts["thread_id"])


async def _remove(desk: Desk, seat: int) -> None:
    if desk.table.status == "lobby":
        await lobby.drop(desk, desk.sheet.seats[seat].user_id or 0)
        return
    await seating.vacate(desk, seat, "removed")


async def _cancel(desk: Desk) -> None:
    if desk.table.status == "lobby":
        await desk.change(ended_why="mod")
        await lobby.close(desk, "cancelled")
        return
    await endings.call_off(desk, "mod")


async def tell(desk: Desk, row: ActRow) -> None:
    """Tell the table what was done, by whom and why: at its place, or in the channel while it has none of its own."""
    place = "table" if desk.table.turn else "channel"
    await outbox.say(desk, "notice", f"act-{row.id}", place=place, say=f"act-{row.act}", act=row.id, last=True)
