"""What a viewer may see. Views are built up from nothing; a new field is hidden until it is shown here."""

from __future__ import annotations

from collections.abc import Sequence

from engines.core import Seat
from engines.volt import scoring
from engines.volt.account import Account, command_marks, hit_points
from engines.volt.activation import sequence
from engines.volt.floor import Floor
from engines.volt.model import Command, Mark, Outfit, Program, Robot, RobotView, State, View
from engines.volt.outfitting import PRESET


def view_of(
    state: State,
    seat: Seat | None,
    marks: tuple[Mark, ...] = (),
    actor: Seat | None = None,
    command: Command | None = None,
) -> View:
    """The arena for this viewer (ruling 25).

    Everything on the table is public but the order of the decks, AI cards not yet turned and what was chosen while
    outfitting; answers that are still secret are never in a state.
    """
    programs: Sequence[Program | None] = (*state.programs, *(None for _ in state.robots[len(state.programs) :]))
    return View(
        arena=state.arena,
        round=state.round,
        phase=state.phase,
        pad=state.pad,
        robots=tuple(_robot(robot, program) for robot, program in zip(state.robots, programs, strict=True)),
        markers=state.markers,
        target=scoring.target(state),
        seat=seat,
        actor=actor,
        command=command,
        marks=marks,
        winners=state.winners,
        mines=state.mines,
        decks=tuple(len(deck) for deck in state.decks),
        bots=scoring.bot_side(state),
        championship=state.championship,
        outfit=_outfit(state, seat),
        modules=state.options.modules == "on",
    )


def _robot(robot: Robot, program: Program | None) -> RobotView:
    return RobotView(
        seat=robot.seat,
        pos=robot.pos,
        damage=robot.damage,
        max_damage=_max_damage(robot),
        marker=robot.marker,
        vp=robot.vp,
        out=robot.out,
        program=program,
        killbot=robot.killbot,
        ai=robot.ai,
        cooling=robot.cooling,
        cards=robot.cards,
        champion=robot.champion,
        reflected=robot.reflected,
    )


def _max_damage(robot: Robot) -> int:
    """The damage that destroys the robot now (ruling 7); one that cools may already have taken more (ruling 65)."""
    return max(hit_points(robot), robot.damage + 1)


def _outfit(state: State, seat: Seat | None) -> Outfit | None:
    """What the viewer gets who chooses nothing, while decks are chosen."""
    if seat is None or state.phase != "outfitting" or state.robots[seat].out:
        return None
    return PRESET


def plan_marks(view: View, seat: Seat, program: Program) -> tuple[Mark, ...]:
    """What a program, finished or not, would do if nobody else acted.

    The others stand still, but can be hit and pushed.
    """
    floor = Floor.of(view)
    alone = tuple(program if robot.seat == seat else None for robot in view.robots)
    marks: list[Mark] = []
    for pad, actor, command in sequence(floor, alone, view.robots):
        assert isinstance(command, Command), "killbots stand still in a plan"
        floor.resolve(actor, command)
        marks.extend(command_marks(Account(actor, floor.log, view.robots, places=floor.pos), pad))
        floor.log.clear()
    return tuple(marks)
