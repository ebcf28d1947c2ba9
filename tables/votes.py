"""What the people at a table decide together, each vote with its own expiry and a count that everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, cast

from db import queries_outbox, queries_together
from db.rows import BallotRow, SeatRow, VoteRow
from engines.core import Seat
from tables import dues, endings, holders, outbox, pausing, pending, turns, undo
from tables.community import VoteInfo, VoteKind, VoteStatus
from tables.model import LONGEST_PACE, Press, Refused, pace_length
from tables.sheet import Sheet, away

if TYPE_CHECKING:
    from db.database import Transaction
    from tables.desk import Desk

KINDS: Final[frozenset[VoteKind]] = frozenset({"pause", "resume", "extend", "cancel", "remove", "undo"})
MAJORITY: Final[frozenset[VoteKind]] = frozenset({"extend", "remove"})
"""These take more than half of those who may vote; the others take all of them."""
NEVER_WITHOUT: Final[frozenset[VoteKind]] = frozenset({"cancel", "undo"})
"""What cannot be mended afterwards is not decided without those who are on their away days, nor at once without those
who are absent."""
SHORTEST: Final = timedelta(minutes=10)
LONGEST: Final = timedelta(hours=48)
MOST_LOST: Final = 3
"""Votes of one kind that one person can lose before they have to wait: each calls everybody."""
AGAIN: Final = timedelta(days=1)
"""So long at most, and never longer than the table's pace."""


@dataclass(frozen=True, slots=True)
class Count:
    """How a vote stands."""

    yes: tuple[Seat, ...]
    no: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    needed: int

    @property
    def carried(self) -> bool:
        return len(self.yes) >= self.needed

    @property
    def lost(self) -> bool:
        """Whether it cannot be carried any more, as those who may vote are now."""
        return bool(self.no) and len(self.yes) + len(self.waiting) < self.needed

    @property
    def opposed(self) -> bool:
        """Whether more than half of those who may vote are against it."""
        return 2 * len(self.no) > len(self.yes) + len(self.no) + len(self.waiting)


async def open_vote(desk: Desk, press: Press, kind: VoteKind, seat: Seat | None, amount: int | None) -> int:
    """Put something to the vote; the opener votes for it. The number of the vote."""
    mine = _voter(desk, press)
    if kind not in KINDS:
        raise Refused("unknown_option")
    seat = seat if kind == "remove" else None
    amount = amount if kind in ("extend", "undo") else None
    await _check(desk, kind, seat, amount)
    for vote in await queries_together.open_votes(desk.connection, desk.table.code):
        if (vote.kind, vote.seat) == (kind, seat):
            raise Refused("vote_open")
    length = pace_length(desk.sheet.info().pace, desk.table.hours)
    lately = desk.now - max(SHORTEST, min(AGAIN, length))
    if await queries_together.lost_votes(desk.connection, desk.table.code, kind, press.user_id, lately) >= MOST_LOST:
        raise Refused("vote_again")
    number = await queries_together.add_vote(
        desk.connection,
        code=desk.table.code,
        kind=kind,
        seat=seat,
        amount=amount,
        opened_by=press.user_id,
        opened_at=desk.now,
        expires=desk.now + max(SHORTEST, min(LONGEST, 2 * length)),
    )
    await queries_together.cast(desk.connection, number, mine.seat, True, desk.now)
    await _show(desk, number)
    await pending.set_expiry(desk)
    await _judge(desk, number)
    return number


async def cast_vote(desk: Desk, press: Press, number: int, yes: bool) -> None:
    """Vote, or change one's vote. Whoever comes back by this very press to a vote about them finds it void."""
    vote = await queries_together.vote(desk.connection, number)
    if vote is None or vote.code != desk.table.code:
        raise Refused("vote_closed")
    mine = desk.sheet.seat_of(press.user_id)
    if vote.status == "void" and vote.seat == mine.seat:
        return
    if vote.status != "open" or vote.expires <= desk.sheet.moment:
        raise Refused("vote_closed")
    if mine.seat == vote.seat or mine.seat not in {seat.seat for seat in desk.sheet.present()}:
        raise Refused("no_vote")
    await queries_together.cast(desk.connection, number, mine.seat, yes, desk.now)
    await _show(desk, number)
    await _judge(desk, number)


