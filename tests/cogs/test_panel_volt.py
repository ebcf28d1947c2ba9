"""The planning panel in every state, in both languages, within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.limits import faults
from cogs.panels import compose_panel, volt
from cogs.panels import volt_pads as pads
from cogs.panels.volt_pads import Half
from cogs.panels.volt_selects import ARROWS
from cogs.press import Address
from cogs.words import safe_names
from engines.chance import FastChance
from engines.core import IllegalAction
from engines.grid import ALL_DIRECTIONS
from engines.volt import GAME
from engines.volt.model import Mark, Options, Plan, Program, State, View
from engines.volt.programming import format_program, legal_dice, parse_program
from locales import Words, speak
from render import Look, Picture
from tables.model import SeatPanel
from tests.cogs.panel_maker import (
    LONGEST_NAME,
    Blank,
    bot,
    both,
    control,
    controls,
    pressable,
    read,
    seat_info,
    table_info,
    volt_panel,
)
from tests.engines.volt.boards import position

WHOLE = parse_program("B3N R1NE B2E")
PART = parse_program("B3N - -")
CHANGING = {"v-pad", "v-die", "v-dir", "v-clear", "v-wipe", "v-type", "p-ready", "p-unready"}
WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def resigned(seat: int) -> SeatPanel:
    state: State = GAME.start(Options(), 4, FastChance(7)).state
    state = GAME.resign(state, seat, FastChance(8)).state
    seats = tuple(seat_info(other, out=other == seat) for other in range(4))
    return volt_panel(state=state, seat=seat, table=replace(table_info(), seats=seats), ask=None)


@WORDS
async def test_an_empty_panel_opens_the_first_pad(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(Program()), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"v-pad", "v-die", "v-dir", "v-type", "p-show"}
    opened = control(composed, "v-die")
    assert opened is not None
    assert opened.address == Address("ABCDE", 1, "v-die", "0.0.-")
    assert words("panel.volt.begin") in read(composed)
    assert control(composed, "v-clear") is None


@WORDS
async def test_without_any_draft_it_is_the_same_three_empty_pads_on_the_picture(words: Words) -> None:
    drawn: list[View] = []

    class Watched(Blank):
        async def draw(self, game: str, view: Any, look: Look) -> Picture:
            drawn.append(view)
            return await super().draw(game, view, look)

    watched = bot()
    watched.studio = Watched()
    fresh, cleared = [await compose_panel(watched, volt_panel(draft), words) for draft in (None, Program())]
    assert fresh.view.to_components() == cleared.view.to_components()
    assert [view.plan for view in drawn] == [Plan(0, Program(), ())] * 2


@WORDS
async def test_a_begun_panel_opens_the_next_empty_pad(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(PART), words)
    opened = control(composed, "v-die")
    assert opened is not None
    assert opened.address.arg == "0.1.-"
    assert pressable(composed) == {"v-pad", "v-die", "v-dir", "v-wipe", "v-type", "p-show"}
    assert "B3N" in read(composed)


@WORDS
async def test_a_filled_pad_can_be_opened_and_cleared(words: Words) -> None:
    composed = await volt.compose(bot(), volt_panel(PART), words, 0)
    assert "v-clear" in pressable(composed)
    chosen = {
        option.value
        for item in controls(composed)
        if isinstance(item.item, discord.ui.Select)
        for option in item.item.options
        if option.default
    }
    assert chosen == {"B3", "N"}


async def test_a_select_never_looks_like_the_one_before_it() -> None:
    """A screen shows what was picked in a select for as long as the select keeps its number."""
    seen: dict[int | None, tuple[int, list[str]]] = {}
    for program in (Program(), PART, parse_program("B3N B3N R1N"), parse_program("R1S R1N B1N")):
        for pad in range(3):
            blue_left = "blue" in legal_dice(program, pad)
            for half in (Half(), Half(dir="N"), *([Half(die=("blue", 3))] if blue_left else [])):
                composed = await volt.compose(bot(), volt_panel(program), speak("en"), pad, half)
                selects = [item.item for item in controls(composed) if isinstance(item.item, discord.ui.Select)]
                assert len({select.id for select in selects}) == 2
                for select in selects:
                    chosen = [option.value for option in select.options if option.default]
                    assert seen.setdefault(select.id, (pad, chosen)) == (pad, chosen)


@WORDS
async def test_a_complete_panel_closes_its_pads_and_may_be_ready(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(WHOLE), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"v-pad", "v-wipe", "v-type", "p-ready", "p-show"}


@WORDS
async def test_a_ready_panel_is_locked(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(WHOLE, ready=True), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"p-unready", "p-show"}
    assert "B3N R1NE B2E" in read(composed)


@WORDS
@pytest.mark.parametrize("status", ["running", "over"])
async def test_a_past_window_is_closed_and_names_what_counted(words: Words, status: Any) -> None:
    panel = volt_panel(WHOLE, ask=None, ready=True, table=table_info(window=2, status=status))
    composed = await compose_panel(bot(), panel, words)
    assert faults(composed.view, composed.files) == []
    assert (pressable(composed), composed.files) == (set(), ())
    assert "B3N R1NE B2E" in read(composed)
    assert f"https://discord.com/channels/{panel.table.guild_id}/{panel.table.thread_id}" in read(composed)


@WORDS
async def test_a_finished_game_is_closed(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(table=table_info(status="over"), ask=None), words)
    assert (pressable(composed), composed.files) == (set(), ())
    assert words("panel.over") in read(composed)


@WORDS
async def test_a_seat_that_is_not_asked_sees_the_board(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(ask=None), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"p-show"}
    assert words("panel.idle") in read(composed)


@WORDS
async def test_a_seat_that_has_resigned_can_only_watch(words: Words) -> None:
    composed = await compose_panel(bot(), resigned(2), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"p-show"}
    assert words("panel.out") in read(composed)


@WORDS
@pytest.mark.parametrize("half", [Half(), Half(die=("red", 6)), Half(dir="NE")], ids=str)
@pytest.mark.parametrize("program", [Program(), PART, WHOLE], ids=format_program)
async def test_the_worst_case_keeps_within_the_limits(words: Words, program: Program, half: Half) -> None:
    """Four names full of marks, every pad telling as much as one can, the longest code and window."""
    panel = volt_panel(program, table=table_info(code="ABCDEFGH", window=200), window=200, seat=3)
    cells = ((8, 8), (8, 7))
    marks = [
        Mark(kind, cells, seat, pad)
        for pad in range(3)
        for kind, seat in (("push", 0), ("fall", 1), ("fall", 2), ("fall", 3), ("blocked", 3), ("path", 3))
    ]
    marks += [Mark(kind, cells[:1], 0, pad) for pad in range(3) for kind in ("hit", "destroyed")]
    view = replace(panel.view, plan=Plan(3, program, tuple(marks)))
    for pad in range(3):
        composed = await volt.compose(bot(), replace(panel, view=view), words, pad, half)
        assert faults(composed.view, composed.files) == []
        assert LONGEST_NAME[:32] not in read(composed)
        assert ("🟢" in read(composed)) == (program != Program())


@WORDS
@pytest.mark.parametrize(
    ("program", "key", "facts"),
    [
        ("B6N - -", "panel.volt.does.short", {"cell": "{end}"}),
        ("B6S - -", "panel.volt.does.stop", {"cell": "{end}"}),
        ("R1N - -", "panel.volt.does.miss", {}),
    ],
)
async def test_a_plan_is_told_pad_by_pad(words: Words, program: str, key: str, facts: dict[str, str]) -> None:
    state: State = GAME.start(Options(), 2, FastChance(7)).state
    panel = volt_panel(parse_program(program), seats=2, state=state)
    ends = [mark.cells[0] for mark in panel.view.plan.marks if mark.kind == "blocked"]
    filled = {name: "ABCDEFGHI"[ends[0][1]] + str(ends[0][0] + 1) for name in facts}
    assert words(key, **filled) in read(await compose_panel(bot(), panel, words))


@WORDS
async def test_a_plan_that_walks_into_a_pit_says_so_and_what_follows_is_void(words: Words) -> None:
    panel, program, cell = _into_a_pit()
    text = read(await compose_panel(bot(), panel, words))
    pads_told = [line for line in text.splitlines() if line.startswith("`")]
    assert words("panel.volt.does.fall", cell=cell, who="") in pads_told[0]
    assert words("panel.volt.does.void") in pads_told[1]
    assert program.pads[1] is not None


@WORDS
@pytest.mark.parametrize(
    ("robots", "program", "told"),
    [
        (("A4", "B4"), "B2E - -", [("push", "D4"), ("drive", "C4")]),
        (("D2", "E2"), "B3E - -", [("push", "F2"), ("drive", "E2"), ("pinned", "")]),
        (("E2", "F2"), "B1E - -", [("pinned", "")]),
        (("C7", "E7"), "B2N - -", [("fall", "C5")]),
        (("C7", "C6"), "B1N - -", [("drop", "C5"), ("drive", "C6")]),
    ],
)
async def test_a_move_tells_what_the_others_suffer_and_how_far_it_gets(
    words: Words, robots: tuple[str, str], program: str, told: list[tuple[str, str]]
) -> None:
    panel = volt_panel(parse_program(program), seats=2, state=position("duel", *robots))
    who = f"🟢 {safe_names(words, panel.table)[1]}"
    does = words("panel.volt.does.and").join(words(f"panel.volt.does.{kind}", who=who, cell=at) for kind, at in told)
    line = words("panel.volt.pad", n=1, code=program[:3], does=does)
    assert line in read(await compose_panel(bot(), panel, words)).splitlines()


def _into_a_pit() -> tuple[SeatPanel, Program, str]:
    state: State = GAME.start(Options(), 2, FastChance(7)).state
    for row in range(9):
        for column in range(9):
            robots = (replace(state.robots[0], pos=(row, column)), *state.robots[1:])
            for to in ("N", "E", "S", "W"):
                program = parse_program(f"B1{to} R1N -")
                panel = volt_panel(program, seats=2, state=replace(state, robots=robots))
                falls = [mark for mark in panel.view.plan.marks if mark.kind == "fall" and mark.seat == 0]
                if falls:
                    pit = falls[0].cells[-1]
                    return panel, program, "ABCDEFGHI"[pit[1]] + str(pit[0] + 1)
    raise AssertionError("the arena has no pit")


@WORDS
def test_every_mistake_in_a_typed_program_has_its_own_sentence(words: Words) -> None:
    typed = {
        "part_count": "B3N R1N",
        "part_die": "X1N R3N B2E",
        "part_pip": "B3N R9N B2E",
        "part_dir": "B3N R1Q B2E",
        "blue_diagonal": "B3NE R1N B2E",
        "too_many_blue": "B1N B2N B3N",
        "too_many_red": "R1N R2N R3N",
    }
    told: dict[str, str] = {}
    for reason, text in typed.items():
        with pytest.raises(IllegalAction) as caught:
            parse_program(text)
        assert caught.value.reason == reason
        composed = volt.wrong_entry(volt_panel(PART), words, text, caught.value)
        assert faults(composed.view, composed.files) == []
        told[reason] = read(composed)
        again = control(composed, "v-type")
        assert again is not None
        assert again.address.arg == f"0.{text}"
    assert len(set(told.values())) == len(typed)


@pytest.mark.parametrize("typed", ["", " ", "x" * 4000, "a:b:c", "s1:ABCDE:1:p-ready:0", "蓝三北" * 30, "B3N\nR1N B2E"])
def test_whatever_was_typed_comes_back_in_the_form(typed: str) -> None:
    panel = volt_panel(table=table_info(code="ABCDEFGH", window=200), window=200)
    button = volt.type_button(panel, speak("en"), typed)
    assert len(button.address.custom_id) <= 100
    assert type(button).__discord_ui_compiled_template__.fullmatch(button.address.custom_id)
    form = volt.TypeIt(discord.ui.Button(), button.address).form(speak("en"))
    assert form is not None
    field = next(item for item in form.walk_children() if isinstance(item, discord.ui.TextInput))
    assert (field.default or "") == " ".join(typed.split())[:40] or len(typed) > 40
    assert volt.Typed.matches(form.custom_id) == Address("ABCDEFGH", 200, "v-type", "0")


@WORDS
def test_the_form_keeps_within_the_limits(words: Words) -> None:
    form = volt.TypeIt(discord.ui.Button(), Address("ABCDE", 1, "v-type", "0.B3N R1NE B2E")).form(words)
    assert form is not None
    label = next(item for item in form.walk_children() if isinstance(item, discord.ui.Label))
    assert len(form.title) <= 45
    assert len(label.text) <= 45
    assert len(label.description or "") <= 100


def test_all_custom_ids_are_short_and_answer_to_one_handler_each() -> None:
    from cogs.panels import ITEMS

    patterns = [item.__discord_ui_compiled_template__ for item in ITEMS]
    whats = ["p-ready", "p-unready", "p-show", "v-pad", "v-die", "v-dir", "v-clear", "v-wipe", "v-type"]
    for what in [*whats, "g-pick", "g-page", "g-decline"]:
        custom_id = Address("ABCDEFGH", 99999, what, "3.2.NE").custom_id
        assert len(custom_id) <= 100
        assert sum(bool(pattern.fullmatch(custom_id)) for pattern in patterns) == 1


def test_arrows_point_every_way() -> None:
    assert set(ARROWS) == set(ALL_DIRECTIONS)
    assert len(set(ARROWS.values())) == len(ALL_DIRECTIONS)
    assert pads.NOTHING not in ALL_DIRECTIONS
