"""How long a game is: deck, reshuffles, Black Storm (sections 8.4 and 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engines.wasteland.cards import FORCED_STORM, LONG_EXTRA, RESHUFFLES, deck
from engines.wasteland.model import Options


def at_pace(options: Options, *, live: bool) -> Options:
    """``auto`` settled: standard where people sit at the table together, else short (section 14, ruling R27)."""
    if options.length != "auto":
        return options
    return replace(options, length="standard" if live else "short")


def all_cards(options: Options, players: int) -> tuple[str, ...]:
    """The keys of the game's cards; a short game always uses the scaled deck (rulings R2, R27)."""
    return deck("scaled" if options.length == "short" else options.deck, players)


def reshuffles(options: Options, players: int) -> int | None:
    """How often the pile may be made anew; ``None`` is without limit (ruling R19)."""
    if options.reshuffles == "unlimited":
        return None
    if options.reshuffles != "auto":
        return int(options.reshuffles)
    length: Literal["standard", "short"] = "short" if options.length == "short" else "standard"
    return RESHUFFLES[length][players] + (LONG_EXTRA if options.length == "long" else 0)


def maintenances(options: Options, players: int, turn: int) -> int:
    """How often maintenance is carried out in this dealer turn: more than once in the Black Storm (section 9).

    With unlimited reshuffles there is always a storm. ``players`` are those at the start.
    """
    if options.storm != "off":
        calm = int(options.storm) * players
    elif options.reshuffles == "unlimited":
        calm = FORCED_STORM * players
    else:
        return 1
    return 1 + max(0, -(-(turn - calm) // players))


def offers(options: Options, players: int) -> tuple[str, ...]:
    """The options that have an effect: the deck only where the two differ."""
    decks_differ = options.length != "short" and deck("full", players) != deck("scaled", players)
    return tuple(name for name in Options.__slots__ if name != "deck" or decks_differ)
