"""The scavenge season (C1, C2; sections 3.4 and 5.3), asked in turns, with the ruling R6."""

from __future__ import annotations

import pytest

from engines.wasteland.model import Area, Deed, Pick
from engines.wasteland.views import AreaView
from tests.engines.wasteland.boards import Play, area, plant, table, take

FULL = area("C1 S1 P1 L1 L1 L1 L1", "C2 S2 P2 L2 L2 L2 L2")


def scavenged(*areas: Area, wasteland: str, explorers: tuple[int, ...] = (0, 1, 2)) -> Play:
    return Play(table(*areas, stage="scavenge", queue=explorers, explorers=explorers, wasteland=wasteland))


def bays(shown: AreaView) -> list[tuple[str, ...]]:
    return [bay.slots for bay in shown.bays]


# ---- order


def test_c1_explorers_act_in_turn_over_and_over_until_the_wasteland_is_empty() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 S1 P1 P1 P1", explorers=(1, 2))
    asked = []
    while play.asked.startswith("pick"):
        asked.append(play.asked)
        play.give(take(play.state.wasteland[0].number))
    assert asked == ["pick 1", "pick 2", "pick 1", "pick 2", "pick 1"]
    assert play.bay(1) == "C1 S1 P1"
    assert (play.bay(2), play.bay(0)) == ("C1 S1 P1", "C1")
    assert play.bay(1, "B") == "P1"
    assert play.wasteland == ""
    assert play.state.season != "scavenge"


def test_c1_one_explorer_alone_takes_everything() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 P1", explorers=(2,))
    play.give(take(2, "A"), take(1, "A"))
    assert play.bay(2) == "C1 S1 P1"


def test_c1_one_card_must_be_chosen() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 p1")
    play.refused("no_card", take(3))
    play.refused("no_card", Pick())
    play.refused("deed_missing", Pick(number=1))
    play.refused("deed_unseen", take(2))
    play.refused("not_asked", take(1), 1)


# ---- take


@pytest.mark.parametrize(("number", "card"), [(1, "S1"), (2, "s3")])
def test_c_a_taken_card_keeps_its_face(number: int, card: str) -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 s3 P1 P1")
    if number == 1:
        play.give(take(1, "A"))
    else:
        play.give(Pick(number=2), Deed(act="take", where="A"))
    assert play.slot(0, "A.S") == card


def test_c2_a_face_down_card_is_seen_by_whoever_acts_on_it_alone() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 s3 P1 P1").give(Pick(number=2))
    assert play.asked == "look 0"
    assert play.view(0).wasteland[1].card == "s3"
    assert {play.view(viewer).wasteland[1].card for viewer in (None, 1, 2)} == {"?2"}
    play.give(Deed(act="take", where="A"))
    assert play.view(0).areas[0].bays[0].slots[1] == "s3", "the owner may look at any time"
    assert {play.view(viewer).areas[0].bays[0].slots[1] for viewer in (None, 1, 2)} == {"?2"}


@pytest.mark.parametrize("where", ["A", "B"])
def test_c_r6_the_finder_chooses_the_bay_where_both_have_a_free_slot(where: str) -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S1 P1 P1").give(take(1, where))
    assert play.slot(0, f"{where}.S") == "S1"


def test_c_r6_without_a_word_it_is_the_first_free_bay() -> None:
    play = scavenged(area("C1 S2"), area("C1"), area("C1"), wasteland="S1 P1 P1").give(take(1))
    assert play.bay(0, "B") == "S1", "parts may lie in a bay without a core"


def test_c_r6_with_a_free_slot_there_is_neither_swap_nor_discard() -> None:
    play = scavenged(area("C1 S2"), area("C1"), area("C1"), wasteland="S1 P1 P1")
    play.refused("swap_free", take(1, "A.S"))
    play.refused("swap_free", take(1, "discard"))
    play.refused("bay_full", take(1, "A"))


@pytest.mark.parametrize(("where", "bays_after"), [("A.S", ("C1 S1", "C2 s2")), ("B.S", ("C1 S3", "C2 S1"))])
def test_c_r6_full_slots_allow_a_swap_in_either_bay(where: str, bays_after: tuple[str, str]) -> None:
    play = scavenged(area("C1 S3", "C2 s2"), area("C1"), area("C1"), wasteland="S1 P1 P1").give(take(1, where))
    assert (play.bay(0), play.bay(0, "B")) == bays_after
    assert play.discard == ("S3" if where == "A.S" else "S2"), "the old card goes to the discard pile, face up"


def test_c_r6_a_face_down_find_is_swapped_in_face_down() -> None:
    play = scavenged(area("C1 S3", "C2 S2"), area("C1"), area("C1"), wasteland="s1 P1 P1")
    play.give(Pick(number=1), Deed(act="take", where="A.S"))
    assert (play.slot(0, "A.S"), play.discard) == ("s1", "S3")


def test_c_r6_full_slots_allow_to_discard_the_find() -> None:
    play = scavenged(area("C1 S3", "C2 S2"), area("C1"), area("C1"), wasteland="s1 P1 P1")
    play.give(Pick(number=1), Deed(act="take", where="discard"))
    assert (play.bay(0), play.bay(0, "B"), play.discard) == ("C1 S3", "C2 S2", "S1")


