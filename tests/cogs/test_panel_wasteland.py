"""The panel of Scorched Wasteland in whole games: within Discord's limits, legal choices only, a legal preset."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import discord
import pytest

from cogs.limits import faults
from cogs.panels import compose_panel, wasteland
from cogs.panels.wasteland_fields import ADD, WISH, ListSheet, Sheet, settled, wrong
from cogs.panels.wasteland_sheets import SHEETS, preset
from engines.chance import FastChance
from engines.core import IllegalAction
from engines.wasteland import GAME, legal
from engines.wasteland.cards import part_at, part_of
from engines.wasteland.holdings import free_bays, lying, mechs
from engines.wasteland.model import (
    Action,
    AskKind,
    Assemble,
    Challenge,
    Declare,
    Lose,
    Options,
    State,
    Study,
    Tribute,
    Trophy,
    Upkeep,
)
from engines.wasteland.views import View
from locales import Words, speak
from tests.cogs.panel_maker import LONGEST_NAME, bot, both, controls, pressable, read, seat_info, table_info
from tests.cogs.wasteland_hand import Hand, state_panel
from tests.cogs.wasteland_hand import nothing_is_sent as nothing_is_sent

PLANNING = ("plans", "turns")
MANY = 300
PRESSES = 8
OURS = ("w-pick", "w-page", "w-move", "w-flag")
EN = speak("en")
TRIES = 6
"""Answers of each question that are drawn by lot besides the preset."""


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def positions(seats: int, planning: Any, seed: int) -> Iterator[State]:
    """Every position of a whole game in which something is asked; most answers are sensible, some are any legal one."""
    luck, will = FastChance(seed), FastChance(seed + 1)
    state = GAME.start(Options(length="short", planning=planning), seats, luck).state
    while (window := GAME.window(state)) is not None:
        yield state
        answers = {}
        for seat in window.asks:
            view = GAME.view(state, seat)
            wild = will.roll("wild", 10) > (3 if window.kind == "duel" else 8)
            few = list(itertools.islice(legal.answers(view, seat), 40)) if wild else [preset(view, seat)]
            answers[seat] = will.pick("answer", few)
        state = GAME.advance(state, answers, luck).state


def every_question() -> list[tuple[State, int, AskKind]]:
    """Of several whole games each seat that is asked, thinned out where the kind has come up often."""
    found: list[tuple[State, int, AskKind]] = []
    count: dict[AskKind, int] = {}
    for planning, (seats, seed) in itertools.product(PLANNING, ((3, 1), (3, 5), (4, 2), (4, 6), (5, 3), (7, 4))):
        for state in positions(seats, planning, seed):
            window = GAME.window(state)
            assert window is not None
            for seat, ask in window.asks.items():
                kind: AskKind = ask.kind  # type: ignore[assignment]
                count[kind] = count.get(kind, 0) + 1
                if count[kind] <= 12 or count[kind] % 25 == 0:
                    found.append((state, seat, kind))
    return found


@pytest.fixture(scope="module")
def questions() -> list[tuple[State, int, AskKind]]:
    return every_question()


def test_every_kind_of_question_comes_up(questions: list[tuple[State, int, AskKind]]) -> None:
    assert {kind for _, _, kind in questions} == set(get_args(AskKind)) == set(SHEETS)


@pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
async def test_every_question_fits(questions: list[tuple[State, int, AskKind]], words: Words) -> None:
    """The longest names, the longest code; nothing chosen yet, something saved, ready."""
    for state, seat, _ in questions:
        table = state_panel(state, seat).table
        longest = table_info(
            len(table.seats),
            game=table.game,
            code="ABCDEFGH",
            window=9999,
            hidden=table.hidden,
            seats=tuple(seat_info(at, name=LONGEST_NAME) for at in range(len(table.seats))),
        )
        answer = preset(GAME.view(state, seat), seat)
        for changes in ({}, {"ready": True}):
            panel = state_panel(state, seat, answer if changes else None, table=longest, window=9999, **changes)
            composed = await compose_panel(bot(), panel, words)
            assert faults(composed.view, composed.files) == []
            assert ("p-unready" in pressable(composed)) is bool(changes)
            assert "orders" in pressable(composed)
        assert wasteland.answer(state_panel(state, seat, answer), words)


async def test_every_panel_opens_with_a_legal_answer(questions: list[tuple[State, int, AskKind]]) -> None:
    for state, seat, _ in questions:
        view = GAME.view(state, seat)
        GAME.allows(state, seat, preset(view, seat))
        assert preset(view, seat) == preset(GAME.drafts(view, seat, preset(view, seat)), seat)
        composed = await compose_panel(bot(), state_panel(state, seat), speak("en"))
        assert "w-go" in pressable(composed), "one press gives it"
        assert "💡" in read(composed)


def test_only_legal_choices_are_offered(questions: list[tuple[State, int, AskKind]]) -> None:
    """Each single choice in each list, from the preset and from other answers, leads to a legal answer.

    Of a tribute's cards several are chosen together: until they are enough the panel says so.
    """
    will = FastChance(5)
    tried = 0
    for state, seat, kind in questions:
        view, sheet = GAME.view(state, seat), SHEETS[kind]
        some = [preset(view, seat), *itertools.islice(legal.answers(view, seat), TRIES)]
        for action in (some[0], will.pick("answer", some)):
            for field in sheet.fields(view, seat, action, 0):
                if field.name == WISH:
                    continue
                for value in field.values:
                    values = [value] if field.most == 1 or field.name == ADD else list(field.values[: field.most])
                    after = sheet.put(view, seat, action, field.name, values, 0)
                    tried += 1
                    assert wrong(view, seat, after) is None or field.name == "cards", (kind, action, field, value)
                    GAME.drafts(view, seat, after)
            for name in sheet.flags(view, seat, action):
                assert wrong(view, seat, sheet.switched(action, name)) is None
            if isinstance(sheet, ListSheet) and sheet.wishes(action):
                GAME.drafts(view, seat, sheet.dropped(action, 0))
    assert tried > 1000


def test_everything_legal_can_be_chosen(questions: list[tuple[State, int, AskKind]]) -> None:
    """What the engine lists can be reached by choices, wherever the answer is none of a long list."""
    reached: Counter[str] = Counter()
    for state, seat, kind in questions:
        view, sheet = GAME.view(state, seat), SHEETS[kind]
        every = list(itertools.islice(legal.answers(view, seat), MANY))
        if isinstance(sheet, ListSheet) or kind == "tribute" or len(every) == MANY or reached[kind] == 5:
            continue
        seen, new = {preset(view, seat)}, [preset(view, seat)]
        while new:
            for after in steps(view, seat, sheet, new.pop()):
                if after not in seen:
                    seen.add(after)
                    new.append(after)
        assert {meant(view, seat, action) for action in every} <= {meant(view, seat, action) for action in seen}, kind
        reached[kind] += 1
    assert len(reached) >= 14


def steps(view: View, seat: int, sheet: Sheet, action: Action) -> Iterator[Action]:
    """The answer after each press that can be made."""
    for field in sheet.fields(view, seat, action, 0):
        for size in range(field.least, field.most + 1):
            for values in itertools.combinations(field.values, size):
                yield sheet.put(view, seat, action, field.name, values, 0)
    for name in sheet.flags(view, seat, action):
        yield sheet.switched(action, name)


def meant(view: View, seat: int, action: Action) -> Any:
    """Answers that are the same thing: cards in any order, the only mech left open or named."""
    if isinstance(action, Assemble | Lose):
        return type(action)(slots=tuple(sorted(action.slots)))
    if isinstance(action, Upkeep):
        return Upkeep(cards=tuple(sorted(action.cards)))
    own = mechs(view.areas[seat])
    if isinstance(action, Declare | Challenge) and not action.mech and len(own) == 1:
        return replace(action, mech=own[0] if getattr(action, "choice", "join") == "join" else "")
    if isinstance(action, Study):
        free = free_bays(view.areas[seat], part_of(lying(view, view.looking or 0)))
        return replace(action, bay=action.bay or free[0])
    if isinstance(action, Trophy):
        return replace(action, where=settled(view.areas[seat], part_at(action.slot), action.where))
    return action


def test_a_tribute_can_be_any_cards(questions: list[tuple[State, int, AskKind]]) -> None:
    sheet = SHEETS["tribute"]
    seen = 0
    for state, seat, kind in questions:
        if kind != "tribute":
            continue
        view = GAME.view(state, seat)
        for action in itertools.islice(legal.answers(view, seat), 60):
            if not isinstance(action, Tribute) or action.refuse:
                continue
            field = next(field for field in sheet.fields(view, seat, action, 0) if field.name == "cards")
            assert len(field.chosen) == view.count
            after = sheet.put(view, seat, Tribute(), "cards", field.chosen, 0)
            assert sorted(after.cards) == sorted(action.cards)  # type: ignore[union-attr]
            seen += 1
    assert seen > 20


async def test_any_presses_in_any_order_end_in_a_panel_that_can_be_answered(
    questions: list[tuple[State, int, AskKind]],
) -> None:
    """Random presses on everything that is offered: nothing breaks, and what is suggested can be given afterwards."""
    will = FastChance(9)
    refused: set[str] = set()
    for state, seat, _ in questions[::3]:
        hand = Hand(state, seat)
        for _ in range(PRESSES):
            composed = await hand.look()
            assert faults(composed.view, composed.files) == []
            usable = [item for item in controls(composed) if not getattr(item.item, "disabled", False)]
            item = will.pick("press", [item for item in usable if item.address.what in OURS])
            values: list[str] = []
            if isinstance(item.item, discord.ui.Select):
                offered = [option.value for option in item.item.options]
                count = will.roll("count", item.item.max_values - item.item.min_values + 1) - 1 + item.item.min_values
                values = list(will.shuffle("values", offered))[:count]
            try:
                await hand.send(item, *values)
            except IllegalAction as error:
                refused.add(error.reason)
        hand.draft, hand.shown = None, None
        GAME.allows(state, seat, await hand.confirm())
        assert EN("panel.gone") not in hand.said
    assert refused <= {"last_core"}, "both cores as tribute: told, and nothing is changed"
