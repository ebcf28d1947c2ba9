"""What tests of pictures share: every line of text that is drawn, with its box."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType

import pytest
from PIL import Image

from render import strip
from render.volt import heading, ledger

Box = tuple[float, float, float, float]


def record_writing(
    monkeypatch: pytest.MonkeyPatch, real: Callable[..., int], modules: Iterable[ModuleType]
) -> list[tuple[str, Box]]:
    """Every line that these modules write from now on with ``real``, with the box it takes."""
    boxes: list[tuple[str, Box]] = []

    def recording(image: Image.Image, text: str, x: float, y: float, size: int, *rest: object, **more: object) -> int:
        used = real(image, text, x, y, size, *rest, **more)
        left = x - {"left": 0.0, "middle": used / 2, "right": float(used)}[str(more.get("anchor", "left"))]
        boxes.append((text, (left, y - size * 0.45, left + used, y + size * 0.45)))
        return used

    for module in modules:
        monkeypatch.setattr(module, "write", recording)
    return boxes


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    """Every line of text outside the board, with the box it takes."""
    return record_writing(monkeypatch, strip.write, (heading, ledger, strip))
