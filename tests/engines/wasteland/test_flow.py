"""How the game goes on: plans that are worked through in seat order, the story, leaving, how long it is."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice
from typing import Any, get_args

import pytest

from engines.chance import FastChance
from engines.core import IllegalAction
from engines.wasteland import flow, lengths
from engines.wasteland.game import Wasteland
from engines.wasteland.happenings import Disrupted, Looked, NoScavenge, SeasonEnded, SetOut, Took, TurnBegan, Undecided
from engines.wasteland.journal import Journal
from engines.wasteland.model import Deed, Fighter, Forage, Options, Pick, Scout, Stage, State, Upkeep
from tests.engines.wasteland.boards import Fate, Play, area, cards_of, plant, roamer, table, take

GAME = Wasteland()
FULL = "C1 S1 P1 L1 L1 L1 L1"
EXPLORE = Scout()


def ammo(*numbers: int) -> Scout:
    return Scout(choice="ammo", cards=numbers)


def scouting(wasteland: str, **more: Any) -> Play:
    return Play(table(area("C1"), area("C1"), area("C1"), wasteland=wasteland, planning="plans", **more))


# ---- whole games


@pytest.mark.parametrize("planning", ["plans", "turns"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_any_answers_end_with_every_card_still_there(seats: int, planning: Any) -> None:
    for seed in range(3):
        rng, chance = random.Random(seed), FastChance(seed)
        state = flow.start(Options(planning=planning), seats, chance)
        cards = cards_of(state)
        while (window := flow.window(state)) is not None:
            answers = {seat: rng.choice(list(islice(GAME.choices(state, seat), 60))) for seat in window.asks}
            state = flow.advance(state, answers, chance)
            assert cards_of(state) == cards
        assert sorted(state.places)[0] == 1
        assert Counter(state.places)[1] == 1
        assert GAME.beaten(state) == {seat for seat in range(seats) if state.places[seat] > 1}


def test_a_game_that_nobody_listens_to_goes_as_one_that_is_told() -> None:
    rng = random.Random(3)
    told, untold = FastChance(3), FastChance(3)
    journal = Journal()
    state = flow.start(Options(), 4, told, journal)
    assert state == flow.start(Options(), 4, untold)
    stages: set[Stage] = set()
    while (window := flow.window(state)) is not None:
        stages.add(state.stage)
        answers = {seat: rng.choice(list(islice(GAME.choices(state, seat), 60))) for seat in window.asks}
        journal = Journal()
        after = flow.advance(state, answers, told, journal)
        assert after == flow.advance(state, answers, untold)
        assert journal.steps, "something is told of every window"
        state = after
    assert {"assembly", "scout", "upkeep"} <= stages
    assert journal.steps[-1].chapter == "end"


def test_every_stage_has_a_phase() -> None:
    assert {*flow.PHASES, "over"} == set(get_args(Stage))


def test_each_season_of_each_turn_is_a_chapter() -> None:
    chance = FastChance(1)
    turnout = GAME.start(Options(), 3, chance)
    chapters = list(dict.fromkeys(step.chapter for step in turnout.steps))
    assert chapters == ["setup"]
    while (window := GAME.window(turnout.state)) is not None and turnout.state.turn < 2:
        answers = {seat: next(iter(GAME.choices(turnout.state, seat))) for seat in window.asks}
        turnout = GAME.advance(turnout.state, answers, chance)
        chapters += [step.chapter for step in turnout.steps]
    assert list(dict.fromkeys(chapters))[1:4] == ["war-1", "scavenge-1", "invasion-1"]
    assert all(re.fullmatch(r"setup|end|(war|scavenge|invasion|storm)-\d+", chapter) for chapter in chapters)


def test_a_season_s_last_step_says_what_it_changed() -> None:
    play = scouting("C1 S1", roamers=(FULL,))
    journal = Journal()
    flow.advance(play.state, dict.fromkeys(range(3), ammo(1, 2)), play.fate, journal)
    # The third finds nothing and explores.
    (step,) = [step for step in journal.steps if step.view.summary is not None and step.view.summary.season == "war"]
    assert step.view.summary is not None
    assert [count.tokens for count in step.view.summary.after] == [1, 1, 0]


# ---- plans for scouting (section 14)


def test_plans_for_scouting_are_asked_of_everybody_at_once_and_in_secret() -> None:
    play = scouting("C1 S1")
    assert play.asked == "scout 0 1 2"
    assert play.window.kind == "scout"
    assert play.window.hidden


def test_of_the_cards_named_the_first_that_still_lies_there_is_taken() -> None:
    play = scouting("C1 S1 P1", draw="L1").all({0: ammo(2), 1: ammo(2, 3), 2: EXPLORE})
    assert (play.stack(0), play.stack(1)) == ("s1", "p1")
    assert play.wasteland == "1:C1 4:L1"


@pytest.mark.parametrize("plan", [Scout(choice="wait"), ammo(2)])
def test_who_waits_or_finds_nothing_that_it_named_is_asked_when_it_is_its_go(plan: Scout) -> None:
    play = scouting("C1 S1 P1").all({0: ammo(2), 1: plan, 2: EXPLORE})
    assert play.asked == "scout_now 1"
    assert not play.window.hidden
    assert play.give(ammo(3)).stack(1) == "p1"
    assert play.state.explorers == (2,)


def test_no_plan_takes_a_card_that_came_later_under_its_number() -> None:
    """Ruling R30: numbers go on though the highest one was taken."""
    play = scouting("C1 S1", draw="P1").all({0: ammo(2), 1: EXPLORE, 2: ammo(2)})
    assert play.wasteland == "1:C1 3:P1"
    assert play.asked == "scout_now 2"


def test_numbers_begin_anew_in_a_turn_with_an_empty_row() -> None:
    state = table(area("C1"), area("C1"), area("C1"), draw="S1 S1 S1")
    assert Play(state, turn_begins=True).wasteland == "1:S1 2:S1 3:S1"


def test_where_a_plan_leaves_the_first_decision_open_this_is_told() -> None:
    play = scouting("C1")
    journal = Journal()
    flow.advance(play.state, {seat: Scout(choice="wait") for seat in range(3)}, play.fate, journal)
    assert journal.happenings == [Undecided(0)]


# ---- plans for scavenging


def foraging(wasteland: str, *areas: Any, explorers: tuple[int, ...] = (0, 1)) -> Play:
    players = areas or (area("C1"), area("C1"), area("C1"))
    state = table(
        *players, stage="scavenge", wasteland=wasteland, explorers=explorers, queue=explorers, planning="plans"
    )
    return Play(state)


def carried_out(play: Play, *plans: Forage) -> list[Any]:
    journal = Journal()
    play.state = flow.advance(play.state, dict(zip(play.state.queue, plans, strict=True)), play.fate, journal)
    return [happening for happening in journal.happenings if isinstance(happening, Looked | Took | Disrupted)]


def test_plans_are_worked_through_by_turns_and_what_is_gone_is_passed_over() -> None:
    play = foraging("S1 S2 P1 P2")
    first = Forage(picks=(take(1, "A"), take(3, "A")))
    second = Forage(picks=(take(1), take(2), take(4)))
    happened = carried_out(play, first, second)
    assert [(took.seat, took.number) for took in happened] == [(0, 1), (1, 2), (0, 3), (1, 4)]
    assert play.state.explorers == (0, 1)
    assert play.state.season == "storm", "no roaming mech, so no invasion: the dealer may duel"


def test_r32_a_pick_whose_slot_was_filled_is_passed_over() -> None:
    """The sensor went to the others' only free bay before, so the second wish counts."""
    play = foraging("S1 S2 C2", area("C1 S1", "S1"), area("C1 S1", "S1"), area("C1", "S1"))
    happened = carried_out(play, Forage(picks=(plant(1, 2, "A"),)), Forage(picks=(plant(2, 2, "A"), take(3, "B"))))
    assert happened[0] == Disrupted(0, 1, "S1", False, 2, "A.S")
    assert happened[1] == Took(1, 3, "C2", "gained", "B.C")


