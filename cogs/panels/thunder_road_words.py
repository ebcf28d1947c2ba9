"""What the panel says: vehicles, answers, dangers and dice, in the reader's language."""

from __future__ import annotations

from typing import Final

from cogs.panels import base
from cogs.panels import thunder_road_drafts as drafts
from engines.core import Seat
from engines.thunder_road.geometry import ground, on_lanes, step
from engines.thunder_road.model import Assign, Bonus, Dir, Drive, Reroll, Shoot, Slam, Spot, Vehicle, seat_of, spot_name
from engines.thunder_road.perils import Peril, perils
from engines.thunder_road.telling import vehicle_term
from engines.thunder_road.views import View
from locales import Words
from tables.model import SeatPanel

ARROWS: Final[dict[str, str]] = {"FL": "↖️", "F": "⬆️", "FR": "↗️", "B": "⬇️", "BL": "↙️", "BR": "↘️"}
SIGNS: Final[dict[str, str]] = {
    "hazard": "❓", "oil": "🛢️", "slam": "💥", "rock": "🪨", "edge": "🛣️", "finish": "🏁", "mud": "🟤", "chopper": "🚁",
}  # fmt: skip
"""What is special about the next space."""


def vehicle(words: Words, number: Vehicle) -> str:
    """A car with its crew's sign, or a wreck."""
    return words(vehicle_term(number).key)


def moves(path: tuple[str, ...]) -> str:
    """A path in arrows; the space of entry by its name."""
    return " ".join(ARROWS.get(move, f"`{move}`") for move in path)


def answer(panel: SeatPanel, words: Words) -> str:
    """The draft, or the answer that has counted, in a few words."""
    action = panel.draft
    if isinstance(action, Assign):
        return assigned(panel, action, words)
    if isinstance(action, Drive):
        return moves(action.path)
    if isinstance(action, Bonus):
        return words("panel.thunder_road.did.bonus" if action.take else "panel.thunder_road.did.stay")
    if isinstance(action, Reroll):
        return words("panel.thunder_road.did.again" if action.again else "panel.thunder_road.did.keep")
    if isinstance(action, Shoot):
        return fired(words, action.target)
    return words("panel.thunder_road.did.back")


def fired(words: Words, target: Vehicle | None) -> str:
    if target is None:
        return words("panel.thunder_road.did.hold")
    return words("panel.thunder_road.did.shoot", target=vehicle(words, target))


def assigned(panel: SeatPanel, action: Assign, words: Words) -> str:
    """Car, die, command and path, as far as they are chosen."""
    view: View = panel.view
    parts: list[str] = []
    if action.car is not None and action.die is not None:
        value = view.crews[panel.seat].dice[action.die].value
        parts.append(words("panel.thunder_road.car", car=vehicle(words, action.car), die=value))
    if action.command is not None:
        parts.append(_nitro(panel, action, words) if action.command == "nitro" else commanded(words, action))
    if action.path:
        parts.append(moves(action.path))
    return " · ".join(parts)


def _nitro(panel: SeatPanel, action: Assign, words: Words) -> str:
    """Nitro with the moves that it adds."""
    dice = panel.view.crews[panel.seat].dice
    die = None if action.command_die is None else dice[action.command_die].value
    told = commanded(words, action)
    return told if die is None else words("panel.thunder_road.command.nitro", command=told, die=die)


def commanded(words: Words, action: Assign) -> str:
    """The command and what it is for."""
    told = words(f"thunder_road.command.{action.command}")
    if action.repaired is not None:
        return words("panel.thunder_road.did.repair", command=told, car=vehicle(words, action.repaired))
    if action.spot is None:
        return told
    spot = spot_name(action.spot)
    if action.target is None:
        return words("panel.thunder_road.did.fly", command=told, spot=spot)
    target = vehicle(words, action.target)
    return words("panel.thunder_road.did.fly.shot", command=told, spot=spot, target=target)


def question(panel: SeatPanel, words: Words) -> str:
    """What is asked, what is chosen so far, how far it goes, and what it would surely destroy."""
    lines = [base.ask_line(panel, words)]
    view: View = panel.view
    assert panel.ask is not None
    kind = panel.ask.kind
    if kind in ("assign", "drive"):
        lines = _planned(panel, drafts.draft_of(panel), words)
    elif kind == "reroll" and view.slam is not None:
        lines += slam_lines(view, view.slam, words)
    elif kind == "bonus":
        lines += danger_lines(perils(view, panel.seat, Bonus(take=False)), words, "panel.thunder_road.peril.staying")
    return "\n".join(line for line in lines if line)


