"""Modules on the planning panel: offered where the engine allows them, picked, dropped, and never left illegal."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any, get_args

import discord
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cogs.limits import faults
from cogs.panels import volt
from cogs.panels import volt_pads as pads
from cogs.panels.volt_gear import in_brief
from cogs.panels.volt_outlook import TOLD, coloured, outlook
from cogs.panels.volt_pads import Half
from engines.chance import FastChance
from engines.core import IllegalAction
from engines.grid import ALL_DIRECTIONS
from engines.volt import GAME
from engines.volt.cards import CARDS
from engines.volt.model import PADS, Card, Command, Mark, MarkKind, Options, Plan, Program
from engines.volt.programming import COLOURS, PIPS, check_draft, count, format_program, parse_program, program_at
from locales import LANGUAGES, Words, speak
from tests.cogs.panel_maker import (
    bot,
    both,
    control,
    controls,
    offered,
    pressable,
    read,
    seat_info,
    table_info,
    volt_panel,
)


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


EFFECTS = sorted({card.effect for card in CARDS.values()})
WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
BRAKE, MANEUVER, DIAGONAL = Card("brake_1"), Card("maneuver_1"), Card("diagonal_drive_1")
EMP, SHIELD = Card("emp_1", 1), Card("shield_1", 2)


@st.composite
def racks(draw: st.DrawFn) -> tuple[Card, ...]:
    """Up to three cards of different effects, some without charges left."""
    effects = draw(st.lists(st.sampled_from(EFFECTS), max_size=3, unique=True))
    cards = [CARDS[f"{effect}_{draw(st.integers(1, 2))}"] for effect in effects]
    return tuple(Card(card.id, card.charges and draw(st.integers(0, card.charges))) for card in cards)


@st.composite
def drafts(draw: st.DrawFn, cards: tuple[Card, ...]) -> Program:
    """A program of a robot with these cards, with any of its pads taken away."""
    whole = program_at(draw(st.integers(0, count(cards) - 1)), cards)
    first, second, third = (command if draw(st.booleans()) else None for command in whole.pads)
    return Program((first, second, third))


def fits(program: Program, pad: int, command: Command, cards: tuple[Card, ...]) -> bool:
    try:
        check_draft(pads.with_command(program, pad, command), cards)
    except IllegalAction:
        return False
    return True


PAD = st.sampled_from(PADS)
DICE = tuple(product(COLOURS, PIPS))


@given(st.data(), racks(), PAD)
def test_the_modules_offered_are_those_that_the_engine_allows(
    data: st.DataObject, cards: tuple[Card, ...], pad: int
) -> None:
    program = data.draw(drafts(cards))
    dice = pads.offered_dice(program, pad, Half())
    die = data.draw(st.sampled_from(dice))
    legal = {
        card.id for card in cards for to in ALL_DIRECTIONS if fits(program, pad, Command(*die, to, card.id), cards)
    }
    found = pads.offered_modules(program, pad, Half(die=die), cards)
    assert set(found) == legal
    assert len(found) == len(legal)


@given(st.data(), racks(), PAD)
def test_every_legal_command_is_picked_in_the_order_of_the_lists(
    data: st.DataObject, cards: tuple[Card, ...], pad: int
) -> None:
    whole = program_at(data.draw(st.integers(0, count(cards) - 1)), cards)
    wanted = whole.pads[pad]
    assert wanted is not None
    program = pads.with_command(whole, pad, None)
    program, half = pads.choose_die(program, pad, Half(), (wanted.die, wanted.pip), cards)
    if wanted.module is not None:
        assert wanted.module in pads.offered_modules(program, pad, half, cards)
        program, half = pads.choose_module(program, pad, half, wanted.module, cards)
    assert wanted.dir in pads.offered_dirs(program, pad, half)
    program, half = pads.choose_dir(program, pad, half, wanted.dir)
    assert half == Half()
    if wanted.turn is not None:
        assert pads.unfinished(program.pads[pad])
        assert wanted.turn in pads.offered_turns(program, pad, half)
        program, half = pads.choose_turn(program, pad, half, wanted.turn)
    assert (program, half) == (whole, Half())


@given(st.data(), racks())
def test_whatever_is_picked_the_draft_stays_legal(data: st.DataObject, cards: tuple[Card, ...]) -> None:
    program, half, pad = data.draw(drafts(cards)), Half(), 0
    for _ in range(10):
        if half == Half():
            pad = data.draw(PAD)
        match data.draw(st.sampled_from(["die", "module", "dir", "turn"])):
            case "die":
                die = data.draw(st.sampled_from(pads.offered_dice(program, pad, half)))
                program, half = pads.choose_die(program, pad, half, die, cards)
            case "module":
                modules = pads.offered_modules(program, pad, half, cards)
                assume(modules)
                module = data.draw(st.sampled_from([None, *modules]))
                program, half = pads.choose_module(program, pad, half, module, cards)
            case "dir":
                to = data.draw(st.sampled_from(pads.offered_dirs(program, pad, half)))
                program, half = pads.choose_dir(program, pad, half, to)
            case _:
                turns = pads.offered_turns(program, pad, half)
                assume(turns)
                program, half = pads.choose_turn(program, pad, half, data.draw(st.sampled_from(turns)))
        check_draft(program, cards)
        assert pads.offered_dice(program, pad, half)
        assert pads.offered_dirs(program, pad, half)
        assert pads.read_half(pads.write_half(half)) == half


def step(program: str, pad: int, half: Half, cards: tuple[Card, ...], *picks: str) -> tuple[str, Half]:
    """Picks as they are made: ``B3`` a die, ``@brake_1`` a module, ``N`` a direction, ``:W`` the second one."""
    laid = parse_program(program)
    for pick in picks:
        if pick.startswith("@"):
            laid, half = pads.choose_module(laid, pad, half, pick[1:] or None, cards)
        elif pick.startswith(":"):
            turn = pads.read_dir(pick[1:])
            assert turn is not None
            laid, half = pads.choose_turn(laid, pad, half, turn)
        elif (die := pads.read_die(pick)) is not None:
            laid, half = pads.choose_die(laid, pad, half, die, cards)
        else:
            to = pads.read_dir(pick)
            assert to is not None
            laid, half = pads.choose_dir(laid, pad, half, to)
    return format_program(laid), half


@pytest.mark.parametrize(
    ("picks", "laid", "left"),
    [
        (("B3", "@brake_1", "N"), "B3N@brake_1 - -", Half()),
        (("B3", "@maneuver_1", ":W", "N"), "B3N@maneuver_1:W - -", Half()),
        (("B3", "@maneuver_1", "N", ":W"), "B3N@maneuver_1:W - -", Half()),
        (("B3", "@maneuver_1", "N"), "B3N@maneuver_1 - -", Half()),
        (("N", "B3", "@brake_1"), "B3N@brake_1 - -", Half()),
        (("B2", "@diagonal_drive_1", "NE"), "B2NE@diagonal_drive_1 - -", Half()),
        (("B2", "N", "@diagonal_drive_1"), "B2N - -", Half(("blue", 2), None, "diagonal_drive_1")),
        (("B2", "N", "@diagonal_drive_1", "SW"), "B2SW@diagonal_drive_1 - -", Half()),
        # A change keeps the module where it fits and drops it where it does not.
        (("B3", "@brake_1", "N", "B2"), "B2N@brake_1 - -", Half()),
        (("B3", "@brake_1", "N", "B6"), "B6N - -", Half()),
        (("B3", "@brake_1", "N", "R1"), "R1N - -", Half()),
        (("B3", "@brake_1", "N", "E"), "B3E@brake_1 - -", Half()),
        (("B3", "@maneuver_1", "N", ":W", "B5"), "B5N - -", Half()),
        (("B3", "@maneuver_1", "N", ":W", "@brake_1"), "B3N@brake_1 - -", Half()),
        (("B3", "@brake_1", "N", "@"), "B3N - -", Half()),
        (("B2", "@diagonal_drive_1", "NE", "B5"), "B2NE@diagonal_drive_1 - -", Half(("blue", 5))),
        (("B2", "@diagonal_drive_1", "NE", "B5", "E"), "B5E - -", Half()),
        (("B2", "@diagonal_drive_1", "NE", "@"), "B2NE@diagonal_drive_1 - -", Half(("blue", 2))),
        (("B3", "@crossfire_1"), "- - -", Half(("blue", 3))),
    ],
)
def test_a_change_keeps_what_fits_and_drops_the_rest(picks: tuple[str, ...], laid: str, left: Half) -> None:
    cards = (BRAKE, MANEUVER, DIAGONAL)
    assert step("- - -", 0, Half(), cards, *picks) == (laid, left)


@pytest.mark.parametrize(
    ("text", "half"),
    [
        ("B3@brake_1", Half(("blue", 3), None, "brake_1")),
        ("B3@maneuver_1:W", Half(("blue", 3), None, "maneuver_1", "W")),
        ("B3@brake_1:W", Half(("blue", 3), None, "brake_1")),
        ("B3@maneuver_1:NE", Half(("blue", 3), None, "maneuver_1")),
        ("B3@nothing", Half(("blue", 3))),
        ("@brake_1", Half()),
        ("NE@brake_1", Half()),
        ("B9@brake_1", Half()),
    ],
)
def test_a_half_is_read_as_far_as_it_can_be(text: str, half: Half) -> None:
    assert pads.read_half(text) == half


def test_a_half_with_the_longest_of_everything_fits_a_custom_id() -> None:
    panel = volt_panel(table=table_info(code="ABCDEFGH", window=99999), window=99999)
    longest = max(
        pads.write_half(Half(("blue", 6), None, card, turn))
        for card in CARDS
        for turn in (None, *pads.legal_turns(card))
    )
    assert len(volt.where(panel, "v-turn", 2, longest).custom_id) <= 100


@WORDS
async def test_the_list_is_there_only_where_a_module_is_legal(words: Words) -> None:
    panel = volt_panel(cards=(BRAKE, EMP, SHIELD))
    composed = await volt.compose(bot(), panel, words, 0)
    assert control(composed, "v-mod") is None, "no die yet"
    for die, modules in ((("blue", 3), ["brake_1"]), (("red", 3), ["emp_1"])):
        composed = await volt.compose(bot(), panel, words, 0, Half(die=die))  # type: ignore[arg-type]
        assert faults(composed.view, composed.files) == []
        assert offered(composed, "v-mod") == ["-", *modules]
    for die in (("blue", 5), ("red", 2)):
        composed = await volt.compose(bot(), panel, words, 0, Half(die=die))  # type: ignore[arg-type]
        assert control(composed, "v-mod") is None


@WORDS
async def test_an_option_tells_its_name_and_what_it_does(words: Words) -> None:
    composed = await volt.compose(bot(), volt_panel(cards=(BRAKE, EMP)), words, 0, Half(die=("red", 3)))
    select = control(composed, "v-mod")
    assert select is not None
    assert isinstance(select.item, discord.ui.Select)
    none, option = select.item.options
    assert (none.default, option.default) == (True, False)
    assert words("volt.card.emp_1") in option.label
    assert "1" in option.label.removeprefix(words("volt.card.emp_1"))
    assert option.description == in_brief(words, "emp_1")


@WORDS
@pytest.mark.parametrize("card", CARDS)
def test_an_option_has_room_for_what_a_card_does(words: Words, card: str) -> None:
    told, brief = words(f"volt.card.{card}.text"), in_brief(words, card)
    assert 10 < len(brief) <= 100
    assert brief == told or told.startswith(brief.removesuffix("…"))
    assert len(told) <= 100 or brief[-1] in ".。…"


@WORDS
async def test_the_module_chosen_on_the_open_pad_is_explained_in_full(words: Words) -> None:
    told = words("volt.card.emp_1.text")
    panel = volt_panel(parse_program("R3N@emp_1 B3N -"), cards=(EMP,))
    assert told not in read(await volt.compose(bot(), panel, words))
    assert told in read(await volt.compose(bot(), panel, words, 0))
    assert told in read(await volt.compose(bot(), panel, words, 2, Half(("red", 3), None, "emp_1")))


@WORDS
async def test_a_maneuver_without_its_second_direction_is_unfinished(words: Words) -> None:
    panel = volt_panel(parse_program("B3N@maneuver_1 R1N B2E"), cards=(MANEUVER,))
    composed = await volt.compose(bot(), panel, words)
    opened = control(composed, "v-turn")
    assert opened is not None
    assert opened.address.arg.startswith("0.0.")
    assert offered(composed, "v-turn") == ["N", "E", "S", "W"]
    assert "p-ready" not in pressable(composed)
    assert words("panel.volt.does.turn") in read(composed)
    finished = volt_panel(parse_program("B3N@maneuver_1:W R1N B2E"), cards=(MANEUVER,))
    composed = await volt.compose(bot(), finished, words)
    assert "p-ready" in pressable(composed)
    assert control(composed, "v-turn") is None


@WORDS
async def test_diagonal_drive_offers_the_diagonals(words: Words) -> None:
    composed = await volt.compose(
        bot(), volt_panel(cards=(DIAGONAL,)), words, 1, Half(("blue", 1), None, "diagonal_drive_1")
    )
    assert offered(composed, "v-dir") == ["NE", "SE", "SW", "NW"]


@WORDS
async def test_what_the_robot_carries_is_one_short_line(words: Words) -> None:
    begun = parse_program("R1N - -")
    composed = await volt.compose(bot(), volt_panel(begun, cards=(BRAKE, EMP, SHIELD)), words)
    line = next(line for line in read(composed).splitlines() if words("volt.card.brake_1") in line)
    assert f"🔵1–3 {words('volt.card.brake_1')}" in line
    assert f"⚙️ {words('volt.card.shield_1')}" in line
    assert "×2" in line
    for program in (begun, None):
        assert "~~" in read(await volt.compose(bot(), volt_panel(program, cards=(Card("emp_1", 0),)), words))
    assert "~~" not in read(composed)
    bare = await volt.compose(bot(), volt_panel(), words)
    assert "⚙️" not in read(bare)


@WORDS
async def test_the_fullest_panel_keeps_within_the_limits(words: Words) -> None:
    cards = (MANEUVER, Card("telescopic_arm_2"), DIAGONAL)
    program = parse_program("B3N@maneuver_1 R4NE@telescopic_arm_2 B2NE@diagonal_drive_1")
    panel = volt_panel(program, cards=cards, seat=3, table=table_info(code="ABCDEFGH", window=200), window=200)
    for pad in PADS:
        composed = await volt.compose(bot(), panel, words, pad)
        assert faults(composed.view, composed.files) == []
        assert sum(1 for _ in composed.view.walk_children()) <= 40
        typed = control(composed, "v-type")
        assert typed is not None
        assert typed.address.arg == f"3.{format_program(program)}", "all of it comes back in the form"
        numbers = [item.item.id for item in controls(composed) if isinstance(item.item, discord.ui.Select)]
        assert len(numbers) == len(set(numbers))


def test_a_typed_program_that_is_too_long_is_offered_again_in_whole_words() -> None:
    panel = volt_panel(table=table_info(code="ABCDEFGH", window=200), window=200)
    typed = "B3N@Brake Mk I R1NE@Swivel Head Mk II " + "B2E@Diagonal Drive Mk I:W" * 3
    button = volt.type_button(panel, speak("en"), typed)
    kept = button.address.arg.partition(".")[2]
    assert len(button.address.custom_id) <= 100
    assert kept
    assert typed.startswith(f"{kept} ")


def test_every_mark_that_a_plan_can_leave_is_told_or_left_to_another() -> None:
    silent = set(get_args(MarkKind)) - set(TOLD)
    assert silent == {"beam", "blast", "scored", "refill", "restart", "workshop"}
    for language in LANGUAGES:
        words = speak(language)
        for kinds in TOLD.values():
            assert all(words.has(f"panel.volt.does.{kind}") for kind in kinds)


def line_of(words: Words, told: list[tuple[str, str, int]]) -> str:
    """Sentences of an outlook: what happens, where, and to which robot."""
    who = ("🟠 a", "🟢 b")
    return words("panel.volt.does.and").join(
        words(f"panel.volt.does.{kind}", cell=cell, who=who[seat]) for kind, cell, seat in told
    )


E4, E5, E6, A1 = (3, 4), (4, 4), (5, 4), (0, 0)


@WORDS
@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ([Mark("path", (E4, E5), 0, 0), Mark("path", (E5, E6), 0, 0)], [("drive", "E6", 0)]),
        ([Mark("path", (E4, E5), 0, 0), Mark("blocked", (E5, E6), 0, 0)], [("short", "E5", 0)]),
        ([Mark("path", (E4, E5), 0, 0), Mark("blocked", (E4, E6), 0, 0)], [("held", "E4", 0), ("drive", "E5", 0)]),
        ([Mark("blocked", (E4, E5), 0, 0)], [("stop", "E4", 0)]),
        ([Mark("jump", (E4, A1), 0, 0)], [("jump", "A1", 0)]),
        ([Mark("path", (E4, E5), 0, 0), Mark("jump", (E5, A1), 0, 0)], [("jump", "A1", 0)]),
        ([Mark("pull", (E6, E5), 1, 0), Mark("beam", (E4,), 0, 0)], [("pull", "E5", 1)]),
        ([Mark("path", (E4, E5), 0, 0), Mark("laid", (E4,), 0, 0)], [("drive", "E5", 0), ("lay", "E4", 0)]),
        ([Mark("dud", (E4, (-1, 4)), 0, 0)], [("dud", "", 0)]),
        ([Mark("hit", (E5,), 1, 0), Mark("hit", (E5,), 1, 0)], [("hit", "", 1)]),
        ([Mark("hit", (E5,), 1, 0), Mark("destroyed", (E5,), 1, 0)], [("destroy", "", 1)]),
        ([Mark("mirror", (E5, E4), 1, 0), Mark("hit", (E4,), 0, 0)], [("mirror", "", 1), ("hurt", "", 0)]),
        (
            [Mark("mine", (E5,), None, 0), Mark("hit", (E5,), 0, 0), Mark("destroyed", (E5,), 0, 0)],
            [("mine", "E5", 0), ("lost", "", 0)],
        ),
        ([Mark("cooled", (E5,), 1, 0)], [("cool", "", 1)]),
        ([Mark("shield", (E5,), 1, 0)], [("shield", "", 1)]),
        ([Mark("destroyed", (E5,), 1, 0)], [("destroy", "", 1)]),
        ([Mark("blast", (E5, E4), 0, 0)], [("miss", "", 0)]),
    ],
)
def test_marks_are_told_in_words(words: Words, marks: list[Mark], told: list[tuple[str, str, int]]) -> None:
    program = parse_program("R3N - -")
    panel = volt_panel(program, seats=2, table=table_info(2, seats=(seat_info(0, name="a"), seat_info(1, name="b"))))
    panel = replace(panel, view=replace(panel.view, plan=Plan(0, program, tuple(marks))))
    heading, line = outlook(panel, program, words)
    assert heading == words("panel.volt.outlook")
    assert line == words("panel.volt.pad", n=1, code="R3N", does=line_of(words, told))


def test_what_comes_after_the_own_end_is_void() -> None:
    words, program = speak("en"), parse_program("R3N B1N -")
    panel = volt_panel(program, seats=2)
    plan = Plan(0, program, (Mark("hit", (E5,), 0, 0), Mark("destroyed", (E5,), 0, 0)))
    lines = outlook(replace(panel, view=replace(panel.view, plan=plan)), program, words)
    assert words("panel.volt.does.lost") in lines[1]
    assert words("panel.volt.does.void") in lines[2]


def test_a_module_is_called_by_its_name() -> None:
    words = speak("en")
    program = parse_program("B3N@maneuver_1:W B1N@brake_1 R1N")
    lines = outlook(volt_panel(program, cards=(MANEUVER, BRAKE)), program, words)
    assert "**B3N + Maneuver Mk I → W**" in lines[1]
    assert "**B1N + Brake Mk I**" in lines[2]
    assert "**R1N**" in lines[3]


def test_killbots_have_a_sign_of_their_own() -> None:
    state = GAME.start(Options(), 1, FastChance(7)).state
    view = GAME.view(state, 0)
    assert coloured(view, speak("en"), ("a",)) == ("🟠 a", "🤖 Ripper", "🤖 Watcher")
