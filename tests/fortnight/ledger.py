"""What must always hold, looked at after every event: an account of its own, kept beside the tables' rows."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from cogs.composed import mark_of
from db.schema import EPOCH
from tables.model import PACES
from tests.cogs.fake_discord import DM
from tests.fortnight.chat import Said
from tests.fortnight.habits import Person

log = logging.getLogger(__name__)

ASKING = ("panel", "window", "turn")
MOMENTS = 24
AWAY = 2
"""Windows missed in a row after which nobody waits for a seat."""
LATE = timedelta(hours=1)
SLACK = timedelta(seconds=1)


def moment(value: int | None) -> datetime | None:
    return None if value is None else EPOCH + timedelta(microseconds=value)


@dataclass(frozen=True, slots=True)
class Down:
    """A time in which the bot or Discord was not there, or in which calls failed (``storm``)."""

    start: datetime
    end: datetime
    what: str


@dataclass(frozen=True, slots=True)
class Lag:
    """How late something stood there."""

    seconds: float
    fair: bool
    """Nothing was down and no call failed meanwhile."""


@dataclass(slots=True)
class Asked:
    """A window that is or was open."""

    opened: datetime
    length: timedelta
    """The time that it gives everybody at least, as far as can be told from outside."""
    dues: dict[int, datetime] = field(default_factory=dict[int, datetime])
    """The own deadline of each asked person, as it was last."""
    paused: timedelta = timedelta()
    paused_at: datetime | None = None


@dataclass(slots=True)
class Known:
    """A running table as it was at the last look."""

    window: int
    status: str
    missed: dict[int, int]
    holders: dict[int, int | None]
    steps: int = 0


class Rows:
    """Looks straight into the database file; never writes."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self._connection.row_factory = sqlite3.Row

    def all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        return self._connection.execute(query, values).fetchall()

    def one(self, query: str, *values: Any) -> sqlite3.Row | None:
        return self._connection.execute(query, values).fetchone()

    def close(self) -> None:
        self._connection.close()


