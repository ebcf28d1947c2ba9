"""From one state to the next: collect the answers, let the game resolve them, store and tell what came of it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from db import queries_play
from db.rows import DraftRow, StateRow, TableRow
from engines.chance import FairChance, FastChance
from engines.core import Eliminates, Game, IllegalAction, Level, Seat, Turnout, Window
from tables import dues, endings, orders, outbox, tenures
from tables.codec import DRAWS, EVENTS, RESULT, Codec
from tables.desk import Desk, Kit, Thoughts
from tables.model import Refused
from tables.sheet import AWAY, read_sheet, waived_seats

LONGEST_RUN: Final = 100
"""Windows that may resolve in one transaction, should one after the other wait for nobody."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that counts, and where it came from."""

    action: Any
    source: str
    """``person``: ready in time. ``draft``: saved, taken at the deadline. ``order``: given by standing orders.
    ``stand_in``, ``bot``: worked out.
    """


async def begin(desk: Desk, turnout: Turnout[Any, Any], chance: FairChance) -> None:
    """Store the start of the game and open its first window."""
    await _keep(desk, turnout, chance, cause="start", window=0, to_window=1)
    await tenures.begin(desk)
    window = desk.codec.game.window(turnout.state)
    chapters = [step.chapter for step in turnout.steps]
    told = chapters.index(window.scene) if window is not None and window.scene in chapters else len(chapters)
    await outbox.say(desk, "opening", steps=[1, told] if told else [])
    if window is not None:
        await outbox.tell_chapters(desk, 0, told + 1, chapters[told:], window.scene)
    await next_window(desk, window, turnout.state)
    await settle(desk)


async def settle(desk: Desk, *, deadline: bool = False) -> None:
    """Resolve the open window if nobody is waited for, and so on. ``deadline``: its time is up, resolve it anyway.

    When somebody is, the window's timers are set for them. While the table is paused nothing resolves.
    After ``LONGEST_RUN`` windows in one go the table goes on at the next beat, so that the others get their turn.
    """
    for _ in range(LONGEST_RUN):
        if desk.table.status != "running" or desk.table.paused_at is not None:
            return
        if not (deadline or desk.sheet.complete()):
            await dues.rearm(desk)
            return
        scene = desk.table.scene
        await _resolve(desk)
        # While everybody is away, a scene is over with its deadline: not each of its questions has one.
        deadline = deadline and scene is not None and desk.table.scene == scene and not desk.sheet.present()
    await dues.rearm(desk)
    if desk.table.status == "running" and desk.sheet.complete():
        await desk.go_on_soon()


async def resign(desk: Desk, seat: Seat) -> None:
    """Take the seat out of the game.

    If the window stays the same but for that seat, the others keep their drafts and their time. The table is over when
    no person is left in play.
    """
    codec, row = desk.codec, await present(desk)
    chance = _chance(desk, row)
    state = codec.state.load(row.state_json)
    turnout = await asyncio.to_thread(codec.game.resign, state, seat, chance)
    await desk.change_seat(seat, out=True, missed=0)
    before = desk.table
    window = codec.game.window(turnout.state)
    asked = sorted(window.asks) if window is not None else []
    stays = _same_question(codec.game.window(state), window, seat) and bool(desk.sheet.staying())
    await outbox.renew_window(desk)
    first = desk.table.steps + 1
    number = before.window if stays else before.window + 1
    await _keep(desk, turnout, chance, cause="resign", window=before.window, to_window=number, seat=seat)
    scene = window.scene if window is not None else None
    await outbox.tell_chapters(desk, before.window, first, [step.chapter for step in turnout.steps], scene)
    if stays:
        await desk.change(asked=asked)
        await _recheck_drafts(desk, turnout.state)
    else:
        await next_window(desk, window, turnout.state)
    await settle(desk)


