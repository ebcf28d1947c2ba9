"""The studio draws off the loop, remembers, shares work, and threads do not disturb each other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from locales import LANGUAGES
from render import Look, Picture, Studio, draw, studio
from tests.render.scenes import BATTLE, NAMES, SCENES

EN = Look("en", NAMES)


@pytest.fixture
def atelier() -> Iterator[Studio]:
    made = Studio()
    yield made
    made.close()


@pytest.fixture
def strokes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of every real drawing."""
    threads: list[str] = []
    real = studio.draw

    def counting(game_key: str, view: Any, look: Look) -> Picture:
        threads.append(threading.current_thread().name)
        return real(game_key, view, look)

    monkeypatch.setattr(studio, "draw", counting)
    return threads


async def test_an_equal_view_is_drawn_once_and_off_the_loop(atelier: Studio, strokes: list[str]) -> None:
    first = await atelier.draw("volt", BATTLE, EN)
    again = await atelier.draw("volt", replace(BATTLE), Look("en", tuple(NAMES)))
    assert again.png is first.png
    assert len(strokes) == 1
    assert strokes[0] != threading.current_thread().name


async def test_requests_at_the_same_time_share_the_work(atelier: Studio, strokes: list[str]) -> None:
    pictures = await asyncio.gather(*(atelier.draw("volt", BATTLE, EN) for _ in range(20)))
    assert len({id(picture) for picture in pictures}) == 1
    assert len(strokes) == 1


async def test_another_look_is_another_picture(atelier: Studio) -> None:
    looks = [EN, Look("zh-CN", NAMES), Look("en", NAMES, "step"), Look("en", ("Other", *NAMES[1:]))]
    pictures = [await atelier.draw("volt", BATTLE, look) for look in looks]
    assert len({picture.png for picture in pictures}) == len(looks)


async def test_one_who_stops_waiting_does_not_stop_the_others(atelier: Studio) -> None:
    waiting = [asyncio.ensure_future(atelier.draw("volt", BATTLE, EN)) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    assert (await waiting[1]).png == draw("volt", BATTLE, EN).png


async def test_the_memory_is_bounded(strokes: list[str]) -> None:
    small = Studio(keep_bytes=1)
    for number in (1, 2, 1):
        await small.draw("volt", replace(BATTLE, round=number), EN)
    small.close()
    assert len(strokes) == 3


async def test_a_failure_is_told_and_not_remembered(atelier: Studio) -> None:
    for _ in range(2):
        with pytest.raises(KeyError):
            await atelier.draw("volt", replace(BATTLE, arena="nowhere"), EN)
    with pytest.raises(ModuleNotFoundError):
        await atelier.draw("no_such_game", BATTLE, EN)
    assert (await atelier.draw("volt", BATTLE, EN)).alt


async def test_many_at_once_equal_one_after_the_other(atelier: Studio) -> None:
    jobs = [(view, Look(language, NAMES)) for view in SCENES.values() for language in LANGUAGES]
    expected = [draw("volt", view, look) for view, look in jobs]
    assert await asyncio.gather(*(atelier.draw("volt", view, look) for view, look in jobs)) == expected


def test_threads_that_draw_the_same_view_do_not_disturb_each_other() -> None:
    expected = draw("volt", BATTLE, EN)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: draw("volt", BATTLE, EN), range(16))) == {expected}
