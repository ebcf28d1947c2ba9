"""The proof of a table's luck: roll and play the whole game again from the revealed seed, and compare."""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from db import queries_play
from db.database import Transaction
from db.rows import ActionRow, StateRow, StepRow
from engines.chance import Draw, FairChance
from engines.core import Turnout
from tables.codec import DRAWS, EVENTS, Codec, CorruptError
from tables.desk import Kit
from tables.model import FairnessReport
from tables.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Record:
    """What was stored of a game, from the start to the end."""

    states: Sequence[StateRow]
    actions: Sequence[ActionRow]
    steps: Sequence[StepRow]


async def report(connection: Transaction, kit: Kit, sheet: Sheet) -> FairnessReport:
    """Before the end: the hash, the salt and how many draws there were. After it: everything."""
    info, table = sheet.info(), sheet.table
    if info.seed is None:
        row = await queries_play.state(connection, table.code, table.turn) if table.turn else None
        return FairnessReport(info, None, 0 if row is None else row.drawn, None, None)
    record = Record(
        await queries_play.states_of(connection, table.code),
        await queries_play.actions_of(connection, table.code),
        await queries_play.steps_of(connection, table.code, window=None, chapter=None, after=0, limit=None),
    )
    hash_matches = hashlib.sha256(bytes.fromhex(info.seed)).hexdigest() == info.seed_hash
    first, log = await asyncio.to_thread(replay, kit.codec(table), sheet, record)
    draws = record.states[-1].drawn if record.states else 0
    return FairnessReport(info, hash_matches, draws, first is None, first, tuple(asdict(draw) for draw in log))


def replay(codec: Codec, sheet: Sheet, record: Record) -> tuple[int | None, list[Draw]]:
    """Play the stored answers again with luck from the revealed seed.

    Returns the first window whose outcome, draws or telling differs (0 is the opening), and the draws as rolled here. A
    salt that is not made of the presses of Join counts as a difference in the opening.
    """
    chance = FairChance(bytes.fromhex(sheet.table.seed), sheet.table.salt or "")
    by_window: dict[int, list[ActionRow]] = defaultdict(list)
    for action in record.actions:
        by_window[action.window].append(action)
    made = Made({row.back_to for row in record.states if row.back_to is not None})
    state: Any = None
    window = 0
    if not _salt_agrees(sheet) or not record.states:
        return 0, chance.log
    for row in record.states:
        before = len(chance.log)
        try:
            turnout = _again(codec, sheet, row, state, by_window[window], chance, made)
            made.keep(row, turnout.state)
        except Exception:
            # A record that was tampered with may break the rules, or the game, in any way.
            return window, chance.log
        told = [step for step in record.steps if step.turn == row.turn]
        if not _agrees(codec, row, told, turnout, chance, chance.log[before:]):
            return window, chance.log
        state, window = turnout.state, row.window
    wrong = next((step.window for step in record.steps if step.undone != (step.turn in made.undone)), None)
    if wrong is not None:
        return wrong, chance.log
    ended = codec.game.window(state) is None or not sheet.staying() or sheet.table.status == "cancelled"
    return (None if ended else window), chance.log


class Made:
    """What was made again: which turns count, and the states that the table went back to."""

    def __init__(self, wanted: set[int]) -> None:
        self._wanted = wanted
        self._states: dict[int, Any] = {}
        self._counting: dict[int, int] = {}
        """The turns that count, in order, with the turn that made the state of each: another one after going back."""
        self.undone: set[int] = set()
        """Turns that the table went back behind: what they told does not count."""

    def back_to(self, row: StateRow) -> Any:
        """The state that this turn goes back to; it must be one that counts."""
        if row.back_to not in list(self._counting)[:-1]:
            raise CorruptError("way back")
        return self._states[row.back_to]

    def keep(self, row: StateRow, state: Any) -> None:
        """This turn was made, and led to this state."""
        maker = row.turn
        if row.cause == "undo" and row.back_to is not None:
            maker = self._counting[row.back_to]
            self.undone |= {made for turn, made in self._counting.items() if turn > row.back_to}
            self._counting = {turn: made for turn, made in self._counting.items() if turn < row.back_to}
        self._counting[row.turn] = maker
        if row.turn in self._wanted:
            self._states[row.turn] = state


def _salt_agrees(sheet: Sheet) -> bool:
    joins = [str(seat.join_press) for seat in sheet.seats if seat.join_press is not None]
    return (sheet.table.salt or "").split("-")[:-1] == joins


def _again(
    codec: Codec,
    sheet: Sheet,
    row: StateRow,
    state: Any,
    actions: Sequence[ActionRow],
    chance: FairChance,
    made: Made,
) -> Turnout[Any, Any]:
    game = codec.game
    if row.cause == "start":
        return game.start(game.Options(**sheet.table.options), len(sheet.seats), chance)
    if row.cause == "resign":
        if row.seat is None:
            raise CorruptError("resignation")
        return game.resign(state, row.seat, chance)
    if row.cause == "undo":
        return Turnout(made.back_to(row), ())
    answers = {action.seat: codec.action.load(action.action_json) for action in actions}
    for seat, answer in answers.items():
        game.allows(state, seat, answer)
    return game.advance(state, answers, chance)


def _agrees(
    codec: Codec,
    row: StateRow,
    told: Sequence[StepRow],
    turnout: Turnout[Any, Any],
    chance: FairChance,
    draws: Sequence[Draw],
) -> bool:
    """Whether the stored turn is this one.

    States and views are compared as values, not as text: what was stored before a field existed has it as the field's
    default, which is what it was then.
    """
    steps = [(step.chapter, EVENTS.dump(step.events), step.view) for step in turnout.steps]
    try:
        state = codec.state.load(row.state_json)
        stored = [(step.chapter, step.events_json, codec.view.load(step.view_json)) for step in told]
    except CorruptError:
        return False
    return (
        state == turnout.state
        and row.drawn == chance.drawn
        and row.draws_json == DRAWS.dump(tuple(draws))
        and stored == steps
    )
