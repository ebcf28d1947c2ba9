"""What is public, and the plan that only its owner sees (rulings 22, 25)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.grid import Cell
from engines.volt import GAME
from engines.volt.model import BotSide, Card, Command, Mark, Options, Outfit, Program, State, View, bare
from tests.engines.volt import matches
from tests.engines.volt.boards import cell, play, position, program, steps
from tests.engines.volt.matches import DECKS, with_robot

IDLE = "B1N R6N R6N"


def plan(state: State, text: str, seat: int = 0) -> tuple[Mark, ...]:
    drawn = GAME.drafts(GAME.view(state, seat), seat, program(text)).plan
    assert drawn is not None
    return drawn.marks


def cells(*names: str) -> tuple[Cell, ...]:
    return tuple(cell(name) for name in names)


def test_ruling_25_everything_on_the_table_is_public() -> None:
    state = position("tri", "A5", None, "B9", damage={0: 2}, vp={1: 2}, turn=(2, 3, 1))
    view = GAME.view(state, None)
    assert [(robot.pos, robot.damage, robot.vp, robot.marker) for robot in view.robots] == [
        (cell("A5"), 2, 0, 2),
        (None, 0, 2, 3),
        (cell("B9"), 0, 0, 1),
    ]
    assert (view.arena, view.round, view.phase, view.target) == ("tri", 2, "programming", 3)
    assert view.markers == ((cell("E5"), 1),)


def test_ruling_25_a_seat_sees_no_more_than_the_public() -> None:
    state = position("tri", "A5", "I5", "B9")
    for seat in range(3):
        assert replace(GAME.view(state, seat), seat=None) == GAME.view(state, None)


def test_ruling_22_programs_are_shown_from_the_reveal_on_until_the_next() -> None:
    state = position("tri", "B1", "H1")
    assert [robot.program for robot in GAME.view(state, None).robots] == [None, None]
    turnout = play(state, IDLE, "R6N B1N R6N")
    for step in turnout.steps:
        assert [robot.program for robot in step.view.robots] == [program(IDLE), program("R6N B1N R6N")]
    assert turnout.steps[0].chapter == "reveal"
    assert GAME.view(turnout.state, 0).robots[1].program == program("R6N B1N R6N"), "last round's stays to be read"


def test_a_step_shows_whose_command_it_was_and_what_it_did() -> None:
    turnout = play(position("tri", "A5", "I5"), "R1E B1N R6N", "R6N R6N B1S")
    first = steps(turnout, "pad-1")[0].view
    assert (first.phase, first.pad, first.actor, first.command) == ("activation", 0, 0, Command("red", 1, "E"))
    assert first.seat is None
    assert [mark.kind for mark in first.marks] == ["beam", "hit"]
    assert steps(turnout, "round-end")[0].view.phase == "resolution"


def test_the_last_step_leaves_the_view_of_the_new_state() -> None:
    for programs in ((IDLE, IDLE), ("B1E R6N R6N", IDLE)):
        turnout = play(position("tri", "D5", "B1", vp={0: 2}), *programs)
        assert bare(turnout.steps[-1].view) == GAME.view(turnout.state, None)


def test_every_field_of_the_view_is_filled_on_purpose() -> None:
    """A new field in the state stays hidden until the view names it."""
    hidden = {field.name for field in fields(State)} - {field.name for field in fields(View)}
    assert hidden == {"options", "programs", "reason", "ai_deck", "outfits"}


# ---- plans


def test_a_plan_grows_pad_by_pad() -> None:
    state = position("tri", "A5", "I5")
    assert plan(state, "- - -") == ()
    assert plan(state, "B2E - -") == (Mark("path", cells("A5", "B5", "C5"), 0, 0),)
    assert plan(state, "B2E - B1S") == (
        Mark("path", cells("A5", "B5", "C5"), 0, 0),
        Mark("path", cells("C5", "C6"), 0, 2),
    )


def test_a_plan_shows_a_fall_and_nothing_after_it() -> None:
    marks = plan(position("tri", "E4", "I5"), "B3W R1N B1E")
    assert marks == (
        Mark("path", cells("E4", "D4"), 0, 0),
        Mark("fall", cells("D4", "C4"), 0, 0),
        Mark("destroyed", cells("C4"), 0, 0),
    )


def test_a_plan_pushes_and_hits_those_who_stand_there_now() -> None:
    marks = plan(position("tri", "C5", "D5", "B9"), "B2E R1E -")
    assert marks == (
        Mark("push", cells("D5", "E5", "F5"), 1, 0),
        Mark("path", cells("C5", "D5", "E5"), 0, 0),
        Mark("beam", cells("E5", "F5"), 0, 1),
        Mark("hit", cells("F5"), 1, 1),
    )


def test_a_plan_shows_what_blocks() -> None:
    assert plan(position("tri", "B5", "A5"), "B3W - -") == (Mark("blocked", ((4, 0), (4, -1)), 1, 0),)


def test_a_plan_shows_a_kill() -> None:
    marks = plan(position("tri", "A5", "I5", damage={1: 2}), "R1E - -")
    assert [(mark.kind, mark.cells[-1], mark.seat) for mark in marks] == [
        ("beam", cell("I5"), 0),
        ("hit", cell("I5"), 1),
        ("destroyed", cell("I5"), 1),
        ("scored", cell("A5"), 0),
    ]


def test_a_plan_is_in_its_owners_view_only() -> None:
    state = position("tri", "A5", "I5")
    mine = GAME.view(state, 0)
    drawn = GAME.drafts(mine, 0, program("B2E - -"))
    assert drawn.plan is not None
    assert drawn.plan.seat == 0
    assert mine.plan is None
    assert GAME.view(state, 1).plan is None
    assert replace(drawn, plan=None) == mine


@pytest.mark.parametrize("others", ["B5N R1N R1N", "R3S B1E B4W"])
def test_a_plan_does_not_know_what_the_others_program(others: str) -> None:
    """Nor does anything before the reveal."""
    state = position("tri", "A5", "I5")
    GAME.drafts(GAME.view(state, 1), 1, program(others))
    assert plan(state, "B6E R1E -") == plan(position("tri", "A5", "I5"), "B6E R1E -")


def test_no_draft_after_the_end_or_for_who_has_left() -> None:
    state = GAME.resign(position("tri", "A5", "I5", "B9"), 1, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_asked"):
        GAME.drafts(GAME.view(state, 1), 1, Program())
    over = GAME.resign(state, 0, FastChance(1)).state
    with pytest.raises(IllegalAction, match="not_asked"):
        GAME.drafts(GAME.view(over, 2), 2, Program())


def test_only_a_seat_has_a_draft() -> None:
    state = GAME.start(Options(), 1, FastChance(1)).state
    for nobody in (-1, 1, 2, 3):
        with pytest.raises(IllegalAction, match="not_asked"):
            GAME.drafts(GAME.view(state, None), nobody, Program())


# ---- the complete game


def test_ruling_25_cards_charges_cooling_and_mines_are_public() -> None:
    state = matches.ready(2, modules="on", arena="minefield")
    state = with_robot(state, 0, cards=(Card("shield_1", 1),), cooling=True, reflected=True, champion="hover_skids")
    view = GAME.view(state, 1)
    mine = view.robots[0]
    assert (mine.cards, mine.cooling, mine.reflected, mine.champion) == (
        (Card("shield_1", 1),),
        True,
        True,
        "hover_skids",
    )
    assert view.mines == state.mines
    assert [robot.killbot for robot in view.robots] == [None, None, "ripper", "watcher"]
    assert [robot.program for robot in view.robots] == [None] * 4
    assert view.modules


def test_ruling_25_decks_are_counts() -> None:
    view = GAME.view(matches.ready(3, modules="on"), None)
    assert view.decks == (DECKS[0] - 3, DECKS[1] - 3, DECKS[2])
    assert GAME.view(matches.ready(3), None).decks == ()


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("chosen", [False, True], ids=["outfitting", "programming"])
def test_the_order_of_decks_and_face_down_ai_cards_is_nobodys_to_see(seat: int | None, chosen: bool) -> None:
    begin = matches.ready if chosen else matches.begin
    state = begin(2, modules="on", killbots="two")
    other = replace(
        state,
        decks=tuple(tuple(reversed(deck)) for deck in state.decks),
        ai_deck=tuple(reversed(state.ai_deck)),
    )
    assert state != other
    assert GAME.view(state, seat) == GAME.view(other, seat)
    assert not {"hunter", "sniper"} & set(repr(GAME.view(state, seat)).split("'"))


def test_what_others_chose_while_outfitting_stays_theirs() -> None:
    """The cards drawn tell enough; the deck preferred for later is not shown."""
    state = matches.ready(2, modules="on")
    other = replace(state, outfits=(Outfit("attack", "movement", "tactic"),) * 2)
    for seat in (None, 0, 1):
        assert GAME.view(state, seat) == GAME.view(other, seat)


def test_ruling_58_ai_cards_show_from_the_moment_they_are_turned() -> None:
    state = matches.ready(1)
    assert [robot.ai for robot in GAME.view(state, 0).robots] == [None, None, None]
    first, second, *_ = state.ai_deck
    for step in matches.play(state).steps:
        expected = [None, None, None] if step.view.phase == "programming" else [None, first, second]
        assert [robot.ai for robot in step.view.robots] == expected


def test_ruling_60_the_bot_side_shows_its_score_and_its_target() -> None:
    state = with_robot(with_robot(matches.ready(1, difficulty="hard", target="4"), 1, vp=1), 2, vp=1)
    assert GAME.view(state, None).bots == BotSide(2, 3)
    assert GAME.view(matches.ready(2, killbots="two"), None).bots is None


def test_ruling_65_the_damage_that_destroys() -> None:
    """Titan Plating makes it four; cooling takes that away, but never destroys by itself."""
    state = with_robot(matches.ready(2), 0, champion="titan_plating")
    assert [robot.max_damage for robot in GAME.view(state, None).robots] == [4, 3]
    for damage, expected in ((0, 3), (2, 3), (3, 4)):
        cooling = with_robot(state, 0, cooling=True, damage=damage)
        assert GAME.view(cooling, None).robots[0].max_damage == expected


def test_a_plan_goes_off_on_mines_and_uses_modules() -> None:
    state = matches.at(matches.ready(4, arena="minefield", modules="on"), "D3", "B1", "C1", "H1")
    marks = plan(state, "B1E B1S -")
    assert [mark.kind for mark in marks if mark.kind in ("mine", "hit")] == ["mine", "hit"]
    state = with_robot(state, 0, cards=(Card("teleport_1"),))
    marks = plan(state, "B3E@teleport_1 - -")
    assert [mark.cells for mark in marks if mark.kind == "jump"] == [cells("D3", "G3")]
    assert [mark.cells for mark in marks if mark.kind == "mine"] == [cells("G3")], "the one in between was passed over"


def test_a_plan_knows_nothing_of_open_ai_cards() -> None:
    state = matches.ready(1, ai_cards="open")
    marks = plan(state, "B1S R1N B1S")
    assert {mark.seat for mark in marks if mark.kind == "path"} == {0}


def test_the_championship_is_public() -> None:
    state = matches.ready(2, mode="championship")
    assert GAME.view(state, None).championship == state.championship
    assert state.championship is not None
    assert GAME.view(matches.ready(2), None).championship is None
