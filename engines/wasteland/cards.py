"""The card table, read from ``data/wasteland.json`` once and checked (section 1), and how a card's text is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter

from engines.wasteland.model import EMPTY, PARTS, SLOTS, Card, Part

Keyword = Literal[
    "overload", "bulwark", "brittle", "lock_on", "xray", "jam", "welded", "suppress", "cut_off", "armour", "swift",
    "crush", "volley", "evade",
]  # fmt: skip
PAIRED: Final[frozenset[Keyword]] = frozenset(("swift", "crush", "volley", "evade"))
"""Keywords that need a matched pair (section 1.2)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is printed on both sides of a card."""

    key: str
    points: int
    """On the front."""
    ammo: int
    """On the back, 1 to 3 (ruling R1)."""
    keywords: tuple[Keyword, ...]
    full: int
    """Copies in the full deck."""
    scaled: int
    """Copies for each player in the scaled deck."""


_STRICT: Final = ConfigDict(frozen=True, extra="forbid")


class _Row(BaseModel):
    model_config = _STRICT
    key: str
    points: int
    ammo: Literal[1, 2, 3]
    keywords: tuple[Keyword, ...]
    full: int
    scaled: int


class _Sheet(BaseModel):
    model_config = _STRICT
    cards: tuple[_Row, ...]
    reshuffles: Mapping[Literal["standard", "short"], Mapping[int, int]]
    long_extra: int
    forced_storm: int


_SHEET: Final = TypeAdapter(_Sheet).validate_json((Path(__file__).parent / "data" / "wasteland.json").read_bytes())

KINDS: Final[Mapping[str, Kind]] = {row.key: Kind(**row.model_dump()) for row in _SHEET.cards}
"""By key, in the order of the card table."""
KEYS: Final[tuple[str, ...]] = tuple(KINDS)
RESHUFFLES: Final = _SHEET.reshuffles
"""By length, then by players (ruling R19)."""
LONG_EXTRA: Final = _SHEET.long_extra
"""Reshuffles that a long game has more."""
FORCED_STORM: Final = _SHEET.forced_storm
"""Where the Black Storm begins when reshuffles are unlimited (section 9)."""


def _check() -> None:
    for part in PARTS:
        copies = 4 if part == "L" else 1
        for column in ("full", "scaled"):
            count = sum(getattr(kind, column) for kind in KINDS.values() if kind.key[0] == part)
            sets = 28 if column == "full" else 4
            if count != copies * sets:
                raise ValueError(f"{column} deck: {count} cards of type {part}")


_check()


def deck(name: Literal["full", "scaled"], players: int) -> tuple[str, ...]:
    """The keys of all cards: 196, or 28 for each player (ruling R2)."""
    share = 1 if name == "full" else players
    return tuple(key for key, kind in KINDS.items() for _ in range(getattr(kind, name) * share))


def is_up(card: Card) -> bool:
    """Whether it lies face up. An empty slot does not."""
    return card != EMPTY and card[0].isupper()


def is_down(card: Card) -> bool:
    """Whether it lies face down: known (``"c1"``) or not (``"?2"``)."""
    return card != EMPTY and not card[0].isupper()


def known(card: Card) -> bool:
    """Whether its front can be told."""
    return card != EMPTY and card[0] != "?"


def up(card: Card) -> Card:
    return card.upper()


def down(card: Card) -> Card:
    return card.lower()


def kind_of(card: Card) -> Kind:
    """What is printed on a card of which the front is known."""
    return KINDS[card.upper()]


def part_of(card: Card) -> Part:
    """The part type of a card of which the front is known."""
    return cast("Part", card[0].upper())


def points(card: Card) -> int:
    return kind_of(card).points


def ammo(card: Card) -> int:
    """The value on the back, which everybody may see of a face-down card."""
    return int(card[1]) if card[0] == "?" else kind_of(card).ammo


def back(card: Card) -> str:
    """A face-down card as those see it who do not know it."""
    return f"?{ammo(card)}"


def welded(card: Card) -> bool:
    """Never chosen for maintenance, tribute or swap (section 1.2)."""
    return known(card) and "welded" in kind_of(card).keywords


def part_at(slot: str) -> Part:
    """The part type of a slot: ``"A.L2"``, ``"R.L"`` and ``"L2"`` are all for locomotion."""
    return cast("Part", slot.rpartition(".")[2][0])


def slots_of(part: Part) -> tuple[int, ...]:
    """The indices in ``SLOTS`` that hold this part type."""
    return tuple(at for at, slot in enumerate(SLOTS) if slot[0] == part)
