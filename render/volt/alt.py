"""Power Arena in words: alt text for those who cannot see the picture, and how everybody stands, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.grid import cell_name
from engines.volt.cards import AI_CARDS, CARDS, CHAMPIONS
from engines.volt.model import CATEGORIES, Command, Mark, Program, RobotView, View
from engines.volt.programming import format_program, short
from locales import Words, speak
from render.studio import ALT_LIMIT, Look
from render.text import join
from render.volt.names import bots_won, drawn_names, private_only, robot_names, total, won_what
from render.volt.scene import over_edge

NAME_ROOM: Final = 20
"""Longest name in alt text, so that four robots and a busy step fit."""


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is told of what matters least."""

    decks: bool = True
    names: int = NAME_ROOM
    """Longest name."""
    programs: bool = True
    """With the modules in them."""
    cards: bool = True
    """By name; else how many."""
    marks: int | None = None
    """How many; all when ``None``."""
    mines: bool = True
    """By cell; else how many."""
    series: bool = True
    """Who holds the prizes, and VP from other matches."""


WHOLE: Final = Detail()


_SHORTER: Final[tuple[dict[str, Any], ...]] = (
    {"decks": False},
    {"names": 12},
    {"programs": False},
    {"mines": False},
    {"series": False},
    {"cards": False},
    {"names": 8},
)
"""What is shortened, one after the other."""
_WEIGHT: Final = (
    "destroyed",
    "fall",
    "scored",
    "path",
    "jump",
    "beam",
    "pull",
    "hit",
    "push",
    "mine",
    "cooled",
    "blast",
)
"""Which marks stay longest."""


def _details() -> Iterator[Detail]:
    """From everything down to what is needed, always in the same order."""
    detail = WHOLE
    yield detail
    for change in _SHORTER:
        detail = replace(detail, **change)
        yield detail
    for marks in range(20, -1, -1):
        yield replace(detail, marks=marks)


def describe(view: View, look: Look) -> str:
    """Round and phase, the step or the plan, every robot, markers and mines: at most 1024 characters.

    What matters least is shortened first: the decks, long names, the modules in revealed programs, where each mine
    lies, the prizes, the names of cards, and last the lesser things that the step did.
    """
    view, words = private_only(view), speak(look.language)
    text = ""
    for detail in _details():
        text = _whole(view, look, words, detail)
        if len(text) <= ALT_LIMIT:
            break
    return text


def _whole(view: View, look: Look, words: Words, detail: Detail) -> str:
    names = tuple(shortened(name, detail.names) for name in drawn_names(view, words, look.names))
    parts = [where(view, words), *series(view, words, names, held=detail.series), *winners(view, words, names)]
    if view.outfit is not None:
        decks = {key: words(f"volt.category.{getattr(view.outfit, key)}") for key in ("first", "second", "later")}
        parts.append(words("render.alt.outfit", **decks))
    if view.plan is not None:
        parts.append(words("render.alt.plan", program=program_text(view.plan.program, detail.programs)))
        parts += _marks(view.plan.marks, words, names, detail)
    if view.command is not None and view.actor is not None:
        parts.append(words("render.alt.command", name=names[view.actor], command=_command(view.command, words)))
    parts += _marks(view.marks, words, names, detail)
    parts += [words("render.alt.line", text=_robot(view, robot, words, names, detail)) for robot in view.robots]
    parts.append(_markers(view, words))
    if view.mines:
        parts.append(
            mines(view, words, names) if detail.mines else words.count("render.alt.mines.many", len(view.mines))
        )
    if view.decks and detail.decks:
        parts.append(_decks(view, words))
    return "\n".join(parts)


def standing(view: View, words: Words, names: tuple[str, ...]) -> tuple[str, ...]:
    """How each robot stands, one line a robot, then the bot side and the championship; names are by seat."""
    named = robot_names(view, words, names)
    lines = [words("render.alt.line", text=_robot(view, robot, words, named, WHOLE)) for robot in view.robots]
    return (*lines, *series(view, words, named))


