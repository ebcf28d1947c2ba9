"""What is checked is what the bot really sends, all of it; and a fault fails the test that made it."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from tests.honest import fetch, plugin, watch
from tests.honest.watch import TRAFFIC, Traffic
from tests.play.harness import playing


async def test_every_request_of_a_bot_is_seen(tmp_path: Path) -> None:
    """None is left out, from the registering of the commands on; their bodies are looked at, and their files."""
    before = Traffic(Counter(TRAFFIC.routes), TRAFFIC.bodies, TRAFFIC.files)
    async with playing(tmp_path, people=2) as play:
        await play.begin()
        asked = play.env.backend.http_requests
        seen = TRAFFIC.routes - before.routes
        assert seen.total() == len(asked) > 10
        assert TRAFFIC.bodies - before.bodies == sum(entry.json is not None for entry in asked) > 10
        assert TRAFFIC.files > before.files
    assert seen["PUT /applications/{application_id}/commands"] == 1
    assert seen["POST /channels/{channel_id}/messages"] > 2


async def test_a_fault_fails_the_test_that_made_it(tmp_path: Path, traffic: Traffic) -> None:
    async with playing(tmp_path, people=1) as play:
        room: Any = play.house.bot.get_channel(play.channel.id)
        with pytest.raises(discord.HTTPException):
            await room.send("x" * 2001)
        with pytest.raises(AssertionError, match=r"POST /channels/\d+/messages .* body/content: 2001 characters"):
            plugin.settle_up(traffic)
    plugin.settle_up(traffic)


def test_without_the_description_the_run_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    seen = Traffic()
    monkeypatch.setattr(watch, "_here", False)
    monkeypatch.setattr(watch, "kept", lambda: tmp_path / "none")
    seen.see("GET", "/nowhere", None, None)
    terminal = SimpleNamespace(section=lambda *_, **__: None, line=said.append)
    plugin.pytest_terminal_summary(terminal)
    assert not seen.routes
    assert said == [fetch.MISSING]
    assert "start.py test" in fetch.MISSING


def test_the_parts_of_all_processes_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    total = Traffic()
    monkeypatch.setattr(plugin, "TRAFFIC", total)
    for part in ([{"GET /a": 2, "GET /b": 1}, 3, 1], [{"GET /a": 5}, 4, 0]):
        plugin.pytest_testnodedown(SimpleNamespace(workeroutput={plugin.OUTPUT: part}))
    assert "8 requests on 2 routes, 7 bodies, 1 files" in plugin.told(total)


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """An npm that answers at once; ``describe.mjs`` writes its file. Gives what was run."""
    ran: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], *, cwd: str, **_: object) -> subprocess.CompletedProcess[bytes]:
        ran.append(command)
        if "ci" in command:
            assert {part.name for part in Path(cwd).iterdir()} == set(fetch.PARTS)
            return subprocess.CompletedProcess(command, 0)
        Path(cwd, fetch.FILE).write_text("{}", encoding="utf-8")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(fetch, "kept", lambda: tmp_path / "description.json")
    return ran


def test_it_is_fetched_once_as_the_lock_has_it(npm: list[tuple[str, ...]], tmp_path: Path) -> None:
    fetch.main()
    fetch.main()
    assert len(npm) == 2
    assert "ci" in npm[0]
    assert "--ignore-scripts" in npm[0]
    assert [part.name for part in tmp_path.iterdir()] == ["description.json"]


def test_without_a_network_it_says_so_and_leaves_nothing(
    npm: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1))
    with pytest.raises(SystemExit) as ended:
        fetch.main()
    assert str(ended.value) == fetch.FAILED
    assert list(tmp_path.iterdir()) == []


def test_another_version_is_kept_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known = fetch.kept(tmp_path)
    for part in fetch.PARTS:
        (tmp_path / part).write_text("another", encoding="utf-8")
    monkeypatch.setattr(fetch, "SOURCE", tmp_path)
    assert fetch.kept(tmp_path) != known


def test_the_lock_has_digests_and_names_no_registry() -> None:
    lock = (fetch.SOURCE / "package-lock.json").read_text(encoding="utf-8")
    assert lock.count('"integrity": "sha512-') == 2
    assert "resolved" not in lock
    assert Path(fetch.node()[0]).exists()
    assert Path(fetch.node()[1]).exists()