def test_c_r6_a_core_may_be_swapped_for_a_core() -> None:
    play = scavenged(area("C1", "C2"), area("C1"), area("C1"), wasteland="C3 P1 P1").give(take(1, "A.C"))
    assert (play.bay(0), play.bay(0, "B"), play.discard) == ("C3", "C2", "C1")


def test_c_r6_a_swapped_leg_has_arrived_last() -> None:
    mine = area("C1 L1 L2 L3 L4", "- L1 L1 L1 L1")
    play = scavenged(mine, area("C1"), area("C1"), wasteland="L3 P1 P1").give(take(1, "A.L1"))
    assert play.bay(0) == "C1 L3 L2 L3 L4"
    assert play.state.areas[0].bays[0].came == (1, 2, 3, 0)


def test_c_r6_a_welded_card_is_never_swapped_out() -> None:
    play = scavenged(area("C1 S4", "- S2"), area("C1"), area("C1"), wasteland="S1 P1 P1")
    play.refused("swap_welded", take(1, "A.S"))
    play.refused("swap_type", take(1, "A.C"))
    play.allowed(take(1, "B.S"))
    play.allowed(take(1, "discard"))


def test_c_r6_where_every_card_of_the_type_is_welded_the_find_is_discarded() -> None:
    play = scavenged(area("C1 S4", "- s4"), area("C1"), area("C1"), wasteland="S1 P1 P1").give(take(1))
    assert (play.bay(0), play.discard) == ("C1 S4", "S1")


def test_c2_with_one_thing_to_do_nothing_is_asked() -> None:
    """One card, all its slots welded, and nobody else has a slot for it: it is discarded."""
    welded = area("C1 S4 P1 L1 L1 L1 L1", "C2 s4 P2 L2 L2 L2 L2")
    play = scavenged(welded, FULL, FULL, wasteland="s1")
    assert play.discard == "S1"
    assert play.state.season != "scavenge"


# ---- disrupt


@pytest.mark.parametrize("where", ["A", "B"])
def test_c_disrupting_puts_the_card_face_up_into_anothers_empty_slot(where: str) -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="S4 P1 P1").give(plant(1, 2, where))
    assert play.slot(2, f"{where}.S") == "S4"
    assert play.asked == "pick 1"


def test_c_disrupting_with_a_face_down_card_reveals_it() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="s4 P1 P1")
    play.give(Pick(number=1), Deed(act="disrupt", seat=1, where="A"))
    assert play.slot(1, "A.S") == "S4"
    assert play.view().areas[1].bays[0].slots[1] == "S4"


def test_c_disrupting_needs_another_living_player_with_an_empty_slot() -> None:
    play = scavenged(area("C1"), area("C1 S1"), area("C1 S1", "- S1"), area(out=True), wasteland="S4 P1 P1")
    play.refused("target_full", plant(1, 1, "A"))
    play.allowed(plant(1, 1, "B"))
    play.refused("target_full", plant(1, 2, "A"))
    play.refused("target_full", plant(1, 2, "B"))
    play.refused("no_target", plant(1, 3, "A"))
    play.refused("own_area", plant(1, 0, "A"))
    play.refused("no_bay", plant(1, 1, ""))


def test_c_non_explorers_can_be_disrupted_and_a_core_can_be_planted() -> None:
    play = scavenged(area("C1"), area("C1"), area("C1"), wasteland="C4 P1 P1", explorers=(0,)).give(plant(1, 2, "B"))
    assert play.bay(2, "B") == "C4"


def test_c_a_planted_part_can_complete_a_pair() -> None:
    play = scavenged(area("C1"), area("C1 L1"), area("C1"), wasteland="L5 P1 P1")
    before = play.view().areas[1].bays[0].points
    play.give(plant(1, 1, "A"))
    assert (before, play.view().areas[1].bays[0].points) == (4, 4 + 1 - 1)


# ---- X-ray


@pytest.mark.parametrize(("mine", "sees"), [("C1 S3", True), ("C1 s3", False), ("- S3", False), ("c1 S3", True)])
def test_c_xray_shows_every_face_down_wasteland_card_while_it_is_assembled(mine: str, sees: bool) -> None:
    """In any of one's mechs; as a research card its keyword does not work."""
    play = scavenged(area("C1"), area("C1", mine), area("C1", research="S3"), wasteland="s1 c4 L1 p1")
    shown = [lying.card for lying in play.view(1).wasteland]
    assert shown == (["s1", "c4", "L1", "p1"] if sees else ["?1", "?3", "L1", "?1"])
    for viewer in (None, 0, 2):
        assert [lying.card for lying in play.view(viewer).wasteland] == ["?1", "?3", "L1", "?1"]


def test_w2_xray_works_in_the_war_season_too_and_not_later() -> None:
    three = (area("C1 S3"), area("C2"), area("C3"))
    assert Play(table(*three, wasteland="s1", draw="L1")).view(0).wasteland[0].card == "s1"
    play = Play(table(*three, stage="duel", queue=(0,), skipped=True, wasteland="s1", draw="L1 L1 L1 L1"))
    assert play.view(0).wasteland[0].card == "?1"
