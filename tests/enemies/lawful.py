"""What an input may change at a table: a model of it that knows no rule of any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Table = dict[str, dict[tuple[Any, ...], tuple[tuple[str, Any], ...]]]
"""The rows of one game: by the table of the database, each by its key."""
Rows = dict[str, Table]
"""By the game's code."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "seats": ("seat",),
    "states": ("turn",),
    "actions": ("window", "seat"),
    "drafts": ("window", "seat"),
    "steps": ("seq",),
    "votes": ("id",),
    "claims": ("id",),
    "aways": ("id",),
    "tables": ("code",),
    "tenures": ("seat", "tenure"),
}
HELD = ("kind", "user_id", "orders", "offered", "out")


def key_of(name: str, row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row[column] for column in KEYS[name])


def unlawful(before: Table, after: Table, user_id: int) -> list[str]:
    """What has changed that this person may not change. Votes, claims and leaving hand seats over, and are counted."""
    mine = {key[0] for key, row in before["seats"].items() if dict(row)["user_id"] == user_id}
    if not mine:
        return _of_a_stranger(before, after, user_id)
    return _drafts(before, after, mine) + _answers(before, after, mine) + _seats(before, after, mine)


def _of_a_stranger(before: Table, after: Table, user_id: int) -> list[str]:
    """Whoever sits nowhere may ask for a seat on offer, which calls the host at most; nothing else."""
    found = [name for name in before if name not in ("claims", "tables") and before[name] != after[name]]
    found += [f"tables {sorted(_differing(before, after))}" for _ in [0] if _differing(before, after) - {"host_id"}]
    for key in before["claims"].keys() | after["claims"].keys():
        old, new = before["claims"].get(key), after["claims"].get(key)
        if old != new and dict(new or old or ())["user_id"] != user_id:
            found.append(f"claim {key}")
    return found


def _differing(before: Table, after: Table) -> set[str]:
    old = {pair for row in before["tables"].values() for pair in row}
    new = {pair for row in after["tables"].values() for pair in row}
    return {column for column, _ in old ^ new}


def _drafts(before: Table, after: Table, mine: set[Any]) -> list[str]:
    """Others' drafts stay as they are while their window is open; when it closes they go."""
    now = _window(before)
    found: list[str] = []
    for key, row in after["drafts"].items():
        if key[1] not in mine and key[0] <= now and before["drafts"].get(key) != row:
            found.append(f"draft {key}")
    return found


def _answers(before: Table, after: Table, mine: set[Any]) -> list[str]:
    """Nobody's answer is changed, and others' are given by themselves: a new one was their draft before."""
    found: list[str] = []
    for key, row in after["actions"].items():
        old, new = before["actions"].get(key), dict(row)
        if old == row or key[1] in mine or new["source"] != "person":
            continue
        draft = dict(before["drafts"].get(key, ()))
        if old is not None or draft.get("action_json") != new["action_json"]:
            found.append(f"answer {key}")
    return found


def _seats(before: Table, after: Table, mine: set[Any]) -> list[str]:
    """Others keep their seats, unless a vote or a claim has just been decided."""
    decided = before["votes"] != after["votes"] or before["claims"] != after["claims"]
    found: list[str] = []
    for key, row in before["seats"].items():
        old, new = dict(row), dict(after["seats"].get(key, ()))
        changed = [column for column in HELD if old[column] != new.get(column)]
        if key[0] not in mine and changed and not decided:
            found.append(f"seat {key}: {changed}")
    return found


def _window(table: Table) -> int:
    return max((int(dict(row)["window"]) for row in table["tables"].values()), default=0)