def test_r32_a_face_down_card_that_is_taken_unseen_goes_where_it_fits() -> None:
    play = foraging("s1 C2", area("C1 S2", "-"), area("C1", "C2"), area("C1"), explorers=(0,))
    happened = carried_out(play, Forage(picks=(Pick(number=1, deed=Deed(where="A")),)))
    assert happened[0] == Took(0, 1, "?1", "gained", "B.S", secret="s1")


def test_a_face_down_card_is_looked_at_and_its_owner_asked() -> None:
    play = foraging("s1 C2", explorers=(1,))
    assert not play.window.hidden, "a plan of one seat is asked by name"
    assert carried_out(play, Forage(picks=(Pick(number=1),))) == [Looked(1, 1, "?1", "s1")]
    assert play.asked == "look 1"
    assert play.view(1).wasteland[0].card == "s1"
    assert play.view(None).wasteland[0].card == "?1"
    play.give(Deed(act="disrupt", where="B", seat=2))
    assert play.bay(2, "B") == "S1"


def test_left_to_instinct_nothing_is_asked() -> None:
    play = foraging("s1 C2 l5 P3")
    happened = carried_out(play, *[Forage(unseen="auto")] * 2)
    assert sorted(happening.number for happening in happened) == [1, 2, 3, 4]


