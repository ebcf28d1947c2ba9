"""Programs: which dice may lie where, and the short form (rulings 2, 19 to 22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.chance import FairChance, FastChance
from engines.core import IllegalAction, Term
from engines.grid import ALL_DIRECTIONS, ORTHOGONAL
from engines.volt import GAME, programming
from engines.volt.cards import CARDS
from engines.volt.model import PADS, Card, Command, Options, Program
from engines.volt.programming import format_program, legal_dice, legal_dirs, legal_modules, parse_program, program_at
from locales import Language, speak
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
    plain, modules = programming._take_modules(text.upper())
    commands = [programming._parse_part(part, modules) for part in plain.split()]
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


# ---- modules


def card(card_id: str) -> Card:
    """Fresh."""
    return Card(card_id, CARDS[card_id].charges)


HANDS = st.lists(st.sampled_from(sorted(CARDS)), max_size=3, unique=True).map(
    lambda ids: tuple(card(card_id) for card_id in ids)
)
DECLARABLE = sorted(card_id for card_id, kind in CARDS.items() if kind.die is not None)


@st.composite
def declared(draw: st.DrawFn) -> tuple[tuple[Card, ...], Program]:
    """Three cards and a legal program of whoever holds them."""
    hand = draw(HANDS)
    return hand, program_at(draw(st.integers(0, programming.count(hand) - 1)), hand)


def why(check: Callable[..., object], *given: object) -> tuple[str, Mapping[str, object]] | None:
    """The refusal's reason and facts."""
    try:
        check(*given)
    except IllegalAction as refused:
        return refused.reason, refused.facts
    return None


def draft_refusal(text: str, *hand: Card, cooling: bool = False) -> tuple[str, Mapping[str, object]] | None:
    return why(programming.check_draft, pads(text), hand, cooling)


def answer_refusal(text: str, *hand: Card) -> tuple[str, Mapping[str, object]] | None:
    return why(programming.check_answer, pads(text), hand)


BRAKE = Term("volt.card.brake_1")


@pytest.mark.parametrize("card_id", DECLARABLE)
def test_section_4_3_a_module_fits_its_colour_and_its_pips(card_id: str) -> None:
    hand = (card(card_id),)
    for die, pip in product(programming.COLOURS, programming.PIPS):
        fits = die == CARDS[card_id].die and pip in (CARDS[card_id].pips or ())
        assert legal_modules(Program(), 0, hand, die, pip) == ((card_id,) if fits else ())
        key = legal_dirs("red" if CARDS[card_id].die == "red" else "blue", card_id)[0]
        draft = Program((Command(die, pip, key, card_id), None, None))
        assert (why(programming.check_draft, draft, hand) is None) == fits


@pytest.mark.parametrize("card_id", sorted(set(CARDS) - set(DECLARABLE)))
def test_section_4_3_a_passive_module_is_never_declared(card_id: str) -> None:
    hand = (card(card_id),)
    for die, pip in product(programming.COLOURS, programming.PIPS):
        assert legal_modules(Program(), 0, hand, die, pip) == ()
    assert draft_refusal(f"B1N@{card_id} - -", *hand) == (
        "module_passive",
        {"pad": 1, "card": Term(f"volt.card.{card_id}")},
    )


def test_section_4_3_a_module_is_declared_once_a_round() -> None:
    hand = (card("brake_1"), card("maneuver_1"))
    draft = pads("B2N@brake_1 - -")
    assert legal_modules(draft, 0, hand, "blue", 2) == ("brake_1", "maneuver_1")
    assert legal_modules(draft, 1, hand, "blue", 2) == ("maneuver_1",)
    assert draft_refusal("B2N@brake_1 R1N B2N@brake_1", *hand) == ("module_twice", {"pad": 3, "card": BRAKE})
    assert draft_refusal("B2N@brake_1 R1N B2N@maneuver_1:E", *hand) is None


def test_section_4_3_a_module_must_be_held() -> None:
    assert draft_refusal("R1N B2N@brake_1 -") == ("module_not_held", {"pad": 2, "card": BRAKE})
    assert draft_refusal("R1N B2N@brake_1 -", card("brake_2")) == ("module_not_held", {"pad": 2, "card": BRAKE})
    assert legal_modules(Program(), 0, (card("brake_2"),), "blue", 2) == ()


def test_ruling_77_a_module_without_charges_cannot_be_declared() -> None:
    spent = Card("emp_1", 0)
    assert legal_modules(Program(), 0, (spent,), "red", 3) == ()
    assert draft_refusal("R3N@emp_1 - -", spent) == ("module_empty", {"pad": 1, "card": Term("volt.card.emp_1")})
    assert draft_refusal("R3N@emp_1 - -", Card("emp_1", 1)) is None
    assert programming.count((spent,)) == programming.COUNT


