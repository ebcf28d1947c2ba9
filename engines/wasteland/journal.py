"""The story of a game as it is told: one step for each happening, with the public view after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.core import Step
from engines.wasteland import telling
from engines.wasteland.belongings import counted
from engines.wasteland.happenings import Happening, SeasonEnded, Victory
from engines.wasteland.sight import seen
from engines.wasteland.views import SeasonSummary, View

if TYPE_CHECKING:
    from engines.wasteland.yard import Yard


class Journal:
    """Collects what ``Yard.note`` tells."""

    def __init__(self, chapter: str | None = None) -> None:
        self.chapter = chapter
        """Under which all is told but a victory; ``None``: each season of each dealer turn has its own."""
        self.happenings: list[Happening] = []
        """What has happened, one for each step."""
        self.steps: list[Step[View]] = []

    def note(self, yard: Yard, happening: Happening) -> None:
        """Tell it. The change must have been made already: the step shows the table as it is now."""
        events, marks = telling.told(happening)
        summary = None
        if isinstance(happening, SeasonEnded):
            summary = SeasonSummary(happening.season, yard.since, tuple(map(counted, yard.areas)))
        self.happenings.append(happening)
        self.steps.append(Step(self._chapter(yard, happening), events, seen(yard.state(), None, marks, summary)))

    def _chapter(self, yard: Yard, happening: Happening) -> str:
        if isinstance(happening, Victory):
            return "end"
        if self.chapter is not None:
            return self.chapter
        return "setup" if yard.season == "setup" else f"{yard.season}-{yard.turn}"
