"""Thunder Road in words: alt text for those who cannot see the picture, and how every crew stands, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.core import Seat
from engines.thunder_road.model import Assign, Roll, spot_name
from engines.thunder_road.views import Mark, Plan, View
from locales import Words, speak
from render.studio import ALT_LIMIT, Look
from render.text import join
from render.thunder_road.names import crew, drawn_names, kind, parked, place, token, vehicle

NAME_ROOM: Final = 20


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is told of what matters least."""

    places: bool = True
    """Where each face-down hazard lies; else how many."""
    dice: bool = True
    """Which dice the crews have left."""
    names: int = NAME_ROOM
    """Longest name."""
    faces: bool = True
    rolls: bool = True
    lie: bool = True
    """Where oil and wrecks are."""
    marks: int | None = None
    """How many; all when ``None``."""


WHOLE: Final = Detail()
_SHORTER: Final[tuple[dict[str, Any], ...]] = (
    {"places": False},
    {"dice": False},
    {"names": 12},
    {"faces": False},
    {"lie": False},
    {"names": 8},
    {"rolls": False},
)
"""What is shortened, one after the other."""
_WEIGHT: Final = ("gone", "finish", "extended", "hit", "disabled", "slam", "drive", "fly", "slide", "flip", "shot")
"""Which marks stay longest."""


def _details() -> Iterator[Detail]:
    detail = WHOLE
    yield detail
    for change in _SHORTER:
        detail = replace(detail, **change)
        yield detail
    for marks in range(12, -1, -1):
        yield replace(detail, marks=marks)


def describe(view: View, look: Look) -> str:
    """Whose turn it is, the step or the plan, every car and chopper, what lies on the road: at most 1024 characters.

    What matters least is shortened first: where each hidden hazard lies, the dice, long names, the tiles.
    """
    words = speak(look.language)
    text = ""
    for detail in _details():
        text = _whole(view, look, words, detail)
        if len(text) <= ALT_LIMIT:
            break
    return text


def _whole(view: View, look: Look, words: Words, detail: Detail) -> str:
    names = tuple(shortened(name, detail.names) for name in drawn_names(view, words, look.names))
    parts = [*head(view, words, names)]
    if view.plan is not None:
        parts.append(plan(view, view.plan, words))
    parts += _marks(view, words, detail)
    if detail.rolls and view.turn.rolls:
        dice = words("render.join").join(_roll(die, words) for die in view.turn.rolls[-9:])
        parts.append(words("render.thunder_road.alt.rolled", dice=dice))
    parts += [
        words("render.thunder_road.alt.line", text=crew_line(view, seat, words, names[seat], dice=detail.dice))
        for seat in view.order
    ]
    parts += lying(view, words, places=detail.places, lie=detail.lie)
    parts += _road(view, words, faces=detail.faces)
    return "\n".join(parts)


def shortened(name: str, room: int = NAME_ROOM) -> str:
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def head(view: View, words: Words, names: tuple[str, ...]) -> Iterator[str]:
    """Round and turn, who drives, or who has won."""
    seat = view.turn.seat
    number = min(view.crews[seat].turns + 1, 3)
    yield words("render.thunder_road.alt.where", round=view.round, n=number, name=names[seat], crew=crew(seat, words))
    if view.winner is not None:
        how = words(f"render.thunder_road.won.{view.reason}", round=view.round)
        yield words("render.thunder_road.alt.winner", name=names[view.winner], crew=crew(view.winner, words), how=how)
        return
    yield words("render.thunder_road.alt.dice", road=view.road_die, first=names[view.first])
    if view.turn.car is not None:
        yield words("render.thunder_road.alt.drives", car=vehicle(view.turn.car, words), n=view.turn.left)
    if view.slam is not None and view.question is not None:
        top, bottom = vehicle(view.slam.top, words), vehicle(view.slam.bottom, words)
        yield words("render.thunder_road.alt.asked", name=names[view.question.seat], top=top, bottom=bottom)


