"""The general panel, with a game that brings none of its own: every legal answer can be given, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest
from PIL import Image

from cogs.limits import faults
from cogs.panels import compose_panel, general
from engines import GAMES
from engines.chance import FastChance
from engines.core import Ask
from locales import Words, speak
from tables.model import Press, SeatPanel
from tests.cogs.panel_maker import bot, both, control, controls, game_panel, offered, pressable, read
from tests.play.harness import Person, Play, Seen, playing
from tests.toy_game import PEBBLES, Bid, Options, Take

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
BIDDING = PEBBLES.start(Options(), 2, FastChance(1)).state
TAKING = replace(BIDDING, phase="take", turn=1, bids=(0, 3))


@dataclass(frozen=True, slots=True)
class Pick:
    kind: Literal["pick"] = "pick"
    number: int = 0


@dataclass(frozen=True, slots=True)
class No:
    kind: Literal["decline"] = "decline"


def bot_that_offers(*answers: Any) -> Any:
    async def choices(code: str, seat: int, window: int, limit: int) -> list[Any]:
        return list(answers)[:limit]

    return bot(choices=choices)


def panel_of(draft: Any = None, **changes: Any) -> SeatPanel:
    return game_panel(PEBBLES, BIDDING, 0, draft, **changes)


@WORDS
async def test_a_secret_answer_is_chosen_then_ready(words: Words) -> None:
    answers = tuple(PEBBLES.choices(BIDDING, 0))
    fresh = await compose_panel(bot_that_offers(*answers), panel_of(), words)
    assert faults(fresh.view, fresh.files) == []
    assert offered(fresh, "g-pick") == ["0", "1", "2", "3"]
    assert pressable(fresh) == {"g-pick", "p-show"}
    chosen = await compose_panel(bot_that_offers(*answers), panel_of(Bid(amount=2)), words)
    assert pressable(chosen) == {"g-pick", "p-ready", "p-show"}
    assert "2" in read(chosen)
    locked = await compose_panel(bot_that_offers(*answers), panel_of(Bid(amount=2), ready=True), words)
    assert pressable(locked) == {"p-unready", "p-show"}


@WORDS
async def test_an_open_answer_needs_no_ready(words: Words) -> None:
    panel = game_panel(PEBBLES, TAKING, 1)
    composed = await compose_panel(bot_that_offers(*PEBBLES.choices(TAKING, 1)), panel, words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"g-pick", "p-show"}
    assert control(composed, "p-ready") is None


@WORDS
@pytest.mark.parametrize("amount", [1, 25, 26, 60, 500])
async def test_any_number_of_answers_is_listed_page_by_page(words: Words, amount: int) -> None:
    answers = [Pick(number=number) for number in range(amount)]
    seen: list[str] = []
    for page in range((amount + 24) // 25):
        composed = await general.compose(bot_that_offers(*answers), panel_of(), words, page)
        assert faults(composed.view, composed.files) == []
        seen += offered(composed, "g-pick")
        turns = [item.item.disabled for item in controls(composed) if item.address.what == "g-page"]
        assert turns == ([] if amount <= 25 else [page == 0, (page + 1) * 25 >= amount])
    assert seen == [str(number) for number in range(amount)]


@WORDS
async def test_the_page_with_the_chosen_answer_opens(words: Words) -> None:
    answers = [Pick(number=number) for number in range(60)]
    composed = await compose_panel(bot_that_offers(*answers), panel_of(answers[30]), words)
    assert offered(composed, "g-pick")[0] == "25"


@WORDS
@pytest.mark.parametrize("may", [True, False])
async def test_no_is_a_button_where_the_question_may_be_declined(words: Words, may: bool) -> None:
    panel = panel_of(ask=Ask("bid", may_decline=may))
    composed = await compose_panel(bot_that_offers(Pick(number=1), No()), panel, words)
    assert faults(composed.view, composed.files) == []
    assert ("g-decline" in pressable(composed)) is may
    assert offered(composed, "g-pick") == (["0"] if may else ["0", "1"])


@WORDS
async def test_without_any_answer_the_panel_still_stands(words: Words) -> None:
    composed = await compose_panel(bot_that_offers(), panel_of(), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"p-show"}


def test_an_answer_without_a_text_is_named_by_what_is_in_it() -> None:
    assert general.name_of(Take(count=3), panel_of(), speak("en")) == "take 3"


# ---- in a simulated Discord


class Painter(ModuleType):
    """Draws pebbles, after a fashion."""

    def paint(self, view: Any, look: Any) -> Image.Image:
        return Image.new("RGB", (16, 16))

    def describe(self, view: Any, look: Any) -> str:
        return f"{view.pile} pebbles, plan {view.plan}"

    def text_board(self, view: Any, words: Any, names: Any) -> str:
        return f"{view.pile} pebbles"

    def bare(self, view: Any) -> Any:
        return view

    def standing(self, view: Any, words: Any, names: Any) -> tuple[str, ...]:
        return tuple(names)


@pytest.fixture
async def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Play]:
    """A table of pebbles with two people, bidding."""
    monkeypatch.setitem(GAMES, "pebbles", PEBBLES)
    monkeypatch.setitem(sys.modules, "render.pebbles", Painter("render.pebbles"))
    async with playing(tmp_path, people=2) as play:
        host, guest = play.people
        tables, number = play.house.tables, count(1)

        def press(person: Person) -> Press:
            return Press(next(number), person.id, person.name, person.language)

        lobby = await tables.open_lobby(
            press(host), game="pebbles", guild_id=play.guild.id, channel_id=play.channel.id, language="en"
        )
        play.code = lobby.code
        await play.wait(10)
        await tables.join(press(guest), play.code)
        await tables.start(press(host), play.code)
        await play.wait(10)
        yield play


def panel_in_dm(play: Play, person: Person) -> Seen:
    return next(seen for seen in reversed(play.dms(person)) if play.code in seen.text)


async def test_a_whole_game_by_the_general_panel(play: Play) -> None:
    first, second = play.people
    await play.press(first, "g-pick", values=["3"])
    assert (await play.table()).ready == 0
    await play.press(first, "p-ready")
    await play.press(second, "g-pick", values=["0"])
    assert "plan 0" in panel_in_dm(play, second).text
    await play.press(second, "p-ready")
    assert (await play.table()).asked == (0,)
    for turn in range(40):
        table = await play.table()
        if table.status != "running":
            break
        person = play.people[table.asked[0]]
        await play.press(person, "g-pick", values=["0"])
        assert (await play.table()).window == turn + 3 or (await play.table()).status == "over"
    assert (await play.table()).status == "over"


async def test_a_choice_that_is_not_there_is_refused(play: Play) -> None:
    first = play.people[0]
    screen = play.screen(panel_in_dm(play, first))
    for value in ("4", "-1", "x", "999999999999"):
        play.press_at_once(first, screen, f"s1:{play.code}:1:g-pick:0.0", [value])
        await play.env.settle()
        assert "no longer there" in play.dms(first)[-1].text
    assert (await play.house.tables.panel(play.code, first.id)).draft is None


async def test_who_is_not_asked_is_told_so(play: Play) -> None:
    first, second = play.people
    for person, value in ((first, "3"), (second, "0")):
        await play.press(person, "g-pick", values=[value])
        await play.press(person, "p-ready")
    await play.press(second, "seat")
    mine = play.messages(play.thread.id, second)[-1]
    assert mine.find("g-pick") is None
    assert mine.find("p-show") is not None