async def ahead(kit: Kit, code: str, user_id: int | None, *, drafted: bool = False) -> Thoughts:
    """Work out what stand-ins will be asked for if this person's press, or the deadline, resolves the window.

    Done before the write transaction, so that no other table waits while a stand-in thinks. Draws nothing from the
    table's luck and depends on the state alone, so it may be thrown away. Nothing is worked out for a press that cannot
    resolve anything: of somebody not in play, or one that needs a finished draft (``drafted``) where there is none.
    """
    async with kit.database.read() as connection:
        sheet = await read_sheet(connection, code, kit.clock.now())
        if sheet.table.status != "running":
            return Thoughts()
        row = await queries_play.state(connection, code, sheet.table.turn)
    mine = {seat.seat for seat in sheet.in_play() if user_id is not None and seat.user_id == user_id}
    if user_id is not None and (not mine or (drafted and not mine <= sheet.drafts.keys())):
        return Thoughts()
    open_seats = [seat for seat in sheet.table.asked if seat not in mine and not sheet.is_ready(seat)]
    if row is None or (user_id is not None and set(open_seats) & set(sheet.waiting())):
        return Thoughts()
    codec = kit.codec(sheet.table)
    state = codec.state.load(row.state_json)

    def work() -> dict[Seat, Any]:
        if drafted and any(_usable(codec, state, sheet.drafts.get(seat)) is None for seat in mine):
            return {}
        usable = {seat for seat in open_seats if _usable(codec, state, sheet.drafts.get(seat)) is not None}
        seed, window = sheet.table.seed, sheet.table.window
        return {seat: think(codec.game, state, seed, window, seat) for seat in open_seats if seat not in usable}

    return Thoughts(sheet.table.turn, await asyncio.to_thread(work))


def think(game: Game[Any, Any, Any], state: Any, seed: str, window: int, seat: Seat) -> Any:
    """The stand-in's answer for the seat; the same one whenever it is asked for.

    Should the stand-in fail, the first legal answer: a table must not stand still because of it.
    """
    mixed = hmac.digest(bytes.fromhex(seed), f"stand-in|{window}|{seat}".encode(), hashlib.sha256)
    chance = FastChance(int.from_bytes(mixed[:8], "big"))
    try:
        action = game.stand_in(game.view(state, seat), seat, Level.NORMAL, chance)
        game.allows(state, seat, action)
    except Exception as error:
        # The error's own words may hold what the seat knows.
        log.error("the stand-in of %s failed with %s; a legal answer is taken instead", game.key, type(error).__name__)
        return next(iter(game.choices(state, seat)))
    return action


async def present(desk: Desk) -> StateRow:
    """The row of the state that the table is in."""
    row = await queries_play.state(desk.connection, desk.table.code, desk.table.turn)
    if row is None:
        raise Refused("not_started")
    return row


def _chance(desk: Desk, row: StateRow) -> FairChance:
    return FairChance(bytes.fromhex(desk.table.seed), desk.table.salt or "", row.drawn)


async def _resolve(desk: Desk) -> None:
    codec, row = desk.codec, await present(desk)
    state = codec.state.load(row.state_json)
    chance = _chance(desk, row)
    thoughts = desk.thoughts if desk.thoughts.turn == row.turn else Thoughts()

    def work() -> tuple[dict[Seat, Answer], Turnout[Any, Any]]:
        answers = _answers(desk, codec, state, thoughts.answers)
        try:
            turnout = codec.game.advance(state, {seat: answer.action for seat, answer in answers.items()}, chance)
        except IllegalAction as error:
            raise RuntimeError(f"{codec.game.key} refused answers that it had allowed: {error.reason}") from None
        return answers, turnout

    answers, turnout = await asyncio.to_thread(work)
    before, closed = desk.table, desk.table.window
    due = max((row.due for row in desk.sheet.dues.values()), default=None)
    skipped = desk.sheet.skipped()
    await _keep_answers(desk, codec, answers)
    await outbox.renew_window(desk)
    first = desk.table.steps + 1
    await _keep(desk, turnout, chance, cause="answers", window=closed, to_window=closed + 1)
    window = codec.game.window(turnout.state)
    scene = window.scene if window is not None else None
    await outbox.tell_chapters(desk, closed, first, [step.chapter for step in turnout.steps], scene)
    if before.patience is None:
        await _count(desk, closed, answers, skipped)
    await next_window(desk, window, turnout.state, due if _goes_on(before, window, answers) else None)


