"""Commands with the kinds of events that tell them: plain ones, and those of the complete game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engines.core import Step
from engines.volt.cards import CARDS
from engines.volt.model import Card, Robot, State, View
from tests.engines.volt.boards import cell, position, steps
from tests.engines.volt.matches import at, begin, play, with_robot

STAY = "R6N R6N B1N"

PLAIN: dict[str, tuple[State, str]] = {
    "drive": (position("tri", "A5", "H1"), "B3E R6N R6N"),
    "drive_short": (position("tri", "C5", "H1"), "B6W R6N R6N"),
    "drive_stuck": (position("tri", "A5", "H1"), "B3W R6N R6N"),
    "drive_pinned": (position("tri", "B5", "A5"), "B3W R6N R6N"),
    "drive_pit": (position("tri", "E4", "H1"), "B3W R6N R6N"),
    "push": (position("tri", "A5", "B5"), "B2E R6N R6N"),
    "push_short": (position("tri", "C5", "B5"), "B3W R6N R6N"),
    "kill": (position("tri", "E4", "D4"), "B1W R6N R6N"),
    "kill_pit": (position("tri", "E4", "D4"), "B2W R6N R6N"),
    "miss": (position("tri", "A5", "H1"), "R1S B1N R6N"),
    "hit": (position("tri", "A5", "I5"), "R1E B1N R6N"),
    "shot_down": (position("tri", "A5", "I5", damage={1: 2}), "R1E B1N R6N"),
}
"""Plain commands of robot 0 by the kind of event that tells them."""


@dataclass(frozen=True)
class Case:
    """Robot 0 carries out ``command`` first of all; the others idle."""

    command: str
    places: tuple[str, ...]
    told: tuple[str, ...]
    cards: Mapping[int, str] = field(default_factory=dict[int, str])
    damage: Mapping[int, int] = field(default_factory=dict[int, int])
    mines: Mapping[str, int | None] = field(default_factory=dict[str, "int | None"])
    champion: Mapping[int, str] = field(default_factory=dict[int, str])
    cooling: frozenset[int] = frozenset()
    arena: Literal["duel", "tri", "quad"] = "tri"

    def state(self) -> State:
        bare = begin(len(self.places), arena=self.arena, killbots="none", markers="fixed")
        state = at(bare, *self.places)
        robots = tuple(self._equipped(robot) for robot in state.robots)
        mines = tuple(sorted((cell(name), owner) for name, owner in self.mines.items()))
        return replace(state, robots=robots, mines=mines)

    def _equipped(self, robot: Robot) -> Robot:
        held = [self.command.partition("@")[2].partition(":")[0]] if robot.seat == 0 and "@" in self.command else []
        held += [self.cards[robot.seat]] if robot.seat in self.cards else []
        return replace(
            robot,
            damage=self.damage.get(robot.seat, 0),
            cards=tuple(Card(card, CARDS[card].charges) for card in held),
            champion=self.champion.get(robot.seat),
            cooling=robot.seat in self.cooling,
        )

    def step(self) -> Step[View]:
        """What came of the command."""
        rest = "R6N B6N" if self.command.startswith("B") else "B6N R6N"
        turnout = play(self.state(), f"{self.command} {rest}", *(STAY,) * (len(self.places) - 1))
        return next(step for step in steps(turnout, "pad-1") if step.view.actor == 0)


CASES: dict[str, Case] = {
    # the move
    "brake drives": Case("B2E@brake_1", ("A5", "H1"), ("drive_with",)),
    "brake stops on a marker": Case("B3E@brake_1", ("B5", "H1"), ("drive_with",)),
    "brake before a pit": Case("B3W@brake_1", ("E4", "H1"), ("drive_short_with",)),
    "brake beside a pit": Case("B3W@brake_1", ("D4", "H1"), ("drive_stuck_with",)),
    "crusher pins": Case("B1W@crusher_1", ("B5", "A5"), ("drive_pinned_with", "hurt_crush")),
    "crusher destroys": Case(
        "B1W@crusher_1", ("B5", "A5"), ("drive_pinned_with", "destroyed_crush", "vp"), damage={1: 2}
    ),
    "crusher at the end": Case("B3W@crusher_1", ("C5", "B5"), ("drive_short_with", "pushed", "hurt_crush")),
    "mine layer": Case("B2E@mine_layer_1", ("B5", "H1"), ("drive_with", "laid")),
    "mine layer falls": Case("B2W@mine_layer_1", ("E4", "H1"), ("drive_pit_with", "laid")),
    "maneuver": Case("B3E@maneuver_1:S", ("A5", "H1"), ("drive_with", "turned")),
    "maneuver after a wall": Case("B3W@maneuver_1:S", ("B5", "H1"), ("drive_short_with", "turned")),
    "maneuver blocked": Case("B1E@maneuver_1:N", ("A5", "H1"), ("drive_with", "turned_stuck")),
    "maneuver falls": Case("B2E@maneuver_1:N", ("A5", "H1"), ("drive_with", "turned_pit")),
    "maneuver pushes": Case("B3E@maneuver_1:S", ("A5", "D6"), ("drive_with", "turned", "pushed_pit", "vp")),
    "maneuver dies first": Case(
        "B3E@maneuver_1:S", ("A5", "H1"), ("drive_with", "mine", "destroyed_mine", "vp"), damage={0: 2}, mines={"B5": 1}
    ),
    "teleport": Case("B3E@teleport_1", ("A5", "H1"), ("teleport",)),
    "teleport nowhere": Case("B1W@teleport_1", ("A5", "H1"), ("teleport_stuck",)),
    "teleport onto a mine": Case(
        "B3E@teleport_1", ("A5", "H1"), ("teleport", "mine_neutral", "hurt_mine"), mines={"D5": None}
    ),
    "subway": Case("B3W@subway_1", ("B5", "H1"), ("drive_with", "wrapped")),
    "subway pushes": Case("B2W@subway_1", ("A5", "I5"), ("drive_with", "pushed", "wrapped")),
    "diagonal drive": Case("B2SE@diagonal_drive_1", ("D4", "H1"), ("drive_with",)),
    "saw": Case("B2E@saw_blade_1", ("A5", "B5"), ("drive_with", "pushed", "hurt_saw")),
    "saw destroys": Case(
        "B2E@saw_blade_1", ("A5", "B5"), ("drive_with", "pushed", "destroyed_saw", "vp"), damage={1: 2}
    ),
    "saw, then a pit": Case(
        "B2W@saw_blade_1", ("F4", "E4"), ("drive_with", "pushed", "hurt_saw", "destroyed_pit", "vp")
    ),
    # the shot
    "crossfire": Case("R1N@crossfire_1", ("E5", "A5", "I5"), ("crossfire", "hurt_beam", "hurt_beam")),
    "crossfire misses": Case("R1N@crossfire_1", ("E5", "H1"), ("crossfire", "nobody_hit")),
    "grenade": Case("R1E@grenade_1", ("A5", "D5"), ("grenade", "hurt_blast")),
    "grenade destroys": Case("R1E@grenade_1", ("A5", "D5"), ("grenade", "destroyed_blast", "vp"), damage={1: 2}),
    "grenade misses": Case("R1E@grenade_1", ("A5", "H1"), ("grenade", "nobody_hit")),
    "grenade is a dud": Case("R1W@grenade_1", ("A5", "H1"), ("grenade_dud",)),
    "power beam": Case("R1E@power_beam_1", ("A5", "C5", "I5"), ("fire_with", "hurt_beam", "hurt_beam")),
    "knockback": Case("R1E@knockback_1", ("A5", "D5"), ("fire_with", "hurt_beam", "pushed")),
    "knockback into a pit": Case("R1W@knockback_1", ("H4", "D4"), ("fire_with", "hurt_beam", "pushed_pit", "vp")),
    "knockback against a wall": Case("R1E@knockback_1", ("A5", "I5"), ("fire_with", "hurt_beam", "blocked_push")),
    "swivel head turns": Case("R1N@swivel_head_1", ("E5", "F4"), ("swivel_head", "hurt_beam")),
    "swivel head in vain": Case("R1N@swivel_head_1", ("E5", "H1"), ("fire_with", "nobody_hit")),
    "shock wave": Case("R1N@shock_wave_1", ("E5", "E6", "D5"), ("shock_wave", "pushed", "pushed")),
    "shock wave alone": Case("R1N@shock_wave_1", ("E5", "H1"), ("shock_wave", "nobody_moved")),
    "arm": Case("R1E@telescopic_arm_1", ("A5", "D5"), ("telescopic_arm", "pulled")),
    "arm too close": Case("R1E@telescopic_arm_1", ("A5", "B5"), ("telescopic_arm", "nobody_moved")),
    "arm into a pit": Case("R1SE@telescopic_arm_1", ("F5", "H7"), ("telescopic_arm", "pulled_pit", "vp")),
    "arm over a mine into a pit": Case(
        "R1SE@telescopic_arm_1",
        ("F5", "I8"),
        ("telescopic_arm", "pulled", "mine_neutral", "hurt_mine", "destroyed_pit", "vp"),
        mines={"H7": None},
    ),
    "EMP": Case("R3E@emp_1", ("A5", "C5"), ("fire_with", "cooled")),
    "EMP once more": Case("R3E@emp_1", ("A5", "C5"), ("fire_with", "no_effect"), cooling=frozenset((1,))),
    # what acts by itself
    "shield": Case("R1E", ("A5", "I5"), ("fire", "shielded"), cards={1: "shield_1"}),
    "shield against a bomb": Case(
        "R1E",
        ("A5", "D5", "E5"),
        ("fire", "destroyed_beam", "vp", "bomb", "shielded"),
        cards={1: "bomb_2", 2: "shield_1"},
        damage={1: 2},
    ),
    "bomb": Case(
        "R1E",
        ("A5", "D5", "E4"),
        ("fire", "destroyed_beam", "vp", "bomb", "hurt_blast"),
        cards={1: "bomb_1"},
        damage={1: 2},
    ),
    "bomb of two points": Case(
        "R1E",
        ("A5", "D5", "E5"),
        ("fire", "destroyed_beam", "vp", "bomb", "hurt_blast"),
        cards={1: "bomb_2"},
        damage={1: 2},
    ),
    "bomb of the victim scores": Case(
        "R1E",
        ("A5", "D5", "E4"),
        ("fire", "destroyed_beam", "vp", "bomb", "destroyed_blast", "vp"),
        cards={1: "bomb_1"},
        damage={1: 2, 2: 2},
    ),
    "mine": Case("B2E", ("A5", "H1"), ("drive", "mine", "hurt_mine"), mines={"B5": 1}),
    "mine destroys": Case(
        "B2E", ("A5", "H1"), ("drive", "mine", "destroyed_mine", "vp"), damage={0: 2}, mines={"B5": 1}
    ),
    "mine and pit": Case(
        "B3W", ("F4", "H1"), ("drive", "mine_neutral", "hurt_mine", "destroyed_pit"), mines={"E4": None}
    ),
    "pushed onto a mine": Case(
        "B2E", ("A5", "B5"), ("drive", "pushed", "mine_neutral", "hurt_mine"), mines={"C5": None}
    ),
    "reflector": Case("R1E", ("A5", "I5"), ("fire", "reflected", "hurt_beam"), champion={1: "reflector"}),
    "reflector destroys": Case(
        "R1E", ("A5", "I5"), ("fire", "reflected", "destroyed_beam", "vp"), champion={1: "reflector"}, damage={0: 2}
    ),
    "EMP reflected": Case("R3E@emp_1", ("A5", "C5"), ("fire_with", "reflected", "cooled"), champion={1: "reflector"}),
    "titan plating": Case("R1E", ("A5", "I5"), ("hit",), champion={1: "titan_plating"}),
    "hover skids over a pit": Case("B3E", ("F4", "A9"), ("drive",), champion={0: "hover_skids"}, arena="duel"),
    "hover skids onto a pit": Case("B2E", ("F4", "A9"), ("drive_pit",), champion={0: "hover_skids"}, arena="duel"),
}


def solo(*cards: str, places: tuple[str, str, str], mines: tuple[str, ...] = ()) -> State:
    """One person against Ripper and Watcher on ``duel``; the killbots turn these AI cards."""
    state = at(begin(1, markers="fixed"), *places)
    return replace(state, ai_deck=cards, mines=tuple(sorted((cell(name), None) for name in mines)))


def trapped() -> State:
    """Ripper cannot move anywhere without being destroyed, and Watcher sees nobody."""
    state = solo("hunter", "sniper", places=("A2", "F6", "G9"), mines=("F5", "G6", "F7", "E6"))
    return with_robot(state, 1, damage=2)
