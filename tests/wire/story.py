"""What must hold of a game after whatever happened to the bot, and what of it must be equal in every run."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from tests.play.seen import Seen
from tests.wire.people import posts
from tests.wire.playing import Evening

MOMENT = re.compile(r"<t:\d+(:\w)?>")
PLACE = re.compile(r"\d{17,20}(/\d{17,20})*")
"""An id of Discord, or several in a link, which leads to a thread or to a message in it, whatever was there first."""
STORY = ("opening", "chapter", "turn", "result")
"""Posts that tell the game: all of them, in every run, and in this order."""
ASKING = ("lobby", "window", "panel")
"""Posts that ask something and say in the end what came of it. A bot that was dead meanwhile need not post them all."""
PRIVATE_THREAD = 12
NO_MESSAGES = ("thread", "tidy")
"""Rows that something is to be done for, which is no message."""


@dataclass(frozen=True)
class Story:
    """What is equal in every run with the same answers: no times, no ids of Discord."""

    table: dict[str, Any]
    states: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    told: list[tuple[str, str]]
    """The posts that tell the game with all that can be read in them, as they stand in Discord, oldest first."""
    asked: dict[str, str]
    """The posts that asked something, by key, as they stand in the end; not every run has them all."""


def story_of(evening: Evening) -> Story:
    rows = evening.rows.all
    seats = "select seat, kind, name, out, beaten, missed from seats order by seat"
    table = "select game, status, seed, salt, options, turn, steps, result_json from tables"
    return Story(
        {"table": rows(table), "seats": rows(seats)},
        rows('select turn, "window", cause, seat, state_json, drawn, draws_json from states order by turn'),
        rows('select "window", seat, action_json, source from actions order by 1, 2'),
        rows('select seq, turn, "window", chapter, events_json, view_json from steps order by seq'),
        [(kind, _read(seen)) for _, kind, seen in _standing(evening, STORY)],
        {key: _outcome(kind, seen) for key, kind, seen in _standing(evening, ASKING)},
    )


def _standing(evening: Evening, kinds: tuple[str, ...]) -> list[tuple[str, str, Seen]]:
    """Key, kind and message of the posts of these kinds that stand in Discord, oldest first."""
    query = f"select key, kind, channel_id, message_id from outbox where message_id is not null and kind in {kinds}"
    stored = evening.wire.backend.messages
    rows = [row for row in evening.rows.all(query) if row["message_id"] in stored.get(row["channel_id"], ())]
    found = [(row["key"], row["kind"], stored[row["channel_id"]][row["message_id"]]) for row in rows]
    found.sort(key=lambda one: one[2].id)
    return [(key, kind, Seen(raw.channel_id, raw.id, raw)) for key, kind, raw in found]


def _read(seen: Seen) -> str:
    """Texts, alt texts, custom ids and file names, without moments and without Discord's numbers."""
    ids = [str(part["custom_id"]) for part in seen.components if part.get("custom_id")]
    files = [str(one["filename"]) for one in seen.raw.attachments]
    return PLACE.sub("#", MOMENT.sub("<t>", "\n".join([seen.text, *ids, *files])))


def _outcome(kind: str, seen: Seen) -> str:
    """What came of a question. A panel says above it that the window is over, or that the game is, as it was."""
    return _read(seen).rsplit("\n", 1)[-1] if kind == "panel" else _read(seen)


def check(evening: Evening) -> None:
    """Raises ``AssertionError`` for anything lost, doubled or out of order."""
    with closing(sqlite3.connect(evening.bot.database)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert not connection.execute("pragma foreign_key_check").fetchall()
    _check_posts(evening)
    _check_order(evening)
    _check_timers(evening)


def _check_posts(evening: Evening) -> None:
    """Each post that was not dropped stands in one living message, and no message is without its post."""
    query = f"select key, channel_id, message_id, dropped from outbox where kind not in {NO_MESSAGES}"
    rows = evening.rows.all(query)
    owners: dict[int, str] = {}
    for row in rows:
        if row["message_id"] is None:
            assert row["dropped"] is not None, f"{row['key']} was never posted"
            continue
        assert row["message_id"] not in owners, f"{row['key']} and {owners[row['message_id']]} share a message"
        owners[row["message_id"]] = row["key"]
        assert row["message_id"] in evening.wire.backend.messages[row["channel_id"]], f"{row['key']} points nowhere"
    greeted: set[int] = set()
    for seen in posts(evening.wire):
        if seen.id in owners:
            continue
        # What a private thread is for is said in it once, before everything else.
        private = evening.wire.backend.channels[seen.channel_id].type == PRIVATE_THREAD
        alone = private and seen.channel_id not in greeted
        assert alone, f"a message of no post, or a double: {seen.text[:200]}"
        greeted.add(seen.channel_id)


def _check_order(evening: Evening) -> None:
    """In the table's thread the story stands in the order of its steps."""
    query = f"select key, message_id, seq from outbox where message_id is not null and kind in {STORY} order by seq"
    ids = [row["message_id"] for row in evening.rows.all(query)]
    assert ids == sorted(ids), "the story is told out of order"


def _check_timers(evening: Evening) -> None:
    """A table that runs has its deadline; one that is over has none."""
    running = evening.table["status"] == "running"
    timers = evening.rows.all("select kind from timers where kind = 'deadline'")
    assert len(timers) == (1 if running else 0), f"timers: {timers}"


async def press_old_buttons(evening: Evening) -> int:
    """Every button still gets an answer, and none changes the game; gives how many were pressed."""
    before = evening.rows.all("select state_json from states"), evening.rows.all("select * from actions")
    once = {
        (person.id, seen.id, custom_id): (person, seen, screen) for person, seen, custom_id, screen in evening.pressed
    }
    for (_, _, custom_id), (person, seen, screen) in once.items():
        press = person.press(seen, custom_id, screen=screen)
        assert await press.acknowledged(10), f"{custom_id} is dead"
    after = evening.rows.all("select state_json from states"), evening.rows.all("select * from actions")
    assert after == before, "an old button has changed the game"
    return len(once)