async def expire(desk: Desk) -> None:
    """End the votes whose time is up; what those who are still there all want by then is carried."""
    for vote in await queries_together.open_votes(desk.connection, desk.table.code):
        if vote.expires > desk.now:
            continue
        await _judge(desk, vote.id, final=True)
        again = await queries_together.vote(desk.connection, vote.id)
        if again is not None and again.status == "open":
            await _close(desk, again, "expired", (await _count(desk.connection, desk.sheet, again)).needed)
    if desk.table.status == "running":
        await pending.set_expiry(desk)


async def recount(desk: Desk) -> None:
    """Somebody has left, come, or gone away: count every open vote anew, and carry what is certain by now.

    Seats that nobody can take over any more (resigned, beaten) are not on offer any longer either.
    """
    if desk.table.status != "running":
        return
    for seat in list(desk.sheet.seats):
        if seat.offered and (seat.out or seat.beaten):
            await pending.withdraw(desk, seat.seat)
    for vote in await queries_together.open_votes(desk.connection, desk.table.code):
        await _show(desk, vote.id)
        await _judge(desk, vote.id)


async def info(connection: Transaction, sheet: Sheet, number: int) -> VoteInfo:
    """The vote of this number. ``Refused("vote_closed")`` when the table has none."""
    vote = await queries_together.vote(connection, number)
    if vote is None or vote.code != sheet.code:
        raise Refused("vote_closed")
    return await _info(connection, sheet, vote)


async def infos(connection: Transaction, sheet: Sheet) -> list[VoteInfo]:
    """The table's open votes."""
    return [await _info(connection, sheet, vote) for vote in await queries_together.open_votes(connection, sheet.code)]


async def _info(connection: Transaction, sheet: Sheet, vote: VoteRow) -> VoteInfo:
    opener = next((s.seat for s in sheet.seats if s.user_id is not None and s.user_id == vote.opened_by), None)
    count = await _count(connection, sheet, vote)
    return VoteInfo(
        id=vote.id,
        code=vote.code,
        kind=cast("VoteKind", vote.kind),
        seat=vote.seat,
        amount=vote.amount,
        opened_by=opener,
        expires=vote.expires,
        status=cast("VoteStatus", vote.status),
        yes=count.yes,
        no=count.no,
        waiting=count.waiting,
        needed=count.needed,
    )


async def _count(connection: Transaction, sheet: Sheet, vote: VoteRow) -> Count:
    """How the vote stands. A closed one stays as it was, whoever is there by now."""
    ballots = await queries_together.ballots_of(connection, vote.id)
    voters = _voters(sheet, vote, ballots)
    counted = sorted(ballots) if vote.status != "open" else [seat for seat in voters if seat in ballots]
    needed = len(voters) // 2 + 1 if vote.kind in MAJORITY else max(1, len(voters))
    return Count(
        yes=tuple(seat for seat in counted if ballots[seat].yes),
        no=tuple(seat for seat in counted if not ballots[seat].yes),
        waiting=() if vote.status != "open" else tuple(seat for seat in voters if seat not in ballots),
        needed=vote.needed if vote.needed is not None else needed,
    )


def _voters(sheet: Sheet, vote: VoteRow, ballots: Mapping[Seat, BallotRow]) -> list[Seat]:
    """The people in play who are there. Whoever is on away days need not vote, but may."""
    absent = frozenset[Seat]() if vote.kind in NEVER_WITHOUT else sheet.away_until().keys()
    there = [seat.seat for seat in sheet.present() if seat.seat != vote.seat]
    return [seat for seat in there if seat not in absent or seat in ballots]


def _voter(desk: Desk, press: Press) -> SeatRow:
    """The pressing person's seat, if they may put something to the vote."""
    if desk.table.status == "lobby":
        raise Refused("not_started")
    seat = desk.sheet.seat_of(press.user_id)
    if desk.table.status != "running":
        raise Refused("table_closed")
    if seat.out:
        raise Refused("resigned")
    if seat.beaten:
        raise Refused("beaten")
    return seat


async def _check(desk: Desk, kind: str, seat: Seat | None, amount: int | None) -> None:
    """Whether there is something to decide. Raises ``Refused``."""
    paused = desk.table.paused_at is not None
    if kind in ("pause", "extend") and paused:
        raise Refused("paused")
    if kind == "resume" and not paused:
        raise Refused("not_paused")
    if kind == "resume" and desk.table.paused_why in ("place", "server"):
        raise Refused("paused_place")
    if kind == "extend" and not 1 <= (amount or 0) <= LONGEST_PACE:
        raise Refused("unknown_option")
    if kind == "remove" and not _removable(desk, seat):
        raise Refused("seat_held")
    if kind == "undo":
        points = await undo.points(desk.connection, desk.kit, desk.sheet)
        if amount not in {point.turn for point in points}:
            raise Refused("undo_nothing")


