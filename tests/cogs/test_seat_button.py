"""My seat: the same panel privately, and the way back for who was away."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from tests.play.harness import playing


async def test_who_was_away_is_welcomed_back_and_waited_for_again(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        await play.begin()
        async with play.house.database.write() as connection:
            await connection.execute(text("update seats set missed = 2 where seat = 0"))
        assert (await play.table()).seats[0].missed == 2
        await play.press(rook, "seat")
        told = [seen.text for seen in play.messages(play.thread.id, rook)]
        assert any("Welcome back" in line for line in told)
        assert (await play.table()).seats[0].missed == 0
        await play.press(rook, "seat")
        assert sum("Welcome back" in seen.text for seen in play.messages(play.thread.id, rook)) == 1


async def test_with_a_closed_dm_the_seat_is_still_played(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook = play.people[0]
        play.close_dm(rook)
        await play.begin()
        await play.press(rook, "seat")
        mine = play.messages(play.thread.id, rook)[-1]
        await play.fill(rook, await play.press(rook, "v-type", seen=mine), "B3N R1NE B2E")
        mine = play.messages(play.thread.id, rook)[-1]
        await play.press(rook, "p-ready", seen=mine)
        assert (await play.table()).ready == 1
        assert all("B3N" not in seen.text for seen in play.table_messages())


async def test_a_button_of_an_ended_table_still_answers(tmp_path: Path) -> None:
    async with playing(tmp_path, people=2) as play:
        rook, other = play.people
        await play.begin()
        screen = next(play.screen(seen) for seen in play.table_messages() if seen.find("seat"))
        await other.member.slash(play.thread, "table resign")
        await play.press(other, "resign")
        assert (await play.table()).status == "over"
        play.press_at_once(rook, screen, f"s1:{play.code}:0:seat")
        await play.env.settle()
        answer = play.messages(play.thread.id, rook)[-1]
        assert "has ended" in answer.text
        assert not [c for c in answer.components if c.get("custom_id")]
