"""What is told between the commands: set-up, reveal, cards, workshops, killbots, matches, the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from babel.messages.pofile import read_po

from engines.chance import FastChance
from engines.core import Event, Listing, Term, Turnout, Who
from engines.volt import GAME
from engines.volt.arenas import ARENAS
from engines.volt.cards import CARDS
from engines.volt.model import Card, Options, State, View
from engines.volt.programming import parse_program
from locales import HOME, speak
from render.text import sentence
from tests.conformance.sentences import check_sentence
from tests.engines.volt import boards
from tests.engines.volt.boards import events, position, steps
from tests.engines.volt.matches import IDLE, at, begin, outfit, play, playing, with_robot
from tests.engines.volt.tales import CASES, PLAIN, STAY, solo, trapped

NAMES = ("Ada", "Rook", "石头", "Bit")
PADS = ("1", "2", "3", "12", "13", "23", "123")
MODULES = {"1": "maneuver_1", "2": "emp_1", "3": "brake_1"}
RACE = ("F3", "D7", "B1", "H1")
"""Two robots of four beside the scoring cells of ``quad``."""
Turn = Turnout[State, View]


def kinds(turnout: Turn, chapter: str) -> list[str]:
    return [event.kind for step in steps(turnout, chapter) for event in step.events]


def only(turnout: Turn, kind: str) -> Event:
    (event,) = events(turnout, kind)
    return event


def opening(seats: int, **options: str) -> Turn:
    return GAME.start(Options(**options), seats, FastChance(1))  # type: ignore[arg-type]


# ---- set-up and cards


def test_a_basic_game_opens_as_ever() -> None:
    assert kinds(opening(2), "opening") == ["opened", "turn_order"]


def test_a_lone_player_is_told_whom_to_beat() -> None:
    turnout = opening(1, difficulty="hard", ai_cards="open")
    assert kinds(turnout, "opening") == ["opened", "bots_join", "solo", "turn_order", "ai_card", "ai_card"]
    both = (Term("volt.killbot.ripper"), Term("volt.killbot.watcher"))
    assert only(turnout, "bots_join").facts == {"bots": Listing(both)}
    assert only(turnout, "solo").facts == {"target": 2}
    assert only(turnout, "turn_order").facts == {"order": Listing((Who(0), *both))}


def test_the_target_is_told_as_chosen() -> None:
    assert only(opening(2, target="5"), "opened").facts["target"] == 5
    state = replace(position("tri", "A5", "I5", damage={1: 2}), options=Options(arena="tri", target="4"))
    assert only(boards.play(state, "R1E B1N R6N", STAY), "vp").facts == {"who": Who(0), "vp": 1, "target": 4}


def test_the_first_cards_are_told_hand_by_hand() -> None:
    turnout = outfit(begin(2, modules="on"))
    drawn = events(turnout, "drew")
    assert {event.facts["who"] for event in drawn} == {Who(0), Who(1)}
    for event in drawn:
        held = turnout.state.robots[0 if event.facts["who"] == Who(0) else 1].cards
        assert event.facts["cards"] == Listing(tuple(Term(f"volt.card.{card.id}") for card in held))


def in_workshops() -> Turn:
    """The round after which robot 0, which is damaged, and robot 1 are in workshops."""
    state = at(begin(4, arena="minefield", modules="on"), "B2", "H8", "B9", "C1")
    state = outfit(with_robot(state, 0, damage=2)).state
    return play(state, "B1N R6N B1S", "B1S R6N B1N", STAY, STAY)


def test_workshops_repair_and_give_a_card() -> None:
    told = [event for step in steps(in_workshops(), "round-end") for event in step.events]
    assert [event.kind for event in told][1:4] == ["repaired", "drew", "drew"]
    assert told[1] == Event("repaired", {"who": Who(0)})


# ---- the reveal


def revealing(pads: str) -> Turn:
    """Robot 0 uses a module on each of these pads."""
    texts = {"1": "B2S@maneuver_1:W", "2": "R3S@emp_1", "3": "B3E@brake_1"}
    cards = tuple(Card(card, CARDS[card].charges) for card in MODULES.values())
    state = with_robot(at(begin(2, killbots="none"), "E1", "E9"), 0, cards=cards)
    return play(state, " ".join(text if pad in pads else text.partition("@")[0] for pad, text in texts.items()))


@pytest.mark.parametrize("pads", PADS)
def test_the_reveal_names_the_modules(pads: str) -> None:
    told = next(event for event in revealing(pads).steps[0].events if event.facts["who"] == Who(0))
    assert told.kind == f"revealed_{pads}"
    assert told.facts["pad1"] == ("B2S:W" if "1" in pads else "B2S")
    assert {name: fact for name, fact in told.facts.items() if name.startswith("module")} == {
        f"module{pad}": Term(f"volt.card.{MODULES[pad]}") for pad in pads
    }


def test_how_a_reveal_reads() -> None:
    told = [event for event in revealing("1").steps[0].events if event.facts["who"] == Who(0)]
    assert sentence("volt", told[0], speak("en"), NAMES) == "Ada: B2S:W (Maneuver Mk I) R3S B3E"
    assert sentence("volt", told[0], speak("zh-CN"), NAMES) == "Ada：B2S:W（机动Ⅰ型）R3S B3E"


def test_a_turned_ai_card_tells_what_it_will_do() -> None:
    state = replace(at(begin(1, markers="fixed"), "A2", "I9", "G9"), ai_deck=("hunter", "warden"))
    told = [event for event in play(state, STAY).steps[0].events if event.kind == "ai_card"]
    assert [sentence("volt", event, speak("en"), NAMES) for event in told] == [
        "Ripper turns Hunter: B4 chase, R2 aim, R4 aim.",
        "Watcher turns Warden: B4 hold, R3 aim, B2 hold.",
    ]
    assert sentence("volt", told[0], speak("zh-CN"), NAMES) == "撕裂者翻开猎手：B4追击，R2瞄准，R4瞄准。"


# ---- the end of a round


def on_the_marker(vp: int = 0) -> Turn:
    """Ripper, which cools, holds the only scoring cell against a lone player."""
    state = at(begin(1, markers="fixed"), "A2", "E5", "G9")
    return play(with_robot(with_robot(state, 1, cooling=True, vp=vp), 2, cooling=True), STAY)


def test_killbots_take_markers_for_the_bot_side() -> None:
    told = only(on_the_marker(1), "bots_claimed")
    assert told.facts == {"who": Term("volt.killbot.ripper"), "cell": "E5", "count": 1, "vp": 2, "target": 3}


def test_cooling_ends_aloud() -> None:
    assert [event.facts["who"] for event in events(on_the_marker(), "cooled_down")] == [
        Term("volt.killbot.ripper"),
        Term("volt.killbot.watcher"),
    ]


def test_the_bot_side_wins() -> None:
    turnout = on_the_marker(2)
    assert turnout.steps[-1].events == (Event("bots_won", {"vp": 3}),)
    assert GAME.result(turnout.state) is not None


# ---- a championship


def won_by(state: State, *winners: int) -> Turn:
    """The round in which these seats take their last VP on scoring cells, while nobody else does anything."""
    scoring = list(ARENAS[state.arena].scoring)
    corners = [(0, column) for column in (1, 2, 3, 5, 7)]
    for robot in state.robots:
        if robot.seat in winners:
            row, column = scoring.pop(0)
            state = with_robot(state, robot.seat, pos=(row, column - 1), vp=2)
        else:
            state = with_robot(state, robot.seat, pos=corners.pop(0), cooling=robot.killbot is not None)
    texts = ["B1E R6N R6N" if seat in winners else IDLE for seat in playing(state)]
    return GAME.advance(state, dict(enumerate(map(parse_program, texts))), FastChance(1))


def series(mode: str, *winners: tuple[int, ...]) -> list[Turn]:
    """A championship of two whose matches, one after the other, these win."""
    turnouts = [opening(2, mode=mode, markers="fixed")]
    for seats in winners:
        turnouts.append(won_by(turnouts[-1].state, *seats))
    return turnouts


def told_at(turnout: Turn, chapter: str) -> list[str]:
    return [sentence("volt", event, speak("en"), NAMES) for step in steps(turnout, chapter) for event in step.events]


def test_a_championship_opens_with_its_first_match() -> None:
    (first,) = series("championship")
    assert told_at(first, "opening")[:2] == [
        "A championship over 4 matches begins. Whoever wins a match takes its champion module.",
        "Match 1 of 4, in Twin Gate: Overclock is at stake. First to 3 VP wins.",
    ]


def test_a_match_ends_with_prize_and_standing_and_the_next_opens() -> None:
    _, won = series("championship", (1,))
    assert told_at(won, "match-end") == [
        "Rook wins match 1 with 3 VP! The target was reached first.",
        "Overclock goes to Rook.",
        "Ada so far: 0 × champion module, 0 VP.",
        "Rook so far: 1 × champion module, 3 VP.",
    ]
    assert told_at(won, "match")[0] == "Match 2 of 4, in Pinwheel Pit: Reflector is at stake. First to 3 VP wins."


def test_a_shared_match_gives_its_prize_to_nobody() -> None:
    *_, shared = series("championship", (0,), (1,), (0, 1))
    assert kinds(shared, "match-end") == ["match_shared", "prize_free", "standing", "standing"]
    assert events(shared, "match_shared")[0].facts["who"] == Listing((Who(0), Who(1)))


def test_the_holder_defends_and_keeps_its_prize() -> None:
    *_, fourth, fifth = series("double", (0,), (1,), (0,), (1,), (0,))
    assert only(fourth, "defender").facts == {
        "who": Who(0),
        "prize": Term("volt.champion.overclock"),
        "effect": Term("volt.champion.overclock.text"),
    }
    assert only(fifth, "prize_kept").facts == {"who": Who(0), "prize": Term("volt.champion.overclock")}


def test_the_champions_are_named() -> None:
    *_, last = series("championship", (0,), (1,), (0,), (0,))
    assert last.steps[-1].events == (Event("champion", {"who": Listing((Who(0),))}),)
    *_, even = series("championship", (0,), (1,), (0, 1), (0, 1))
    assert even.steps[-1].events == (Event("champions", {"who": Listing((Who(0), Who(1)))}),)


# ---- all of it


def everything() -> Iterator[Turn]:
    """Turnouts in which all is told that can be told."""
    yield opening(2)
    yield opening(1, ai_cards="open")
    yield boards.play(position("quad", *RACE, vp={0: 2, 1: 2}), "B1E R6N R6N", "B1W R6N R6N", STAY, STAY)
    yield boards.play(position("tri", "D5", "I5", damage={1: 2}), "R1E B1E R6W", STAY)
    yield boards.play(position("tri", "B1", "I5"), STAY, STAY)
    yield GAME.resign(position("tri", "A5", "I5"), 0, FastChance(1))
    for state, text in PLAIN.values():
        yield boards.play(state, text, STAY)
    for pads in PADS:
        yield revealing(pads)
    yield in_workshops()
    yield play(trapped(), STAY)
    yield play(with_robot(solo("hunter", "sniper", places=("D2", "B2", "E2")), 0, damage=2), STAY)
    yield on_the_marker()
    yield on_the_marker(2)
    yield from series("double", (0,), (1,), (0, 1), (1,), (0,), (1,), (0,), (1,))
    yield from series("championship", (0,), (1,), (0, 1), (0, 1))


def test_every_sentence_in_the_catalogue_is_told_by_some_event() -> None:
    """No text without a use."""
    told = [event for turnout in everything() for step in turnout.steps for event in step.events]
    told += [event for case in CASES.values() for event in case.step().events]
    for event in {(event.kind, tuple(event.facts)): event for event in told}.values():
        check_sentence(f"volt.event.{event.kind}", event.facts)
    with (HOME / "en" / "LC_MESSAGES" / "volt.po").open("rb") as source:
        written = {str(message.id) for message in read_po(source) if str(message.id).startswith("volt.event.")}
    assert {f"volt.event.{event.kind}" for event in told} == written
