"""Two games that differ in one secret plan are the same to everybody else, byte for byte, until it is revealed."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from simcord.http import router

from app.logging import LIBRARIES, set_up
from app.simulated import honour_nonces
from tests.play.harness import Person, Play, Seen, playing

PLANS = ("B3N R1NE B2E", "R6SW B1W R2N")
OTHERS = ("B2E R1N B1S", "R4S B2N B3W", "B1N B1N R5E")
PROGRAM = re.compile(r"\b[BR][1-6](?:[NS][EW]?|[EW])\b|action_json|Program\(|Command\(|\"die\"")
"""How a program looks in the short form, in the database and in Python."""
NUMBER = re.compile(r"\d{17,20}")
"""A number that Discord gives, or one in its shape."""


@dataclass
class Wire:
    """All that the bot says to Discord, in order, but for what reaches one person only.

    Posts, edits, threads and private answers, with layouts, component ids, alt texts, pings and the bytes of files.
    """

    play: Play | None = None
    owner: Person | None = None
    said: list[str] = field(default_factory=list)

    def note(self, method: str, path: str, body: Any, files: list[Any] | None) -> None:
        if self._private(path, body):
            return
        pictures = [[file.filename, file.description, _digest(file)] for file in files or ()]
        self.said.append(json.dumps([method, path, body, pictures], sort_keys=True, default=str, ensure_ascii=False))

    def _private(self, path: str, body: Any) -> bool:
        if self.play is None or self.owner is None:
            return False
        backend, owner = self.play.env.backend, self.owner
        if path == "/users/@me/channels":
            return str(body["recipient_id"]) == str(owner.id)
        rooms = [room for room in self.play.rooms(owner) if not self._shared(room)]
        tokens = [record.token for record in backend.interactions.values() if record.user_id == owner.id]
        return bool({*map(str, rooms), *tokens} & set(path.split("/")))

    def _shared(self, room: int) -> bool:
        assert self.play is not None
        return any(room in self.play.rooms(person) for person in self.play.people if person is not self.owner)

    def numbered(self) -> list[str]:
        """The same, with Discord's numbers in the order in which they turn up: how many there were between is gone."""
        known: dict[str, str] = {}
        return [NUMBER.sub(lambda found: known.setdefault(found[0], f"#{len(known)}"), line) for line in self.said]


def _digest(file: Any) -> str:
    place = file.fp.tell()
    digest = hashlib.sha256(file.fp.read()).hexdigest()
    file.fp.seek(place)
    return digest


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Wire]:
    """Begins to listen; the wire before falls silent."""
    honour_nonces()
    dispatch = router.dispatch

    def listen() -> Wire:
        heard = Wire()

        def heard_too(backend: Any, method: str, path: str, *, json: Any = None, **rest: Any) -> Any:
            heard.note(method, path, json, rest.get("files"))
            return dispatch(backend, method, path, json=json, **rest)

        heard_too.honours_nonces = True  # type: ignore[attr-defined]
        monkeypatch.setattr(router, "dispatch", heard_too)
        return heard

    return listen


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """The log as the program writes it where its owner has asked for ``DEBUG``."""
    root, target = logging.getLogger(), io.StringIO()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in LIBRARIES}
    set_up("DEBUG", stream=target)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield target
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)


def lines_of(log: io.StringIO) -> list[str]:
    """Without the time of day."""
    return [line.split(" ", 2)[-1] for line in log.getvalue().splitlines()]


async def plan_secretly(play: Play, rook: Person, program: str, detour: str, record: list[str]) -> None:
    """Everything that planning can be: errors, changes of mind, ready and not ready, all the ways to a panel."""
    for text in (f"{program} nonsense", f"{detour[:3]} ?", detour):
        await play.type_program(rook, text)
        note(play, record)
    for what in ("p-ready", "p-unready", "v-wipe", "p-show"):
        await play.press(rook, what)
        note(play, record)
    for number, command in enumerate(program.split()):
        await play.press(rook, "v-pad") if number == 0 else None
        await play.press(rook, "v-die", values=[command[:2]])
        await play.press(rook, "v-dir", values=[command[2:]])
        note(play, record)
    answer = await play.press(rook, "seat")
    raw = answer.response._message
    await play.press(rook, "v-pad", Seen(raw.channel_id, raw.id, raw))
    await rook.member.slash(play.thread, "me games")
    note(play, record)


