"""The story of a race as it is told: one step for each happening, with the view after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core import Step
from engines.thunder_road import telling
from engines.thunder_road.happenings import Drove, Happening, Won
from engines.thunder_road.viewing import view_of
from engines.thunder_road.views import View

if TYPE_CHECKING:
    from engines.thunder_road.race import Race


class Journal:
    """Collects what ``Race.note`` tells; consecutive driven spaces in which nothing else happened are one step."""

    def __init__(self, chapter: str | None = None) -> None:
        self.chapter = chapter
        """Under which all is told for the time being; ``None`` is the turn being played."""
        self.happenings: list[Happening] = []
        """What has happened, one for each step."""
        self.steps: list[Step[View]] = []

    def note(self, race: Race, happening: Happening) -> None:
        """Tell it. The change must have been made already: the step shows the race as it is now."""
        chapter = self.chapter or f"turn-{race.turn.number}"
        if isinstance(happening, Won):
            chapter = "end"
        if isinstance(happening, Drove) and self.steps and self.steps[-1].chapter == chapter:
            before = self.happenings[-1]
            if isinstance(before, Drove) and _goes_on(before, happening):
                happening = happening._replace(start=before.start, spots=before.spots + happening.spots)
                self.happenings.pop()
                self.steps.pop()
        events, marks = telling.told(happening)
        self.happenings.append(happening)
        self.steps.append(Step(chapter, events, view_of(race.state(), None, marks)))


def _goes_on(before: Drove, now: Drove) -> bool:
    return (before.car, before.bonus, before.spots[-1]) == (now.car, now.bonus, now.start)
