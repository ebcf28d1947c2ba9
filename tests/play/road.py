"""Thunder Road through the simulated Discord: an answer of the engine becomes the presses that a person would make."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from engines.chance import FastChance
from engines.core import Level, Step, Turnout
from engines.thunder_road import GAME
from engines.thunder_road.model import Action, Assign, Bonus, Drive, Reroll, Shoot, State, spot_name
from engines.thunder_road.views import View
from tables.model import SeatPanel
from tests.play.harness import BEAT_SECONDS, Person, Play, Seen, playing_as


class RoadPlay(Play):
    """See ``Play``. ``quick``: people take the path that is suggested, in as few presses as that needs."""

    quick = False
    game: ClassVar[str] = "thunder_road"
    most_windows: ClassVar[int] = 600

    async def panel(self, person: Person) -> SeatPanel:
        return await self.house.tables.panel(self.code, person.id)

    async def planned(self, person: Person) -> Action:
        """A sound answer from what the person may see."""
        panel = await self.panel(person)
        chance = FastChance(panel.window * 100 + panel.seat)
        return GAME.stand_in(panel.view, panel.seat, Level.NORMAL, chance)

    async def play_window(self) -> None:
        """Whoever is asked answers soundly, by pressing."""
        for person in await self.asked():
            ask = (await self.panel(person)).ask
            assert ask is not None
            if self.quick and ask.kind in ("assign", "drive"):
                await self.press(person, "t-hint")
                await self.go(person)
            else:
                await self.act(person, await self.planned(person))

    async def act(self, person: Person, action: Action) -> None:
        """Give this answer."""
        if isinstance(action, Assign | Drive):
            if isinstance(action, Assign):
                await self.choose(person, action)
            else:
                await self.tap(person, *action.path)
            await self.go(person)
        elif isinstance(action, Bonus):
            await self.say(person, "t-bonus", "y" if action.take else "n")
        elif isinstance(action, Reroll):
            await self.say(person, "t-roll", "y" if action.again else "n")
        elif isinstance(action, Shoot):
            await self.say(person, "t-fire", "-" if action.target is None else str(action.target))
        else:
            await self.press(person, "t-back")

    async def go(self, person: Person) -> None:
        """Press *Go*, and *Yes* if that asks whether it is meant."""
        window = (await self.table()).window
        await self.press(person, "t-go")
        table = await self.table()
        if table.status == "running" and table.window == window:
            await self.press(person, "t-sure")

    async def choose(self, person: Person, action: Assign) -> None:
        """Fill in the first question of a turn: what is suggested anyway is taken with one press."""
        await self.press(person, "t-car", values=[f"{action.car}.{action.die}"])
        if action.command is not None:
            repaired = () if action.repaired is None else (str(action.repaired),)
            await self.press(person, "t-cmd", values=[".".join((action.command, str(action.command_die), *repaired))])
        if action.spot is not None:
            await self.fly(person, spot_name(action.spot))
            await self.aim(person, action)
        if not action.path:
            return
        await self.press(person, "t-hint")
        if (await self.panel(person)).draft != action:
            for _ in (await self.panel(person)).draft.path:
                await self.press(person, "t-undo")
            await self.tap(person, *action.path)

    async def fly(self, person: Person, spot: str) -> None:
        """Send the chopper there: by the list if it offers the space, else by the form."""
        _, select = self.find(person, "t-spot")
        if spot in [option["value"] for option in select["options"]]:
            await self.press(person, "t-spot", values=[spot])
        else:
            await self.fill(person, await self.press(person, "t-type"), spot)

    async def aim(self, person: Person, action: Assign) -> None:
        """Choose whom the chopper shoots at, where that is not chosen already."""
        if (await self.panel(person)).draft.target != action.target:
            await self.press(person, "t-aim", values=["-" if action.target is None else str(action.target)])

    async def tap(self, person: Person, *moves: str) -> None:
        """Tap the path, one move after the other."""
        for move in moves:
            await self.say(person, "t-move", move)

    async def say(self, person: Person, what: str, rest: str, seen: Seen | None = None) -> Any:
        """Press the button for ``what`` that means ``rest``."""
        seen = seen or self.find(person, what)[0]
        return await self.press_id(person, seen, self.named(seen, what, rest))

    @staticmethod
    def named(seen: Seen, what: str, rest: str) -> str:
        """The custom id of the usable button for ``what`` that means ``rest``."""
        for component in seen.components:
            custom_id = str(component.get("custom_id", ""))
            if f":{what}:" in custom_id and custom_id.endswith(f".{rest}") and not component.get("disabled"):
                return custom_id
        raise AssertionError(f"no {what} for {rest} in {seen.labels}")

    def turn_post(self) -> Seen:
        """The newest public message in which a turn is played."""
        return next(seen for seen in reversed(self.table_messages()) if seen.find("seat"))

    async def road(self) -> View:
        """The present public view."""
        return await self.view()

    async def until(self, *kinds: str) -> SeatPanel:
        """Play on until somebody is asked one of these; gives that person's panel."""
        for _ in range(self.most_windows):
            for person in await self.asked():
                panel = await self.panel(person)
                if panel.ask is not None and panel.ask.kind in kinds:
                    return panel
            await self.play_window()
            assert (await self.table()).status == "running", f"nobody was asked {kinds}"
        raise AssertionError("the game does not end")


@asynccontextmanager
async def racing(
    folder: Path, *, people: int = 2, seed: str = "luck", beat_seconds: float = BEAT_SECONDS
) -> AsyncIterator[RoadPlay]:
    """A server with so many people and our bot, from nothing."""
    async with playing_as(RoadPlay, folder, people=people, seed=seed, beat_seconds=beat_seconds) as play:
        yield play


def begin_at(monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    """Every game starts in this position."""
    step = Step("setup", (), GAME.view(state, None))
    monkeypatch.setattr(type(GAME), "start", lambda *_: Turnout(state, (step,)))
