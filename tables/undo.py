"""Going back: the table stands again where it stood before, and what was played since does not count.

Nothing is deleted. Going back is one more turn, which holds the state of an earlier one; its window has a number of its
own, and the draws go on behind all that were ever made, so that nobody rolls again what they know.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from db import queries_outbox, queries_play, queries_tables
from db.database import Transaction
from db.rows import ActionRow, SeatRow, StateRow, StepRow
from engines.core import Seat
from tables import outbox, pending, turns
from tables.codec import DRAWS, EVENTS, Codec
from tables.community import UndoPoint
from tables.desk import Desk, Kit
from tables.model import Press, Refused, pace_length
from tables.revealed import reveals
from tables.sheet import Sheet, read_sheet

FREE: Final = 8
"""Answers that can be taken back without a vote at most."""
OWN: Final = ("person", "draft")
"""Where an answer came from that its holder gave themselves (``turns.Answer.source``)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A turn that counts: how the table stood once."""

    row: StateRow
    """Without its state."""
    origin: StateRow
    """The turn that made its state: itself, unless the table went back to it."""

    def is_turn(self, turn: int) -> bool:
        return turn in (self.row.turn, self.origin.turn)


def line(rows: Sequence[StateRow]) -> list[Stand]:
    """The turns that count, in their order: from the last one back, leaving out what the table went back behind."""
    by_turn = {row.turn: row for row in rows}
    stands: list[Stand] = []
    row = rows[-1] if rows else None
    while row is not None:
        origin = row
        while origin.cause == "undo":
            origin = by_turn[origin.back_to or 0]
        stands.append(Stand(row, origin))
        row = by_turn.get(origin.turn - 1)
    return stands[::-1]


@dataclass(frozen=True, slots=True)
class History:
    """A running table's line, with what was answered and told on it."""

    rows: Sequence[StateRow]
    """Every turn that there was, also what was taken back."""
    stands: Sequence[Stand]
    answers: Mapping[int, Sequence[ActionRow]]
    """By window."""
    steps: Sequence[StepRow]
    """Those that count, without what they tell."""

    def given(self, at: int) -> Sequence[ActionRow]:
        """The answers that led from this stand to the next; none where somebody resigned instead."""
        follows = self.stands[at + 1].origin
        return self.answers.get(self.stands[at].row.window, ()) if follows.cause == "answers" else ()

    def latest_of(self, seat: SeatRow, since: int) -> int | None:
        """Where the seat's holder last answered themselves, in this window or a later one."""
        for at in range(len(self.stands) - 2, -1, -1):
            own = (answer.seat == seat.seat and answer.source in OWN for answer in self.given(at))
            if self.stands[at].row.window >= since and any(own):
                return at
        return None


async def history(connection: Transaction, code: str) -> History:
    """What of the table's past counts."""
    answers: defaultdict[int, list[ActionRow]] = defaultdict(list)
    for action in await queries_play.actions_of(connection, code):
        answers[action.window].append(action)
    steps = [step for step in await queries_play.step_heads(connection, code) if not step.undone]
    rows = await queries_play.turns_of(connection, code)
    return History(rows, line(rows), answers, steps)


async def points(
    connection: Transaction, kit: Kit, sheet: Sheet, user_id: int | None = None, limit: int = 25
) -> list[UndoPoint]:
    """Where the running game could go back to, latest first; nowhere unless it runs. ``free`` is as seen by this
    person. What only bot players answered is no place to go back to: they would answer again at once."""
    if sheet.table.status != "running":
        return []
    past = await history(connection, sheet.code)
    free = await _free_from(connection, kit, sheet, past, user_id)
    turns_told = [step.turn for step in past.steps]  # in order: what counts was told turn by turn
    found: list[UndoPoint] = []
    for at in range(len(past.stands) - 2, -1, -1):
        given = past.given(at)
        if given and all(answer.source == "bot" for answer in given):
            continue
        row = past.stands[at].row
        kept = bisect_right(turns_told, row.turn)
        found.append(
            UndoPoint(
                turn=row.turn,
                window=row.window,
                seq=past.steps[kept - 1].seq if kept else 0,
                chapter=past.steps[kept].chapter if kept < len(past.steps) else "",
                free=at >= free,
            )
        )
        if len(found) == limit:
            break
    return found


@dataclass(frozen=True, slots=True)
class Foresight:
    """What was found out for a press before its transaction; good for one state of the table only."""

    turn: int
    free_from: int


async def ahead(kit: Kit, code: str, user_id: int) -> Foresight | None:
    """Find out whether this person's last answer can be had back for nothing, so that no other table waits for it."""
    async with kit.database.read() as connection:
        sheet = await read_sheet(connection, code, kit.clock.now())
        seat = next((seat for seat in sheet.seats if seat.user_id == user_id), None)
        if sheet.table.status != "running" or seat is None or seat.out:
            return None
        return Foresight(sheet.table.turn, (await _last_own(connection, kit, sheet, seat))[2])


