"""What was sent in a siege, and what came of it."""

from __future__ import annotations

import resource
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Figures:
    """What was sent, and what it was answered with."""

    inputs: int = 0
    sent: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    came_of_it: Counter[str] = field(default_factory=Counter[str])
    """By family: refused, said something, showed something, opened a form, offered choices."""
    changed: Counter[str] = field(default_factory=Counter[str])
    """Rows of the three games that inputs have changed, by the table of the database: what was lawful."""
    memory: list[int] = field(default_factory=list[int])
    """Kilobytes, after each tenth of the inputs."""

    @property
    def growth(self) -> float:
        """How much larger the process has become since the first tenth."""
        return self.memory[-1] / self.memory[0] if self.memory else 1.0

    def measure(self) -> None:
        """How large the process has been at most."""
        self.memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    def __add__(self, other: Figures) -> Figures:
        """Of two sieges: the memory is that of the one that has grown more."""
        worse = max(self, other, key=lambda figures: figures.growth)
        return Figures(
            self.inputs + other.inputs,
            self.sent + other.sent,
            self.refused + other.refused,
            self.came_of_it + other.came_of_it,
            self.changed + other.changed,
            worse.memory,
        )
