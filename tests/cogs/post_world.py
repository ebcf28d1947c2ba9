"""Posts at their longest, and tables that can answer whatever composers ask, made without a database."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from types import SimpleNamespace
from typing import Any

from cogs.composed import Composed
from cogs.limits import faults
from engines.chance import FastChance
from engines.core import Ask, Level, Result, Step
from engines.volt import GAME
from engines.volt.model import Options
from tables.community import ActInfo, ClaimInfo, GuildSettings, Record, UndoPoint, VoteInfo
from tables.model import Post, PostKind, SeatPanel, StoredStep, TableInfo
from tests.cogs.panel_maker import bot, read, seat_info, table_info

NAMES = ("🤖" * 32, "四" * 32, "*_`~|<@&>" * 9, "[a](https://x)" * 3)
SEED = "5eed" * 16
SOON = datetime(2030, 1, 2, tzinfo=UTC)
VOTE = VoteInfo(1, "ABCDE", "undo", None, 2, 0, SOON, "open", (0, 1), (2,), (3,), 4)
CLAIM = ClaimInfo(1, "ABCDE", 0, "claim", 105, NAMES[1], "open", Record(12, 300, 20))


def table(language: str = "en", **changes: Any) -> TableInfo:
    seats = tuple(seat_info(seat, name=name) for seat, name in enumerate(NAMES))
    return table_info(4, language=language, seats=seats, **changes)


def over(**changes: Any) -> TableInfo:
    result = Result((1, 2, 2, 4), (3, 1, 1, 0), "target")
    return table(status="over", result=result, seed=SEED, window_kind=None, asked=(), deadline=None, **changes)


@cache
def rounds() -> tuple[StoredStep, ...]:
    """The steps of the opening and of three rounds."""
    chance = FastChance(3)
    turnout = GAME.start(Options(), 4, chance)
    told: list[tuple[int, Step[Any]]] = [(0, step) for step in turnout.steps]
    for window in (1, 2, 3):
        state = turnout.state
        answers = {seat: GAME.stand_in(GAME.view(state, seat), seat, Level.EASY, chance) for seat in range(4)}
        turnout = GAME.advance(state, answers, chance)
        told += [(window, step) for step in turnout.steps]
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return tuple(StoredStep(n, w, s.chapter, s.events, s.view, at) for n, (w, s) in enumerate(told, 1))


def post(kind: PostKind, **changes: Any) -> Post:
    body = {"window": 1, "steps": [1, 1], "used": "stand_in", "minutes": 90, "away": 0, "scene": rounds()[0].chapter}
    body |= {"vote": 1, "claim": 1, "act": 1, "part": "half" if kind == "reminder" else [1, 1]}
    body |= {"seat": 0, "say": "gone" if kind == "alarm" else "away"}
    made = Post("k", "n", "ABCDE", 1, kind, "table", None, None, body, 1, 0, 0, None, None, 0)
    if kind in ("panel", "missed", "reminder", "digest"):
        made = replace(made, place="seat", seat=0, user_id=100)
    return replace(made, **changes)


class Known:
    """What composers may ask of the tables."""

    def __init__(
        self, info: TableInfo, language: str | None, steps: tuple[StoredStep, ...] | None, asked: dict[str, Any]
    ) -> None:
        self._info, self._language, self._steps, self._asked = info, language, steps, asked

    async def find(self, code: str) -> TableInfo:
        return self._info

    async def steps(
        self, code: str, *, after: int = 0, limit: int = 100, window: int | None = None
    ) -> list[StoredStep]:
        found = [step for step in self._steps or rounds() if step.seq > after and window in (None, step.window)]
        return found[:limit]

    async def public_view(self, code: str) -> Any:
        return rounds()[-1].view

    async def reached(self, code: str, window: int) -> frozenset[int]:
        return self._asked.get("reached", frozenset[int]())

    async def language_of(self, user_id: int) -> str | None:
        return self._language

    async def seat_panel(self, code: str, seat: int, window: int) -> SeatPanel:
        return SeatPanel(self._info, seat, None, rounds()[-1].view, None, False, window)

    async def panel(self, code: str, user_id: int) -> SeatPanel:
        return SeatPanel(self._info, 0, Ask("program", {"round": 1}), rounds()[-1].view, None, False, 1)

    async def of_person(self, user_id: int) -> list[TableInfo]:
        return [self._info] * 60

    async def vote(self, code: str, number: int) -> VoteInfo:
        return self._asked.get("vote", VOTE)

    async def undo_points(self, code: str) -> list[UndoPoint]:
        return [UndoPoint(2, 2, 1, rounds()[1].chapter, free=False)]

    async def claim_info(self, code: str, number: int) -> ClaimInfo:
        return self._asked.get("claim", CLAIM)

    async def holder_name(self, code: str, seat: int, tenure: int) -> str:
        return NAMES[seat] if tenure == 0 else ""

    async def act_info(self, number: int) -> ActInfo:
        facts = {"seat": 0, "turn": 1}
        return ActInfo(1, 1 << 62, "ABCDE", 109, NAMES[2], "remove", "x" * 400, facts, "asked", SOON, None, "other")

    async def guild(self, guild_id: int) -> GuildSettings:
        return GuildSettings(guild_id, language=self._language)


def world(
    info: TableInfo, language: str | None = None, steps: tuple[StoredStep, ...] | None = None, **asked: Any
) -> Any:
    """A bot whose tables know this one. ``asked``: other answers than the longest, as ``vote=VoteInfo(...)``."""
    made = bot()
    made.tables = Known(info, language, steps, asked)
    made.clock = SimpleNamespace(now=lambda: datetime(2030, 1, 1, tzinfo=UTC))
    return made


def checked(composed: Composed | None) -> str:
    assert composed is not None
    assert faults(composed.view, composed.files) == []
    return read(composed)
