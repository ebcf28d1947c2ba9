"""Settings come from the environment and .env, and .env.example tells of each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import SecretStr, ValidationError

from app.commands import main
from app.settings import PREFIX, Settings
from locales import LANGUAGES, Language, speak

EXAMPLE = Path(__file__).parent.parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_defaults_need_no_file() -> None:
    settings = Settings()
    assert not settings.token.get_secret_value()
    assert settings.database_folder == Path("data")
    assert settings.lobby_hours == 48


def test_the_environment_beats_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("SCRAPYARD_TOKEN=from-file\nSCRAPYARD_LOBBY_HOURS=2\n", encoding="utf-8")
    monkeypatch.setenv("SCRAPYARD_TOKEN", "from-environment")
    settings = Settings()
    assert settings.token.get_secret_value() == "from-environment"
    assert settings.lobby_hours == 2


def test_the_token_is_not_in_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCRAPYARD_TOKEN", "do-not-print")
    assert "do-not-print" not in f"{Settings()!r} {Settings()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOBBY_HOURS", "0"),
        ("LANGUAGE", "fr"),
        ("LOG_LEVEL", "LOUD"),
        ("BEAT_SECONDS", "0"),
        ("DATABASE", "scrapyard.db"),
        ("DATABASE", "postgresql+asyncpg://host:port/x"),
    ],
)
def test_what_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize(
    ("address", "folder"),
    [
        ("sqlite+aiosqlite:///tables.db", Path()),
        ("sqlite+aiosqlite:////srv/scrapyard/tables.db", Path("/srv/scrapyard")),
        ("sqlite+aiosqlite:///:memory:", None),
        ("postgresql+asyncpg://bot@db/scrapyard", None),
    ],
)
def test_where_the_database_lies(address: str, folder: Path | None) -> None:
    assert Settings(database=address).database_folder == folder


def test_the_example_tells_of_every_setting_and_its_default() -> None:
    told = dict(re.findall(r"^(?:# )?SCRAPYARD_([A-Z_]+)=(.*)$", EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(told) == {name.upper() for name in Settings.model_fields}
    settings = Settings()
    for name, value in told.items():
        if name != "TOKEN":
            assert Settings.model_validate({name.lower(): value}) == settings, name


def test_the_example_as_it_is_works_as_a_file() -> None:
    Path(".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert not Settings().token.get_secret_value()


def test_what_is_no_database_address_is_refused_with_its_form() -> None:
    with pytest.raises(ValidationError, match=r"not a database address like sqlite\+aiosqlite"):
        Settings(database="nonsense")


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize(("name", "value"), [("LOG_LEVEL", "LOUD"), ("LOBBY_HOURS", "nan"), ("BEAT_SECONDS", "soon")])
def test_what_is_wrong_is_told_in_the_language_that_was_set(name: str, value: str, language: Language) -> None:
    Path(".env").write_text(f"SCRAPYARD_LANGUAGE={language}\nSCRAPYARD_{name}={value}\n", encoding="utf-8")
    words = speak(language)
    allowed = words(f"app.settings.may.{name.lower()}")
    done = CliRunner().invoke(main, ["backup"])
    assert done.exit_code == 2
    assert done.output.strip() == words("app.settings.wrong", name=f"SCRAPYARD_{name}", allowed=allowed)


@pytest.mark.parametrize("name", sorted(set(Settings.model_fields) - {"token"}))
def test_every_setting_says_what_it_may_be(name: str) -> None:
    assert all(speak(language).has(f"app.settings.may.{name}") for language in LANGUAGES)


@pytest.mark.parametrize("encoding", ["utf-16", "gbk"])
def test_a_file_in_another_encoding_is_told_of(encoding: str) -> None:
    Path(".env").write_bytes("SCRAPYARD_TOKEN=hush # 令牌".encode(encoding))
    done = CliRunner().invoke(main, ["run"])
    assert done.exit_code == 2
    assert ".env" in done.output
    assert "UTF-8" in done.output
    assert "hush" not in done.output


def test_blanks_around_a_copied_token_are_not_of_it() -> None:
    assert Settings(token=SecretStr(" abc\t")).token.get_secret_value() == "abc"
    assert not Settings(token=SecretStr("  ")).token.get_secret_value()
