"""What a planning panel tells of the cards held: what each does, which was taken off, and which one is ready with."""

from __future__ import annotations

import pytest

from cogs.panels import volt
from cogs.panels.volt_pads import Half
from engines.volt.model import Card
from engines.volt.programming import parse_program
from locales import Words
from tests.cogs.panel_maker import bot, both, read, volt_panel

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
BRAKE, MANEUVER = Card("brake_1"), Card("maneuver_1")
EMP, SHIELD = Card("emp_1", 1), Card("shield_1", 2)


@WORDS
async def test_every_card_is_explained_before_anything_is_planned(words: Words) -> None:
    held = (BRAKE, EMP, SHIELD)
    begun = volt_panel(parse_program("R1N - -"), cards=held)
    for card in held:
        told = words(f"volt.card.{card.id}.text")
        assert told in read(await volt.compose(bot(), volt_panel(cards=held), words))
        assert told not in read(await volt.compose(bot(), begun, words))


@WORDS
async def test_a_ready_panel_names_its_modules(words: Words) -> None:
    ready = volt_panel(parse_program("R3N@emp_1 B3N B2E"), cards=(EMP,), ready=True)
    assert "@" not in read(await volt.compose(bot(), ready, words))
    assert volt.answer(ready, words) == f"R3N + {words('volt.card.emp_1')} · B3N · B2E"


@WORDS
async def test_a_module_that_does_not_go_with_the_new_die_is_taken_off_and_said_so(words: Words) -> None:
    before = Half(("blue", 3), "N", "maneuver_1", "W")
    told = words("panel.volt.module.off", card=words("volt.card.maneuver_1"), pad=2)
    note = volt.PickDie.note
    assert note(None, words, 1, before, Half(("blue", 6), "N")) == told  # type: ignore[arg-type]
    assert note(None, words, 1, before, before) == ""  # type: ignore[arg-type]
    composed = await volt.compose(bot(), volt_panel(parse_program("- B6N -"), cards=(MANEUVER,)), words, 1, note=told)
    assert told in read(composed)
