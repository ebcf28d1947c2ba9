"""Copies of the database: whole, checked, private, never in the way of what is there, and put back at any cut."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.alone import alone
from app.commands import main
from db import backup
from db.backup import BackupError, back_up, before_migration, finish_restore, look, restore
from db.database import Database
from db.migrate import SchemaTooNewError
from locales import speak
from tests.tables.conftest import migrated as migrated
from tests.tables.test_upgrade import answered, made_old
from tests.tables.world import ANNA, BORIS, World
from tests.toy_game import Bid


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> Path:
    path = tmp_path / "data" / "tables.db"
    path.parent.mkdir()
    shutil.copy(migrated, path)
    return path


def people(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as file:
        return [number for (number,) in file.execute("select user_id from people order by 1")]


def add_person(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute("pragma journal_mode=wal").fetchall()
        file.execute("insert into people (user_id, name, language) values (?, 'A', 'en')", (number,))
        file.commit()


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as file:
        return list(file.iterdump())


# ---- making


def test_a_copy_is_of_one_moment_while_others_write(database: Path, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=30)) as file:
            file.execute("pragma journal_mode=wal").fetchall()
            number = 0
            while not stop.is_set():
                number += 2
                file.execute("insert into people (user_id, name, language) values (?, 'A', 'en')", (number,))
                file.execute("insert into people (user_id, name, language) values (?, 'B', 'en')", (number + 1,))
                file.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [back_up(database, tmp_path / f"copy{number}.db") for number in range(5)]
    finally:
        stop.set()
        writer.join()
    counts = [len(people(copy.path)) for copy in copies]
    assert counts == sorted(counts)
    assert all(count % 2 == 0 for count in counts), "half of a transaction was copied"
    assert counts[-1] > counts[0], "nobody wrote meanwhile"


def test_a_copy_is_private_named_by_time_and_alone(database: Path) -> None:
    made = back_up(database)
    assert made.path.parent == database.parent / "backups"
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert made.path.parent.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in made.path.parent.iterdir()] == [made.path.name]
    assert made.contents.revision in made.path.name
    assert content(made.path) == content(database)


def test_nothing_is_ever_written_over(database: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken.db"
    taken.write_bytes(b"mine")
    with pytest.raises(BackupError, match="exists"):
        back_up(database, taken)
    assert taken.read_bytes() == b"mine"
    first, second = back_up(database), back_up(database)
    assert first.path != second.path


def test_a_copy_that_cannot_be_finished_leaves_nothing(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full at any step."""
    for step in ("_copy", "_sync", "_publish"):
        with monkeypatch.context() as patch:
            patch.setattr(backup, step, full)
            with pytest.raises(BackupError, match="not_written"):
                back_up(database, tmp_path / "out" / "copy.db")
        assert list((tmp_path / "out").iterdir()) == []


def full(*_: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("bytes_", "reason"),
    [(b"", "empty"), (b"hello" * 1000, "foreign"), (None, "missing")],
    ids=["empty", "text", "none"],
)
def test_what_is_no_database_is_named(tmp_path: Path, bytes_: bytes | None, reason: str) -> None:
    path = tmp_path / "odd.db"
    if bytes_ is not None:
        path.write_bytes(bytes_)
    with pytest.raises(BackupError) as refused:
        restore(path, tmp_path / "tables.db")
    assert refused.value.reason == reason
    assert not (tmp_path / "tables.db").exists()


