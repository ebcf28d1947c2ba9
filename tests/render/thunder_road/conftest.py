"""Every line of text that is drawn in heading, boards and legend, with its box on the picture."""

from __future__ import annotations

import pytest

from render.thunder_road import boards, heading, legend
from tests.render.conftest import Box, record_writing


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    return record_writing(monkeypatch, heading.write, (heading, boards, legend))
