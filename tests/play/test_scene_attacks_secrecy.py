"""Two races that differ only in what lies face down are the same to everybody, byte for byte, until it is revealed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.thunder_road.model import State
from tests.engines.thunder_road.boards import board, spot
from tests.play.harness import Person
from tests.play.road import RoadPlay, begin_at, racing
from tests.play.test_secrecy import lines_of, logged, look_around, note
from tests.play.test_secrecy import wire as wire

KINDS = (
    {"C8": "mine", "B7": "oil", "D9": "wreck", "E15": "mud"},
    {"C8": "oil", "B7": "mine", "D9": "mud", "E15": "wreck"},
)
"""What lies around Rook's Dart, face down; no other car of these comes near them."""
TRACE = re.compile(r"Token\(|state_json|bag=|pile=|damage=\(|\bHazard\b")
"""How the state looks in Python and in the database."""


def hidden(number: int) -> State:
    """Rook's turn, which can be taken back; what nobody can know is different in each of the two."""
    order = -1 if number else 1
    state = board(
        *("ES C5", "EM E19 dent", "EL B1", "TS C20", "TM D20"),
        tokens=KINDS[number],
        dice={"E": "1 3 5 6", "T": "1 1 1 2"},
        pile=" ".join(["A1", "B1", "D1"][::order]),
        bag=" ".join(["oil", "mine", "wreck", "mud"][::order]),
        damage=" ".join(["dent", "blast", "skid_F", "dazed"][::order]),
    )
    return replace(state, back=state)


async def look(play: RoadPlay, watcher: Person, record: list[str]) -> None:
    note(play, record)
    await look_around(play, watcher, record)


async def drive_around(play: RoadPlay, record: list[str]) -> None:
    """Everything that the active player can try up to the edge of what is hidden, and what the others ask meanwhile."""
    rook, xiaoman = play.people
    await play.press(rook, "t-car", values=["0.2"])
    for what in ("t-hint", "t-undo", "t-undo", "t-ahead"):
        await play.press(rook, what)
        note(play, record)
    for way in (("F", "F", "F", "F"), ("FL", "F", "FL"), ("FR", "FR", "F")):
        while (await play.panel(rook)).draft.path:
            await play.press(rook, "t-undo")
        for move in way:
            play.press_forged(rook, play.turn_post(), f"s1:{play.code}:{(await play.table()).window}:t-move:0.{move}")
            await play.settle()
        await play.press(rook, "seat")
        note(play, record)
    await play.press(rook, "t-cmd", values=["airstrike.0"])
    for space in ("C8", "B7", "C9"):
        await play.fill(rook, await play.press(rook, "t-type"), space)
    await look(play, xiaoman, record)
    await play.press(rook, "t-cmd", values=["-"])
    while (await play.panel(rook)).draft.path:
        await play.press(rook, "t-undo")
    await play.tap(rook, "F", "F")
    await play.press(rook, "t-go")
    await look(play, xiaoman, record)
    await play.press(rook, "t-back")
    await play.press(rook, "t-car", values=["0.1"])
    await play.tap(rook, "F", "F")
    await play.press(rook, "t-go")
    for what in ("t-hint", "t-undo", "t-undo"):
        await play.press(rook, what)
        note(play, record)
    await play.restart()
    await play.tap(rook, "F")
    note(play, record)
    await look(play, rook, record)


async def seen(folder: Path, wire: Any, number: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """All that anybody gets while the tokens lie face down, and what is public once one of them is turned over."""
    record: list[str] = []
    begin_at(monkeypatch, hidden(number))
    with logged() as log:
        async with racing(folder, beat_seconds=1800) as play:
            wire.play = play
            await play.begin()
            await drive_around(play, record)
            before = list(wire.said)
            told = lines_of(log)
            assert all(token.kind is None for token in (await play.road()).tokens)
            await play.press(play.people[0], "t-go")
            assert spot("C8") not in [token.spot for token in (await play.road()).tokens if token.kind is None]
            after = play.record()
    assert [line for line in told if TRACE.search(line)] == []
    return [*record, *before, *told], after


async def test_what_lies_face_down_leaves_no_trace(tmp_path: Path, wire: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (one, shown), (other, otherwise) = [
        await seen(tmp_path / str(number), wire(), number, monkeypatch) for number in (0, 1)
    ]
    assert len(one) > 100
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert first == second
    assert shown != otherwise, "the same comparison sees what is revealed"


async def test_a_stand_in_does_not_look_under_tokens(
    tmp_path: Path, wire: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the deadline, with hidden tokens within reach, it sets out the same way whatever they are."""
    plans: list[Any] = []
    for number in (0, 1):
        begin_at(monkeypatch, hidden(number))
        async with racing(tmp_path / str(number), beat_seconds=1800) as play:
            await play.begin()
            await play.wait(24 * 3600 + 1800)
            steps = await play.house.tables.steps(play.code, window=1)
            first = next(step for step in steps if step.view.turn.car is not None)
            plans.append((first.view.turn.car, first.view.crews[0].dice, first.view.crews[0].chopper))
    assert plans[0] == plans[1]
