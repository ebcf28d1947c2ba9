"""All effects, found by themselves: a new one is a class in a module of this package and its rows in the data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engines.volt.arenas import RULES
from engines.volt.cards import CARDS, KILLBOTS
from engines.volt.hooks import Effect
from engines.volt.model import Card


def _all(kind: type[Effect]) -> Iterator[type[Effect]]:
    for found in kind.__subclasses__():
        yield found
        yield from _all(found)


for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")

EFFECTS: Final[dict[str, type[Effect]]] = {effect.id: effect for effect in _all(Effect)}
"""Every effect by its id: 18 of module cards, 4 of champion modules."""
TRAITS: Final[dict[str, type[Effect]]] = {effect.trait: effect for effect in EFFECTS.values() if effect.trait}
"""The effects that killbots have as traits."""


@cache
def of(card_id: str) -> Effect:
    """The effect of a module card."""
    card = CARDS[card_id]
    return EFFECTS[card.effect](card.id, card.die, card.params)


@cache
def of_champion(champion_id: str) -> Effect:
    """The effect of a champion module."""
    return EFFECTS[champion_id](champion_id, None, {})


@cache
def of_killbot(killbot_id: str) -> Effect:
    """The effect of a killbot's trait: the module's, on every die of the module's colour (section 4.6)."""
    trait = KILLBOTS[killbot_id].trait
    effect = TRAITS[trait]
    return effect(trait, next(card.die for card in CARDS.values() if card.effect == effect.id), {})


@cache
def always(cards: tuple[Card, ...], champion: str | None, killbot: str | None) -> tuple[Effect, ...]:
    """What a robot has that need not be declared: passive cards as held, champion module, trait."""
    return (
        *(of(card.id) for card in cards if CARDS[card.id].die is None),
        *(() if champion is None else (of_champion(champion),)),
        *(() if killbot is None else (of_killbot(killbot),)),
    )


def hit_points(working: Iterable[Effect]) -> int:
    """The damage that destroys a robot with these effects at work (rulings 7, 65)."""
    hp = RULES.hp
    for effect in working:
        hp = effect.max_hp(hp)
    return hp
