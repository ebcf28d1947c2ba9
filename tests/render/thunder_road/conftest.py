"""Every line of text that is drawn in heading, boards and legend, with its box on the picture."""

from __future__ import annotations

import pytest
from PIL import Image

from render.thunder_road import boards, heading, legend
from tests.render.conftest import Box


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Box]]:
    boxes: list[tuple[str, Box]] = []
    real = heading.write

    def recording(image: Image.Image, text: str, x: float, y: float, size: int, *rest: object, **more: object) -> int:
        used = real(image, text, x, y, size, *rest, **more)  # type: ignore[arg-type]
        left = x - {"left": 0.0, "middle": used / 2, "right": float(used)}[str(more.get("anchor", "left"))]
        boxes.append((text, (left, y - size * 0.45, left + used, y + size * 0.45)))
        return used

    for module in (heading, boards, legend):
        monkeypatch.setattr(module, "write", recording)
    return boxes