def _road(view: View, words: Words, *, faces: bool) -> Iterator[str]:
    if view.finish:
        yield words("render.thunder_road.alt.finish", n=view.front)
    if faces:
        shown = join([words(f"thunder_road.face.{tile.face}") for tile in view.tiles], words)
        yield words("render.thunder_road.alt.road", low=view.rear + 1, high=view.front, faces=shown)


def lying(view: View, words: Words, *, places: bool = True, lie: bool = True) -> Iterator[str]:
    """Hidden hazards, then oil, mud, clear road and wrecks."""
    hidden = [spot_name(item.spot) for item in view.tokens if item.kind is None]
    if hidden and places:
        yield words("render.thunder_road.alt.hazards.at", places=" ".join(hidden))
    elif hidden:
        yield words("render.thunder_road.alt.hazards", n=len(hidden))
    if not lie:
        return
    found = {
        f"thunder_road.hazard.{name}": [spot_name(item.spot) for item in view.tokens if item.kind == name]
        for name in ("oil", "mud", "clear")
    }
    found["render.thunder_road.wreck"] = [spot_name(wreck.spot) for wreck in view.wrecks]
    told = [
        words("render.thunder_road.alt.lie", name=words(key), places=" ".join(spots))
        for key, spots in found.items()
        if spots
    ]
    if told:
        yield words("render.thunder_road.alt.line", text=words("render.join").join(told))


# ---- crews


def crew_line(view: View, seat: Seat, words: Words, name: str, *, dice: bool = True) -> str:
    """Every car of a crew with its place and state, the chopper, the dice that are left."""
    state = view.crews[seat]
    facts = {"crew": crew(seat, words), "name": name}
    if state.out is not None:
        return out_line(view, seat, words, name)
    facts |= {"cars": cars(view, seat, words), "chopper": chopper(view, seat, words)}
    if not dice:
        return words("render.thunder_road.alt.crew.short", **facts)
    free = " ".join(str(die.value) for die in state.dice if die.use is None)
    return words("render.thunder_road.alt.crew", **facts, dice=free or words("render.thunder_road.alt.none"))


def out_line(view: View, seat: Seat, words: Words, name: str) -> str:
    """A crew that is out, and what of it is still in the way."""
    facts = {"crew": crew(seat, words), "name": name}
    if all(car.place == "gone" for car in view.cars[seat * 3 : seat * 3 + 3]):
        return words("render.thunder_road.alt.crew.out", **facts)
    return words("render.thunder_road.alt.crew.left", **facts, cars=cars(view, seat, words))


def chopper(view: View, seat: Seat, words: Words) -> str:
    spot = view.crews[seat].chopper
    return words("render.thunder_road.in_hand") if spot is None else spot_name(spot)


def cars(view: View, seat: Seat, words: Words) -> str:
    """The crew's three cars; of a crew that is out those that still stand on the road."""
    left = range(seat * 3, seat * 3 + 3)
    if view.crews[seat].out is not None:
        left = [number for number in left if view.cars[number].place != "gone"]
    return words("render.join").join(_car(view, number, words) for number in left)


def _car(view: View, number: int, words: Words) -> str:
    car = view.cars[number]
    text = words("render.thunder_road.alt.at", kind=kind(number, words), place=parked(view, car, words))
    more: list[str] = []
    if car.place != "gone":
        if not car.operable:
            more.append(words("render.thunder_road.broken"))
        elif car.damage:
            more.append(words("render.thunder_road.alt.damage", n=len(car.damage)))
        if car.moved and car.operable:
            more.append(words("render.thunder_road.alt.moved"))
        if car.coasts:
            more.append(words("render.thunder_road.alt.coasted", n=car.coasts))
    if not more:
        return text
    return words("render.thunder_road.alt.with", text=text, more=words("render.join").join(more))


