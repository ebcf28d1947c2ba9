"""Writes that end once they have begun."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Writes(Protocol):
    """Whose methods they are."""

    under_way: set[asyncio.Task[Any]]


P = ParamSpec("P")
R = TypeVar("R")
W = TypeVar("W", bound=Writes)


def to_the_end(
    write: Callable[Concatenate[W, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[W, P], Coroutine[Any, Any, R]]:
    """A write that has begun ends, even when whoever asked for it is cancelled: no transaction is left half-way."""

    @wraps(write)
    async def shielded(self: W, /, *args: P.args, **kwargs: P.kwargs) -> R:
        task = asyncio.create_task(write(self, *args, **kwargs))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)
        return await asyncio.shield(task)

    return shielded
