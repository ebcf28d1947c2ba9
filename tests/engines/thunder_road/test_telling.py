"""Every happening has its line in both languages, and what is drawn of it is something that can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from engines.core import Event, Listing, Term, Who
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
    Reason,
    Repaired,
    RoundBegan,
    Shrapnel,
    Slammed,
    TookBack,
    Won,
)
from engines.thunder_road.model import COMMANDS, DIRS, FIRST_WRECK, Cause, Damage, Hazard, Spot
from engines.thunder_road.telling import chopper_term, place, told, vehicle_term
from engines.thunder_road.views import Mark, MarkKind
from locales import LANGUAGES, speak
from render.text import sentence
from tests.conformance.sentences import check_sentence
from tests.locales.reading import messages

FANG, DART, WRECK = 1, 3, FIRST_WRECK + 2
C3, C4, C8 = Spot(2, 2), Spot(2, 3), Spot(2, 7)
NAMES = ("Rook", "Pip")


def samples() -> Iterator[Happening]:
    """Each sort of happening in each of its forms, with cars and with wrecks."""
    yield Began("S1", (14, 11, 15), 1, tied=False)
    yield Began("S2", (11, 11), 0, tied=True)
    yield RoundBegan(2, 1, 3)
    yield Assigned(FANG, 5, 5, coasting=False)
    yield Assigned(FANG, 5, 8, coasting=False)
    yield Assigned(FANG, 5, 1, coasting=True)
    yield from (Commanded(0, command, 6) for command in COMMANDS)
    yield Landed(0, C8, None)
    yield Landed(0, C8, C3)
    yield Repaired(FANG, C3, revived=True)
    yield Repaired(FANG, None, revived=False)
    yield from (Drove(FANG, start, (C4,), left, bonus=False) for start in (None, C3) for left in (0, 1, 2))
    yield Passed(FANG, DART, C4)
    yield from (Moved(vehicle, C3, C4, "F", cause) for cause in get_args(Cause) if cause != "drive"
                for vehicle in (DART, WRECK))  # fmt: skip
    yield from (Moved(DART, C3, Spot(lane, 1), "BL", "slam") for lane in (-1, 6))
    yield Moved(DART, C3, Spot(2, -1), "B", "blast", 3)
    yield from (Flipped(vehicle, C4, token) for token in get_args(Hazard) for vehicle in (DART, WRECK))
    yield from (Slammed(top, bottom, C8, mover, way, again)
                for top, bottom in ((FANG, DART), (DART, WRECK), (WRECK, WRECK + 1))
                for mover in ("top", "bottom") for way in DIRS for again in (False, True))  # fmt: skip
    yield from (Chosen(1, again) for again in (True, False))
    yield from (Fired(0, car, C3, target, C4, face, hit) for car in (FANG, None) for target in (DART, WRECK)
                for face in (("S", "M"), ("L",)) for hit in (True, False))  # fmt: skip
    yield from (Hit(DART, C8, token) for token in get_args(Damage))
    yield Absorbed(DART, C8)
    yield from (Shrapnel(DART, C8, "FR", C4, target) for target in (None, FANG, WRECK))
    yield Dazed(DART, C8, 3)
    yield from (Disabled(DART, spot) for spot in (C8, None))
    yield from (Gone(vehicle, Spot(-1, 4), reason) for reason in get_args(Reason) for vehicle in (DART, WRECK))
    yield from (Extended("S1", "E2", 3, choppers) for choppers in ((), (0,), (1, 0)))
    yield from (Final(why) for why in ("tile", "out", "safety"))
    yield from (Offered(FANG, moves) for moves in (0, 3))
    yield Held(FANG)
    yield Idle(1)
    yield TookBack(0)
    yield from (CrewOut(1, resigned) for resigned in (True, False))
    yield from (Won(0, reason) for reason in ("finish", "last", "foremost", "nobody"))


EVERY = tuple(samples())


def test_no_happening_is_forgotten() -> None:
    assert {type(happening) for happening in EVERY} == set(get_args(Happening))


@pytest.mark.parametrize("happening", EVERY, ids=lambda happening: type(happening).__name__)
def test_every_happening_is_told_in_both_languages(happening: Happening) -> None:
    events, marks = told(happening)
    assert events
    for event in events:
        check_sentence(f"thunder_road.event.{event.kind}", event.facts)
    for mark in marks:
        assert mark.kind in get_args(MarkKind)
        assert mark.spots or mark.kind in ("extended", "finish")


@pytest.mark.parametrize("happening", EVERY, ids=lambda happening: type(happening).__name__)
def test_a_line_is_short_enough_for_a_phone(happening: Happening) -> None:
    for event in told(happening)[0]:
        assert len(sentence("thunder_road", event, speak("en"), NAMES)) <= 90
        assert len(sentence("thunder_road", event, speak("zh-CN"), NAMES)) <= 45


def test_only_set_up_and_a_new_tile_take_more_than_one_line() -> None:
    assert {type(happening) for happening in EVERY if len(told(happening)[0]) > 1} == {Began, Extended}


def test_no_sentence_of_an_event_is_never_told() -> None:
    known = {"event." + event.kind for happening in EVERY for event in told(happening)[0]}
    written = {
        key.removeprefix("thunder_road.")
        for key in messages("en", "thunder_road")
        if key.startswith("thunder_road.event.")
    }
    assert written == known


def lines(happening: Happening) -> list[str]:
    return [sentence("thunder_road", event, speak("en"), NAMES) for event in told(happening)[0]]


@pytest.mark.parametrize(
    ("happening", "line"),
    [
        (Drove(FANG, C3, (C4, C8), 2, bonus=False), "🔥 Fang drives C3 → C8, 2 moves left"),
        (Drove(FANG, None, (C3, C4), 1, bonus=False), "🔥 Fang drives start → C4, 1 move left"),
        (Drove(FANG, C3, (C4,), 0, bonus=True), "🔥 Fang drives C3 → C4"),
        (
            Slammed(FANG, DART, C8, "bottom", "FL", again=False),
            "💥 🔥 Fang slams into 🌊 Dart at C8: 🌊 Dart goes front-left",
        ),
        (
            Slammed(FANG, DART, C8, "top", "B", again=False),
            "💥 🔥 Fang slams into 🌊 Dart at C8: 🔥 Fang itself goes back",
        ),
        (Slammed(FANG, DART, C8, "top", "B", again=True), "🎲 Second roll: 🔥 Fang goes back"),
        (Slammed(FANG, DART, C8, "bottom", "F", again=True), "🎲 Second roll: 🌊 Dart goes forward"),
        (Hit(DART, C8, "blast"), "💥 🌊 Dart draws Blast"),
        (Hit(DART, C8, "skid_BR"), "💥 🌊 Dart draws Skid: back-right"),
        (Moved(DART, Spot(0, 4), Spot(-1, 4), "FL", "oil"), "🛢️ 🌊 Dart slides front-left → off the road"),
        (Moved(WRECK, C3, C4, "F", "slam"), "🔩 Wreck is shoved → C4"),
        (
            Fired(0, None, C3, WRECK, C4, ("S", "M"), hit=True),
            "🎯 🔥 Chopper shoots at 🔩 Wreck on C4: Small and Medium, a hit!",
        ),
        (Commanded(1, "nitro", 3), "🚀 Pip adds Nitro: +3"),
        (RoundBegan(2, 1, 3), "🎲 Round 2: Pip goes first, the road die shows 3"),
    ],
)
def test_lines_as_they_read(happening: Happening, line: str) -> None:
    assert lines(happening) == [line]


def test_the_start_tells_what_everybody_drives_and_rolled() -> None:
    events, marks = told(Began("S1", (14, 11), 1, tied=False))
    assert [event.kind for event in events] == ["began", "crew", "crew", "first"]
    assert events[1] == Event("crew", {"who": Who(0), "crew": Term("thunder_road.crew.ember"), "total": 14})
    assert events[3] == Event("first", {"who": Who(1), "total": 11})
    assert marks == ()
    assert told(Began("S1", (11, 11), 1, tied=True))[0][-1].kind == "first_drawn"


def test_choppers_that_came_home_are_named_only_when_there_are_any() -> None:
    home = Event("choppers_home", {"choppers": Listing((chopper_term(1), chopper_term(0)))})
    assert told(Extended("S1", "E2", 3, (1, 0)))[0][1:] == (home,)
    assert len(told(Extended("S1", "E2", 3, ()))[0]) == 1


def test_the_way_of_a_car_is_drawn_from_where_it_stood() -> None:
    assert told(Drove(FANG, C3, (C4, C8), 0, bonus=False))[1] == (Mark("drive", (C3, C4, C8), FANG),)
    assert told(Drove(FANG, None, (C3, C4), 0, bonus=False))[1] == (Mark("drive", (C3, C4), FANG),)


def test_a_blast_is_drawn_as_a_flight_and_a_push_as_a_slide() -> None:
    assert told(Moved(DART, C3, C8, "F", "blast", 3))[1] == (Mark("fly", (C3, C8), DART),)
    assert told(Moved(DART, C3, C4, "F", "slam"))[1] == (Mark("slide", (C3, C4), DART),)


def test_marks_name_what_to_write_by_the_models_own_ids() -> None:
    assert told(Hit(DART, C8, "skid_FL"))[1] == (Mark("hit", (C8,), DART, "skid_FL"),)
    assert told(Flipped(DART, C8, "oil"))[1] == (Mark("flip", (C8,), DART, "oil"),)
    assert told(Gone(DART, C8, "chopper"))[1] == (Mark("gone", (C8,), DART, "chopper"),)
    for reason in get_args(Reason):
        assert all(speak(language).has(f"thunder_road.gone.{reason}") for language in LANGUAGES)


@pytest.mark.parametrize("spot", [Spot(-1, 3), Spot(6, 3), Spot(2, -1)])
def test_a_place_beside_the_road_has_no_name(spot: Spot) -> None:
    assert place(spot) == Term("thunder_road.off")


def test_places_and_vehicles_by_name() -> None:
    assert place(C8) == "C8"
    assert place(None) == Term("thunder_road.start")
    assert vehicle_term(11) == Term("thunder_road.vehicle.viper.L")
    assert vehicle_term(WRECK) == Term("thunder_road.wreck")
