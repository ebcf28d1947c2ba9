"""No token, password or player's secret is ever logged."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from app.logging import FIRST, LIBRARIES, MASK, PERIOD, CountingHandler, redact, set_up
from cogs.faults import report

# Made up in the shape that Discord gives them.
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4" + ".GabcdE." + "abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpabcdef"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = root.handlers[:], root.level, {name: logging.getLogger(name).level for name in LIBRARIES}
    stream = io.StringIO()
    yield stream
    root.handlers[:], level, levels = before
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (f"Bot {TOKEN} refused", TOKEN),
        (f"POST /interactions/123456/{INTERACTION}/callback", INTERACTION),
        (f"PATCH https://discord.com/api/v10/webhooks/99/{INTERACTION}/messages/@original", INTERACTION),
        ("postgresql+asyncpg://bot:hunter2@db/scrapyard", "hunter2"),
        ("the word is swordfish!", "swordfish"),
    ],
)
def test_redact(text: str, gone: str) -> None:
    kept = redact(text, ["swordfish"])
    assert gone not in kept
    assert MASK in kept


def test_what_is_no_secret_stays() -> None:
    text = "table 4K7Q: window 3 resolved; sqlite+aiosqlite:///data/scrapyard.db; 3.11.7; https://discord.com/x"
    assert redact(text) == text


def test_tracebacks_are_redacted_too(log: io.StringIO) -> None:
    set_up("INFO", [], log)
    try:
        raise RuntimeError(f"token {TOKEN}")
    except RuntimeError:
        logging.getLogger("elsewhere").warning("failed", exc_info=True)
    assert "RuntimeError" in log.getvalue()
    assert TOKEN not in log.getvalue()


def test_facts_of_a_record_are_redacted(log: io.StringIO) -> None:
    set_up("INFO", ["swordfish"], log)
    logging.getLogger("elsewhere").warning("the %s is %s", "word", "swordfish")
    assert log.getvalue().endswith(f"elsewhere: the word is {MASK}\n")


@pytest.mark.parametrize("library", LIBRARIES)
def test_libraries_never_tell_whole_messages(log: io.StringIO, library: str) -> None:
    set_up("DEBUG", [], log)
    logging.getLogger(f"{library}.http").debug("B3N R1NE B2E")
    logging.getLogger("ours").debug("seen")
    assert "B3N" not in log.getvalue()
    assert "seen" in log.getvalue()


# ---- storms


@pytest.fixture
def counting() -> Iterator[tuple[io.StringIO, logging.Logger, list[float]]]:
    """A log, what writes to it, and the seconds on its clock."""
    stream, seconds = io.StringIO(), [0.0]
    handler = CountingHandler(stream, clock=lambda: seconds[0])
    logger = logging.getLogger("storms")
    logger.addHandler(handler)
    logger.propagate = False
    yield stream, logger, seconds
    logger.removeHandler(handler)
    handler.close()


def test_a_storm_is_counted_and_hides_nothing_else(
    counting: tuple[io.StringIO, logging.Logger, list[float]],
) -> None:
    stream, logger, seconds = counting
    for number in range(1000):
        logger.error("post %d did not get through", number)
    logger.error("something else")
    lines = stream.getvalue().splitlines()
    assert lines == [f"post {number} did not get through" for number in range(FIRST)] + ["something else"]
    seconds[0] = PERIOD
    logger.error("post %d did not get through", 1000)
    told = f"post 999 did not get through (the last of {1000 - FIRST} more like it)"
    assert stream.getvalue().splitlines()[FIRST + 1 :] == [told, "post 1000 did not get through"]


def test_what_was_left_out_is_told_at_the_end_at_the_latest(
    counting: tuple[io.StringIO, logging.Logger, list[float]],
) -> None:
    stream, logger, _ = counting
    for _ in range(FIRST + 3):
        logger.warning("late")
    logger.handlers[0].close()
    assert stream.getvalue().splitlines()[FIRST:] == ["late (the last of 3 more like it)"]


def test_what_is_no_warning_is_always_written(counting: tuple[io.StringIO, logging.Logger, list[float]]) -> None:
    stream, logger, _ = counting
    logger.setLevel(logging.INFO)
    for _ in range(100):
        logger.info("sent")
    assert stream.getvalue().count("sent") == 100


def test_a_bug_that_a_person_was_told_of_is_in_the_log_whatever_storms(log: io.StringIO, complaints: Any) -> None:
    """The same bug has the same code, another has another: each is written, however often the first one comes."""
    set_up("INFO", [], log)
    codes = [report(bug, "press") for bug in [RuntimeError("one")] * 500 + [ValueError("another")]]
    assert len(set(codes)) == 2
    assert all(f"bug {code} " in log.getvalue() for code in codes)
    assert log.getvalue().count(codes[0]) == FIRST
    complaints.forgive()
