"""The painter of Power Arena."""

from engines.volt.model import bare
from render.volt.alt import describe, standing
from render.volt.letters import text_board
from render.volt.names import robot_names
from render.volt.page import paint

__all__ = ["bare", "describe", "paint", "robot_names", "standing", "text_board"]
