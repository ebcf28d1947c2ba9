"""Who would take a seat of a running game: by their own wish, or because a moderator asks them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, cast

from db import queries_together
from db.rows import ClaimRow
from engines.core import Seat
from tables import hosts, lobby, outbox, pending, seating, tenures
from tables.community import ClaimInfo, Record
from tables.desk import NAME_LENGTH
from tables.model import Press, Refused

if TYPE_CHECKING:
    from db.database import Transaction
    from tables.desk import Desk


ASKED_AGAIN: Final = 2
"""So many times a person is declined a seat before they need not ask for it again."""
IN_VAIN: Final = 5
A_WHILE: Final = timedelta(hours=1)
"""So many times in this a seat is asked for in vain before nobody may: each claim calls whoever decides, and who is
forgotten in between, or whose friend takes the offer back each time, could ask for ever."""


async def claim(desk: Desk, press: Press, seat: Seat) -> int:
    """Ask for a seat that is on offer; the host decides, somebody who is there. The number of the claim."""
    desk.check_running()
    if not _free(desk, seat):
        raise Refused("seat_not_free")
    await _check_person(desk, press.user_id, seat)
    for other in await queries_together.open_claims(desk.connection, desk.table.code):
        if (other.kind, other.seat, other.user_id) == ("claim", seat, press.user_id):
            raise Refused("claimed")
    if (
        len(await queries_together.declined_claims(desk.connection, desk.table.code, seat, press.user_id))
        >= ASKED_AGAIN
    ):
        raise Refused("claimed")
    if await queries_together.vain_claims(desk.connection, desk.table.code, seat, desk.now - A_WHILE) >= IN_VAIN:
        raise Refused("claims_many")
    await hosts.succeed(desk, there=True)
    return await _add(desk, seat, "claim", press.user_id, press.name, press.language)


async def invite(desk: Desk, seat: Seat, user_id: int, name: str, language: str) -> int:
    """Ask somebody to take the seat, whoever holds it; it is theirs once they accept. The number of the invite.

    Raises ``Refused``: ``seat_out``, ``invite_seated`` (sits at this table), ``invite_knows`` (held another seat of
    this game), ``seat_invited`` (has been asked already).
    """
    desk.check_running()
    if seat not in range(len(desk.sheet.seats)):
        raise Refused("unknown_option")
    row = desk.sheet.seats[seat]
    if row.out or row.beaten:
        raise Refused("seat_out")
    if any(other.user_id == user_id for other in desk.sheet.seats):
        raise Refused("invite_seated")
    if await _knows_secrets(desk, user_id, seat):
        raise Refused("invite_knows")
    for other in await queries_together.open_claims(desk.connection, desk.table.code):
        if (other.kind, other.seat, other.user_id) == ("invite", seat, user_id):
            raise Refused("seat_invited")
    return await _add(desk, seat, "invite", user_id, name, language)


async def decide(desk: Desk, press: Press, number: int, accept: bool, *, moderator: bool) -> None:
    """Give the seat to whoever claims it, or do not. What cannot be any more is closed as void.

    A moderator who plays or has played in this game decides no more than anybody else who does.
    """
    asked = await _row(desk, number)
    mine = next((seat for seat in desk.sheet.seats if seat.user_id == press.user_id), None)
    if asked.status == "void" and mine is not None and mine.seat == asked.seat:
        return  # Whoever comes back to their seat by this very press keeps it.
    if asked.status != "open" or asked.kind != "claim":
        raise Refused("claim_closed")
    if asked.user_id == press.user_id:
        raise Refused("own_claim")
    offers = mine is not None and mine.seat == asked.seat and mine.offered
    outside = mine is None and not await tenures.has_held(desk, press.user_id)
    if desk.table.host_id != press.user_id and not offers and not (moderator and outside):
        raise Refused("host_only")
    if not accept:
        await pending.close_claim(desk, asked, "declined")
        await outbox.tell(desk, "claim_declined", number, claim=number)
        return
    if not await _possible(desk, asked):
        await pending.close_claim(desk, asked, "void")
        return
    await _take(desk, asked)


async def answer_invite(desk: Desk, press: Press, number: int, accept: bool) -> None:
    """The invited person takes the seat, or does not."""
    asked = await _row(desk, number)
    if asked.kind != "invite" or asked.user_id != press.user_id:
        raise Refused("not_invited")
    if asked.status != "open":
        raise Refused("claim_closed")
    if not accept:
        await pending.close_claim(desk, asked, "declined")
        await outbox.tell(desk, "claim_declined", number, claim=number)
        return
    if not _open_to_newcomers(desk, asked.seat):
        await pending.close_claim(desk, asked, "void")
        return
    await _check_person(desk, press.user_id, asked.seat)
    await _take(desk, asked)


async def info(connection: Transaction, code: str, number: int) -> ClaimInfo:
    """The claim of this number. ``Refused("claim_closed")`` when the table has none."""
    row = await queries_together.claim(connection, number)
    if row is None or row.code != code:
        raise Refused("claim_closed")
    past = Record(0, 0, 0) if row.user_id is None else await tenures.record(connection, row.user_id)
    return ClaimInfo(
        id=row.id,
        code=row.code,
        seat=row.seat,
        kind=cast("Any", row.kind),
        user_id=row.user_id,
        name=row.name,
        status=cast("Any", row.status),
        record=past,
    )


async def _row(desk: Desk, number: int) -> ClaimRow:
    row = await queries_together.claim(desk.connection, number)
    if row is None or row.code != desk.table.code:
        raise Refused("claim_closed")
    return row


async def _add(desk: Desk, seat: Seat, kind: str, user_id: int, name: str, language: str) -> int:
    number = await queries_together.add_claim(
        desk.connection,
        code=desk.table.code,
        seat=seat,
        kind=kind,
        user_id=user_id,
        name=name[:NAME_LENGTH],
        language=language,
        at=desk.now,
    )
    await outbox.say(desk, "claim", number, seat=seat, claim=number)
    return number


async def _take(desk: Desk, asked: ClaimRow) -> None:
    """The seat changes hands; whoever else asked for it cannot have it, nor its new holder another."""
    if asked.user_id is None:
        raise Refused("claim_closed")
    await pending.close_claim(desk, asked, "accepted")
    for other in await queries_together.open_claims(desk.connection, desk.table.code):
        if other.user_id == asked.user_id:
            await pending.close_claim(desk, other, "void")
    await seating.hand_over(desk, asked.seat, asked.user_id, asked.name, asked.language, asked.kind)


async def _possible(desk: Desk, asked: ClaimRow) -> bool:
    """Whether the claimant can still have the seat."""
    if asked.user_id is None or not _free(desk, asked.seat):
        return False
    try:
        await _check_person(desk, asked.user_id, asked.seat)
    except Refused:
        return False
    return True


def _free(desk: Desk, seat: Seat) -> bool:
    return _open_to_newcomers(desk, seat) and desk.sheet.seats[seat].offered


def _open_to_newcomers(desk: Desk, seat: Seat) -> bool:
    if desk.table.status != "running" or seat not in range(len(desk.sheet.seats)):
        return False
    return not desk.sheet.seats[seat].out and not desk.sheet.seats[seat].beaten


async def _check_person(desk: Desk, user_id: int, seat: Seat) -> None:
    """Whether this person may hold the seat. Raises ``Refused``."""
    if any(other.user_id == user_id for other in desk.sheet.seats):
        raise Refused("already_seated")
    if await _knows_secrets(desk, user_id, seat):
        raise Refused("knows_secrets")
    await lobby.check_limit(desk.kit, desk.connection, user_id, desk.table.guild_id)


async def _knows_secrets(desk: Desk, user_id: int, seat: Seat) -> bool:
    """Whether the person has held another seat of this game."""
    return await tenures.has_held(desk, user_id, but=seat)