def shortened(name: str, room: int = NAME_ROOM) -> str:
    return name if len(name) <= room else name[: room - 1].rstrip() + "…"


def where(view: View, words: Words) -> str:
    phase = words(f"render.phase.{view.phase}")
    if view.phase == "activation" and view.pad is not None:
        return words("render.alt.where.pad", round=view.round, phase=phase, pad=view.pad + 1)
    return words("render.alt.where", round=view.round, phase=phase)


def series(view: View, words: Words, names: tuple[str, ...], *, held: bool = True) -> list[str]:
    """The bot side's score, the match of the championship and who holds the prizes."""
    told: list[str] = []
    if view.bots is not None:
        told.append(words("render.alt.bots", vp=view.bots.vp, target=view.bots.target))
    if view.championship is not None:
        run = view.championship
        told.append(words("render.alt.match", n=run.match, of=run.matches, prize=words(f"volt.champion.{run.prize}")))
        prizes = [
            words("render.alt.holds", name=names[holder], prize=words(f"volt.champion.{prize}"))
            for prize, holder in zip(CHAMPIONS, run.holders, strict=True)
            if holder is not None
        ]
        if prizes and held:
            told.append(words("render.alt.prizes", holders=words("render.join.list").join(prizes)))
    return told


def winners(view: View, words: Words, names: tuple[str, ...]) -> list[str]:
    """Who has won, once it is over."""
    if bots_won(view):
        return [words("render.alt.winners", names=words("render.bots"))]
    if view.winners:
        shown = join([names[seat] for seat in view.winners], words)
        return [words("render.alt.winners" + won_what(view), names=shown)]
    return []


def _command(command: Command, words: Words) -> str:
    if command.module is None:
        return short(command)
    plain = short(replace(command, module=None, turn=None))
    if command.turn is not None:
        plain += words("render.arrow") + words(f"render.compass.short.{command.turn}")
    return words("render.alt.with", command=plain, card=words(f"volt.card.{command.module}"))


def _marks(marks: tuple[Mark, ...], words: Words, names: tuple[str, ...], detail: Detail) -> list[str]:
    """One sentence a mark; a way of no length is none."""
    shown = [
        mark
        for mark in marks
        if mark.kind not in ("path", "push", "pull", "jump", "beam", "mirror") or len(mark.cells) > 1
    ]
    kept = set(range(len(shown)))
    if detail.marks is not None:
        kept = set(sorted(kept, key=lambda at: _weight(shown[at]))[: detail.marks])
    told = [_mark(mark, words, names) for at, mark in enumerate(shown) if at in kept]
    if len(kept) < len(shown):
        told.append(words.count("render.alt.marks.more", len(shown) - len(kept)))
    return told


def _weight(mark: Mark) -> int:
    return _WEIGHT.index(mark.kind) if mark.kind in _WEIGHT else len(_WEIGHT)


def _mark(mark: Mark, words: Words, names: tuple[str, ...]) -> str:
    return words(
        f"render.alt.mark.{_kind(mark)}",
        name="" if mark.seat is None else names[mark.seat],
        start=cell_name(mark.cells[0]),
        end=_place(mark.cells[-1], words),
        cells=join([cell_name(cell) for cell in mark.cells], words),
    )


def _kind(mark: Mark) -> str:
    if mark.kind == "mine" and mark.seat is None:
        return "mine.neutral"
    return "edge" if mark.kind == "jump" and over_edge(mark) is not None else mark.kind


def _place(cell: tuple[int, int], words: Words) -> str:
    """The cell's name; a grenade may come down off the board."""
    return cell_name(cell) if 0 <= cell[0] < 9 and 0 <= cell[1] < 9 else words("render.alt.off")


# ---- one robot


def _robot(view: View, robot: RobotView, words: Words, names: tuple[str, ...], detail: Detail) -> str:
    return robot_line(view, robot, words, names[robot.seat], detail)