async def take_back(desk: Desk, press: Press, foreseen: Foresight | None = None) -> None:
    """Take back the presser's last answer, where that is free. ``Refused``: ``undo_vote``, ``undo_nothing``."""
    desk.check_running()
    seat = desk.sheet.seat_of(press.user_id)
    if seat.out:
        raise Refused("resigned")
    known = foreseen.free_from if foreseen is not None and foreseen.turn == desk.table.turn else None
    past, latest, free_from = await _last_own(desk.connection, desk.kit, desk.sheet, seat, known)
    if latest is None:
        raise Refused("undo_nothing")
    if latest < free_from or _watched(desk.sheet, seat):
        raise Refused("undo_vote")
    until = await _time_of(desk, past, latest)
    await go_back(desk, past.stands[latest].row.turn, by=seat.seat, going_on=until)


async def _last_own(
    connection: Transaction, kit: Kit, sheet: Sheet, seat: SeatRow, known: int | None = None
) -> tuple[History, int | None, int]:
    """The line, where on it the seat's holder last answered, and from where on going back is free for them.

    ``known``: the last of these, where it has been found out.
    """
    past = await history(connection, sheet.code)
    since = await queries_tables.held_since(connection, seat.code, seat.seat, seat.tenure)
    latest = past.latest_of(seat, since)
    if known is not None or latest is None:
        return past, latest, known or 0
    return past, latest, await _free_from(connection, kit, sheet, past, seat.user_id, down_to=latest)


async def check(desk: Desk, turn: int) -> None:
    """Raise ``Refused`` unless the table can go back to this turn: ``undo_nothing``, ``not_started``,
    ``table_closed``."""
    desk.check_running()
    _stand(line(await queries_play.turns_of(desk.connection, desk.table.code)), turn)


async def go_back(desk: Desk, turn: int, *, by: Seat | None = None, going_on: datetime | None = None) -> None:
    """Have the table stand as it did at this turn, and ask again what it asked then. ``Refused``: as ``check``.

    What was said about steps that do not count any more is said anew; the scene is told from here in a post of its own.
    ``by``: whose free undo it is; ``going_on``: the end of the time that they had for it, which goes on.
    """
    desk.check_running()
    code, codec, scene = desk.table.code, desk.codec, desk.table.scene
    rows = await queries_play.turns_of(desk.connection, code)
    stands = line(rows)
    at = _stand(stands, turn)
    back = stands[at].row.turn
    stored = await queries_play.state(desk.connection, code, back)
    if stored is None:
        raise Refused("undo_nothing")
    state = codec.state.load(stored.state_json)
    await outbox.renew_window(desk)
    if scene is not None:
        await outbox.say_scene(desk, scene, over=True)
    steps = await queries_play.step_heads(desk.connection, code)
    await _keep(desk, rows[-1], stored, by)
    await _seat_again(desk, stands[: at + 1])
    desk.sheet.known = (desk.table.turn, state)
    await turns.keep_beaten(desk, state)
    await _tell(desk, back, [step for step in steps if not step.undone], by)
    await pending.close_votes(desk, "undo")
    await turns.next_window(desk, codec.game.window(state), state, going_on, ordered=False)
    await turns.settle(desk)


async def _time_of(desk: Desk, past: History, at: int) -> datetime:
    """The end of the time that the seat had for the question of this stand, by the table's pace.

    Taking back wins no time, or nobody would ever have to answer: it is reckoned from when the first question of the
    same scene was first asked. Once it is up only one more moment is had that way. ``Refused``: ``undo_vote``.
    """
    length = pace_length(desk.sheet.info().pace, desk.table.hours)
    until = _first_asked(past.rows, past.stands[await _scene_from(desk, past, at)].row) + length
    mine = past.given(at)[0].seat
    if any(row.cause == "undo" and row.seat == mine and row.at >= until for row in past.rows):
        raise Refused("undo_vote")
    return until


async def _scene_from(desk: Desk, past: History, at: int) -> int:
    """The stand whose question the scene of this stand's question began with for the same seat; itself without one."""
    here = await _asked_there(desk, past.stands[at])
    while at > 0 and here[0] is not None and not _by_all(past.stands[at].row):
        sources = {answer.source for answer in past.given(at - 1)}
        if not sources or not sources <= {*OWN, "order"} or await _asked_there(desk, past.stands[at - 1]) != here:
            break
        at -= 1
    return at


async def _asked_there(desk: Desk, stand: Stand) -> tuple[str | None, list[Seat]]:
    """The scene of what was asked at this stand, and whom."""
    stored = await queries_play.state(desk.connection, desk.table.code, stand.row.turn)
    window = None if stored is None else desk.codec.game.window(desk.codec.state.load(stored.state_json))
    return (None, []) if window is None else (window.scene, sorted(window.asks))


def _by_all(row: StateRow) -> bool:
    """Whether the table went back here together, which gives the whole time anew."""
    return row.cause == "undo" and row.seat is None


def _first_asked(rows: Sequence[StateRow], row: StateRow) -> datetime:
    """When the question of this turn was first asked, before it was taken back for nothing once or more."""
    by_turn = {row.turn: row for row in rows}
    while row.cause == "undo" and row.seat is not None:
        row = by_turn[row.back_to or 0]
    return row.at


