"""Whether an answer brought to light what was hidden, such as the top card of a pile that was shuffled long before.

No draw and no secret message need show that, and no rule of any game is known here. It is tried out: what a seat could
not see is changed, bit by bit, and the answer given again. If anything comes out otherwise, something was revealed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, cast

from engines.chance import FastChance
from engines.core import Seat
from tables.codec import Codec, CorruptError

Path = tuple[int | str, ...]
"""Where in a JSON value something lies."""


def reveals(codec: Codec, state: Any, seat: Seat, answer: Any) -> bool:
    """Whether what this answer of the only asked seat led to depends on anything that the seat could not see.

    In doubt, where the game cannot be tried out, it does.
    """
    shown = _shown(codec, state, seat)
    truth = _outcome(codec, state, seat, answer)

    def unseen(value: Any) -> Any | None:
        """The state that this JSON stands for, if it looks the same to the seat."""
        try:
            other = codec.state.load(json.dumps(value))
            return other if _shown(codec, other, seat) == shown else None
        except CorruptError:
            return None
        except Exception:
            # A state that could never be: the game may fail at it in any way.
            return None

    whole = json.loads(codec.state.dump(state))
    for other in _unseen(whole, unseen):
        try:
            if _outcome(codec, other, seat, answer) != truth:
                return True
        except Exception:
            # It may be a state that could never be; that cannot be told from one that the answer does not fit.
            return True
    return False


def _shown(codec: Codec, state: Any, seat: Seat) -> Any:
    return codec.game.view(state, seat), codec.game.view(state, None), codec.game.window(state)


def _outcome(codec: Codec, state: Any, seat: Seat, answer: Any) -> Any:
    """What the seat learns from the answer. Draws are the same each time, as far as they are made at all."""
    turnout = codec.game.advance(state, {seat: answer}, FastChance(0))
    readable = [
        (step.chapter, [event for event in step.events if event.audience is None or seat in event.audience], step.view)
        for step in turnout.steps
    ]
    return readable, _shown(codec, turnout.state, seat)


def _unseen(whole: Any, unseen: Any) -> Iterator[Any]:
    """States that look the same to the seat: in each, something that it cannot see is another."""
    waiting: list[Path] = [()]
    while waiting:
        path = waiting.pop()
        node = _at(whole, path)
        if isinstance(node, Mapping):
            waiting += [(*path, key) for key in cast("Mapping[str, Any]", node)]
        if not isinstance(node, list):
            continue
        entries = cast("list[Any]", node)
        mixed = [unseen(_with(whole, path, other)) for other in _mixed(entries)]
        if mixed and all(other is not None for other in mixed):
            yield from mixed  # a pile of which nothing is seen
            continue
        waiting += [(*path, at) for at in range(len(entries))]
        for where, value in _exchanged(entries):
            other = unseen(_with(whole, (*path, *where), value))
            if other is not None:
                yield other


def _mixed(entries: Sequence[Any]) -> Iterator[list[Any]]:
    """The list in two other orders, in which first of all its first, or its last, of each sort has changed."""
    names = [json.dumps(entry, sort_keys=True) for entry in entries]
    if len(set(names)) < 2:
        return
    for way in (1, -1):
        order = sorted(range(len(entries))[::way], key=lambda at: names[at])
        step = max(len(list(same)) for _, same in groupby(sorted(names)))
        mixed = list(entries)
        for place, at in enumerate(order):
            mixed[at] = entries[order[(place + step) % len(order)]]
        yield mixed


def _exchanged(entries: Sequence[Any]) -> Iterator[tuple[Path, Any]]:
    """Each plain value in the list, or in a field that its entries have, as another entry has it."""
    columns: dict[Path, list[tuple[int, Any]]] = {}
    for at, entry in enumerate(entries):
        fields = cast("Mapping[str, Any]", entry) if isinstance(entry, Mapping) else None
        parts: dict[Path, Any] = {(): entry} if fields is None else {(name,): part for name, part in fields.items()}
        for name, part in parts.items():
            if not isinstance(part, list | dict):
                columns.setdefault(name, []).append((at, part))
    for name, column in columns.items():
        for at, part in column:
            other = next((value for _, value in column if value != part), part)
            if other != part:
                yield (at, *name), other


def _at(whole: Any, path: Path) -> Any:
    for key in path:
        whole = whole[key]
    return whole


def _with(whole: Any, path: Path, value: Any) -> Any:
    """The JSON value with another one at this place; shares the rest."""
    if not path:
        return value
    copy: Any = whole.copy()
    copy[path[0]] = _with(whole[path[0]], path[1:], value)
    return copy
