"""The complete Power Arena through the simulated Discord: modules, mines, killbots, alone, championship."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from engines.volt.model import Outfit, Program
from engines.volt.programming import format_program, programs
from tests.play.harness import Person, Play, Seen, playing
from tests.play.test_whole_game import confirm

FULL = {"arena": "minefield", "modules": "on", "ai_cards": "open"}


async def declaring(play: Play, person: Person) -> str:
    """A legal program of the person's robot that declares as many modules as it can."""
    panel = await play.house.tables.panel(play.code, person.id)
    some = islice(programs(panel.view.robots[panel.seat].cards), 5000)
    return format_program(max(some, key=lambda program: sum(pad.module is not None for pad in program.pads if pad)))


async def drafted(play: Play, person: Person) -> Any:
    return (await play.house.tables.panel(play.code, person.id)).draft


def answer_of(pressed: Any) -> str:
    """What a press or a command answered privately."""
    messages = [pressed.response, *pressed.followups]
    return "\n".join(Seen(0, 0, message._message).text for message in messages if message is not None)


async def test_two_people_and_two_killbots_on_the_minefield_with_modules(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        await play.begin(options=FULL)
        await play.equip(rook, first="tactic", later="attack")
        assert (await play.table()).window == 1, "one answer is missing"
        await play.press(xiaoman, "v-fit")
        view = await play.view()
        assert [len(robot.cards) for robot in view.robots] == [2, 2, 0, 0]
        assert [robot.killbot for robot in view.robots] == [None, None, "ripper", "watcher"]
        chosen = {rook: await declaring(play, rook), xiaoman: await declaring(play, xiaoman)}
        await play.pick_program(rook, chosen[rook])
        await play.type_program(xiaoman, chosen[xiaoman])
        for person, program in chosen.items():
            assert "@" in program
            assert format_program(await drafted(play, person)) == program
            await play.press(person, "p-ready")
        steps = await play.house.tables.steps(play.code, window=2)
        used = {step.view.command.module for step in steps if step.view.command is not None and step.view.actor < 2}
        assert used - {None} <= {card.id for robot in view.robots for card in robot.cards}
        assert used - {None}
        await look_around(play, rook)
        table = await play.play_on()
        assert table.status == "over"
        report = await play.house.tables.fairness(play.code)
        assert (report.hash_matches, report.replay_agrees) == (True, True)
        assert table.seed is not None
        assert table.seed in answer_of(await rook.member.slash(play.channel, "fairness", code=play.code))


async def look_around(play: Play, person: Person) -> None:
    """Status, board and log tell of killbots and cards."""
    status = answer_of(await person.member.slash(play.thread, "table status"))
    assert "Ripper" in status
    assert "Mk I" in status
    assert "Module cards: **On" in status
    assert "Turn markers" not in status, "as preset"
    assert "Ripper" in answer_of(await person.member.slash(play.thread, "table board", text=True))
    assert "Mk I" in answer_of(await person.member.slash(play.thread, "table board"))
    log = answer_of(await person.member.slash(play.thread, "table log"))
    assert "### Round 1" in log, "the choice of modules is no round"
    assert "Ripper" in log


async def test_the_lobby_says_that_one_plays_alone_against_two(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        await play.open_lobby(rook)
        assert "alone against 2 killbots" in play.lobby().text
        assert "Start alone" in play.lobby().labels
        await play.set_option(rook, "killbots", "one")
        assert "alone against 1 killbot**" in play.lobby().text
        await play.set_option(rook, "killbots", "none")
        assert "cannot start like this" in play.lobby().text
        assert "Start" in play.lobby().labels
        await play.set_option(rook, "killbots", "auto")
        await play.press(xiaoman, "join")
        assert "alone" not in play.lobby().text
        await play.press(xiaoman, "leave")
        await play.press(rook, "start")
        assert [robot.killbot for robot in (await play.view()).robots] == [None, "ripper", "watcher"]


async def test_alone_and_lost(tmp_path: Path, undrawn: list[Any]) -> None:
    """Whoever only waits is beaten, and the result says by whom."""
    async with playing(tmp_path, people=1) as play:
        (rook,) = play.people
        await play.begin(options={"difficulty": "hard"})
        while (await play.table()).status == "running":
            await play.type_program(rook, "B1N B1S R6N")
            await play.press(rook, "p-ready")
        table = await play.table()
        assert table.result is not None
        assert (table.result.places, table.result.reason) == ((2,), "bot_side")
        end = play.table_messages()[-1].text
        assert "The killbots win!" in end
        assert "🏆" not in end
        assert "🥈" not in end
        assert "Bot side · 2 of 2 VP" in end
        assert "you lost" in answer_of(await rook.member.slash(play.channel, "me games"))
        assert "Finished" in play.messages(play.channel.id)[0].text
        assert (await play.house.tables.fairness(play.code)).replay_agrees


async def test_resigning_alone_is_losing(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=1) as play:
        (rook,) = play.people
        await play.begin()
        await rook.member.slash(play.thread, "table resign")
        await confirm(play, rook)
        assert (await play.table()).status == "over"
        assert "The killbots win!" in play.table_messages()[-1].text


async def test_alone_and_won(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=1) as play:
        await play.begin()
        table = await play.play_on()
        assert table.result is not None
        assert table.result.places == (1,)
        end = play.table_messages()[-1].text
        assert "Rook" in end
        assert "wins" in end
        assert "Bot side" in end


async def test_a_championship_to_its_final_standing(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=2) as play:
        await play.begin(options={"mode": "championship", "modules": "on"})
        table = await play.play_on()
        told = [seen.text for seen in play.table_messages()]
        for match in range(1, 5):
            assert any(f"Match {match} of 4, round 1 · Pad 1" in text for text in told)
        series = (await play.view()).championship
        assert len(series.won) == 4
        assert table.result is not None
        assert sum(table.result.scores) == sum(series.vp)
        end = told[-1]
        holders = [play.people[seat].name if seat is not None else "nobody" for seat in series.holders]
        for prize, holder in zip(("Overclock", "Reflector", "Titan Plating", "Hover Skids"), holders, strict=True):
            line = next(line for line in end.splitlines() if line.startswith(f"🏆 {prize}"))
            assert holder in line
        assert end.index("🥇") < end.index("🏆 Overclock")
        assert {view.arena for view in undrawn} == {"duel", "tri", "quad", "minefield"}
        report = await play.house.tables.fairness(play.code)
        assert (report.hash_matches, report.replay_agrees) == (True, True)
        assert "Match 4 of 4" in answer_of(await play.people[0].member.slash(play.channel, "table log", code=play.code))


async def test_decks_are_chosen_in_a_private_thread_where_a_dm_is_closed(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        play.close_dm(xiaoman)
        await play.begin(options={"modules": "on"})
        seen, _ = play.find(xiaoman, "v-fit")
        assert seen.channel_id not in (play.thread.id, play.channel.id, xiaoman.user.dm_channel.id)
        await play.equip(xiaoman, first="tactic", second="tactic", later="tactic")
        assert await drafted(play, xiaoman) == Outfit("tactic", "tactic", "tactic")
        assert play.find(xiaoman, "p-unready")[0].id == seen.id
        await play.press(xiaoman, "p-unready")
        await play.equip(xiaoman, second="movement")
        await play.press(rook, "v-fit")
        assert (await play.table()).window_kind == "programming"
        assert "第一张战术，第二张移动，之后战术" in play.messages(seen.channel_id, xiaoman)[-2].text
        assert play.find(xiaoman, "v-type")[0].channel_id == seen.channel_id


async def test_nobody_chooses_and_the_time_runs_out(tmp_path: Path, undrawn: list[Any]) -> None:
    """One has a draft, which counts; for the other a stand-in chooses."""
    async with playing(tmp_path, people=2, beat_seconds=600) as play:
        rook, xiaoman = play.people
        await play.begin(options={"modules": "on"})
        seen, _ = play.find(rook, "v-deck")
        await play.press_id(rook, seen, f"s1:{play.code}:1:v-deck:0.first", ["tactic"])
        await play.wait(25 * 3600)
        assert (await play.table()).window_kind == "programming"
        cards = [[card.id for card in robot.cards] for robot in (await play.view()).robots]
        assert [len(held) for held in cards] == [2, 2]
        assert any("Choice of modules: time ran out" in seen.text for seen in play.dms(rook))
        assert any("选择模块：时间到了" in seen.text for seen in play.dms(xiaoman))


async def test_a_restart_in_the_middle_of_choosing(tmp_path: Path, undrawn: list[Any]) -> None:
    """Half-chosen decks and a half-chosen command survive, module and second direction included."""
    async with playing(tmp_path, people=2) as play:
        rook, xiaoman = play.people
        await play.begin(options={"modules": "on"})
        seen, _ = play.find(rook, "v-deck")
        await play.press_id(rook, seen, f"s1:{play.code}:1:v-deck:0.later", ["movement"])
        await play.restart()
        assert await drafted(play, rook) == Outfit("attack", "movement", "movement")
        await play.equip(rook, first="movement")
        await play.press(xiaoman, "v-fit")
        wanted = await declaring(play, rook)
        first = next(command for command in wanted.split() if "@" in command)
        dice, _, declared = first.partition("@")
        module, _, turn = declared.partition(":")
        await play.press(rook, "v-die", values=[dice[:2]])
        await play.restart()
        await play.press(rook, "v-mod", values=[module])
        await play.restart()
        if turn:
            await play.press(rook, "v-turn", values=[turn])
            await play.restart()
        await play.press(rook, "v-dir", values=[dice[2:]])
        assert format_program(await drafted(play, rook)) == f"{first} - -"


async def test_buttons_of_a_window_that_has_passed(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        await play.begin(options={"modules": "on"})
        seen, fit = play.find(rook, "v-fit")
        screen = play.screen(seen)
        for person in play.people:
            await play.press(person, "v-fit")
        for custom_id, values in ((fit["custom_id"], None), (f"s1:{play.code}:1:v-deck:0.first", ["tactic"])):
            before = len(play.dms(rook))
            play.press_at_once(rook, screen, custom_id, values)
            await play.settle()
            assert "already been resolved" in play.dms(rook)[before].text
        assert await drafted(play, rook) is None
        assert not seen.find("v-fit"), "the old panel has no buttons any more"


async def test_presses_of_the_other_question_count_for_nothing(tmp_path: Path, undrawn: list[Any]) -> None:
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        await play.begin(options={"modules": "on"})
        seen, _ = play.find(rook, "v-fit")
        for what, values in (
            ("v-die:0.0.-", ["B3"]),
            ("v-mod:0.0.B3", ["brake_1"]),
            ("v-deck:0.none", ["attack"]),
            ("v-deck:0.first", ["none"]),
        ):
            play.press_forged(rook, seen, f"s1:{play.code}:1:{what}", values)
            await play.settle()
        assert await drafted(play, rook) in (None, Outfit("attack", "movement", "least"))
        for person in play.people:
            await play.press(person, "v-fit")
        seen, _ = play.find(rook, "v-type")
        for what, values in (
            ("v-deck:0.first", ["tactic"]),
            ("v-fit:0", None),
            ("v-mod:0.0.B3", ["nothing"]),
            ("v-turn:0.0.B3", ["N"]),
        ):
            play.press_forged(rook, seen, f"s1:{play.code}:2:{what}", values)
            await play.settle()
        assert await drafted(play, rook) in (None, Program())
