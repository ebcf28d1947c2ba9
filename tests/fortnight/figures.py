"""How a run ended: every table accounted for, nothing left unsaid; and the figures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tests.fortnight.ledger import Lag, moment
from tests.fortnight.town import Town

NOTICED = timedelta(hours=1)
"""After this time it should be known that somebody has left the server."""
TRIES = 8
"""After so many failures a post should have been given up."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What is reported."""

    tables: int
    finished: int
    """Played to the end."""
    explained: int
    """Ended otherwise, and it is written down why."""
    lobbies: int
    running: int
    """Still waiting for somebody whose time is not over, or paused."""
    stuck: int
    wrong: tuple[str, ...]
    counts: dict[str, int]
    reminders_late: str
    """How long after their moment reminders stood there."""
    board_late: str
    """From the last answer to the posted board."""
    seconds: float
    """How long the run took."""


def part(values: Sequence[float], share: float) -> float:
    """The value below which so large a part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def late(lags: Sequence[Lag]) -> str:
    """Half of them, and 99 of a hundred, stood there after so many seconds."""
    told: list[str] = []
    for name, some in (("", lags), (" in fair weather", [lag for lag in lags if lag.fair])):
        seconds = [lag.seconds for lag in some]
        told.append(f"{part(seconds, 0.5):.1f} s (median), {part(seconds, 0.99):.0f} s (p99){name} of {len(some)}")
    return ", ".join(told)


def account(town: Town, seconds: float) -> Figures:
    """Look at every table and every post at the end."""
    ledger, now = town.ledger, town.clock.now()
    kinds: dict[str, int] = dict.fromkeys(("finished", "explained", "lobby", "running", "stuck"), 0)
    tables = ledger.rows.all("select * from tables")
    for table in tables:
        kind, why = state_of(town, table)
        kinds[kind] += 1
        if kind == "stuck":
            ledger.fault(now, "stuck", code=table["code"], game=table["game"], why=why)
    _nothing_outlives(town)
    _everybody_is_known(town)
    _all_is_told(town)
    for row in ledger.rows.all("select * from outbox where version > sent_version and dropped is null"):
        ledger.fault(now, "left unsaid", key=row["key"], attempts=row["attempts"])
    for row in ledger.rows.all("select * from outbox where attempts > ? and dropped is null", TRIES):
        ledger.fault(now, "tried for ever", key=row["key"], attempts=row["attempts"])
    _together(town)
    return Figures(
        len(tables),
        kinds["finished"],
        kinds["explained"],
        kinds["lobby"],
        kinds["running"],
        kinds["stuck"],
        tuple(ledger.wrong),
        dict(ledger.counts),
        late(ledger.reminded),
        late(ledger.posted),
        seconds,
    )


def _together(town: Town) -> None:
    """Count what people did together, and why tables ended before their games."""
    counts, rows = town.ledger.counts, town.ledger.rows
    for name, query in (
        ("ended", "select coalesce(ended_why, status) as what, count(*) as n from tables where status <> 'running'"),
        ("vote", "select kind || ' ' || status as what, count(*) as n from votes where 1"),
        ("act", "select act || ' ' || status as what, count(*) as n from acts where 1"),
        ("tenure came by", "select came as what, count(*) as n from tenures where 1"),
        ("tenure left by", 'select "left" as what, count(*) as n from tenures where "left" is not null'),
        ("claim", "select kind || ' ' || status as what, count(*) as n from claims where 1"),
        ("answers by", "select source as what, count(*) as n from actions where 1"),
    ):
        for row in rows.all(f"{query} group by 1"):
            counts[f"{name} {row['what']}"] += row["n"]


def _everybody_is_known(town: Town) -> None:
    """Whoever left the server is known to have, and whoever is back as well."""
    ledger, now = town.ledger, town.clock.now()
    query = "select code, seat, user_id, gone from seats join tables using (code) where status = 'running' and not out"
    for row in ledger.rows.all(f"{query} and kind = 'person' and user_id is not null"):
        left = ledger.left.get(row["user_id"])
        if bool(row["gone"]) != (left is not None) and (left is None or now - left > NOTICED):
            ledger.fault(now, "not noticed", code=row["code"], user=row["user_id"], left=left, gone=row["gone"])


def _all_is_told(town: Town) -> None:
    """Every step of every game stands in a post."""
    rows = town.ledger.rows
    for table in rows.all("select code, steps from tables where steps > 0"):
        told: set[int] = set()
        for post in rows.all(
            "select body from outbox where code = ? and json_extract(body, '$.steps') > ''", table["code"]
        ):
            first, *_, last = json.loads(post["body"])["steps"]
            told.update(range(first, last + 1))
        missing = set(range(1, table["steps"] + 1)) - told
        if missing:
            town.ledger.fault(town.clock.now(), "steps were not told", code=table["code"], steps=sorted(missing)[:5])


async def prove(town: Town, most: int) -> int:
    """Have the luck of so many finished games proved by playing them again. How many were."""
    over = town.ledger.rows.all("select code from tables where status = 'over' order by random() limit ?", most)
    for row in over:
        if not (await town.house.tables.fairness(row["code"])).replay_agrees:
            town.ledger.fault(town.clock.now(), "its replay differs", code=row["code"])
    return len(over)


def _nothing_outlives(town: Town) -> None:
    """What belongs to a game ends with it, and what has its own end has ended then."""
    ledger, now = town.ledger, town.clock.now()
    closed = "code in (select code from tables where status not in ('lobby', 'running'))"
    for what, query in (
        ("a timer fails", "select code, kind as of_ from timers where attempts > 0"),
        ("a post was given up", "select code, key as of_ from outbox where dropped = 'given up'"),
        ("vote outlives its game", f"select code, id as of_ from votes where status = 'open' and {closed}"),
        ("claim outlives its game", f"select code, id as of_ from claims where status = 'open' and {closed}"),
        ("timer outlives its table", f"select code, kind as of_ from timers where {closed}"),
        ("deadline outlives its table", f"select code, seat as of_ from dues where {closed}"),
        ("draft outlives its table", f"select code, seat as of_ from drafts where {closed}"),
        (
            "no result was posted",
            "select code, sent_version as of_ from outbox where kind = 'result' and sent_version = 0",
        ),
    ):
        for row in ledger.rows.all(query):
            ledger.fault(now, what, code=row["code"], of=row["of_"])
    for row in ledger.rows.all("select * from votes where status = 'open'"):
        if (moment(row["expires"]) or now) < now:
            ledger.fault(now, "vote is open for ever", code=row["code"], vote=row["id"])


def state_of(town: Town, table: Any) -> tuple[str, str]:
    """How the table stands, and why it is stuck if it is."""
    rows, status = town.ledger.rows, table["status"]
    if status == "over":
        lost = table["result_json"] is None and not table["ended_why"] and not _all_left(rows, table)
        kind = "explained" if table["ended_why"] else "finished"
        return ("stuck", "over without a result") if lost else (kind, "")
    if status in ("cancelled", "expired"):
        return "explained", ""
    if status == "running" and table["paused_at"] is not None:
        return "running", ""
    if status == "running" and not json.loads(table["asked"]):
        return "stuck", "nobody is asked"
    timer = "lobby_expiry" if status == "lobby" else "deadline"
    row = rows.one("select due from timers where code = ? and kind = ?", table["code"], timer)
    due = moment(row["due"]) if row is not None else None
    return (status, "") if due is not None and due > town.clock.now() else ("stuck", f"waits for nothing: {due}")


def _all_left(rows: Any, table: Any) -> bool:
    """Whether every person has resigned."""
    query = "select 1 from seats where code = ? and kind = 'person' and out = 0"
    return rows.one(query, table["code"]) is None


def report(figures: Figures) -> str:
    """The figures for people."""
    counts = figures.counts
    lines = [
        f"tables {figures.tables}: finished {figures.finished}, ended otherwise and explained {figures.explained},"
        f" lobbies {figures.lobbies}, still running {figures.running}, stuck {figures.stuck}",
        f"wrong or late: {len(figures.wrong)} (of {counts.get('pings', 0)} pings)",
        f"reminders {counts.get('posts: reminder', 0)}, late by {figures.reminders_late}",
        f"digests: {counts.get('posts: digest', 0)}",
        f"last answer to posted board: {figures.board_late}",
        f"outages: {counts.get('outages of the bot', 0)} of the bot, {counts.get('outages of Discord', 0)} of Discord,"
        f" {counts.get('storms', 0)} storms; {counts.get('calls failed', 0)} calls failed,"
        f" {counts.get('answers lost', 0)} answers lost",
        f"substitutes {counts.get('tenure came by claim', 0) + counts.get('tenure came by invite', 0)},"
        f" votes {sum(number for name, number in counts.items() if name.startswith('vote '))},"
        f" moderators' acts {sum(number for name, number in counts.items() if name.startswith('act '))}",
        f"posts {counts.get('posts', 0)}, edits {counts.get('edits', 0)}; presses {counts.get('presses', 0)};"
        f" windows missed {counts.get('missed', 0)}",
        f"wall time {figures.seconds:.0f} s",
        "",
        *(f"  {name}: {number}" for name, number in sorted(counts.items())),
    ]
    if figures.wrong:
        lines += ["", "What was wrong:", *figures.wrong[:200]]
    return "\n".join(lines)
