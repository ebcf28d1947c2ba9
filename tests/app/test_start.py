"""start.py chooses what to run, and says in a sentence what is missing."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import start


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[str, ...]]:
    """What start.py would have become, with nothing installed."""
    commands: list[tuple[str, ...]] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SCRAPYARD_TOKEN", raising=False)
    monkeypatch.setattr(start, "install", lambda lock: Path(lock))
    monkeypatch.setattr(start, "become", lambda python, *arguments: commands.append((str(python), *arguments)))
    return commands


def test_without_a_token_the_preview_opens(ran: list[tuple[str, ...]]) -> None:
    start.main([])
    assert ran == [("run.lock", str(start.HOME / "bot.py"), "preview")]


@pytest.mark.parametrize("line", ["SCRAPYARD_TOKEN=abc", " scrapyard_token = 'abc'"])
def test_with_a_token_the_bot_runs(ran: list[tuple[str, ...]], line: str) -> None:
    Path(".env").write_text(f"# SCRAPYARD_TOKEN=old\n{line}\n", encoding="utf-8")
    start.main([])
    assert ran[0][-1] == "run"


@pytest.mark.parametrize("line", ["SCRAPYARD_TOKEN=", "# SCRAPYARD_TOKEN=abc", 'SCRAPYARD_TOKEN=""', "OTHER=abc"])
def test_an_empty_token_is_none(ran: list[tuple[str, ...]], line: str) -> None:
    Path(".env").write_text(line, encoding="utf-8")
    start.main([])
    assert ran[0][-1] == "preview"


def test_commands_are_passed_on(ran: list[tuple[str, ...]]) -> None:
    start.main(["simulate", "volt", "--seats", "2"])
    assert ran[0][2:] == ("simulate", "volt", "--seats", "2")


def test_tests_use_the_other_lock_and_fetch_what_they_check_against(
    ran: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it cannot be fetched the tests run all the same, and say so."""
    fetched: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: fetched.append(command))
    start.main(["test", "tests/engines", "-x"])
    assert fetched == [["dev.lock", "-m", "tests.honest.fetch"]]
    assert ran == [("dev.lock", "-m", "pytest", "tests/engines", "-x")]


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 4, "final", 0))
    with pytest.raises(SystemExit) as ended:
        start.main([])
    assert "3.11" in str(ended.value)
    assert "3.10" in str(ended.value)


def test_an_install_that_fails_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(start, "HOUSE", tmp_path / "house")
    monkeypatch.setattr(start, "works", lambda python: True)
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1))
    with pytest.raises(SystemExit) as ended:
        start.install("run.lock")
    assert str(ended.value) == start.say("failed")


def test_a_python_without_venv_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(start, "HOUSE", tmp_path / "house")
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1))
    with pytest.raises(SystemExit) as ended:
        start.install("run.lock")
    assert "venv" in str(ended.value)


def test_nothing_is_installed_twice_until_the_lock_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed: list[list[str]] = []
    (tmp_path / "requirements").mkdir()
    lock = tmp_path / "requirements" / "run.lock"
    lock.write_text("one==1", encoding="utf-8")
    house = tmp_path / "house"
    house.mkdir()
    monkeypatch.setattr(start, "HOME", tmp_path)
    monkeypatch.setattr(start, "HOUSE", house)
    monkeypatch.setattr(start, "works", lambda python: True)

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        installed.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    start.install("run.lock")
    start.install("run.lock")
    assert len(installed) == 1
    assert "--require-hashes" in installed[0]
    lock.write_text("one==2", encoding="utf-8")
    start.install("run.lock")
    assert len(installed) == 2
    kept = (house / "installed-run.lock.sha256").read_text(encoding="ascii")
    assert kept == hashlib.sha256(lock.read_bytes()).hexdigest()


@pytest.mark.parametrize(("locale", "number"), [("zh_CN.UTF-8", 1), ("en_GB.UTF-8", 0), ("C", 0)])
def test_it_speaks_the_language_of_the_terminal(monkeypatch: pytest.MonkeyPatch, locale: str, number: int) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert start.say("failed") == start.SAYS["failed"][number]


@pytest.mark.parametrize(
    "raw", [b"\xef\xbb\xbfSCRAPYARD_TOKEN=abc", b"export SCRAPYARD_TOKEN=abc", b"# \xff\nSCRAPYARD_TOKEN=a"]
)
def test_a_token_is_found_in_whatever_an_editor_has_made_of_the_file(ran: list[tuple[str, ...]], raw: bytes) -> None:
    Path(".env").write_bytes(raw)
    start.main([])
    assert ran[0][-1] == "run"


def test_a_full_disk_is_not_called_a_python_without_venv(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(start, "HOUSE", tmp_path / "house")
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: subprocess.CompletedProcess(a, 1))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=start.LEAST_FREE - 1))
    with pytest.raises(SystemExit) as ended:
        start.install("run.lock")
    assert str(ended.value) == start.say("no_room", home=start.HOME)
