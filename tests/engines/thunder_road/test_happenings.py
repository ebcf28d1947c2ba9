"""What is told of an answer, happening by happening, and what the windows and chapters around it are."""

from __future__ import annotations

from engines.chance import FairChance, FastChance
from engines.core import Term
from engines.thunder_road import GAME
from engines.thunder_road import happenings as h
from engines.thunder_road.journal import Journal
from engines.thunder_road.model import (
    Action,
    Bonus,
    Drive,
    Options,
    Reroll,
    Shoot,
    Spot,
    State,
    TakeBack,
)
from engines.thunder_road.turns import advance, resign, start
from tests.engines.thunder_road.boards import Fate, Scene, board, spot, vehicle
from tests.engines.thunder_road.whims import anything

ES, EM, TS, TM, TL, W0 = map(vehicle, ("ES", "EM", "TS", "TM", "TL", "W0"))


def story(state: State, *answers: Action, wishes: tuple[str, ...] = (), rounds: bool = False) -> list[h.Happening]:
    """All that happens by these answers."""
    journal, fate = Journal(), Fate(*wishes, rounds=rounds)
    for answer in answers:
        state = advance(state, answer, fate, journal)
    return journal.happenings


def assign(state: State, car: str, die: int, path: str = "", command: str = "") -> Action:
    return Scene(state).assignment(car, die, path, command)


def spots(text: str) -> tuple[Spot, ...]:
    return tuple(map(spot, text.split()))


def test_a_drive_is_one_happening_until_something_else_happens() -> None:
    state = board("ES C10", tokens={"C13": "clear"}, road=2, dice={"E": "4 1 1 1"})
    told = story(state, assign(state, "ES", 4, "F F F"), Drive(("F",)), Bonus(True), Drive(("F", "FL")))
    assert told == [
        h.Assigned(ES, 4, 4, False),
        h.Drove(ES, spot("C10"), spots("C11 C12 C13"), 1, False),
        h.Flipped(ES, spot("C13"), "clear"),
        h.Drove(ES, spot("C13"), spots("C14"), 0, False),
        h.Offered(ES, 2),
        h.Drove(ES, spot("C14"), spots("C15 B15"), 0, True),
    ]


def test_out_of_the_start_area_into_a_slam_and_a_held_shot() -> None:
    state = board("ES start", "TS C2")
    told = story(
        state, assign(state, "ES", 2, "C1 F"), Shoot(None), wishes=("slam bottom", "direction F")
    )  # fmt: skip
    assert told == [
        h.Assigned(ES, 2, 2, False),
        h.Drove(ES, None, spots("C1 C2"), 0, False),
        h.Slammed(ES, TS, spot("C2"), "bottom", "F", False),
        h.Moved(TS, spot("C2"), spot("C3"), "F", "slam"),
        h.Held(ES),
    ]


def test_a_reroll() -> None:
    state = board("ES A10", "TL A11")
    wishes = ("slam bottom", "direction F", "slam top", "direction B")
    told = story(state, assign(state, "ES", 1, "F"), Reroll(True), wishes=wishes)
    assert told[2:] == [
        h.Slammed(ES, TL, spot("A11"), "bottom", "F", False),
        h.Chosen(1, True),
        h.Slammed(ES, TL, spot("A11"), "top", "B", True),
        h.Moved(ES, spot("A11"), spot("A10"), "B", "slam"),
    ]


def test_an_airstrike_whose_damage_goes_over_the_side() -> None:
    state = board("ES A10", "TS A12 dent", "TM start", damage="skid_FL", choppers={"E": "C1"})
    told = story(state, assign(state, "ES", 1, command="airstrike 4 A11 TS"), wishes=("shot S,M",))
    assert told == [
        h.Assigned(ES, 1, 1, False),
        h.Commanded(0, "airstrike", 4),
        h.Landed(0, spot("A11"), spot("C1")),
        h.Fired(0, None, spot("A11"), TS, spot("A12"), ("S", "M"), True),
        h.Hit(TS, spot("A12"), "skid_FL"),
        h.Moved(TS, spot("A12"), Spot(-1, 11), "FL", "skid"),
        h.Gone(TS, Spot(-1, 11), "side"),
    ]


