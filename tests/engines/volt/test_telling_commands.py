"""Modules, traits, mines and all that is unusual: told in order, nothing twice, and all of it drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from engines.chance import FastChance
from engines.core import Event, Listing, Step, Term, Who
from engines.volt import GAME
from engines.volt.cards import CARDS, CHAMPIONS
from engines.volt.happenings import Destroyed, Earned, Laid, Tripped
from engines.volt.model import BotSide, Card, Mark, MarkKind, State, View
from engines.volt.programming import random_program
from engines.volt.telling import Account, command_marks
from locales import LANGUAGES, Language, speak
from render.text import sentence
from tests.conformance.sentences import check_sentence
from tests.engines.volt.boards import cell, steps
from tests.engines.volt.matches import at, begin, play, with_robot
from tests.engines.volt.tales import CASES, STAY, solo, trapped

NAMES = ("Ada", "Rook", "石头", "Bit")


def facts(name: str, kind: str) -> dict[str, object]:
    return dict(next(event for event in CASES[name].step().events if event.kind == kind).facts)


def marks(name: str) -> tuple[Mark, ...]:
    return CASES[name].step().view.marks


def spot(kind: MarkKind, where: str, seat: int | None) -> Mark:
    return Mark(kind, (cell(where),), seat, 0)


def way(kind: MarkKind, *where: str, seat: int) -> Mark:
    return Mark(kind, tuple(map(cell, where)), seat, 0)


@pytest.mark.parametrize("name", CASES)
def test_the_kinds_of_what_is_told(name: str) -> None:
    case = CASES[name]
    assert tuple(event.kind for event in case.step().events) == case.told


@pytest.mark.parametrize("name", CASES)
def test_the_first_sentence_names_robot_die_and_module(name: str) -> None:
    case = CASES[name]
    first = case.step().events[0].facts
    code, _, module = case.command.partition("@")
    assert first["who"] == Who(0)
    assert first["code"] == code
    assert first.get("module") == (Term(f"volt.card.{module.partition(':')[0]}") if module else None)


@pytest.mark.parametrize("name", CASES)
def test_every_sentence_reads_in_both_languages(name: str) -> None:
    told = CASES[name].step().events
    for event in told:
        check_sentence(f"volt.event.{event.kind}", event.facts)
    for language in LANGUAGES:
        read = [sentence("volt", event, speak(language), NAMES) for event in told]
        assert len(set(read)) == len(read), "told twice"


def test_every_effect_with_a_die_is_told() -> None:
    used = {
        CARDS[case.command.partition("@")[2].partition(":")[0]].effect for case in CASES.values() if "@" in case.command
    }
    used |= {CARDS[card].effect for case in CASES.values() for card in case.cards.values()}
    assert used == {card.effect for card in CARDS.values()}


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("brake stops on a marker", "drive_with", {"start": "B5", "end": "E5", "dir": Term("volt.dir.E")}),
        ("crusher pins", "hurt_crush", {"who": Who(1), "cell": "A5", "hp": 2}),
        ("mine layer", "laid", {"who": Who(0), "cell": "B5"}),
        ("maneuver", "turned", {"who": Who(0), "dir": Term("volt.dir.S"), "end": "D6"}),
        ("maneuver falls", "turned_pit", {"who": Who(0), "dir": Term("volt.dir.N"), "pit": "C4"}),
        ("subway", "wrapped", {"who": Who(0), "start": "A5", "end": "I5"}),
        ("subway", "drive_with", {"start": "B5", "end": "H5"}),
        ("swivel head turns", "swivel_head", {"dir": Term("volt.dir.N"), "ray": Term("volt.dir.NE")}),
        ("grenade", "grenade", {"start": "A5", "cell": "C5", "dir": Term("volt.dir.E")}),
        ("knockback into a pit", "pushed_pit", {"who": Who(1), "start": "D4", "pit": "C4"}),
        ("arm", "pulled", {"who": Who(1), "start": "D5", "end": "B5"}),
        ("arm over a mine into a pit", "pulled", {"who": Who(1), "start": "I8", "end": "H7"}),
        ("saw, then a pit", "pushed", {"who": Who(1), "start": "E4", "end": "D4"}),
        ("shield", "shielded", {"who": Who(1), "cell": "I5", "left": 1}),
        ("shield against a bomb", "shielded", {"who": Who(2), "cell": "E5", "left": 0}),
        ("bomb of two points", "hurt_blast", {"who": Who(2), "cell": "E5", "hp": 1}),
        ("mine", "mine", {"who": Who(0), "cell": "B5", "owner": Who(1)}),
        ("mine destroys", "vp", {"who": Who(1), "vp": 1, "target": 3}),
        ("mine and pit", "drive", {"start": "F4", "end": "D4"}),
        ("pushed onto a mine", "mine_neutral", {"who": Who(1), "cell": "C5"}),
        ("reflector", "reflected", {"who": Who(1), "cell": "I5"}),
        ("titan plating", "hit", {"hp": 3}),
    ],
)
def test_the_facts_of_what_happened(name: str, kind: str, expected: dict[str, object]) -> None:
    told = facts(name, kind)
    assert {key: told[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("subway", (way("path", "B5", "A5", seat=0), way("jump", "A5", "I5", seat=0), way("path", "I5", "H5", seat=0))),
        ("teleport", (way("jump", "A5", "D5", seat=0),)),
        ("arm", (way("pull", "D5", "C5", "B5", seat=1),)),
        ("arm into a pit", (way("fall", "H7", "G6", seat=1), spot("destroyed", "G6", 1), spot("scored", "F5", 0))),
        ("grenade", (way("blast", "C5", "C4", "D5", "C6", "B5", seat=0), spot("hit", "D5", 1))),
        ("grenade is a dud", (Mark("dud", (cell("A5"), (4, -2)), 0, 0),)),
        ("mine layer", (way("path", "B5", "C5", "D5", seat=0), spot("laid", "B5", 0))),
        ("mine", (way("path", "A5", "B5", "C5", seat=0), spot("mine", "B5", 1), spot("hit", "B5", 0))),
        (
            "reflector",
            (
                way("beam", *(f"{letter}5" for letter in "ABCDEFGHI"), seat=0),
                way("mirror", *(f"{letter}5" for letter in "IHGFEDCBA"), seat=1),
                spot("hit", "A5", 0),
            ),
        ),
        ("shield", (way("beam", *(f"{letter}5" for letter in "ABCDEFGHI"), seat=0), spot("shield", "I5", 1))),
        ("EMP", (way("beam", "A5", "B5", "C5", seat=0), spot("cooled", "C5", 1))),
        ("swivel head turns", (way("beam", "E5", "F4", seat=0), spot("hit", "F4", 1))),
        (
            "maneuver pushes",
            (
                way("fall", "D6", "D7", seat=1),
                way("path", "A5", "B5", "C5", "D5", "D6", seat=0),
                spot("destroyed", "D7", 1),
                spot("scored", "D6", 0),
            ),
        ),
    ],
)
def test_everything_is_drawn(name: str, expected: tuple[Mark, ...]) -> None:
    assert marks(name) == expected


def test_four_beams_are_four_marks() -> None:
    assert [mark.cells[-1] for mark in marks("crossfire") if mark.kind == "beam"] == [
        cell(name) for name in ("E1", "I5", "E9", "A5")
    ]


def test_who_scores_is_marked_where_it_stands() -> None:
    """Not the one whose bomb it was: it is gone."""
    assert [mark.seat for mark in marks("bomb of the victim scores") if mark.kind == "scored"] == [0]
    assert spot("scored", "H1", 1) in marks("mine destroys")


def test_places_count_before_older_robots() -> None:
    """A plan's robots are those from before it."""
    state = at(begin(2, arena="tri", killbots="none"), "A5", "H1")
    account = Account(0, (Tripped(0, cell("B5"), 1), Destroyed(0, cell("B5"), "mine"), Earned(1, 1)), state.robots)
    moved = Account(0, account.happened, state.robots, places=(None, cell("H2")))
    assert command_marks(account, 1)[-1] == Mark("scored", (cell("H1"),), 1, 1)
    assert command_marks(moved, 1)[-1] == Mark("scored", (cell("H2"),), 1, 1)
    assert Mark("laid", (cell("A5"),), 0, 2) in command_marks(Account(0, (Laid(0, cell("A5")),)), 2)


