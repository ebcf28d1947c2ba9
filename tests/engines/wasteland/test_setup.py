"""Setup, S1 to S5 (section 4), with the rulings R9 and R20."""

from __future__ import annotations

import pytest

from engines.wasteland.model import Assemble, Options
from tests.engines.wasteland.boards import Play

DRAWN = "S1 C1 L1  S2 L2  P1 L3  C2 L4  L5  C3"
"""By rounds: seats 0, 1, 2; then 0 and 2; at last seat 2 alone."""
TOKENS = "P3 P4 L2 L3 L4 S3"
SET = "L1 L1 C4 C4 S1 P1 L2 L2"
"""The second of the two cores does not fit."""
WAR = "S3 P2 L3"
"""With the core left over: three cores and a roaming mech."""
DECK = f"deck order {DRAWN} {TOKENS} {SET} {WAR}"


def started(*wishes: str, order: str = "0 1 2", planning: str = "turns") -> Play:
    options = Options(planning="plans" if planning == "plans" else "turns")
    return Play.started(options, 3, f"seat order {order}", *(wishes or (DECK,)))


def test_s2_the_draw_loop_goes_round_until_everybody_has_a_core() -> None:
    play = started()
    assert play.bay(0) == "C2 s1 p1"
    assert play.bay(1) == "C1"
    assert play.bay(2) == "C3 l1 l2 l3 l4"
    assert [play.bay(seat, "B") for seat in range(3)] == ["", "", ""]
    assert play.discard == "L5 S2", "no free slot in bay A"


def test_s2_what_is_drawn_lies_face_down_and_is_its_owners_secret() -> None:
    play = started()
    assert play.view().areas[0].bays[0].slots[:3] == ("C2", "?1", "?1")
    assert play.view(0).areas[0].bays[0].slots[:3] == ("C2", "s1", "p1")
    assert play.view(1).areas[0].bays[0].slots[:3] == ("C2", "?1", "?1")


def test_s3_all_who_have_something_to_turn_up_decide_at_the_same_time_and_in_secret() -> None:
    play = started()
    assert play.asked == "assemble 0 2"
    assert play.window.hidden


def test_s3_locomotion_is_turned_up_in_twos_or_fours() -> None:
    play = started()
    play.refused("legs_even", Assemble(slots=("A.L1",)), 2)
    play.refused("legs_even", Assemble(slots=("A.L1", "A.L2", "A.L4")), 2)
    play.allowed(Assemble(slots=()), 2)
    play.allowed(Assemble(slots=("A.L2", "A.L4")), 2)
    play.allowed(Assemble(slots=("A.L1", "A.L2", "A.L3", "A.L4")), 2)


def test_s3_only_ones_own_face_down_parts_can_be_turned_up() -> None:
    play = started()
    play.refused("face_up", Assemble(slots=("A.C",)), 0)
    play.refused("slot_empty", Assemble(slots=("A.L1",)), 0)
    play.refused("twice", Assemble(slots=("A.S", "A.S")), 0)
    play.refused("not_asked", Assemble(), 1)


def test_s3_the_chosen_parts_lie_face_up_the_others_stay_down() -> None:
    play = started().all({0: Assemble(slots=("A.S",)), 2: Assemble(slots=("A.L4", "A.L1"))})
    assert play.bay(0) == "C2 S1 p1"
    assert play.bay(2) == "C3 L1 l2 l3 L4"


def test_s4_r20_everybody_draws_unseen_tokens_up_to_the_most_parts() -> None:
    """Seat 2 has five parts, seat 0 three, seat 1 one. The newest token lies on top."""
    play = started().all({0: Assemble(), 2: Assemble()})
    assert [play.stack(seat) for seat in range(3)] == ["p4 p3", "s3 l4 l3 l2", ""]
    for viewer in (None, 0, 1):
        shown = play.view(viewer).areas
        assert [(each.tokens, each.top) for each in shown] == [(2, 3), (4, 2), (0, None)]


