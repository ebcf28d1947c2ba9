"""How posts and lobbies speak of Thunder Road: whose turn it is, how far everybody came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.base import Manner
from engines.core import Seat
from engines.thunder_road.model import CREWS
from engines.thunder_road.views import View
from locales import Words

SIGNS: Final = ("🔥", "🌊", "💀", "🐍")
"""The crews' signs by seat."""
TURN: Final = "turn-"
"""How the chapters of turns begin."""
TURNS: Final = 3
"""Turns that a crew has in a round."""


class ThunderRoadManner(Manner):
    """See ``Manner``."""

    def mark(self, seat: Seat) -> str:
        return SIGNS[seat % len(SIGNS)]

    def score(self, words: Words, score: int) -> str:
        return words.count("panel.thunder_road.score", score)

    def turn(self, words: Words, view: View, number: int, names: Sequence[str] = ()) -> str:
        seat = view.turn.seat
        taken = min(view.crews[seat].turns + 1, TURNS)
        crew = f"{self.mark(seat)} {words(f'thunder_road.crew.{CREWS[seat]}')}"
        return words("panel.thunder_road.turn", n=view.round, crew=crew, turn=taken, turns=TURNS)

    def heading(
        self, words: Words, chapter: str, view: View, number: int, title: str, names: Sequence[str] = ()
    ) -> str:
        if chapter.startswith(TURN):
            return self.turn(words, view, number)
        return words("post.chapter.turn", turn=words("post.turn.round", n=view.round), title=title)

    def howto(self, words: Words, view: View) -> list[str]:
        final = "two" if len(view.order) == 2 else "more"
        lines = "\n".join((words("panel.thunder_road.howto"), words(f"panel.thunder_road.howto.{final}")))
        return ["\n".join(f"{number}. {line}" for number, line in enumerate(lines.split("\n"), 1))]

    def final(self, words: Words, view: View, names: Sequence[str]) -> list[str]:
        told = [words("panel.thunder_road.final.race", rounds=view.round, tiles=view.laid)]
        for seat, name in enumerate(names[: len(view.crews)]):
            cars = view.cars[TURNS * seat : TURNS * seat + TURNS]
            running = sum(car.operable for car in cars)
            stranded = sum(car.place != "gone" and not car.operable for car in cars)
            lost = len(cars) - running - stranded
            told.append(words("panel.thunder_road.final.crew", who=name, running=running, stranded=stranded, lost=lost))
        return told


MANNER: Final = ThunderRoadManner("thunder_road")
