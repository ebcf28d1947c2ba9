"""What people at a table have asked for and what is not settled yet: votes, claims, seats on offer.

When it has lost its object it is closed here, and its posts are written anew, so that they lose their buttons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from db import queries_outbox, queries_time, queries_together
from db.rows import ClaimRow, VoteRow
from engines.core import Seat
from tables import hosts, outbox

if TYPE_CHECKING:
    from tables.desk import Desk

MOST_ADS: Final = 3
"""Posts that look for a newcomer in one holder's time; who changes their mind more often has the last one edited."""

# ---- votes


async def close_vote(desk: Desk, vote: VoteRow, status: str, needed: int | None = None) -> None:
    """End the vote, in the post that stands for it. ``needed``: the votes in favour that it took."""
    await queries_together.change_vote(desk.connection, vote.id, status=status, needed=needed)
    await queries_outbox.renew_post(desk.connection, outbox.key(desk.table.code, "vote", vote.id))


async def close_votes(desk: Desk, kind: str | None = None, seat: Seat | None = None) -> None:
    """There is nothing to vote on any more: of this kind and about this seat, where these are given."""
    for vote in await queries_together.open_votes(desk.connection, desk.table.code):
        if kind in (None, vote.kind) and seat in (None, vote.seat):
            await close_vote(desk, vote, "void")
    await set_expiry(desk)


async def set_expiry(desk: Desk) -> None:
    """Have the table's timer for votes stand at the first that runs out."""
    votes = await queries_together.open_votes(desk.connection, desk.table.code)
    first = min(votes, key=lambda vote: vote.expires, default=None)
    if first is None:
        await queries_time.drop_timer(desk.connection, desk.table.code, "vote")
    else:
        await queries_time.set_timer(desk.connection, desk.table.code, "vote", first.id, first.expires)


async def renew_votes(desk: Desk) -> None:
    """Who may vote has changed: show the open votes' counts as they are now."""
    for vote in await queries_together.open_votes(desk.connection, desk.table.code):
        await queries_outbox.renew_post(desk.connection, outbox.key(desk.table.code, "vote", vote.id))


# ---- claims and offers


async def close_claim(desk: Desk, claim: ClaimRow, status: str) -> None:
    """End the claim or invite, in the post that stands for it."""
    await queries_together.change_claim(desk.connection, claim.id, status=status)
    await queries_outbox.renew_post(desk.connection, outbox.key(desk.table.code, "claim", claim.id))


async def close_claims(desk: Desk, *, seat: Seat | None = None, kind: str | None = None) -> None:
    """Nobody can have this seat (or any) any more. ``kind``: only ``claim`` or ``invite``."""
    for claim in await queries_together.open_claims(desk.connection, desk.table.code):
        if seat in (None, claim.seat) and kind in (None, claim.kind):
            await close_claim(desk, claim, "void")


async def advertise(desk: Desk, seat: Seat, *, own: bool = False) -> None:
    """Look for a newcomer to the seat. ``own``: its holder wishes so, and not the table."""
    if desk.sheet.seats[seat].offered:
        return
    await desk.change_seat(seat, offered=True)
    tenure = desk.sheet.seats[seat].tenure
    ads = await queries_together.ads_of(desk.connection, desk.table.code, seat)
    theirs = sum(ad.body["tenure"] == tenure for ad in ads)
    number = len(ads) - (theirs >= MOST_ADS)  # the last one is good for this as well
    await outbox.say(desk, "ad", f"{seat}-{tenure}-{number}", seat=seat, tenure=tenure, own=own)


async def withdraw(desk: Desk, seat: Seat) -> None:
    """The seat is not to be had any more: its ad ends, and with it the claims."""
    if not desk.sheet.seats[seat].offered:
        return
    await desk.change_seat(seat, offered=False)
    await renew_ad(desk, seat)
    await close_claims(desk, seat=seat, kind="claim")


async def renew_ad(desk: Desk, seat: Seat) -> None:
    """The seat's latest ad shows differently."""
    ads = await queries_together.ads_of(desk.connection, desk.table.code, seat)
    if ads:
        await queries_outbox.renew_post(desk.connection, ads[-1].key)


async def offered_by_holder(desk: Desk, seat: Seat) -> bool:
    """Whether the seat is on offer by the wish of whoever holds it now."""
    row = desk.sheet.seats[seat]
    ads = await queries_together.ads_of(desk.connection, desk.table.code, seat)
    return row.offered and bool(ads) and ads[-1].body["tenure"] == row.tenure and bool(ads[-1].body["own"])


async def welcome_back(desk: Desk, seat: Seat) -> None:
    """The holder, who was away or had left the server, has pressed something: the seat is theirs, and they play.

    What others sought or voted about it because they were away is void.
    """
    was_gone = desk.sheet.seats[seat].gone
    await desk.change_seat(seat, missed=0, gone=False)
    if desk.table.status != "running":
        return
    if was_gone:
        await outbox.tell(desk, "back", f"{seat}-{hosts.stamp(desk)}", seat=seat)
    if desk.sheet.seats[seat].offered and not await offered_by_holder(desk, seat):
        await withdraw(desk, seat)
    await close_votes(desk, "remove", seat)
    await renew_votes(desk)
    await hosts.succeed(desk)
