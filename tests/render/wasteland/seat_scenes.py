"""Views of seats, built by hand: a resting one, every question with and without an answer, seven players at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from engines.wasteland.cards import KEYS
from engines.wasteland.mech import pairs, strength
from engines.wasteland.model import (
    PARTS,
    SLOTS,
    Action,
    AskKind,
    Assemble,
    Bay,
    Challenge,
    Commit,
    Declare,
    Deed,
    Defend,
    Forage,
    Lose,
    Lying,
    Options,
    Pick,
    Roamer,
    Scout,
    Spoils,
    Study,
    Target,
    Tribute,
    Trophy,
    Upkeep,
    Wish,
)
from engines.wasteland.terms import Settlement, Side
from engines.wasteland.views import AreaView, BayView, Drafted, FighterView, SupervisionView, View

NAMES: Final = ("Rook", "Mallow", "Okonkwo", "Juniper", "Sable", "Tumble", "")
LONG: Final = (
    "沙漠里最快的那一条咸鱼王",
    "九千九百九十九号公路的主人",
    "Supercalifragilistic Driver",
    "末路狂飙老司机俱乐部会长",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "一二三四五六七八九十一二三四五六七八九十",
    "The Honourable Duchess of Scrap",
)


def bay(text: str) -> BayView:
    """``"C1 s1 - L2 L2 ?1 -"``: the seven slots, a dash for an empty one."""
    slots = tuple("" if word == "-" else word for word in text.split())
    assert len(slots) == len(SLOTS)
    came = tuple(k for k in range(4) if slots[3 + k])
    made = Bay(slots, came)
    return BayView(slots, came, pairs(made), strength(made))


def area(a: str, b: str, research: str = "- - - -", tokens: int | None = 0, top: int | None = None) -> AreaView:
    cards = tuple("" if word == "-" else word for word in research.split())
    assert len(cards) == len(PARTS)
    return AreaView((bay(a), bay(b)), cards, tokens, top)


NOTHING: Final = "- - - - - - -"
OWN: Final = area("C1 S1 P1 L2 L2 L4 l3", "c4 s3 - l1 - - -", "- S2 - L5", 5, 3)
OTHERS: Final = (
    area("C2 S4 P4 L1 L1 L3 L3", NOTHING, "- - P2 -", 2, 1),
    area("C3 ?1 ?2 L4 ?3 - -", "C4 - P3 L2 L5 - -", "C1 - - -", 0),
    area("?1 S2 - ?1 ?2 - -", NOTHING, "- - - L1", 7, 2),
    area("C1 S3 P2 L2 L2 L2 L2", "C2 - - - - - -", "C3 S1 P1 L4", 1, 1),
    area("C4 - - - - - -", NOTHING, "- - - -", 0),
    replace(area(NOTHING, NOTHING), out=True, place=7),
)
ROAMERS: Final = (
    Roamer(2, ("C1", "S2", "P4", "L1", "L2", "L3", "L5")),
    Roamer(3, ("C2", "S4", "P1", "L4", "L4", "L1", "L2"), 1),
    Roamer(4, ("C3", "S1", "P3", "L2", "L2", "L3", "L3")),
)
ROW: Final = (
    Lying(3, "C1"),
    Lying(5, "?1"),
    Lying(6, "S4"),
    Lying(7, "?3"),
    Lying(8, "L4"),
    Lying(9, "P4"),
    Lying(11, "?2"),
)
REST: Final = View(
    options=Options(),
    order=(2, 0, 1, 3, 4, 5, 6),
    turn=9,
    dealer=2,
    season="war",
    stage="scout",
    queue=(2, 0, 1),
    areas=(OWN, *OTHERS),
    pile=77,
    discard=(1,) * len(KEYS),
    wasteland=ROW,
    supervision=SupervisionView(ROAMERS, ("C4", "", "P2", "L1", "L5", "", ""), 4, 2),
    count=3,
    reshuffles=1,
    drought=False,
    storm=1,
    seat=0,
)
FIGHT: Final = replace(
    REST,
    season="invasion",
    stage="ammo",
    queue=(),
    supervision=replace(REST.supervision, roamers=ROAMERS[1:]),
    invader=ROAMERS[0],
    invader_tokens=3,
    invader_top=2,
    fighters=(
        FighterView(2, "A", None, None, None),
        FighterView(0, "A", True, 3, 2),
        FighterView(1, "A", False, None, 0),
        FighterView(4, "A", True, 1, None),
    ),
)


def side(seat: int, total: int, against: int, beats: bool) -> Side:
    return Side(seat, "A", 9, (4,), 4, 2, 0, 0, 0, (2, 1), 0, 0, total, False, against, 0, 0, beats)


SETTLED: Final = replace(
    FIGHT,
    stage="spoils",
    queue=(2, 1, 0, 4),
    settlement=Settlement(
        (side(2, 21, 19, True), side(0, 17, 19, False), side(1, 9, 19, False), side(4, -3, 16, False)),
        9,
        (3, 4),
        (2, 1, 1),
    ),
)
DUEL: Final = replace(
    REST,
    season="storm",
    stage="duel_ammo",
    queue=(),
    skipped=True,
    fighters=(FighterView(2, "A", None, None, None), FighterView(0, "A", None, None, None)),
)


def asked(view: View, kind: AskKind, **facts: Any) -> View:
    return replace(view, asked=((0, kind),), **facts)


def answered(view: View, action: Action) -> View:
    return replace(view, drafted=Drafted(0, action))


LOOKING: Final = replace(REST, wasteland=tuple(Lying(7, "s4") if k.number == 7 else k for k in ROW), looking=7)
_TROPHY: Final = replace(
    DUEL,
    stage="trophy",
    settlement=Settlement((side(2, 8, 17, False), side(0, 17, 8, True))),
)
ASKED: Final[dict[str, View]] = {
    "assemble": asked(
        replace(REST, season="setup", stage="assembly", turn=0, areas=(area("C1 s1 p1 l2 l2 l4 l3", NOTHING), *OTHERS)),
        "assemble",
    ),
    "scout": asked(REST, "scout"),
    "scout_now": asked(REST, "scout_now"),
    "study": asked(replace(LOOKING, stage="study"), "study"),
    "scavenge": asked(replace(REST, season="scavenge", stage="scavenge"), "scavenge"),
    "pick": asked(replace(REST, season="scavenge", stage="scavenge", queue=(0, 2)), "pick"),
    "look": asked(replace(LOOKING, season="scavenge", stage="scavenge", queue=(0, 2)), "look"),
    "tribute": asked(replace(REST, season="invasion", stage="tribute", dealer=0), "tribute"),
    "declare": asked(replace(REST, season="invasion", stage="declare"), "declare"),
    "declare_now": asked(
        replace(REST, season="invasion", stage="declare", queue=(0, 1), fighters=FIGHT.fighters[:1]), "declare_now"
    ),
    "target": asked(replace(REST, season="invasion", stage="target", dealer=0, fighters=FIGHT.fighters[:2]), "target"),
    "commit": asked(FIGHT, "commit"),
    "spoils": asked(SETTLED, "spoils"),
    "spoil_now": asked(SETTLED, "spoil_now"),
    "lose_part": asked(replace(SETTLED, stage="failure"), "lose_part"),
    "challenge": asked(replace(REST, season="storm", stage="duel", dealer=0, skipped=True), "challenge"),
    "defend": asked(replace(DUEL, stage="defend", fighters=DUEL.fighters[:1]), "defend"),
    "trophy": asked(_TROPHY, "trophy"),
    "damage": asked(replace(_TROPHY, stage="damage", damage=2), "damage"),
    "upkeep": asked(replace(REST, season="storm", stage="upkeep"), "upkeep"),
}
"""By kind of question: seat 0 is asked."""
ANSWERS: Final[dict[str, tuple[Action, ...]]] = {
    "assemble": (Assemble(slots=("A.S", "A.L1", "A.L2")), Assemble()),
    "scout": (Scout(choice="ammo", cards=(7, 5)), Scout(choice="research", cards=(8,)), Scout(), Scout(choice="wait")),
    "scout_now": (Scout(choice="ammo", cards=(7,)), Scout(choice="research", cards=(3,))),
    "study": (Study(bay="B"), Study(bay="B", part="A.S"), Study(part="A.L3")),
    "scavenge": (
        Forage(
            picks=(
                Pick(number=3, deed=Deed(where="discard")),
                Pick(number=8, deed=Deed(where="B")),
                Pick(number=6, deed=Deed(act="disrupt", seat=3, where="A")),
                Pick(number=9, deed=Deed(where="A.P")),
                Pick(number=5),
            )
        ),
        Forage(unseen="auto", rest="ask"),
    ),
    "pick": (Pick(number=7), Pick(number=8, deed=Deed(where="A.L3"))),
    "look": (Deed(where="A.S"), Deed(act="disrupt", seat=3, where="B"), Deed(where="discard")),
    "tribute": (Tribute(refuse=True), Tribute(cards=("A.L4", "R.S", "T")), Tribute(cards=("T", "T", "B.L1"))),
    "declare": (Declare(flip="B.S", mech="A"), Declare(choice="out"), Declare(choice="wait")),
    "declare_now": (Declare(flip="A.L4", mech="B"), Declare(choice="out")),
    "target": (Target(mech=3), Target(mech=3, shuffle=True), Target(mech=4)),
    "commit": (Commit(), Commit(count=2), Commit(count=2, shuffle=True)),
    "spoils": (Spoils(wishes=(Wish("C", "B"), Wish("L2", "A.L3"), Wish("P", "discard"))), Spoils()),
    "spoil_now": (Spoils(wishes=(Wish("S", "A.S"),)),),
    "lose_part": (Lose(slots=("A.P",)), Lose(slots=("A.L1",))),
    "challenge": (Challenge(), Challenge(seat=4, mech="A"), Challenge(seat=4, mech="B")),
    "defend": (Defend(), Defend(mech="B")),
    "trophy": (Trophy(slot="A.P"), Trophy(slot="A.L2", where="B")),
    "damage": (Lose(slots=("A.S", "A.P")), Lose(slots=("A.L2",))),
    "upkeep": (Upkeep(cards=("A.L4", "T")), Upkeep(cards=("B.C",)), Upkeep(cards=("T", "T"))),
}
"""By kind of question: answers that look different."""
WAITING: Final[dict[str, View]] = {
    "rest": REST,
    "over": replace(
        REST,
        season="over",
        stage="over",
        queue=(),
        areas=(replace(OWN, place=1), *(replace(o, out=True, place=k + 2) for k, o in enumerate(OTHERS))),
    ),
    "mine": replace(REST, queue=(0, 1)),
    "drought": replace(REST, drought=True, reshuffles=0, storm=2, pile=0),
}
SCENES: Final[dict[str, View]] = {
    **WAITING,
    **ASKED,
    **{f"{kind} {k}": answered(ASKED[kind], action) for kind, made in ANSWERS.items() for k, action in enumerate(made)},
}