def shot(*pieces: str, damage: str, wishes: tuple[str, ...], **more: object) -> list[h.Happening]:
    """From the hit on: Ember's Dart at A11 hits Tide's Dart at A12."""
    state = board("ES A10", "TS A12", *pieces, damage=damage, **more)  # pyright: ignore[reportArgumentType]
    told = story(state, assign(state, "ES", 1, "F"), Shoot(TS), wishes=("shot S,M", *wishes))
    assert told[2] == h.Fired(0, ES, spot("A11"), TS, spot("A12"), ("S", "M"), True)
    return told[3:]


def test_a_miss() -> None:
    state = board("ES A10", "TS A12")
    told = story(state, assign(state, "ES", 1, "F"), Shoot(TS), wishes=("shot L",))
    assert told[-1] == h.Fired(0, ES, spot("A11"), TS, spot("A12"), ("L",), False)


def test_shrapnel_onto_a_car_that_absorbs_it() -> None:
    told = shot("TM start", "TL A15 dent dent", damage="shrapnel", wishes=("direction F",))
    assert told == [
        h.Hit(TS, spot("A12"), "shrapnel"),
        h.Shrapnel(TS, spot("A12"), "F", spot("A15"), TL),
        h.Absorbed(TL, spot("A15")),
    ]


def test_shrapnel_that_meets_nobody_and_a_wreck() -> None:
    told = shot("TM start", damage="shrapnel", wishes=("direction BR",))
    assert told[1] == h.Shrapnel(TS, spot("A12"), "BR", spot("F9"), None)
    told = shot("TM start", "W0 A14", damage="shrapnel", wishes=("direction F",))
    assert told[1:] == [
        h.Shrapnel(TS, spot("A12"), "F", spot("A14"), W0),
        h.Gone(W0, spot("A14"), "hit"),
    ]


def test_dazed_over_mud() -> None:
    wishes = ("stunt 2", "direction F")
    told = shot("TM start", damage="dazed", wishes=wishes, tokens={"A13": "mud"})
    assert told == [
        h.Hit(TS, spot("A12"), "dazed"),
        h.Dazed(TS, spot("A12"), 2),
        h.Moved(TS, spot("A12"), spot("A13"), "F", "dazed"),
        h.Flipped(TS, spot("A13"), "mud"),
    ]


def test_a_blast_and_the_second_token() -> None:
    state = board("ES A10", "TS A12 dent", "TM start", damage="blast")
    told = story(
        state, assign(state, "ES", 1, "F"), Shoot(TS), wishes=("shot S,M", "direction FR", "stunt 3")
    )  # fmt: skip
    assert told[3:] == [
        h.Hit(TS, spot("A12"), "blast"),
        h.Moved(TS, spot("A12"), spot("D13"), "FR", "blast", 3),
        h.Disabled(TS, spot("D13")),
    ]


def test_the_pile_is_empty() -> None:
    assert shot("TM start", damage="", wishes=()) == [h.Hit(TS, spot("A12"), "virtual")]


def test_oil_and_rock() -> None:
    state = board("ES B11", "EM start", tiles="C2 C1 C2", tokens={"B12": "oil"})
    told = story(state, assign(state, "ES", 1, "F"), wishes=("direction F",))
    assert told[1:] == [
        h.Drove(ES, spot("B11"), spots("B12"), 0, False),
        h.Flipped(ES, spot("B12"), "oil"),
        h.Moved(ES, spot("B12"), spot("B13"), "F", "oil"),
        h.Gone(ES, spot("B13"), "rock"),
    ]


def test_a_drift() -> None:
    state = board("ES A10", "TS A11", dice={"E": "2 3 1 1"})
    told = story(state, assign(state, "ES", 2, "F F", "drift 3"))
    assert told == [
        h.Assigned(ES, 2, 2, False),
        h.Commanded(0, "drift", 3),
        h.Drove(ES, spot("A10"), spots("A11"), 1, False),
        h.Passed(ES, TS, spot("A11")),
        h.Drove(ES, spot("A11"), spots("A12"), 0, False),
    ]