async def _count(desk: Desk, window: int, answers: Mapping[Seat, Answer], skipped: Collection[Seat]) -> None:
    """Count who has answered and who has not.

    Whom a moderator passed over (``skipped``), and who is not on the server any more, has missed nothing.
    """
    missing = {seat: answer for seat, answer in answers.items() if seat not in skipped or answer.source == "person"}
    excused = {*skipped, *(seat.seat for seat in desk.sheet.seats if seat.gone)}
    counted = {seat: answer for seat, answer in answers.items() if seat not in excused or answer.source != "stand_in"}
    await _count_missed(desk, window, {seat: answer for seat, answer in missing.items() if seat in counted})
    await tenures.count(desk, {seat: answer.source for seat, answer in counted.items()})


def _goes_on(before: TableRow, window: Window | None, answers: Mapping[Seat, Answer]) -> bool:
    """Whether a scene asks the same seat on, after an answer of its holder's own."""
    if window is None or window.scene is None or (window.scene, sorted(window.asks)) != (before.scene, before.asked):
        return False
    given = {answer.source for answer in answers.values()}
    return before.patience is None and given <= {"person", "draft", "order"}


def _answers(desk: Desk, codec: Codec, state: Any, thoughts: Mapping[Seat, Any]) -> dict[Seat, Answer]:
    """One legal answer for every asked seat: what it is ready with, else its draft, else the stand-in's."""
    answers: dict[Seat, Answer] = {}
    for seat in desk.table.asked:
        draft = desk.sheet.drafts.get(seat)
        action = _usable(codec, state, draft)
        if draft is not None and action is not None:
            answers[seat] = Answer(action, "order" if draft.ordered else "person" if draft.ready else "draft")
            continue
        if seat in thoughts:
            action = thoughts[seat]
        else:
            action = think(codec.game, state, desk.table.seed, desk.table.window, seat)
        answers[seat] = Answer(action, "bot" if desk.sheet.seats[seat].kind == "bot" else "stand_in")
    return answers


def _usable(codec: Codec, state: Any, draft: DraftRow | None) -> Any | None:
    """The draft's answer, if it is a legal one."""
    if draft is None:
        return None
    action = codec.action.load(draft.action_json)
    try:
        codec.game.allows(state, draft.seat, action)
    except IllegalAction:
        return None
    return action


def _possible(codec: Codec, state: Any, draft: DraftRow) -> bool:
    """Whether a legal answer can still grow from the draft."""
    view = codec.game.view(state, draft.seat)
    try:
        codec.game.drafts(view, draft.seat, codec.action.load(draft.action_json))
    except IllegalAction:
        return False
    return True


async def _keep_answers(desk: Desk, codec: Codec, answers: Mapping[Seat, Answer]) -> None:
    rows = [
        {
            "code": desk.table.code,
            "window": desk.table.window,
            "seat": seat,
            "action_json": codec.action.dump(answer.action),
            "source": answer.source,
            "at": desk.now,
        }
        for seat, answer in answers.items()
    ]
    await queries_play.add_actions(desk.connection, rows)
    await queries_play.drop_drafts(desk.connection, desk.table.code)
    desk.sheet.drafts = {}


async def _count_missed(desk: Desk, window: int, answers: Mapping[Seat, Answer]) -> None:
    """Count the windows that people let pass. A draft saved in the window is a sign of life: the count starts anew.

    What standing orders answered is neither.
    """
    for seat, answer in answers.items():
        if answer.source in ("bot", "order") or desk.sheet.seats[seat].kind != "person":
            continue
        missed = desk.sheet.seats[seat].missed + 1 if answer.source == "stand_in" else 0
        if missed != desk.sheet.seats[seat].missed:
            await desk.change_seat(seat, missed=missed)
        if answer.source != "person" and not desk.sheet.seats[seat].out:
            await outbox.tell_missed(desk, window, seat, answer.source)
            if missed == AWAY and not desk.sheet.seats[seat].beaten:
                await outbox.tell_away(desk, window, seat)


