"""Draws every scene for a person to look at: ``python -m tests.render.contact_sheet DIR``.

Each picture comes as it is posted and, as ``phone-*.png``, 400 pixels wide.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from PIL import Image

from locales import LANGUAGES
from render import Look, draw
from tests.render.gear_scenes import GEAR_SCENES
from tests.render.scenes import NAMES, SCENES

PHONE = 400


def main(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    scenes = SCENES | GEAR_SCENES
    for name, view in scenes.items():
        for language in LANGUAGES:
            for size in ("full", "step"):
                picture = draw("volt", view, Look(language, NAMES[: len(view.robots)], size))
                stem = f"{name}-{size}-{language}"
                (home / f"{stem}.png").write_bytes(picture.png)
                (home / f"{stem}.txt").write_text(picture.alt, encoding="utf-8")
                whole = Image.open(io.BytesIO(picture.png)).convert("RGB")
                small = whole.resize((PHONE, whole.height * PHONE // whole.width), Image.Resampling.BILINEAR)
                small.save(home / f"phone-{stem}.png")
    print(f"{len(scenes)} scenes in {home}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
