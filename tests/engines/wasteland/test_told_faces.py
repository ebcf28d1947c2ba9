"""What is told of each card (section 2): its front only where everybody may know it, and the rest to its owner."""

from __future__ import annotations

from engines.wasteland.happenings import (
    Compensated,
    Disrupted,
    Drew,
    Looked,
    Remains,
    Salvaged,
    Studied,
    Took,
    TookTrophy,
    TributePaid,
    TributeRefused,
    Upheld,
)
from engines.wasteland.model import Assemble, Challenge, Deed, Options, Pick, Scout, Study, Tribute, Trophy, Upkeep
from tests.engines.wasteland.boards import PLAIN, Play, area, table, take

THREE = (area("C1"), area("C2"), area("C3"))


def first(play: Play, kind: type) -> object:
    """The first thing of this kind that the last answer led to."""
    return next(each for each in play.happened if isinstance(each, kind))


def scavenged(mine: str, wasteland: str, b: str = "") -> Play:
    state = table(area(mine, b), *THREE[1:], stage="scavenge", queue=(0, 1), explorers=(0, 1), wasteland=wasteland)
    return Play(state)


def test_s2_what_is_drawn_in_setup() -> None:
    wishes = ("seat order 0 1 2", "deck order S3 C1 C2  S1 C3  L1 L1")
    play = Play.started(Options(length="standard"), 3, *wishes)
    drawn = [each for each in play.happened if isinstance(each, Drew)]
    assert drawn == [
        Drew(0, "?2", "A.S", "s3"),
        Drew(1, "C1", "A.C"),
        Drew(2, "C2", "A.C"),
        Drew(0, "S1", ""),
        Drew(0, "C3", "A.C"),
    ]
    play.all({0: Assemble()})
    assert [each for each in play.happened if isinstance(each, Compensated)] == [
        Compensated(1, 1, 1),
        Compensated(2, 1, 1),
    ]


def test_w1_the_wars_remains_show_their_backs_or_fronts() -> None:
    play = Play(table(*THREE, wasteland="C1", draw="s3 L1 L2 L3")).give(Scout(choice="explore"))
    assert first(play, Remains) == Remains(2, "?2", 0)


def test_w2_ammo() -> None:
    play = Play(table(*THREE, wasteland="C4 s3", draw="L1")).give(Scout(choice="ammo", cards=(2,)))
    assert first(play, Salvaged) == Salvaged(0, 2, "?2", 2)
    play.give(Scout(choice="ammo", cards=(1,)))
    assert first(play, Salvaged) == Salvaged(1, 1, "C4", 3)


def test_w2b_research_tells_the_part_to_all_and_the_gained_card_to_its_owner() -> None:
    play = Play(table(area("C1 p2", research="P1"), *THREE[1:], wasteland="s3 C1", draw="L1 L1 L1 L1"))
    play.give(Scout(choice="research", cards=(1,)))
    assert first(play, Looked) == Looked(0, 1, "?2", "s3")
    play.give(Study(bay="B", part="A.P"))
    assert first(play, Studied) == Studied(0, 1, "?2", "B.S", "P2", "P1", "s3")


def test_c_a_face_down_find_is_its_finders_secret() -> None:
    play = scavenged("C1", "s3 P1 P1").give(Pick(number=1))
    assert first(play, Looked) == Looked(0, 1, "?2", "s3")
    play.give(Deed(act="take", where="B"))
    assert first(play, Took) == Took(0, 1, "?2", "gained", "B.S", "", "s3")


def test_c_a_swapped_out_card_is_shown_even_if_it_lay_face_down() -> None:
    play = scavenged("C1 s2", "S3 P1 P1", "C2 s1").give(take(1, "A.S"))
    assert first(play, Took) == Took(0, 1, "S3", "swapped", "A.S", "S2", "")


def test_c_a_discarded_find_is_shown() -> None:
    play = scavenged("C1 s2", "s3 P1 P1", "C2 s1").give(Pick(number=1), Deed(act="take", where="discard"))
    assert first(play, Took) == Took(0, 1, "?2", "discarded", "", "S3", "")


def test_c_a_planted_card_is_revealed() -> None:
    play = scavenged("C1", "s4 P1 P1").give(Pick(number=1), Deed(act="disrupt", seat=1, where="A"))
    assert first(play, Disrupted) == Disrupted(0, 1, "S4", True, 1, "A.S")


def test_i1_tribute_shows_what_goes_to_a_slot_and_the_back_of_what_goes_onto_the_stack() -> None:
    mine = area("C1 s3 p2", stack="L3")
    state = table(mine, *THREE[1:], stage="tribute", queue=(0,), roamers=[PLAIN] * 2, assembly="P1", draw="C1 " * 9)
    play = Play(state).give(Tribute(cards=("A.S", "A.P")))
    assert [each for each in play.happened if isinstance(each, TributePaid)] == [
        TributePaid(0, "A.S", "S3", "S"),
        TributePaid(0, "A.P", "?2", ""),
    ]
    play = Play(state).give(Tribute(refuse=True))
    assert first(play, TributeRefused) == TributeRefused(0, 2)


def test_z4_a_trophy_taken_unseen_is_the_winners_secret() -> None:
    state = table(
        area("C1 P1 L1 L1"), area("C1 s3 P3"), THREE[2], stage="duel", queue=(0,), skipped=True, draw="C1 " * 9
    )
    play = Play(state, "settlement die of seat 1 6", "settlement die of seat 2 1")
    play.give(Challenge(seat=1, mech="A"), Trophy(slot="A.S", where="B"))
    assert first(play, TookTrophy) == TookTrophy(0, 1, "A.S", "?2", "gained", "B.S", "", "s3")


def test_z5_what_is_given_for_a_core_is_shown() -> None:
    mine = area("C1 s3", stack="L5")
    state = table(mine, mine, THREE[2], stage="upkeep", assembly="C1 P1", draw="C1 " * 9)
    play = Play(state).all({0: Upkeep(cards=("A.S",)), 1: Upkeep(cards=("T",))})
    assert [each for each in play.happened if isinstance(each, Upheld)] == [
        Upheld(0, "A.S", "S3", False, "S"),
        Upheld(1, "T", "L5", False, ""),
        Upheld(2, "A.C", "C3", True, ""),
    ]
