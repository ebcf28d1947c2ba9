"""What a viewer may see. Views are built up from nothing; a new field is hidden until it is shown here (ruling 8)."""

from __future__ import annotations

from dataclasses import replace

from engines.core import Seat
from engines.thunder_road.facts import FINAL_TILE, SAFETY_TILE
from engines.thunder_road.model import Slam, State, Turn
from engines.thunder_road.views import Mark, TokenView, View

MOST_BACKS = 9
"""How often a turn can be taken back."""


def view_of(state: State, seat: Seat | None, marks: tuple[Mark, ...] = ()) -> View:
    """The road for this viewer: all is public but face-down hazards, the bag, the pile and the damage tokens' order.

    Of an unfinished path nothing shows: what is not yet driven may still be changed.
    """
    road = state.road
    slam = state.stack[-1] if state.question is not None else None
    return View(
        round=state.round,
        order=state.order,
        first=state.first,
        road_die=state.road_die,
        crews=state.crews,
        cars=state.cars,
        wrecks=state.wrecks,
        tiles=road.tiles,
        tokens=tuple([TokenView(token.spot, token.kind if token.up else None) for token in road.tokens]),
        finish=road.finish,
        turn=_turn(state.turn),
        laid=road.laid,
        final=final_tile(len(state.crews)),
        pile=len(road.pile),
        bag=len(road.bag),
        discard=road.discard,
        damage=len(road.damage),
        slam=slam if isinstance(slam, Slam) else None,
        question=state.question,
        may_take_back=state.back is not None and state.turn.backs < MOST_BACKS,
        seat=seat,
        marks=marks,
        winner=state.winner,
        reason=state.reason,
    )


def final_tile(players: int) -> int:
    """With so many tiles laid the road is final whatever happens (rulings 81, 85)."""
    return FINAL_TILE if players == 2 else SAFETY_TILE


def _turn(turn: Turn) -> Turn:
    return replace(turn, queue=()) if turn.queue else turn
