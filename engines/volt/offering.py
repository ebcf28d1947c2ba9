"""Which options are worth showing to a host: those that have an effect at the table as it is now. No rule in here."""

from __future__ import annotations

from engines.core import IllegalAction
from engines.volt import championship, setup
from engines.volt.model import Options


def offers(options: Options, seats: int) -> tuple[str, ...]:
    """Their names, in the order of ``Options``. What keeps a table from starting is among them."""
    match = options.mode == "match"
    shown = {
        "arena": match or options.arena != "auto",
        "ai_cards": killbots_play(options, seats),
        "difficulty": match and seats == 1 and killbots_play(options, seats),
    }
    return tuple(name for name in Options.__dataclass_fields__ if shown.get(name, True))


def killbots_play(options: Options, seats: int) -> bool:
    """Whether a killbot will be in any of the matches; also when the table cannot start for another reason."""
    if options.killbots == "none":
        return False
    try:
        if options.mode == "match":
            return setup.line_up(options, seats).killbots > 0
        matches = range(1, len(championship.PRIZES) + 1)
        return any(championship.line_up(options, match, seats).killbots for match in matches)
    except IllegalAction:
        return True
