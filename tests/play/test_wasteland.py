"""Scorched Wasteland through the simulated Discord: games to the last one standing, plans and turns, beaten players."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from cogs.limits import FILES
from engines.chance import FastChance
from engines.core import Level
from engines.wasteland import GAME
from engines.wasteland.model import Options, State
from locales import speak
from tests.play.harness import Person, Seen
from tests.play.wasteland import WastelandPlay, begin_at, panel_text, surviving

DAY = 24 * 3600
PRIVATE_THREAD = 12


def pressable(seen: Seen) -> list[str]:
    """What can be pressed in it."""
    return [str(part["custom_id"]) for part in seen.components if part.get("custom_id") and not part.get("disabled")]


def private(play: WastelandPlay, person: Person) -> list[Seen]:
    """Everything that only this person gets."""
    shared = {room for other in play.people if other is not person for room in play.rooms(other)}
    rooms = [room for room in play.rooms(person) if room not in shared]
    return [seen for room in rooms for seen in play.messages(room, person)]


async def ended_well(play: WastelandPlay) -> None:
    """One is left, the seed is laid open and replays, nothing is left to press, every post keeps within the limits."""
    table = await play.table()
    assert table.status == "over"
    assert table.result is not None
    assert table.result.places.count(1) == 1
    winner = play.people[table.result.places.index(1)]
    end = play.table_messages()[-1].text
    assert winner.name in end
    for person in play.people[: len(table.seats)]:
        assert person.name in end
    assert speak("en").count("panel.wasteland.final.game", (await play.waste()).turn) in end
    assert table.seed is not None
    assert hashlib.sha256(bytes.fromhex(table.seed)).hexdigest() == table.seed_hash
    report = await play.house.tables.fairness(play.code)
    assert report.hash_matches
    assert report.replay_agrees
    for seen in (*play.public(), *(seen for person in play.people for seen in private(play, person))):
        assert not [custom_id for custom_id in pressable(seen) if ":w-" in custom_id], seen.text
        assert len(seen.raw.attachments) <= FILES
    assert play.thread._channel.thread_metadata.archived


def dealer_named(play: WastelandPlay) -> None:
    """Turn, season and dealer stand above everything that happens."""
    headings = [
        line for seen in play.table_messages() for line in seen.text.splitlines() if line.startswith("### Turn")
    ]
    assert headings
    for line in headings:
        assert re.match(r"### Turn \d+ · [\w ]+ · dealer \S+ \*\*\S+\*\*", line), line


# ---- whole games


async def test_three_people_play_to_the_end(tmp_path: Path) -> None:
    """Closed DMs, a restart and a kill in the middle, and somebody who is away for two windows and comes back."""
    async with surviving(tmp_path, people=3, seed="scrap 4", beat_seconds=1800) as play:
        for person in play.people:
            play.close_dm(person)
        await play.begin(options={"length": "short"})
        await play.until("tribute")
        await play.restart()
        await play.until("upkeep")
        rook, *others = play.people
        await away_for_two_windows(play, rook, others)
        await play.kill()
        await play.revive()
        await play.wait(1800)
        await play.play_on()
        await ended_well(play)
        dealer_named(play)
        assert not any(play.dms(person) for person in play.people)
        rooms = [thread for thread in play.channel.threads if thread._channel.type == PRIVATE_THREAD]
        assert len(rooms) == 3, "one for each, for the whole game"


async def away_for_two_windows(play: WastelandPlay, absent: Person, others: list[Person]) -> None:
    """The absent one's time runs out twice, the others answer; afterwards the absent one is back."""
    missed = 0
    for _ in range(12):
        if missed == 2:
            break
        asked = await play.asked()
        for person in asked:
            if person in others:
                await play.press(person, "w-go")
        if absent in asked:
            await play.wait(DAY + 1800)
            missed += 1
            assert (await play.table()).seats[0].missed == missed
    assert missed == 2
    await play.press(absent, "seat")
    assert (await play.table()).seats[0].missed == 0


