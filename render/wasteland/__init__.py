"""The painter of Scorched Wasteland."""

from engines.wasteland.views import bare
from render.wasteland.alt import describe, standing
from render.wasteland.letters import text_board
from render.wasteland.page import PAGES, paint

__all__ = ["PAGES", "bare", "describe", "paint", "standing", "text_board"]