async def _keep(
    desk: Desk,
    turnout: Turnout[Any, Any],
    chance: FairChance,
    *,
    cause: str,
    window: int,
    to_window: int,
    seat: Seat | None = None,
) -> None:
    """Store the new state, its draws and the steps that led to it."""
    codec, code, turn = desk.codec, desk.table.code, desk.table.turn + 1
    await queries_play.add_state(
        desk.connection,
        code=code,
        turn=turn,
        window=to_window,
        cause=cause,
        seat=seat,
        rules=codec.game.rules,
        state_json=codec.state.dump(turnout.state),
        drawn=chance.drawn,
        draws_json=DRAWS.dump(tuple(chance.log)),
        at=desk.now,
    )
    rows = [
        {
            "code": code,
            "seq": seq,
            "turn": turn,
            "window": window,
            "chapter": step.chapter,
            "events_json": EVENTS.dump(step.events),
            "view_json": codec.view.dump(step.view),
            "at": desk.now,
        }
        for seq, step in enumerate(turnout.steps, desk.table.steps + 1)
    ]
    await queries_play.add_steps(desk.connection, rows)
    await desk.change(turn=turn, window=to_window, steps=desk.table.steps + len(rows))
    desk.sheet.known = (turn, turnout.state)
    await keep_beaten(desk, turnout.state)


async def keep_beaten(desk: Desk, state: Any) -> None:
    """Reckon anew which seats this state has out of the game by its rules."""
    game = desk.codec.game
    if isinstance(game, Eliminates):
        beaten = game.beaten(state)
        for holder in list(desk.sheet.seats):
            if holder.beaten != (holder.seat in beaten):
                await desk.change_seat(holder.seat, beaten=holder.seat in beaten)


async def next_window(
    desk: Desk, window: Window | None, state: Any, going_on: datetime | None = None, *, ordered: bool = True
) -> None:
    """Ask what the state asks, or end the table when it asks nothing or no person is left to answer.

    ``going_on``: the deadline of the question that this one goes on with (``dues.open_dues``). ``ordered``: standing
    orders answer it; not where the table went back, or they would do again at once what was undone.
    """
    desk.sheet.drafts = {}
    goes_on = window is not None and bool(desk.sheet.staying())
    scene = desk.table.scene
    if scene is not None and not (window is not None and goes_on and window.scene == scene):
        await outbox.say_scene(desk, scene, over=True)
    if window is None or not goes_on:
        await _finish(desk, state)
        return
    await desk.change(
        window_kind=window.kind,
        hidden=window.hidden,
        asked=sorted(window.asks),
        scene=window.scene,
        patience=window.patience,
    )
    desk.sheet.waived = await waived_seats(desk.connection, desk.table, desk.sheet.seats)
    if ordered:
        await orders.answer(desk, state)
    await dues.open_dues(desk, going_on)
    await outbox.open_window(desk)


async def _finish(desk: Desk, state: Any) -> None:
    result = desk.codec.game.result(state)
    await endings.end(desk, "over", result_json=None if result is None else RESULT.dump(result))


def _same_question(before: Window | None, after: Window | None, left: Seat) -> bool:
    """Whether those who stay are asked the same after somebody has left."""
    if before is None or after is None:
        return False
    asked = {seat: ask.kind for seat, ask in before.asks.items() if seat != left}
    asks = {seat: ask.kind for seat, ask in after.asks.items()}
    return (before.kind, before.scene, before.patience, asked) == (after.kind, after.scene, after.patience, asks)


async def _recheck_drafts(desk: Desk, state: Any) -> None:
    """After the state changed under an open window: forget drafts that no longer fit, un-ready the unfinished.

    Standing orders answer anew. Whom they had answered for and cannot any more is asked after all.
    """
    codec, code, window = desk.codec, desk.table.code, desk.table.window
    before = desk.sheet.drafts
    for seat, draft in before.items():
        unusable = draft.ready and _usable(codec, state, draft) is None
        if seat not in desk.table.asked or not _possible(codec, state, draft) or (draft.ordered and unusable):
            await queries_play.drop_draft(desk.connection, code, window, seat)
        elif unusable:
            await queries_play.mark_ready(desk.connection, code, window, seat, False)
    await desk.reread_drafts()
    await orders.answer(desk, state)
    for seat in desk.sheet.waiting():
        if seat in before and before[seat].ordered:
            await outbox.say_panel(desk, seat)
