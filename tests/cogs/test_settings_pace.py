"""The lobby tells what an option that goes by the pace will come to; the host's list keeps what was chosen.

The pace itself: names, or hours; and the away days that go with it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.limits import faults
from cogs.posts.lobby import lobby, options_panel
from cogs.settings import changed_lines, hindrance, pace_choices, pace_name, pace_of, pace_value
from engines.core import IllegalAction
from locales import LANGUAGES, Language, speak
from tests.cogs.command_world import ask
from tests.cogs.panel_maker import read, table_info
from tests.embers_game import EMBERS
from tests.embers_painter import register
from tests.play.harness import playing


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)


def table(pace: str, length: str) -> Any:
    return table_info(3, game="embers", status="lobby", pace=pace, options={"length": length})


@pytest.mark.parametrize(
    ("pace", "length", "told"),
    [("live", "auto", "long"), ("day", "auto", "short"), ("slow", "auto", "short"), ("live", "short", "short")],
)
def test_the_lobby_and_the_status_tell_how_it_will_be_played(pace: str, length: str, told: str) -> None:
    [line] = changed_lines(table(pace, length), speak("en"), "lobby.setting")
    assert f"embers.option.length.{told}" in line
    assert f"embers.option.length.{told}" in read(lobby(table(pace, length)))


def test_the_hosts_list_keeps_what_was_chosen() -> None:
    composed = options_panel(speak("en"), table("live", "auto"))
    lists = [item for item in composed.view.walk_children() if isinstance(item, discord.ui.Select)]
    assert [option.value for option in lists[0].options if option.default] == ["auto"]


def test_what_hinders_the_start_is_judged_by_what_will_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def fits(options: Any, seats: int) -> None:
        if options.length == "long":
            raise IllegalAction("seats", seats=seats)

    monkeypatch.setattr(EMBERS, "fits", fits)
    assert hindrance(table("day", "auto")) is None
    assert hindrance(table("live", "auto")) is not None


@pytest.mark.parametrize("value", pace_choices(30))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pace_that_is_offered_is_named_and_goes_both_ways(value: str, language: Language) -> None:
    pace, hours = pace_of(value)
    assert pace_value(pace, hours) == value
    assert not pace_name(speak(language), pace, hours).startswith("lobby.")


def test_the_present_number_of_hours_is_offered_and_chosen() -> None:
    assert "30" not in pace_choices(None)
    hours = replace(table("day", "auto"), pace="hours", hours=30)
    composed = options_panel(speak("en"), hours)
    assert faults(composed.view) == []
    chosen = {
        item.custom_id.rpartition(":")[2]: option.value
        for item in composed.view.walk_children()
        if isinstance(item, discord.ui.Select)
        for option in item.options
        if option.default
    }
    assert (chosen["pace"], chosen["away_budget"]) == ("30", "3")
    told = read(lobby(replace(hours, away_budget=0)))
    assert "Pace: **30 hours a round**" in told
    assert "Away days for each player: **none**" in told
    assert "7 days a round" in read(lobby(replace(hours, hours=168)))


def test_nobody_is_away_at_a_live_table() -> None:
    live = table("live", "auto")
    assert "Away days" not in read(lobby(live))
    assert "away_budget" not in str(options_panel(speak("en"), live).view.to_components())


async def test_the_host_gives_hours_and_away_days(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, chinese = play.people
        await play.open_lobby(rook)
        await play.press(rook, "options")
        await play.press(rook, "pace", play.find(rook, "pace")[0], ["36"])
        await play.press(rook, "away_budget", play.find(rook, "away_budget")[0], ["7"])
        lobby = play.lobby().text
        assert "36 hours a round" in lobby
        assert "Away days for each player: **7 days**" in lobby
        table = await play.table()
        assert (table.pace, table.hours, table.away_budget) == ("hours", 36, 7)
        panel = play.find(rook, "pace")[0]
        for forged, value in (("pace", "1000"), ("pace", "soon"), ("away_budget", "4"), ("away_budget", "x")):
            press = play.press_forged(rook, panel, f"s1:{play.code}:0:{forged}", [value])
            await play.settle()
            assert press.responded
        assert await play.table() == table
        answer = await ask(play, rook, "table pace", at=play.channel, hours=100)
        assert "100 hours a round" in answer.text
        assert "100 hours a round" in play.lobby().text
        assert "只有房主" in (await ask(play, chinese, "table pace", at=play.channel, hours=2, code=play.code)).text
        await play.press(chinese, "join")
        await play.press(rook, "start")
        table = await play.table()
        assert table.length == timedelta(hours=100)
        assert table.deadline is not None
        assert table.deadline - play.clock.now() > timedelta(hours=99)
        assert "already started" in (await ask(play, rook, "table pace", hours=2)).text
