"""Seats of a running game: given up, offered, sought for, handed over; members who leave the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db import queries_together
from db.rows import SeatRow
from engines.core import Seat
from tables import dues, endings, holders, hosts, lobby, outbox, pending, turns, votes
from tables.model import Press, Refused
from tables.sheet import AWAY, away

if TYPE_CHECKING:
    from tables.desk import Desk

NOTICES: Final = {"left": "gave_up", "forgotten": "forgotten"}
"""How the table is told that somebody has left, by why they have; whoever decides anything else tells it themselves."""


async def vacate(desk: Desk, seat: Seat, left: str) -> None:
    """Nobody holds the seat any more: the stand-in plays on and a substitute is sought.

    The table is told, another person hosts if need be, votes are counted anew, and the window resolves if nobody is
    waited for any more. When no person is left at the table it ends. ``left``: ``left``, ``removed``, ``gone`` or
    ``forgotten``.
    """
    before = desk.sheet.seats[seat]
    if before.kind != "person" or desk.table.status != "running":
        return
    if [other.seat for other in desk.sheet.staying()] != [seat] and left in NOTICES:
        await outbox.tell(desk, NOTICES[left], f"{seat}-{before.tenure}", seat=seat, tenure=before.tenure)
    await holders.empty(desk, seat, left)
    if not desk.sheet.staying():
        await endings.call_off(desk, "empty")
        return
    if not before.out and not before.beaten:
        await pending.advertise(desk, seat)
    await settle(desk)


async def hand_over(desk: Desk, seat: Seat, user_id: int, name: str, language: str, came: str) -> None:
    """Give the seat to a newcomer, with its secrets; the old holder has lost them with this, in old posts as well.

    ``came``: ``claim`` or ``invite``. Raises ``Refused``: ``already_seated``, ``seat_out``.
    """
    desk.check_running()
    before = desk.sheet.seats[seat]
    if before.out or before.beaten:
        raise Refused("seat_out")
    await holders.seat_newcomer(desk, seat, user_id, name, language, came)
    tenure = before.tenure + 1
    await outbox.tell(desk, "handed_over", f"{seat}-{tenure}", seat=seat, tenure=tenure)
    await settle(desk)


async def put_away_gone(desk: Desk, seat: Seat) -> None:
    """The seat's holder has left the server: away at once. The table and the moderators are told.

    If nobody is waited for any more the table goes on at the next beat: many may have left with this one.
    """
    row = desk.sheet.seats[seat]
    if row.kind != "person" or row.gone:
        return
    await desk.change_seat(seat, gone=True)
    if desk.table.status != "running" or row.out or row.beaten:
        return
    what = f"{seat}-{row.tenure}-{hosts.stamp(desk)}"
    await outbox.tell(desk, "gone", what, seat=seat)
    await outbox.say(desk, "alarm", f"gone-{what}", seat=seat, say="gone", user_id=row.user_id)
    await hosts.succeed(desk)
    if seat in desk.table.asked:
        await outbox.say_window(desk)
    await votes.recount(desk)
    await (desk.go_on_soon() if desk.sheet.complete() else dues.rearm(desk))


async def settle(desk: Desk) -> None:
    """After seats have changed: count the votes anew, and resolve the window if nobody is waited for any more."""
    await votes.recount(desk)
    await turns.settle(desk)


async def give_up(desk: Desk, press: Press) -> None:
    mine = _mine(desk, press)
    await vacate(desk, mine.seat, "left")


async def offer(desk: Desk, press: Press, offered: bool) -> None:
    """Offer one's own seat and play on until somebody has it, or take that back."""
    mine = _mine(desk, press)
    if mine.beaten:
        raise Refused("beaten")
    if mine.offered == offered:
        return
    if offered:
        await pending.advertise(desk, mine.seat, own=True)
    else:
        await pending.withdraw(desk, mine.seat)
    what = "offered" if offered else "offer_back"
    # Whoever changes their mind many times a day has it said anew.
    await outbox.tell(desk, what, f"{mine.seat}-{mine.tenure}-{desk.now:%Y%m%d}", seat=mine.seat)


async def seek(desk: Desk, press: Press, seat: Seat) -> None:
    """Look for a substitute for a seat whose holder is not there, or that no person holds."""
    desk.check_running()
    mine = desk.sheet.seat_of(press.user_id)
    if seat not in range(len(desk.sheet.seats)):
        raise Refused("unknown_option")
    row = desk.sheet.seats[seat]
    if row.out or row.beaten:
        raise Refused("seat_out")
    if row.kind == "person" and not away(row):
        raise Refused("seat_held")
    if row.offered:
        return
    await pending.advertise(desk, seat)
    await outbox.tell(desk, "sought", f"{seat}-{hosts.stamp(desk)}", seat=seat, by=mine.seat)


async def come_back(desk: Desk, seat: Seat) -> None:
    """The holder is on the server again. The stand-in plays until they press something."""
    row = desk.sheet.seats[seat]
    if not row.gone:
        return
    await desk.change_seat(seat, gone=False, missed=max(row.missed, AWAY))
    if desk.table.status == "running" and not row.out and not row.beaten:
        await outbox.tell(desk, "member_back", f"{seat}-{hosts.stamp(desk)}", seat=seat)


async def members(desk: Desk, user_ids: frozenset[int], *, gone: bool) -> bool:
    """These people have left the server, or are on it again; whether that changes anything at this table."""
    changed = False
    for claim in await queries_together.open_claims(desk.connection, desk.table.code) if gone else ():
        if claim.user_id in user_ids:
            await pending.close_claim(desk, claim, "void")
            changed = True
    for seat in [seat for seat in desk.sheet.seats if seat.user_id in user_ids and seat.gone != gone]:
        if not gone:
            await come_back(desk, seat.seat)
        elif desk.table.status == "lobby" and seat.user_id is not None:
            await lobby.leave(desk, Press(0, seat.user_id, seat.name, seat.language))
        else:
            await put_away_gone(desk, seat.seat)
        changed = True
    return changed


def _mine(desk: Desk, press: Press) -> SeatRow:
    """The pressing person's seat in the running game, if they have not resigned from it."""
    desk.check_running()
    mine = desk.sheet.seat_of(press.user_id)
    if mine.out:
        raise Refused("resigned")
    return mine