def test_ruling_17_a_cooling_robot_declares_nothing() -> None:
    hand = (card("brake_1"),)
    assert draft_refusal("B2N@brake_1 - -", *hand, cooling=True) == ("module_cooling", {"pad": 1, "card": BRAKE})
    assert draft_refusal("B2N R1N -", *hand, cooling=True) is None
    assert why(programming.check_answer, pads("B2N@brake_1 R1N R1N"), hand, True) is not None


def test_a_module_on_the_wrong_die_says_which_it_needs() -> None:
    assert draft_refusal("R2N@brake_1 - -", card("brake_1")) == (
        "module_die",
        {"pad": 1, "card": BRAKE, "die": Term("volt.die.blue")},
    )


def test_a_module_on_other_pips_says_which_it_needs() -> None:
    assert draft_refusal("- B5N@brake_1 -", card("brake_1")) == (
        "module_pips",
        {"pad": 2, "card": BRAKE, "least": 1, "most": 3},
    )


def test_a_card_that_does_not_exist_is_refused_and_quoted_briefly() -> None:
    draft = Program((Command("blue", 1, "N", "warp" * 20), None, None))
    assert why(programming.check_draft, draft) == ("module_unknown", {"pad": 1, "part": "warpwarpwarp"})


def test_diagonal_drive_lies_on_a_diagonal_key() -> None:
    diagonals = ("NE", "SE", "SW", "NW")
    for card_id in ("diagonal_drive_1", "diagonal_drive_2"):
        assert set(legal_dirs("blue", card_id)) == set(diagonals)
    hand = card("diagonal_drive_1")
    for key in diagonals:
        assert draft_refusal(f"B1{key}@diagonal_drive_1 - -", hand) is None
    name = Term("volt.card.diagonal_drive_1")
    for key in ORTHOGONAL:
        assert draft_refusal(f"B1{key}@diagonal_drive_1 - -", hand) == (
            "module_dir",
            {"pad": 1, "card": name, "dir": Term(f"volt.dir.{key}")},
        )


@pytest.mark.parametrize("card_id", [known for known in DECLARABLE if CARDS[known].effect != "diagonal_drive"])
def test_every_other_module_leaves_the_keys_as_they_are(card_id: str) -> None:
    for die in programming.COLOURS:
        assert legal_dirs(die, card_id) == legal_dirs(die)
    if CARDS[card_id].die == "blue":
        pip = (CARDS[card_id].pips or (1,))[0]
        refused = draft_refusal(f"B{pip}NE@{card_id} - -", card(card_id))
        assert refused == ("blue_diagonal", {"pad": 1, "dir": Term("volt.dir.NE")})


def test_only_maneuver_takes_a_second_direction() -> None:
    assert {card_id for card_id in CARDS if programming.needs_turn(card_id)} == {"maneuver_1", "maneuver_2"}
    assert programming.legal_turns("maneuver_2") == ORTHOGONAL
    assert programming.legal_turns("brake_1") == ()


def test_maneuver_without_its_second_direction_is_a_draft_but_no_answer() -> None:
    hand = card("maneuver_1")
    assert draft_refusal("B2N@maneuver_1 R1N R1N", hand) is None
    assert answer_refusal("B2N@maneuver_1 R1N R1N", hand) == (
        "module_turn_missing",
        {"pad": 1, "card": Term("volt.card.maneuver_1")},
    )
    assert answer_refusal("B2N@maneuver_1:W R1N R1N", hand) is None


def test_a_second_direction_is_straight_and_only_where_it_is_wanted() -> None:
    assert draft_refusal("B2N@maneuver_1:NE - -", card("maneuver_1")) == (
        "module_turn_dir",
        {"pad": 1, "card": Term("volt.card.maneuver_1"), "dir": Term("volt.dir.NE")},
    )
    unwanted = ("module_turn_unwanted", {"pad": 1, "dir": Term("volt.dir.W")})
    assert draft_refusal("B2N@brake_1:W - -", card("brake_1")) == unwanted
    bare = Program((Command("blue", 2, "N", turn="W"), None, None))
    assert why(programming.check_draft, bare) == unwanted


@given(declared())
def test_every_listed_program_is_a_legal_answer(given_: tuple[tuple[Card, ...], Program]) -> None:
    hand, program = given_
    programming.check_answer(program, hand)
    for pad, command in enumerate(program.pads):
        assert command is not None
        assert command.module is None or command.module in legal_modules(program, pad, hand, command.die, command.pip)


