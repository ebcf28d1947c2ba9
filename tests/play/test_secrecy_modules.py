"""Which decks somebody names and which module somebody declares is known to nobody else before the reveal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engines.volt.programming import format_program, programs
from tests.play.harness import Person, Play, playing
from tests.play.test_secrecy import NUMBER, lines_of, logged, look_around, note
from tests.play.test_secrecy import wire as wire
from tests.play.test_whole_power_arena import declaring

TRACE = re.compile(r"@\w+_[12]\b|Outfit\(|action_json|\"first\"|Program\(|Command\(")
"""How a declared module or a choice of decks looks in the short form, in the database and in Python."""
DECKS = (
    {"first": "tactic", "second": "tactic", "later": "attack"},
    {"first": "attack", "second": "movement", "later": "least"},
)


async def waits(play: Play, rook: Person, watcher: Person, record: list[str]) -> None:
    """All that happens while somebody else has not answered yet."""
    note(play, record)
    await look_around(play, watcher, record)
    await play.restart()
    await play.wait(600)
    note(play, record)
    answer = await play.press(rook, "seat")
    assert answer.response is not None
    note(play, record)


async def seen_before_the_cards(folder: Path, wire: Any, decks: dict[str, str], other: dict[str, str]) -> list[str]:
    """What the rival and the public get while Rook chooses decks, back and forth, until the last one is ready."""
    record: list[str] = []
    with logged() as log:
        async with playing(folder, people=2) as play:
            rook, xiaoman = play.people
            wire.play, wire.owner = play, rook
            await play.begin(options={"modules": "on"})
            await play.equip(rook, **other)
            await play.press(rook, "p-unready")
            note(play, record)
            await play.equip(rook, **decks)
            await waits(play, rook, xiaoman, record)
            assert (await play.table()).window == 1
            wire.owner = None
    assert [line for line in lines_of(log) if TRACE.search(line)] == []
    return [*record, *wire.said, *lines_of(log)]


async def test_decks_leave_no_trace_before_the_cards_are_drawn(tmp_path: Path, wire: Any) -> None:
    one, other = [
        await seen_before_the_cards(tmp_path / str(number), wire(), decks, DECKS[1 - number])
        for number, decks in enumerate(DECKS)
    ]
    assert len(one) > 20
    assert one == other


@pytest.mark.long
async def test_how_often_somebody_looks_for_decks_leaves_no_trace(tmp_path: Path, wire: Any) -> None:
    """Neither the number nor the order of messages and edits tells whether the preset was taken at once."""
    heard: list[list[str]] = []
    for busy in (False, True):
        listening = wire()
        async with playing(tmp_path / str(busy), people=2) as play:
            rook, xiaoman = play.people
            listening.play, listening.owner = play, rook
            await play.begin(options={"modules": "on"})
            seen, _ = play.find(rook, "v-deck")
            for field, deck in [choice for decks in DECKS for choice in decks.items()] if busy else ():
                await play.press_id(rook, seen, f"s1:{play.code}:1:v-deck:0.{field}", [deck])
            await play.wait(600)
            await play.press(rook, "v-fit")
            await look_around(play, xiaoman, [])
            assert (await play.table()).window == 1
            heard.append(listening.numbered())
    assert len(heard[0]) > 10
    assert heard[0] == heard[1]


async def plain(play: Play, person: Person) -> str:
    """Dice without any module."""
    return format_program(next(programs()))


async def seen_before_the_reveal(folder: Path, wire: Any, how: str, closed: bool) -> list[str]:
    """What the rival and the public get while Rook programs with modules, or without, until the last one is ready."""
    record: list[str] = []
    with logged() as log:
        async with playing(folder, people=2) as play:
            rook, xiaoman = play.people
            if closed:
                play.close_dm(rook)
            await play.begin(options={"modules": "on"})
            for person in play.people:
                await play.press(person, "v-fit")
            wire.play, wire.owner = play, rook
            program = await (plain if how == "plain" else declaring)(play, rook)
            assert ("@" in program) == (how != "plain")
            await play.type_program(rook, f"{program} nonsense")
            await play.type_program(rook, "- - -")
            await play.pick_program(rook, program)
            note(play, record)
            await play.press(rook, "p-ready")
            await waits(play, rook, xiaoman, record)
            assert (await play.table()).window == 2
            wire.owner = None
    assert [line for line in lines_of(log) if TRACE.search(line)] == []
    return [*record, *wire.numbered(), *lines_of(log)]


async def lay_otherwise(play: Play) -> None:
    """Turn the table's face-down decks and AI cards around, as no press can; nothing else changes."""
    async with play.house.database.write() as connection:
        query = "select turn, state_json from states order by turn desc limit 1"
        row = (await connection.exec_driver_sql(query)).mappings().one()
        state = json.loads(row["state_json"])
        assert all(len(deck) > 1 for deck in (*state["decks"], state["ai_deck"]))
        state["decks"] = [deck[::-1] for deck in state["decks"]]
        state["ai_deck"] = state["ai_deck"][::-1]
        changed = json.dumps(state, separators=(",", ":"))
        await connection.exec_driver_sql("update states set state_json = ? where turn = ?", (changed, row["turn"]))


