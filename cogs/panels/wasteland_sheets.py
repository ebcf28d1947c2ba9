"""Which lists each question of Scorched Wasteland has, and the answer that its panel opens with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cogs.panels import wasteland_fights as fights
from cogs.panels import wasteland_war as war
from cogs.panels.wasteland_fields import Sheet
from engines.chance import FastChance
from engines.core import Level, Seat
from engines.wasteland import GAME, legal
from engines.wasteland.model import Action, AskKind, Scout
from engines.wasteland.views import View, bare
from tables.model import SeatPanel

SHEETS: Final[Mapping[AskKind, Sheet]] = {
    "assemble": war.AssembleSheet(),
    "scout": war.ScoutSheet(planned=True),
    "scout_now": war.ScoutSheet(planned=False),
    "study": war.StudySheet(),
    "scavenge": war.ForageSheet(),
    "pick": war.PickSheet(),
    "look": war.LookSheet(),
    "tribute": fights.TributeSheet(),
    "declare": fights.DeclareSheet(),
    "declare_now": fights.DeclareSheet(),
    "target": fights.TargetSheet(),
    "commit": fights.CommitSheet(),
    "spoils": fights.SpoilsSheet(planned=True),
    "spoil_now": fights.SpoilsSheet(planned=False),
    "lose_part": fights.LosePartSheet(),
    "challenge": fights.ChallengeSheet(),
    "defend": fights.DefendSheet(),
    "trophy": fights.TrophySheet(),
    "damage": fights.DamageSheet(),
    "upkeep": fights.UpkeepSheet(),
}


def sheet_of(panel: SeatPanel) -> Sheet:
    """The lists of what the panel asks."""
    assert panel.ask is not None
    return SHEETS[panel.ask.kind]  # type: ignore[index]


def preset(view: View, seat: Seat) -> Action:
    """A sensible answer; the same one whenever it is asked for."""
    found = GAME.stand_in(bare(view), seat, Level.NORMAL, FastChance(0))
    if isinstance(found, Scout) and legal.asked(view, seat) == "scout_now":
        return replace(found, cards=found.cards[:1])  # whatever is wished for lies there
    return found


def action_of(panel: SeatPanel) -> Action:
    """What is saved of the answer, else what the panel opens with."""
    return panel.draft if panel.draft is not None else preset(panel.view, panel.seat)
