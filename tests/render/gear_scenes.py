"""Views of the complete game: modules, mines, killbots, cooling, outfitting, solo play and championships."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Seat
from engines.grid import Cell
from engines.volt.cards import CARDS
from engines.volt.model import BotSide, Card, Championship, Command, Mark, Outfit, Plan, Program, RobotView, View
from locales import Language, speak
from tests.render.scenes import robot


def hand(*ids: str) -> tuple[Card, ...]:
    return tuple(Card(name, CARDS[name].charges) for name in ids)


def killbot(index: Seat, kind: str, pos: Cell | None, damage: int, marker: int, ai: str | None = None) -> RobotView:
    return RobotView(index, pos, damage, 3, marker, 0, False, None, kind, ai)


PROGRAMS = (
    Program(
        (Command("blue", 3, "N", "maneuver_1", "W"), Command("red", 1, "NE", "crossfire_1"), Command("blue", 2, "E"))
    ),
    Program((Command("red", 4, "W", "grenade_2"), Command("blue", 5, "S"), Command("red", 3, "SW", "emp_1"))),
    Program((Command("blue", 1, "SW", "diagonal_drive_1"), Command("blue", 6, "N"), Command("red", 6, "E"))),
    Program((Command("red", 3, "S"), Command("blue", 2, "E", "mine_layer_1"), Command("red", 5, "NW"))),
)

MINEFIELD = View(
    "minefield",
    3,
    "activation",
    1,
    (
        replace(robot(0, (1, 2), 1, 2, 1), cards=hand("maneuver_1", "crossfire_1", "shield_2"), program=PROGRAMS[0]),
        replace(robot(1, (4, 6), 2, 1, 2), cards=hand("grenade_2", "emp_1"), program=PROGRAMS[1]),
        replace(
            robot(2, (7, 5), 0, 4, 0), cards=hand("diagonal_drive_1", "knockback_2", "bomb_1"), program=PROGRAMS[2]
        ),
        replace(robot(3, None, 0, 3, 1), cards=hand("mine_layer_1", "shield_1"), program=PROGRAMS[3]),
    ),
    (((2, 3), 1), ((6, 5), 1)),
    3,
    mines=(
        ((2, 5), None),
        ((2, 8), 0),
        ((3, 3), 1),
        ((4, 4), None),
        ((5, 5), 2),
        ((5, 3), 3),
        ((6, 3), None),
        ((7, 5), 2),
    ),
    decks=(9, 10, 7),
    modules=True,
)
COOLING = replace(
    MINEFIELD,
    robots=(
        replace(MINEFIELD.robots[0], cooling=True),
        replace(MINEFIELD.robots[1], cards=(Card("grenade_2"), Card("emp_1", 0), Card("shield_2", 1))),
        *MINEFIELD.robots[2:],
    ),
)
MANEUVER = replace(
    MINEFIELD,
    pad=0,
    actor=0,
    command=PROGRAMS[0].pads[0],
    robots=(replace(MINEFIELD.robots[0], pos=(5, 2)), *MINEFIELD.robots[1:]),
    marks=(
        Mark("path", ((7, 3), (6, 3), (5, 3), (5, 2)), 0, 0),
        Mark("mine", ((6, 3),), None, 0),
        Mark("hit", ((6, 3),), 0, 0),
        Mark("laid", ((7, 3),), 0, 0),
    ),
)
CROSSFIRE = replace(
    MINEFIELD,
    actor=0,
    command=Command("red", 1, "N", "crossfire_1"),
    robots=(replace(MINEFIELD.robots[0], pos=(4, 2)), *MINEFIELD.robots[1:]),
    marks=(
        Mark("beam", ((4, 2), (3, 2), (2, 2), (1, 2), (0, 2)), 0, 1),
        Mark("beam", ((4, 2), (4, 3), (4, 4), (4, 5), (4, 6)), 0, 1),
        Mark("shield", ((4, 6),), 1, 1),
        Mark("beam", ((4, 2),), 0, 1),
        Mark("beam", ((4, 2),), 0, 1),
    ),
)
BLAST = replace(
    MINEFIELD,
    actor=1,
    command=Command("red", 4, "W", "grenade_2"),
    marks=(
        Mark("blast", ((4, 3), (3, 3), (4, 4), (5, 3), (4, 2)), 1, 1),
        Mark("hit", ((4, 2),), 0, 1),
        Mark("destroyed", ((4, 2),), 0, 1),
        Mark("scored", ((4, 6),), 1, 1),
    ),
    robots=(replace(MINEFIELD.robots[0], pos=None, damage=0), *MINEFIELD.robots[1:]),
)
DUD = replace(
    MINEFIELD,
    actor=2,
    command=Command("red", 6, "E", "grenade_2"),
    robots=(*MINEFIELD.robots[:2], replace(MINEFIELD.robots[2], pos=(4, 7)), MINEFIELD.robots[3]),
    marks=(Mark("dud", ((4, 7), (4, 10)), 2, 1),),
)
JUMP = replace(
    MINEFIELD,
    actor=2,
    command=Command("blue", 5, "N", "teleport_2"),
    robots=(*MINEFIELD.robots[:2], replace(MINEFIELD.robots[2], pos=(2, 4)), MINEFIELD.robots[3]),
    marks=(Mark("jump", ((7, 4), (2, 4)), 2, 1),),
)
SUBWAY = replace(
    MINEFIELD,
    actor=2,
    command=Command("blue", 3, "W", "subway_1"),
    robots=(*MINEFIELD.robots[:2], replace(MINEFIELD.robots[2], pos=(5, 7)), MINEFIELD.robots[3]),
    marks=(
        Mark("path", ((5, 1), (5, 0)), 2, 1),
        Mark("jump", ((5, 0), (5, 8)), 2, 1),
        Mark("path", ((5, 8), (5, 7)), 2, 1),
    ),
)
PULL = replace(
    MINEFIELD,
    actor=0,
    command=Command("red", 3, "E", "telescopic_arm_1"),
    robots=(
        replace(MINEFIELD.robots[0], pos=(4, 2)),
        replace(MINEFIELD.robots[1], pos=(4, 3)),
        *MINEFIELD.robots[2:],
    ),
    marks=(
        Mark("pull", ((4, 5), (4, 4), (4, 3)), 1, 1),
        Mark("mine", ((4, 4),), None, 1),
        Mark("hit", ((4, 4),), 1, 1),
    ),
)
EMP = replace(
    COOLING,
    actor=1,
    command=Command("red", 3, "W", "emp_1"),
    robots=(replace(COOLING.robots[0], pos=(4, 2)), *COOLING.robots[1:]),
    marks=(Mark("beam", ((4, 6), (4, 5), (4, 4), (4, 3), (4, 2)), 1, 1), Mark("cooled", ((4, 2),), 0, 1)),
)
KILLBOTS = View(
    "duel",
    2,
    "activation",
    1,
    (
        robot(0, (4, 2), 1, 2, 1),
        robot(1, (7, 6), 0, 1, 2),
        killbot(2, "ripper", (4, 5), 1, 3, "bulldozer"),
        killbot(3, "watcher", (2, 7), 0, 4, "hunter"),
    ),
    (((4, 4), 1),),
    3,
)
HIDDEN = replace(
    KILLBOTS,
    phase="programming",
    pad=None,
    robots=(*KILLBOTS.robots[:2], killbot(2, "ripper", (4, 5), 1, 3), killbot(3, "watcher", (2, 7), 0, 4)),
)
OPEN = replace(KILLBOTS, phase="programming", pad=None)
RAM = replace(
    KILLBOTS,
    actor=2,
    command=Command("blue", 5, "W"),
    robots=(
        replace(KILLBOTS.robots[0], pos=(4, 1), damage=2),
        *KILLBOTS.robots[1:2],
        replace(KILLBOTS.robots[2], pos=(4, 2)),
        KILLBOTS.robots[3],
    ),
    marks=(
        Mark("path", ((4, 5), (4, 4), (4, 3), (4, 2)), 2, 1),
        Mark("push", ((4, 2), (4, 1)), 0, 1),
        Mark("hit", ((4, 1),), 0, 1),
        Mark("blocked", ((4, 1), (4, 0)), 0, 1),
    ),
)
SOLO = View(
    "duel",
    4,
    "activation",
    0,
    (
        replace(robot(0, (6, 4), 1, 1, 2), cards=hand("shield_1", "swivel_head_1", "subway_2")),
        killbot(1, "ripper", (4, 5), 2, 2, "sniper"),
        killbot(2, "watcher", None, 0, 3, "warden"),
    ),
    (((4, 4), 1),),
    3,
    bots=BotSide(1, 3),
    modules=True,
    decks=(11, 10, 10),
)
SOLO_LOST = replace(SOLO, phase="over", pad=None, bots=BotSide(3, 3))
SOLO_WON = replace(SOLO, phase="over", pad=None, winners=(0,), robots=(replace(SOLO.robots[0], vp=3), *SOLO.robots[1:]))
OUTFITTING = replace(
    MINEFIELD,
    round=1,
    phase="outfitting",
    pad=None,
    robots=tuple(
        robot(seat, pos, 0, 4 - seat, 0, shown=False) for seat, pos in enumerate(((0, 5), (3, 8), (8, 3), (5, 0)))
    ),
    mines=tuple((cell, None) for cell in ((2, 4), (2, 6), (4, 4), (6, 2), (6, 4))),
    decks=(12, 12, 12),
)
OUTFIT = replace(OUTFITTING, seat=1, outfit=Outfit("attack", "tactic", "least"))
TITLE = Championship(2, 4, "reflector", (1, None, None, None), (3, 4, 1, 2), ((1,),))
CHAMPIONSHIP = replace(
    MINEFIELD,
    arena="tri",
    robots=(
        MINEFIELD.robots[0],
        replace(MINEFIELD.robots[1], champion="reflector"),
        MINEFIELD.robots[2],
        replace(MINEFIELD.robots[3], pos=(4, 4), champion="overclock"),
    ),
    mines=(((4, 6), 1),),
    championship=replace(TITLE, match=6, matches=8, holders=(3, 1, 0, 2)),
)
MIRROR = replace(
    CHAMPIONSHIP,
    actor=0,
    command=Command("red", 2, "E"),
    robots=(
        replace(CHAMPIONSHIP.robots[0], pos=(4, 2), damage=2),
        replace(CHAMPIONSHIP.robots[1], pos=(4, 6), reflected=True),
        CHAMPIONSHIP.robots[2],
        replace(CHAMPIONSHIP.robots[3], pos=None),
    ),
    marks=(
        Mark("beam", ((4, 2), (4, 3), (4, 4), (4, 5), (4, 6)), 0, 1),
        Mark("mirror", ((4, 6), (4, 5), (4, 4), (4, 3), (4, 2)), 1, 1),
        Mark("hit", ((4, 2),), 0, 1),
    ),
)
PLAIN_SERIES = replace(KILLBOTS, championship=TITLE)
MATCH_WON = replace(
    PLAIN_SERIES,
    phase="over",
    pad=None,
    winners=(1,),
    robots=(KILLBOTS.robots[0], replace(KILLBOTS.robots[1], vp=3), *KILLBOTS.robots[2:]),
    championship=replace(TITLE, holders=(1, 1, None, None), vp=(4, 7), won=((1,), (1,))),
)
CHAMPION = replace(
    MATCH_WON,
    winners=(0,),
    championship=Championship(4, 4, "hover_skids", (0, 0, 0, 1), (9, 7), ((0,), (0,), (0,), (1,))),
)
WORKSHOP = replace(
    MINEFIELD,
    phase="resolution",
    pad=None,
    robots=(
        replace(MINEFIELD.robots[0], pos=(1, 1)),
        replace(MINEFIELD.robots[1], pos=(7, 7)),
        *MINEFIELD.robots[2:],
    ),
    marks=(Mark("workshop", ((1, 1),), 0), Mark("workshop", ((7, 7),), 1)),
)
PLAN = replace(
    MINEFIELD,
    phase="programming",
    pad=None,
    seat=0,
    robots=(
        replace(MINEFIELD.robots[0], pos=(4, 2), cards=hand("maneuver_1", "crossfire_1", "mine_layer_2")),
        *MINEFIELD.robots[1:],
    ),
    plan=Plan(
        0,
        Program(
            (
                Command("blue", 2, "S", "maneuver_1", "E"),
                Command("red", 2, "N", "crossfire_1"),
                Command("blue", 4, "N", "mine_layer_2"),
            )
        ),
        (
            Mark("path", ((4, 2), (5, 2), (6, 2), (6, 3)), 0, 0),
            Mark("mine", ((6, 3),), None, 0),
            Mark("hit", ((6, 3),), 0, 0),
            Mark("beam", ((6, 3), (5, 3), (4, 3), (3, 3), (2, 3), (1, 3)), 0, 1),
            Mark("beam", ((6, 3), (6, 4), (6, 5), (6, 6)), 0, 1),
            Mark("beam", ((6, 3), (7, 3), (8, 3)), 0, 1),
            Mark("beam", ((6, 3), (6, 2), (6, 1), (6, 0)), 0, 1),
            Mark("path", ((6, 3), (5, 3), (4, 3)), 0, 2),
            Mark("laid", ((6, 3),), 0, 2),
        ),
    ),
)
JUMP_PLAN = replace(
    PLAN,
    plan=Plan(
        0,
        Program(
            (
                Command("blue", 2, "N", "teleport_1"),
                Command("red", 3, "E", "telescopic_arm_1"),
                Command("red", 3, "SE", "grenade_1"),
            )
        ),
        (
            Mark("jump", ((4, 2), (2, 2)), 0, 0),
            Mark("pull", ((2, 5), (2, 4), (2, 3)), 1, 1),
            Mark("blast", ((4, 4), (3, 4), (4, 5), (5, 4), (4, 3)), 0, 2),
        ),
    ),
)

GEAR_SCENES: dict[str, View] = {
    "minefield": MINEFIELD,
    "cooling": COOLING,
    "maneuver": MANEUVER,
    "crossfire": CROSSFIRE,
    "blast": BLAST,
    "dud": DUD,
    "jump": JUMP,
    "subway": SUBWAY,
    "pull": PULL,
    "emp": EMP,
    "killbots": KILLBOTS,
    "killbots-hidden": HIDDEN,
    "killbots-open": OPEN,
    "ram": RAM,
    "solo": SOLO,
    "solo-lost": SOLO_LOST,
    "solo-won": SOLO_WON,
    "outfitting": OUTFITTING,
    "outfit": OUTFIT,
    "championship": CHAMPIONSHIP,
    "mirror": MIRROR,
    "plain-series": PLAIN_SERIES,
    "match-won": MATCH_WON,
    "champion": CHAMPION,
    "workshop": WORKSHOP,
    "module-plan": PLAN,
    "jump-plan": JUMP_PLAN,
}


def crowded(language: Language) -> View:
    """Four robots with the three longest names of cards each, and a step in which everything happens."""
    words = speak(language)
    cards = sorted(("shield_1", "shield_2", "emp_1", "emp_2", "diagonal_drive_1", "diagonal_drive_2", "shock_wave_2",
                    "telescopic_arm_1", "telescopic_arm_2", "power_beam_2"),
                   key=lambda card: -len(words(f"volt.card.{card}")))  # fmt: skip
    robots: list[RobotView] = []
    for seat, shown in enumerate(MINEFIELD.robots):
        kept = replace(
            shown, cards=hand(*cards[seat : seat + 3]), champion="titan_plating", cooling=True, pos=(2 + seat, 7),
            program=MINEFIELD.robots[0].program,
        )  # fmt: skip
        robots.append(kept)
    marks = (
        Mark("path", ((8, 4), (7, 4), (6, 4), (5, 4)), 2, 1),
        *(Mark("push", ((6, 4), (5, 4)), seat, 1) for seat in (0, 1, 3)),
        *(Mark("mine", ((5, 4),), seat, 1) for seat in (0, 1, 3)),
        *(Mark("hit", ((5, 4),), seat, 1) for seat in (0, 1, 3)),
        *(Mark("shield", ((5, 4),), seat, 1) for seat in (0, 1, 3)),
        *(Mark("fall", ((5, 4), (4, 4)), seat, 1) for seat in (0, 1, 3)),
        *(Mark("destroyed", ((4, 4),), seat, 1) for seat in (0, 1, 3)),
        Mark("laid", ((8, 4),), 2, 1),
    )
    return replace(
        MINEFIELD,
        round=99,
        actor=2,
        command=Command("blue", 6, "N", "maneuver_2", "W"),
        robots=tuple(robots),
        marks=marks,
        mines=tuple(((row, column), (row + column) % 4) for row in (2, 3, 5) for column in (3, 4, 5, 6)),
        championship=Championship(8, 8, "titan_plating", (0, 1, 2, 3), (11, 12, 13, 14)),
    )
