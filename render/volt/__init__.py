"""The painter of Power Arena."""

from render.volt.alt import describe, standing, text_board
from render.volt.page import paint

__all__ = ["describe", "paint", "standing", "text_board"]
