"""The post of a scene: any story and any controls fit, it asks whoever must act, and ends as a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.composed import Composed
from cogs.limits import COMPONENTS, faults, fit_last_lines
from cogs.panels.base import CONTROLS, HEAD, Asking
from cogs.posts import compose
from cogs.posts.scene import compose_turn
from cogs.words import chapter_name
from engines.core import Ask
from locales import LANGUAGES, Words, speak
from render import Look, Picture
from tables.model import Post, SeatPanel, StoredStep, TableInfo
from tests.cogs.panel_maker import bot, controls, read, seat_info
from tests.cogs.post_world import NAMES, rounds, table

SCENE = "scene-1"


def asking_table(language: str = "en", **changes: Any) -> TableInfo:
    return table(language, **{"hidden": False, "asked": (2,), "scene": SCENE, "window": 3, **changes})


def steps(count: int, *, longer: int = 1) -> tuple[StoredStep, ...]:
    """So many steps of the scene, each with events ``longer`` times over."""
    some = rounds()[1:11]
    return tuple(
        replace(some[n % 10], seq=n + 1, window=1, chapter=SCENE, events=some[n % 10].events * longer)
        for n in range(count)
    )


class Recorder:
    """A studio that says what it was to draw."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Any, Look]] = []

    async def draw(self, game: str, view: Any, look: Look) -> Picture:
        self.drawn.append((view, look))
        return Picture(f"{len(self.drawn)}".encode(), "x" * 1024)


def world(info: TableInfo, told: tuple[StoredStep, ...], **panel: Any) -> Any:
    async def find(code: str) -> TableInfo:
        return info

    async def some_steps(code: str, *, after: int = 0, limit: int = 100) -> list[StoredStep]:
        return [step for step in told if step.seq > after][:limit]

    async def public_view(code: str) -> Any:
        return rounds()[-1].view

    async def seat_panel(code: str, seat: int, window: int) -> SeatPanel:
        fresh = SeatPanel(info, seat, Ask("program", {"round": 1}), rounds()[3].view, None, False, window)
        return replace(fresh, **panel)

    async def choices(code: str, seat: int, window: int, limit: int) -> list[Any]:
        return [f"{n} " + "long " * 40 for n in range(60)][:limit]

    made = bot(find=find, steps=some_steps, public_view=public_view, seat_panel=seat_panel, choices=choices)
    made.studio = Recorder()
    return made


def post(window: int | None = 3, count: int = 0, **changes: Any) -> Post:
    body = {"scene": SCENE, "window": window, "steps": [1, count] if count else None}
    return replace(Post("k", "n", "ABCDE", 1, "turn", "table", None, None, body, 1, 0, 0, None, None, 0), **changes)


def checked(composed: Composed | None) -> str:
    assert composed is not None
    assert faults(composed.view, composed.files) == []
    return read(composed)


async def crowded(words: Words) -> Asking:
    """As much as a panel may bring: seven rows, as many components as there may be, texts among them."""
    note = discord.ui.TextDisplay[Any]("n" * 500)
    rows = [
        discord.ui.ActionRow[Any](*(discord.ui.Button(label="x" * 80, custom_id=f"{row}-{n}") for n in range(width)))
        for row, width in enumerate((5, 5, 5, 5, 2))
    ]
    assert sum(1 + len(row.children) for row in rows) + 1 == CONTROLS
    return Asking("q" * 2000, [note, *rows])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("longer", [0, 1, 30])
@pytest.mark.parametrize("count", [0, 1, 2, 9, 10, 60, 400])
async def test_any_story_fits_with_all_that_a_panel_may_bring(count: int, longer: int, language: str) -> None:
    for variant in (None, crowded):
        composed = await compose_turn(
            world(asking_table(language), steps(count, longer=longer)), post(3, count), variant
        )
        text = checked(composed)
        assert composed is not None
        assert "{" not in text
        assert len(composed.files) <= 10
        assert len(list(composed.view.walk_children())) <= COMPONENTS
        assert composed.mentions == (102,)
        assert "<@102>" in text
        if variant is not None:
            assert "q" * (HEAD - 1) in text


async def test_of_a_long_story_the_newest_lines_are_told() -> None:
    many = steps(60, longer=9)
    text = checked(await compose(world(asking_table(), many), post(3, 60)))
    whole = checked(await compose(world(asking_table(), many[-1:]), post(3, 60)))
    newest = whole.split("\n")[1]
    assert newest in text
    assert "earlier lines" in text


