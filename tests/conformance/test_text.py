"""Every key that a game can make has its sentence in both languages, with nothing left unfilled."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from engines import GAMES
from engines.core import Event, Who
from locales import speak
from tests.conformance.games import EVERY_GAME, Played, every_options_game, some_games
from tests.conformance.sentences import check_sentence


def all_games(key: str) -> list[Played]:
    return some_games(key) + every_options_game(key)


def told(key: str) -> dict[str, Event]:
    """One event of each kind and shape that random games make."""
    found: dict[str, Event] = {}
    for played in all_games(key):
        for turnout in played.turnouts:
            for step in turnout.steps:
                for event in step.events:
                    found.setdefault(f"{event.kind} {sorted(event.facts)}", event)
    return found


@EVERY_GAME
def test_every_event_has_its_sentence(key: str) -> None:
    for event in told(key).values():
        check_sentence(f"{key}.event.{event.kind}", event.facts)


@EVERY_GAME
def test_every_question_has_its_sentence(key: str) -> None:
    for played in all_games(key):
        for state in played.states:
            window = played.game.window(state)
            for ask in window.asks.values() if window else ():
                check_sentence(f"{key}.ask.{ask.kind}", ask.facts)


@EVERY_GAME
def test_every_ending_has_its_sentence(key: str) -> None:
    for played in all_games(key):
        result = played.game.result(played.states[-1])
        assert result is not None
        check_sentence(f"{key}.end.{result.reason}", {})


@EVERY_GAME
def test_every_chapter_has_its_heading(key: str) -> None:
    chapters = {step.chapter for played in all_games(key) for turnout in played.turnouts for step in turnout.steps}
    for chapter in chapters | {"resign"}:
        kind, _, number = chapter.rpartition("-")
        own = f"{key}.chapter.{chapter}"
        general = number.isdecimal() and not speak("en").has(own)
        check_sentence(f"{key}.chapter.{kind}" if general else own, {})


@EVERY_GAME
def test_title_tagline_and_options_are_named(key: str) -> None:
    check_sentence(f"{key}.title", {})
    check_sentence(f"{key}.tagline", {})
    for field, kind in get_type_hints(GAMES[key].Options).items():
        check_sentence(f"{key}.option.{field}", {})
        for value in get_args(kind):
            check_sentence(f"{key}.option.{field}.{value}", {})


def test_a_missing_fact_is_noticed() -> None:
    """The check above is worth something."""
    facts: dict[str, Any] = {"round": 3}
    check_sentence("volt.ask.program", facts)
    with pytest.raises(AssertionError):
        check_sentence("volt.ask.program", {})
    with pytest.raises(AssertionError):
        check_sentence("volt.ask.program", {**facts, "who": Who(1)})
    with pytest.raises(AssertionError):
        check_sentence("volt.ask.nonsense", {})