def robot_line(view: View, robot: RobotView, words: Words, name: str, detail: Detail = WHOLE) -> str:
    """Where it is, how it stands, its program and what it has fitted; no full stop."""
    if robot.out:
        return words("render.alt.robot.out", name=name, vp=robot.vp)
    place = words("render.alt.gone") if robot.pos is None else cell_name(robot.pos)
    killbot = robot.killbot is not None
    return words(
        "render.alt.killbot" if killbot else "render.alt.robot",
        name=name,
        where=place,
        damage=robot.damage,
        most=robot.max_damage,
        vp=robot.vp,
        target=view.target,
        turn=robot.marker,
        program="".join([*_now(view, robot, words, detail), *_fitted(view, robot, words, detail)]),
    )


def _now(view: View, robot: RobotView, words: Words, detail: Detail) -> Iterator[str]:
    """How it is this round: ice, an AI card or a program."""
    told: list[str] = []
    if robot.cooling:
        told.append(words("render.alt.robot.cooling"))
    if robot.killbot is not None:
        told.append(_ai(robot, words))
    elif robot.program is not None and view.plan is None:
        told.append(program_text(robot.program, detail.programs))
    return (words("render.alt.robot.more", text=text) for text in told)


def _fitted(view: View, robot: RobotView, words: Words, detail: Detail) -> Iterator[str]:
    """What it keeps: a champion module, cards, VP from other matches."""
    told: list[str] = []
    if robot.champion is not None:
        champion = words("render.alt.robot.champion", name=words(f"volt.champion.{robot.champion}"))
        told.append(words("render.alt.robot.used", name=champion) if robot.reflected else champion)
    if robot.cards and detail.cards:
        told.append(words("render.alt.robot.modules", cards=_cards(robot, words)))
    elif robot.cards:
        told.append(words.count("render.alt.robot.cards", len(robot.cards)))
    if detail.series and (points := total(view, robot)) is not None:
        told.append(words("render.alt.robot.total", vp=points))
    return (words("render.alt.robot.also", text=text) for text in told)


def _ai(robot: RobotView, words: Words) -> str:
    if robot.ai is None:
        return words("render.ai.hidden.long")
    dice = " ".join(f"{order.die[0].upper()}{order.pip}" for order in AI_CARDS[robot.ai].slots)
    return words("render.alt.robot.ai", card=words(f"volt.ai.{robot.ai}"), dice=dice)


def _cards(robot: RobotView, words: Words) -> str:
    shown: list[str] = []
    for card in robot.cards:
        name, most = words(f"volt.card.{card.id}"), CARDS[card.id].charges
        shown.append(
            name if most is None else words("render.alt.charges", name=name, left=card.charges or 0, most=most)
        )
    return words("render.join.cards").join(shown)


def program_text(program: Program, modules: bool = True) -> str:
    """The short form, with or without the modules in it."""
    if not modules:
        pads = tuple(None if pad is None else replace(pad, module=None, turn=None) for pad in program.pads)
        program = Program(pads)  # type: ignore[arg-type]
    return format_program(program)


# ---- the board


def _markers(view: View, words: Words) -> str:
    if not view.markers:
        return words("render.alt.markers.none")
    cells = [cell_name(cell) if count == 1 else f"{cell_name(cell)}×{count}" for cell, count in view.markers]
    return words("render.alt.markers", cells=join(cells, words))


def mines(view: View, words: Words, names: tuple[str, ...]) -> str:
    """Where mines lie, neutral ones first, then each owner's."""
    told: list[str] = []
    for owner in (None, *range(len(view.robots))):
        cells = [cell_name(cell) for cell, whose in view.mines if whose == owner]
        if cells:
            key = "render.alt.mines.neutral" if owner is None else "render.alt.mines.owned"
            told.append(words(key, cells=" ".join(cells), name="" if owner is None else names[owner]))
    return words("render.alt.mines", mines=words("render.join.list").join(told))


def _decks(view: View, words: Words) -> str:
    counts = [
        words("render.alt.deck", deck=words(f"volt.category.{category}"), n=count)
        for category, count in zip(CATEGORIES, view.decks, strict=True)
    ]
    return words("render.alt.decks", decks=words("render.join.cards").join(counts))