async def test_while_it_asks_the_answer_so_far_is_drawn_last() -> None:
    """The scene's first question is seen whole, those after something has happened from near."""
    info, told = asking_table(), steps(4)
    for happened, count, size in (((), 0, "full"), (told, 4, "step")):
        for draft, view in ((None, rounds()[-1].view), ("an answer", rounds()[3].view)):
            made = world(info, happened, draft=draft)
            composed = await compose(made, post(3, count))
            assert composed is not None
            assert composed.files[-1].name.startswith("ABCDE-w3-now-")
            assert (view, size) in [(shown, look.size) for shown, look in made.studio.drawn]
            assert {look.size for _, look in made.studio.drawn} == {size}


async def test_a_scene_that_is_over_is_a_record() -> None:
    told = steps(5)
    composed = await compose(world(asking_table(window=4, scene="scene-2"), told), post(None, 5))
    checked(composed)
    assert composed is not None
    assert composed.mentions == ()
    assert not any(item.is_dispatchable() for item in composed.view.walk_children())
    assert len(composed.files) == sum(bool(step.view.marks) for step in told) + 1


@pytest.mark.parametrize("status", ["over", "running"])
async def test_a_window_that_has_passed_asks_nothing(status: Any) -> None:
    """The post may be composed while the next window is just being opened."""
    composed = await compose(world(asking_table(window=4, status=status), steps(3)), post(3, 3))
    checked(composed)
    assert composed is not None
    assert (composed.mentions, list(controls(composed))) == ((), [])


async def test_an_answer_that_has_just_come_in_is_not_asked_for_again() -> None:
    composed = await compose(world(asking_table(), steps(3), ask=None), post(3, 3))
    assert composed is not None
    assert (composed.mentions, list(controls(composed))) == ((), [])


async def test_a_right_that_may_lapse_names_its_holder_and_pings_nobody() -> None:
    composed = await compose(world(asking_table(patience=15), steps(3)), post(3, 3))
    text = checked(composed)
    assert composed is not None
    assert composed.mentions == ()
    assert "<@102>" in text
    assert {item.address.what for item in controls(composed)} >= {"g-pick"}


@pytest.mark.parametrize(("kind", "missed"), [("bot", 0), ("person", 2)])
async def test_bots_and_the_absent_are_not_pinged(kind: Any, missed: int) -> None:
    seats = tuple(seat_info(n, name=name, missed=missed) for n, name in enumerate(NAMES))
    seats = (*seats[:2], replace(seats[2], kind=kind, user_id=102 if kind == "person" else None), seats[3])
    composed = await compose(world(replace(asking_table(), seats=seats), steps(3)), post(3, 3))
    text = checked(composed)
    assert composed is not None
    assert composed.mentions == ()
    assert ("stand-ins play on" in text) is (kind == "person")
    assert any(item.address.what == "g-pick" for item in controls(composed)) is (kind == "person")


async def test_a_scene_in_which_nothing_happened_leaves_one_quiet_line() -> None:
    made = world(asking_table(window=4, scene=None), ())
    assert await compose(made, post(None)) is None, "it was never posted"
    text = checked(await compose(made, post(None, message_id=5)))
    assert text.count("\n") == 0


async def test_steps_of_others_in_between_are_told_elsewhere() -> None:
    told = steps(3)
    between = replace(told[1], chapter="resign")
    whole, part = [
        checked(await compose(world(asking_table(), middle), post(3, 3)))
        for middle in (told, (told[0], between, told[2]))
    ]
    assert len(part.split("\n")) == len(whole.split("\n")) - len(told[1].events)


def test_a_chapter_is_named_by_itself_or_by_its_kind() -> None:
    words = speak("en")
    assert chapter_name(words, "volt", "pad-1") == words("volt.chapter.pad-1")
    assert chapter_name(words, "volt", "resign-12") == words("volt.chapter.resign")
    assert chapter_name(words, "volt", "resign-x") is None
    assert chapter_name(words, "volt", "nothing-3") is None
    assert chapter_name(words, "volt", "nothing") is None


@pytest.mark.parametrize("limit", [20, 30, 45, 100])
def test_lines_from_the_end_fit(limit: int) -> None:
    lines = [f"line number {n}" for n in range(5)]
    kept = fit_last_lines(lines, limit, "… {n}")
    assert len("\n".join(kept)) <= limit
    left = [line for line in kept if line in lines]
    assert left == lines[len(lines) - len(left) :]
    assert kept == lines if limit == 100 else kept[0] == f"… {len(lines) - len(left)}"
