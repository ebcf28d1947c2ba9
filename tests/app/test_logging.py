"""No token, password or player's secret is ever logged."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from app.logging import LIBRARIES, MASK, redact, set_up

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