async def seen_before_cards_are_turned(folder: Path, wire: Any, how: str, otherwise: bool) -> list[str]:
    """What both people and the public get while cards lie face down, stand-ins and plans included.

    ``outfit``: until decks are chosen; ``programs``: until programs are in and the AI cards are turned.
    """
    record: list[str] = []
    with logged() as log:
        async with playing(folder, people=2) as play:
            rook, xiaoman = play.people
            await play.begin(options={"modules": "on", "arena": "minefield"})
            if how == "programs":
                for person in play.people:
                    await play.press(person, "v-fit")
            window = (await play.table()).window
            if otherwise:
                await lay_otherwise(play)
            wire.play = play
            record += [await play.plan(person) for person in play.people] if how == "programs" else []
            for person in play.people:
                await look_around(play, person, record)
            if how == "programs":
                await play.type_program(rook, await declaring(play, rook))
                await play.press(rook, "p-ready")
            else:
                await play.equip(rook, **DECKS[0])
            await waits(play, rook, xiaoman, record)
            for person in play.people:
                record += [f"{seen.text} {seen.raw.components}" for seen in play.dms(person)]
            report = await play.house.tables.fairness(play.code)
            record.append(f"{report.draws} {report.log} {report.table.salt}")
            assert (await play.table()).window == window
    return [*record, *wire.said, *lines_of(log)]


@pytest.mark.parametrize("how", ["outfit", "programs"])
async def test_cards_that_lie_face_down_leave_no_trace(tmp_path: Path, wire: Any, how: str) -> None:
    one, other = [
        await seen_before_cards_are_turned(tmp_path / str(otherwise), wire(), how, otherwise)
        for otherwise in (False, True)
    ]
    assert len(one) > 40
    assert one == other


@pytest.mark.parametrize("closed", [False, pytest.param(True, marks=pytest.mark.long)], ids=["DM", "closed DM"])
async def test_modules_leave_no_trace_before_the_reveal(tmp_path: Path, wire: Any, closed: bool) -> None:
    """Not even that there are any: a plan with modules takes more presses, and looks the same to everybody else."""
    one, other = [await seen_before_the_reveal(tmp_path / how, wire(), how, closed) for how in ("declared", "plain")]
    assert len(one) > 20
    assert [NUMBER.sub("#", line) for line in one] == [NUMBER.sub("#", line) for line in other]


@pytest.mark.parametrize("which", ["decks", "module"])
async def test_the_comparison_would_notice(tmp_path: Path, which: str) -> None:
    """As soon as all have answered, everybody sees it."""
    seen: list[str] = []
    for number, decks in enumerate(DECKS):
        async with playing(tmp_path / str(number), people=2) as play:
            rook, xiaoman = play.people
            await play.begin(options={"modules": "on"})
            await play.equip(rook, **(decks if which == "decks" else {}))
            await play.press(xiaoman, "v-fit")
            if which == "module":
                await play.type_program(rook, await (plain if number else declaring)(play, rook))
                await play.press(rook, "p-ready")
                await play.type_program(xiaoman, await plain(play, xiaoman))
                await play.press(xiaoman, "p-ready")
            seen.append("\n".join(message.text for message in play.table_messages()))
    assert seen[0] != seen[1]
