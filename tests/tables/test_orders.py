"""Standing orders: they answer for a seat as soon as it is asked, and are nobody else's business."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engines.core import Level
from tables import turns
from tables.model import Refused
from tests.embers_game import EMBERS, Stoke, Watch
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World


async def sources(world: World, window: int) -> list[str]:
    return [
        row["source"] for row in await world.rows(f"select source from actions where window={window} order by seat")
    ]


async def embers(world: World, *others: int, **more: Any) -> str:
    return await world.started(*others, game="embers", **more)


async def order(world: World, user: int, code: str, **values: str) -> Any:
    for field, value in values.items():
        kept = await world.do("keep_order", user, code, field, value)
    return kept


async def stoke(world: World, user: int, code: str, coals: int) -> None:
    await world.do("answer", user, code, (await world.tables.find(code)).window, Stoke(coals=coals))


async def panels(world: World, window: int) -> list[int]:
    """The seats for which a panel of this window was written."""
    return [post["seat"] for post in await world.posts("panel") if f":{window}-" in post["key"]]


async def test_an_order_answers_the_question_that_is_open(world: World) -> None:
    code = await embers(world, BORIS)
    kept = await order(world, BORIS, code, stoke="most")
    assert (kept.seat, kept.current, kept.answering) == (1, {"stoke": "most", "watch": "ask"}, True)
    panel = await world.tables.panel(code, BORIS)
    assert (panel.draft, panel.ready, panel.ordered) == (Stoke(coals=2), True, True)
    assert (await world.tables.find(code)).ready == 1
    await stoke(world, ANNA, code, 2)
    assert await sources(world, 1) == ["person", "order"]


async def test_what_could_be_ordered_is_told_by_the_game(world: World) -> None:
    code = await embers(world, BORIS)
    orders = await world.tables.orders(code, ANNA)
    assert orders.current == {"stoke": "ask", "watch": "ask"}
    assert orders.possible == {"stoke": ("ask", "none", "most", "three"), "watch": ("ask", "keep", "leave")}
    assert not orders.answering


async def test_a_window_that_opens_is_answered_without_a_panel_or_a_call(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await order(world, ANNA, code, watch="keep")
    await order(world, BORIS, code, stoke="most", watch="keep")
    for user in (ANNA, CHEN):
        await stoke(world, user, code, 3)
    info = await world.tables.find(code)
    assert (info.window, info.window_kind, info.hidden) == (3, "stoke", True), "the watch was Boris's, by order"
    assert await sources(world, 2) == ["order"]
    assert await panels(world, 2) == []
    assert await panels(world, 3) == [0, 2]
    assert info.ready == 1
    assert info.answered == (), "while answers are secret nobody learns whose they are"


async def test_an_answer_can_be_taken_back_and_changed_while_the_window_is_open(world: World) -> None:
    code = await embers(world, BORIS)
    await order(world, BORIS, code, stoke="none")
    panel = await world.do("unready", BORIS, code, 1)
    assert (panel.draft, panel.ready, panel.ordered) == (Stoke(coals=0), False, False), "not ready keeps the draft"
    await stoke(world, ANNA, code, 2)
    assert (await world.tables.find(code)).window == 1, "Boris is waited for"
    await order(world, BORIS, code, stoke="most")
    panel = await world.tables.panel(code, BORIS)
    assert (panel.draft, panel.ready) == (Stoke(coals=0), False), "what he holds in his hands is his"
    await world.do("answer", BORIS, code, 1, Stoke(coals=1))
    assert await sources(world, 1) == ["person", "person"]


async def test_a_draft_of_ones_own_is_not_touched(world: World) -> None:
    code = await embers(world, BORIS)
    await world.do("save_draft", BORIS, code, 1, Stoke(coals=1))
    kept = await order(world, BORIS, code, stoke="most")
    assert not kept.answering
    panel = await world.tables.panel(code, BORIS)
    assert (panel.draft, panel.ready) == (Stoke(coals=1), False)


async def test_a_changed_order_answers_anew_and_one_taken_back_asks_again(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await world.flush()
    await order(world, BORIS, code, stoke="none")
    assert {post.kind for post in await world.flush()} == {"window", "panel"}, "one more is ready"
    await order(world, BORIS, code, stoke="most")
    assert (await world.tables.panel(code, BORIS)).draft == Stoke(coals=3)
    await order(world, BORIS, code, watch="keep")
    assert (await world.tables.panel(code, BORIS)).ready, "another order changes nothing"
    kept = await order(world, BORIS, code, stoke="ask")
    assert not kept.answering
    panel = await world.tables.panel(code, BORIS)
    assert (panel.draft, panel.ready, panel.table.ready) == (None, False, 0)


async def test_who_takes_an_order_back_is_asked_after_all(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await order(world, CHEN, code, stoke="most", watch="keep")
    for user in (ANNA, BORIS):
        await stoke(world, user, code, 3)
    window = (await world.tables.find(code)).window
    await world.do("answer", BORIS, code, window, Watch())
    assert await panels(world, window + 1) == [0, 1]
    await order(world, CHEN, code, stoke="ask")
    assert await panels(world, window + 1) == [0, 1, 2]


async def test_a_table_that_is_wholly_ordered_goes_on_at_once(world: World) -> None:
    code = await embers(world, bots=1)
    await order(world, ANNA, code, watch="leave")
    assert (await world.tables.find(code)).window == 1
    await order(world, ANNA, code, stoke="most")
    info = await world.tables.find(code)
    assert info.status == "over"
    assert info.result is not None
    assert info.result.places == (1, 2)
    assert set(await sources(world, 1)) == {"order", "bot"}
    assert (await world.tables.fairness(code)).replay_agrees


async def test_a_long_run_of_orders_goes_on_at_the_next_beat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_RUN", 6)
    code = await embers(world, BORIS)
    for user in (ANNA, BORIS):
        await order(world, user, code, watch="keep", stoke="most")
    assert (await world.tables.find(code)).window == 7
    await world.tables.beat()
    assert (await world.tables.find(code)).window == 13
    due = (await world.tables.find(code)).deadline
    await order(world, ANNA, code, watch="ask")
    await world.tables.beat()
    info = await world.tables.find(code)
    assert info.asked == (0,), "she is asked now, and has all the time that there is"
    assert due is not None
    assert info.deadline == due
    assert [seat.missed for seat in info.seats] == [0, 0]


async def test_in_the_pause_of_a_long_run_an_answer_can_be_taken_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "LONGEST_RUN", 2)
    code = await embers(world, BORIS)
    for user in (ANNA, BORIS):
        await order(world, user, code, watch="keep", stoke="most")
    window = (await world.tables.find(code)).window
    await world.do("unready", BORIS, code, window)
    world.clock.pass_by(minutes=1)
    await world.tables.beat()
    assert (await world.tables.find(code)).window == window
    await world.do("ready", BORIS, code, window)
    assert (await world.tables.find(code)).window > window
    assert await sources(world, window) == ["order", "person"]


async def test_an_order_that_gives_no_legal_answer_leaves_the_question(world: World) -> None:
    code = await embers(world, BORIS)
    kept = await order(world, BORIS, code, stoke="three")
    assert not kept.answering, "only two may be stoked"
    panel = await world.tables.panel(code, BORIS)
    assert (panel.draft, panel.ready) == (None, False)


async def test_orders_that_fail_stop_nothing(world: World, monkeypatch: pytest.MonkeyPatch, complaints: Any) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("secret 7")

    code = await embers(world, BORIS)
    monkeypatch.setattr(EMBERS, "ordered", fail)
    kept = await order(world, BORIS, code, stoke="most")
    assert (kept.current["stoke"], kept.answering) == ("most", False)
    [text] = complaints.forgive()
    assert "RuntimeError" in text
    assert "secret" not in text


async def test_orders_are_neither_a_missed_window_nor_a_sign_of_life(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await order(world, BORIS, code, stoke="most", watch="keep")
    await world.change("update seats set missed = 1 where seat = 1")
    for user in (ANNA, CHEN):
        await stoke(world, user, code, 3)
    assert (await world.tables.find(code)).seats[1].missed == 1
    assert await world.posts("missed") == []


async def test_orders_answer_for_whoever_is_away(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await order(world, BORIS, code, stoke="most", watch="leave")
    await world.change("update seats set missed = 2 where seat = 1")
    for user in (ANNA, CHEN):
        await stoke(world, user, code, 3)
    assert await sources(world, 1) == ["person", "order", "person"]
    info = await world.tables.find(code)
    assert (info.window, info.seats[1].missed) == (3, 2)


async def test_while_everybody_is_away_orders_wait_for_the_deadline(world: World) -> None:
    """Or the game would run off by itself."""
    code = await embers(world, BORIS, pace="live")
    for user in (ANNA, BORIS):
        await order(world, user, code, watch="leave")
    await world.change("""update seats set missed = 2, orders = '{"stoke": "most", "watch": "leave"}'""")
    for window in (2, 3, 4):
        world.clock.pass_by(minutes=5)
        await world.tables.beat()
        await world.tables.beat()
        assert (await world.tables.find(code)).window == window
        assert await panels(world, window) == []
    assert await sources(world, 2) == ["order"]
    assert await sources(world, 3) == ["order", "order"]
    assert [seat.missed for seat in (await world.tables.find(code)).seats] == [3, 3], "the stand-in had the first only"


async def test_at_the_deadline_an_order_counts_and_the_person_is_told_nothing(world: World) -> None:
    code = await embers(world, BORIS)
    await order(world, BORIS, code, stoke="none")
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    assert await sources(world, 1) == ["stand_in", "order"]
    assert [post["seat"] for post in await world.posts("missed")] == [0]


async def test_bots_and_strangers_have_no_orders(world: World) -> None:
    code = await embers(world, bots=1)
    with pytest.raises(Refused, match="not_seated"):
        await order(world, BORIS, code, stoke="most")
    with pytest.raises(Refused, match="not_seated"):
        await world.tables.orders(code, BORIS)


@pytest.mark.parametrize(("field", "value"), [("stoke", "everything"), ("stoke", ""), ("nothing", "ask"), ("", "")])
async def test_what_the_game_does_not_know_cannot_be_ordered(world: World, field: str, value: str) -> None:
    code = await embers(world, BORIS)
    with pytest.raises(Refused, match="unknown_option"):
        await order(world, ANNA, code, **{field: value})
    assert (await world.tables.orders(code, ANNA)).current == {"stoke": "ask", "watch": "ask"}


async def test_a_game_without_orders_takes_none(world: World) -> None:
    code = await world.started(BORIS)
    assert (await world.tables.orders(code, ANNA)).possible == {}
    with pytest.raises(Refused, match="unknown_option"):
        await order(world, ANNA, code, stoke="most")


async def test_an_order_from_another_version_of_the_game_is_none(world: World) -> None:
    code = await embers(world, BORIS)
    await world.change("""update seats set orders = '{"stoke": "gone", "former": "on", "watch": "keep"}'""")
    assert (await world.tables.orders(code, ANNA)).current == {"stoke": "ask", "watch": "keep"}
    for user in (ANNA, BORIS):
        await stoke(world, user, code, 2)
    assert (await world.tables.find(code)).window == 3, "the watch was kept"


async def test_orders_are_for_running_games(world: World) -> None:
    lobby = await world.lobby(game="embers")
    with pytest.raises(Refused, match="not_started"):
        await order(world, ANNA, lobby, stoke="most")
    code = await embers(world, BORIS)
    await world.do("resign", BORIS, code)
    for user in (ANNA, BORIS):
        with pytest.raises(Refused, match="table_closed"):
            await order(world, user, code, stoke="most")


async def test_orders_go_with_their_holder(world: World) -> None:
    code = await embers(world, BORIS, CHEN)
    await order(world, BORIS, code, stoke="most")
    await world.do("resign", BORIS, code)
    with pytest.raises(Refused, match="resigned"):
        await order(world, BORIS, code, stoke="most")
    assert (await world.tables.orders(code, BORIS)).current["stoke"] == "ask"
    await order(world, CHEN, code, watch="keep")
    async with world.tables._desk(None, code) as desk:
        await desk.change_seat(2, user_id=DORA)
    assert (await world.tables.orders(code, DORA)).current["watch"] == "ask"


async def test_when_somebody_leaves_orders_answer_what_is_possible_now(world: World) -> None:
    code = await embers(world, BORIS, CHEN, DORA)
    await order(world, BORIS, code, stoke="most")
    await order(world, CHEN, code, stoke="three")
    assert (await world.tables.find(code)).ready == 2
    await world.do("resign", DORA, code)
    assert (await world.tables.panel(code, BORIS)).draft == Stoke(coals=3)
    assert (await world.tables.panel(code, CHEN)).ready, "three are still possible"
    await world.do("resign", ANNA, code)
    info = await world.tables.find(code)
    assert (info.window, info.ready) == (1, 1)
    assert (await world.tables.panel(code, BORIS)).draft == Stoke(coals=2)
    assert (await world.tables.panel(code, CHEN)).draft is None, "he is asked after all"
    assert 2 in await panels(world, 1)


async def test_whom_orders_cannot_answer_for_any_more_is_asked_with_a_panel(world: World) -> None:
    code = await embers(world, BORIS, CHEN, DORA, pace="live")
    await order(world, CHEN, code, stoke="three")
    for user in (ANNA, BORIS, DORA):
        await stoke(world, user, code, 3)
    await world.do("answer", BORIS, code, 2, Watch())
    assert await panels(world, 3) == [0, 1, 3]
    for user in (DORA, ANNA):
        await world.do("resign", user, code)
    assert await panels(world, 3) == [0, 1, 3, 2]


async def test_orders_and_what_they_answered_outlive_a_restart(world: World) -> None:
    code = await embers(world, BORIS)
    await order(world, BORIS, code, stoke="none", watch="keep")
    await world.restart()
    kept = await world.tables.orders(code, BORIS)
    assert (kept.current, kept.answering) == ({"stoke": "none", "watch": "keep"}, True)
    await stoke(world, ANNA, code, 0)
    assert await sources(world, 1) == ["person", "order"]


async def test_a_repeated_press_orders_once(world: World) -> None:
    code = await embers(world, BORIS)
    await order(world, BORIS, code, stoke="most")
    press = world.press(BORIS, again=True)
    with pytest.raises(Refused, match="already_done"):
        await world.tables.keep_order(press, code, "stoke", "none")
    assert (await world.tables.orders(code, BORIS)).current["stoke"] == "most"


async def test_nobody_else_learns_of_orders(world: World) -> None:
    """With another order everything that others get is the same: the table, their panels, every post."""

    async def seen(value: str) -> tuple[Any, ...]:
        code = await embers(world, BORIS, CHEN)
        await order(world, BORIS, code, stoke=value)
        table = replace(await world.tables.find(code), code="", seed_hash="", salt="")
        posts = [post for post in await world.posts() if post["code"] == code]
        others = [(await world.tables.panel(code, user)).draft for user in (ANNA, CHEN)]
        return table, [(post["kind"], post["seat"], post["body"], post["version"]) for post in posts], others

    one, other = await seen("none"), await seen("most")
    assert one == other
    assert "order" not in repr(one)


async def test_a_stand_in_is_not_asked_where_orders_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    stand_in = EMBERS.stand_in

    def watched(view: Any, seat: int, level: Level, chance: Any) -> Any:
        asked.append(seat)
        return stand_in(view, seat, level, chance)

    monkeypatch.setattr(EMBERS, "stand_in", watched)
    code = await embers(world, BORIS, bots=1)
    await order(world, BORIS, code, stoke="most", watch="keep")
    await stoke(world, ANNA, code, 3)
    assert set(asked) == {2}
