"""The proof of a finished game from its record: luck rolled again by ``tables/verifier.py``, rules played again by the
game's own engine. Finds any single thing that was changed, and says where.

What stands in a record for readers only is not proved: when something happened, names, the language and pace of the
table, who sat where and what an answer came from. An answer is proved by what it led to.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from engines.core import Eliminates, Turnout
from tables import verifier
from tables.codec import EVENTS, RESULT, Codec, CorruptError, Shape
from tables.verifier import Difference, ProofLuck, Record, UnreadableError

FORMATS: Final = (1, 2)
"""The formats of an export that can be read; 1 had no turn at its steps."""
LARGEST: Final = 64 << 20
"""Bytes of an export, unpacked, that are read at most."""
LONGEST_SHOWN: Final = 120
"""Characters of a value that are shown."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What checking a record came to."""

    differences: tuple[Difference, ...]
    """Seed, salt and draws first; of the game itself the first difference only: what follows from it is worth nothing.
    """
    draws: int
    log: tuple[Mapping[str, Any], ...]
    """The draws as they were rolled here."""

    @property
    def hash_matches(self) -> bool:
        return all(difference.place != "hash" for difference in self.differences)

    @property
    def agrees(self) -> bool:
        """Everything but the published hash, which is told apart."""
        return all(difference.place == "hash" for difference in self.differences)

    @property
    def first(self) -> Difference | None:
        """The earliest difference that can be placed in the game, else any."""
        placed = [difference for difference in self.differences if difference.window is not None]
        return min(placed, key=lambda found: found.window or 0, default=next(iter(self.differences), None))


class _Differs(Exception):
    """The game cannot be followed beyond this."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.place)
        self.difference = difference


def read(raw: bytes) -> Record:
    """An export from a file's bytes, packed (gzip) or not. Raises ``UnreadableError``."""
    if len(raw) > LARGEST:
        raise UnreadableError("large")
    if raw[:2] == b"\x1f\x8b":
        raw = _unpacked(raw)
    try:
        found: Any = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise UnreadableError("json") from None
    if not isinstance(found, dict):
        raise UnreadableError("foreign")
    record = cast("dict[str, Any]", found)
    if "format" not in record or not isinstance(record.get("table"), dict):
        raise UnreadableError("foreign")
    if record["format"] not in FORMATS:
        raise UnreadableError("format")
    if not record.get("seed"):
        raise UnreadableError("running")
    return record


