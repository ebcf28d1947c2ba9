"""Proof of a table's luck for anybody: this file, the exported game, Python, and nothing else.

What is checked here can be worked out by hand from the file that ``/fairness`` hands out when a game is over:

1. Before anybody joined, the lobby showed ``table.seed_hash``. SHA-256 of the bytes that ``seed`` writes in hexadecimal
   must be that hash: the seed was fixed then.
2. ``table.salt`` is the ids of the presses of Join, seat by seat (``seats[].join_press``), and of the press of Start,
   joined by ``-``. Nobody who chose the seed knew them.
3. Draw number ``n`` (0, 1, 2 ...) with a label and a bound is made from the 32 bytes
   ``HMAC-SHA256(key = seed, message = "salt|n|label")``, read as one number whose first byte counts most. Where that
   number lies in the last incomplete stretch of the bound (at or above ``2**256 - 2**256 % bound``) the number ``n``
   is passed over and the next one is taken, else some values would be likelier. The value is the remainder.
4. A die with f faces shows the value below f, plus 1. Shuffling n things draws below n, n - 1, ... 2, and each time
   exchanges the thing at the drawn place with the last one that is not settled yet; that one is settled then.

``python3 -c "import json, verifier; print(verifier.draws_differ(json.load(open('FILE'))))"``, started beside this file,
prints ``[]`` when every draw is what it must be. ``tables/proof.py`` plays the game again with this luck.
Shares nothing with ``engines/chance.py``: the same formula, written a second time on purpose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

T = TypeVar("T")

Record = Mapping[str, Any]
"""An exported game as JSON gives it."""

_BLOCK: Final = 64
"""Bytes that SHA-256 works on at a time; HMAC fills a shorter key up to it."""
_NUMBERS: Final = 2**256


class UnreadableError(Exception):
    """The file proves nothing; its sentence is ``fairness.unreadable.<reason>``: ``large``, ``json``, ``foreign``,
    ``format``, ``running``, ``game``, ``edition``, ``damaged``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in the record that is not what it must be. Its place is named by ``fairness.place.<place>``."""

    place: str
    window: int | None
    """The window whose answers led there, 0 for the opening; ``None`` where it is about the game as a whole."""
    stands: str
    should: str | None
    """``None``: nothing can stand there."""
    facts: Mapping[str, int | str] = field(default_factory=dict[str, "int | str"])
    """What names the place: the number of a draw, of an entry, of a step, of a seat; the field."""


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 with SHA-256."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


class ProofLuck:
    """The luck that the game must have had, rolled again from the seed. Serves an engine as its ``Chance``."""

    def __init__(self, seed: bytes, salt: str) -> None:
        self._seed, self._salt = seed, salt
        self.drawn = 0
        """The number that the next draw tries first."""
        self.made: list[dict[str, Any]] = []
        """The draws as the record must hold them."""

    def number(self, label: str, bound: int) -> int:
        """The next draw, from 0 to ``bound`` - 1."""
        if not 1 <= bound <= _NUMBERS:
            raise ValueError("no such draw")
        while True:
            n, self.drawn = self.drawn, self.drawn + 1
            drawn = int.from_bytes(hmac_sha256(self._seed, f"{self._salt}|{n}|{label}".encode()), "big")
            if drawn < _NUMBERS // bound * bound:
                self.made.append({"number": n, "label": label, "below": bound, "value": drawn % bound})
                return drawn % bound

    def roll(self, label: str, faces: int) -> int:
        return 1 + self.number(label, faces)

    def pick(self, label: str, items: Sequence[T]) -> T:
        return items[self.number(label, len(items))]

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Settles one place after the other, from the last one forward."""
        unsettled, settled = list(items), list[T]()
        while len(unsettled) > 1:
            place = self.number(label, len(unsettled))
            last = unsettled.pop()
            if place == len(unsettled):
                settled.append(last)
            else:
                settled.append(unsettled[place])
                unsettled[place] = last
        return (*unsettled, *reversed(settled))


def luck_of(record: Record) -> ProofLuck:
    """The luck of the recorded game, from its first draw."""
    try:
        return ProofLuck(bytes.fromhex(record["seed"]), str(record["table"]["salt"]))
    except (KeyError, TypeError, ValueError):
        raise UnreadableError("damaged") from None


def seed_differs(record: Record) -> list[Difference]:
    """Whether the seed is the one that was promised, and the salt the one that the presses made."""
    found: list[Difference] = []
    try:
        table = record["table"]
        hashed = hashlib.sha256(bytes.fromhex(record["seed"])).hexdigest()
        if table["seed_hash"] != hashed:
            found.append(Difference("hash", None, str(table["seed_hash"]), hashed))
        joins = [str(seat["join_press"]) for seat in record["seats"] if seat["join_press"] is not None]
        *pressed, start = str(table["salt"]).split("-")
        if pressed != joins or not start.isdecimal():
            should = "-".join([*joins, start if start.isdecimal() else "…"])
            found.append(Difference("salt", 0, str(table["salt"]), should))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UnreadableError("damaged") from None
    return found


def draws_differ(record: Record) -> list[Difference]:
    """Everything about seed, salt and draws that is not as it must be; empty for a true record.

    Raises ``UnreadableError`` where the record is not whole.
    """
    found, luck = seed_differs(record), luck_of(record)
    window = 0
    try:
        for turn in record["turns"]:
            for stands in turn["draws"]:
                luck.number(stands["label"], stands["below"])
                if not _same(stands, luck.made[-1]):
                    found.append(_draw_differs(stands, luck.made[-1], window))
            if not _same(turn["drawn"], luck.drawn):
                facts = {"turn": turn["turn"], "field": "drawn"}
                found.append(Difference("turn", window, str(turn["drawn"]), str(luck.drawn), facts))
            window = int(turn["window"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UnreadableError("damaged") from None
    return found


def _draw_differs(stands: Mapping[str, Any], should: Mapping[str, Any], window: int) -> Difference:
    facts = {"number": should["number"], "label": should["label"], "below": should["below"]}
    if stands.get("number") != should["number"]:
        return Difference("draw_number", window, str(stands.get("number")), str(should["number"]), facts)
    return Difference("draw", window, str(stands.get("value")), str(should["value"]), facts)


def _same(one: Any, other: Any) -> bool:
    """Equal, and of the same sort: ``True`` is not 1."""
    return type(one) is type(other) and one == other
