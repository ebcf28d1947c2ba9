"""The war season: what the war leaves behind, and who scouts for what (section 5, W1 to W2b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from engines.core import Ask, Seat
from engines.wasteland import instinct, scavenge
from engines.wasteland.cards import ammo, down, is_down, part_of, up
from engines.wasteland.happenings import Looked, NoScavenge, Remains, Salvaged, SetOut, Studied, TurnBegan
from engines.wasteland.model import EMPTY, Action, Card, Lying, Scout, Stage, Study
from engines.wasteland.sight import seen
from engines.wasteland.stages import Asking, Phase
from engines.wasteland.yard import Yard


def begin_turn(yard: Yard) -> None:
    """W1: a dealer's turn begins; one card for each core and each roaming mech comes to the wasteland (ruling R24)."""
    yard.turn += 1
    yard.dealer = yard.living()[0]  # the first dealer may have left while setting up
    yard.explorers = []
    yard.plans = {}
    yard.skipped = False
    yard.damage = 0
    yard.paid = 0
    yard.season_begins("war")
    yard.enter("scout", yard.living())
    cores = sum(map(yard.cores, yard.living()))
    yard.note(TurnBegan(yard.turn, yard.dealer, cores, yard.count, dry=yard.drought))
    if not yard.wasteland:
        yard.numbered = 0
    for _ in range(cores + yard.count):
        if not _lay(yard, None):
            break


def _lay(yard: Yard, seat: Seat | None) -> bool:
    """A card comes to the wasteland, its face as it is; ``False`` where none can be drawn."""
    card = yard.draw_card()
    if card is None:
        return False
    yard.numbered += 1
    yard.wasteland.append(Lying(yard.numbered, card))
    yard.note(Remains(yard.numbered, yard.public(card), seat))
    return True


class Scouting:
    """W2, in seat order: by plan, else asked. With an empty wasteland everybody explores."""

    def asks(self, yard: Yard) -> Asking | None:
        if not yard.queue or not yard.wasteland:
            return None
        if yard.options.planning == "plans" and not yard.plans:
            return Asking("scout", {seat: Ask("scout") for seat in yard.queue})
        seat = yard.queue[0]
        return None if _planned(yard, seat) is not None else Asking("scout_now", {seat: Ask("scout_now")})

    def go_on(self, yard: Yard) -> None:
        if not yard.queue:
            _end_war(yard)
            return
        scout = _planned(yard, yard.queue[0]) if yard.wasteland else Scout()
        assert scout is not None, "who has no plan is asked"
        _scout(yard, scout)

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        if yard.options.planning == "plans" and not yard.plans:
            yard.plans = {seat: cast("Scout", action) for seat, action in answers.items()}
        else:
            _scout(yard, cast("Scout", answers[yard.queue[0]]))


def _planned(yard: Yard, seat: Seat) -> Scout | None:
    """What the seat's plan says as things are now; ``None`` where it does not decide."""
    plan = yard.plans.get(seat)
    if not isinstance(plan, Scout) or plan.choice == "wait":
        return None
    if plan.choice == "explore" or any(lying.number in plan.cards for lying in yard.wasteland):
        return plan
    return instinct.scout(seen(yard.state(), seat), seat) if plan.rest == "auto" else None


def _leaves_open(yard: Yard, seat: Seat) -> bool:
    """Whether the seat's plan wants to be asked what it leaves open."""
    plan = yard.plans.get(seat)
    return not isinstance(plan, Scout) or plan.rest == "ask"


def _scout(yard: Yard, scout: Scout) -> None:
    """The first of the queue scouts (section 5.2)."""
    seat = yard.queue[0]
    if scout.choice == "explore":
        _done(yard)
        yard.explorers.append(seat)
        if not _lay(yard, seat) and yard.numbered:
            yard.note(SetOut(seat))
        return
    lying = {lying.number: lying.card for lying in yard.wasteland}
    number = next(number for number in scout.cards if number in lying)
    card = lying[number]
    if scout.choice == "ammo":
        _done(yard)
        yard.pick_up(number)
        yard.add_token(seat, card)
        yard.note(Salvaged(seat, number, yard.public(card), ammo(card)))
    else:
        _begin_study(yard, number, card)


def _done(yard: Yard) -> None:
    yard.plans.pop(yard.queue.pop(0), None)


def _end_war(yard: Yard) -> None:
    """Who explored scavenges now; nobody, and the cards stay (ruling R10)."""
    yard.plans = {}
    if not yard.explorers:
        yard.note(NoScavenge())
    yard.season_ends("war")
    scavenge.begin(yard)


# ---- W2b


def _begin_study(yard: Yard, number: int, card: Card) -> None:
    """Without a free slot for it the card itself is researched; else its owner sees it and decides."""
    seat = yard.queue[0]
    if not yard.free(seat, part_of(card)):
        _study(yard, number, Study())
        return
    yard.looking = number
    yard.enter("study", yard.queue)
    only = _only_study(yard, seat, card)
    if only is not None:
        _study(yard, number, only)
    elif _leaves_open(yard, seat):
        yard.note(Looked(seat, number, yard.public(card), down(card) if is_down(card) else ""))


def _only_study(yard: Yard, seat: Seat, card: Card) -> Study | None:
    """The only answer, if there is one: one free bay, and nothing else than the card to research."""
    parts = sum(card != EMPTY for bay in yard.areas[seat].bays for card in bay.slots)
    if parts > 1 or part_of(card) == "C" or len(yard.free(seat, part_of(card))) > 1:
        return None  # with one part alone it is the last core
    return Study()


class Studying:
    """W2b: the seat that chose research is asked, unless only one thing is possible or its plan leaves it open."""

    def asks(self, yard: Yard) -> Asking | None:
        assert yard.looking is not None, "a study is about a card"
        if not _leaves_open(yard, yard.queue[0]):
            return None
        return Asking("study", {yard.queue[0]: Ask("study", {"number": yard.looking})})

    def go_on(self, yard: Yard) -> None:
        assert yard.looking is not None, "a study is about a card"
        seat = yard.queue[0]
        _study(yard, yard.looking, instinct.study(seen(yard.state(), seat), seat))

    def answer(self, yard: Yard, answers: Mapping[Seat, Action]) -> None:
        assert yard.looking is not None, "a study is about a card"
        _study(yard, yard.looking, cast("Study", answers[yard.queue[0]]))


def _study(yard: Yard, number: int, study: Study) -> None:
    """The card is gained and a part becomes research; or the card itself does, and was never gained."""
    seat = yard.queue[0]
    card = yard.pick_up(number)
    face = yard.public(card)
    slot = ""
    if study.part:
        slot = yard.gain(seat, card, study.bay)[1]
        part = up(yard.remove(seat, study.part))
    else:
        part = up(card)
    type_ = part_of(part)
    old = yard.card(seat, f"R.{type_}")
    if old != EMPTY:
        yard.throw(old)
    yard.set_research(seat, type_, part)
    yard.looking = None
    yard.enter("scout", yard.queue)
    _done(yard)
    secret = down(card) if slot and is_down(card) else ""
    yard.note(Studied(seat, number, face, slot, part, old, secret))


PHASES: Final[dict[Stage, Phase]] = {"scout": Scouting(), "study": Studying()}
