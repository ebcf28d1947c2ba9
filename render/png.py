"""A finished picture to bytes: the fixed palette, no dither, no alpha, fast compression."""

from __future__ import annotations

import io

from PIL import Image

from render.palette import palette_image


def encode(image: Image.Image) -> bytes:
    """PNG bytes of an RGB image that nobody else holds (``Image.save`` is not safe on a shared one)."""
    flat = image.quantize(palette=palette_image(), dither=Image.Dither.NONE)
    out = io.BytesIO()
    flat.save(out, "PNG", compress_level=5)
    return out.getvalue()
