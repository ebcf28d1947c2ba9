"""The panel on which decks are named: preset, chosen, ready, past."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from cogs.limits import faults
from cogs.panels import compose_panel, volt
from cogs.panels.volt_outfit import FIELDS, with_deck
from engines.chance import FastChance
from engines.core import Ask
from engines.volt import GAME
from engines.volt.model import CATEGORIES, Options, Outfit
from locales import Words
from tables.model import SeatPanel
from tests.cogs.panel_maker import bot, both, control, controls, pressable, read, table_info, volt_panel

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
PRESET = Outfit("attack", "movement", "least")
CHOSEN = Outfit("tactic", "tactic", "attack")


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def outfit_panel(draft: Outfit | None = None, **changes: Any) -> SeatPanel:
    state = GAME.start(Options(modules="on"), 4, FastChance(7)).state
    view = GAME.view(state, 1)
    if draft is not None:
        view = GAME.drafts(view, 1, draft)
    panel = SeatPanel(table_info(4, window_kind="outfit"), 1, Ask("outfit"), view, draft, ready=False, window=1)
    return replace(panel, **changes)


def chosen(composed: Any) -> list[str]:
    """What each list shows."""
    selects = [item.item for item in controls(composed) if isinstance(item.item, discord.ui.Select)]
    return [option.value for select in selects for option in select.options if option.default]


@WORDS
@pytest.mark.parametrize(("draft", "shown"), [(None, PRESET), (CHOSEN, CHOSEN)])
async def test_the_lists_show_what_is_chosen_or_preset_and_ready_is_open(
    words: Words, draft: Outfit | None, shown: Outfit
) -> None:
    composed = await compose_panel(bot(), outfit_panel(draft), words)
    assert faults(composed.view, composed.files) == []
    assert chosen(composed) == [shown.first, shown.second, shown.later]
    assert pressable(composed) == {"v-deck", "v-fit", "p-show"}
    assert [item.address.arg for item in controls(composed) if item.address.what == "v-deck"] == [
        "1.first", "1.second", "1.later",
    ]  # fmt: skip
    text = read(composed)
    assert words("volt.ask.outfit") in text
    for deck in CATEGORIES:
        line = next(line for line in text.splitlines() if f"**{words(f'volt.category.{deck}')}**" in line)
        assert len(line) > len(words(f"volt.category.{deck}")) + 12, "one line says what the deck is good for"


@WORDS
async def test_a_ready_panel_names_the_decks_and_is_locked(words: Words) -> None:
    composed = await compose_panel(bot(), outfit_panel(CHOSEN, ready=True), words)
    assert faults(composed.view, composed.files) == []
    assert pressable(composed) == {"p-unready", "p-show"}
    assert volt.answer(outfit_panel(CHOSEN), words) in read(composed)


@WORDS
async def test_a_past_panel_names_what_counted(words: Words) -> None:
    composed = await compose_panel(bot(), outfit_panel(CHOSEN, ask=None, table=table_info(window=2)), words)
    assert (pressable(composed), composed.files) == (set(), ())
    assert volt.answer(outfit_panel(CHOSEN), words) in read(composed)


@WORDS
def test_every_choice_is_told_apart(words: Words) -> None:
    told = {
        volt.answer(outfit_panel(outfit), words)
        for first in CATEGORIES
        for second in CATEGORIES
        for outfit in (Outfit(first, second, "least"), Outfit(first, second, "tactic"))
    }
    assert len(told) == 18
    assert "{" not in "".join(told)


async def test_a_list_never_looks_like_the_one_before_it() -> None:
    """A screen shows what was picked in a list for as long as the list keeps its number."""
    seen: dict[int | None, str] = {}
    for outfit in (PRESET, CHOSEN, Outfit("movement", "attack", "tactic")):
        composed = await compose_panel(bot(), outfit_panel(outfit), both()[0])
        for item in controls(composed):
            if isinstance(item.item, discord.ui.Select):
                (value,) = [option.value for option in item.item.options if option.default]
                assert seen.setdefault(item.item.id, f"{item.address.arg} {value}") == f"{item.address.arg} {value}"


@pytest.mark.parametrize(
    ("field", "deck", "outfit"),
    [
        ("first", "tactic", Outfit("tactic", "movement", "least")),
        ("second", "attack", Outfit("attack", "attack", "least")),
        ("later", "movement", Outfit("attack", "movement", "movement")),
        ("later", "least", PRESET),
        ("first", "least", None),
        ("none", "attack", None),
        ("later", "", None),
    ],
)
def test_a_choice_changes_its_own_field(field: str, deck: str, outfit: Outfit | None) -> None:
    assert with_deck(PRESET, field, deck) == outfit
    assert set(FIELDS) == set(Outfit.__dataclass_fields__)


@WORDS
async def test_the_program_panel_never_shows_decks(words: Words) -> None:
    composed = await compose_panel(bot(), volt_panel(), words)
    assert control(composed, "v-deck") is None
    assert control(composed, "v-fit") is None