def _unpacked(raw: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        whole = unpacker.decompress(raw, LARGEST + 1)
    except (zlib.error, gzip.BadGzipFile):
        raise UnreadableError("json") from None
    if len(whole) > LARGEST:
        raise UnreadableError("large")
    return whole


def prove(record: Record, codecs: Callable[[str], Codec | None]) -> Proof:
    """Check everything. ``codecs`` gives the game of that key. Raises ``UnreadableError``."""
    if record.get("format") not in FORMATS:
        raise UnreadableError("format")
    found = verifier.draws_differ(record)
    try:
        codec = codecs(record["table"]["game"])
        if codec is None:
            raise UnreadableError("game")
        editions = {turn["rules"] for turn in record["turns"]}
        if len(editions) == 1 and editions != {codec.game.rules}:
            raise UnreadableError("edition")
        again = Again(codec, record)
        try:
            again.follow()
        except _Differs as differs:
            found.append(differs.difference)
        draws = record["turns"][-1]["drawn"] if record["turns"] else 0
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        raise UnreadableError("damaged") from None
    return Proof(tuple(found), draws, tuple(again.luck.made))


@dataclass(slots=True)
class Stand:
    """A turn that counts, as it was made again."""

    state: Any
    resigned: frozenset[int]
    steps: int
    """Steps told until then."""


@dataclass(slots=True)
class Again:
    """One record being played again."""

    codec: Codec
    record: Record
    luck: ProofLuck = field(init=False)
    window: int = 0
    """The window that is open."""
    told: int = 0
    """Steps seen so far."""
    stands: dict[int, Stand] = field(default_factory=dict[int, Stand])
    """The turns that count, in order. Going back keeps the earlier ones and takes the place of the one gone back to."""
    undone: set[int] = field(default_factory=set[int])
    """Numbers of the steps that do not count any more."""
    answers: dict[int, dict[int, Mapping[str, Any]]] = field(
        default_factory=lambda: defaultdict[int, dict[int, Mapping[str, Any]]](dict)
    )

    def __post_init__(self) -> None:
        self.luck = verifier.luck_of(self.record)

    def follow(self) -> None:
        """Play the whole game. Raises ``_Differs`` at the first thing that is not as it must be."""
        for answer in self.record["answers"]:
            given = self.answers[answer["window"]]
            if answer["seat"] in given:
                raise self._differs("answer", answer["action"], None, seat=answer["seat"], window=answer["window"])
            given[answer["seat"]] = answer
        if not self.record["turns"]:
            raise self._differs("table", 0, None, field="turns")
        for number, turn in enumerate(self.record["turns"], 1):
            self._turn(number, turn)
        self._end()

    @property
    def last(self) -> Stand:
        return next(reversed(self.stands.values()))

    def _turn(self, number: int, turn: Mapping[str, Any]) -> None:
        self._check("turn", turn["turn"], number, turn=number, field="turn")
        self._check("turn", turn["rules"], self.codec.game.rules, turn=number, field="rules")
        before = len(self.luck.made)
        if turn["cause"] != "undo":
            self._check("turn", turn["back_to"], None, turn=number, field="back_to")
        if turn["cause"] not in ("undo", "resign"):
            self._check("turn", turn["seat"], None, turn=number, field="seat")
        try:
            turnout, resigned = self._made(number, turn)
        except _Differs:
            raise
        except Exception:
            # A record that was tampered with may break the rules, or the game, in any way.
            raise self._differs("turn", turn["cause"], None, turn=number, field="cause") from None
        self._drew(turn, self.luck.made[before:])
        self._check("turn", turn["drawn"], self.luck.drawn, turn=number, field="drawn")
        state = hashlib.sha256(self.codec.state.dump(turnout.state).encode()).hexdigest()
        self._check("state", turn["state_sha256"], state, turn=number)
        self._told(number, turn, turnout)
        self.stands[number] = Stand(turnout.state, resigned, self.told)
        passed = self.window + 1
        if turn["cause"] == "resign" and turn["window"] == self.window:
            passed = self.window
        self._check("turn", turn["window"], passed, turn=number, field="window")
        self.window = passed

    def _made(self, number: int, turn: Mapping[str, Any]) -> tuple[Turnout[Any, Any], frozenset[int]]:
        """This turn once more, and who has resigned after it."""
        game, cause = self.codec.game, turn["cause"]
        if (cause == "start") is not (number == 1):
            raise self._differs("turn", cause, "start" if number == 1 else None, turn=number, field="cause")
        if cause == "start":
            options = game.Options(**self.record["table"]["options"])
            return game.start(options, len(self.record["seats"]), self.luck), frozenset()
        if cause == "resign":
            resigned = self.last.resigned | {turn["seat"]}
            return game.resign(self.last.state, turn["seat"], self.luck), resigned
        if cause == "undo":
            return self._back(number, turn)
        if cause != "answers":
            raise self._differs("turn", cause, None, turn=number, field="cause")
        return self._answered(turn), self.last.resigned

    def _answered(self, turn: Mapping[str, Any]) -> Turnout[Any, Any]:
        game, state = self.codec.game, self.last.state
        window, given = game.window(state), self.answers.pop(self.window, {})
        asked = sorted(window.asks) if window is not None else []
        if sorted(given) != asked:
            raise self._differs("answered", sorted(given), asked)
        actions: dict[int, Any] = {}
        for seat in asked:
            try:
                actions[seat] = self.codec.action.load(json.dumps(given[seat]["action"]))
                game.allows(state, seat, actions[seat])
            except Exception:
                raise self._differs("answer", given[seat]["action"], None, seat=seat) from None
            self._matches("answer", given[seat]["action"], actions[seat], self.codec.action, seat=seat)
            self._check("answer", given[seat]["at"], turn["at"], seat=seat, field="at")
        return game.advance(state, actions, self.luck)

    def _back(self, number: int, turn: Mapping[str, Any]) -> tuple[Turnout[Any, Any], frozenset[int]]:
        """Going back to a turn that counts leaves out everything since, and asks once more what was asked there."""
        back = turn["back_to"]
        if back not in list(self.stands)[:-1] or isinstance(back, bool):
            raise self._differs("turn", back, None, turn=number, field="back_to")
        stand = self.stands[back]
        self.undone |= set(range(stand.steps + 1, self.told + 1))
        self.stands = {made: kept for made, kept in self.stands.items() if made < back}
        return Turnout(stand.state, ()), stand.resigned

    def _drew(self, turn: Mapping[str, Any], should: list[dict[str, Any]]) -> None:
        """The very draws that the rules make here, with their labels and bounds, and no other."""
        stands = turn["draws"]
        for at, made in enumerate(should):
            named = {"number": made["number"], "label": made["label"], "below": made["below"]}
            self._check("draw", stands[at] if at < len(stands) else None, made, **named)
        if len(stands) > len(should):
            raise self._differs("turn", len(stands), len(should), turn=turn["turn"], field="draws")

    def _told(self, number: int, turn: Mapping[str, Any], turnout: Turnout[Any, Any]) -> None:
        """The steps of this turn, which follow those of the turn before."""
        for step in turnout.steps:
            self.told += 1
            if self.told > len(self.record["steps"]):
                raise self._differs("step", "…", step.chapter, seq=self.told, field="seq")
            stands = self.record["steps"][self.told - 1]
            for name, should in (
                ("seq", self.told),
                ("turn", number),
                ("window", self.window),
                ("chapter", step.chapter),
                ("at", turn["at"]),
            ):
                if name in stands or name != "turn" or self.record["format"] != 1:
                    self._check("step", stands[name], should, seq=self.told, field=name)
            self._matches("step", stands["events"], step.events, EVENTS, seq=self.told, field="events")
            self._matches("step", stands["view"], step.view, self.codec.view, seq=self.told, field="view")

    def _end(self) -> None:
        """What stands beside the play: the result, who is out, which steps count, and that nothing is left over."""
        left = next((window for window, given in sorted(self.answers.items()) if given), None)
        if left is not None:
            raise self._differs("answered", sorted(self.answers[left]), [], window=left)
        for at, step in enumerate(self.record["steps"], 1):
            if at > self.told:
                raise self._differs("step", step["chapter"], None, seq=at, field="seq", window=step["window"])
            self._check("step", step["undone"], at in self.undone, seq=at, field="undone", window=step["window"])
        self._seats()
        self._table()

    def _seats(self) -> None:
        game, stand = self.codec.game, self.last
        beaten = game.beaten(stand.state) if isinstance(game, Eliminates) else frozenset[int]()
        for at, seat in enumerate(self.record["seats"]):
            for name, should in (("seat", at), ("resigned", at in stand.resigned), ("beaten", at in beaten)):
                self._check("seat", seat[name], should, seat=at, field=name)

    def _table(self) -> None:
        game, stand, table = self.codec.game, self.last, self.record["table"]
        people = [seat["seat"] for seat in self.record["seats"] if seat["kind"] == "person"]
        over = game.window(stand.state) is None or set(people) <= stand.resigned
        result = game.result(stand.state) if over else None
        undos = sum(turn["cause"] == "undo" for turn in self.record["turns"])
        facts: tuple[tuple[str, Any], ...] = (
            ("status", "over" if over else "cancelled"),
            ("window", self.window),
            ("window_kind", None),
            ("asked", []),
            ("line", undos),
            ("result", None if result is None else json.loads(RESULT.dump(result))),
        )
        for name, should in facts:
            self._check("table", table[name], should, field=name)
        view = game.view(stand.state, None)
        self._matches("table", self.record["view"], view, self.codec.view, field="view")

    # ---- comparing

    def _check(self, place: str, stands: Any, should: Any, *, window: int | None = None, **facts: int | str) -> None:
        if (found := _unlike(stands, should, strict=True)) is not None:
            path, one, other = found
            if path and "field" in facts:
                facts["field"] = f"{facts['field']}{path}"
            raise self._differs(place, one, other, window=window, **facts)

    def _matches(self, place: str, stands: Any, value: Any, shape: Shape, **facts: int | str) -> None:
        """Compare a stored value with one that was made again.

        What was stored before a field existed has it as the field's default, which is what it was then.
        """
        should = json.loads(shape.dump(value))
        found = _unlike(stands, should, strict=False)
        if found is None and not _alike(stands, should):
            try:
                found = _unlike(json.loads(shape.dump(shape.load(json.dumps(stands)))), should, strict=True)
            except CorruptError:
                found = ("", stands, should)
        if found is not None:
            path, one, other = found
            facts["field"] = f"{facts.get('field', '')}{path}"
            raise self._differs(place, one, other, window=None, **facts)

    def _differs(
        self, place: str, stands: Any, should: Any, *, window: int | None = None, **facts: int | str
    ) -> _Differs:
        at = self.window if window is None else window
        return _Differs(Difference(place, at, shown(stands), None if should is None else shown(should), facts))


def shown(value: Any) -> str:
    """A value as people read it in a sentence: JSON, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def _alike(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _unlike(stands: Any, should: Any, *, strict: bool) -> tuple[str, Any, Any] | None:
    """Where two JSON values differ first: the way there, and both. Not ``strict``: a field may be missing."""
    whole: tuple[str, Any, Any] = ("", stands, should)
    if isinstance(stands, dict) and isinstance(should, dict):
        return _unlike_fields(cast("dict[str, Any]", stands), cast("dict[str, Any]", should), strict=strict)
    if isinstance(stands, list) and isinstance(should, list):
        return _unlike_items(cast("list[Any]", stands), cast("list[Any]", should), strict=strict)
    return None if _alike(*whole[1:]) else whole


def _unlike_items(stands: list[Any], should: list[Any], *, strict: bool) -> tuple[str, Any, Any] | None:
    if len(stands) == len(should):
        for at, (one, other) in enumerate(zip(stands, should, strict=True)):
            if (found := _unlike(one, other, strict=strict)) is not None:
                return f".{at}{found[0]}", found[1], found[2]
        return None
    return None if _alike(stands, should) else ("", stands, should)


def _unlike_fields(
    stands: Mapping[str, Any], should: Mapping[str, Any], *, strict: bool
) -> tuple[str, Any, Any] | None:
    for name in {**stands, **should}:
        if name not in should:
            return f".{name}", stands[name], None
        if name not in stands:
            if strict:
                return f".{name}", None, should[name]
        elif (found := _unlike(stands[name], should[name], strict=strict)) is not None:
            return f".{name}{found[0]}", found[1], found[2]
    return None