def test_s5_r14_the_first_roaming_mech_is_the_first_set_that_fits_the_rest_stays() -> None:
    play = started().all({0: Assemble(), 2: Assemble()})
    (mech,) = play.state.supervision.roamers
    assert mech.cards == ("C4", "S1", "P1", "L1", "L1", "L2", "L2")
    assert (mech.number, mech.former) == (1, None)
    assert play.assembly == ""


def test_w1_follows_with_a_card_for_each_core_and_each_roaming_mech() -> None:
    play = started().all({0: Assemble(), 2: Assemble()})
    assert play.wasteland == "1:C4 2:S3 3:P2 4:L3"
    assert (play.state.turn, play.state.season, play.asked) == (1, "war", "scout_now 0")


@pytest.mark.parametrize("order", ["0 1 2", "2 0 1", "1 2 0"])
def test_r9_seats_are_drawn_and_the_first_of_them_is_the_first_dealer(order: str) -> None:
    play = started(order=order)
    first, second, third = map(int, order.split())
    assert play.state.dealer == first
    assert play.state.order == (first, second, third)
    assert [play.bay(seat) for seat in (first, second, third)] == ["C2 s1 p1", "C1", "C3 l1 l2 l3 l4"]


def test_s1_every_card_has_its_own_random_face() -> None:
    """Seat 0's core is the first of the cards drawn that lies face down in the pile: it is placed face up all the
    same. Tokens lie back up whatever their face was."""
    faces = [f"card face {'down' if at % 2 else 'up'}" for at in range(196)]
    play = started(DECK, *faces)
    assert play.bay(0) == "C2 s1 p1"
    assert play.bay(1) == "C1"
    play.all({0: Assemble(), 2: Assemble()})
    drawn = len(DRAWN.split()) + len(TOKENS.split()) + len(SET.split()) + len(WAR.split())
    left = play.state.draw
    assert [card[0].isupper() for card in left] == [at % 2 == 0 for at in range(drawn, 196)]
    assert {card.upper() for card in play.state.supervision.roamers[0].cards} == set(
        play.state.supervision.roamers[0].cards
    ), "supervision parts lie face up"
    assert len({card[0].isupper() for card in (lying.card for lying in play.state.wasteland)}) == 2, "faces unchanged"


@pytest.mark.parametrize(("length", "deck", "cards"), [("standard", "full", 196), ("short", "full", 84)])
def test_r2_short_games_use_the_scaled_deck(length: str, deck: str, cards: int) -> None:
    options = Options(length=length, deck=deck)  # type: ignore[arg-type]
    play = Play.started(options, 3, "seat order 0 1 2", "deck order C1 C2 C3 S1 P1 L1 L1 L1 L1 C4")
    assert sum(play.cards.values()) == cards


def test_r2_the_scaled_deck_can_be_chosen() -> None:
    play = Play.started(Options(deck="scaled"), 4, "seat order 0 1 2 3", "deck order C1 C2 C3 C4")
    assert sum(play.cards.values()) == 112


@pytest.mark.parametrize(
    ("length", "reshuffles", "seats", "left"),
    [
        ("standard", "auto", 3, 0),
        ("standard", "auto", 4, 1),
        ("standard", "auto", 7, 8),
        ("short", "auto", 4, 1),
        ("short", "auto", 5, 2),
        ("short", "auto", 7, 4),
        ("long", "auto", 3, 3),
        ("long", "auto", 7, 11),
        ("standard", "2", 3, 2),
        ("short", "20", 7, 20),
        ("standard", "unlimited", 3, None),
    ],
)
def test_r19_how_often_the_pile_is_made_anew(length: str, reshuffles: str, seats: int, left: int | None) -> None:
    options = Options(length=length, reshuffles=reshuffles)  # type: ignore[arg-type]
    order = " ".join(map(str, range(seats)))
    play = Play.started(options, seats, f"seat order {order}", "deck order C1 C2 C3 C4 C1 C2 C3")
    assert play.state.reshuffles == left