def test_another_programs_database_is_foreign(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as file:
        file.execute("create table tables (code)")
        file.commit()
    with pytest.raises(BackupError, match="foreign"):
        look(tmp_path / "other.db")


def test_a_damaged_page_is_found(database: Path) -> None:
    for number in range(300):
        add_person(database, number)
    made = back_up(database).path
    raw = bytearray(made.read_bytes())
    raw[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    made.write_bytes(raw)
    with pytest.raises(BackupError) as refused:
        look(made)
    assert refused.value.reason in ("damaged", "foreign")


def test_a_newer_copy_is_refused(database: Path, tmp_path: Path) -> None:
    made = back_up(database).path
    with closing(sqlite3.connect(made)) as file:
        file.execute("update alembic_version set version_num = '9999'")
        file.commit()
    before = content(database)
    with pytest.raises(SchemaTooNewError):
        restore(made, database)
    assert content(database) == before


# ---- putting back


def test_what_is_replaced_is_kept_with_its_log(database: Path) -> None:
    add_person(database, 1)
    made = back_up(database).path
    keeper = sqlite3.connect(database)
    keeper.execute("pragma journal_mode=wal").fetchall()
    keeper.execute("insert into people (user_id, name, language) values (2, 'A', 'en')")
    keeper.commit()
    assert Path(f"{database}-wal").stat().st_size > 0
    done = restore(made, database)
    keeper.close()
    assert people(database) == [1]
    assert done.kept is not None
    assert people(done.kept) == [1, 2]


@pytest.mark.parametrize("step", range(8))
def test_a_cut_at_any_step_leaves_the_old_or_the_new_one(
    database: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The power goes at the n-th change of a name; whoever comes next ends the work or finds nothing begun."""
    add_person(database, 1)
    made = back_up(database).path
    add_person(database, 2)
    changes = 0

    class CutError(BaseException):
        pass

    def counted(real: Any) -> Any:
        def change(*arguments: Any, **more: Any) -> Any:
            nonlocal changes
            changes += 1
            if changes > step:
                raise CutError
            return real(*arguments, **more)

        return change

    with monkeypatch.context() as patch:
        for name in ("rename", "replace", "unlink"):
            patch.setattr(Path, name, counted(getattr(Path, name)))
        with suppress(CutError):
            restore(made, database)
    with alone(database):
        assert people(database) in ([1], [1, 2])
        look(database)
    assert not list(database.parent.glob("*restoring*"))
    kept = list(database.parent.glob("*-replaced-*.db"))
    assert people(database) == [1, 2] or [people(one) for one in kept] == [[1, 2]], "the old one is lost"
    assert finish_restore(database) is None


async def test_a_table_goes_on_from_where_the_copy_was_made(migrated: Path, tmp_path: Path) -> None:
    """Buttons of what was played since are answered with what is now."""
    path = tmp_path / "tables.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await world.started(BORIS, game="volt")
    await world.tables.beat()
    made = await asyncio.to_thread(back_up, path)
    later = await answered(world, code, 1)
    await world.close()
    await asyncio.to_thread(restore, made.path, path)
    world.clock.pass_by(minutes=30)
    await world.open()
    assert (await world.tables.resume()).total_seconds() >= 1700, "the time away is credited"
    table = await world.tables.find(code)
    assert table.window == later.window - 1
    assert (await answered(world, code, 1)).window == later.window
    await world.close()


# ---- before a migration


@pytest.fixture
async def old(migrated: Path, tmp_path: Path) -> Path:
    """A database of an older schema with a game under way."""
    path = tmp_path / "tables.db"
    shutil.copy(migrated, path)
    world = await World(path).open()
    code = await world.started(BORIS)
    await world.do("save_draft", ANNA, code, 1, Bid(amount=1))
    await world.close()
    made_old(path, "0003")
    return path


def bytes_of(path: Path) -> bytes:
    return path.read_bytes()


def copies(path: Path) -> list[Path]:
    return sorted((path.parent / "backups").glob("*.db"))


async def test_the_schema_changes_only_after_a_copy(old: Path) -> None:
    before = content(old)
    await (await Database.open(f"sqlite+aiosqlite:///{old}")).close()
    [copy] = copies(old)
    assert content(copy) == before
    await (await Database.open(f"sqlite+aiosqlite:///{old}")).close()
    assert copies(old) == [copy], "nothing was to be done"


async def test_without_a_copy_the_schema_does_not_change(old: Path) -> None:
    (old.parent / "backups").write_text("in the way", encoding="utf-8")
    before = content(old)
    with pytest.raises(BackupError):
        await Database.open(f"sqlite+aiosqlite:///{old}")
    assert content(old) == before


async def test_a_newer_database_is_not_touched(old: Path) -> None:
    with closing(sqlite3.connect(old)) as file:
        file.execute("update alembic_version set version_num = '9999'")
        file.commit()
    before = bytes_of(old)
    with pytest.raises(SchemaTooNewError):
        await Database.open(f"sqlite+aiosqlite:///{old}")
    assert bytes_of(old) == before
    assert copies(old) == []


def test_only_the_newest_copies_of_migrations_are_kept(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "KEEP", 2)
    mine = back_up(old, old.parent / "backups" / "mine.db").path
    assert all(before_migration(old) for _ in range(4))
    assert len(copies(old)) == 3
    assert mine in copies(old), "it was asked for: it is not ours to throw away"


# ---- as commands


@pytest.fixture
def command(database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPYARD_DATABASE", f"sqlite+aiosqlite:///{database}")

    def run(*arguments: str, language: str = "en", typed: str = "") -> tuple[int, str]:
        monkeypatch.setenv("SCRAPYARD_LANGUAGE", language)
        done = CliRunner().invoke(main, list(arguments), input=typed)
        return done.exit_code, done.output

    return run


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_backing_up_and_restoring(command: Any, database: Path, language: str) -> None:
    add_person(database, 1)
    code, said = command("backup", "mine.db", language=language)
    assert (code, Path("mine.db").exists()) == (0, True)
    assert "mine.db" in said
    add_person(database, 2)
    code, said = command("restore", "mine.db", language=language, typed="n\n")
    assert (code, people(database)) == (1, [1, 2])
    code, said = command("restore", "mine.db", "--yes", language=language)
    assert (code, people(database)) == (0, [1])
    assert "replaced" in said


def test_while_a_bot_runs_there_is_a_copy_but_no_restoring(command: Any, database: Path) -> None:
    with alone(database):
        assert command("backup", "mine.db")[0] == 0
        code, said = command("restore", "mine.db", "--yes")
    assert code == 1
    assert speak("en")("app.backup.not_alone") in said


def test_the_check_tells_how_old_the_newest_copy_is(command: Any) -> None:
    assert "backup" in command("check")[1]
    command("backup")
    assert speak("en").count("app.backup.hours", 0) in command("check")[1]


def test_what_cannot_be_looked_at_is_refused_with_a_sentence(command: Any, tmp_path: Path) -> None:
    code, said = command("restore", "--yes", "x" * 300)
    assert (code, "cannot be opened" in said) == (1, True)
    assert command("restore", "--yes", ".") == (1, f"{speak('en')('app.backup.missing', file='.')}\n")
    assert command("backup", "no\udcfftext.db")[0] == 0, "the copy is made, whatever can be shown of its name"


def test_a_damaged_database_is_named_and_not_the_copy_of_it(command: Any, database: Path, tmp_path: Path) -> None:
    raw = bytearray(database.read_bytes())
    raw[4096 * 6 : 4096 * 9] = b"\x77" * 4096 * 3
    database.write_bytes(raw)
    code, said = command("backup", "mine.db")
    assert code == 1
    assert said.startswith(f"{database} is damaged")
    assert not (tmp_path / "mine.db").exists()


def test_a_link_stands_for_its_file(command: Any, database: Path, tmp_path: Path) -> None:
    """A copy by its link is restored with the log beside it, and a database by its link stays where it is."""
    copy, far = tmp_path / "usb" / "copy.db", tmp_path / "far" / "tables.db"
    copy.parent.mkdir()
    far.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma wal_autocheckpoint = 0")
        add_person(database, 7)
        for ending in ("", "-wal"):
            shutil.copyfile(f"{database}{ending}", f"{copy}{ending}")
    database.replace(far)
    database.symlink_to(far)
    (tmp_path / "latest.db").symlink_to(copy)
    code, said = command("restore", "--yes", "latest.db")
    assert (code, people(database)) == (0, [7])
    assert database.is_symlink()
    assert [path.name for path in far.parent.glob("tables-replaced-*.db")]
    assert str(far.parent) in said
