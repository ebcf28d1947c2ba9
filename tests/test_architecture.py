"""The rules of the house that a program can check."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engines import GAMES

HOME = Path(__file__).parent.parent
ROOMS = ("engines", "render", "db", "tables", "cogs", "app", "locales")
LONGEST_MODULE = 420
NOT_IN_ENGINES = {"random", "time", "datetime", "asyncio", "os", "secrets", "discord", "sqlalchemy", "PIL"}
OWN_PLACES = ("engines/{key}/", "render/{key}/", "render/{key}.py", "cogs/panels/{key}", "cogs/games/{key}")
REGISTRATION = "engines/__init__.py"


def modules() -> list[Path]:
    return [
        HOME / "bot.py",
        HOME / "start.py",
        *(path for room in ROOMS for path in sorted((HOME / room).rglob("*.py"))),
    ]


def name_of(path: Path) -> str:
    return path.relative_to(HOME).as_posix()


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_rooms_import_downwards_only() -> None:
    command = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([command, "--no-cache"], cwd=HOME, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_modules_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", sorted((HOME / "engines").rglob("*.py")), ids=name_of)
def test_engines_know_no_clock_no_chance_no_world(path: Path) -> None:
    assert not imports(path) & NOT_IN_ENGINES
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"print", "input", "eval", "exec"}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_is_named_in_its_own_places_only(key: str) -> None:
    """Everybody else reaches it through the registry, so that a fourth game needs no change anywhere."""
    own = tuple(place.format(key=key) for place in OWN_PLACES)
    for path in modules():
        here = name_of(path)
        if here == REGISTRATION or here.startswith(own):
            continue
        named = [word for word in words_of_code(path) if re.search(rf"(?<![a-z]){key}(?![a-z])", word)]
        assert not named, f"{here} names {key}: {named}"


def words_of_code(path: Path) -> set[str]:
    """Imported modules, names and strings without a space: everything but prose."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
            found.add(node.value)
    return found


@pytest.mark.parametrize("lock", sorted((HOME / "requirements").glob("*.lock")), ids=lambda path: path.name)
def test_locks_pin_everything_by_hash_and_name_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    pins = re.findall(r"^([a-z0-9._-]+)==\S+.*?(?=^[a-z]|\Z)", text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    blocks = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE | re.IGNORECASE)[1:]
    assert len(pins) == len(blocks) > 20
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_what_runs_is_pinned_as_it_was_tested() -> None:
    run, dev = (pins(HOME / "requirements" / name) for name in ("run.lock", "dev.lock"))
    assert run.items() <= dev.items()


def pins(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE | re.IGNORECASE))


def test_committed_files_name_no_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=HOME, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    for name in listed.stdout.splitlines():
        path = HOME / name
        if path.suffix in {".py", ".md", ".toml", ".po", ".lock", ".json", ".html", ".example"} and path.is_file():
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(?<![\w.])/(?:work|root|home/\w+)/", text), name
