"""While the game runs: drafts, ready, resolving, resigning."""

from __future__ import annotations

import asyncio

import pytest

from engines.core import IllegalAction
from tables.model import AlreadyDone, Refused, Stale
from tests.tables.world import ANNA, BORIS, CHEN, DORA, World
from tests.toy_game import Bid, Take


async def refused(reason: str, doing: object) -> None:
    with pytest.raises(Refused) as caught:
        await doing  # type: ignore[misc]
    assert caught.value.reason == reason


async def test_a_draft_is_kept_and_drawn_into_the_view(world: World) -> None:
    code = await world.started(BORIS)
    panel = await world.do("save_draft", ANNA, code, 1, Bid(amount=2))
    assert (panel.seat, panel.draft, panel.ready, panel.window) == (0, Bid(amount=2), False, 1)
    assert (panel.view.seat, panel.view.plan, panel.ask.kind) == (0, 2, "bid")
    assert await world.tables.panel(code, ANNA) == panel
    assert await world.tables.seat_panel(code, 0, 1) == panel
    other = await world.tables.panel(code, BORIS)
    assert (other.draft, other.view.plan) == (None, None)


async def test_an_illegal_draft_leaves_the_draft_as_it_was(world: World) -> None:
    code = await world.started(BORIS)
    await world.do("save_draft", ANNA, code, 1, Bid(amount=2))
    before = await world.rows("select * from drafts")
    for doing in ("save_draft", "answer"):
        with pytest.raises(IllegalAction) as caught:
            await world.do(doing, ANNA, code, 1, Bid(amount=9))
        assert caught.value.reason == "range"
    assert await world.rows("select * from drafts") == before


async def test_an_unfinished_draft_is_no_answer(world: World) -> None:
    code = await world.started(BORIS)
    await refused("no_draft", world.do("ready", ANNA, code, 1))
    await world.do("save_draft", ANNA, code, 1, Bid())
    for doing, more in (("ready", ()), ("answer", (Bid(),))):
        with pytest.raises(IllegalAction) as caught:
            await world.do(doing, ANNA, code, 1, *more)
        assert caught.value.reason == "not_possible"
    assert not (await world.tables.panel(code, ANNA)).ready


async def test_ready_can_be_taken_back_and_any_edit_takes_it_back(world: World) -> None:
    code = await world.started(BORIS)
    panel = await world.do("answer", ANNA, code, 1, Bid(amount=2))
    assert (panel.ready, panel.table.ready, panel.table.window) == (True, 1, 1)
    assert (await world.do("ready", ANNA, code, 1)).ready
    panel = await world.do("unready", ANNA, code, 1)
    assert (panel.ready, panel.draft, panel.table.ready) == (False, Bid(amount=2), 0)
    assert not (await world.do("unready", ANNA, code, 1)).ready
    await world.do("ready", ANNA, code, 1)
    panel = await world.do("save_draft", ANNA, code, 1, Bid(amount=2))
    assert (panel.ready, panel.table.ready) == (False, 0)
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 1, "Anna is not ready"