@given(HANDS, st.data())
def test_one_change_to_a_listed_program_is_listed_exactly_when_it_is_legal(
    hand: tuple[Card, ...], data: st.DataObject
) -> None:
    """``choices`` and ``allows`` agree: what may lie on a pad is on the list of that pad's faces, and nothing else."""
    program = program_at(data.draw(st.integers(0, programming.count(hand) - 1)), hand)
    other = st.builds(
        Command,
        st.sampled_from(programming.COLOURS),
        st.integers(1, 6),
        st.sampled_from(ALL_DIRECTIONS),
        st.none() | st.sampled_from([held.id for held in hand] or ["brake_1"]),
        st.none() | st.sampled_from(ALL_DIRECTIONS),
    )
    changed = Program((data.draw(other), *program.pads[1:]))
    listed = any(changed.pads[0] in layout[0] and _is_of(changed, layout) for layout in _layouts(hand))
    assert (why(programming.check_answer, changed, hand) is None) == listed


def _layouts(hand: tuple[Card, ...]) -> tuple[tuple[tuple[Command, ...], ...], ...]:
    return programming._book(programming._declarables(hand)).layouts


def _is_of(program: Program, layout: tuple[tuple[Command, ...], ...]) -> bool:
    return all(command in faces for command, faces in zip(program.pads, layout, strict=True))


def test_every_program_with_modules_is_listed_exactly_once() -> None:
    hand = (card("diagonal_drive_1"), Card("emp_1", 0), card("bomb_1"))
    listed = list(programming.programs(hand))
    blue = 24 + 2 * 4
    assert len(listed) == len(set(listed)) == programming.count(hand)
    both = 3 * (blue * blue - 8 * 8) * 48  # two blue dice, but the module on one of them only
    assert len(listed) == both + 3 * blue * 48 * 48


def test_programs_without_declarable_cards_are_the_basic_games_in_the_same_order() -> None:
    """Stored simulations rely on it."""
    few = list(islice(programming.programs(), 5))
    assert [format_program(program) for program in few] == [
        "B1N B1N R1N",
        "R2N B6W R2E",
        "B3N R3NW R4N",
        "R4N R4NW B3E",
        "R5N B3W B2E",
    ]
    assert list(islice(programming.programs((card("shield_1"), Card("emp_2", 0))), 5)) == few


def test_the_first_few_listed_with_modules_are_a_fair_sample() -> None:
    hand = (card("maneuver_1"), card("diagonal_drive_2"), card("emp_1"))
    few = list(islice(programming.programs(hand), 300))
    for pad in PADS:
        assert len({programming.short(program.pads[pad]) for program in few}) > 50
        modules = {command.module for command in (program.pads[pad] for program in few) if command}
        assert modules == {None, "maneuver_1", "diagonal_drive_2", "emp_1"}


@pytest.mark.parametrize("hand", [(), ("maneuver_1", "brake_2", "grenade_1")])
def test_only_numbers_below_the_count_name_a_program(hand: tuple[str, ...]) -> None:
    held = tuple(card(card_id) for card_id in hand)
    for number in (-1, programming.count(held)):
        with pytest.raises(IndexError):
            program_at(number, held)


def test_a_random_program_with_modules_is_a_legal_one() -> None:
    hand = (card("maneuver_2"), card("teleport_1"), card("knockback_2"))
    chance = FastChance(5)
    drawn = [programming.random_program(chance, hand) for _ in range(300)]
    for program in drawn:
        programming.check_answer(program, hand)
    seen = {command.module for program in drawn for command in program.pads if command}
    assert seen == {None, "maneuver_2", "teleport_1", "knockback_2"}


def test_a_random_program_of_the_basic_game_draws_as_ever() -> None:
    for hand in ((), (card("bomb_1"), Card("emp_1", 0))):
        chance = FairChance(b"seed", "salt")
        programming.random_program(chance, hand)
        assert [(draw.label, draw.below) for draw in chance.log] == [("program", programming.COUNT)]


# ---- modules in the short form


@given(declared())
def test_the_short_form_reads_back_the_modules_it_writes(given_: tuple[tuple[Card, ...], Program]) -> None:
    _, program = given_
    assert parse_program(format_program(program)) == program


@given(declared(), st.sets(st.sampled_from(PADS)), st.booleans())
def test_the_short_form_reads_back_drafts_with_modules(
    given_: tuple[tuple[Card, ...], Program], bare: set[int], unfinished: bool
) -> None:
    """Some pads empty, some second directions still missing: each can still grow into the program it comes from."""
    hand, program = given_
    kept = [None if pad in bare else command for pad, command in enumerate(program.pads)]
    kept = [command and replace(command, turn=None if unfinished else command.turn) for command in kept]
    draft = Program((kept[0], kept[1], kept[2]))
    programming.check_draft(draft, hand)
    assert parse_program(format_program(draft)) == draft


def test_the_short_form_of_a_module() -> None:
    program = Program((Command("blue", 3, "N", "brake_1"), Command("blue", 2, "N", "maneuver_1", "W"), None))
    assert format_program(program) == "B3N@brake_1 B2N@maneuver_1:W -"
    assert parse_program("B3N@brake_1 B2N@maneuver_1:W -") == program


