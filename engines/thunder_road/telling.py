"""What happened, as events for sentences and as marks for pictures. No rule in here.

One event is one line of a turn's story, so each happening has one; only set-up and a new tile can have more. The
sentences are ``thunder_road.event.<kind>``; every vehicle is a ``Term`` with its crew's sign, every person a ``Who``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from engines.core import Event, Fact, Listing, Seat, Term, Who
from engines.thunder_road.happenings import (
    Absorbed,
    Assigned,
    Began,
    Chosen,
    Commanded,
    CrewOut,
    Dazed,
    Disabled,
    Drove,
    Extended,
    Final,
    Fired,
    Flipped,
    Gone,
    Happening,
    Held,
    Hit,
    Idle,
    Landed,
    Moved,
    Offered,
    Passed,
    Repaired,
    RoundBegan,
    Shrapnel,
    Slammed,
    TookBack,
    Won,
)
from engines.thunder_road.model import CREWS, LANES, Spot, Vehicle, seat_of, size_of, spot_name
from engines.thunder_road.views import Mark

Told = tuple[tuple[Event, ...], tuple[Mark, ...]]


def told(happening: Happening) -> Told:
    """The lines that tell the happening, and what to draw of it.

    A mark's ``text`` is a token's or a reason's id as the model writes it: ``oil``, ``skid_FL``, ``rock``.
    """
    return tuple(_lines(happening)), tuple(_marks(happening))


def vehicle_term(vehicle: Vehicle) -> Term:
    """A car by its crew's sign and its name; every wreck is called the same."""
    seat = seat_of(vehicle)
    return Term("thunder_road.wreck" if seat is None else f"thunder_road.vehicle.{CREWS[seat]}.{size_of(vehicle)}")


def chopper_term(seat: Seat) -> Term:
    """The chopper of a seat's crew."""
    return Term(f"thunder_road.chopper.{CREWS[seat]}")


def place(spot: Spot | None) -> Fact:
    """A space's name, ``None`` the start area; beside the lanes there is only off the road."""
    if spot is None:
        return Term("thunder_road.start")
    if not 0 <= spot.lane < len(LANES) or spot.row < 0:
        return Term("thunder_road.off")
    return spot_name(spot)


def _dir(name: str) -> Term:
    return Term(f"thunder_road.dir.{name}")


def _face(name: str) -> Term:
    return Term(f"thunder_road.face.{name}")


@singledispatch
def _lines(happening: Happening) -> Iterator[Event]:
    """The happening's events, by its type."""
    raise TypeError(f"no sentence for {happening!r}")


@singledispatch
def _marks(happening: Happening) -> Iterator[Mark]:
    """The happening's marks, by its type: nothing for what is not to be drawn."""
    yield from ()


# ---- set-up, rounds, the end


@_lines.register
def _(began: Began) -> Iterator[Event]:
    """Which face lies at the start, who drives what and rolled what, and who begins."""
    yield Event("began", {"face": _face(began.face)})
    for seat, total in enumerate(began.totals):
        yield Event("crew", {"who": Who(seat), "crew": Term(f"thunder_road.crew.{CREWS[seat]}"), "total": total})
    first: dict[str, Fact] = {"who": Who(began.first), "total": began.totals[began.first]}
    yield Event("first_drawn" if began.tied else "first", first)


@_lines.register
def _(began: RoundBegan) -> Iterator[Event]:
    yield Event("round", {"round": began.round, "who": Who(began.first), "road_die": began.road_die})


@_lines.register
def _(idle: Idle) -> Iterator[Event]:
    yield Event("idle", {"who": Who(idle.seat)})


@_lines.register
def _(back: TookBack) -> Iterator[Event]:
    yield Event("took_back", {"who": Who(back.seat)})


@_lines.register
def _(out: CrewOut) -> Iterator[Event]:
    yield Event("resigned" if out.resigned else "crew_out", {"who": Who(out.seat)})


@_lines.register
def _(won: Won) -> Iterator[Event]:
    yield Event(f"won_{won.reason}", {"who": Who(won.seat)})


# ---- what the active crew does


