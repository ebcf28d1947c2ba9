"""A wish that was never drawn is a mistake: the rule that should have drawn it did not happen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engines.wasteland.boards import Fate


@pytest.fixture(autouse=True)
def every_wish_was_drawn() -> Iterator[None]:
    Fate.made.clear()
    yield
    left = [fate.left for fate in Fate.made if fate.left]
    assert not left, f"these draws never came: {left}"
