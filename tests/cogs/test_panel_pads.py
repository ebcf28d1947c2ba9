"""The planning panel offers what the engine allows, no more and no less, and every program can be picked."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cogs.panels import volt
from cogs.panels import volt_pads as pads
from cogs.panels.volt_pads import Half
from engines.core import IllegalAction
from engines.grid import ALL_DIRECTIONS
from engines.volt.model import PADS, Command, Program
from engines.volt.programming import COLOURS, COUNT, PIPS, check_draft, program_at
from locales import speak
from tests.cogs.panel_maker import bot, control, offered, volt_panel

DICE = tuple(product(COLOURS, PIPS))
COMMANDS = tuple(Command(die, pip, to) for (die, pip), to in product(DICE, ALL_DIRECTIONS))
WHOLE = st.integers(0, COUNT - 1).map(program_at)


@st.composite
def drafts(draw: st.DrawFn) -> Program:
    """A program with any of its pads taken away."""
    program = draw(WHOLE)
    first, second, third = (command if draw(st.booleans()) else None for command in program.pads)
    return Program((first, second, third))


def fits(program: Program, pad: int, command: Command) -> bool:
    try:
        check_draft(pads.with_command(program, pad, command))
    except IllegalAction:
        return False
    return True


PAD = st.sampled_from(PADS)
HALVES = st.one_of(
    st.just(Half()),
    st.sampled_from(DICE).map(lambda die: Half(die=die)),
    st.sampled_from(ALL_DIRECTIONS).map(lambda to: Half(dir=to)),
)


@given(drafts(), PAD, HALVES)
def test_the_dice_offered_are_those_that_the_engine_allows(program: Program, pad: int, half: Half) -> None:
    legal = {
        (command.die, command.pip)
        for command in COMMANDS
        if fits(program, pad, command) and half.dir in (None, command.dir)
    }
    found = pads.offered_dice(program, pad, half)
    assert set(found) == legal
    assert len(found) == len(legal) <= 12


@given(drafts(), PAD, HALVES)
def test_the_directions_offered_are_those_that_the_engine_allows(program: Program, pad: int, half: Half) -> None:
    lying = program.pads[pad]
    die = half.die or ((lying.die, lying.pip) if lying else None)
    assume(die is None or die in pads.offered_dice(program, pad, Half()))
    legal = {
        command.dir for command in COMMANDS if fits(program, pad, command) and die in (None, (command.die, command.pip))
    }
    found = pads.offered_dirs(program, pad, half)
    assert set(found) == legal
    assert len(found) == len(legal)


@given(drafts(), PAD, st.sampled_from(COMMANDS))
def test_every_legal_command_is_picked_die_first(program: Program, pad: int, wanted: Command) -> None:
    assume(fits(program, pad, wanted))
    die = (wanted.die, wanted.pip)
    assert die in pads.offered_dice(program, pad, Half())
    program, half = pads.choose_die(program, pad, Half(), die)
    assert wanted.dir in pads.offered_dirs(program, pad, half)
    program, half = pads.choose_dir(program, pad, half, wanted.dir)
    assert (program.pads[pad], half) == (wanted, Half())


@given(drafts(), PAD, st.sampled_from(COMMANDS))
def test_every_legal_command_is_picked_direction_first_on_an_empty_pad(
    program: Program, pad: int, wanted: Command
) -> None:
    program = pads.with_command(program, pad, None)
    assume(fits(program, pad, wanted))
    assert wanted.dir in pads.offered_dirs(program, pad, Half())
    program, half = pads.choose_dir(program, pad, Half(), wanted.dir)
    assert half == Half(dir=wanted.dir)
    assert (wanted.die, wanted.pip) in pads.offered_dice(program, pad, half)
    program, half = pads.choose_die(program, pad, half, (wanted.die, wanted.pip))
    assert (program.pads[pad], half) == (wanted, Half())


@given(st.data(), drafts())
def test_whatever_is_picked_the_draft_stays_legal(data: st.DataObject, program: Program) -> None:
    half, pad = Half(), 0
    for _ in range(8):
        if half == Half():
            pad = data.draw(PAD)
        if data.draw(st.booleans()):
            program, half = pads.choose_die(program, pad, half, data.draw(die_of(program, pad, half)))
        else:
            program, half = pads.choose_dir(program, pad, half, data.draw(dir_of(program, pad, half)))
        check_draft(program)
        assert pads.offered_dice(program, pad, half)
        assert pads.offered_dirs(program, pad, half)


def die_of(program: Program, pad: int, half: Half) -> st.SearchStrategy[pads.Die]:
    return st.sampled_from(pads.offered_dice(program, pad, half))


def dir_of(program: Program, pad: int, half: Half) -> st.SearchStrategy[pads.Direction]:
    return st.sampled_from(pads.offered_dirs(program, pad, half))


@given(HALVES)
def test_what_is_half_chosen_goes_through_a_custom_id(half: Half) -> None:
    assert pads.read_half(pads.write_half(half)) == half


@pytest.mark.parametrize("text", ["", "-", "B7", "B0", "B²", "X3", "B33", "NNE", "ne", "B"])
def test_a_forged_half_is_nothing_chosen(text: str) -> None:
    assert pads.read_half(text) == Half()


def test_the_next_empty_pad_is_found() -> None:
    program = program_at(5)
    assert pads.first_open(program) is None
    for pad in PADS:
        assert pads.first_open(pads.with_command(program, pad, None)) == pad
    assert pads.first_open(Program()) == 0


@pytest.mark.parametrize("half", [Half(), Half(die=("blue", 3)), Half(dir="NE")], ids=str)
@pytest.mark.parametrize("program", [Program(), Program((None, *program_at(99).pads[1:])), program_at(12345)], ids=str)
async def test_the_message_offers_just_that(program: Program, half: Half) -> None:
    panel = volt_panel(program)
    composed = await volt.compose(bot(), panel, speak("en"), 0, half)
    assert offered(composed, "v-die") == [pads.write_die(die) for die in pads.offered_dice(program, 0, half)]
    assert offered(composed, "v-dir") == list(pads.offered_dirs(program, 0, half))
    for what in ("v-die", "v-dir"):
        select = control(composed, what)
        assert select is not None
        assert select.address.arg == f"0.0.{pads.write_half(half)}"
