"""What the presses on Scorched Wasteland's panel do, one question after another; and how posts speak of the game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.games import manner
from cogs.limits import faults
from cogs.panels import compose_panel, wasteland
from cogs.panels.wasteland_presses import Confirm, Move, Page, Pick, Switch, imprint
from cogs.panels.wasteland_sheets import preset
from engines.core import IllegalAction
from engines.wasteland import GAME
from engines.wasteland.model import (
    Assemble,
    Challenge,
    Commit,
    Declare,
    Deed,
    Fighter,
    Forage,
    Lose,
    Scout,
    Spoils,
    State,
    Study,
    Target,
    Tribute,
    Trophy,
    Upkeep,
    Wish,
)
from engines.wasteland.model import Pick as Picked
from locales import Words, speak
from tests.cogs.panel_maker import bot, both, control, pressable, read
from tests.cogs.wasteland_hand import NUMBER, Hand, state_panel
from tests.cogs.wasteland_hand import nothing_is_sent as nothing_is_sent
from tests.engines.wasteland.boards import PLAIN, area, roamer, table

WORDS = pytest.mark.parametrize("words", both(), ids=lambda words: words.language)
EN = speak("en")
PLAYERS = (
    area("C1 S1 p1 L1 L1", "C4 s2", stack="s3 c1 l3"),
    area("C2 S1 P1 L2 L2 l3", stack="l1"),
    area("C3 S4 P4", stack="c2 c3"),
)


@pytest.fixture(autouse=True)
def every_text_is_there(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert "no text for" not in caplog.text


def war(planning: str = "plans", **more: Any) -> State:
    return table(*PLAYERS, stage="scout", planning=planning, wasteland="1:S1 2:c1 3:L4 5:P4", draw="c1 L1", **more)


def scavenge(planning: str = "plans", wasteland: str = "1:S1 2:c1 3:L4 5:P4", **more: Any) -> State:
    given: dict[str, Any] = {"explorers": (0, 1), "queue": (0, 1), **more}
    return table(*PLAYERS, stage="scavenge", planning=planning, wasteland=wasteland, **given)


def battle(stage: Any, planning: str = "plans", **more: Any) -> State:
    given: dict[str, Any] = {"fighters": (Fighter(0, "A", ()), Fighter(1, "A", ())), **more}
    return table(*PLAYERS, stage=stage, planning=planning, invader=roamer(1, PLAIN), roamers=(roamer(2),), **given)


# ---- the preset


@WORDS
async def test_one_press_gives_what_the_panel_suggests(words: Words) -> None:
    hand = Hand(war(), 0, words)
    suggested = preset(hand.panel.view, 0)
    assert words("panel.wasteland.preset", answer=wasteland.answer(replace(hand.panel, draft=suggested), words)) in (
        await hand.text()
    )
    assert await hand.confirm() == suggested
    composed = await hand.look()
    assert "p-unready" in pressable(composed)
    assert "w-go" not in pressable(composed)
    assert words("panel.locked", choice=wasteland.answer(hand.panel, words)) in read(composed)


async def test_a_suggestion_that_has_changed_since_is_shown_instead_of_given() -> None:
    hand = Hand(war(), 0)
    await hand.forge(Confirm, "w-go", imprint(Scout(choice="wait")))
    assert hand.given == []
    assert hand.said == [EN("panel.wasteland.changed")]


async def test_a_choice_is_saved_at_once_and_survives_a_refresh() -> None:
    hand = Hand(war(), 0)
    await hand.pick("choice", "wait")
    assert hand.draft == Scout(choice="wait")
    hand.shown = None
    assert await hand.chosen("choice") == ["wait"]
    assert EN("panel.wasteland.chosen", answer=EN("panel.wasteland.say.scout.wait")) in await hand.text()
    assert await hand.confirm() == Scout(choice="wait")


async def test_changing_an_answer_that_is_ready_takes_it_back() -> None:
    hand = Hand(war(), 0)
    await hand.confirm()
    await hand.forge(Pick, "w-pick", "choice.0.", "explore")
    assert hand.draft == Scout(choice="explore")
    assert not hand.ready


async def test_the_standing_orders_stay_at_hand_after_every_press() -> None:
    hand = Hand(war(), 0)
    await hand.pick("choice", "ammo")
    assert "orders" in pressable(await hand.look())


# ---- presses of others, of other windows, of what nobody was offered


async def test_the_press_of_another_seat_does_nothing() -> None:
    hand = Hand(war(), 0)
    for kind, what, rest, values in (
        (Pick, "w-pick", "choice.0.", ("explore",)),
        (Confirm, "w-go", imprint(preset(hand.panel.view, 0)), ()),
        (Move, "w-move", "down.0.", ()),
        (Switch, "w-flag", "rest.0.", ()),
        (Page, "w-page", "0.1", ()),
    ):
        await hand.forge(kind, what, rest, *values, seat=1)
    assert hand.said == [EN("panel.not_yours")] * 5
    assert hand.draft is None
    assert hand.given == []


@pytest.mark.parametrize(
    ("what", "rest", "values"),
    [
        ("w-pick", "choice.0.", ("fly",)),
        ("w-pick", "nothing.0.", ("explore",)),
        ("w-pick", "wish.0.", ("#99",)),
        ("w-pick", "add.0.", ("#99",)),
        ("w-pick", "choice.0.", ("explore", "wait")),
        ("w-pick", "choice", ("",)),
        ("w-move", "down.77.", ()),
        ("w-flag", "shuffle.0.", ()),
    ],
)
async def test_a_forged_choice_changes_nothing(what: str, rest: str, values: tuple[str, ...]) -> None:
    hand = Hand(war(), 0)
    kinds = {"w-pick": Pick, "w-move": Move, "w-flag": Switch}
    await hand.forge(kinds[what], what, rest, *values)
    assert hand.said == [EN("panel.gone")]
    assert hand.draft is None


async def test_nonsense_in_an_address_is_where_everything_begins() -> None:
    hand = Hand(scavenge(), 0)
    for rest in ("x", "", "-1.-1", "9999999.9999999", "٣.٣"):
        await hand.forge(Page, "w-page", rest)
        composed = await hand.look()
        assert faults(composed.view, composed.files) == []
    assert hand.said == []


@pytest.mark.parametrize(("what", "name"), [("w-move", "up"), ("w-move", "drop"), ("w-flag", "rest")])
async def test_a_button_pressed_twice_before_the_panel_has_changed_counts_once(what: str, name: str) -> None:
    hand = Hand(war(), 0)
    await hand.pick("choice", "ammo")
    await hand.pick("add", *(await hand.offers("add"))[:2])
    await hand.pick("wish", (await hand.offers("wish"))[-1])
    button, before = hand.find(await hand.look(), what, name), hand.draft
    assert button is not None
    await hand.send(button)
    once = hand.draft
    assert once != before
    await hand.send(button)
    assert hand.draft == once


# ---- war


async def test_ammo_and_research_are_wished_for_in_an_order() -> None:
    hand = Hand(war(), 0)
    await hand.pick("choice", "explore")
    await hand.pick("choice", "ammo")
    first = hand.draft
    assert isinstance(first, Scout)
    assert len(first.cards) == 1, "a sensible card comes with the choice"
    assert set(await hand.offers("add")) == {"#1", "#2", "#3", "#5"} - {f"#{first.cards[0]}"}
    await hand.pick("add", *[value for value in ("#2", "#1") if value in await hand.offers("add")])
    assert isinstance(hand.draft, Scout)
    cards = hand.draft.cards
    assert cards[0] == first.cards[0]
    await hand.pick("wish", f"#{cards[-1]}")
    await hand.press("w-move", "up")
    assert hand.draft.cards == (*cards[:-2], cards[-1], cards[-2])
    assert await hand.chosen("wish") == [f"#{cards[-1]}"], "the same wish is worked on"
    await hand.press("w-move", "drop")
    assert hand.draft.cards == (*cards[:-2], cards[-2])
    await hand.pick("choice", "research")
    assert hand.draft == Scout(choice="research", cards=(*cards[:-2], cards[-2])), "the wishes stay"
    for _ in hand.draft.cards:
        await hand.press("w-move", "drop")
    composed = await hand.look()
    assert "w-go" not in pressable(composed)
    assert "⚠️" in read(composed), "it says what is missing"


async def test_whoever_is_asked_now_takes_one_card_and_cannot_wait() -> None:
    hand = Hand(war("turns"))
    assert "wait" not in await hand.offers("choice")
    await hand.pick("choice", "explore")
    await hand.pick("choice", "research")
    await hand.pick("card", "#3")
    assert await hand.confirm() == Scout(choice="research", cards=(3,))


async def test_research_chooses_the_part_and_the_bay() -> None:
    state = replace(table(*PLAYERS, stage="study", planning="turns", wasteland="1:c1 7:l4"), looking=7)
    hand = Hand(state)
    assert EN("panel.wasteland.card", card="Hover Vane", facts="locomotion · points 2 · ammo 1 · Evade") in (
        await hand.text()
    )
    assert await hand.offers("bay") == ["A", "B"]
    await hand.pick("bay", "B")
    await hand.pick("research", "A.S")
    assert await hand.confirm() == Study(bay="B", part="A.S")


# ---- scavenge


async def test_a_plan_is_a_list_of_cards_with_what_is_done_with_each() -> None:
    hand = Hand(scavenge(), 0)
    while await hand.offers("wish"):
        await hand.press("w-move", "drop")
    assert isinstance(hand.draft, Forage)
    assert hand.draft.picks == ()
    await hand.pick("add", "#2", "#3")
    assert [pick.number for pick in hand.draft.picks] == [2, 3]
    assert hand.draft.picks[0].deed is None, "what lies face down is looked at"
    assert await hand.chosen("wish") == ["#2"], "the new one is worked on"
    assert await hand.offers("deed") == ["look", "unseen"]
    await hand.pick("deed", "unseen")
    assert hand.draft.picks[0].deed == Deed()
    await hand.pick("wish", "#3")
    assert {"take:A", "take:B", "plant:1.A", "plant:2.B"} <= set(await hand.offers("deed"))
    await hand.pick("deed", "plant:2.A")
    assert hand.draft.picks[1].deed == Deed(act="disrupt", where="A", seat=2)
    for name in ("unseen", "rest"):
        before = getattr(hand.draft, name)
        await hand.press("w-flag", name)
        assert getattr(hand.draft, name) != before
    assert "plant on 🟣 Player 3, bay A" in await hand.text()
    assert [option.description for option in await hand.options("wish")] == [
        "take it unseen",
        "plant on 🟣 3 Player 3, bay A",
    ]
    given = await hand.confirm()
    assert given == hand.draft


async def test_a_full_type_can_only_be_swapped_or_discarded_and_never_welded_parts() -> None:
    full = area("C1 S4 P1", "C4 S2")
    state = table(
        full, *PLAYERS[1:], stage="scavenge", planning="turns", wasteland="1:S1", explorers=(0, 1), queue=(0,)
    )
    hand = Hand(state, 0) if 0 in GAME.window(state).asks else None  # type: ignore[union-attr]
    assert hand is not None
    own = [value for value in await hand.offers("deed") if value.startswith("take:")]
    assert own == ["take:B.S", "take:discard"]


async def test_a_long_row_is_turned_by_pages() -> None:
    row = " ".join(f"{number}:{('S1', 'l1', 'P2')[number % 3]}" for number in range(1, 61))
    hand = Hand(scavenge("turns", row), 0)
    assert len(await hand.offers("card")) == 25
    seen: list[str] = []
    await hand.forge(Page, "w-page", "0.0")
    for page in range(3):
        seen += await hand.offers("card")
        composed = await hand.look()
        assert faults(composed.view, composed.files) == []
        if page < 2:
            later = [item for item in _all(composed, "w-page") if item.item.label == EN("panel.later")]  # type: ignore[union-attr]
            await hand.send(later[0])
    assert seen == [f"#{number}" for number in range(1, 61)]
    await hand.pick("card", "#60")
    assert isinstance(hand.draft, Picked)
    assert hand.draft.number == 60
    hand.shown = None
    assert "#60" in await hand.offers("card"), "a refresh shows the page with what is chosen"


async def test_a_plan_of_a_long_row_fits_and_can_be_worked_on() -> None:
    row = " ".join(f"{number}:{('S1', 'l1', 'P2')[number % 3]}" for number in range(1, 61))
    hand = Hand(scavenge("plans", row), 0)
    assert len(await hand.offers("wish")) == 25
    composed = await hand.look()
    await hand.send(_all(composed, "w-page")[1])
    assert len(await hand.offers("wish")) == 25
    assert await hand.chosen("wish") == (await hand.offers("wish"))[:1]
    await hand.send(_all(await hand.look(), "w-page")[1])
    assert len(await hand.offers("wish")) == 10
    hand.draft = Forage()
    hand.shown = None
    while await hand.offers("add"):
        await hand.pick("add", *await hand.offers("add"))
        composed = await hand.look()
        assert faults(composed.view, composed.files) == []
    assert isinstance(hand.draft, Forage)
    assert sorted(pick.number for pick in hand.draft.picks) == list(range(1, 61))
    await hand.confirm()


def _all(composed: Any, what: str) -> list[Any]:
    from tests.cogs.panel_maker import controls

    return [item for item in controls(composed) if item.address.what == what]


async def test_a_looked_at_card_is_told_with_what_it_does() -> None:
    state = replace(scavenge("turns"), looking=2)
    hand = Hand(state, 0)
    assert hand.panel.ask is not None
    assert hand.panel.ask.kind == "look"
    assert "Furnace Core" in await hand.text()
    for other in (1, 2):
        composed = await compose_panel(bot(), state_panel(state, other), EN)
        assert "Furnace Core · " not in read(composed)
        assert "🔍" not in read(composed)
    assert all(value.startswith(("plant:", "take:")) for value in await hand.offers("deed"))


# ---- invasion


async def test_a_tribute_is_paid_with_exactly_as_many_cards() -> None:
    state = table(*PLAYERS, stage="tribute", queue=(0,), roamers=(PLAIN, PLAIN), planning="turns", draw="c1 c1 c1")
    hand = Hand(state)
    await hand.pick("tribute", "refuse")
    assert hand.draft == Tribute(refuse=True)
    await hand.pick("tribute", "pay")
    assert isinstance(hand.draft, Tribute)
    assert len(hand.draft.cards) == 2
    assert "A.C" in await hand.offers("cards"), "a spare core is a hand card"
    assert [value for value in await hand.offers("cards") if value.startswith("T")] == ["T", "T2"]
    await hand.pick("cards", "T2", "A.S")
    assert hand.draft == Tribute(cards=("A.S", "T"))
    await hand.pick("cards", "T", "T2")
    assert hand.draft == Tribute(cards=("T", "T"))
    await hand.pick("cards", "A.S")
    assert "w-go" not in pressable(await hand.look())
    await hand.pick("cards", "A.S", "T")
    assert await hand.confirm() == Tribute(cards=("A.S", "T"))


async def test_welded_parts_and_the_last_core_are_never_offered() -> None:
    state = table(
        area("C3 S4 P4 L1", stack="c2"), *PLAYERS[1:], stage="tribute", queue=(0,), roamers=(PLAIN,), draw="c1"
    )
    hand = Hand(state)
    if await hand.chosen("tribute") == ["refuse"]:
        await hand.pick("tribute", "pay")
    assert await hand.offers("cards") == ["A.L1", "T"]


async def test_joining_says_what_is_turned_up_and_with_which_mech() -> None:
    state = table(*PLAYERS, stage="declare", dealer=1, planning="plans", roamers=(PLAIN, PLAIN), stack="c1 l1")
    hand = Hand(state, 0)
    assert await hand.offers("join") == ["out", "wait", "flip:A.P", "flip:B.S"]
    await hand.pick("join", "out")
    assert not await hand.offers("mech")
    await hand.pick("join", "flip:B.S")
    await hand.pick("mech", "B")
    assert not await hand.offers("target"), "only the dealer chooses the invader"
    await hand.pick("join", "flip:A.P")
    assert await hand.confirm() == Declare(choice="join", flip="A.P", mech="B")


async def test_the_dealer_fights_and_may_name_the_invader() -> None:
    state = table(*PLAYERS, stage="declare", dealer=1, planning="plans", roamers=(PLAIN, PLAIN), stack="c1 l1")
    hand = Hand(state, 1)
    assert "out" not in await hand.offers("join")
    await hand.pick("target", "M2")
    await hand.press("w-flag", "shuffle")
    draft = hand.draft
    assert isinstance(draft, Declare)
    assert (draft.target, draft.shuffle) == (2, True)
    await hand.pick("target", "later")
    assert isinstance(hand.draft, Declare)
    assert (hand.draft.target, hand.draft.shuffle) == (None, False)


async def test_the_target_and_its_stack() -> None:
    state = table(
        *PLAYERS, stage="target", queue=(0,), roamers=(PLAIN, PLAIN), stack="c1 l1", fighters=(Fighter(0, "A"),)
    )
    hand = Hand(state)
    await hand.pick("target", "M2")
    before = bool(getattr(hand.draft, "shuffle", False))
    await hand.press("w-flag", "shuffle")
    assert await hand.confirm() == Target(mech=2, shuffle=not before)


async def test_ammo_is_a_number_and_a_shuffle() -> None:
    hand = Hand(battle("ammo", dealer=1, fighters=(Fighter(1, "A"), Fighter(0, "A")), queue=(0,)), 0)
    assert await hand.offers("count") == ["0", "1", "2", "3"]
    await hand.pick("count", "2")
    await hand.press("w-flag", "shuffle")
    given = await hand.confirm()
    assert isinstance(given, Commit)
    assert given.count == 2


async def test_spoils_are_wished_for_with_a_place_each() -> None:
    hand = Hand(battle("spoils", queue=(0, 1)), 0)
    while await hand.offers("wish"):
        await hand.press("w-move", "drop")
    assert hand.draft == Spoils()
    await hand.pick("add", "L1", "P")
    await hand.pick("wish", "L1")
    await hand.pick("where", "B")
    assert await hand.confirm() == Spoils(wishes=(Wish("L1", "B"), Wish("P", "B")))


async def test_in_turn_one_part_is_picked() -> None:
    hand = Hand(battle("spoils", "turns", queue=(0, 1)))
    await hand.pick("part", "L2")
    await hand.pick("where", "B")
    assert await hand.confirm() == Spoils(wishes=(Wish("L2", "B"),))


async def test_a_failure_takes_one_assembled_part() -> None:
    hand = Hand(battle("failure", queue=(0, 1)), 0)
    assert await hand.offers("lose") == ["A.S", "A.L1", "A.L2"]
    await hand.pick("lose", "A.L2")
    assert await hand.confirm() == Lose(slots=("A.L2",))


# ---- storm


async def test_a_duel_is_offered_with_whom_and_with_what() -> None:
    state = table(*PLAYERS, stage="duel", queue=(0,), skipped=True)
    hand = Hand(state)
    assert await hand.offers("rival") == ["-", "s:1", "s:2"]
    await hand.pick("rival", "s:2")
    await hand.pick("mech", "B")
    await hand.pick("rival", "s:1")
    assert hand.draft == Challenge(seat=1, mech="B")
    await hand.pick("rival", "-")
    assert await hand.confirm() == Challenge()


async def test_a_trophy_is_a_card_of_the_losing_mech_seen_or_not() -> None:
    state = table(
        *PLAYERS, stage="trophy", queue=(0,), skipped=True, fighters=(Fighter(0, "A", ()), Fighter(1, "A", ()))
    )
    hand = Hand(state)
    assert await hand.offers("trophy") == ["A.S", "A.P", "A.L1", "A.L2", "A.L3"]
    hidden = next(option for option in await hand.options("trophy") if option.value == "A.L3")
    assert "face-down card (ammo 2)" in hidden.label
    assert "Strider" not in f"{hidden.label} {hidden.description}"
    await hand.pick("trophy", "A.L3")
    await hand.pick("where", "B")
    assert await hand.confirm() == Trophy(slot="A.L3", where="B")


async def test_maintenance_of_two_cores_is_two_cards_one_core_or_both() -> None:
    hand = Hand(table(*PLAYERS, stage="upkeep"), 0)
    await hand.pick("upkeep", "A.S")
    assert set(await hand.offers("besides")) == {"A.P", "A.L1", "A.L2", "B.S", "T"}
    await hand.pick("besides", "T")
    assert hand.draft == Upkeep(cards=("A.S", "T"))
    await hand.pick("upkeep", "T")
    assert "T" in await hand.offers("besides"), "a second token"
    await hand.pick("upkeep", "B.C")
    assert set(await hand.offers("besides")) == {"-", "A.C"}
    assert hand.draft == Upkeep(cards=("B.C",))
    await hand.pick("besides", "A.C")
    assert EN("panel.wasteland.warn.out") in await hand.text()
    await hand.pick("besides", "-")
    assert EN("panel.wasteland.warn.out") not in await hand.text()
    assert await hand.confirm() == Upkeep(cards=("B.C",))


async def test_giving_up_the_last_core_with_a_reserve_says_what_it_costs() -> None:
    state = table(area("C3 S1", research="C1"), *PLAYERS[1:], stage="upkeep")
    hand = Hand(state, 0)
    await hand.pick("upkeep", "A.C")
    assert EN("panel.wasteland.warn.reserve") in await hand.text()


async def test_first_parts_are_turned_up_locomotion_in_pairs() -> None:
    first = area("C1 s1 p1 l1 l2 l3")
    hand = Hand(table(first, *PLAYERS[1:], stage="assembly", turn=0), 0)
    assert await hand.offers("body") == ["A.S", "A.P"]
    assert await hand.offers("legs") == ["A.L2+A.L3", "A.L1+A.L3", "A.L1+A.L2", "-"]
    await hand.pick("body", "A.P")
    await hand.pick("legs", "A.L1+A.L3")
    assert await hand.confirm() == Assemble(slots=("A.P", "A.L1", "A.L3"))


async def test_what_there_is_no_choice_in_is_not_asked() -> None:
    """A list of one entry that must be chosen is left out."""
    state = battle("spoils", "turns", queue=(2, 0), fighters=(Fighter(2, "A", ()), Fighter(0, "A", ())))
    hand = Hand(state)
    await hand.pick("part", "C")
    assert await hand.offers("where") == []


def test_an_illegal_draft_is_refused_by_the_engine() -> None:
    view = GAME.view(war(), 0)
    with pytest.raises(IllegalAction):
        GAME.drafts(view, 0, Scout(choice="ammo", cards=(99,)))


# ---- how posts speak of it


@WORDS
def test_turn_season_and_dealer_stand_in_every_heading(words: Words) -> None:
    view, mine = GAME.view(war(), None), manner("wasteland")
    names = ("🟠 **Rook**", "🟢 **Moth**", "🟣 **Ibis**")
    turn = mine.turn(words, view, 9, names)
    for part in ("5", words("wasteland.season.war"), names[0]):
        assert part in turn
    assert mine.answered(words, "war-5", view, 9, names) == turn
    heading = mine.heading(words, "scavenge-5", view, 9, words("wasteland.chapter.scavenge"), names)
    assert words("wasteland.chapter.scavenge") in heading
    assert names[0] in heading
    assert "🟠" in mine.turn(words, view, 9), "without names the dealer's sign"
    assert "5" not in mine.turn(words, replace(view, turn=0), 9, names)


@WORDS
def test_a_window_in_turn_order_says_who_comes_next_and_why(words: Words) -> None:
    names, mine = ("Rook", "Moth", "Ibis"), manner("wasteland")
    told = mine.why(words, GAME.view(war("turns"), None), names)
    assert words("panel.wasteland.why.scout_now") in told
    assert "Rook" not in told
    assert told.index("Moth") < told.index("Ibis")
    assert mine.why(words, GAME.view(war("plans"), None), names) == ""
    assert manner("volt").why(words, object(), names) == ""
    last = table(*PLAYERS, stage="tribute", queue=(0,), roamers=(PLAIN,))
    assert mine.why(words, GAME.view(last, None), names) == words("panel.wasteland.why.tribute")
    failed = GAME.view(battle("failure", planning="turns", queue=(0, 1)), None)
    assert words("panel.wasteland.why.lose_part") in mine.why(words, failed, names)
    alone = GAME.view(battle("failure", planning="turns", queue=(0,)), None)
    assert alone.asked
    assert mine.why(words, alone, names) == "", "nobody is asked after it"


@WORDS
def test_the_final_standing_tells_who_lasted_how_long(words: Words) -> None:
    state = table(
        PLAYERS[0], area(out=True), area(out=True), stage="upkeep", turn=11, lasted=(0, 9, 11), places=(1, 3, 2)
    )
    told = manner("wasteland").final(words, GAME.view(replace(state, season="over"), None), ("Rook", "Moth", "Ibis"))
    assert told[0] == words.count("panel.wasteland.final.game", 11)
    assert told[1].startswith("Rook")
    assert words("panel.wasteland.final.out", who="Moth", n=9) in told
    assert words("panel.wasteland.final.out", who="Ibis", n=11) in told
    assert "9" in manner("wasteland").score(words, 9)


@WORDS
def test_the_opening_tells_how_to_play_and_how_to_answer(words: Words) -> None:
    (lines,) = manner("wasteland").howto(words, GAME.view(war(), None))
    assert lines.splitlines()[-1].endswith(words("panel.wasteland.howto"))


async def test_whoever_waits_is_told_why() -> None:
    panel = state_panel(war("turns"), 1)
    assert panel.ask is None
    composed = await compose_panel(bot(), panel, EN)
    assert EN("panel.wasteland.why.scout_now") in read(composed)
    assert control(composed, "w-go") is None
    assert panel.window == NUMBER