async def test_turn_by_turn_one_is_asked_and_all_know_why(tmp_path: Path) -> None:
    """Each decision is a window of one seat; the post says who comes next, and only the asked one has a panel."""
    words = speak("en")
    seen: set[str] = set()
    async with surviving(tmp_path, people=3, seed="turns") as play:
        await play.begin(options={"length": "short", "planning": "turns"})
        while len(seen) < 4 or not {"scout_now", "pick"} <= seen:
            asked = await play.asked()
            view = await play.waste()
            ((_, kind), *rest) = view.asked
            why = f"panel.wasteland.why.{kind}"
            after = [play.people[seat].name for seat in view.queue if (seat, kind) not in view.asked]
            if not rest and words.has(why) and (after or kind != "lose_part"):
                post = next(seen for seen in reversed(play.table_messages()) if seen.find("seat"))
                assert words(why) in post.text
                assert all(name in post.text for name in after)
                assert f"<@{asked[0].id}>" in post.text
                seen.add(kind)
            for person in play.people:
                open_panels = [each for each in private(play, person) if each.find("w-go")]
                assert bool(open_panels) == (person in asked)
            await play.play_window()
        dealer_named(play)


async def test_what_a_looked_at_card_is_only_its_viewer_reads(tmp_path: Path) -> None:
    async with surviving(tmp_path, people=3, seed="turns") as play:
        await play.begin(options={"length": "short", "planning": "turns"})
        (person,) = await play.until("look")
        card = panel_text(play, person).split("🔍 ")[1].split(":")[0]
        post = next(seen for seen in reversed(play.table_messages()) if seen.find("seat"))
        assert person.name in post.text or f"<@{person.id}>" in post.text
        for other in play.people:
            if other is not person:
                await play.press(other, "seat")
                got = "\n".join(seen.text for seen in play.messages(play.thread.id, other)[-1:])
                assert "🔍" not in got
        assert card


# ---- beaten players


def late(seats: int, left: int, seed: int) -> State:
    """A short game as it stands when only so many are left, played by stand-ins."""
    luck = FastChance(seed)
    state = GAME.start(Options(length="short"), seats, luck).state
    while (window := GAME.window(state)) is not None and sum(not area.out for area in state.areas) > left:
        answers = {seat: GAME.stand_in(GAME.view(state, seat), seat, Level.NORMAL, luck) for seat in window.asks}
        state = GAME.advance(state, answers, luck).state
    assert GAME.window(state) is not None
    return state


async def test_the_last_of_seven_fight_it_out_and_the_beaten_watch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a game of seven. The beaten are asked nothing, see everything public, and are not pinged."""
    state = late(7, 3, 4)
    begin_at(monkeypatch, state)
    async with surviving(tmp_path, people=7, seed="seven") as play:
        await play.begin()
        beaten = [person for person, area in zip(play.people, state.areas, strict=True) if area.out]
        assert len(beaten) == 4
        for person in beaten:
            answer = await play.press(person, "seat")
            mine = Seen(play.thread.id, answer.response.id, answer.response._message)
            assert not [custom_id for custom_id in pressable(mine) if ":w-" in custom_id]
            assert mine.raw.attachments
            answer = await play.press(person, "look")
            close = Seen(play.thread.id, answer.response.id, answer.response._message)
            await play.press(person, "look-at", close, [str(play.people.index(person))])
            assert await play.asked()
            assert person not in await play.asked()
        for _ in range(40):
            if (await play.table()).status != "running":
                break
            await play.play_window()
        table = await play.table()
        assert table.status == "over"
        assert table.result is not None
        assert sorted(set(table.result.places))[0] == 1
        assert {table.result.places[play.people.index(person)] for person in beaten} <= {4, 5, 6, 7}
        for person in beaten:
            assert not [seen for seen in private(play, person) if seen.find("w-go")]


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_seven_people_play_to_the_end(tmp_path: Path) -> None:
    """Closed DMs for some, restarts all along, somebody who never answers."""
    async with surviving(tmp_path, people=7, seed="seven whole", beat_seconds=1800) as play:
        for person in play.people[:4]:
            play.close_dm(person)
        await play.begin(options={"length": "short"})
        gone = play.people[3]
        for number in range(play.most_windows):
            if (await play.table()).status != "running":
                break
            if number % 40 == 39:
                await play.restart()
            window, asked = (await play.table()).window, await play.asked()
            for person in asked:
                if person is not gone:
                    await play.press(person, "w-go")
            if (await play.table()).window == window:  # after two missed ones nobody waits for the absent any more
                await play.wait(DAY + 1800)
        await ended_well(play)
        dealer_named(play)


@pytest.mark.long
@pytest.mark.timeout(1800)
async def test_three_people_play_turn_by_turn_to_the_end(tmp_path: Path) -> None:
    async with surviving(tmp_path, people=3, seed="turns whole") as play:
        await play.begin(options={"length": "short", "planning": "turns"})
        await play.play_on()
        await ended_well(play)
        dealer_named(play)
