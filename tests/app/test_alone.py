"""Two bots on one database: the second is refused, until the first is gone, however it went."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app import run
from app.alone import NotAloneError, alone
from app.settings import Settings
from locales import speak

HOLD = """
import sys, time
from pathlib import Path
from app.alone import alone
with alone(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def refused(database: Path) -> bool:
    try:
        with alone(database):
            return False
    except NotAloneError:
        return True


def test_the_second_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    database = tmp_path / "new" / "tables.db"
    with alone(database):
        assert refused(database)
        assert not refused(tmp_path / "new" / "others.db")
    assert not refused(database)


def test_a_killed_bot_is_in_nobodys_way(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(database)], stdout=subprocess.PIPE, cwd=Path.cwd())
    assert other.stdout is not None
    with other, other.stdout as told:
        assert told.readline().strip() == b"held"
        assert refused(database)
        other.kill()
        other.wait()
        assert not refused(database)


def test_what_cannot_be_locked_is_left_to_the_database_to_explain(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert not refused(tmp_path / "file" / "tables.db")
    with alone(None):
        pass


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_run_says_so_and_touches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: object, language: str
) -> None:
    monkeypatch.setenv("SCRAPYARD_DATABASE", f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    monkeypatch.setenv("SCRAPYARD_LANGUAGE", language)
    settings = Settings()
    assert settings.database_file is not None
    with alone(settings.database_file):
        assert run.run(settings) == run.REFUSED
    assert complaints.forgive() == [speak(settings.language)("app.run.not_alone")]  # type: ignore[attr-defined]
    assert not settings.database_file.exists()


def test_a_lock_that_another_user_has_made_is_held_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An administrator restored once: the file that is locked is theirs, and may only be read by the bot's user."""
    database, opened = tmp_path / "tables.db", Path.open

    def humble(path: Path, mode: str = "r", *more: Any, **named: Any) -> Any:
        if path.suffix == ".lock" and "a" in mode:
            raise PermissionError
        return opened(path, mode, *more, **named)

    with alone(database):
        pass
    monkeypatch.setattr(Path, "open", humble)
    with alone(database):
        assert refused(database)
    assert not refused(database)


def test_a_restore_that_cannot_be_ended_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Any
) -> None:
    def fails(_database: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.alone.finish_restore", fails)
    assert run.run(Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")) == run.REFUSED
    [line] = complaints.forgive()
    assert "No space left" in line
