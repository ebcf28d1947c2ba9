"""What a viewer may see. Views are built up from nothing; a new field is hidden until it is shown here."""

from __future__ import annotations

from engines.core import Seat
from engines.volt.activation import Floor, sequence
from engines.volt.arenas import ARENAS, RULES
from engines.volt.model import Command, Mark, Program, RobotView, State, View
from engines.volt.telling import Account, command_marks


def view_of(
    state: State,
    seat: Seat | None,
    marks: tuple[Mark, ...] = (),
    actor: Seat | None = None,
    command: Command | None = None,
) -> View:
    """The arena for this viewer. All but unrevealed programs is public, and those are never in a state (ruling 25)."""
    return View(
        arena=state.arena,
        round=state.round,
        phase=state.phase,
        pad=state.pad,
        robots=tuple(
            RobotView(
                seat=robot.seat,
                pos=robot.pos,
                damage=robot.damage,
                max_damage=RULES.hp,
                marker=robot.marker,
                vp=robot.vp,
                out=robot.out,
                program=program,
            )
            for robot, program in zip(state.robots, state.programs, strict=True)
        ),
        markers=state.markers,
        target=RULES.target_vp,
        seat=seat,
        actor=actor,
        command=command,
        marks=marks,
        winners=state.winners,
    )


def plan_marks(view: View, seat: Seat, program: Program) -> tuple[Mark, ...]:
    """What a program, finished or not, would do if nobody else acted.

    The others stand still, but can be hit and pushed.
    """
    floor = Floor(ARENAS[view.arena], view.robots)
    alone = tuple(program if robot.seat == seat else None for robot in view.robots)
    marks: list[Mark] = []
    for pad, actor, command in sequence(floor, alone, view.robots):
        floor.resolve(actor, command)
        marks.extend(command_marks(Account(actor, floor.log), pad))
        floor.log.clear()
    return tuple(marks)
