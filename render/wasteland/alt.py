"""Scorched Wasteland in words: alt text for those who cannot see the picture, and how everybody stands, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.core import Seat
from engines.wasteland.views import Mark, View
from locales import Words, speak
from render.studio import ALT_LIMIT, Look
from render.wasteland import spoken
from render.wasteland.names import drawn_names
from render.wasteland.seat_page import question, title, waiting
from render.wasteland.spoken import Depth
from render.wasteland.wording import answer

NAME_ROOM: Final = 20


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is told of what matters least."""

    others: Depth = "cards"
    """Of everybody but the viewer."""
    own: Depth = "cards"
    names: int = NAME_ROOM
    """Longest name."""
    row: bool = True
    """Every card of the wasteland."""
    roaming: bool = True
    """Every card of the roaming mechs."""
    supervision: bool = True
    invader: bool = True
    """Every card of the invader."""
    sides: bool = True
    """Every term of a settlement."""
    said: bool = True
    """The viewer's answer."""
    marks: int | None = None
    """How many; all when ``None``."""


WHOLE: Final = Detail()
_SHORTER: Final[tuple[dict[str, Any], ...]] = (
    {"roaming": False},
    {"others": "counts"},
    {"names": 12},
    {"others": "short"},
    {"sides": False},
    {"invader": False},
    {"marks": 8},
    {"row": False},
    {"names": 8},
    {"others": "tiny"},
    {"supervision": False},
    {"own": "counts"},
    {"marks": 3},
    {"own": "short"},
    {"marks": 0},
    {"said": False},
)
"""What is shortened, one after the other."""
_ABOUT: Final = {
    **dict.fromkeys(("scout", "scout_now", "scavenge", "pick", "look", "study"), "row"),
    **dict.fromkeys(("spoils", "spoil_now"), "invader"),
}
"""What some questions are about: it is told nearly as long as the own cards."""
_WEIGHT: Final = ("out", "settled", "formed", "drought", "lost", "planted", "gained", "taken", "flipped", "token")
"""Which marks stay longest."""


def _details(about: str) -> Iterator[Detail]:
    detail = WHOLE
    yield detail
    changes = [change for change in _SHORTER if about not in change]
    if about:
        changes.insert(-1, {about: False})
    for change in changes:
        detail = replace(detail, **change)
        yield detail


def describe(view: View, look: Look) -> str:
    """Turn and season, what is asked or was done, the viewer's own cards, the table: at most 1024 characters.

    What matters least is shortened first: the cards of roaming mechs and of others, long names, the terms of sums.
    """
    if look.page is not None:
        return describe_page(view, look, look.page)
    words = speak(look.language)
    kind = None if view.seat is None else question(view, view.seat)
    text = ""
    for detail in _details(_ABOUT.get(kind or "", "")):
        text = _whole(view, look, words, detail)
        if len(text) <= ALT_LIMIT:
            break
    return text


def _whole(view: View, look: Look, words: Words, detail: Detail) -> str:
    names = shown_names(view, words, look.names, detail.names)
    parts = [*spoken.head(view, words, names)]
    parts += _viewer(view, words, names, detail)
    parts += _marks(view, words, names, detail)
    parts += spoken.looked(view, words)
    parts += spoken.invader(view, words, short=not detail.invader)
    parts += spoken.fight(view, words, names, short=not detail.sides)
    if view.season != "over":
        parts.append(spoken.wasteland(view, words, counts=not detail.row))
        if detail.supervision:
            parts += spoken.supervision(view, words, short=not detail.roaming)
    if view.summary is not None:
        parts += spoken.changes(view, words, names, short=detail.others in ("short", "tiny"))
    else:
        parts += [
            spoken.seat(view, seat, words, names[seat], detail.others) for seat in view.order if not _told(view, seat)
        ]
    return "\n".join(parts)


def _told(view: View, seat: Seat) -> bool:
    """Whether the viewer's own cards have been told before."""
    return seat == view.seat and not view.areas[seat].out


def shown_names(view: View, words: Words, names: tuple[str, ...], room: int = NAME_ROOM) -> tuple[str, ...]:
    """Names by seat, not too long."""
    return tuple(shortened(name, room) for name in drawn_names(view, words, names))


def shortened(name: str, room: int = NAME_ROOM) -> str:
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def _viewer(view: View, words: Words, names: tuple[str, ...], detail: Detail) -> Iterator[str]:
    """What is asked, the answer so far, and the own cards; to the public who is waited for."""
    seat = view.seat
    if seat is None:
        if view.queue and view.winner is None:
            yield words("render.wasteland.alt.waiting", name=names[view.queue[0]])
        return
    yield words("render.wasteland.alt.you", n=seat + 1, name=names[seat])
    kind = question(view, seat)
    if kind is None:
        yield words("render.wasteland.alt.line", text=waiting(view, seat, words, names))
    else:
        yield words("render.wasteland.alt.asked", text=title(view, kind, words, names))
    if view.drafted is not None and detail.said:
        text = answer(view, view.drafted.seat, view.drafted.action, words, names)
        yield words("render.wasteland.alt.line", text=text)
    if not view.areas[seat].out:
        if detail.own == "short":
            yield spoken.seat(view, seat, words, names[seat], "short")
        else:
            text = spoken.area_parts(view.areas[seat], words, detail.own)
            yield words("render.wasteland.alt.own", text=text)


def describe_page(view: View, look: Look, seat: Seat) -> str:
    """One player's area in words, every card of it."""
    words = speak(look.language)
    names = shown_names(view, words, look.names)
    parts = [*spoken.head(view, words, names), words("render.wasteland.alt.page", name=names[seat])]
    parts.append(spoken.seat(view, seat, words, names[seat], "cards"))
    return "\n".join(parts)


def _marks(view: View, words: Words, names: tuple[str, ...], detail: Detail) -> list[str]:
    marks = list(view.marks)
    if detail.marks is not None:
        kept = sorted(marks, key=_weight)[: detail.marks]
        marks = [mark for mark in marks if mark in kept]
    return [spoken.mark(mark, words, names) for mark in marks]


def _weight(mark: Mark) -> int:
    return _WEIGHT.index(mark.kind) if mark.kind in _WEIGHT else len(_WEIGHT)


def standing(view: View, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """One line a seat; names are by seat and put in as they are."""
    return tuple(_stand(view, seat, words, name) for seat, name in enumerate(names[: len(view.areas)]))


def _stand(view: View, seat: Seat, words: Words, name: str) -> str:
    area = view.areas[seat]
    if view.winner == seat:
        return words("render.wasteland.alt.stand.won", name=name)
    if area.out:
        return words("render.wasteland.alt.stand.out", name=name, n=area.place)
    a, b = (spoken.signed(bay.points) for bay in area.bays)
    held = sum(map(bool, area.research))
    facts = {"name": name, "a": a, "n": held, "tokens": spoken.tokens(area.tokens, area.top, words)}
    if area.bays[1].slots[0]:
        text = words("render.wasteland.alt.stand", **facts, b=b)
    else:
        text = words("render.wasteland.alt.stand.one", **facts)
    return words("render.wasteland.alt.stand.dealer", text=text) if view.dealer == seat else text
