"""The record of a finished game proves itself: a true one agrees, and one changed thing anywhere in it is found.

What stands in a record for readers only proves nothing, and may be changed unnoticed (``FOR_READERS``): the table's
code, language, pace and why it was called off; whose name a seat had, of which sort it was and how many have held it;
where an answer came from and whose undo it was; when a turn came that told nothing. An answer is proved by what it led
to: another one that the rules allow there, and that comes to the very same, cannot be told from it.
"""

from __future__ import annotations

import ast
import asyncio
import copy
import functools
import gzip
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.fairness import DIFFERS, PROVED, UNREADABLE, check_file
from engines import GAMES
from engines.chance import FairChance
from locales import speak
from tables import endings, proof
from tables.codec import Codec
from tables.verifier import ProofLuck, UnreadableError
from tests.embers_game import EMBERS
from tests.tables.test_undo import back, play_on
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World
from tests.toy_game import PEBBLES

TITLES = ("volt", "thunder_road", "wasteland")
CODECS = {key: Codec(game) for key, game in {**GAMES, "pebbles": PEBBLES, "embers": EMBERS}.items()}
HOME = Path(__file__).parents[2]
FOR_READERS = re.compile(
    r"table\.(code|language|pace|hours|opened|ended_why)"
    r"|seats\.\d+\.(name|tenure|kind)"
    r"|answers\.\d+\.source"
    r"|turns\.\d+\.at"
)


def proved(record: Any) -> proof.Proof:
    return proof.prove(record, CODECS.get)


def is_true(record: Any) -> bool:
    """Whether the verifier finds nothing. A record that it cannot read at all is as good as found."""
    try:
        return not proved(record).differences
    except UnreadableError:
        return False


async def record_of(world: World, code: str) -> dict[str, Any]:
    return json.loads(json.dumps(await world.tables.export(code)))


async def eventful(world: World, game: str, *, called_off: bool = False) -> dict[str, Any]:
    """A short game in which everything happens: stand-ins, orders, a substitute, undos, resignations."""
    luck = random.Random(game)
    code = await world.started(BORIS, CHEN, bots=0 if game == "pebbles" else 1, game=game, pace="live")
    await play_on(world, code, 2, luck)
    await back(world, code, (await world.tables.undo_points(code))[-1].turn)
    for name, values in CODECS[game].orders.items():
        await world.do("keep_order", BORIS, code, name, values[-1])
    await play_on(world, code, 1, luck)
    await world.do("offer", CHEN, code)
    claim = await world.do("claim", DORA, code, (await world.tables.find(code)).seat_of(CHEN).seat)
    await world.do("decide", CHEN, code, claim.id, True)
    world.clock.pass_by(minutes=6)
    await world.tables.beat()
    await back(world, code, (await world.tables.undo_points(code))[0].turn)
    await play_on(world, code, 1, luck)
    for user in (BORIS, DORA, ANNA)[: 1 if called_off else 3]:
        if (await world.tables.find(code)).status == "running":
            await world.do("resign", user, code)
    if called_off and (await world.tables.find(code)).status == "running":
        async with world.tables._desk(None, code) as desk:
            await endings.call_off(desk, "host")
    return await record_of(world, code)


@pytest.mark.parametrize("called_off", [False, True], ids=["over", "called off"])
@pytest.mark.parametrize("game", TITLES)
async def test_a_true_record_agrees_whatever_befell_the_table(world: World, game: str, called_off: bool) -> None:
    record = await eventful(world, game, called_off=True) if called_off else json.loads(stored(game))
    assert record["table"]["status"] == ("cancelled" if called_off else "over")
    assert {turn["cause"] for turn in record["turns"]} == {"start", "answers", "undo", "resign"}
    sources = {"person", "bot", "stand_in"} | ({"order"} if CODECS[game].orders else set())
    assert sources <= {answer["source"] for answer in record["answers"]}
    found = proved(record)
    assert found.differences == ()
    assert found.draws == len(found.log) > 0
    first = {
        **record,
        "format": 1,
        "steps": [{k: v for k, v in step.items() if k != "turn"} for step in record["steps"]],
    }
    assert is_true(first)


# ---- one changed thing


@functools.cache
def stored(game: str) -> str:
    """The record of an eventful game, as JSON; made once for all tests, in a process of its own loop."""
    made: list[dict[str, Any]] = []

    async def make() -> None:
        with tempfile.TemporaryDirectory() as folder:
            world = await World(Path(folder) / "tables.db").open()
            made.append(await eventful(world, game))
            await world.close()

    thread = threading.Thread(target=lambda: asyncio.run(make()))
    thread.start()
    thread.join()
    return json.dumps(made[0])


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value in the record that holds no other."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not inner:
        yield path
    for name, entry in inner:
        yield from leaves(entry, (*path, name))


