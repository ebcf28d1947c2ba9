"""The complete Power Arena through the simulated Discord: modules, mines, killbots, alone, championship."""

from __future__ import annotations

from pathlib import Path

from engines.volt.model import Outfit
from engines.volt.programming import format_program, programs
from tests.play.harness import Person, Play, playing

FULL = {"arena": "minefield", "modules": "on", "ai_cards": "open"}


async def with_module(play: Play, person: Person) -> str:
    """A legal program that declares a module, where the person's robot has one to declare."""
    panel = await play.house.tables.panel(play.code, person.id)
    cards = panel.view.robots[panel.seat].cards
    found = (program for _, program in zip(range(5000), programs(cards), strict=False))
    best = max(found, key=lambda program: sum(pad is not None and pad.module is not None for pad in program.pads))
    return format_program(best)


async def test_two_people_and_two_killbots_with_modules_on_the_minefield(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        await play.begin(options=FULL)
        assert (await play.table()).window_kind == "outfit"
        await play.equip(rook, first="tactic", later="attack")
        assert (await play.table()).window == 1
        await play.press(xiaoman, "v-fit")
        view = await play.view()
        assert [len(robot.cards) for robot in view.robots] == [2, 2, 0, 0]
        assert [robot.killbot for robot in view.robots[2:]] == ["ripper", "watcher"]
        declared = await with_module(play, rook)
        assert "@" in declared
        await play.pick_program(rook, declared)
        panel = await play.house.tables.panel(play.code, rook.id)
        assert format_program(panel.draft) == declared
        await play.press(rook, "p-ready")
        typed = await with_module(play, xiaoman)
        await play.type_program(xiaoman, typed)
        await play.press(xiaoman, "p-ready")
        steps = await play.house.tables.steps(play.code, window=2)
        assert any(step.view.command and step.view.command.module for step in steps)
        table = await play.play_on()
        assert table.status == "over"
        report = await play.house.tables.fairness(play.code)
        assert (report.hash_matches, report.replay_agrees) == (True, True)
        assert Outfit
