"""The lobby tells what an option that goes by the pace will come to; the host's list keeps what was chosen."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.posts.lobby import lobby, options_panel
from cogs.settings import changed_lines, hindrance
from engines.core import IllegalAction
from locales import speak
from tests.cogs.panel_maker import read, table_info
from tests.embers_game import EMBERS
from tests.embers_painter import register


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
