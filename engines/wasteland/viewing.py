"""A viewer's table, with what is asked now. What may be seen is decided in ``sight``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engines.core import Ask, Seat
from engines.wasteland import flow
from engines.wasteland.model import AskKind, State
from engines.wasteland.sight import seen
from engines.wasteland.views import Mark, SeasonSummary, View


def view_of(
    state: State, seat: Seat | None, marks: tuple[Mark, ...] = (), summary: SeasonSummary | None = None
) -> View:
    """The state as this viewer may see it, and who is asked what; ``None`` is the public."""
    window = flow.window(state)
    asks: Mapping[Seat, Ask] = {} if window is None else window.asks
    asked: tuple[tuple[Seat, AskKind], ...] = tuple(
        [(other, cast("AskKind", asks[other].kind)) for other in sorted(asks)]
    )
    return seen(state, seat, marks, summary, asked)
