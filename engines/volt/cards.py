"""Module cards, champion modules, killbots and AI cards, read from ``data/volt.json`` once and checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engines.volt.model import Category, DieColour

Mode = Literal["CHASE", "AIM", "RAM", "ALIGN", "HOLD"]
"""How a killbot chooses a direction (section 4.6)."""


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)


class CardType(_Row):
    """One of the 36 module cards (section 4.4)."""

    id: str
    effect: str
    mark: int
    """1 or 2: same effect, other pips or numbers."""
    name_en: str
    """As people may type it; what they read comes from the catalogues."""
    name_zh: str
    category: Category
    die: DieColour | None
    """``None`` acts by itself."""
    kind: Literal["replace", "modify", "add", "passive"]
    pips: tuple[int, ...] | None
    charges: int | None
    params: dict[str, Any]


class ChampionType(_Row):
    """One of the four champion modules (section 4.5). Its effect has the same id."""

    id: str
    arena: str
    """The arena where it is at stake and may be used."""


class Order(_Row):
    """One pad of an AI card: the direction is chosen when it is carried out."""

    die: DieColour
    pip: int
    mode: Mode


class AiCard(_Row):
    id: str
    slots: tuple[Order, Order, Order]


class KillbotType(_Row):
    id: str
    hp: int
    trait: Literal["saw", "pierce"]


class _File(BaseModel):
    modules: list[CardType] = Field(min_length=1)
    champion_modules: list[ChampionType]
    killbots: list[KillbotType]
    ai_cards: list[AiCard]


def _load() -> _File:
    text = (Path(__file__).parent / "data" / "volt.json").read_text(encoding="utf-8")
    return _File.model_validate_json(text)


_WHOLE = _load()
CARDS: Final[dict[str, CardType]] = {card.id: card for card in _WHOLE.modules}
CHAMPIONS: Final[dict[str, ChampionType]] = {module.id: module for module in _WHOLE.champion_modules}
"""In the order of the matches of one cycle."""
KILLBOTS: Final[dict[str, KillbotType]] = {bot.id: bot for bot in _WHOLE.killbots}
"""In the order in which they come to an arena."""
AI_CARDS: Final[dict[str, AiCard]] = {card.id: card for card in _WHOLE.ai_cards}
