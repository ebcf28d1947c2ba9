"""Two games that differ in one secret plan are the same to everybody else, byte for byte, until it is revealed."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.play.harness import Person, Play, playing

PLANS = ("B3N R1NE B2E", "R6SW B1W R2N")
OTHERS = ("B2E R1N B1S", "R4S B2N B3W", "B1N B1N R5E")


class Log(logging.Handler):
    """Every line of our own rooms, however talkative."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] in ("cogs", "tables", "db", "engines", "render", "app", "locales"):
            self.lines.append(f"{record.levelname} {record.name} {record.getMessage()} {record.exc_text or ''}")


@pytest.fixture
def debugging() -> None:
    for room in ("cogs", "tables", "db", "engines", "render", "app"):
        logging.getLogger(room).setLevel(logging.DEBUG)


async def seen_by_others(folder: Path, program: str, how: str) -> list[str]:
    """What Rook's rivals and the public can see while Rook plans, one entry after each press; then the log."""
    log = Log()
    logging.getLogger().addHandler(log)
    record: list[str] = []
    try:
        async with playing(folder) as play:
            rook, *others = play.people
            await play.begin()
            for person, plan in zip(others[:2], OTHERS, strict=False):
                await play.type_program(person, plan)
                await play.press(person, "p-ready")
            await plan_secretly(play, rook, program, how, record)
            await play.press(rook, "p-ready")
            note(play, record)
            await play.restart()
            await play.wait(600)
            note(play, record)
            await look_around(play, others[2], record)
            assert (await play.table()).window == 1, "nothing is revealed yet"
    finally:
        logging.getLogger().removeHandler(log)
    return [*record, *log.lines]


async def plan_secretly(play: Play, rook: Person, program: str, how: str, record: list[str]) -> None:
    if how == "selects":
        for command in program.split():
            for what, value in (("v-die", command[:2]), ("v-dir", command[2:])):
                await play.press(rook, what, values=[value])
                note(play, record)
        return
    await play.type_program(rook, f"{program} nonsense")
    note(play, record)
    await play.type_program(rook, program)
    note(play, record)


def note(play: Play, record: list[str]) -> None:
    record.append(play.record())
    for person in play.people[1:]:
        record += [seen.text for seen in play.dms(person)]


async def look_around(play: Play, person: Person, record: list[str]) -> None:
    """What a rival is told who asks for everything that can be asked for."""
    for command in ("table status", "table board", "table log", "fairness", "me games"):
        await person.member.slash(play.thread, command)
        record += [f"{seen.text} {seen.raw.components}" for seen in play.messages(play.thread.id, person)]
    await play.press(person, "seat")
    record += [seen.text for seen in play.messages(play.thread.id, person)]


@pytest.mark.usefixtures("debugging")
@pytest.mark.parametrize("how", ["form", "selects"])
async def test_a_plan_leaves_no_trace_before_the_reveal(tmp_path: Path, how: str) -> None:
    one, other = [await seen_by_others(tmp_path / str(number), plan, how) for number, plan in enumerate(PLANS)]
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert first == second


@pytest.mark.usefixtures("debugging")
async def test_the_comparison_would_notice(tmp_path: Path) -> None:
    """The same harness sees the difference as soon as the programs are revealed."""
    seen: list[str] = []
    for number, plan in enumerate(PLANS):
        async with playing(tmp_path / str(number)) as play:
            await play.begin()
            for person, program in zip(play.people, (plan, *OTHERS), strict=True):
                await play.type_program(person, program)
                await play.press(person, "p-ready")
            seen.append(play.record())
    assert seen[0] != seen[1]