def test_without_a_wish_left_the_seat_is_asked_if_it_wants() -> None:
    play = foraging("S1 S2 P1 P2")
    carried_out(play, Forage(picks=(take(1),), rest="ask"), Forage(picks=(take(2),)))
    assert play.asked == "pick 0"


def test_r10_without_explorers_the_cards_stay() -> None:
    play = scouting("C1 S1 P1 L1")
    journal = Journal()
    after = flow.advance(play.state, {seat: ammo(seat + 1) for seat in range(3)}, play.fate, journal)
    assert NoScavenge() in journal.happenings
    assert [lying.card for lying in after.wasteland] == ["L1"]


@pytest.mark.parametrize(("wasteland", "told"), [("", [True]), ("S1", [True, 0, 1, "war"])])
def test_in_the_drought_a_season_that_changes_nothing_is_not_told(wasteland: str, told: list[object]) -> None:
    """Nobody's empty-handed scouting is, either, unless there is something to scavenge."""
    rich = area("C1 S2", stack="l1 l1")
    dry: dict[str, Any] = {"drought": True, "draw": "", "wasteland": wasteland}
    state = table(rich, rich, area(out=True), stage="upkeep", dealer=1, planning="plans", **dry)
    journal = Journal()
    after = flow.advance(state, {seat: Upkeep(cards=("T",)) for seat in range(2)}, FastChance(0), journal)
    if wasteland:
        after = flow.advance(after, dict.fromkeys(range(2), EXPLORE), FastChance(0), journal)
    began = next(at for at, each in enumerate(journal.happenings) if isinstance(each, TurnBegan))
    facts = [
        each.dry if isinstance(each, TurnBegan) else each.seat if isinstance(each, SetOut) else each.season
        for each in journal.happenings[began:]
        if isinstance(each, (TurnBegan, SetOut, SeasonEnded))
    ]
    assert facts == told
    assert journal.steps[began].view.season == "war"


# ---- leaving (ruling R26)


def test_r26_who_resigns_is_out_at_once_without_its_reserve_core() -> None:
    state = table(area("C1", research="C2", stack="s1"), area("C1"), area("C1"), wasteland="C3", planning="turns")
    play = Play(state).resign(0)
    assert play.state.areas[0] == area(out=True)
    assert play.state.places == (3, 0, 0)
    assert play.discard == "C1 C2 S1"
    assert play.asked == "scout_now 1"


def test_r26_of_two_the_other_has_won() -> None:
    play = Play(table(area("C1"), area("C1"), area(out=True), wasteland="C3")).resign(1)
    assert play.asked == "over"
    assert play.state.places == (1, 2, 3)
    result = GAME.result(play.state)
    assert result is not None
    assert (result.places, result.scores) == ((1, 2, 3), (5, 5, 1))