def sort_of(path: tuple[Any, ...]) -> str:
    return ".".join("*" if isinstance(part, int) else part for part in path)


def changed(record: Any, path: tuple[Any, ...]) -> Any:
    """The same record with another value there, of the same sort where there is one."""
    other = copy.deepcopy(record)
    *way, last = path
    within = functools.reduce(lambda inner, part: inner[part], way, other)
    match within[last]:
        case bool(value):
            within[last] = not value
        case int(value):
            within[last] = value + 1
        case str(value):
            # A hexadecimal digit becomes another one.
            within[last] = value[:-1] + ("1" if value[-1:] == "0" else "0")
        case [] | {}:
            within[last] = [0]
        case _:
            within[last] = 0
    return other


def same_play(record: Any, other: Any) -> bool:
    """Whether another answer is a legal one that came to the very same: it is no lie about the game."""
    return {**record, "answers": []} == {**other, "answers": []} and is_true(other)


def unprotected(record: Any, path: tuple[Any, ...]) -> bool:
    """Whether this is for readers only; whose undo it was, and the moment of an entry that nothing else holds."""
    name = ".".join(map(str, path))
    if path[0] == "turns" and path[2:] == ("seat",):
        return bool(record["turns"][path[1]]["cause"] == "undo")
    return FOR_READERS.fullmatch(name) is not None


def missed(record: Any, paths: list[tuple[Any, ...]]) -> list[str]:
    """The changes that the verifier does not notice."""
    found: list[str] = []
    for path in paths:
        other = changed(record, path)
        if unprotected(record, path) or not is_true(other):
            continue
        if path[0] != "answers" or "action" not in path or not same_play(record, other):
            found.append(".".join(map(str, path)))
    return found


@pytest.mark.parametrize("game", ["pebbles", "embers", *TITLES])
def test_every_sort_of_thing_that_is_changed_is_found(game: str) -> None:
    """Each sort once; of what lies in views, facts and actions, as many as there is time for."""
    luck, record = random.Random(game), json.loads(stored(game))
    assert is_true(record)
    sorts: dict[str, list[tuple[Any, ...]]] = {}
    for path in leaves(record):
        sorts.setdefault(sort_of(path), []).append(path)
    inner = [sort for sort in sorts if re.search("view|action|facts", sort)]
    outer = [sort for sort in sorts if sort not in inner]
    if game in TITLES:
        outer = luck.sample(outer, 12)  # a game of one's own is quick to play again, and has them all
    chosen = [*outer, *luck.sample(inner, min(len(inner), 6))]
    assert missed(record, [luck.choice(sorts[sort]) for sort in chosen]) == []


@pytest.mark.parametrize("game", ["pebbles", *TITLES])
def test_most_changed_answers_cannot_have_come_to_the_same(game: str) -> None:
    """Or proving an answer by what it led to would be worth little."""
    record = json.loads(stored(game))
    answers = [path for path in leaves(record) if path[0] == "answers" and "action" in path]
    some = random.Random(game).sample(answers, min(len(answers), 6))
    assert sum(is_true(changed(record, path)) for path in some) <= len(some) // 2


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(data=st.data(), game=st.sampled_from(["pebbles", "embers"]))
def test_a_change_anywhere_is_found(data: st.DataObject, game: str) -> None:
    record = json.loads(stored(game))
    assert missed(record, [data.draw(st.sampled_from(list(leaves(record))))]) == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@settings(max_examples=1500, deadline=None, database=None)
@given(data=st.data(), game=st.sampled_from(["pebbles", "embers", *TITLES]))
def test_a_change_anywhere_is_found_in_every_game(data: st.DataObject, game: str) -> None:
    record = json.loads(stored(game))
    assert missed(record, [data.draw(st.sampled_from(list(leaves(record))))]) == []


def without(record: Any, name: str, at: int) -> Any:
    return {**record, name: record[name][:at] + record[name][at + 1 :]}


def swapped(record: Any, name: str, at: int) -> Any:
    rows = list(record[name])
    rows[at], rows[at + 1] = rows[at + 1], rows[at]
    return {**record, name: rows}


def renumbered(record: Any) -> Any:
    """As a careful forger would leave it: what merely counts is counted anew."""
    other = copy.deepcopy(record)
    for at, step in enumerate(other["steps"], 1):
        step["seq"] = at
    for at, turn in enumerate(other["turns"], 1):
        turn["turn"] = at
    return other


