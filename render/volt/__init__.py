"""The painter of Power Arena."""

from render.volt.alt import describe, text_board
from render.volt.page import paint

__all__ = ["describe", "paint", "text_board"]
