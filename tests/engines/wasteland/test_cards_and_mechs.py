"""The card table (section 1) and what a mech is worth (section 3), against the table as it is written and by brute
force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.wasteland import mech
from engines.wasteland.cards import KEYS, KINDS, RESHUFFLES, ammo, back, deck, points
from engines.wasteland.model import EMPTY, Bay
from tests.engines.wasteland.boards import bay

TABLE = """
C1 4 1 - 7 1
C2 5 1 overload 7 1
C3 3 1 bulwark 7 1
C4 2 3 brittle 7 1
S1 3 1 - 7 1
S2 2 1 lock_on 7 1
S3 1 2 xray 7 1
S4 0 3 jam,welded 7 1
P1 2 1 suppress 7 1
P2 1 2 cut_off 7 1
P3 2 1 armour 7 1
P4 -2 3 welded 7 1
L1 1 1 swift 28 4
L2 1 1 crush 28 4
L3 1 2 volley 28 4
L4 2 1 evade 14 2
L5 -1 3 welded 14 2
"""
"""Section 1.1: key, points, ammo value, keywords, copies in the full deck, copies for each player."""


@pytest.mark.parametrize("row", TABLE.strip().splitlines())
def test_r1_every_card_has_the_points_the_back_and_the_keywords_of_the_table(row: str) -> None:
    key, value, token, words, _, _ = row.split()
    kind = KINDS[key]
    assert (kind.points, kind.ammo) == (int(value), int(token))
    assert sorted(kind.keywords) == sorted(words.replace("-", "").split(",") if words != "-" else [])
    assert points(key) == points(key.lower()) == int(value)
    assert ammo(key) == ammo(key.lower()) == ammo(back(key.lower())) == int(token)


def test_r1_the_table_has_no_other_cards() -> None:
    assert list(KEYS) == [row.split()[0] for row in TABLE.strip().splitlines()]


def test_r2_the_full_deck_has_196_cards_at_every_table() -> None:
    wanted = Counter({row.split()[0]: int(row.split()[4]) for row in TABLE.strip().splitlines()})
    for players in range(3, 8):
        assert Counter(deck("full", players)) == wanted
    assert wanted.total() == 196
    assert Counter(key[0] for key in wanted.elements()) == {"C": 28, "S": 28, "P": 28, "L": 112}


@pytest.mark.parametrize(("players", "cards"), [(3, 84), (4, 112), (5, 140), (6, 168), (7, 196)])
def test_r2_the_scaled_deck_has_28_cards_for_each_player(players: int, cards: int) -> None:
    wanted = Counter({row.split()[0]: int(row.split()[5]) * players for row in TABLE.strip().splitlines()})
    assert Counter(deck("scaled", players)) == wanted
    assert wanted.total() == cards


def test_r19_reshuffles_by_players_and_length() -> None:
    assert {int(n): times for n, times in RESHUFFLES["standard"].items()} == {3: 0, 4: 1, 5: 3, 6: 5, 7: 8}
    assert {int(n): times for n, times in RESHUFFLES["short"].items()} == {3: 0, 4: 1, 5: 2, 6: 3, 7: 4}


# ---- R5: what is assembled


def test_r5_face_up_in_a_bay_with_a_core_is_assembled() -> None:
    assert mech.strength(bay("C1 S1 P3")) == 4 + 3 + 2
    assert mech.strength(bay("C1 s1 P3")) == 4 + 2
    assert mech.assembled(bay("C1 s1 P3")) == (0, 2)


def test_r5_a_face_down_core_makes_a_mech_but_gives_no_points() -> None:
    assert mech.is_mech(bay("c1 S1"))
    assert mech.strength(bay("c1 S1")) == 3
    assert mech.assembled(bay("c1 S1")) == (1,)


def test_r5_parts_in_a_bay_without_a_core_are_not_assembled() -> None:
    assert not mech.is_mech(bay("- S1 P1 L1 L1"))
    assert mech.strength(bay("- S1 P1 L1 L1")) == 0
    assert mech.pairs(bay("- S1 P1 L1 L1")) == ()
    assert mech.keywords(bay("- S2 P1 L1 L1")) == ()


def test_r5_a_single_locomotion_card_is_not_assembled() -> None:
    assert mech.strength(bay("C1 L1")) == 4
    assert mech.strength(bay("C1 L1 l1")) == 4
    assert mech.strength(bay("C1 L1 L3")) == 6


def test_r5_pairing_is_compulsory_even_with_a_broken_axle() -> None:
    assert mech.strength(bay("C1 L5 L5")) == 4 - 2
    assert mech.strength(bay("C1 L1 L5 L5")) == 4 + 1 - 1


def test_r5_the_track_pair_of_the_worked_example() -> None:
    mine = bay("C1 S1 P1 L2 L4 L2")
    assert mech.pairs(mine) == ((0, 2),)
    assert mech.strength(mine) == 4 + 3 + 2 + 2
    assert mech.matched(mine) == ("L2",)


def test_r5_of_equal_pairings_the_first_in_the_list_is_taken() -> None:
    assert mech.pairs(bay("C1 L1 L3 L1")) == ((0, 2),), "more matched pairs"
    assert mech.pairs(bay("C1 L1 L1 L1")) == ((0, 1),), "the first in the list"
    assert mech.pairs(bay("C1 L1 L2 L3 L5")) == ((0, 1), (2, 3))


def test_r5_arrival_decides_which_is_first_not_the_slot() -> None:
    late = mech.put(mech.take(bay("C1 L1 L1 L1"), 3), 3, "L1")
    assert late.came == (1, 2, 0)
    assert mech.pairs(late) == ((1, 2),)


def test_r5_turning_a_part_up_is_no_arrival() -> None:
    turned = mech.turn_up(bay("C1 l1 L1 L1"), 3)
    assert turned.came == (0, 1, 2)
    assert mech.pairs(turned) == ((0, 1),)


def test_r5_keywords_work_only_where_they_are_assembled() -> None:
    assert sorted(mech.keywords(bay("C2 S2 P1 L1 L1 L3 L3"))) == ["lock_on", "overload", "suppress", "swift", "volley"]
    assert mech.keywords(bay("C1 s2 p1")) == ()
    assert mech.keywords(bay("c2 S2")) == ("lock_on",)


def test_r5_pair_keywords_need_two_of_a_key() -> None:
    assert mech.keywords(bay("C1 L1 L3")) == ()
    assert mech.keywords(bay("C1 L2 L2 L2 L2")) == ("crush", "crush")
    assert mech.keywords(bay("C1 L4 l4 L1")) == ()


legs = st.lists(st.sampled_from(["L1", "L2", "L3", "L4", "L5", "l1", "l4"]), max_size=4)


@given(legs=legs, order=st.permutations(range(4)), core=st.booleans())
def test_r5_pairs_are_the_best_of_all_pairings(legs: list[str], order: list[int], core: bool) -> None:
    """3.3 by brute force: floor(U/2) disjoint pairs; most points with Crush, then most matched, then the list."""
    came = tuple(leg for leg in order if leg < len(legs))
    slots = ("C1" if core else EMPTY, EMPTY, EMPTY, *(legs[leg] if leg < len(legs) else EMPTY for leg in range(4)))
    up = [leg for leg in came if legs[leg][0] == "L"]
    positions = range(len(up))
    pairings = [
        chosen
        for chosen in combinations(list(combinations(positions, 2)), len(up) // 2)
        if len({at for pair in chosen for at in pair}) == 2 * (len(up) // 2)
    ]

    def worth(pairing: tuple[tuple[int, int], ...]) -> tuple[int, int]:
        total, equal = 0, 0
        for a, b in pairing:
            first, second = legs[up[a]], legs[up[b]]
            total += KINDS[first].points + KINDS[second].points
            equal += first == second
            total += 2 * (first == second == "L2")
        return total, equal

    # combinations() yields exactly the list of 3.3 c, in its order
    best = max(pairings, key=worth)
    wanted = {tuple(sorted((up[a], up[b]))) for a, b in best} if core else set()
    assert {tuple(sorted(pair)) for pair in mech.pairs(Bay(slots, came))} == wanted