@pytest.mark.parametrize("game", ["pebbles", *TITLES])
def test_what_is_removed_doubled_or_moved_is_found(game: str) -> None:
    luck, record = random.Random(game), json.loads(stored(game))
    for name in ("steps", "turns", "answers", "seats"):
        rows = record[name]
        for at in {0, luck.randrange(len(rows)), len(rows) - 1}:
            assert not is_true(renumbered(without(record, name, at))), (name, at)
            assert not is_true(renumbered({**record, name: [*rows[: at + 1], *rows[at:]]})), (name, at)
            if name != "answers" and at + 1 < len(rows) and rows[at] != rows[at + 1]:
                assert not is_true(renumbered(swapped(record, name, at))), (name, at)
    drawing = next(at for at, turn in enumerate(record["turns"]) if turn["draws"])
    other = copy.deepcopy(record)
    del other["turns"][drawing]["draws"][-1]
    assert not is_true(other)
    other["turns"][drawing]["drawn"] -= 1
    assert not is_true(other)


@pytest.mark.parametrize("game", ["pebbles", *TITLES])
def test_a_forged_undo_is_found(game: str) -> None:
    record = json.loads(stored(game))
    turns = record["turns"]
    for at, turn in enumerate(turns[2:], 2):
        if turn["cause"] == "answers":
            forged = {
                **turn,
                "cause": "undo",
                "back_to": turns[at - 1]["turn"] - 1,
                "draws": [],
                "drawn": turns[at - 1]["drawn"],
            }
            assert not is_true({**record, "turns": [*turns[:at], forged, *turns[at + 1 :]]})
            line = {**record["table"], "line": record["table"]["line"] + 1}
            assert not is_true({**record, "table": line, "turns": [*turns[:at], forged, *turns[at + 1 :]]})
        if turn["cause"] == "undo":
            forged = {**turn, "back_to": turn["back_to"] - 1}
            assert not is_true({**record, "turns": [*turns[:at], forged, *turns[at + 1 :]]})


def test_it_says_where_and_what_in_plain_words(tmp_path: Path) -> None:
    """One die that shows something else, in the log and in what was told of it."""
    record = json.loads(stored("thunder_road"))
    turn = next(turn for turn in reversed(record["turns"]) if turn["draws"])
    draw = turn["draws"][0]
    true = draw["value"]
    draw["value"] = (true + 1) % draw["below"]
    first = proved(record).first
    assert first is not None
    before = [0, *(turn["window"] for turn in record["turns"])]
    assert (first.place, first.window) == ("draw", before[turn["turn"] - 1])
    assert first.facts == {"number": draw["number"], "label": draw["label"], "below": draw["below"]}
    assert (first.stands, first.should) == (str(draw["value"]), str(true))
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    for language in ("en", "zh-CN"):
        code, lines = check_file(path, speak(language))
        assert code == DIFFERS
        assert any(f"`{draw['value']}`" in line and f"`{true}`" in line and draw["label"] in line for line in lines)


# ---- files


BROKEN = {
    "json": [b"", b"{", b"\xff\xfe\x00", b"\x1f\x8b\x08nothing", b"[" * 100_000, b"1" * 5_000],
    "foreign": [b"[]", b"1", b"null", b"{}", b'{"format": 1}', b'{"format": 2, "table": []}'],
    "format": [
        b'{"format": 3, "table": {}, "seed": "a"}',
        b'{"format": "2", "table": {}}',
        b'{"format": null, "table": {}}',
    ],
    "running": [b'{"format": 2, "table": {}}', b'{"format": 2, "table": {}, "seed": null}'],
    "damaged": [b'{"format": 2, "table": {}, "seed": "a"}', b'{"format": 2, "table": {"salt": "1"}, "seed": "aa"}'],
}


@pytest.mark.parametrize("reason", BROKEN)
def test_a_file_that_proves_nothing_gets_a_sentence(reason: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    for raw in BROKEN[reason]:
        path.write_bytes(raw)
        for words in map(speak, ("en", "zh-CN")):
            assert check_file(path, words) == (UNREADABLE, [words(f"fairness.unreadable.{reason}")]), raw[:40]


ODD = (None, True, -1, 1.5, float("inf"), 10**30, "", "\ud800", "\x1b[31m", "`", [], {}, [[[]]], {"": None})


@settings(max_examples=30, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_whatever_a_file_holds_gets_an_answer(data: st.DataObject) -> None:
    """Anything at any place: no error of ours, and nothing that a terminal would obey."""
    record = json.loads(stored("volt"))
    inner, way = record, list[Any]()
    while isinstance(inner, dict | list) and inner and (not way or data.draw(st.integers(0, 5))):
        way.append(data.draw(st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner)))))
        within, inner = inner, inner[way[-1]]
    within[way[-1]] = data.draw(st.sampled_from(ODD))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_text(json.dumps(record))
        code, lines = check_file(path, speak("en"))
    assert code in (PROVED, DIFFERS, UNREADABLE)
    assert all(line.isprintable() for line in lines)