@pytest.mark.parametrize(
    "text",
    [
        "B2N@maneuver_1:W R1NE@swivel_head_1 B2E",
        "b2n@MANEUVER_1:w r1ne@Swivel_Head_1 b2e",
        "B2N @ maneuver_1 : W, R1NE @swivel_head_1, B2E",
        "Ｂ２Ｎ＠ｍａｎｅｕｖｅｒ＿１：Ｗ　Ｒ１ＮＥ＠swivel_head_1　Ｂ２Ｅ",
        "B2N@maneuver1:W R1NE@swivelhead1 B2E",
        "B2N@Maneuver Mk I:W R1NE@Swivel Head Mk I B2E",
        "B2N@maneuver-1:W / R1NE@swivel-head-1 / B2E",
        "蓝2北＠机动Ⅰ型：西，红1东北＠旋转炮塔Ⅰ型，蓝2东",
        "B2N@机动I型:W|R1NE@旋转炮塔1|B2E",
        "B2N@maneuver_1:WR1NE@swivel_head_1B2E",
    ],
)
def test_the_short_form_is_forgiving_about_modules(text: str) -> None:
    assert format_program(parse_program(text)) == "B2N@maneuver_1:W R1NE@swivel_head_1 B2E"


@pytest.mark.parametrize("card_id", sorted(CARDS))
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_card_can_be_typed_by_its_id_and_by_the_name_that_people_read(card_id: str, language: Language) -> None:
    kind = CARDS[card_id]
    die = "R" if kind.die == "red" else "B"
    start = f"{die}{(kind.pips or (1,))[0]}{legal_dirs(kind.die or 'blue', card_id)[0]}"
    for name in (card_id, card_id.upper(), speak(language)(f"volt.card.{card_id}")):
        if kind.die is None:
            with pytest.raises(IllegalAction) as refused:
                parse_program(f"{start}@{name} - -")
            assert refused.value.reason == "module_passive"
            assert refused.value.facts["card"] == Term(f"volt.card.{card_id}")
        else:
            assert parse_program(f"{start} @ {name} - -").pads[0] == replace(
                pads(f"{start} - -").pads[0], module=card_id
            )


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("B3N@ R1NE B2E", "part_module", {"part": "@"}),
        ("B3N@warp R1NE B2E", "part_module", {"part": "WARP"}),
        ("B3N@brake R1NE B2E", "part_module", {"part": "BRAKE"}),
        ("B3N@" + "x" * 50 + " R1NE B2E", "part_module", {"part": "X" * 12}),
        ("@brake_1 B3N R1NE", "part_die", {"part": "@"}),
        ("-@brake_1 R1NE B2E", "part_die", {"part": "-@"}),
        ("B3N@brake_1@saw_blade_2 R1NE B2E", "part_modules", {"part": "B3N@@"}),
        ("B3N@brake_1:X R1NE B2E", "part_dir", {"part": "B3N@X"}),
        ("B3N@brake_1:NS R1NE B2E", "part_dir", {"part": "NS"}),
        ("B3N@brake_1:" + "N" * 50 + " R1NE B2E", "part_dir", {"part": "N" * 12}),
        ("B3N@brake_1:W R1NE B2E", "module_turn_unwanted", None),
        ("B2N@maneuver_1:NE R1NE B2E", "module_turn_dir", None),
        ("R3N@brake_1 R1NE B2E", "module_die", None),
        ("B6N@brake_1 R1NE B2E", "module_pips", None),
        ("B3N@brake_1 R1NE B2E@brake_1", "module_twice", None),
        ("B1N@shield_1 R1NE B2E", "module_passive", None),
        ("B1N@diagonal_drive_1 R1NE B2E", "module_dir", None),
        ("B1N " * 51, "too_long", {"most": 200}),
        ("@" * 200, "part_module", {"part": "@"}),
    ],
)
def test_the_short_form_says_what_is_wrong_with_a_module(
    text: str, reason: str, facts: dict[str, object] | None
) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_program(text)
    assert refused.value.reason == reason
    if facts is not None:
        assert refused.value.facts == facts


@given(st.lists(st.sampled_from([*"BRNESW123456-@: _", "brake_1", "maneuver_1:", "机动Ⅰ型", "emp_1"]), max_size=25))
def test_no_text_with_modules_is_a_bug_of_ours(parts: list[str]) -> None:
    refused = why(parse_program, "".join(parts))
    if refused is None:
        program = parse_program("".join(parts))
        programming.check_shape(program)
        assert parse_program(format_program(program)) == program
    else:
        assert all(len(fact) <= programming.SHOWN for fact in refused[1].values() if isinstance(fact, str))
