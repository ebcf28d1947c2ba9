"""The worked examples of the rules pages are played by the engine: what players read is what the table tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engines.thunder_road.model import State
from locales import LANGUAGES, Language, speak
from render.text import sentence
from tests.engines.thunder_road.boards import Scene, board

NAMES = ("Rook", "Pip", "Ada", "Juno")


class Told(Scene):
    """A scene that keeps all that was told, as it reads."""

    def __init__(self, language: Language, state: State, *wishes: str) -> None:
        super().__init__(state, *wishes)
        self.language: Language = language
        self.lines: list[str] = []

    def answer(self, action: object) -> Told:
        number = self.turn.number
        super().answer(action)  # type: ignore[arg-type]
        self.lines += [
            sentence("thunder_road", event, speak(self.language), NAMES)
            for step in self.steps
            if step.chapter == f"turn-{number}"
            for event in step.events
        ]
        return self


def a_turn(language: Language) -> Told:
    """A 4 and a bonus of 2: over the road, into somebody, and a shot at him."""
    state = board("EM C3", "EL C1", "TS C9", "TL A1", dice={"E": "4 1 1 1"}, road=2)
    told = Told(language, state, "slam bottom", "direction FL", "shot S,M")
    told.assign("EM", 4, "F F F F").bonus(take=True).drive("F F").reroll(again=False).shoot("TS")
    return told


def a_pile_up(language: Language) -> Told:
    """A slam out of a slam; all three are of one size, so nobody may roll again."""
    state = board("EM C6", "EL A1", "TM C9", "BM C10", dice={"E": "3 1 1 1"}, round=1)
    told = Told(language, state, "slam bottom", "direction F", "slam top", "direction FR")
    told.assign("EM", 3, "F F F")
    return told


def a_drift(language: Language) -> Told:
    """Through one car and into the next."""
    state = board("EM C3", "EL A1", "TM C5", "BM C7", dice={"E": "5 4 1 1"}, round=1)
    told = Told(language, state, "slam bottom", "direction BR")
    told.assign("EM", 5, "F F F F", "drift 4")
    return told


EXAMPLES: dict[str, Callable[[Language], Told]] = {"round": a_turn, "slams": a_pile_up, "drift": a_drift}


def quoted(topic: str, language: Language) -> Iterator[str]:
    for line in speak(language)(f"rules.thunder_road.{topic}.text").splitlines():
        if line.startswith("> "):
            yield line.removeprefix("> ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", EXAMPLES)
def test_an_example_reads_as_the_table_tells_it(topic: str, language: Language) -> None:
    assert list(quoted(topic, language)) == EXAMPLES[topic](language).lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_played(language: Language) -> None:
    topics = speak(language)("rules.thunder_road.topics").split(",")
    assert {topic for topic in topics if list(quoted(topic, language))} == set(EXAMPLES)