@_lines.register
def _(assigned: Assigned) -> Iterator[Event]:
    kind = "coasting" if assigned.coasting else "assigned"
    yield Event(kind, {"car": vehicle_term(assigned.car), "die": assigned.die})


@_lines.register
def _(commanded: Commanded) -> Iterator[Event]:
    yield Event(f"command_{commanded.command}", {"who": Who(commanded.seat), "die": commanded.die})


@_lines.register
def _(landed: Landed) -> Iterator[Event]:
    facts: dict[str, Fact] = {"chopper": chopper_term(landed.seat), "spot": place(landed.spot)}
    if landed.start is None:
        yield Event("landed", facts)
    else:
        yield Event("flew", {**facts, "start": place(landed.start)})


@_marks.register
def _(landed: Landed) -> Iterator[Mark]:
    yield Mark("chopper", (landed.spot,) if landed.start is None else (landed.start, landed.spot))


@_lines.register
def _(repaired: Repaired) -> Iterator[Event]:
    yield Event("revived" if repaired.revived else "repaired", {"car": vehicle_term(repaired.car)})


@_marks.register
def _(repaired: Repaired) -> Iterator[Mark]:
    if repaired.spot is not None:
        yield Mark("repaired", (repaired.spot,), repaired.car)


@_lines.register
def _(drove: Drove) -> Iterator[Event]:
    """``drove``, ``drove_one`` and ``drove_left`` tell of none, one and more moves left."""
    way: dict[str, Fact] = {"car": vehicle_term(drove.car), "start": place(drove.start), "end": place(drove.spots[-1])}
    if drove.left > 1:
        yield Event("drove_left", {**way, "left": drove.left})
    else:
        yield Event("drove_one" if drove.left else "drove", way)


@_marks.register
def _(drove: Drove) -> Iterator[Mark]:
    yield Mark("drive", drove.spots if drove.start is None else (drove.start, *drove.spots), drove.car)


@_lines.register
def _(passed: Passed) -> Iterator[Event]:
    facts = {"car": vehicle_term(passed.car), "other": vehicle_term(passed.other), "spot": place(passed.spot)}
    yield Event("passed", facts)


@_marks.register
def _(passed: Passed) -> Iterator[Mark]:
    yield Mark("passed", (passed.spot,), passed.car)


@_lines.register
def _(offered: Offered) -> Iterator[Event]:
    if offered.moves:
        yield Event("bonus", {"car": vehicle_term(offered.car), "moves": offered.moves})
    else:
        yield Event("bonus_declined", {"car": vehicle_term(offered.car)})


@_lines.register
def _(held: Held) -> Iterator[Event]:
    yield Event("held", {"car": vehicle_term(held.car)})


# ---- what the road and the slam's dice do


@_lines.register
def _(moved: Moved) -> Iterator[Event]:
    """The way of a slam is told with its dice."""
    facts = {"vehicle": vehicle_term(moved.vehicle), "end": place(moved.end)}
    if moved.cause != "slam":
        facts["dir"] = _dir(moved.dir)
    yield Event(f"moved_{moved.cause}", facts)


@_marks.register
def _(moved: Moved) -> Iterator[Mark]:
    yield Mark("fly" if moved.cause == "blast" else "slide", (moved.start, moved.end), moved.vehicle)


@_lines.register
def _(flipped: Flipped) -> Iterator[Event]:
    yield Event(f"flipped_{flipped.token}", {"vehicle": vehicle_term(flipped.vehicle), "spot": place(flipped.spot)})


@_marks.register
def _(flipped: Flipped) -> Iterator[Mark]:
    yield Mark("flip", (flipped.spot,), flipped.vehicle, flipped.token)


@_lines.register
def _(slammed: Slammed) -> Iterator[Event]:
    top, bottom = vehicle_term(slammed.top), vehicle_term(slammed.bottom)
    if slammed.again:
        moved = top if slammed.mover == "top" else bottom
        yield Event("slam_again", {"vehicle": moved, "dir": _dir(slammed.dir)})
    else:
        facts = {"top": top, "bottom": bottom, "spot": place(slammed.spot), "dir": _dir(slammed.dir)}
        yield Event(f"slam_{slammed.mover}", facts)