@dataclass
class Ledger:
    """Counts what happened and keeps what was wrong."""

    rows: Rows
    people: dict[int, Person]
    wrong: list[str] = field(default_factory=list[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    reminded: list[Lag] = field(default_factory=list["Lag"])
    """How long after its moment each reminder stood there."""
    posted: list[Lag] = field(default_factory=list["Lag"])
    """How long after the last answer each board stood there."""
    downs: list[Down] = field(default_factory=list[Down])
    asked: dict[tuple[str, int], Asked] = field(default_factory=dict[tuple[str, int], Asked])
    known: dict[str, Known] = field(default_factory=dict[str, Known])
    marks: dict[int, str] = field(default_factory=dict[int, str])
    stood: dict[int, int] = field(default_factory=dict[int, int])
    """How often each post's message came to stand somewhere anew."""
    called: Counter[tuple[int, str, str]] = field(default_factory=Counter[tuple[int, str, str]])
    left: dict[int, datetime] = field(default_factory=dict[int, datetime])
    """Since when somebody is not on the server."""
    excused: set[int] = field(default_factory=set[int])
    """Marks of messages that somebody deleted: they may stand there again."""
    told: dict[str, int] = field(default_factory=dict[str, int])
    """The last step that each post has told."""
    overdue: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _last_seq: int = 0

    def fault(self, now: datetime, what: str, **facts: Any) -> None:
        told = " ".join(f"{key}={value}" for key, value in facts.items())
        self.wrong.append(f"{now:%d %H:%M:%S} {what}: {told}")
        log.info("wrong: %s", self.wrong[-1])
        self.counts[f"wrong: {what}"] += 1

    # ---- tables

    def look(self, now: datetime) -> None:
        """After every event: what has changed at the tables, and whether that was right."""
        for row in self.rows.all("select * from tables where status in ('lobby', 'running')"):
            self._look_at(row, now)
        for row in self.rows.all("select code, window, seat, due from dues"):
            due, asked = moment(row["due"]), self.asked.get((row["code"], row["window"]))
            if asked is not None and due is not None:
                asked.dues[row["seat"]] = due
        self._overdue(now)
        open_ = {code for code, known in self.known.items() if known.status == "running"}
        for code in open_:
            row = self.rows.one("select * from tables where code = ?", code)
            if row is not None and row["status"] != "running":
                self._look_at(row, now)

    def _overdue(self, now: datetime) -> None:
        """Nothing waits longer for the bot than it takes to come back."""
        if any(down.start <= now and now < down.end + LATE for down in self.downs):
            return
        long_ago = (now - LATE - EPOCH) // timedelta(microseconds=1)
        for row in self.rows.all("select code, kind from timers where due < ?", long_ago):
            if (row["code"], row["kind"]) not in self.overdue:
                self.overdue.add((row["code"], row["kind"]))
                self.fault(now, "nobody minds a timer", code=row["code"], kind=row["kind"])

    def _look_at(self, table: sqlite3.Row, now: datetime) -> None:
        code, window = table["code"], table["window"]
        seats = self.rows.all("select * from seats where code = ? order by seat", code)
        known = self.known.get(code)
        missed = {seat["seat"]: seat["missed"] for seat in seats}
        if known is not None:
            for seat in seats:
                before = known.missed.get(seat["seat"], 0)
                same = known.holders.get(seat["seat"]) == seat["user_id"]
                if same and seat["missed"] > before and before < AWAY and not seat["gone"]:
                    self._missed(code, table, seat, now, seat["missed"] - before)
        if table["status"] == "running" and (code, window) not in self.asked:
            opened = self.rows.one("select max(at) as at from states where code = ? and window = ?", code, window)
            at = moment(opened["at"]) if opened is not None else None
            self.asked[code, window] = Asked(at or now, self._length(table))
        self._pauses(table, now)
        holders = {seat["seat"]: seat["user_id"] for seat in seats}
        self.known[code] = Known(window, table["status"], missed, holders, table["steps"])

    def _pauses(self, table: sqlite3.Row, now: datetime) -> None:
        asked = self.asked.get((table["code"], table["window"]))
        if asked is None:
            return
        paused = moment(table["paused_at"])
        if paused is not None:
            asked.paused_at = asked.paused_at or paused
        elif asked.paused_at is not None:
            asked.paused += now - asked.paused_at
            asked.paused_at = None

    def _length(self, table: sqlite3.Row) -> timedelta:
        pace = timedelta(hours=table["hours"] or 24) if table["pace"] == "hours" else PACES[table["pace"]]
        # The further questions of a scene have the time that the first one left, a part of the pace at least.
        return min(pace, max(pace / MOMENTS, timedelta(minutes=1))) if table["scene"] else pace

    def _missed(self, code: str, table: sqlite3.Row, seat: sqlite3.Row, now: datetime, count: int) -> None:
        """A seat's holder let a window pass: they must have had its whole time, with everything up."""
        rows = self.rows.all(
            "select window, at from actions where code = ? and seat = ? and source = 'stand_in'"
            " order by window desc limit ?",
            code,
            seat["seat"],
            count,
        )
        for row in rows:
            asked = self.asked.get((code, row["window"]))
            if asked is None:
                continue
            at = moment(row["at"]) or now
            had = at - asked.opened - self.down_between(asked.opened, at) - asked.paused
            self.counts["missed"] += 1
            names = {"code": code, "window": row["window"], "seat": seat["seat"]}
            if had < asked.length - SLACK:
                self.fault(now, "missed too early", **names, had=had)
            due = asked.dues.get(seat["seat"])
            if due is None:
                self.fault(now, "missed without an own deadline", **names)
            elif at < due:
                self.fault(now, "missed before the own deadline", **names, due=due)
            self._warned(table, row["window"], seat, names, now)

    def _warned(self, table: sqlite3.Row, window: int, seat: sqlite3.Row, names: dict[str, Any], now: datetime) -> None:
        """Whoever wants reminders had one before they missed something, where there was time for it."""
        person = self.people.get(seat["user_id"])
        if person is None or person.habit.reminders not in ("both", "half", "tenth") or table["pace"] == "live":
            return
        query = (
            "select sent_version, dropped from outbox where code = ? and kind = 'reminder' and seat = ? and user_id = ?"
        )
        found = self.rows.all(
            f"{query} and json_extract(body, '$.window') = ?", table["code"], seat["seat"], person.id, window
        )
        if not found:
            self.fault(now, "missed without a reminder", **names, habit=person.habit.name)

    def down_between(self, start: datetime, end: datetime) -> timedelta:
        """For how long the bot or Discord was not there between these moments."""
        absent = [down for down in self.downs if down.what != "storm"]
        spans = sorted((max(down.start, start), min(down.end, end)) for down in absent)
        total, reached = timedelta(), start
        for begin, stop in spans:
            begin = max(begin, reached)
            if stop > begin:
                total += stop - begin
                reached = stop
        return total

    # ---- posts

    def key_of(self, mark: int | None) -> str | None:
        """The outbox's name for a message."""
        if mark is None:
            return None
        if mark not in self.marks:
            for row in self.rows.all("select seq, key, nonce from outbox where seq > ?", self._last_seq):
                self.marks[mark_of(row["nonce"])] = row["key"]
                self._last_seq = row["seq"]
        return self.marks.get(mark)

    def heard(self, said: Said) -> None:
        """A message stands there: was it right, and right now?"""
        self.counts["posts" if said.new else "edits"] += 1
        key = self.key_of(said.mark)
        if key is None:
            self.counts["messages of no post"] += said.new
            return
        post = self.rows.one("select * from outbox where key = ?", key)
        assert post is not None
        if said.new:
            self._posted_once(said, key)
        self._to_the_holder(said, post)
        body = json.loads(post["body"])
        if post["kind"] in ("chapter", "turn") and body.get("steps"):
            self._lag(said, post, body)
        if not said.new:
            return
        self.counts[f"posts: {post['kind']}"] += 1
        for user in said.called:
            self._called(said, post, body, user)

    def _posted_once(self, said: Said, key: str) -> None:
        assert said.mark is not None
        self.stood[said.mark] = self.stood.get(said.mark, 0) + 1
        if self.stood[said.mark] > 1 and said.mark not in self.excused:
            self.fault(said.at, "double post", key=key, channel=said.channel)

    def _to_the_holder(self, said: Said, post: sqlite3.Row) -> None:
        if post["place"] != "seat":
            return
        seat = self.rows.one("select * from seats where code = ? and seat = ?", post["code"], post["seat"])
        holds = seat is not None and seat["user_id"] == post["user_id"]
        if said.new and not holds:
            self.fault(said.at, "post to a former holder", key=post["key"], user=post["user_id"])
        if not said.new and not holds and said.files:
            self.fault(said.at, "picture for a former holder", key=post["key"], user=post["user_id"])
        if said.channel > DM and said.channel != DM + (post["user_id"] or said.channel - DM):
            self.fault(said.at, "post to somebody else", key=post["key"], channel=said.channel)

    def _lag(self, said: Said, post: sqlite3.Row, body: Any) -> None:
        last = max(body["steps"])
        if last <= self.told.get(post["key"], 0):
            return
        self.told[post["key"]] = last
        step = self.rows.one("select at from steps where code = ? and seq = ?", post["code"], last)
        if step is not None:
            self.posted.append(self._lagged(moment(step["at"]) or said.at, said.at))

    def _lagged(self, meant: datetime, stood: datetime) -> Lag:
        fair = not any(down.start < stood and meant < down.end for down in self.downs)
        return Lag((stood - meant).total_seconds(), fair)

    def _called(self, said: Said, post: sqlite3.Row, body: Any, user: int) -> None:
        """Somebody is notified: once for one thing, and never for what they have done already."""
        self.counts["pings"] += 1
        kind, code = post["kind"], post["code"]
        part = f"{kind}:{post['key']}" + (f":{body['part']}" if "part" in body else "")
        self.called[user, code, part] += 1
        if self.called[user, code, part] > 1 and said.mark not in self.excused:
            self.fault(said.at, "pinged twice", key=post["key"], user=user)
        if kind in (*ASKING, "reminder") and body.get("window") is not None:
            self._needed(said, post, body, user)
        if kind == "reminder":
            self._reminder(said, post, body, user)

    def _needed(self, said: Said, post: sqlite3.Row, body: Any, user: int) -> None:
        code, window = post["code"], body["window"]
        table = self.rows.one("select * from tables where code = ?", code)
        assert table is not None
        if table["status"] != "running" or table["window"] != window:
            self.fault(said.at, "ping for a window that has passed", key=post["key"], user=user)
            return
        seat = self.rows.one("select * from seats where code = ? and user_id = ?", code, user)
        if seat is None or seat["seat"] not in json.loads(table["asked"]):
            self.fault(said.at, "ping for nothing", key=post["key"], user=user)
            return
        draft = self.rows.one(
            "select ready from drafts where code = ? and window = ? and seat = ?", code, window, seat["seat"]
        )
        if draft is not None and draft["ready"]:
            self.fault(said.at, "ping after the answer", key=post["key"], user=user)
        if post["kind"] != "reminder":
            surfaces = self.called[user, code, f"question {window}"] = self.called[user, code, f"question {window}"] + 1
            self.counts["questions put on two surfaces"] += surfaces == 2

    def _reminder(self, said: Said, post: sqlite3.Row, body: Any, user: int) -> None:
        person = self.people[user]
        row = self.rows.one("select * from dues where code = ? and seat = ?", post["code"], post["seat"])
        if row is None:
            self.fault(said.at, "reminder without a deadline", key=post["key"])
            return
        since, due = moment(row["since"]), moment(row["due"])
        assert since is not None
        assert due is not None
        if said.at > due:
            self.fault(said.at, "reminder after its deadline", key=post["key"], due=due)
        wanted = person.habit.reminders
        part = str(body["part"])
        if part not in {"both": ("half", "tenth")}.get(wanted, (wanted,)):
            self.fault(said.at, "unwanted reminder", key=post["key"], part=part, wanted=wanted)
        if not self._live(post) and person.quiet(said.at):
            self.fault(said.at, "reminder in quiet hours", key=post["key"], user=user)
        if self.away(post["code"], post["seat"], said.at):
            self.fault(said.at, "reminder on away days", key=post["key"], user=user)
        if part in ("half", "tenth"):
            at = self._free(person, post, since + (due - since) * (0.5 if part == "half" else 0.9))
            self.reminded.append(self._lagged(at, said.at))

    def _live(self, post: sqlite3.Row) -> bool:
        """At tables that play live, nobody has quiet hours."""
        return self.rows.one("select 1 from tables where code = ? and pace = 'live'", post["code"]) is not None

    def _free(self, person: Person, post: sqlite3.Row, at: datetime) -> datetime:
        """The first minute from then on that is neither a quiet hour nor on an away day."""
        for _ in range(4000):
            if self._live(post) or (not person.quiet(at) and not self.away(post["code"], post["seat"], at)):
                return at
            at = at.replace(second=0, microsecond=0) + timedelta(minutes=1)
        return at

    def away(self, code: str, seat: int, at: datetime) -> bool:
        """Whether that is one of the away days of the seat's holder."""
        now = (at - EPOCH) // timedelta(microseconds=1)
        query = (
            "select 1 from aways join seats using (code, seat) where aways.code = ? and aways.seat = ?"
            " and aways.tenure = seats.tenure and starts <= ? and ends > ?"
        )
        return self.rows.one(query, code, seat, now, now) is not None
