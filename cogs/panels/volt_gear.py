"""What a robot carries, in one short line: its module cards with their dice and charges, and its champion module."""

from __future__ import annotations

from typing import Final

from cogs.limits import OPTION_TEXT, clip
from engines.volt.cards import CARDS
from engines.volt.model import Card, RobotView
from locales import Words

DICE: Final = {"blue": "🔵", "red": "🔴"}
PASSIVE: Final = "⚙️"
"""Before a card that acts by itself, where others have their die."""
CHAMPION: Final = "🏆"


def card_name(words: Words, card: Card) -> str:
    """The card's name, with the charges that it has left where they run out."""
    name = words(f"volt.card.{card.id}")
    return name if card.charges is None else words("panel.volt.charges", card=name, n=card.charges)


def in_brief(words: Words, card: str) -> str:
    """What a card does, in the room of an option: the whole sentences that fit, else the beginning of the first."""
    told = words(f"volt.card.{card}.text")
    sentences = max(told.rfind(end, 0, OPTION_TEXT) for end in (". ", "。"))
    return told[: sentences + 1] if len(told) > OPTION_TEXT and sentences > 0 else clip(told, OPTION_TEXT)


def explained(words: Words, card: str | None) -> str:
    """What the chosen card does, in full."""
    if card is None:
        return ""
    return words("panel.volt.explained", card=words(f"volt.card.{card}"), text=words(f"volt.card.{card}.text"))


def gear_lines(words: Words, robot: RobotView) -> list[str]:
    """Everything that the robot carries, each with what it does; for whoever has not begun to plan."""
    lines = [_carried(words, _sign(card), _name(words, card), f"volt.card.{card.id}") for card in robot.cards]
    if robot.champion is not None:
        key = f"volt.champion.{robot.champion}"
        lines.append(_carried(words, CHAMPION, words(key), key))
    return lines


def _carried(words: Words, sign: str, name: str, key: str) -> str:
    return words("panel.volt.carried", sign=sign, card=name, text=words(f"{key}.text"))


def gear_line(words: Words, robot: RobotView) -> str:
    """Everything that the robot carries; nothing for an empty rack."""
    carried = [_card(words, card) for card in robot.cards]
    if robot.champion is not None:
        carried.append(f"{CHAMPION} {words(f'volt.champion.{robot.champion}')}")
    return words("panel.volt.gear", gear=" · ".join(carried)) if carried else ""


def _card(words: Words, card: Card) -> str:
    return f"{_sign(card)} {_name(words, card)}"


def _name(words: Words, card: Card) -> str:
    """The card's name, struck through once its charges are gone."""
    name = card_name(words, card)
    return f"~~{name}~~" if card.charges == 0 else name


def _sign(card: Card) -> str:
    """The die that the card needs, with its pips."""
    kind = CARDS[card.id]
    return PASSIVE if kind.die is None else f"{DICE[kind.die]}{_pips(kind.pips)}"


def _pips(pips: tuple[int, ...] | None) -> str:
    """``3–6``, or single numbers where there are gaps."""
    if not pips:
        return ""
    if len(pips) > 1 and pips == tuple(range(pips[0], pips[-1] + 1)):
        return f"{pips[0]}–{pips[-1]}"
    return ",".join(map(str, pips))
