"""The painter of Thunder Road."""

from engines.thunder_road.views import bare
from render.thunder_road.alt import describe, standing
from render.thunder_road.letters import text_board
from render.thunder_road.page import paint

__all__ = ["bare", "describe", "paint", "standing", "text_board"]
