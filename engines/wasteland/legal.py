"""What a seat may answer, from its View: one check to refuse with, one list to offer from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from engines.core import IllegalAction, Seat
from engines.wasteland import legal_fights, legal_storm, legal_war
from engines.wasteland.model import Action, AskKind
from engines.wasteland.views import Drafted, View

Check = Callable[[View, Seat, Any, bool], None]
"""View, seat, answer, and whether it is only a draft, which may lack something."""
Answers = Callable[[View, Seat], Iterator[Action]]
_KINDS: Final[Mapping[AskKind, tuple[str, Check, Answers]]] = {
    **legal_war.RULES,
    **legal_fights.RULES,
    **legal_storm.RULES,
}
"""By question: the kind of its answers, the check, and the list."""


def asked(view: View, seat: Seat) -> AskKind | None:
    """What the seat is asked now."""
    return dict(view.asked).get(seat)


def check(view: View, seat: Seat, action: Action, *, draft: bool = False) -> None:
    """Raise ``IllegalAction`` unless the seat may give this answer; for a ``draft``: unless one can grow from it."""
    question = asked(view, seat)
    if question is None:
        raise IllegalAction("not_asked")
    kind, rule, _ = _KINDS[question]
    if action.kind != kind:
        raise IllegalAction("kind")
    rule(view, seat, action, draft)


def answers(view: View, seat: Seat) -> Iterator[Action]:
    """Every legal answer, lazily; the short plans first."""
    question = asked(view, seat)
    if question is not None:
        yield from _KINDS[question][2](view, seat)


def drafted(view: View, seat: Seat, action: Action) -> View:
    """The view with the unfinished answer drawn in. Raises ``IllegalAction`` when none could grow from it."""
    check(view, seat, action, draft=True)
    return replace(view, drafted=Drafted(seat, action))
