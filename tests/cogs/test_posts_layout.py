"""Every post, at its longest, in both languages, is a message that Discord takes, and says what it should."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, get_args

import pytest

from cogs.posts import COMPOSERS, compose
from cogs.posts.lobby import closed_panel, lobby, options_panel
from cogs.posts.notices import span
from cogs.posts.play import sentences
from engines.core import Result
from locales import LANGUAGES, speak
from tables.model import PostKind, Status
from tests.cogs.panel_maker import seat_info
from tests.cogs.post_world import NAMES, SEED, checked, over, post, rounds, table, world


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", COMPOSERS)
async def test_every_kind_of_post_fits(kind: PostKind, language: str) -> None:
    status: Status = "lobby" if kind.startswith("lobby") else "running"
    info = over(language=language) if kind == "result" else table(language, status=status)
    if kind == "ad":
        info = replace(info, seats=(replace(info.seats[0], offered=True), *info.seats[1:]))
    text = checked(await compose(world(info, language), post(kind)))
    assert text.strip()
    assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", get_args(Status))
def test_the_lobby_fits_whatever_became_of_it(status: Status, language: str) -> None:
    info = over(language=language) if status == "over" else table(language, status=status)
    composed = lobby(info)
    text = checked(composed)
    assert info.seed_hash in text
    buttons = [item for item in composed.view.walk_children() if item.is_dispatchable()]
    assert len(buttons) == (6 if status == "lobby" else 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hosts_settings_fit(language: Any) -> None:
    words = speak(language)
    checked(options_panel(words, table(language, status="lobby")))
    checked(closed_panel(words, table(language, status="lobby")))


def test_a_bot_player_can_only_be_removed_where_there_is_one() -> None:
    info = table(status="lobby")
    with_bot = replace(info, seats=(*info.seats[:3], seat_info(3, kind="bot", user_id=None, name="")))
    ids = [[i.custom_id for i in lobby(t).view.walk_children() if i.is_dispatchable()] for t in (info, with_bot)]  # type: ignore[attr-defined]
    assert "s1:ABCDE:0:remove_bot" not in ids[0]
    assert "s1:ABCDE:0:remove_bot" in ids[1]


async def test_a_lobby_closed_before_it_was_seen_is_not_posted() -> None:
    assert await compose(world(table(status="cancelled")), post("lobby")) is None
    assert await compose(world(table(status="cancelled")), post("lobby", message_id=5)) is not None


@pytest.mark.parametrize("chapter", sorted({step.chapter for step in rounds()} - {"opening", "end"}))
async def test_a_chapter_tells_and_shows_every_step(chapter: str) -> None:
    steps = [step for step in rounds() if step.window == 2 and step.chapter == chapter]
    assert steps
    body = {"window": 2, "chapter": chapter, "steps": [steps[0].seq, steps[-1].seq]}
    composed = await compose(world(table()), post("chapter", body=body))
    text = checked(composed)
    assert composed is not None
    drawn = sum(bool(step.view.marks) for step in steps)
    assert drawn >= len(steps) - 1
    assert len(composed.files) == (1 if len(steps) == 1 else drawn + 1)
    assert all(file.name.startswith("ABCDE-w2-") and file.alt for file in composed.files)
    assert text.count("\n") + 1 >= sum(len(step.events) for step in steps)


async def test_a_long_beginning_is_told_in_whole_lines() -> None:
    """How to play comes after it, and no line breaks off in the middle of a word."""
    first = replace(rounds()[0], seq=1, events=rounds()[1].events * 40)
    composed = await compose(world(table(), steps=(first,)), post("opening", body={"steps": [1, 1]}))
    told = checked(composed).splitlines()
    whole = sentences(speak("en"), table(), [first])
    cut = next(at for at, line in enumerate(told) if "more lines" in line)
    left_out = int(re.findall(r"and (\d+) more", told[cut])[0])
    assert told[cut - len(whole) + left_out : cut] == whole[:-left_out]
    assert len(whole) - left_out > 3


async def test_the_end_is_told_once_by_the_result() -> None:
    last = replace(rounds()[-1], chapter="end")
    body = {"window": 3, "chapter": "end", "steps": [last.seq, last.seq]}
    assert await compose(world(over(), steps=(last,)), post("chapter", body=body)) is None
    result = await compose(world(over()), post("result"))
    assert result is not None
    assert len(result.files) == 1


async def test_a_long_chapter_shows_the_last_nine_steps_and_counts_the_lines_left_out() -> None:
    many = tuple(replace(rounds()[n % 10 + 1], seq=n + 1, events=rounds()[n % 10 + 1].events * 9) for n in range(60))
    composed = await compose(world(table(), steps=many), post("chapter", body={"window": 1, "steps": [1, 60]}))
    text = checked(composed)
    assert composed is not None
    assert len(composed.files) == 10
    assert "more lines" in text


async def test_a_chapter_in_parts_shows_every_step_and_how_things_stand_at_its_end_alone() -> None:
    steps = rounds()[1:6]
    body = {"window": 1, "steps": [steps[0].seq, steps[-1].seq]}
    first = await compose(world(table(), steps=steps), post("chapter", body={**body, "part": [1, 2]}))
    last = await compose(world(table(), steps=steps), post("chapter", body={**body, "part": [2, 2]}))
    assert first is not None
    assert last is not None
    assert "(1/2)" in checked(first)
    assert "(2/2)" in checked(last)
    assert len(last.files) == len(first.files) + 1


async def test_events_for_one_seat_are_not_told_in_public() -> None:
    secret = replace(rounds()[0].events[0], audience=(1,))
    step = replace(rounds()[0], events=(secret,))
    composed = await compose(world(table(), steps=(step,)), post("chapter", body={"window": 1, "steps": [1, 1]}))
    public = checked(composed)
    assert "First to" not in public


async def test_a_hidden_window_shows_a_number_and_no_name() -> None:
    composed = await compose(world(table(ready=2)), post("window"))
    text = checked(composed)
    assert composed is not None
    assert composed.mentions == ()
    assert "2 of 4" in text
    assert not any(name[:3] in text for name in NAMES)


async def test_a_window_in_which_everybody_is_away_says_why_it_waits() -> None:
    info = table(ready=4)
    away = tuple(replace(seat, missed=2) for seat in info.seats[:3])
    absent = replace(info, seats=(*away, replace(info.seats[3], kind="bot", user_id=None)))
    text = checked(await compose(world(absent), post("window")))
    assert "stand-ins play on" in text
    assert "4 of 4" not in text
    one_back = replace(absent, seats=(replace(absent.seats[0], missed=0), *absent.seats[1:]))
    assert "stand-ins play on" not in checked(await compose(world(one_back), post("window")))


async def test_an_open_window_pings_whom_it_waits_for_and_nobody_else() -> None:
    composed = await compose(world(table(hidden=False, asked=(2,))), post("window"))
    text = checked(composed)
    assert composed is not None
    assert composed.mentions == (102,)
    assert "<@102>" in text
    allowed = composed.allowed().to_dict()
    assert allowed["users"] == [102]
    assert allowed.get("parse", []) == []


async def test_whom_a_panel_of_their_own_calls_the_window_names_and_does_not_ping() -> None:
    composed = await compose(world(table(hidden=False, asked=(1, 2)), reached=frozenset({2})), post("window"))
    assert composed is not None
    assert "<@102>" in checked(composed)
    assert composed.mentions == (101,), "the DM has called the other one: nobody is pinged twice for one thing"


async def test_a_past_window_is_one_line_without_buttons() -> None:
    composed = await compose(world(table(window=2)), post("window"))
    assert checked(composed).count("\n") == 0
    assert composed is not None
    assert not any(item.is_dispatchable() for item in composed.view.walk_children())


async def test_the_result_names_winners_and_lays_the_seed_open() -> None:
    text = checked(await compose(world(over()), post("result")))
    assert SEED in text
    assert "ab" * 32 in text
    assert text.index("🥇") < text.index("🥈") < text.index("4\ufe0f\u20e3")
    assert ("🥉" in text, text.count("🥈")) == (False, 2)
    assert ("3 points" in text, "1 point\n" in text, "0 points" in text) == (True, True, True)
    shared = Result((1, 1, 3, 4), (3, 3, 1, 0), "shared")
    assert "share" in checked(await compose(world(replace(over(), result=shared)), post("result")))


async def test_the_result_calls_the_people_who_played_to_the_end() -> None:
    seats = tuple(replace(seat, kind="bot", user_id=None) if seat.seat == 2 else seat for seat in over().seats)
    seats = tuple(replace(seat, out=seat.seat == 3) for seat in seats)
    result = await compose(world(replace(over(), seats=seats)), post("result"))
    assert result is not None
    assert result.mentions == (seats[0].user_id, seats[1].user_id)
    assert all(f"<@{user_id}>" in checked(result) for user_id in result.mentions)


async def test_private_posts_speak_to_their_reader() -> None:
    english, chinese = [await compose(world(table(), language), post("missed")) for language in LANGUAGES]
    assert "stand-in" in checked(english)
    assert "替补" in checked(chinese)


@pytest.mark.parametrize(("minutes", "shown"), [(0, "1 min"), (59, "59 min"), (60, "1 h 0 min"), (135, "2 h 15 min")])
def test_lengths_of_time(minutes: int, shown: str) -> None:
    assert span(speak("en"), minutes) == shown
