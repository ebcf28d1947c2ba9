"""Nothing that is played depends on any luck but Chance: not on other sources, and not on the order of hashes."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
ROOMS = ("engines", "tables", "cogs", "render")
OTHER_LUCK = {
    "random",
    "secrets",
    "uuid",
    "numpy",
    "urandom",
    "getrandbits",
    "SystemRandom",
    "token_bytes",
    "token_hex",
}
ENTROPY = {
    "tables/service.py": "seeds of tables, and their codes",
}
"""Where entropy is taken, and what for."""
MADE = {
    "FairChance": {"tables/turns.py", "tables/lobby.py"},
    "FastChance": {
        "tables/turns.py",
        "tables/revealed.py",
        "engines/wasteland/flow.py",
        "cogs/panels/wasteland_sheets.py",
    },
}
"""Where luck is made: the table's own; stand-ins' thoughts, and looking ahead, of which nothing is kept."""

PLAY = """
import hashlib, random, sys
from app.simulate import chance_for
from engines import GAMES
from engines.chance import FairChance
from engines.core import Level
from tables.codec import EVENTS, Codec
from tests.luck.found import tables_of

digest = hashlib.sha256()
for key, game in sorted(GAMES.items()):
    codec = Codec(game)
    for number, (options, seats) in enumerate(tables_of(game, random.Random(key), 2)):
        chance = FairChance(bytes(32), "salt")
        turnout = game.start(options, seats, chance)
        for window in range(15):
            digest.update(codec.state.dump(turnout.state).encode())
            for step in turnout.steps:
                digest.update((EVENTS.dump(step.events) + codec.view.dump(step.view)).encode())
            asked = game.window(turnout.state)
            if asked is None:
                break
            answers = {}
            for seat in sorted(asked.asks):
                luck = chance_for(key, number, window, seat)
                answers[seat] = game.stand_in(game.view(turnout.state, seat), seat, Level.EASY, luck)
            turnout = game.advance(turnout.state, answers, chance)
print(digest.hexdigest())
"""


@cache
def modules() -> list[tuple[str, ast.Module]]:
    paths = [path for room in ROOMS for path in sorted((HOME / room).rglob("*.py"))]
    return [(path.relative_to(HOME).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths]


def names_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            yield from [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def calls_in(tree: ast.AST) -> set[str]:
    return {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def test_entropy_is_taken_at_the_named_places_only() -> None:
    assert {name for name, tree in modules() if OTHER_LUCK & set(names_in(tree))} == set(ENTROPY)


def test_nothing_that_is_played_asks_for_a_hash_or_an_address() -> None:
    for name, tree in modules():
        if name.startswith(("engines/", "tables/")):
            assert not calls_in(tree) & {"hash", "id"}, name


@pytest.mark.parametrize("luck", MADE)
def test_luck_is_made_at_the_named_places_only(luck: str) -> None:
    assert {name for name, tree in modules() if luck in calls_in(tree)} == MADE[luck]


@pytest.mark.parametrize(
    "source",
    ["import random", "from secrets import choice", "import uuid as u", "import os\nos.urandom(3)", "x = numpy.random"],
)
def test_the_check_would_notice(source: str) -> None:
    assert OTHER_LUCK & set(names_in(ast.parse(source)))


def test_games_are_the_same_whatever_the_order_of_hashes() -> None:
    """The same seed and the same answers in processes that put sets in another order."""
    made: set[str] = set()
    for number in ("1", "77"):
        given = {**os.environ, "PYTHONHASHSEED": number}
        command = [sys.executable, "-c", PLAY]
        done = subprocess.run(command, cwd=HOME, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        made.add(done.stdout)
    assert len(made) == 1