@_marks.register
def _(slammed: Slammed) -> Iterator[Mark]:
    yield Mark("slam", (slammed.spot,), slammed.top)


@_lines.register
def _(chosen: Chosen) -> Iterator[Event]:
    yield Event("reroll" if chosen.again else "reroll_declined", {"who": Who(chosen.seat)})


@_lines.register
def _(extended: Extended) -> Iterator[Event]:
    yield Event("extended", {"old": _face(extended.old), "face": _face(extended.face)})
    if extended.choppers:
        yield Event("choppers_home", {"choppers": Listing(tuple(map(chopper_term, extended.choppers)))})


@_marks.register
def _(_extended: Extended) -> Iterator[Mark]:
    yield Mark("extended", ())


@_lines.register
def _(final: Final) -> Iterator[Event]:
    yield Event(f"final_{final.why}")


@_marks.register
def _(_final: Final) -> Iterator[Mark]:
    yield Mark("finish", ())


# ---- shots, damage, what is lost


@_lines.register
def _(fired: Fired) -> Iterator[Event]:
    facts = {
        "shooter": chopper_term(fired.seat) if fired.car is None else vehicle_term(fired.car),
        "target": vehicle_term(fired.target),
        "end": place(fired.end),
        "face": Listing(tuple(Term(f"thunder_road.size.{size}") for size in fired.face)),
    }
    yield Event("shot" if fired.hit else "missed", facts)


@_marks.register
def _(fired: Fired) -> Iterator[Mark]:
    yield Mark("shot" if fired.hit else "miss", (fired.start, fired.end), fired.car)


@_lines.register
def _(hit: Hit) -> Iterator[Event]:
    """A skid also by the way its arrow points (ruling 68); no token at all as a dent (ruling 62)."""
    kind, _, direction = hit.token.partition("_")
    if direction:
        yield Event("hit_skid", {"car": vehicle_term(hit.car), "dir": _dir(direction)})
    elif kind == "virtual":
        yield Event("hit_virtual", {"car": vehicle_term(hit.car)})
    else:
        yield Event("hit", {"car": vehicle_term(hit.car), "damage": Term(f"thunder_road.damage.{kind}")})


@_marks.register
def _(hit: Hit) -> Iterator[Mark]:
    yield Mark("hit", (hit.spot,), hit.car, hit.token)


@_lines.register
def _(absorbed: Absorbed) -> Iterator[Event]:
    yield Event("absorbed", {"car": vehicle_term(absorbed.car)})


@_marks.register
def _(absorbed: Absorbed) -> Iterator[Mark]:
    yield Mark("absorbed", (absorbed.spot,), absorbed.car)


@_lines.register
def _(flown: Shrapnel) -> Iterator[Event]:
    if flown.target is None:
        yield Event("shrapnel_lost", {"dir": _dir(flown.dir)})
    else:
        facts = {"dir": _dir(flown.dir), "target": vehicle_term(flown.target), "end": place(flown.end)}
        yield Event("shrapnel", facts)


@_marks.register
def _(flown: Shrapnel) -> Iterator[Mark]:
    yield Mark("shrapnel", (flown.start, flown.end), flown.target)


@_lines.register
def _(dazed: Dazed) -> Iterator[Event]:
    yield Event("dazed", {"car": vehicle_term(dazed.car), "moves": dazed.moves})


@_lines.register
def _(disabled: Disabled) -> Iterator[Event]:
    yield Event("disabled", {"car": vehicle_term(disabled.car)})


@_marks.register
def _(disabled: Disabled) -> Iterator[Mark]:
    if disabled.spot is not None:
        yield Mark("disabled", (disabled.spot,), disabled.car)


@_lines.register
def _(gone: Gone) -> Iterator[Event]:
    yield Event(f"gone_{gone.reason}", {"vehicle": vehicle_term(gone.vehicle)})


@_marks.register
def _(gone: Gone) -> Iterator[Mark]:
    yield Mark("gone", (gone.spot,), gone.vehicle, gone.reason)
