"""Views of Scorched Wasteland, built by hand: a start, a busy table of seven, an invasion, a duel, an end."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engines.wasteland.mech import pairs, strength
from engines.wasteland.model import SLOTS, Bay, Count, Lying, Options, Roamer
from engines.wasteland.terms import Settlement, Side
from engines.wasteland.views import AreaView, BayView, FighterView, Mark, MarkKind, SeasonSummary, SupervisionView, View

NAMES: Final = ("Rook", "Mallow", "Okonkwo", "小明", "", "Zed", "Ferrous")
LONG: Final = (
    "废土上最后一只不肯熄火的咸鱼",
    "九千九百九十九号机库的主人",
    "Supercalifragilistic Driver",
    "末路狂飙老司机俱乐部会长",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "خرابة الصحراء الكبرى",
    "沙暴季从不修车的老机械师",
)


def bay(**slots: str) -> BayView:
    """``bay(C="C1", L1="?2")``; legs have arrived in their order."""
    cards = tuple(slots.get(slot, "") for slot in SLOTS)
    came = tuple(k for k in range(4) if cards[3 + k])
    made = Bay(cards, came)
    return BayView(cards, came, pairs(made), strength(made))


def area(
    a: BayView, b: BayView | None = None, *, research: tuple[str, ...] = ("", "", "", ""), tokens: int = 0, top: int = 0
) -> AreaView:
    return AreaView((a, b or bay()), research, tokens, (top or 1) if tokens else None)


GONE: Final = AreaView((bay(), bay()), ("", "", "", ""), 0, None, True, 7)
R1: Final = Roamer(3, ("C1", "S3", "P2", "L1", "L1", "L3", "L5"), 2)
R2: Final = Roamer(5, ("C3", "S1", "P4", "L2", "L2", "L4", "L3"), None)
R3: Final = Roamer(6, ("C2", "S2", "P1", "L1", "L2", "L3", "L1"), 0)

AREAS: Final = (
    area(
        bay(C="C2", S="S2", P="P3", L1="L2", L2="L2", L3="L1", L4="?2"),
        bay(S="S1", P="?1", L1="L1"),
        research=("", "S1", "", "L3"),
        tokens=4,
        top=3,
    ),
    area(bay(C="C1", S="?3", P="P1", L1="L1", L2="L1"), bay(C="?1", L1="L4", L2="L4"), tokens=1, top=2),
    area(bay(C="C4", S="S4", P="P4", L1="L5", L2="L3", L3="L3"), research=("C3", "", "P2", ""), tokens=0),
    area(
        bay(C="C3", S="S1", P="?2", L1="L1", L2="L2", L3="L1", L4="L2"),
        bay(C="C1", S="S2", P="P2", L1="L4", L2="L4", L3="L3", L4="L3"),
        research=("C1", "S2", "P1", "L1"),
        tokens=12,
        top=1,
    ),
    area(bay(C="C1", P="P3"), tokens=6, top=2),
    area(bay(C="C2", S="?2", L1="?2", L2="?1"), bay(L1="L2"), tokens=2, top=3),
    area(bay(C="C1", S="S3", P="?1", L1="L4", L2="L1"), bay(C="C4"), research=("", "", "", "L2"), tokens=3, top=1),
)
CARDS: Final = "C4 ?2 L1 ?1 S2 L5 ?3 P4 ?1 ?1 L3 L1 ?2 L2 C1 ?1 P3 ?3 L1 L4"
ROW: Final = tuple(Lying(n + 2, card) for n, card in enumerate(CARDS.split()))
SUPERVISION: Final = SupervisionView((R1, R2, R3), ("C3", "", "P2", "L1", "L2", "", "L3"), 7, 2)

SEVEN: Final = View(
    options=Options(),
    order=(3, 0, 5, 2, 6, 1, 4),
    turn=9,
    dealer=0,
    season="scavenge",
    stage="scavenge",
    queue=(5, 2),
    areas=AREAS,
    pile=112,
    discard=tuple(range(17)),
    wasteland=ROW,
    supervision=SUPERVISION,
    count=3,
    reshuffles=8,
    drought=False,
    storm=1,
    asked=((5, "pick"),),
    explorers=(5, 2),
)
"""Seven players in the middle of a game."""
THREE: Final = replace(
    SEVEN,
    order=(1, 2, 0),
    turn=2,
    dealer=1,
    season="war",
    stage="scout",
    queue=(),
    areas=AREAS[:3],
    pile=61,
    wasteland=ROW[:7],
    supervision=SupervisionView((R1,), ("",) * 7, 0, None),
    count=1,
    reshuffles=0,
    asked=((0, "scout"), (1, "scout"), (2, "scout")),
    explorers=(),
)
START: Final = replace(
    THREE,
    turn=0,
    season="setup",
    stage="assembly",
    wasteland=(),
    supervision=SupervisionView((), ("",) * 7, 0, None),
    count=0,
    reshuffles=None,
    asked=((0, "assemble"),),
)
FIVE: Final = replace(
    SEVEN,
    order=(4, 3, 0, 2, 1),
    areas=AREAS[:5],
    wasteland=ROW[:12],
    season="storm",
    stage="upkeep",
    queue=(),
    storm=3,
    drought=True,
    reshuffles=0,
    asked=((0, "upkeep"), (1, "upkeep")),
    explorers=(),
)
INVADED: Final = replace(
    SEVEN,
    season="invasion",
    stage="last_ammo",
    queue=(0,),
    asked=((0, "commit"),),
    explorers=(),
    wasteland=ROW[:9],
    supervision=replace(SUPERVISION, roamers=(R2, R3), tokens=4, top=1),
    invader=R1,
    invader_tokens=3,
    invader_top=2,
    areas=tuple(replace(own, tokens=None, top=None) if seat == 3 else own for seat, own in enumerate(AREAS)),
    fighters=(
        FighterView(0, "A", None, None, None),
        FighterView(3, "B", True, 3, None),
        FighterView(6, "A", False, None, None),
    ),
)
FIGHT: Final = Settlement(
    (
        Side(0, "A", 13, (2, 5), 5, 2, 1, 0, 0, (3, 1), 0, 0, 25, False, 21, 3, 0, True),
        Side(3, "B", 17, (6,), 3, 0, 1, 2, 0, (3, 1, 1), 0, 0, 28, True, 18, 3, 3, True),
        Side(6, "A", 7, (1,), -2, 0, 0, 0, 0, (), 0, 0, 5, False, 24, 0, 0, False),
    ),
    7,
    (6, 4),
    (2, 2, 3),
)
BEATEN: Final = replace(INVADED, stage="spoils", settlement=FIGHT, marks=(Mark("settled", "M3"),))
SPOILT: Final = replace(INVADED, stage="spoils", invader=replace(R1, cards=("", "S3", "", "L1", "", "L3", "")))
DUEL: Final = Settlement(
    (
        Side(1, "B", 4, (3,), 3, 0, 1, 0, 0, (2, 2), 2, 1, 9, False, 11, 0, 2, False),
        Side(2, "A", 2, (5,), 5, 0, 0, 2, 3, (1,), 0, 2, 11, True, 9, 2, 1, True),
    ),
)
DUELLED: Final = replace(
    THREE,
    season="storm",
    stage="trophy",
    skipped=True,
    asked=((2, "trophy"),),
    fighters=(FighterView(1, "B", True, 2, 2), FighterView(2, "A", True, 1, 1)),
    settlement=DUEL,
    damage=2,
    marks=(Mark("settled"),),
)
WON: Final = replace(
    FIVE,
    season="over",
    stage="over",
    asked=(),
    drought=False,
    areas=tuple(replace(AREAS[0], place=1) if seat == 0 else replace(GONE, place=2 + seat) for seat in range(5)),
)
LAST_THREE: Final = replace(
    SEVEN, areas=tuple(own if seat in (0, 3, 6) else GONE for seat, own in enumerate(AREAS)), wasteland=()
)


def counts(*rows: tuple[int, int, int, int]) -> tuple[Count, ...]:
    return tuple(Count(*row) for row in rows)


SUMMED: Final = replace(
    SEVEN,
    marks=(),
    summary=SeasonSummary(
        "scavenge",
        counts((13, 9, 3, 2), (9, 5, 1, 0), (2, 4, 2, 2), (20, 13, 12, 4), (6, 2, 6, 0), (5, 4, 2, 0), (0, 0, 0, 0)),
        counts((13, 10, 4, 2), (11, 7, 1, 0), (2, 5, 0, 2), (20, 13, 12, 4), (6, 2, 6, 0), (5, 5, 2, 0), (0, 0, 0, 0)),
    ),
)

MARKS: Final[dict[MarkKind, tuple[Mark, ...]]] = {
    "drawn": (Mark("drawn", "#7", None, "L5"),),
    "taken": (Mark("taken", "#5", 5, "?1"), Mark("gained", "A.L2", 5, "?1")),
    "planted": (Mark("taken", "#9", 5, "P4"), Mark("planted", "A.P", 2, "P4")),
    "revealed": (Mark("revealed", "#5", 5, "L1"),),
    "looked": (Mark("looked", "#5", 5, "?1"),),
    "discarded": (Mark("discarded", "A.P", 0, "P3"),),
    "flipped": (Mark("flipped", "A.P", 6, "P1"),),
    "gained": (Mark("gained", "B.S", 3, "S2"),),
    "formed": (Mark("formed", "M6", 0),),
    "retired": (Mark("retired", "M1"), Mark("token", "T")),
    "token": (Mark("token", "T", 5, "?2"),),
    "research": (Mark("research", "R.S", 0, "S1"),),
    "target": (Mark("target", "M5", 0),),
    "committed": (Mark("committed", "T", 3),),
    "lost": (Mark("lost", "B.L1", 3, "L4"),),
    "out": (Mark("out", "", 4),),
    "dealer": (Mark("dealer", "", 5),),
    "drought": (Mark("drought"),),
    "recycled": (Mark("discarded", "A.L4", 3, "L2"), Mark("recycled", "L2", None, "L2")),
    "reserve": (Mark("reserve", "A.C", 6, "C1"),),
    "tribute": (Mark("tribute", "A.L1", 0, "L2"), Mark("gained", "L2", None, "L2")),
    "shuffled": (Mark("shuffled"),),
}
"""Marks of a step of each kind, but ``settled``."""
SCENES: Final[dict[str, View]] = {
    "seven": SEVEN,
    "three": THREE,
    "start": START,
    "five": FIVE,
    "invaded": INVADED,
    "beaten": BEATEN,
    "spoilt": SPOILT,
    "duelled": DUELLED,
    "won": WON,
    "last_three": LAST_THREE,
    "summed": SUMMED,
}
