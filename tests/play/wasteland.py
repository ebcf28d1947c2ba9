"""Scorched Wasteland through the simulated Discord: people take what their panel suggests, or choose in its lists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

import pytest

from engines.core import Step, Turnout
from engines.wasteland import GAME
from engines.wasteland.model import State
from engines.wasteland.views import View
from locales import Language
from tables.model import SeatPanel
from tests.play.harness import BEAT_SECONDS, PEOPLE, Person, Play, Seen, playing_as

MORE: tuple[tuple[str, Language], ...] = (("Sparrow", "en"), ("阿狸", "zh-CN"), ("Dune", "en"))
"""People besides those of every game: seven can play this one."""


class WastelandPlay(Play):
    """See ``Play``."""

    game: ClassVar[str] = "wasteland"
    most_windows: ClassVar[int] = 1500

    async def open(self, people: int) -> None:
        await super().open(min(people, len(PEOPLE)))
        for name, language in MORE[: max(0, people - len(PEOPLE))]:
            self.add_person(name, language)
        await self.env.settle()

    async def panel(self, person: Person) -> SeatPanel:
        return await self.house.tables.panel(self.code, person.id)

    async def play_window(self) -> None:
        """Whoever is asked takes what is suggested."""
        for person in await self.asked():
            await self.press(person, "w-go")

    async def choose(self, person: Person, name: str, *values: str) -> None:
        """Choose in the list of this name."""
        seen, custom_id = self.named(person, "w-pick", name)
        await self.press_id(person, seen, custom_id, list(values))

    async def push(self, person: Person, what: str, name: str) -> None:
        """Press the button for ``what`` that means ``name``."""
        seen, custom_id = self.named(person, what, name)
        await self.press_id(person, seen, custom_id)

    def named(self, person: Person, what: str, name: str) -> tuple[Seen, str]:
        """The usable component for ``what`` that means ``name``, and where it stands."""
        seen, _ = self.find(person, what)
        for component in seen.components:
            custom_id = str(component.get("custom_id", ""))
            parts = custom_id.split(":")
            if parts[3:4] == [what] and parts[4].split(".")[1] == name and not component.get("disabled"):
                return seen, custom_id
        raise AssertionError(f"no {what} for {name} in {seen.labels}")

    def values(self, person: Person, name: str) -> list[str]:
        """What the list of this name offers."""
        seen, custom_id = self.named(person, "w-pick", name)
        component = next(part for part in seen.components if part.get("custom_id") == custom_id)
        return [str(option["value"]) for option in component["options"]]

    async def waste(self) -> View:
        """The present public view."""
        return await self.view()

    async def until(self, *kinds: str) -> list[Person]:
        """Play on until somebody is asked one of these; gives everybody who is."""
        for _ in range(self.most_windows):
            asked = [(person, (await self.panel(person)).ask) for person in await self.asked()]
            found = [person for person, ask in asked if ask is not None and ask.kind in kinds]
            if found:
                return found
            await self.play_window()
            assert (await self.table()).status == "running", f"nobody was asked {kinds}"
        raise AssertionError("the game does not end")


@asynccontextmanager
async def surviving(
    folder: Path, *, people: int = 3, seed: str = "luck", beat_seconds: float = BEAT_SECONDS
) -> AsyncIterator[WastelandPlay]:
    """A server with so many people and our bot, from nothing."""
    async with playing_as(WastelandPlay, folder, people=people, seed=seed, beat_seconds=beat_seconds) as play:
        yield play


def panel_text(play: WastelandPlay, person: Person) -> str:
    """What stands in the person's newest open panel."""
    return play.find(person, "w-go")[0].text


def begin_at(monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    """Every game starts in this position."""
    step = Step("setup", (), GAME.view(state, None))
    monkeypatch.setattr(type(GAME), "start", lambda *_: Turnout(state, (step,)))