def standing(view: View, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """One line a seat."""
    lines: list[str] = []
    for seat, name in enumerate(names[: len(view.crews)]):
        facts = {"crew": crew(seat, words), "name": name}
        if view.crews[seat].out is not None:
            lines.append(out_line(view, seat, words, name))
        else:
            facts |= {"cars": cars(view, seat, words), "chopper": chopper(view, seat, words)}
            lines.append(words("render.thunder_road.stand", **facts))
    return tuple(lines)


# ---- what happened, and what is planned


def _marks(view: View, words: Words, detail: Detail) -> list[str]:
    marks = list(view.marks)
    if detail.marks is not None:
        kept = sorted(marks, key=_weight)[: detail.marks]
        marks = [mark for mark in marks if mark in kept]
    return [_mark(view, mark, words) for mark in marks]


def _weight(mark: Mark) -> int:
    return _WEIGHT.index(mark.kind) if mark.kind in _WEIGHT else len(_WEIGHT)


def _mark(view: View, mark: Mark, words: Words) -> str:
    spots = [place(view, spot, words) for spot in mark.spots]
    text = token(mark.text, words) if mark.kind in ("flip", "hit", "gone") else ""
    if mark.kind == "extended":
        text = words(f"thunder_road.face.{view.tiles[2].face}")
    facts = {
        "car": "" if mark.vehicle is None else vehicle(mark.vehicle, words),
        "places": words("render.arrow").join(spots),
        "start": spots[0] if spots else "",
        "end": spots[-1] if spots else words("render.thunder_road.place.start"),
        "text": text,
    }
    if mark.kind == "chopper" and len(spots) > 1:
        return words("render.thunder_road.mark.chopper.from", **facts)
    return words(f"render.thunder_road.mark.{mark.kind}", **facts)


def _roll(die: Roll, words: Words) -> str:
    if die.die == "slam":
        return words(f"render.thunder_road.roll.slam.{die.face}")
    if die.die == "direction":
        return words("render.thunder_road.roll.direction", dir=words(f"thunder_road.dir.{die.face}"))
    if die.die == "shoot":
        sizes = "/".join(words(f"render.thunder_road.kind.{size}") for size in die.face.split(","))
        return words("render.thunder_road.roll.shoot", sizes=sizes)
    return words(f"render.thunder_road.roll.{die.die}", n=die.face)


def plan(view: View, made: Plan, words: Words) -> str:
    """The answer so far, in words."""
    parts = [] if made.car is None else [vehicle(made.car, words)]
    action = made.action
    dice = view.crews[made.seat].dice
    if isinstance(action, Assign):
        if action.die is not None and action.die < len(dice):
            parts.append(words("render.thunder_road.alt.plan.die", n=dice[action.die].value))
        parts += _command(action, dice, words)
    if action.path:
        parts.append(words("render.thunder_road.alt.plan.path", path=" ".join(action.path)))
    if made.trail:
        parts.append(words("render.arrow").join(place(view, spot, words) for spot in made.trail))
    parts.append(words("render.thunder_road.alt.plan.left", n=made.left))
    if made.stop is not None:
        parts.append(words(f"render.thunder_road.stop.{made.stop}"))
    if made.options:
        places = " ".join(place(view, spot, words) for spot in made.options)
        parts.append(words("render.thunder_road.alt.plan.next", places=places))
    return words("render.thunder_road.alt.plan", parts=words("render.join").join(parts))


def _command(action: Assign, dice: tuple[Any, ...], words: Words) -> Iterator[str]:
    if action.command is None:
        return
    name = words(f"thunder_road.command.{action.command}")
    if action.command_die is not None and action.command_die < len(dice):
        value = dice[action.command_die].value
        yield words("render.thunder_road.alt.plan.command", command=name, n=value)
    else:
        yield words("render.thunder_road.alt.plan.command.bare", command=name)
    if action.spot is not None:
        yield words("render.thunder_road.alt.plan.spot", place=spot_name(action.spot))
    for key in ("target", "repaired"):
        if (number := getattr(action, key)) is not None:
            yield words(f"render.thunder_road.alt.plan.{key}", target=vehicle(number, words))