def test_r26_a_card_that_was_looked_at_stays_as_it_lies() -> None:
    play = foraging("s1 C2 S3")
    carried_out(play, Forage(picks=(Pick(number=1),)), Forage(rest="ask"))
    assert play.asked == "look 0"
    play.resign(0)
    assert play.wasteland == "1:s1 2:C2 3:S3"
    assert play.state.looking is None
    assert play.asked == "pick 1"


def test_r26_a_study_that_is_asked_ends_with_its_seat() -> None:
    state = table(area("C1"), area("C1 P1"), area("C1"), queue=(1, 2), wasteland="S1 S2")
    play = Play(state).give(Scout(choice="research", cards=(1,)))
    assert play.asked == "study 1"
    play.resign(1)
    assert play.asked == "scout_now 2"
    assert play.wasteland == "1:S1 2:S2"


@pytest.mark.parametrize(("seat", "asked"), [(0, "upkeep 1 2"), (1, "commit 0")])
def test_r26_a_dealer_who_resigns_calls_his_invasion_off_others_leave_it(seat: int, asked: str) -> None:
    fighters = (Fighter(0, "A"), Fighter(1, "A", ("s1",)))
    areas = (area("C1", stack="p1"), area("C1 S1", stack="c3"), area("C1 S2"))
    state = table(
        *areas, stage="last_ammo", queue=(0,), fighters=fighters, invader=roamer(2), invader_stack="l1", roamers=(FULL,)
    )
    play = Play(state).resign(seat)
    assert play.asked == asked
    assert [mech.number for mech in play.state.supervision.roamers] == ([1, 2] if seat == 0 else [1])


def test_a_seat_resigns_once_and_not_after_the_end() -> None:
    play = Play(table(area("C1"), area("C1"), area(out=True), wasteland="C3"))
    for state, seat in ((play.state, 2), (play.state, 7), (play.state, -1), (play.resign(1).state, 0)):
        with pytest.raises(IllegalAction):
            flow.resign(state, seat, Fate())


def test_wherever_seats_resign_the_game_goes_on_to_its_end() -> None:
    for seed in range(12):
        rng, chance = random.Random(seed), FastChance(seed)
        state: State = flow.start(Options(planning="turns" if seed % 2 else "plans"), 6, chance)
        cards = cards_of(state)
        while (window := flow.window(state)) is not None:
            if rng.random() < 0.04:
                state = flow.resign(state, rng.choice(sorted(set(range(6)) - GAME.beaten(state))), chance)
            else:
                answers = {seat: rng.choice(list(islice(GAME.choices(state, seat), 60))) for seat in window.asks}
                state = flow.advance(state, answers, chance)
            assert cards_of(state) == cards


# ---- how long it is


@pytest.mark.parametrize(("live", "length"), [(True, "standard"), (False, "short")])
def test_r27_auto_minds_the_pace_and_nothing_else_does(live: bool, length: str) -> None:
    assert GAME.at_pace(Options(storm="6"), live=live) == Options(length=length, storm="6")  # type: ignore[arg-type]
    for chosen in ("standard", "short", "long"):
        options = Options(length=chosen)
        assert GAME.at_pace(options, live=live) == options


@pytest.mark.parametrize(
    ("storm", "reshuffles", "turn", "times"),
    [
        ("off", "auto", 99, 1),
        ("4", "auto", 12, 1),
        ("4", "auto", 13, 2),
        ("4", "auto", 15, 2),
        ("4", "auto", 16, 3),
        ("off", "unlimited", 24, 1),
        ("off", "unlimited", 25, 2),
        ("12", "unlimited", 36, 1),
    ],
)
def test_the_black_storm_repeats_maintenance_more_often_each_round(
    storm: Any, reshuffles: Any, turn: int, times: int
) -> None:
    assert lengths.maintenances(Options(storm=storm, reshuffles=reshuffles), 3, turn) == times


def test_the_deck_is_an_option_only_where_the_two_differ() -> None:
    assert "deck" in GAME.offers(Options(), 6)
    assert "deck" not in GAME.offers(Options(), 7)
    assert "deck" not in GAME.offers(Options(length="short"), 3)
    assert {"length", "reshuffles", "storm", "planning"} <= set(GAME.offers(Options(length="short"), 3))
