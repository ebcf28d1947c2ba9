"""Views of races, built by hand: starts, battles, last roads, plans, and a step of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engines.thunder_road.facts import FACES
from engines.thunder_road.geometry import line
from engines.thunder_road.model import (
    Assign,
    Car,
    Crew,
    Damage,
    Die,
    Drive,
    Hazard,
    Question,
    Roll,
    Slam,
    Spot,
    Tile,
    Turn,
    Vehicle,
    Wreck,
)
from engines.thunder_road.views import Mark, Plan, TokenView, View

NAMES: Final = ("Rook", "Mallow", "Okonkwo", "")
LONG: Final = (
    "沙漠里最快的那一条咸鱼王",
    "九千九百九十九号公路的主人",
    "Supercalifragilistic Driver",
    "末路狂飙老司机俱乐部会长",
)


def spots(face: str, number: int, up: dict[int, Hazard] | None = None, less: int = 0) -> tuple[TokenView, ...]:
    """A token on every hazard spot of a tile but the first ``less``; those with a number in ``up`` lie face up."""
    found = [
        Spot(lane, 8 * number + row)
        for row, letters in enumerate(FACES[face].rows)
        for lane, letter in enumerate(letters)
        if letter in "ro234"
    ][less:]
    return tuple(TokenView(spot, (up or {}).get(k)) for k, spot in enumerate(found))


def dice(*values: int, **used: tuple[Any, Vehicle | None]) -> tuple[Die, ...]:
    """``d1=("move", 2)``: the second die has been used."""
    made = [Die(value) for value in values]
    for name, (use, car) in used.items():
        k = int(name[1])
        made[k] = replace(made[k], use=use, car=car)
    return tuple(made)


def on(lane: str, row: int, *damage: Damage, **facts: Any) -> Car:
    return Car("road", Spot("ABCDEF".index(lane), row - 1), damage, **facts)


GONE: Final = Car("gone")
START: Final = View(
    round=1,
    order=(2, 0, 3, 1),
    first=0,
    road_die=2,
    crews=(Crew(dice(1, 2, 2, 3)), Crew(dice(6, 4, 2, 5)), Crew(dice(3, 3, 5, 1)), Crew(dice(6, 6, 1, 4))),
    cars=(Car(),) * 12,
    wrecks=(),
    tiles=(Tile("S1", 0), Tile("C1", 1), Tile("B1", 2)),
    tokens=(*spots("S1", 0)[:2], *spots("C1", 1), *spots("B1", 2)),
    finish=False,
    turn=Turn(1, 0),
    laid=3,
    final=10,
    pile=3,
    bag=10,
    discard=(),
    damage=20,
)

BATTLE: Final = replace(
    START,
    round=4,
    first=3,
    road_die=3,
    crews=(
        Crew(dice(5, 3, 4, 1, d0=("move", 0), d2=("drift", 0)), None, 1),
        Crew(dice(6, 4, 2, 5, d0=("repair", 4), d1=("move", 3)), Spot(2, 13), 1),
        Crew(dice(3, 3, 5, 1, d1=("move", 8), d2=("airstrike", 8), d3=("coast", 8)), Spot(4, 19), 2),
        Crew(dice(6, 2, 1, 4, d0=("move", 9), d1=("nitro", 9)), None, 1),
    ),
    cars=(
        on("C", 14, moved=True), on("B", 9, "dent"), on("D", 20),
        on("D", 13, moved=True), on("E", 16, "skid_FL"), on("A", 12, "dent", "blast"),
        on("F", 22, "dazed", moved=True, coasts=1), GONE, on("E", 20, moved=True, coasts=2),
        on("D", 24, moved=True), on("C", 21, "shrapnel"), GONE,
    ),
    wrecks=(Wreck(100, Spot(1, 17)), Wreck(101, Spot(4, 9))),
    tiles=(Tile("C1", 1), Tile("B1", 2), Tile("A1", 3)),
    tokens=(
        *spots("C1", 1, {1: "clear", 3: "oil"}, less=1),
        *spots("B1", 2, {0: "mud", 2: "clear"}),
        *spots("A1", 3, {1: "oil", 2: "mud"}),
    ),
    turn=Turn(
        14, 0, stage="move", car=0, left=2, all_road=True,
        trail=(Spot(2, 10), Spot(2, 11), Spot(2, 12), Spot(2, 13)),
        rolls=(Roll("direction", "FL"), Roll("slam", "bottom"), Roll("direction", "BR")),
    ),
    laid=4, bag=5, discard=("mine", "wreck", "mine"), damage=13,
)  # fmt: skip

FINAL: Final = replace(
    BATTLE,
    round=7,
    finish=True,
    tiles=(Tile("E2", 4), Tile("D2", 5), Tile("A2", 6)),
    tokens=(*spots("E2", 4, {0: "oil"}, less=1), *spots("D2", 5, {3: "mud"}), *spots("A2", 6)),
    crews=(
        Crew(dice(5, 3, 4, 1, d0=("move", 0)), Spot(4, 49), 1),
        Crew((), None, 2, 1),
        replace(BATTLE.crews[2], chopper=None),
        Crew(dice(6, 2, 1, 4), None, 0),
    ),
    cars=(
        on("B", 55, "dent"), on("B", 45), GONE,
        on("A", 36, "dent", "blast"), GONE, GONE,
        on("F", 52, "dazed"), GONE, on("E", 41, moved=True),
        GONE, on("B", 52, "shrapnel", moved=True), GONE,
    ),
    wrecks=(Wreck(104, Spot(3, 46)),),
    turn=Turn(33, 0, stage="assign"),
    laid=7,
)  # fmt: skip

OVER: Final = replace(FINAL, winner=0, reason="finish", turn=replace(FINAL.turn, stage="end", car=0))
TWO: Final = replace(
    START,
    round=2,
    order=(1, 0),
    first=1,
    crews=START.crews[:2],
    cars=(on("C", 3), on("B", 2, moved=True), Car(), on("D", 6, "dent", moved=True), on("E", 1), Car()),
    tokens=(*spots("S1", 0), *spots("C1", 1), *spots("B1", 2)),
    turn=Turn(8, 1),
    final=5,
)

ASKED: Final = replace(
    BATTLE,
    cars=(replace(BATTLE.cars[0], spot=Spot(3, 12)), *BATTLE.cars[1:]),
    slam=Slam(0, 3, "bottom", "FR"),
    question=Question(1),
    turn=replace(BATTLE.turn, left=0, rolls=(Roll("slam", "bottom"), Roll("direction", "FR"))),
)


def planned(view: View, seat: int, action: Assign | Drive, car: Vehicle | None, *trail: Spot, **facts: Any) -> View:
    return replace(view, seat=seat, plan=Plan(seat, action, car, trail, facts.pop("left", 0), **facts))


PLAN: Final = planned(
    replace(BATTLE, turn=Turn(15, 1)),
    1,
    Assign(4, 3, "airstrike", 2, Spot(2, 18), 2, None, ("F", "FL", "F")),
    4,
    Spot(4, 15), Spot(4, 16), Spot(3, 16), Spot(3, 17),
    left=2,
    options=(Spot(2, 18), Spot(3, 18), Spot(4, 18)),
)  # fmt: skip
PLAN_START: Final = planned(
    START, 0, Assign(1, 3), 1, left=3, options=tuple(Spot(lane, 0) for lane in range(6))
)  # fmt: skip
PLAN_STOP: Final = planned(
    replace(BATTLE, turn=replace(BATTLE.turn, trail=BATTLE.turn.trail)),
    0, Drive(("FR",)), 0, Spot(2, 13), Spot(3, 13), left=1, stop="hazard",
)  # fmt: skip
PLAN_LONG: Final = planned(
    replace(BATTLE, turn=Turn(16, 3)),
    3,
    Assign(10, 0, "nitro", 1, path=("F",) * 3),
    10,
    Spot(2, 20), *(Spot(2, 20 + k) for k in range(1, 12)),
    stop="edge",
)  # fmt: skip
PLAN_REPAIR: Final = planned(replace(BATTLE, turn=Turn(15, 1)), 1, Assign(4, 3, "repair", 0, repaired=5), 4, left=5)


def stepped(*marks: Mark, **facts: Any) -> View:
    return replace(BATTLE, marks=marks, **facts)


C14: Final = Spot(2, 13)
STEPS: Final[dict[str, View]] = {
    "drive": stepped(Mark("drive", (Spot(2, 10), Spot(2, 11), Spot(2, 12), C14), 0)),
    "drive from the start": replace(
        START,
        marks=(Mark("drive", (Spot(3, 0), Spot(3, 1), Spot(2, 2)), 1),),
        cars=(Car(), on("C", 3, moved=True), *(Car(),) * 10),
        turn=Turn(1, 0, car=1, stage="shot", trail=(Spot(3, 0), Spot(3, 1), Spot(2, 2))),
    ),
    "slide": stepped(Mark("slide", (Spot(1, 8), Spot(1, 7)), 1)),
    "slide off": stepped(Mark("slide", (Spot(5, 15), Spot(6, 16)), 7), Mark("gone", (Spot(6, 16),), 7, "side")),
    "fly": stepped(Mark("fly", (Spot(2, 10), Spot(5, 12)), 6)),
    "flip": stepped(Mark("flip", (Spot(3, 12),), 3, "mine")),
    "slam": stepped(Mark("slam", (Spot(3, 12),), 0)),
    "shot": stepped(Mark("shot", (C14, Spot(3, 13)), 0)),
    "miss": stepped(Mark("miss", (Spot(4, 19), Spot(4, 20)), 2)),
    "hit": stepped(Mark("hit", (Spot(4, 15),), 4, "skid_FL")),
    "shrapnel": stepped(Mark("shrapnel", (Spot(2, 20), line(Spot(2, 20), "FR", 3)), 10)),
    "gone": stepped(Mark("gone", (Spot(1, 16),), 7, "rock")),
    "disabled": stepped(Mark("disabled", (Spot(0, 11),), 5)),
    "repaired": stepped(Mark("repaired", (Spot(4, 15),), 4)),
    "chopper": stepped(Mark("chopper", (Spot(2, 13), Spot(4, 19)), None)),
    "chopper comes": stepped(Mark("chopper", (Spot(4, 19),), None)),
    "extended": stepped(Mark("extended", ())),
    "finish": replace(FINAL, marks=(Mark("finish", ()),)),
    "left behind": stepped(Mark("gone", (Spot(3, 4),), 8, "road")),
    "absorbed": stepped(Mark("absorbed", (Spot(0, 11),), 5)),
    "passed": stepped(Mark("passed", (Spot(3, 12),), 0)),
}
"""A step with each kind of mark."""

SCENES: Final[dict[str, View]] = {
    "start": START,
    "battle": BATTLE,
    "final": FINAL,
    "over": OVER,
    "two": TWO,
    "asked": ASKED,
    "plan": PLAN,
    "plan start": PLAN_START,
    "plan stop": PLAN_STOP,
    "plan long": PLAN_LONG,
    "plan repair": PLAN_REPAIR,
}
