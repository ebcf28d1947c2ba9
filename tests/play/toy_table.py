"""A table of a toy game in the simulation, opened without its lobby's buttons."""

from __future__ import annotations

from itertools import count
from typing import ClassVar

from tables.model import Press
from tests.play.harness import Person, Play


class ToyTable:
    """The table of a game that is registered for one test, and the presses of its people."""

    game: ClassVar[str]

    def __init__(self, play: Play) -> None:
        self.play = play
        self._numbers = count(1)

    def by(self, person: Person) -> Press:
        return Press(next(self._numbers), person.id, person.name, person.language)

    async def begin(self, *people: Person, pace: str = "day", bots: int = 0, language: str = "en") -> None:
        play, tables = self.play, self.play.house.tables
        host, *others = people
        opened = await tables.open_lobby(
            self.by(host),
            game=self.game,
            guild_id=play.guild.id,
            channel_id=play.channel.id,
            language=language,
            pace=pace,  # type: ignore[arg-type]
        )
        play.code = opened.code
        await play.wait(10)
        for other in others:
            await tables.join(self.by(other), play.code)
        for _ in range(bots):
            await tables.add_bot(self.by(host), play.code)
        await tables.start(self.by(host), play.code)
        await play.wait(10)
