"""Standing orders in a simulated Discord: a private list for each, that answers at once and is nobody else's."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.composed import Composed
from cogs.limits import TEXT, check_view
from cogs.orders import orders_button, orders_panel, with_orders
from cogs.posts.play import waiting
from engines.chance import FastChance
from locales import LANGUAGES, speak
from tables.model import SeatOrders, SeatPanel
from tests.cogs.embers_world import Fire, burning
from tests.cogs.panel_maker import game_panel, table_info
from tests.embers_game import EMBERS, Stoke
from tests.embers_painter import register


@pytest.fixture
async def fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fire]:
    async with burning(tmp_path, monkeypatch) as fire:
        yield fire


async def test_orders_are_given_in_private_and_answer_at_once(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    before = fire.play.record()
    orders = await fire.orders(rook)
    assert fire.chosen(orders) == ["ask", "ask"]
    assert fire.play.record() == before
    after = await fire.order(rook, orders, "stoke", "most")
    assert after.id == orders.id
    assert fire.chosen(after) == ["most", "ask"]
    assert "have answered what is asked now" in after.text
    assert (await fire.play.table()).ready == 1
    await fire.play.wait(10)
    [panel] = fire.play.dms(rook)
    assert "have answered what is asked now" in panel.text, "the panel that was posted says so too"
    assert panel.find("p-unready") is not None


async def test_a_panel_in_a_dm_has_the_button_and_each_reader_their_language(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    panel = fire.play.dms(xiaoman)[-1]
    assert "预设指令" in panel.labels
    orders = await fire.orders(xiaoman, panel)
    assert "只有你自己看得到" in orders.text
    await fire.order(xiaoman, orders, "watch", "keep")
    assert (await fire.play.house.tables.orders(fire.play.code, xiaoman.id)).current["watch"] == "keep"


async def test_for_whom_orders_answer_there_is_no_panel_and_no_call(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman, pace="live")
    orders = await fire.orders(xiaoman)
    orders = await fire.order(xiaoman, orders, "watch", "keep")
    await fire.order(xiaoman, orders, "stoke", "most")
    told = len(fire.play.dms(xiaoman))
    await fire.stoke(rook, 2)
    await fire.play.wait(10)
    assert (await fire.play.table()).window == 3, "the watch was kept by order"
    assert len(fire.play.dms(xiaoman)) == told
    assert all(f"<@{xiaoman.id}>" not in seen.text for seen in fire.play.table_messages())
    assert len(fire.play.dms(rook)) == 2


async def test_an_answer_by_order_is_taken_back_in_my_seat(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    await fire.order(rook, await fire.orders(rook), "stoke", "none")
    mine = await fire.seat(rook)
    assert "have answered what is asked now" in mine.text
    await fire.play.press(rook, "p-unready", seen=mine)
    mine = fire.private(rook)[-1]
    assert "have answered what is asked now" not in mine.text
    await fire.stoke(rook, 1, mine)
    panel = await fire.play.house.tables.panel(fire.play.code, rook.id)
    assert (panel.draft, panel.ready, panel.ordered) == (Stoke(coals=1), True, False)


async def test_orders_are_found_while_nothing_is_asked(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman, ibis)
    for person in fire.play.people:
        await fire.stoke(person, 3)
    assert (await fire.play.table()).window_kind == "watch"
    resting = await fire.seat(rook)
    assert resting.find("g-pick") is None
    orders = await fire.orders(rook, resting)
    assert fire.chosen(await fire.order(rook, orders, "watch", "leave")) == ["ask", "leave"]


async def test_the_last_order_resolves_the_window_for_everybody(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    await fire.stoke(xiaoman, 0)
    await fire.order(rook, await fire.orders(rook), "stoke", "most")
    assert (await fire.play.table()).status == "over"
    assert "wins" in fire.play.table_messages()[-1].text


async def test_orders_go_on_after_a_restart(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    orders = await fire.orders(rook)
    await fire.play.restart()
    assert fire.chosen(await fire.order(rook, orders, "watch", "keep")) == ["ask", "keep"]


async def test_forged_presses_order_nothing(fire: Fire) -> None:
    rook, xiaoman, _ = fire.play.people
    await fire.begin(rook, xiaoman)
    before, words = fire.play.record(), speak("en")
    theirs, gone = words("panel.not_yours"), words("panel.gone")
    forged: list[tuple[str, list[str] | None, str]] = [
        ("0:order:1.stoke", ["most"], theirs),
        ("0:order:x.stoke", ["most"], theirs),
        ("0:order:0.nothing", ["most"], gone),
        ("0:order:0.stoke", ["everything"], gone),
        ("0:order:0", ["most"], gone),
        ("0:orders:1", None, theirs),
    ]
    for number, (tail, values, told) in enumerate(forged, 1):
        press = fire.play.press_forged(rook, fire.asking(), f"s1:{fire.play.code}:{tail}", values)
        await fire.play.settle()
        assert press.responded
        assert fire.play.record() == before
        answers = fire.private(rook)
        assert len(answers) == number
        assert told in answers[-1].text
    for person in (rook, xiaoman):
        orders = await fire.play.house.tables.orders(fire.play.code, person.id)
        assert set(orders.current.values()) == {"ask"}


async def test_ones_own_orders_never_stand_in_a_public_message(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman)
    before = fire.play.record()
    for tail, values in (("0:orders:0", None), ("0:order:0.watch", ["keep"])):
        press = fire.play.press_forged(rook, fire.asking(), f"s1:{fire.play.code}:{tail}", values)
        await fire.play.settle()
        assert press.responded
        assert "Standing orders" in fire.private(rook)[-1].text
        assert fire.private(xiaoman) == fire.private(ibis) == []
    await fire.play.wait(10)
    assert fire.play.record() == before


async def test_who_has_resigned_orders_nothing_any_more(fire: Fire) -> None:
    rook, xiaoman, ibis = fire.play.people
    await fire.begin(rook, xiaoman, ibis)
    orders = await fire.orders(rook)
    await fire.play.house.tables.resign(fire.by(rook), fire.play.code)
    await fire.order(rook, orders, "stoke", "most")
    assert "not in play" in fire.private(rook)[-1].text
    resting = await fire.seat(rook)
    assert resting.find("orders") is None


async def test_with_other_orders_everybody_else_sees_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte by byte: whatever Rook orders, what everybody sees and what another sees does not change."""
    seen: list[tuple[str, list[str]]] = []
    for value in ("none", "most"):
        folder = tmp_path / value
        folder.mkdir()
        async with burning(folder, monkeypatch) as fire:
            rook, xiaoman, _ = fire.play.people
            await fire.begin(rook, xiaoman)
            await fire.order(rook, await fire.orders(rook), "stoke", value)
            await fire.seat(xiaoman)
            await fire.play.wait(10)
            theirs = [message.text for message in (*fire.private(xiaoman), *fire.play.dms(xiaoman))]
            seen.append((fire.play.record(), theirs))
    assert seen[0] == seen[1]


