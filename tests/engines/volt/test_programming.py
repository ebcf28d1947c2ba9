"""Programs: which dice may lie where, and the short form (rulings 2, 19 to 22)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL
from engines.volt import GAME, programming
from engines.volt.model import PADS, Command, Options, Program
from engines.volt.programming import format_program, legal_dice, legal_dirs, parse_program, program_at
from tests.engines.volt.boards import position

COMMANDS = st.builds(Command, st.sampled_from(["blue", "red"]), st.integers(-1, 8), st.sampled_from(ALL_DIRECTIONS))
DRAFTS = st.builds(Program, st.tuples(*[st.none() | COMMANDS] * 3))
WHOLE = st.integers(0, programming.COUNT - 1).map(program_at)


def refusal(program: Program) -> str | None:
    state = position("duel", "D1", "F9")
    try:
        GAME.allows(state, 0, program)
    except IllegalAction as refused:
        return refused.reason
    return None


def pads(text: str) -> Program:
    """As typed, without any check."""
    commands = [None if part == "-" else programming._parse_part(part, iter(())) for part in text.split()]
    return Program((commands[0], commands[1], commands[2]))


def test_ruling_2_blue_has_four_directions_red_eight() -> None:
    assert legal_dirs("blue") == ORTHOGONAL
    assert legal_dirs("red") == ALL_DIRECTIONS
    assert refusal(pads("B3NE R1N B2E")) == "blue_diagonal"
    assert refusal(pads("B3N R1NE B2E")) is None


@pytest.mark.parametrize("dice", list(product("BR", repeat=3)))
def test_ruling_19_two_of_one_colour_and_one_of_the_other_in_any_order(dice: tuple[str, ...]) -> None:
    reason = refusal(pads(" ".join(f"{die}1N" for die in dice)))
    assert reason == {"BBB": "too_many_blue", "RRR": "too_many_red"}.get("".join(dice))


@pytest.mark.parametrize("text", ["- - -", "B1N - R1N", "- R1N B1N", "B1N R1N -"])
def test_ruling_19_every_pad_needs_its_die(text: str) -> None:
    assert refusal(pads(text)) == "empty_pad"


def test_ruling_19_legal_dice_of_a_pad_depend_on_the_other_two() -> None:
    assert legal_dice(pads("B1N B1N -"), 2) == ("red",)
    assert legal_dice(pads("- R1N R1N"), 0) == ("blue",)
    assert legal_dice(pads("B1N B1N -"), 0) == ("blue", "red")
    assert legal_dice(pads("B1N - -"), 1) == ("blue", "red")


def test_ruling_20_equal_pips_and_directions_may_be_repeated() -> None:
    assert refusal(pads("B3N B3N R3N")) is None
    assert refusal(pads("R1S B1S R1S")) is None


@pytest.mark.parametrize("pip", [-1, 0, 7])
def test_ruling_20_pips_are_one_to_six(pip: int) -> None:
    assert refusal(Program((Command("blue", pip, "N"), Command("red", 1, "N"), Command("red", 1, "N")))) == "pip"


def test_ruling_21_every_program_moves() -> None:
    for program in islice(programming.programs(), 2000):
        assert any(command is not None and command.die == "blue" for command in program.pads)


def test_every_program_is_listed_exactly_once() -> None:
    listed = set(programming.programs())
    assert len(listed) == programming.COUNT == 3 * 24 * 24 * 48 + 3 * 24 * 48 * 48


def test_the_first_few_listed_are_a_fair_sample() -> None:
    """Panels and tests take the first few of ``choices``; they must not all begin alike."""
    few = list(islice(programming.programs(), 300))
    for pad in PADS:
        seen = {programming.short(program.pads[pad]) for program in few}
        assert len(seen) > 50


@given(DRAFTS)
def test_a_draft_is_refused_exactly_when_no_answer_can_grow_from_it(draft: Program) -> None:
    """Every whole program that keeps the dice of the draft is tried."""
    fillings = [Command("blue", 1, "N"), Command("red", 1, "N")]
    grown = [
        Program((a, b, c))
        for a in ([draft.pads[0]] if draft.pads[0] else fillings)
        for b in ([draft.pads[1]] if draft.pads[1] else fillings)
        for c in ([draft.pads[2]] if draft.pads[2] else fillings)
    ]
    hopeless = all(refusal(program) is not None for program in grown)
    view = GAME.view(position("duel", "D1", "F9"), 0)
    try:
        drawn = GAME.drafts(view, 0, draft)
    except IllegalAction:
        assert hopeless
    else:
        assert not hopeless
        assert drawn.plan is not None
        assert drawn.plan.program == draft


@given(WHOLE)
def test_the_short_form_reads_back_what_it_writes(program: Program) -> None:
    assert parse_program(format_program(program)) == program


@given(DRAFTS.filter(lambda draft: all(c is None or c.pip in range(1, 7) for c in draft.pads)))
def test_the_short_form_of_a_draft_reads_back_or_is_refused_as_the_draft_is(draft: Program) -> None:
    assert read(lambda: parse_program(format_program(draft))) == read(lambda: checked(draft))


def checked(draft: Program) -> Program:
    programming.check_draft(draft)
    return draft


def read(how: Callable[[], Program]) -> Program | str:
    """The program, or why it is refused."""
    try:
        return how()
    except IllegalAction as refused:
        return refused.reason


@pytest.mark.parametrize(
    "text",
    [
        "B3N R1NE B2E",
        "b3n r1ne b2e",
        "B3N,R1NE,B2E",
        "  B3N ， R1NE；B2E  ",
        "B3NR1NEB2E",
        "Ｂ３Ｎ　Ｒ１ＮＥ　Ｂ２Ｅ",
        "BN3 RNE1 BE2",
        "蓝3北 红1东北 蓝2东",
        "藍3北、紅1東北、藍2東",
        "蓝三北，红一北东，蓝二东",
        "B 3 N / R 1 NE / B 2 E",
        "b3n\nr1ne\nb2e",
    ],
)
def test_the_short_form_is_forgiving(text: str) -> None:
    assert format_program(parse_program(text)) == "B3N R1NE B2E"


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("", "part_count", {"count": 0}),
        ("B3N R1NE", "part_count", {"count": 2}),
        ("B3N R1NE B2E R1N", "part_count", {"count": 4}),
        ("G3N R1NE B2E", "part_die", {"part": "G3N"}),
        ("B3N X1N B2E", "part_die", {"part": "X1N"}),
        ("B3N R1NE 2E", "part_die", {"part": "2E"}),
        ("B7N R1NE B2E", "part_pip", {"part": "B7N"}),
        ("B0N R1NE B2E", "part_pip", {"part": "B0N"}),
        ("BN R1NE B2E", "part_pip", {"part": "BN"}),
        ("B12N R1NE B2E", "part_pip", {"part": "B12N"}),
        ("B3 R1NE B2E", "part_dir", {"part": "B3"}),
        ("B3X R1NE B2E", "part_dir", {"part": "B3X"}),
        ("B3NS R1NE B2E", "part_dir", {"part": "B3NS"}),
        ("B3N R1NE B2" + "E" * 50, "part_dir", {"part": "B2EEEEEEEEEE"}),
        ("B3NE R1NE B2E", "blue_diagonal", None),
        ("B3N B1N B2E", "too_many_blue", {"dice": 2}),
        ("R3N R1N R2E", "too_many_red", {"dice": 2}),
    ],
)
def test_the_short_form_says_what_is_wrong(text: str, reason: str, facts: dict[str, object] | None) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_program(text)
    assert refused.value.reason == reason
    if facts is not None:
        assert refused.value.facts == facts


@given(st.text(max_size=40))
def test_no_typed_text_is_a_bug_of_ours(text: str) -> None:
    try:
        program = parse_program(text)
    except IllegalAction:
        return
    programming.check_draft(program)


def test_an_empty_pad_may_be_typed_in_a_draft() -> None:
    assert parse_program("B3N - 空") == Program((Command("blue", 3, "N"), None, None))


def test_a_random_program_is_a_legal_one() -> None:
    chance = FastChance(5)
    drawn = [programming.random_program(chance) for _ in range(200)]
    assert len(set(drawn)) > 190
    assert {refusal(program) for program in drawn} == {None}


def test_ruling_22_all_seats_are_asked_at_once_and_in_secret() -> None:
    state = GAME.start(Options(), 4, FastChance(1)).state
    window = GAME.window(state)
    assert window is not None
    assert window.hidden
    assert set(window.asks) == {0, 1, 2, 3}
    assert {ask.may_decline for ask in window.asks.values()} == {False}