# ---- killbots


def of_bot(state: State, robot: int, chapter: str) -> list[Event]:
    return [event for step in steps(play(state, STAY), chapter) if step.view.actor == robot for event in step.events]


def read(events: list[Event], language: Language) -> list[str]:
    return [sentence("volt", event, speak(language), NAMES) for event in events]


def test_a_killbots_saw() -> None:
    told = of_bot(solo("bulldozer", "warden", places=("E1", "D1", "G9")), 1, "pad-2")
    assert read(told, "en") == [
        "Ripper (B5E) drives east from D1 and is stopped at G1.",
        "Ada is pushed from E1 to H1.",
        "The saw bites Ada at F1: 1 HP left.",
    ]
    assert read(told, "zh-CN") == [
        "撕裂者（B5E）从D1向东开，到G1被挡下。",
        "Ada从E1被推到H1。",
        "圆锯锯伤F1的Ada，还剩1点HP。",
    ]


def test_a_killbots_beam_goes_through() -> None:
    told = of_bot(solo("hunter", "sniper", places=("D2", "B2", "E2")), 2, "pad-1")
    assert read(told, "en") == [
        "Watcher (R1W) fires west from E2, right through whoever is in line.",
        "Ada is hit at D2: 2 HP left.",
        "Ripper is hit at B2: 2 HP left.",
    ]


