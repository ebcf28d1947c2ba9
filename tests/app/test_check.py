"""``check`` finds what is missing and says how to mend it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from pydantic import SecretStr

from app import check
from app.settings import Settings
from locales import LANGUAGES, speak

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4" + ".GabcdE." + "abcdefghijklmnopqrstuvwxyz0123456789AB"


def settings(folder: Path, token: str = TOKEN) -> Settings:
    return Settings(token=SecretStr(token), database=f"sqlite+aiosqlite:///{folder / 'data' / 'tables.db'}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_all_is_well(tmp_path: Path, language: str) -> None:
    words = speak("zh-CN" if language == "zh-CN" else "en")
    findings = await check.everything(settings(tmp_path), words)
    assert all(finding.ok for finding in findings), findings
    assert (tmp_path / "data" / "tables.db").exists()
    assert all(TOKEN not in finding.text for finding in findings)


@pytest.mark.parametrize(("token", "key"), [("", "app.check.no_token"), ("abc.def", "app.check.token_shape")])
def test_tokens(tmp_path: Path, token: str, key: str) -> None:
    words = speak("en")
    assert check.token(settings(tmp_path, token), words) == check.Finding(False, words(key))


async def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    assert not (await check.database(settings(tmp_path), speak("en"))).ok


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tables.db").write_bytes(b"no database " * 1000)
    assert not (await check.database(settings(tmp_path), speak("en"))).ok


async def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    assert (await check.database(settings(tmp_path), speak("en"))).ok
    with sqlite3.connect(tmp_path / "data" / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    found = await check.database(settings(tmp_path), speak("en"))
    assert not found.ok
    assert "9999" in found.text


@pytest.mark.parametrize("address", ["mysql+nothing://x", "postgresql+asyncpg://nobody@127.0.0.1:1/x"])
async def test_an_address_that_leads_nowhere(address: str) -> None:
    assert not (await check.database(Settings(database=address), speak("en"))).ok


@pytest.mark.parametrize(("free", "ok"), [(check.LEAST_FREE, True), (check.LEAST_FREE - 1, False)])
def test_room_on_the_disk(tmp_path: Path, free: int, ok: bool) -> None:
    assert check.disk(settings(tmp_path), speak("en"), lambda _: free).ok is ok


async def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    """As what lies in a folder that is closed to the bot, it cannot even be asked whether it is there."""
    long = Settings(database=f"sqlite+aiosqlite:///{tmp_path / ('x' * 300)}.db")
    assert check.disk(long, speak("en")).ok
    assert not (await check.database(long, speak("en"))).ok
