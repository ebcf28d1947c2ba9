"""``bot.py fairness FILE``: whether a finished game's record is true, for anybody who has the file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cogs.fairness import difference_line
from engines import GAMES
from locales import Words
from tables import proof
from tables.codec import codec_of
from tables.verifier import UnreadableError

PROVED, DIFFERS, UNREADABLE = 0, 1, 2
"""What the command exits with."""
SHOWN: Final = 10
"""Differences that are told one by one."""


def check_file(path: Path, words: Words) -> tuple[int, list[str]]:
    """What the command exits with, and what it says: nothing that a terminal would take for an order."""
    code, lines = _checked(path, words)
    return code, ["".join(sign if sign.isprintable() else "�" for sign in line) for line in lines]


def _checked(path: Path, words: Words) -> tuple[int, list[str]]:
    try:
        if path.stat().st_size > proof.LARGEST:
            return UNREADABLE, [words("fairness.unreadable.large")]
        raw = path.read_bytes()
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return UNREADABLE, [words("app.fairness.missing", file=path, problem=problem)]
    try:
        record = proof.read(raw)
        found = proof.prove(record, lambda key: codec_of(GAMES[key]) if key in GAMES else None)
    except UnreadableError as error:
        return UNREADABLE, [words(f"fairness.unreadable.{error.reason}")]
    lines = [words.count("app.fairness.table", found.draws, code=record["table"].get("code", ""))]
    if not found.differences:
        return PROVED, [*lines, words("app.fairness.right")]
    lines.append(words("app.fairness.wrong"))
    lines += [difference_line(difference, words) for difference in found.differences[:SHOWN]]
    if len(found.differences) > SHOWN:
        lines.append(words.count("app.fairness.more", len(found.differences) - SHOWN))
    return DIFFERS, lines