def test_a_killbots_plain_shot_is_told_as_anyones() -> None:
    told = of_bot(solo("hunter", "sniper", places=("D2", "G9", "E2")), 2, "pad-1")
    assert read(told, "zh-CN") == ["监视者（R1W）从E2向西射击，打中D2的Ada，还剩2点HP。"]


def test_killbots_score_for_the_bot_side() -> None:
    told = of_bot(with_robot(solo("hunter", "sniper", places=("D2", "G9", "E2")), 0, damage=2), 2, "pad-1")
    assert [event.kind for event in told] == ["shot_down", "bots_vp"]
    assert told[1].facts == {"vp": 1, "target": 3}
    account = Account(0, (Earned(0, 2),), bots=BotSide(1, 3))
    assert account.name(0) == Who(0)


def test_a_killbot_without_a_target_holds_its_fire() -> None:
    told = of_bot(solo("hunter", "sniper", places=("A2", "E9", "G9")), 2, "pad-1")
    assert told == [Event("idle_shot", {"who": Term("volt.killbot.watcher"), "code": "R1"})]
    check_sentence("volt.event.idle_shot", told[0].facts)


def test_a_killbot_with_no_way_to_survive_stays() -> None:
    told = of_bot(trapped(), 1, "pad-1")
    assert told == [Event("idle_move", {"who": Term("volt.killbot.ripper"), "code": "B4"})]
    check_sentence("volt.event.idle_move", told[0].facts)


# ---- anything at all


def deaths(event: Event) -> int:
    """How many robots an event says are destroyed."""
    victims = event.facts.get("victims")
    pushed_in = len(victims.items) if isinstance(victims, Listing) and event.kind.startswith("kill") else 0
    return pushed_in + (event.kind.startswith(("destroyed_", "shot_down")) or "_pit" in event.kind)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_is_told_once(seed: int) -> None:
    """Random programs with all cards and champion modules: destroyed robots, VP and HP are told as they are."""
    chance = FastChance(seed)
    state = begin(4, seed, arena="minefield", killbots="none", target="5")
    champions = chance.shuffle("champions", tuple(CHAMPIONS))
    effects = tuple(dict.fromkeys(card.effect for card in CARDS.values()))
    hands = [
        [f"{effect}_{chance.roll('mark', 2)}" for effect in chance.shuffle("cards", effects)[:6]] for _ in range(4)
    ]
    for index, (champion, ids) in enumerate(zip(champions, hands, strict=True)):
        state = with_robot(state, index, champion=champion, cards=tuple(Card(one, CARDS[one].charges) for one in ids))
    while state.phase != "over" and state.round < 8:
        answers = {robot.seat: random_program(chance, robot.cards) for robot in state.robots}
        before = GAME.view(state, None)
        turnout = GAME.advance(state, answers, chance)
        for step in turnout.steps:
            if step.view.actor is not None:
                compare(before, step)
            before = step.view
        state = turnout.state


def compare(before: View, step: Step[View]) -> None:
    assert all(count == 1 for count in Counter(map(repr, step.events)).values())
    pairs = list(zip(before.robots, step.view.robots, strict=True))
    gone = [new.seat for old, new in pairs if old.pos is not None and new.pos is None]
    assert sum(map(deaths, step.events)) == len(gone)
    assert sorted(mark.seat or 0 for mark in step.view.marks if mark.kind == "destroyed") == gone
    scored = {new.seat: new.vp for old, new in pairs if new.vp != old.vp}
    told = [(event.facts["who"], event.facts["vp"]) for event in step.events if event.kind == "vp"]
    assert sorted(told, key=repr) == sorted(((Who(seat), vp) for seat, vp in scored.items()), key=repr)
    for old, new in pairs:
        if new.pos is not None and new.damage > old.damage:
            left = [event.facts["hp"] for event in step.events if "hp" in event.facts and Who(new.seat) in whom(event)]
            assert left[-1] == new.max_damage - new.damage
        if new.pos is not None and old.pos not in (None, new.pos):
            assert any(Who(new.seat) in whom(event) for event in step.events), "it has moved"


def whom(event: Event) -> tuple[object, ...]:
    return (event.facts.get("who"), event.facts.get("victim"))
