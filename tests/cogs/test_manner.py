"""Every place that writes a seat's sign, and the one that writes its score, asks the manner of the table's game."""

from __future__ import annotations

import pytest

from cogs.games.base import MARKS, Manner
from cogs.posts import compose
from cogs.status import status_lines
from locales import speak
from tables.model import PostKind
from tests.cogs.panel_maker import read
from tests.cogs.post_world import over, post, table, world


@pytest.fixture(autouse=True)
def other_manner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Manner, "mark", lambda self, seat: f"<sign {seat}>")
    monkeypatch.setattr(Manner, "score", lambda self, words, score: f"<score {score}>")


@pytest.mark.parametrize("kind", ["lobby", "opening", "notice", "result"])
async def test_posts_have_the_games_signs(kind: PostKind) -> None:
    info = over() if kind == "result" else table(status="lobby" if kind == "lobby" else "running")
    composed = await compose(world(info), post(kind))
    assert composed is not None
    text = read(composed)
    assert "<sign 0>" in text
    assert not any(mark in text for mark in MARKS)
    assert ("<score 3>" in text) is (kind == "result")


def test_the_status_has_the_games_signs() -> None:
    text = "\n".join(status_lines(table(), speak("en")))
    assert all(f"<sign {seat}>" in text for seat in range(4))
    assert not any(mark in text for mark in MARKS)


def test_what_suits_any_game_is_a_colour_for_each_seat() -> None:
    assert len(set(MARKS)) == len(MARKS) >= 8