def note(play: Play, record: list[str]) -> None:
    record.append(play.record())
    for person in play.people[1:]:
        record += [f"{seen.text} {seen.raw.components}" for seen in play.dms(person)]


async def look_around(play: Play, person: Person, record: list[str]) -> None:
    """What a rival is told who asks for everything that can be asked for."""
    for command in ("table status", "table board", "table log", "fairness", "me games", "me settings"):
        await person.member.slash(play.thread, command)
    await person.member.slash(play.thread, "table board", text=True)
    await play.press(person, "seat")
    record += [f"{seen.text} {seen.raw.components}" for seen in play.messages(play.thread.id, person)]


async def seen_by_others(folder: Path, wire: Wire, program: str, detour: str, how: str) -> list[str]:
    """What Rook's rivals and the public get until the reveal: what stands after each press, what came, the log."""
    record: list[str] = []
    with logged() as log:
        async with playing(folder) as play:
            rook, *others = play.people
            wire.play, wire.owner = play, rook
            if how == "closed DM":
                play.close_dm(rook)
            await play.begin()
            for person, plan in zip(others[:2], OTHERS, strict=False):
                await play.type_program(person, plan)
                await play.press(person, "p-ready")
            await plan_secretly(play, rook, program, detour, record)
            await look_around(play, others[0], record)
            await play.press(rook, "p-ready")
            await play.restart()
            await play.wait(600)
            note(play, record)
            await look_around(play, others[2], record)
            assert (await play.table()).window == 1, "nothing is revealed yet"
            wire.owner = None
    lines = lines_of(log)
    assert [line for line in lines if PROGRAM.search(line)] == []
    return [*record, *wire.said, *lines]


@pytest.mark.parametrize("how", [pytest.param("DM", marks=pytest.mark.long), "closed DM"])
async def test_a_plan_leaves_no_trace_before_the_reveal(tmp_path: Path, wire: Any, how: str) -> None:
    one, other = [
        await seen_by_others(tmp_path / str(number), wire(), plan, PLANS[1 - number], how)
        for number, plan in enumerate(PLANS)
    ]
    assert len(one) > 100
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert first == second


async def test_how_often_somebody_changes_their_mind_leaves_no_trace(tmp_path: Path, wire: Any) -> None:
    """Before Ready not even the number and the order of messages and edits tell that anybody has begun."""
    heard: list[list[str]] = []
    for number, busy in enumerate((False, True)):
        listening = wire()
        async with playing(tmp_path / str(number)) as play:
            rook, *others = play.people
            listening.play, listening.owner = play, rook
            await play.begin()
            if busy:
                for text in ("B9", *OTHERS, PLANS[0], "- - -", PLANS[1]):
                    await play.type_program(rook, text)
                for what in ("v-wipe", "p-show"):
                    await play.press(rook, what)
                await play.press(rook, "seat")
            await play.wait(600)
            await look_around(play, others[0], [])
            await play.type_program(others[0], OTHERS[0])
            await play.press(others[0], "p-ready")
            heard.append(listening.numbered())
    assert len(heard[0]) > 10
    assert heard[0] == heard[1]


async def test_the_comparison_would_notice(tmp_path: Path, wire: Any) -> None:
    """The same harness sees the difference as soon as the programs are revealed."""
    seen: list[str] = []
    heard: list[list[str]] = []
    for number, plan in enumerate(PLANS):
        listening = wire()
        async with playing(tmp_path / str(number)) as play:
            listening.play, listening.owner = play, play.people[0]
            await play.begin()
            for person, program in zip(play.people, (plan, *OTHERS), strict=True):
                await play.type_program(person, program)
                await play.press(person, "p-ready")
            seen.append(play.record())
        heard.append(listening.said)
    assert seen[0] != seen[1]
    assert heard[0] != heard[1]
    assert PROGRAM.search("\n".join(heard[0]))