async def test_the_last_one_ready_resolves_the_window(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", BORIS, code, 1, Bid(amount=1))
    assert await world.tables.steps(code, after=1) == []
    panel = await world.do("answer", CHEN, code, 1, Bid(amount=2))
    assert (panel.window, panel.draft, panel.ready) == (2, None, False)
    info = await world.tables.find(code)
    assert (info.window, info.window_kind, info.asked, info.ready) == (2, "take", (0,), 0)
    assert (await world.tables.public_view(code)).bids == (3, 1, 2)
    rows = await world.rows("select window, seat, source from actions order by seat")
    assert [tuple(row.values()) for row in rows] == [(1, 0, "person"), (1, 1, "person"), (1, 2, "person")]
    assert await world.rows("select * from drafts") == []


async def test_turns_go_round_until_somebody_wins(world: World) -> None:
    code = await world.taking(BORIS)
    await refused("not_asked", world.take(BORIS, code))
    info = await world.to_the_end(code)
    assert (info.status, info.asked, info.deadline, info.window_kind) == ("over", (), None, None)
    assert info.result is not None
    assert sorted(info.result.places) == [1, 2]
    assert info.seed is not None
    panel = await world.tables.panel(code, ANNA)
    assert (panel.ask, panel.view.phase) == (None, "over")
    with pytest.raises(Stale):
        await world.do("answer", ANNA, code, info.window, Take(count=1))
    await refused("table_closed", world.do("resign", ANNA, code))


async def test_steps_are_numbered_through_and_can_be_filtered(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code, 2)
    steps = await world.tables.steps(code)
    assert [step.seq for step in steps] == [1, 2, 3, 4, 5]
    assert [step.window for step in steps] == [0, 1, 1, 1, 2]
    assert [step.chapter for step in steps] == ["setup", "bids", "bids", "first", "take"]
    assert [step.seq for step in await world.tables.steps(code, window=1, chapter="bids")] == [2, 3]
    assert [step.seq for step in await world.tables.steps(code, after=2, limit=2)] == [3, 4]
    step = await world.tables.step(code, 5)
    assert step.events[0].facts["count"] == 2
    assert step.view == await world.tables.public_view(code)
    await refused("unknown_step", world.tables.step(code, 6))
    await refused("unknown_step", world.tables.step(code, 0))


async def test_events_for_one_seat_are_not_for_the_others(world: World) -> None:
    code = await world.taking(BORIS)
    kinds = {
        seat: [event.kind for event in (await world.tables.steps(code, chapter="first", seat=seat))[0].events]
        for seat in (None, 0, 1)
    }
    assert kinds == {None: ["begins"], 0: ["begins", "your_turn"], 1: ["begins"]}


async def test_a_press_from_a_past_window_is_stale(world: World) -> None:
    code = await world.taking(BORIS)
    for what, more in (("save_draft", (Bid(amount=1),)), ("answer", (Bid(amount=1),)), ("ready", ()), ("unready", ())):
        with pytest.raises(Stale):
            await world.do(what, ANNA, code, 1, *more)
    with pytest.raises(Stale):
        await world.do("answer", ANNA, code, 3, Take(count=1))
    assert (await world.tables.find(code)).window == 2


async def test_strangers_and_lobbies_get_a_clear_answer(world: World) -> None:
    code = await world.started(BORIS)
    await refused("not_seated", world.do("save_draft", CHEN, code, 1, Bid(amount=1)))
    await refused("not_seated", world.do("resign", CHEN, code))
    await refused("not_seated", world.tables.panel(code, CHEN))
    await refused("unknown_table", world.do("ready", ANNA, "ZZZZ", 1))
    lobby = await world.lobby(CHEN)
    await refused("not_started", world.do("save_draft", CHEN, lobby, 1, Bid(amount=1)))
    await refused("not_started", world.do("resign", CHEN, lobby))
    await refused("not_started", world.do("back", CHEN, lobby))
    await refused("not_started", world.tables.panel(lobby, CHEN))
    await refused("not_started", world.tables.public_view(lobby))


async def test_the_same_press_is_applied_once(world: World) -> None:
    code = await world.taking(BORIS)
    press = world.press(ANNA)
    done = await asyncio.gather(
        *(world.tables.answer(press, code, 2, Take(count=1)) for _ in range(4)), return_exceptions=True
    )
    assert [type(one) for one in done].count(AlreadyDone) == 3
    pile = (await world.tables.public_view(code)).pile
    with pytest.raises(AlreadyDone):
        await world.tables.answer(press, code, 2, Take(count=1))
    assert (await world.tables.public_view(code)).pile == pile


async def test_two_presses_at_once_queue(world: World) -> None:
    code = await world.started(BORIS, CHEN, DORA)
    people = (ANNA, BORIS, CHEN, DORA)
    await asyncio.gather(*(world.do("save_draft", user, code, 1, Bid(amount=1)) for user in people))
    await asyncio.gather(*(world.do("ready", user, code, 1) for user in people))
    assert (await world.tables.find(code)).window == 2
    assert len(await world.rows("select * from actions")) == 4


async def test_of_two_different_answers_at_once_one_is_stale(world: World) -> None:
    code = await world.taking(BORIS)
    pile = (await world.tables.public_view(code)).pile
    done = await asyncio.gather(
        world.do("answer", ANNA, code, 2, Take(count=1)),
        world.do("answer", ANNA, code, 2, Take(count=3)),
        return_exceptions=True,
    )
    assert [type(one) for one in done].count(Stale) == 1
    [row] = await world.rows("select * from actions where window = 2")
    taken = pile - (await world.tables.public_view(code)).pile
    assert f'"count":{taken}' in row["action_json"]


async def test_many_tables_at_once_do_not_disturb_each_other(world: World) -> None:
    codes = [await world.started(BORIS) for _ in range(6)]
    for user in (ANNA, BORIS):
        await asyncio.gather(*(world.do("answer", user, code, 1, Bid(amount=1)) for code in codes))
    assert {(await world.tables.find(code)).window for code in codes} == {2}


async def test_bot_players_answer_when_the_people_have(world: World) -> None:
    code = await world.taking(bots=2)
    rows = await world.rows("select seat, source from actions where window = 1 order by seat")
    assert [row["source"] for row in rows] == ["person", "bot", "bot"]
    info = await world.take(ANNA, code)
    assert info.asked == (0,), "the bot players' turns were played in the same transaction"
    assert info.window == 5


async def test_a_past_window_is_shown_with_the_answer_that_counted(world: World) -> None:
    code = await world.taking(BORIS)
    await world.take(ANNA, code, 2)
    panel = await world.tables.seat_panel(code, 0, 2)
    assert (panel.ask, panel.draft, panel.ready, panel.window) == (None, Take(count=2), True, 2)
    assert panel.view.plan == 2
    assert panel.table.window == 3
    await world.to_the_end(code)
    assert (await world.tables.seat_panel(code, 1, 1)).draft == Bid(amount=0)


async def test_choices_are_those_of_the_open_window(world: World) -> None:
    code = await world.taking(BORIS)
    assert await world.tables.choices(code, 0, 2) == [Take(count=1), Take(count=2), Take(count=3)]
    assert await world.tables.choices(code, 0, 2, limit=1) == [Take(count=1)]
    assert await world.tables.choices(code, 1, 2) == []
    assert await world.tables.choices(code, 0, 1) == []
    assert await world.tables.choices(await world.lobby(), 0, 0) == []


async def test_resigning_leaves_the_others_their_window(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    due = (await world.tables.find(code)).deadline
    world.clock.pass_by(hours=1)
    info = await world.do("resign", BORIS, code)
    assert (info.window, info.asked, info.deadline, info.ready) == (1, (0, 2), due, 1)
    assert info.seats[1].out
    assert (await world.tables.panel(code, ANNA)).ready
    panel = await world.tables.panel(code, BORIS)
    assert (panel.ask, panel.view.out) == (None, (False, True, False))
    await refused("resigned", world.do("save_draft", BORIS, code, 1, Bid(amount=1)))
    await refused("resigned", world.do("resign", BORIS, code))
    await world.do("answer", CHEN, code, 1, Bid(amount=0))
    assert (await world.tables.find(code)).window == 2


async def test_resigning_as_the_last_one_waited_for_resolves(world: World) -> None:
    code = await world.started(BORIS, CHEN)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert (await world.do("resign", CHEN, code)).window == 2


async def test_resigning_in_ones_own_turn_passes_it_on(world: World) -> None:
    code = await world.taking(BORIS, CHEN)
    info = await world.do("resign", ANNA, code)
    assert (info.status, info.window, info.asked) == ("running", 3, (1,))


async def test_the_last_but_one_resigning_ends_the_game(world: World) -> None:
    code = await world.started(BORIS)
    info = await world.do("resign", ANNA, code)
    assert info.status == "over"
    assert info.result is not None
    assert info.result.places == (2, 1)


async def test_without_people_in_play_the_table_is_over(world: World) -> None:
    code = await world.started(bots=3)
    info = await world.do("resign", ANNA, code)
    assert (info.status, info.result, info.asked) == ("over", None, ())
    report = await world.tables.fairness(code)
    assert report.replay_agrees


async def test_a_seat_resigned_counts_no_more_against_the_limit(world: World) -> None:
    for _ in range(10):
        code = await world.started(BORIS, CHEN)
        await world.do("resign", ANNA, code)
    assert (await world.tables.find(await world.lobby())).status == "lobby"


async def test_a_table_of_other_rules_is_left_alone(world: World) -> None:
    code = await world.taking(BORIS)
    await world.change("update tables set rules = 99")
    await refused("rules_changed", world.take(ANNA, code))
    assert (await world.tables.find(code)).status == "running"


async def test_a_stand_in_that_fails_is_replaced_by_a_legal_answer(
    world: World, monkeypatch: pytest.MonkeyPatch, complaints: object
) -> None:
    from tests.toy_game import PEBBLES

    code = await world.started(bots=1)

    def broken(*_: object) -> object:
        raise ValueError("the bid is 3")

    monkeypatch.setattr(PEBBLES, "stand_in", broken, raising=False)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert (await world.tables.find(code)).window == 2
    texts = complaints.forgive()  # type: ignore[attr-defined]
    assert texts
    assert not any("bid is 3" in text for text in texts)


async def test_stand_ins_think_before_the_transaction(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_game import PEBBLES

    writing: list[bool] = []
    honest = PEBBLES.stand_in

    def watched(*asked: object) -> object:
        writing.append(world.database.writing)
        return honest(*asked)  # type: ignore[arg-type]

    code = await world.started(BORIS, bots=2)
    monkeypatch.setattr(PEBBLES, "stand_in", watched, raising=False)
    await world.do("answer", ANNA, code, 1, Bid(amount=3))
    assert writing == [], "nobody thinks while a person is waited for"
    await world.do("answer", BORIS, code, 1, Bid(amount=0))
    assert writing == [False, False]
    world.clock.pass_by(hours=24)
    await world.tables.beat()
    assert writing[2] is False
