"""Lobbies and posts of the complete Power Arena: settings that matter, headings, how to play, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.games import Manner, manner
from cogs.limits import LABEL, faults
from cogs.posts import compose
from cogs.posts.lobby import lobby, options_panel
from cogs.posts.play import answered
from cogs.settings import changed_lines, hindrance, offered, options_of
from engines import GAMES
from engines.chance import FastChance
from engines.core import Result
from engines.volt import GAME
from engines.volt.model import BotSide, Championship, Options, View
from engines.volt.programming import parse_program
from locales import LANGUAGES, Words, speak
from tables.model import StoredStep, TableInfo
from tests.cogs.panel_maker import both, read, seat_info, table_info
from tests.cogs.post_world import NAMES, SEED, post, world

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
CUPS = Championship(4, 4, "hover_skids", (0, None, 1, 0), (9, 8), ((0,), (0, 1), (1,), (0,)))


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def waiting(people: int, language: str = "en", **options: str) -> TableInfo:
    """A lobby with so many people."""
    seats = tuple(seat_info(seat, name=NAMES[seat]) for seat in range(people))
    return table_info(people, status="lobby", language=language, options=options, seats=seats)


def view_of(seats: int, **options: Any) -> View:
    return GAME.view(GAME.start(Options(**options), seats, FastChance(5)).state, None)


def ended(places: tuple[int, ...], reason: str, language: str = "en") -> TableInfo:
    seats = tuple(seat_info(seat, name=f"P{seat}") for seat in range(len(places)))
    result = Result(places, tuple(range(len(places), 0, -1)), reason)
    return table_info(
        len(places), status="over", result=result, seed=SEED, window_kind=None, asked=(), deadline=None,
        language=language, seats=seats,
    )  # fmt: skip


async def result_of(table: TableInfo, view: View) -> str:
    there = world(table)

    async def public_view(code: str) -> View:
        return view

    there.tables.public_view = public_view
    composed = await compose(there, post("result"))
    assert composed is not None
    assert faults(composed.view, composed.files) == []
    return read(composed)


# ---- the lobby


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_basic_lobby_lists_pace_away_days_and_language_only(language: str) -> None:
    words = speak(language)  # type: ignore[arg-type]
    table = waiting(2, language)
    assert changed_lines(table, words, "lobby.setting") == []
    lines = read(lobby(table)).splitlines()
    first, last = lines.index(words("lobby.settings")), lines.index(words("lobby.settings.rest"))
    assert len(lines[first + 1 : last]) == 3
    assert words("lobby.pace.day") in lines[first + 1]
    assert words.count("lobby.away.days", 3) in lines[first + 2]
    assert words(f"lobby.language.{language}") in lines[first + 3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_and_matters_is_listed(language: str) -> None:
    words = speak(language)  # type: ignore[arg-type]
    table = waiting(2, language, modules="on", target="5", difficulty="hard")
    text = read(lobby(table))
    assert words("volt.option.modules.on") in text
    assert words("volt.option.target.5") in text
    assert words("volt.option.difficulty.hard") not in text, "nobody is alone"


@pytest.mark.parametrize("options", [{}, {"mode": "double"}, {"arena": "duel", "mode": "championship"}])
@pytest.mark.parametrize("people", [1, 2, 4])
@WORDS
def test_the_settings_show_what_has_an_effect_and_fit(words: Words, people: int, options: dict[str, str]) -> None:
    table = waiting(people, **options)
    composed = options_panel(words, table)
    assert faults(composed.view) == []
    items = list(composed.view.walk_children())
    assert len(items) <= 40
    ids = [str(getattr(item, "custom_id", "")).split(":") for item in items]
    shown = [parts[4] for parts in ids if parts[3:4] == ["option"]]
    assert shown == list(offered(table))
    assert ("difficulty" in shown) == (people == 1 and not options)
    assert ("ai_cards" in shown) == ((options != {} and people < 4) or people == 1)
    assert ("arena" in shown) == ("mode" not in options or "arena" in options)


def test_a_game_that_does_not_say_what_matters_offers_all(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain:
        Options = Options

    monkeypatch.setitem(GAMES, "plain", Plain())  # type: ignore[arg-type]
    assert offered(replace(waiting(2), game="plain")) == tuple(Options.__dataclass_fields__)


def test_options_of_an_old_table_are_as_preset() -> None:
    assert options_of(waiting(2, arena="tri", markers="rotate")) == Options(arena="tri", markers="rotate")
    assert options_of(waiting(2, gone="yes")) == Options()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("people", "options", "alone", "starts"),
    [
        (1, {}, 2, True),
        (1, {"killbots": "one"}, 1, True),
        (1, {"killbots": "none"}, 0, False),
        (1, {"arena": "minefield"}, 0, False),
        (1, {"mode": "championship"}, 0, False),
        (2, {}, 0, True),
        (3, {"arena": "duel"}, 0, False),
        (4, {"killbots": "one"}, 0, False),
    ],
)
def test_the_lobby_says_who_is_played_against_or_why_not(
    language: str, people: int, options: dict[str, str], alone: int, starts: bool
) -> None:
    words = speak(language)  # type: ignore[arg-type]
    table = waiting(people, language, **options)
    composed = lobby(table)
    assert faults(composed.view) == []
    text = read(composed)
    labels = [getattr(item, "label", "") for item in composed.view.walk_children()]
    assert (hindrance(table) is None) == starts
    assert (words("lobby.cannot", why="").rstrip() in text) == (not starts)
    assert (words("lobby.button.start.alone") in labels) == (alone > 0)
    if alone:
        assert words.count("lobby.volt.alone", alone) in text
    assert all(len(label or "") <= LABEL for label in labels)


# ---- headings and how to play


@WORDS
def test_a_round_is_named_with_its_match_in_a_championship(words: Words) -> None:
    single, series = view_of(2), view_of(2, mode="championship")
    assert manner("volt").turn(words, single, 9) == words("post.turn.round", n=1)
    assert manner("volt").turn(words, series, 9) == words("post.volt.turn.match", match=1, matches=4, n=1)
    assert manner("volt").answered(words, "outfit", single, 1) == words("post.volt.turn.outfit")
    assert manner("volt").answered(words, "reveal", single, 1) == words("post.turn.round", n=1)


@WORDS
def test_how_to_play_tells_what_is_on_the_table(words: Words) -> None:
    def told(view: View) -> str:
        return "\n".join(manner("volt").howto(words, view))

    basic = told(view_of(2, target="4"))
    assert "{" not in basic
    assert "4" in basic.splitlines()[2]
    assert [line[0] for line in basic.splitlines()] == ["1", "2", "3"]
    key = "post.volt.howto."
    everything = told(view_of(2, mode="championship", modules="on", killbots="two"))
    assert [line[3:] for line in everything.splitlines()[3:]] == [
        words(f"{key}modules"),
        words(f"{key}killbots"),
        words(f"{key}cards"),
        words(f"{key}championship", matches=4),
    ]
    assert told(view_of(1)).splitlines()[3][3:] == words(f"{key}solo")


@WORDS
async def test_a_window_says_what_everybody_does(words: Words) -> None:
    view = view_of(2, modules="on")
    there = world(table_info(2, window_kind="outfit", language=words.language))

    async def public_view(code: str) -> View:
        return view

    there.tables.public_view = public_view
    composed = await compose(there, post("window"))
    assert composed is not None
    assert words("post.volt.window.outfit") in read(composed)


async def test_a_killbot_that_does_nothing_is_told_without_a_picture() -> None:
    chance = FastChance(5)
    steps: tuple[StoredStep, ...] = ()
    acting: list[StoredStep] = []
    state = GAME.start(Options(ai_cards="open"), 1, chance).state
    turnout = GAME.advance(state, {0: parse_program("B1S R1N R2N")}, chance)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    for pad in (1, 2, 3):
        told = [step for step in turnout.steps if step.chapter == f"pad-{pad}"]
        steps = tuple(StoredStep(n, 1, s.chapter, s.events, s.view, at) for n, s in enumerate(told, 1))
        acting = [step for step in steps if step.view.command is not None]
        if len(acting) < len(steps):
            break
    body = {"window": 1, "steps": [1, len(steps)]}
    composed = await compose(world(table_info(1), steps=steps), post("chapter", body=body))
    assert composed is not None
    assert len(composed.files) == len(acting) + 1 < len(steps) + 1, "and how things stand after all"
    assert "does not fire" in read(composed)


async def test_a_window_is_named_by_its_answers_and_not_by_who_resigned_in_it() -> None:
    view, words = view_of(3, modules="on"), speak("en")
    at = datetime(2026, 1, 1, tzinfo=UTC)
    steps = tuple(StoredStep(n, 1, chapter, (), view, at) for n, chapter in enumerate(("resign", "outfit"), 1))
    there = world(table_info(3), steps=steps)

    async def public_view(code: str) -> View:
        return view

    there.tables.public_view = public_view
    assert await answered(there, table_info(3), words, 1) == words("post.volt.turn.outfit")
    there = world(table_info(3), steps=steps[:1])
    assert await answered(there, table_info(3), words, 1) != words("post.volt.turn.outfit")


def test_a_game_without_a_manner_of_its_own_is_spoken_of_like_any() -> None:
    words, other = speak("en"), manner("pebbles")
    assert type(other) is Manner
    assert other.turn(words, object(), 7) == "Round 7"
    assert other.answered(words, "any", object(), 7) == "Round 7"
    assert (other.howto(words, object()), other.final(words, object(), ()), other.alone(words, None)) == ([], [], "")


# ---- the end


@WORDS
async def test_a_lost_solo_game_is_the_killbots(words: Words) -> None:
    view = replace(view_of(1), bots=BotSide(3, 3))
    text = await result_of(ended((2,), "bot_side", words.language), view)
    assert text.splitlines()[0] == words("post.volt.result.beaten")
    assert words("volt.end.bot_side") in text
    assert words("post.volt.final.bots", vp=3, target=3) in text
    assert not set("🏆🥇🥈") & set(text)


def test_every_game_can_beat_everyone() -> None:
    from cogs.posts.end import beaten

    table = ended((2,), "bot_side")
    assert beaten(speak("en"), table) == "post.volt.result.beaten"
    assert beaten(speak("en"), replace(table, game="pebbles")) == "post.result.beaten"


@WORDS
@pytest.mark.parametrize("reason", ["championship", "clean_sweep", "shared"])
async def test_a_championship_ends_with_its_prizes(words: Words, reason: str) -> None:
    view = replace(view_of(2, mode="championship"), championship=CUPS)
    text = await result_of(ended((1, 2), reason, words.language), view)
    assert words(f"volt.end.{reason}") in text
    lines = text.splitlines()
    for prize, who in (("overclock", "P0"), ("reflector", ""), ("titan_plating", "P1"), ("hover_skids", "P0")):
        line = next(line for line in lines if words(f"volt.champion.{prize}") in line)
        assert who in line
        assert (words("post.volt.final.nobody") in line) == (who == "")