def _planned(panel: SeatPanel, action: Assign | Drive, words: Words) -> list[str]:
    """A path question: the game's sentence until something is chosen, then what that does."""
    view: View = panel.view
    begun = action not in (Assign(), Drive())
    lines = [words("panel.thunder_road.so_far", plan=answer(panel, words)) if begun else base.ask_line(panel, words)]
    if begun or isinstance(action, Assign):
        lines.append(_onward(view, action, words))
    signs = {way.sign for way in drafts.ways(view, action) if way.sign is not None}
    lines.append(" · ".join(f"{SIGNS[sign]} {words(f'panel.thunder_road.sign.{sign}')}" for sign in sorted(signs)))
    if drafts.possible(view, panel.seat, action):
        lines += danger_lines(perils(view, panel.seat, action), words)
    return lines


def _onward(view: View, action: Assign | Drive, words: Words) -> str:
    """Moves that are left, or why the path ends here."""
    if isinstance(action, Assign):
        if action.car is None or action.die is None:
            return words("panel.thunder_road.begin")
        if action.command == "airstrike" and action.spot is None:
            return words("panel.thunder_road.where")
        if action.target is not None:
            return words("panel.thunder_road.after_shot")
    left, stop = drafts.left(view, action)
    if stop is not None:
        return words(f"panel.thunder_road.stop.{stop}")
    if left:
        return words.count("panel.thunder_road.left", left)
    bonus = drafts.road_so_far(view, action)
    return words("panel.thunder_road.used.bonus", die=view.road_die) if bonus else words("panel.thunder_road.used")


def danger_lines(found: tuple[Peril, ...], words: Words, key: str = "panel.thunder_road.peril.{kind}") -> list[str]:
    """One line for each of one's own cars that an answer would destroy or shoot at."""
    return [
        words(key.format(kind=peril.kind), car=vehicle(words, peril.vehicle), spot=spot_name(peril.spot))
        for peril in found
    ]


# ---- slams


def slam_dice(words: Words, slam: Slam) -> str:
    """Who moves where by the dice, in short."""
    if slam.mover is None or slam.dir is None:
        return ""
    return f"{vehicle(words, slam.top if slam.mover == 'top' else slam.bottom)} {ARROWS[slam.dir]}"


def slam_lines(view: View, slam: Slam, words: Words) -> list[str]:
    """What a slam's dice do if they stay."""
    if slam.mover is None or slam.dir is None:
        return []
    mover = slam.top if slam.mover == "top" else slam.bottom
    spot = _spot_of(view, slam.bottom)
    if spot is None:
        return []
    outcome = landing(view, mover, spot, slam.dir, words)
    return [words("panel.thunder_road.slam.dice", dice=slam_dice(words, slam), outcome=outcome)]


def _spot_of(view: View, number: Vehicle) -> Spot | None:
    if number < len(view.cars):
        return view.cars[number].spot
    return next((wreck.spot for wreck in view.wrecks if wreck.id == number), None)


def landing(view: View, mover: Vehicle, spot: Spot, way: Dir, words: Words) -> str:
    """What comes of being pushed that way, as far as it can be seen."""
    to = step(spot, way)
    return words(f"panel.thunder_road.landing.{_landing(view, mover, to)}", **_landed(view, to, words))


def _landing(view: View, mover: Vehicle, to: Spot) -> str:
    if not on_lanes(to):
        return "side"
    if to.row < view.rear:
        return "rear"
    if to.row < view.front:
        return _landing_on(view, to)
    if mover >= len(view.cars):
        return "gone"
    return "finish" if view.finish else "edge"


def _landing_on(view: View, to: Spot) -> str:
    """What a space of the road does to whoever is pushed into it."""
    if ground(view.tiles, to) == "rock":
        return "rock"
    token = next((token for token in view.tokens if token.spot == to), None)
    if token is not None and token.kind is None:
        return "hazard"
    if _vehicle_at(view, to) is not None:
        return "slam"
    if token is not None and token.kind == "oil":
        return "oil"
    return "chopper" if any(crew.chopper == to for crew in view.crews) else "spot"


def _landed(view: View, to: Spot, words: Words) -> dict[str, str]:
    other = _vehicle_at(view, to)
    return {
        "spot": spot_name(to) if on_lanes(to) else "",
        "other": "" if other is None else vehicle(words, other),
    }


def _vehicle_at(view: View, spot: Spot) -> Vehicle | None:
    cars = (number for number, car in enumerate(view.cars) if car.spot == spot)
    wrecks = (wreck.id for wreck in view.wrecks if wreck.spot == spot)
    return next((*cars, *wrecks).__iter__(), None)


def odds(words: Words, target: Vehicle, key: str = "odds") -> str:
    """A target with its chance of being hit."""
    hits, faces = drafts.hit_faces(target), len(drafts.SHOOT)
    return words(f"panel.thunder_road.{key}", target=vehicle(words, target), hits=hits, faces=faces)


def owner_marked(words: Words, seat: Seat, target: Vehicle) -> str:
    """A target with its chance, one's own car marked as such."""
    told = odds(words, target)
    return words("panel.thunder_road.own", target=told) if seat_of(target) == seat else told