def _removable(desk: Desk, seat: Seat | None) -> bool:
    return any(other.seat == seat and away(other) for other in desk.sheet.in_play())


async def _moot(desk: Desk, vote: VoteRow) -> bool:
    """Whether there is nothing to decide any more. More time is asked for one window, not for the next."""
    try:
        await _check(desk, vote.kind, vote.seat, vote.amount)
    except Refused:
        return True
    opened = await queries_together.window_opened(desk.connection, desk.table.code, desk.table.window)
    return vote.kind == "extend" and opened is not None and opened > vote.opened_at


async def _show(desk: Desk, number: int) -> None:
    """Have the vote's post show how it stands, unless it does already: the body says for whom it was written."""
    vote = await queries_together.vote(desk.connection, number)
    if vote is None:
        return
    count = await _count(desk.connection, desk.sheet, vote)
    stand = [list(count.yes), list(count.no), [[seat, desk.sheet.seats[seat].tenure] for seat in count.waiting]]
    post = await queries_outbox.post(desk.connection, outbox.key(desk.table.code, "vote", number))
    if post is None or post.body.get("stand") != stand:
        await outbox.say(desk, "vote", number, vote=number, stand=stand)


async def _judge(desk: Desk, number: int, *, final: bool = False) -> None:
    """Close the vote as soon as it is certain how it ends, and do what was decided. ``final``: its time is up.

    What cannot be mended waits for that as long as somebody in play is absent and might still come back and object.
    Going on is carried then unless more than half object: while clocks stand still nobody ever counts as absent, and
    nobody who agreed to a pause, or paused alone while the others were on leave, may hold the game up for ever.
    """
    vote = await queries_together.vote(desk.connection, number)
    if vote is None or vote.status != "open" or desk.table.status != "running":
        return
    if await _moot(desk, vote):
        await pending.close_vote(desk, vote, "void")
        await pending.set_expiry(desk)
        return
    count = await _count(desk.connection, desk.sheet, vote)
    if count.carried and not final and _may_object(desk, vote):
        return
    resumes = vote.kind == "resume"
    lost = count.opposed if resumes else count.lost
    if count.carried or (final and resumes and not lost):
        await _close(desk, vote, "passed", count.needed)
        await _carry_out(desk, vote)
    elif lost:
        await _close(desk, vote, "failed", count.needed)


def _may_object(desk: Desk, vote: VoteRow) -> bool:
    """Whether what cannot be mended would be decided behind the back of somebody who is absent and may come back."""
    return vote.kind in NEVER_WITHOUT and any(away(seat) and not seat.gone for seat in desk.sheet.in_play())


async def _close(desk: Desk, vote: VoteRow, status: str, needed: int) -> None:
    await pending.close_vote(desk, vote, status, needed)
    await pending.set_expiry(desk)
    facts: dict[str, object] = {"vote": vote.id}
    if vote.kind == "cancel" and status == "passed":
        facts["last"] = True
    if vote.seat is not None:
        facts |= {"seat": vote.seat, "tenure": desk.sheet.seats[vote.seat].tenure}
    if (vote.kind, status) != ("undo", "passed"):  # going back has news of its own, which names the step
        await outbox.tell(desk, f"vote_{status}", vote.id, **facts)


async def _carry_out(desk: Desk, vote: VoteRow) -> None:
    amount = vote.amount or 0
    match vote.kind:
        case "pause":
            await pausing.pause(desk, "vote")
        case "resume":
            await pausing.go_on(desk)
        case "extend":
            await dues.extend(desk, timedelta(hours=amount))
        case "cancel":
            await endings.call_off(desk, "vote")
        case "undo":
            await undo.go_back(desk, amount)
        case _:
            await _remove(desk, vote.seat)


async def _remove(desk: Desk, seat: Seat | None) -> None:
    if seat is None:
        return
    await holders.empty(desk, seat, "removed")
    await pending.advertise(desk, seat)
    await turns.settle(desk)