def test_missing_huge_and_packed_files(tmp_path: Path) -> None:
    words, path = speak("en"), tmp_path / "file"
    assert check_file(path, words)[0] == check_file(tmp_path, words)[0] == UNREADABLE
    with path.open("wb") as file:
        file.truncate(proof.LARGEST + 1)
    assert check_file(path, words) == (UNREADABLE, [words("fairness.unreadable.large")])
    path.write_bytes(gzip.compress(bytes(proof.LARGEST + 1)))
    assert check_file(path, words) == (UNREADABLE, [words("fairness.unreadable.large")])
    path.write_bytes(gzip.compress(stored("pebbles").encode()))
    assert check_file(path, words) == (UNREADABLE, [words("fairness.unreadable.game")])
    whole = stored("volt").encode()
    path.write_bytes(gzip.compress(whole))
    assert check_file(path, words)[0] == PROVED
    for length in (1, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        assert check_file(path, words)[0] == UNREADABLE
        path.write_bytes(gzip.compress(whole)[:length])
        assert check_file(path, words)[0] in ((PROVED,) if length > len(gzip.compress(whole)) else (UNREADABLE,))


def test_another_edition_of_the_rules_is_no_accusation() -> None:
    record = json.loads(stored("volt"))
    for turn in record["turns"]:
        turn["rules"] += 1
    with pytest.raises(UnreadableError, match="edition"):
        proved(record)


def test_a_draw_that_asks_for_the_impossible_stops_nothing() -> None:
    for below in (0, -1, 10**100, 1 << 257, "6", None):
        record = json.loads(stored("volt"))
        record["turns"][0]["draws"][0]["below"] = below
        assert not is_true(record)


def test_the_command_ends_with_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(stored("volt"))
    command = [sys.executable, "bot.py", "fairness", str(path), "--language", "zh-CN"]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == PROVED, done.stderr
    assert "验证通过" in done.stdout


# ---- on its own


def test_the_first_part_needs_python_and_nothing_else(tmp_path: Path) -> None:
    """The file alone in a folder, an interpreter without packages, and the line of its docstring."""
    shutil.copy(HOME / "tables" / "verifier.py", tmp_path)
    line = "import json, verifier; print(verifier.draws_differ(json.load(open('FILE'))))"
    line = f"import sys; sys.path.insert(0, '.'); {line}"
    record = json.loads(stored("wasteland"))
    (tmp_path / "FILE").write_text(json.dumps(record))
    run = functools.partial(subprocess.run, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run([sys.executable, "-I", "-S", "-c", line]).stdout == "[]\n"
    record["turns"][0]["draws"][5]["value"] += 1
    (tmp_path / "FILE").write_text(json.dumps(record))
    assert "Difference(place='draw', window=0" in run([sys.executable, "-I", "-S", "-c", line]).stdout


def test_it_shares_nothing_with_the_luck_of_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = ast.parse((HOME / "tables" / "verifier.py").read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)} | {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported == {"__future__", "hashlib", "collections.abc", "dataclasses", "typing"}
    assert "chance" not in (HOME / "tables" / "proof.py").read_text(encoding="utf-8")

    def none(*_: object) -> int:
        raise AssertionError("the engines' own luck was asked")

    records = [json.loads(stored(game)) for game in TITLES]
    monkeypatch.setattr(FairChance, "below", none)
    assert all(is_true(record) for record in records)


def test_both_ways_of_writing_the_formula_agree() -> None:
    luck = random.Random("two ways")
    for _ in range(60):
        seed, salt = luck.randbytes(luck.choice((1, 32, 64, 65, 100))), str(luck.random())
        one, other = FairChance(seed, salt), ProofLuck(seed, salt)
        for size in (1, 2, 6, 7, 52, 1 << 255, (1 << 255) + 1):
            assert one.roll(f"die {size}", size) == other.roll(f"die {size}", size)
        for size in range(9):
            assert one.shuffle("deck", range(size)) == other.shuffle("deck", range(size))
        assert one.pick("card", "abc") == other.pick("card", "abc")
        assert one.drawn == other.drawn
        assert [(d.number, d.label, d.below, d.value) for d in one.log] == [tuple(d.values()) for d in other.made]