def test_a_repair() -> None:
    state = board("ES A10", "EM C5 dent blast", dice={"E": "1 6 1 1"})
    told = story(state, assign(state, "ES", 1, "F", "repair 6 EM"))
    assert told[1:3] == [h.Commanded(0, "repair", 6), h.Repaired(EM, spot("C5"), True)]
    state = board("ES A10 dent", dice={"E": "1 6 1 1"})
    assert story(state, assign(state, "ES", 1, "F", "repair 6 ES"))[2] == h.Repaired(ES, spot("A10"), False)


def test_nitro_and_coasting_count_their_moves() -> None:
    state = board("ES A10", dice={"E": "2 3 1 1"})
    assert story(state, assign(state, "ES", 2, "F", "nitro 3"))[0] == h.Assigned(ES, 2, 5, False)
    state = board("ES A10 moved", dice={"E": "2 3 1 1"})
    assert story(state, assign(state, "ES", 2, "F"))[0] == h.Assigned(ES, 2, 1, True)


def test_the_road_goes_on() -> None:
    state = board("ES A24", "TM C1 dent", "TS start", pile="D1 A1", tiles="B1 C2 C2", choppers={"T": "B2"})
    told = story(state, assign(state, "ES", 2, "F"))
    assert told[1:] == [
        h.Gone(TM, spot("C1"), "road"),
        h.Extended("B1", "D1", 3, (1,)),
        h.Drove(ES, spot("A24"), spots("A25"), 1, False),
    ]


def test_final_roads() -> None:
    state = board("ES A24", laid=4)
    assert h.Final("tile") in story(state, assign(state, "ES", 2, "F"))
    state = board("ES A24", laid=9, seats=3)
    assert h.Final("safety") in story(state, assign(state, "ES", 2, "F"))
    state = board("ES B10", "TS A11", seats=3)
    told = story(state, assign(state, "ES", 1, "FL"), wishes=("slam bottom", "direction FL"))
    assert told[-2:] == [h.CrewOut(1, False), h.Final("out")]


def test_the_finish() -> None:
    state = board("ES C24", finish=True)
    told = story(state, assign(state, "ES", 3, "F"))
    assert told[1:] == [h.Drove(ES, spot("C24"), spots("C25"), 2, False), h.Won(0, "finish")]


def test_a_wreck_leaves_by_the_front_edge() -> None:
    state = board("ES A23", "W0 A24")
    told = story(state, assign(state, "ES", 1, "F"), wishes=("slam bottom", "direction F"))
    assert told[-2:] == [h.Moved(W0, spot("A24"), spot("A25"), "F", "slam"), h.Gone(W0, spot("A25"), "front")]


def test_the_sweep() -> None:
    state = board("ES A10", "EM start", choppers={"T": "A11"})
    assert story(state, assign(state, "ES", 1, "F"))[-1] == h.Gone(ES, spot("A11"), "chopper")


def test_a_crew_that_can_do_nothing_passes() -> None:
    state = board("TS A10", "TM start", "ES A2 coast coast", turn="T", dice={"T": "1 2 3 4"})
    journal = Journal()
    advance(state, assign(state, "TS", 1, "F"), Fate(), journal)
    assert journal.happenings[-1] == h.Idle(0)
    assert [step.chapter for step in journal.steps] == ["turn-7", "turn-7", "turn-8"]


def test_taken_back() -> None:
    state = board("ES A10")
    assert story(state, assign(state, "ES", 4, "F"), TakeBack())[-1] == h.TookBack(0)


def test_one_who_leaves() -> None:
    journal = Journal()
    state = board("ES A10", "TS A12", "TM start", "BS start")
    resign(state, 1, Fate(), journal)
    assert journal.happenings == [
        h.CrewOut(1, True),
        h.Disabled(TS, spot("A12")),
        h.Disabled(TM, None),
        h.Final("out"),
    ]
    assert {step.chapter for step in journal.steps} == {"resign"}


