"""The log of a table that went back: what does not count stays readable, and says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.tablelog import _heading, _lines
from cogs.words import speak
from tests.cogs.post_world import rounds, table


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_a_page_that_does_not_count_says_so_above_and_in_each_line(language: str) -> None:
    words, steps = speak(language), [step for step in rounds() if step.window == 2]
    whole, lines = _heading(steps, table(), words), _lines(steps, table(), words)
    undone = [replace(step, undone=True) for step in steps]
    heading = _heading(undone, table(), words)
    assert heading == f"~~{whole}~~ · {words('tablecmd.log.undone')}"
    assert words("tablecmd.log.undone") not in whole
    assert [
        line for line in _lines(undone, table(), words) if line.startswith("- ") and not line.startswith("- ~~")
    ] == []
    assert len(_lines(undone, table(), words)) == len(lines)
    assert words("tablecmd.log.undone") not in _heading([*undone[:-1], steps[-1]], table(), words)