def ten_orders() -> SeatOrders:
    fields = {f"field{number}": ("ask", *(f"value{other}" for other in range(5))) for number in range(10)}
    table = table_info(game="embers", seats=())
    return SeatOrders(table, 0, dict.fromkeys(fields, "ask"), fields, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_orders_fit_into_one_message(language: Any) -> None:
    composed = orders_panel(ten_orders(), speak(language))
    assert check_view(composed.view, strict=True)
    lists = [item for item in composed.view.walk_children() if hasattr(item, "item")]
    assert len(lists) == 10


def boxed(*items: discord.ui.Item[Any]) -> Composed:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(discord.ui.TextDisplay("?"), *items))
    return Composed(view)


def buttons(count: int) -> discord.ui.ActionRow[Any]:
    return discord.ui.ActionRow(*(discord.ui.Button(label=str(number)) for number in range(count)))


def rows(composed: Composed) -> list[int]:
    """How many components each row has."""
    items = composed.view.walk_children()
    return [len(item.children) for item in items if isinstance(item, discord.ui.ActionRow)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> SeatPanel:
    register(monkeypatch)
    return game_panel(EMBERS, EMBERS.start(EMBERS.Options(), 2, FastChance(1)).state, 0)


def test_a_game_without_orders_has_no_button(asked: SeatPanel) -> None:
    panel = replace(asked, table=replace(asked.table, game="volt"))
    assert rows(with_orders(boxed(buttons(2)), panel, speak("en"))) == [2]


@pytest.mark.parametrize(("there", "then"), [([], [1]), ([2], [3]), ([5], [5, 1]), ([5, 4], [5, 5])])
def test_the_button_stands_in_the_last_row_that_has_room(asked: SeatPanel, there: list[int], then: list[int]) -> None:
    assert rows(with_orders(boxed(*map(buttons, there)), asked, speak("en"))) == then


def test_a_list_leaves_no_room_in_its_row(asked: SeatPanel) -> None:
    options = [discord.SelectOption(label="one")]
    chosen = discord.ui.ActionRow[Any](discord.ui.Select(options=options))
    assert rows(with_orders(boxed(chosen), asked, speak("en"))) == [1, 1]


def test_a_panel_that_has_the_button_keeps_it_where_it_is(asked: SeatPanel) -> None:
    row = discord.ui.ActionRow[Any](orders_button(asked, speak("en")))
    assert rows(with_orders(boxed(row, buttons(2)), asked, speak("en"))) == [1, 2]


def test_what_orders_answered_is_not_said_where_there_is_no_room(asked: SeatPanel) -> None:
    panel, words = replace(asked, ordered=True), speak("en")

    def told(before: int) -> int:
        composed = with_orders(boxed(discord.ui.TextDisplay("x" * before)), panel, words)
        assert check_view(composed.view, strict=True)
        return sum(isinstance(item, discord.ui.TextDisplay) for item in composed.view.walk_children())

    assert told(10) == 3
    assert told(TEXT - 1) == 2


def test_who_has_answered_already_is_not_called() -> None:
    """In an open question to several, and where a long run of orders pauses at a question to one."""
    table = replace(table_info(3, hidden=False, asked=(0, 1)), answered=(0,))
    who, mentions = waiting(speak("en"), table)
    assert mentions == (101,)
    assert "<@100>" not in who
    who, mentions = waiting(speak("en"), replace(table, asked=(0,), ready=1))
    assert mentions == ()
    assert "<@" not in who
