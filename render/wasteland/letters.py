"""The table in letters of one width: cards by their keys, and what the keys mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engines.core import Seat
from engines.wasteland.cards import KINDS, is_up, known, points
from engines.wasteland.model import BAYS
from engines.wasteland.views import Face, View
from locales import Words
from render.text import BOARD_LIMIT
from render.wasteland import spoken
from render.wasteland.alt import shortened, shown_names
from render.wasteland.lines import signed
from render.wasteland.seat_page import question, title
from render.wasteland.wording import answer, card_name

ANSWER: Final = 300
"""Longest answer in letters."""


def text_board(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Wasteland, roaming mechs, everybody's bays; the keys are explained, names and answer whole if there is room."""
    board = _board(view, words, shown_names(view, words, names, 16), ANSWER)
    legend = words("render.join").join(
        words("render.wasteland.alt.board.keys", code=key, card=card_name(key, words), points=signed(kind.points))
        for key, kind in KINDS.items()
    )
    if len(board) + 1 + len(legend) <= BOARD_LIMIT:
        return f"{board}\n{legend}"
    return board if len(board) <= BOARD_LIMIT else _board(view, words, shown_names(view, words, names, 8), ANSWER // 3)


def _board(view: View, words: Words, names: tuple[str, ...], room: int) -> str:
    lines = [*spoken.head(view, words, names), *_viewer(view, words, names, room), ""]
    lines += [*_table(view, words), *spoken.fight(view, words, names, short=True), ""]
    for seat in view.order:
        lines += _seat(view, seat, words, names[seat])
    return "\n".join([*lines, "", words("render.wasteland.alt.board.legend")])


def _viewer(view: View, words: Words, names: tuple[str, ...], room: int) -> Iterator[str]:
    """What the viewer is asked, and the answer so far in so many letters."""
    kind = None if view.seat is None else question(view, view.seat)
    if kind is not None:
        yield words("render.wasteland.alt.asked", text=title(view, kind, words, names))
    if view.drafted is not None:
        text = answer(view, view.drafted.seat, view.drafted.action, words, names)
        yield shortened(text, room)


def _table(view: View, words: Words) -> Iterator[str]:
    row = " ".join(f"{lying.number}:{_key(lying.card)}" for lying in view.wasteland)
    yield words("render.wasteland.alt.board.row", cards=row or "--")
    for roamer in view.supervision.roamers:
        total = signed(sum(points(card) for card in roamer.cards))
        yield words("render.wasteland.alt.board.roamer", n=roamer.number, cards=_keys(roamer.cards), points=total)
    shown = view.supervision
    stack = spoken.tokens(shown.tokens, shown.top, words)
    yield words("render.wasteland.alt.board.forming", cards=_keys(shown.assembly), tokens=stack)
    if view.invader is not None:
        cards = view.invader.cards
        facts = {"points": signed(sum(points(card) for card in cards if card)), "cards": _keys(cards)}
        stack = spoken.tokens(view.invader_tokens, view.invader_top, words)
        yield words("render.wasteland.alt.board.invader", n=view.invader.number, **facts, tokens=stack)


def _seat(view: View, seat: Seat, words: Words, name: str) -> Iterator[str]:
    """Name, research and ammo, then a line for each bay that holds something."""
    area = view.areas[seat]
    if area.out:
        yield words("render.wasteland.alt.seat.out", n=seat + 1, name=name, place=area.place)
        return
    cards = " ".join(face for face in area.research if face) or "--"
    stack = spoken.tokens(area.tokens, area.top, words)
    yield words("render.wasteland.alt.board.seat", n=seat + 1, name=name, cards=cards, tokens=stack)
    for k, bay in enumerate(BAYS):
        shown = area.bays[k]
        if any(shown.slots):
            yield f"  {bay} {_keys(shown.slots)} = {signed(shown.points)}"


def _keys(cards: Sequence[Face]) -> str:
    return " ".join(_key(card) for card in cards)


def _key(face: Face) -> str:
    """A card by its key, small where it lies face down; its ammo value where nothing else is known."""
    if not face:
        return "--"
    if not known(face):
        return f"({face[1]})"
    return face if is_up(face) else face.lower()