def test_the_safety_valve() -> None:
    state = board("ES A10", "EM start", "TS A11", "BS A12")
    wishes = ("slam top", "direction F", "slam top", "direction B") * 50
    told = story(state, assign(state, "ES", 1, "F"), wishes=wishes)
    assert told[-1] == h.Gone(ES, spot("A11"), "chain")


# ---- chapters, windows, luck


def test_the_setup_is_a_chapter() -> None:
    turnout = GAME.start(Options(start="gate"), 3, FastChance(4))
    assert [step.chapter for step in turnout.steps] == ["setup", "setup"]
    journal = Journal()
    state = start(Options(start="gate"), 3, FastChance(4), journal)
    began, first = journal.happenings
    assert isinstance(began, h.Began)
    assert began.face == "S1"
    assert began.totals == tuple(sum(die.value for die in crew.dice) for crew in state.crews)
    assert (began.first, began.tied) == (state.first, began.totals.count(min(began.totals)) > 1)
    assert first == h.RoundBegan(1, state.first, state.road_die)


def test_rounds_and_the_end_are_chapters() -> None:
    state = board("ES A10", "TS start moved", turns={"E": 2, "T": 3}, dice={"E": "1 2m 2c 2c"})
    scene = Scene(state, rounds=True).assign("ES", 1, "F")
    assert scene.chapters == ["turn-7", "round"]
    assert (scene.turn.number, scene.window.scene) == (8, "turn-8")
    scene = Scene(board("ES A24", finish=True)).assign("ES", 1, "F")
    assert scene.chapters == ["turn-7", "end"]
    assert scene.steps[-1].view.winner == 0


def test_what_the_windows_say() -> None:
    scene = Scene(board("ES C10", "TL C15", road=2, dice={"E": "3 1 1 1"}), "slam bottom", "direction F")
    dart = Term("thunder_road.vehicle.ember.S")
    scene.assign("ES", 3, "F")
    assert dict(scene.window.asks[0].facts) == {"left": 2, "car": dart}
    scene.drive("F F")
    assert dict(scene.window.asks[0].facts) == {"moves": 2, "car": dart}
    scene.bonus(True).drive("F F")
    assert dict(scene.window.asks[1].facts) == {"top": dart, "bottom": Term("thunder_road.vehicle.tide.L")}
    scene.reroll(False)
    assert (scene.asked, dict(scene.window.asks[0].facts)) == ("E shoot", {"car": dart})


def test_a_scene_is_a_turn() -> None:
    scene = Scene(board("ES C10", "TL C12", dice={"E": "2 1 1 1"}), "slam bottom", "direction F", "shot M")
    seen = [scene.window.scene]
    for answer in (assign(scene.state, "ES", 2, "F F"), Reroll(False), Shoot(TL)):
        scene.answer(answer)
        seen.append(scene.window.scene)
    assert seen == ["turn-7", "turn-7", "turn-7", "turn-8"]


LABELS = {
    "seats", "start face", "tile order", "tile face", "hazard bag", "damage pile", "first player", "road die", "slam",
    "direction", "stunt", "shot",
}  # fmt: skip


def test_every_draw_says_what_it_is_for() -> None:
    labels: set[str] = set()
    for seed in range(4):
        luck, whim = FairChance(bytes(32), str(seed)), FastChance(seed)
        state = start(Options(), 4, luck)
        while state.winner is None:
            state = advance(state, anything(state, whim), luck)
        labels |= {draw.label for draw in luck.log}
    dice = {f"move die {die} of seat {seat}" for die in range(1, 5) for seat in range(4)}
    assert labels - {"first player"} == (LABELS | dice) - {"first player"}


def test_without_a_journal_the_same_happens() -> None:
    for seed in range(6):
        quiet, loud, whim = FastChance(seed), FastChance(seed), FastChance(seed + 50)
        state = other = start(Options(), 3, quiet)
        assert start(Options(), 3, loud, Journal()) == state
        for _ in range(60):
            if state.winner is not None:
                break
            answer = anything(state, whim)
            state, other = advance(state, answer, quiet), advance(other, answer, loud, Journal())
            assert state == other
