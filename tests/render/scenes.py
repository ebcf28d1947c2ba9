"""Views that show everything a picture can show, and names of every kind."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Seat
from engines.grid import Cell
from engines.volt.model import Command, Mark, Plan, Program, RobotView, View

NAMES = ("Rook", "Mikaela of the Long Name", "小明", "")
LONGEST = ("W" * 32, "囍" * 32, "ﷺ" + "M" * 31, "@everyone ~~**WWWWWWWWWWWWW**~~!")
ODD = (
    "",
    " ",
    "\u200b\u200b",
    "🤖🔥",
    "🤖 Rook 🔥",
    "👨‍👩‍👧‍👦 family",
    "Z̸̢̛a̷͠l̶g̵o̵",
    "e\u0301clair",
    "مرحبا",
    "שלום rook",
    "\u202egnp.exe",
    "𝕱𝖆𝖓𝖈𝖞 𝓷𝓪𝓶𝓮",
    "ｆｕｌｌｗｉｄｔｈ",
    "한국어",
    "ไทย",
    "龘靐齉爩",
    "ok\nsecond line\ttab",
    "`code` **bold**",
    "\ufdfd",
    "\U000e0041tag",
    "\ud7a3\uffff",
)

PROGRAMS = (
    Program((Command("blue", 3, "N"), Command("red", 1, "NE"), Command("blue", 2, "E"))),
    Program((Command("red", 4, "W"), Command("blue", 5, "S"), Command("red", 2, "SW"))),
    Program((Command("blue", 1, "W"), Command("blue", 6, "N"), Command("red", 6, "E"))),
    Program((Command("red", 3, "S"), Command("blue", 2, "E"), Command("red", 5, "NW"))),
)


def robot(seat: Seat, pos: Cell | None, damage: int, marker: int, vp: int, *, shown: bool = True) -> RobotView:
    return RobotView(seat, pos, damage, 3, marker, vp, False, PROGRAMS[seat] if shown else None)


OPENING = View(
    "quad",
    1,
    "programming",
    None,
    tuple(robot(seat, pos, 0, 4 - seat, 0, shown=False) for seat, pos in enumerate(((0, 3), (5, 8), (8, 5), (3, 0)))),
    (((2, 6), 1), ((6, 2), 1)),
    3,
)
BATTLE = replace(
    OPENING,
    round=3,
    phase="activation",
    pad=1,
    robots=(robot(0, (2, 3), 1, 2, 1), robot(1, (4, 6), 2, 1, 2), robot(2, (6, 2), 0, 4, 0), robot(3, None, 0, 3, 1)),
)
PUSH = replace(
    BATTLE,
    actor=0,
    command=Command("blue", 3, "E"),
    robots=(robot(0, (2, 6), 1, 2, 1), robot(1, (2, 7), 2, 1, 2), *BATTLE.robots[2:]),
    marks=(Mark("push", ((2, 6), (2, 7)), 1, 1), Mark("path", ((2, 3), (2, 4), (2, 5), (2, 6)), 0, 1)),
)
SHOT = replace(
    BATTLE,
    actor=1,
    command=Command("red", 4, "SW"),
    robots=(BATTLE.robots[0], robot(1, (3, 5), 2, 1, 2), robot(2, (6, 2), 1, 4, 0), BATTLE.robots[3]),
    marks=(Mark("beam", ((3, 5), (4, 4), (5, 3), (6, 2)), 1, 1), Mark("hit", ((6, 2),), 2, 1)),
)
KILL = replace(
    BATTLE,
    actor=3,
    command=Command("red", 2, "N"),
    robots=(robot(0, None, 0, 2, 1), *BATTLE.robots[1:3], robot(3, (7, 3), 0, 3, 2)),
    marks=(
        Mark("beam", ((7, 3), (6, 3), (5, 3), (4, 3), (3, 3)), 3, 1),
        Mark("hit", ((3, 3),), 0, 1),
        Mark("destroyed", ((3, 3),), 0, 1),
    ),
)
FALL = replace(
    BATTLE,
    actor=2,
    command=Command("blue", 4, "N"),
    robots=(BATTLE.robots[0], robot(1, None, 0, 1, 2), robot(2, (5, 4), 1, 4, 1), BATTLE.robots[3]),
    marks=(
        Mark("push", ((6, 4), (5, 4)), 1, 1),
        Mark("fall", ((5, 4), (4, 4)), 1, 1),
        Mark("path", ((8, 4), (7, 4), (6, 4), (5, 4)), 2, 1),
        Mark("destroyed", ((4, 4),), 1, 1),
    ),
)
BLOCKED = replace(
    BATTLE,
    actor=3,
    command=Command("blue", 6, "E"),
    robots=(
        robot(0, (5, 8), 1, 2, 1),
        robot(1, (5, 7), 2, 1, 2),
        robot(2, (3, 3), 0, 4, 0),
        robot(3, (5, 6), 0, 3, 1),
    ),
    marks=(
        Mark("push", ((5, 6), (5, 7)), 1, 1),
        Mark("path", ((5, 3), (5, 4), (5, 5), (5, 6)), 3, 1),
        Mark("blocked", ((5, 8), (5, 9)), 0, 1),
    ),
)
MISS = replace(
    BATTLE,
    actor=0,
    command=Command("red", 6, "NW"),
    marks=(Mark("beam", ((2, 3),), 0, 1),),
)
SCORING = replace(
    BATTLE,
    phase="resolution",
    pad=None,
    robots=(BATTLE.robots[0], robot(1, (2, 6), 2, 1, 2), robot(2, (6, 2), 0, 4, 1), BATTLE.robots[3]),
    marks=(Mark("scored", ((6, 2),), 2), Mark("scored", ((2, 6),), 1)),
    markers=(),
)
UPKEEP = replace(
    OPENING, round=4, marks=(Mark("refill", ((2, 6), (6, 2))), Mark("restart", ((3, 0),), 3)), markers=OPENING.markers
)
PLAN = replace(
    BATTLE,
    phase="programming",
    pad=None,
    seat=1,
    plan=Plan(
        1,
        Program((Command("blue", 4, "W"), Command("red", 3, "SW"), None)),
        (
            Mark("path", ((4, 6), (4, 5)), 1, 0),
            Mark("fall", ((4, 5), (4, 4)), 1, 0),
            Mark("destroyed", ((4, 4),), 1, 0),
        ),
    ),
)
FULL_PLAN = replace(
    BATTLE,
    phase="programming",
    pad=None,
    seat=0,
    plan=Plan(
        0,
        Program((Command("blue", 3, "E"), Command("red", 3, "S"), Command("blue", 2, "W"))),
        (
            Mark("path", ((2, 3), (2, 4), (2, 5), (2, 6)), 0, 0),
            Mark("beam", ((2, 6), (3, 6), (4, 6)), 0, 1),
            Mark("hit", ((4, 6),), 1, 1),
            Mark("path", ((2, 6), (2, 5), (2, 4)), 0, 2),
        ),
    ),
)
EMPTY_PLAN = replace(OPENING, seat=2, plan=Plan(2, Program(), ()))
WON = replace(
    SCORING,
    phase="over",
    robots=(*SCORING.robots[:1], robot(1, (2, 6), 2, 1, 3), *SCORING.robots[2:]),
    winners=(1,),
    marks=(Mark("scored", ((2, 6),), 1),),
)
SHARED = replace(WON, winners=(1, 2))
RESIGNED = replace(BATTLE, robots=(*BATTLE.robots[:3], replace(BATTLE.robots[3], out=True)))
DUEL = replace(OPENING, arena="duel", robots=(robot(0, (3, 3), 1, 1, 1), robot(1, (7, 5), 0, 2, 2)), markers=())
TRI = replace(
    BATTLE,
    arena="tri",
    robots=(robot(0, (3, 3), 1, 1, 1), robot(1, (7, 5), 0, 2, 2), robot(2, (4, 4), 2, 3, 0)),
    markers=(((4, 4), 2),),
)

SCENES: dict[str, View] = {
    "opening": OPENING,
    "battle": BATTLE,
    "push": PUSH,
    "shot": SHOT,
    "kill": KILL,
    "fall": FALL,
    "blocked": BLOCKED,
    "miss": MISS,
    "scoring": SCORING,
    "upkeep": UPKEEP,
    "plan": PLAN,
    "full-plan": FULL_PLAN,
    "empty-plan": EMPTY_PLAN,
    "won": WON,
    "shared": SHARED,
    "resigned": RESIGNED,
    "duel": DUEL,
    "tri": TRI,
}
