"""What happened in each phase, as events for sentences. No rule in here; commands are told by ``commands``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.core import Event, Fact, Listing, Seat, Term, Who
from engines.grid import Cell, cell_name
from engines.volt import scoring
from engines.volt.account import Account, command_marks, named
from engines.volt.cards import AI_CARDS, CHAMPIONS, Order
from engines.volt.commands import command_events, plain_code
from engines.volt.model import Program, Robot, State
from engines.volt.programming import LETTERS, format_program
from engines.volt.scene import in_turn
from engines.volt.scoring import Claim

__all__ = [
    "Account", "ai_turned", "claimed", "command_events", "command_marks", "cooled_down", "drew", "ended", "idle",
    "match_opened", "match_won", "new_round", "opened", "outfitted", "refilled", "repaired", "resigned", "restarted",
    "revealed", "turn_order",
]  # fmt: skip


def opened(state: State) -> tuple[Event, ...]:
    """The arena opens; in a championship also its first match."""
    if state.championship is not None:
        return (Event("championship_opened", {"matches": state.championship.matches}), *match_opened(state))
    facts = {"arena": Term(f"volt.arena.{state.arena}"), "target": scoring.target(state)}
    return (Event("opened", facts), *_bots_join(state), turn_order(state))


def match_opened(state: State) -> tuple[Event, ...]:
    """The next match of a championship: where, for what, and who defends it (ruling 73)."""
    series = state.championship
    assert series is not None, "only a championship has matches"
    prize = Term(f"volt.champion.{series.prize}")
    facts = {
        "match": series.match,
        "matches": series.matches,
        "arena": Term(f"volt.arena.{state.arena}"),
        "prize": prize,
        "target": scoring.target(state),
    }
    held = {"prize": prize, "effect": Term(f"{prize.key}.text")}
    defends = [Event("defender", {"who": named(robot), **held}) for robot in state.robots if robot.champion is not None]
    return (Event("match_opened", facts), *defends, *_bots_join(state), turn_order(state))


def match_won(state: State) -> tuple[Event, ...]:
    """A match is over, told from the state in which ``won`` and ``holders`` know it and ``prize`` is still its own."""
    series = state.championship
    assert series is not None, "only a championship has matches"
    winners = series.won[-1]
    facts = {"match": series.match, "vp": state.robots[winners[0]].vp, "reason": Term(f"volt.end.{state.reason}")}
    if len(winners) == 1:
        won = Event("match_won", {"who": Who(winners[0]), **facts})
    else:
        won = Event("match_shared", {"who": _seats(winners), **facts})
    holder = series.holders[list(CHAMPIONS).index(series.prize)]
    prize = Term(f"volt.champion.{series.prize}")
    if holder is None:
        taken = Event("prize_free", {"prize": prize})
    else:
        kept = state.robots[holder].champion is not None
        taken = Event("prize_kept" if kept else "prize", {"who": Who(holder), "prize": prize})
    standing = (
        Event("standing", {"who": Who(seat), "prizes": series.holders.count(seat), "vp": vp})
        for seat, vp in enumerate(series.vp)
    )
    return (won, taken, *standing)


def _bots_join(state: State) -> tuple[Event, ...]:
    bots = [robot for robot in state.robots if robot.killbot is not None]
    if not bots:
        return ()
    joined = Event("bots_join", {"bots": _names(bots)})
    side = scoring.bot_side(state)
    return (joined,) if side is None else (joined, Event("solo", {"target": side.target}))


def outfitted(state: State, drawn: Sequence[tuple[Seat, str]]) -> tuple[Event, ...]:
    """The first cards of everybody, which are public (ruling 25)."""
    return drew(state, drawn)


def drew(state: State, drawn: Sequence[tuple[Seat, str]]) -> tuple[Event, ...]:
    """Who has drawn which module cards, in the order of the deal."""
    hands: dict[Seat, list[str]] = {}
    for seat, card in drawn:
        hands.setdefault(seat, []).append(card)
    return tuple(
        Event("drew", {"who": named(state.robots[seat]), "cards": Listing(tuple(map(_card, cards)))})
        for seat, cards in hands.items()
    )


def ai_turned(state: State) -> tuple[Event, ...]:
    """The AI card of every killbot that has turned one (ruling 58)."""
    return tuple(_turned(robot, robot.ai) for robot in state.robots if robot.ai is not None)


def _turned(robot: Robot, card: str) -> Event:
    one, two, three = AI_CARDS[card].slots
    facts = {
        "who": named(robot),
        "card": Term(f"volt.ai.{card}"),
        "pad1": _order_code(one),
        "mode1": Term(f"volt.mode.{one.mode}"),
        "pad2": _order_code(two),
        "mode2": Term(f"volt.mode.{two.mode}"),
        "pad3": _order_code(three),
        "mode3": Term(f"volt.mode.{three.mode}"),
    }
    return Event("ai_card", facts)


def revealed(state: State) -> tuple[Event, ...]:
    """Every program, in turn order."""
    return tuple(
        _program(robot.seat, program)
        for robot in in_turn(state.robots)
        if robot.killbot is None and (program := state.programs[robot.seat]) is not None
    )


def _program(seat: Seat, program: Program) -> Event:
    """A plain program in its short form; one with modules pad by pad, each module by its name."""
    laid = [(pad + 1, command) for pad, command in enumerate(program.pads) if command is not None]
    equipped = {pad: command.module for pad, command in laid if command.module is not None}
    if not equipped:
        return Event("revealed", {"who": Who(seat), "program": format_program(program)})
    facts: dict[str, Fact] = {"who": Who(seat)}
    for pad, command in laid:
        turn = "" if command.turn is None else f":{command.turn}"
        facts[f"pad{pad}"] = f"{plain_code(command)}{turn}"
    facts.update({f"module{pad}": _card(module) for pad, module in equipped.items()})
    return Event(f"revealed_{''.join(map(str, equipped))}", facts)


def idle(state: State, robot: Seat, order: Order) -> tuple[Event, ...]:
    """A killbot found nothing to do."""
    kind = "idle_shot" if order.die == "red" else "idle_move"
    return (Event(kind, {"who": named(state.robots[robot]), "code": _order_code(order)}),)


def claimed(state: State, claims: Sequence[Claim]) -> tuple[Event, ...]:
    """Phase 3, told from the state after it."""
    if not claims:
        return (Event("nobody_claimed"),)
    return tuple(_claim(state, claim) for claim in claims)


def _claim(state: State, claim: Claim) -> Event:
    robot = state.robots[claim.seat]
    facts = {"who": named(robot), "cell": cell_name(claim.cell), "count": claim.markers}
    side = scoring.bot_side(state)
    if robot.killbot is not None and side is not None:
        return Event("bots_claimed", {**facts, "vp": side.vp, "target": side.target})
    return Event("claimed", {**facts, "vp": robot.vp, "target": scoring.target(state)})


def repaired(state: State, seats: Iterable[Seat]) -> tuple[Event, ...]:
    """Workshops, told from the state after it (ruling 48)."""
    return tuple(Event("repaired", {"who": named(robot)}) for robot in (state.robots[seat] for seat in seats))


def cooled_down(state: State, seats: Iterable[Seat]) -> tuple[Event, ...]:
    """Cooling ends (ruling 17)."""
    return tuple(Event("cooled_down", {"who": named(state.robots[seat])}) for seat in seats)


def refilled(cells: Sequence[Cell]) -> tuple[Event, ...]:
    return (Event("refilled", {"cells": Listing(tuple(cell_name(cell) for cell in cells))}),)


def restarted(robots: Iterable[Robot]) -> tuple[Event, ...]:
    return tuple(
        Event("restarted", {"who": named(robot), "cell": cell_name(robot.pos)})
        for robot in robots
        if robot.pos is not None
    )


def new_round(state: State) -> tuple[Event, ...]:
    return (Event("round", {"round": state.round}), turn_order(state))


def turn_order(state: State) -> Event:
    return Event("turn_order", {"order": _names(in_turn(state.robots))})


def resigned(seat: Seat) -> tuple[Event, ...]:
    return (Event("resigned", {"who": Who(seat)}),)


def ended(state: State) -> tuple[Event, ...]:
    """Who has won the game; in a championship, all of it."""
    winners = state.winners
    side = scoring.bot_side(state)
    if side is not None and not winners:
        return (Event("bots_won", {"vp": side.vp}),)
    if state.championship is not None:
        kind = "champion" if len(winners) == 1 else "champions"
        return (Event(kind, {"who": _seats(winners)}),)
    vp = state.robots[winners[0]].vp
    if len(winners) == 1:
        return (Event("won", {"who": Who(winners[0]), "vp": vp}),)
    return (Event("won_together", {"who": _seats(winners), "vp": vp}),)


def _order_code(order: Order) -> str:
    return f"{LETTERS[order.die]}{order.pip}"


def _card(card: str) -> Term:
    return Term(f"volt.card.{card}")


def _seats(seats: Iterable[Seat]) -> Listing:
    return Listing(tuple(Who(seat) for seat in seats))


def _names(robots: Iterable[Robot]) -> Listing:
    return Listing(tuple(named(robot) for robot in robots))
