"""A copy is put back while games run: every table is told once, asks anew, and goes on from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.backup import back_up, restore
from db.lives import life_of
from tables import timers
from tables.model import Refused
from tests.play.harness import Person, Play, playing
from tests.play.seen import Seen
from tests.tables.world import ANNA, BORIS, CHEN, GUILD, World

PUT_BACK = "put back a copy"
MODA = 31


async def answer(play: Play, person: Person) -> None:
    await play.type_program(person, await play.plan(person))
    await play.press(person, "p-ready")


async def in_round_two(play: Play, copy: Path) -> None:
    """A copy is made in the first round, when one of the two has answered; both see the second."""
    rook, xiaoman, *_ = play.people
    await play.begin(rook, xiaoman)
    await answer(play, rook)
    await play.settle()
    back_up(play.database, copy)
    await answer(play, xiaoman)
    await play.settle()
    assert (await play.table()).window == 2


def seen_by(play: Play, person: Person) -> list[Seen]:
    return [*play.dms(person), *play.table_messages()]


def asking(messages: list[Seen]) -> list[Seen]:
    return [seen for seen in messages if seen.find("v-type") is not None]


async def test_tables_are_told_once_and_ask_again(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with playing(tmp_path) as play:
        rook, xiaoman, *_ = play.people
        await in_round_two(play, copy)
        before = {seen.id for person in play.people for seen in seen_by(play, person)}
        first = play.dms(rook)[0]
        for meanwhile in (lambda database: restore(copy, database), lambda database: None):
            await play.restart(meanwhile)  # the second time there is nothing to tell
            await play.settle()
            assert (await play.table()).window == 1
            assert len([seen for seen in play.table_messages() if PUT_BACK in seen.text]) == 1
            new = [seen for seen in play.dms(xiaoman) if seen.id not in before]
            assert len(new) == len(asking(new)) == 1, "what counts is asked anew of whoever has not answered"
            assert not [seen for seen in play.dms(rook) if seen.id not in before], "and of nobody else"
            told = [seen for seen in play.table_messages() if seen.id not in before]
            assert len(told) == 2, "the news, and the question to all"
        [shown] = [seen for seen in play.dms(rook) if seen.id == first.id]
        assert shown.find("p-unready") is not None, "who had answered finds the old message open as it was then"


async def test_what_the_lost_round_posted_is_posted_as_something_new(tmp_path: Path) -> None:
    """Discord still knows the nonces: it would give back the message that it has."""
    copy = tmp_path / "copy.db"
    async with playing(tmp_path) as play:
        rook, xiaoman, *_ = play.people
        await in_round_two(play, copy)
        lost = asking(play.dms(rook))[-1]
        await play.restart(lambda database: restore(copy, database))
        await answer(play, xiaoman)
        await play.settle()
        assert (await play.table()).window == 2
        again = asking(play.dms(rook))[-1]
        assert again.id > lost.id
        press = play.press_at_once(rook, lost, str(lost.find("v-type")["custom_id"]))  # type: ignore[index]
        await play.settle()
        assert press.responded, "a button of the lost round still answers"
        assert len([seen for seen in play.table_messages() if PUT_BACK in seen.text]) == 1


async def test_the_telling_is_done_whole_or_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot dies while it tells the tables: then none has been told, and the next start tells all."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    world = await World(path).open()
    codes = [await world.started(BORIS), await world.started(BORIS)]
    back_up(path, copy)
    await world.close()
    restore(copy, path)
    await world.open()
    assert world.database.life > 0
    asked = timers.mattering.ask_anew
    seen: list[str] = []

    async def dies_at_the_second(desk: timers.Desk) -> None:
        seen.append(desk.table.code)
        if len(seen) == 2:
            raise MemoryError
        await asked(desk)

    monkeypatch.setattr(timers.mattering, "ask_anew", dies_at_the_second)
    with pytest.raises(MemoryError):
        await world.tables.resume()
    assert not await notices(world)
    await world.restart()
    await world.tables.resume()
    assert sorted(await notices(world)) == sorted(codes)
    await world.restart()
    await world.tables.resume()
    assert len(await notices(world)) == 2
    await world.close()


async def notices(world: World) -> list[str]:
    rows = await world.rows("select code, body from outbox where kind = 'notice'")
    return [row["code"] for row in rows if '"restored"' in row["body"]]


async def test_every_restored_copy_is_a_life_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the same copy is put back twice: what was posted between must not come back."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    world = await World(path).open()
    await world.lobby()
    back_up(path, copy)
    nonces: list[str] = []
    for second in (1_800_000_000, 1_800_000_777):
        await world.close()
        monkeypatch.setattr("db.backup.time.time", lambda second=second: second)
        restore(copy, path)
        await world.open()
        await world.tables.resume()
        assert world.database.life == second
        assert await life(world) == second, "the tables were told"
        await world.started(BORIS)
        nonces += [row["nonce"] for row in await world.rows("select nonce from outbox where kind = 'opening'")]
    assert len(set(nonces)) == 2
    await world.close()


async def life(world: World) -> int:
    async with world.database.read() as connection:
        return await life_of(connection)


async def test_a_button_of_the_lost_time_is_no_button_of_what_is_asked_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numbers of votes, acts and claims are given once: whoever wanted a pause must not end the game by that button."""
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    world = await World(path).open()
    code = await world.started(BORIS)
    back_up(path, copy)
    given: list[tuple[int, int, int]] = []
    for second in (1_800_000_000, 1_800_000_777, 1_800_000_999):
        vote = await world.do("open_vote", ANNA, code, "pause")
        act = await world.do("act", MODA, GUILD, code, "cancel", "enough", {})
        await world.do("offer", ANNA, code)
        claim = await world.do("claim", CHEN, code, 0)
        given.append((vote.id, act.id, claim.id))
        await world.close()
        monkeypatch.setattr("db.backup.time.time", lambda second=second: second)
        restore(copy, path)
        await world.open()
        await world.tables.resume()
    assert all(len(set(numbers)) == 3 for numbers in zip(*given, strict=True)), given
    assert max(max(numbers) for numbers in given) < 10**9, "a button has room for it"
    with pytest.raises(Refused, match="vote_closed"):
        await world.do("cast", BORIS, code, given[0][0], True)
    with pytest.raises(Refused, match="act_closed"):
        await world.do("confirm", MODA, given[0][1])
    await world.close()