async def _keep(desk: Desk, latest: StateRow, stored: StateRow, by: Seat | None) -> None:
    """Add the turn that goes back; luck stands where it stood. Drafts of the window that was open are gone."""
    code, turn, window = desk.table.code, desk.table.turn + 1, desk.table.window + 1
    await queries_play.drop_drafts(desk.connection, code)
    desk.sheet.drafts = {}
    await queries_play.add_state(
        desk.connection,
        code=code,
        turn=turn,
        window=window,
        cause="undo",
        seat=by,
        rules=stored.rules,
        state_json=stored.state_json,
        drawn=latest.drawn,
        draws_json=DRAWS.dump(()),
        at=desk.now,
        back_to=stored.turn,
    )
    await queries_play.mark_undone(desk.connection, code, stored.turn)
    await desk.change(turn=turn, window=window, line=desk.table.line + 1, scene=None)
    if desk.table.paused_at is not None:
        # What opens now has not stood still for longer than this.
        await desk.change(paused_at=desk.now)


async def _seat_again(desk: Desk, stands: Sequence[Stand]) -> None:
    """Whoever resigned since has not."""
    resigned = {stand.origin.seat for stand in stands if stand.origin.cause == "resign"}
    for seat in list(desk.sheet.seats):
        if seat.out and seat.seat not in resigned:
            await desk.change_seat(seat.seat, out=False)


async def _tell(desk: Desk, back: int, steps: Sequence[StepRow], by: Seat | None) -> None:
    """Posts of steps that do not count say so; the table is told what happened."""
    gone = {step.seq for step in steps if step.turn > back}
    telling: set[str] = set()
    for post in await queries_outbox.posts_of(desk.connection, desk.table.code):
        span: Sequence[int] = post.body.get("steps") or () if post.kind in ("opening", "chapter", "turn") else ()
        if span and not gone.isdisjoint(range(span[0], span[-1] + 1)):
            telling.add(post.key)
    await queries_outbox.renew_posts(desk.connection, telling)
    last = max((step.seq for step in steps if step.seq not in gone), default=0)
    facts = {"window": desk.table.window, "seq": last, "steps": len(gone), "seat": by}
    await outbox.tell(desk, "undo", desk.table.turn, **facts)


def _stand(stands: Sequence[Stand], turn: int) -> int:
    """Which of the stands before the last one this turn is."""
    for at, stand in enumerate(stands[:-1]):
        if stand.is_turn(turn):
            return at
    raise Refused("undo_nothing")


# ---- what can be had for nothing


async def _free_from(
    connection: Transaction, kit: Kit, sheet: Sheet, past: History, user_id: int | None, *, down_to: int = 0
) -> int:
    """The first of the stands to which this person may go back without a vote; the last one where there is none.

    Since then nothing was rolled, drawn, revealed or told in secret, no secret window was resolved, every answer was
    theirs, and nobody else has begun to answer where all can watch. Nobody looks further back than ``down_to``, nor
    than ``FREE`` answers.
    """
    first = len(past.stands) - 1
    down_to = max(down_to, first - FREE)
    seat = next((seat for seat in sheet.seats if user_id is not None and seat.user_id == user_id), None)
    if seat is None or seat.out or _watched(sheet, seat):
        return first
    since = await queries_tables.held_since(connection, sheet.code, seat.seat, seat.tenure)
    codec = kit.codec(sheet.table)
    while first > down_to and past.stands[first - 1].row.window >= since:
        if not _own(past, first - 1, seat.seat) or not await _open(connection, codec, past, first - 1):
            break
        first -= 1
    return first


def _watched(sheet: Sheet, mine: SeatRow) -> bool:
    """Whether somebody else plans a scene before everybody's eyes: who has seen that must not play otherwise for
    nothing. Of plans in private nothing was seen, and nothing may be told.
    """
    return sheet.table.scene is not None and any(seat != mine.seat for seat in sheet.drafts)


def _own(past: History, at: int, seat: Seat) -> bool:
    """Whether what was answered here was all this seat's own, and drew nothing."""
    given, follows = past.given(at), past.stands[at + 1].origin
    own = bool(given) and all(answer.seat == seat and answer.source in OWN for answer in given)
    return own and follows.cause == "answers" and not DRAWS.load(follows.draws_json)


async def _open(connection: Transaction, codec: Codec, past: History, at: int) -> bool:
    """Whether what was asked here was asked openly, and nothing came to light by the one answer to it."""
    stand, follows, [given] = past.stands[at], past.stands[at + 1].origin, past.given(at)
    told = await queries_play.steps_of_turn(connection, stand.row.code, follows.turn)
    if any(event.audience is not None for step in told for event in EVENTS.load(step.events_json)):
        return False
    before = await queries_play.state(connection, stand.row.code, stand.row.turn)
    if before is None:
        return False

    def openly() -> bool:
        state: Any = codec.state.load(before.state_json)
        window = codec.game.window(state)
        if window is None or window.hidden:
            return False
        return not reveals(codec, state, given.seat, codec.action.load(given.action_json))

    return await asyncio.to_thread(openly)
