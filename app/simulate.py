"""Whole games by bot players, without Discord: a log, figures, every snapshot. The same seed gives the same files."""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import render
from engines.chance import FastChance
from engines.core import Event, Fact, Game, Level, Listing, Result, Step, Term, Who
from locales import Language, Words, speak
from render.text import sentence

MOST_WINDOWS: Final = 2000
"""A game that asks more often than this does not end: a bug in its rules."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. ``play`` raises ``IllegalAction`` when the game refuses the options or seats."""

    game: Game[Any, Any, Any]
    options: Any
    seats: int
    games: int
    seed: int
    level: Level


@dataclass(frozen=True, slots=True)
class Told:
    """One resolved step of one game."""

    game: int
    """From 1."""
    seq: int
    """From 1 within the game."""
    window: int
    """The window whose answers led here; 0 for the opening."""
    step: Step[Any]


@dataclass(frozen=True, slots=True)
class Ended:
    """How one game went."""

    rounds: int
    windows: int
    steps: int
    result: Result


def chance_for(*parts: object) -> FastChance:
    """Luck of its own for each purpose, so that a stand-in's thoughts never move the dice of the table."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return FastChance(int.from_bytes(digest[:8], "big"))


def play(plan: Plan, number: int, tell: Callable[[Told], None]) -> Ended:
    """One whole game, from the opening to the end."""
    game = plan.game
    game.fits(plan.options, plan.seats)
    luck = chance_for(plan.seed, number, "table")
    turnout = game.start(plan.options, plan.seats, luck)
    window, told = 0, 0
    rounds: set[int] = set()
    while True:
        for step in turnout.steps:
            told += 1
            rounds.add(getattr(step.view, "round", window))
            tell(Told(number, told, window, step))
        state = turnout.state
        asked = game.window(state)
        if asked is None:
            break
        window += 1
        if window > MOST_WINDOWS:
            raise RuntimeError(f"game {number} of {game.key} does not end")
        answers = {
            seat: game.stand_in(
                game.view(state, seat), seat, plan.level, chance_for(plan.seed, number, "stand-in", window, seat)
            )
            for seat in sorted(asked.asks)
        }
        turnout = game.advance(state, answers, luck)
    result = game.result(state)
    if result is None:
        raise RuntimeError(f"game {number} of {game.key} waits for nobody and has no result")
    return Ended(max(rounds, default=0), window, told, result)


def fact(value: Fact) -> Any:
    """A fact as JSON."""
    if isinstance(value, Who):
        return {"seat": value.seat}
    if isinstance(value, Term):
        return {"term": value.key}
    if isinstance(value, Listing):
        return [fact(item) for item in value.items]
    return value


def event_line(event: Event, key: str, words: Words, names: tuple[str, ...]) -> dict[str, Any]:
    """An event as data and as a sentence."""
    facts = {name: fact(value) for name, value in event.facts.items()}
    return {"kind": event.kind, "facts": facts, "text": sentence(key, event, words, names)}


@dataclass(frozen=True, slots=True)
class Figures:
    """What many games came to."""

    games: int
    mean_rounds: float
    within: int
    """Rounds within which nine games of ten were over."""
    shortest: int
    longest: int
    shares: tuple[float, ...]
    """Each seat's part of all wins; a shared win counts in equal parts."""
    shared: int
    """Games with more than one winner."""
    reasons: Mapping[str, int]
    mean_steps: float


def figures(ended: Sequence[Ended], seats: int) -> Figures:
    rounds = sorted(game.rounds for game in ended)
    wins = [0.0] * seats
    shared = 0
    for game in ended:
        winners = [seat for seat, place in enumerate(game.result.places) if place == 1]
        shared += len(winners) > 1
        for seat in winners:
            wins[seat] += 1 / len(winners)
    return Figures(
        games=len(ended),
        mean_rounds=round(sum(rounds) / len(rounds), 3),
        within=rounds[math.ceil(0.9 * len(rounds)) - 1],
        shortest=rounds[0],
        longest=rounds[-1],
        shares=tuple(round(won / len(ended), 4) for won in wins),
        shared=shared,
        reasons=dict(sorted(Counter(game.result.reason for game in ended).items())),
        mean_steps=round(sum(game.steps for game in ended) / len(ended), 2),
    )


def table(found: Figures, words: Words, key: str) -> str:
    """The figures as lines that line up."""
    rows = [
        (words("app.simulate.games"), str(found.games)),
        (words("app.simulate.mean_rounds"), f"{found.mean_rounds:.2f}"),
        (words("app.simulate.within"), str(found.within)),
        (words("app.simulate.span"), f"{found.shortest} - {found.longest}"),
        (words("app.simulate.shares"), "  ".join(f"{share:.3f}" for share in found.shares)),
        (words("app.simulate.shared"), f"{found.shared} ({100 * found.shared / found.games:.1f} %)"),
        (words("app.simulate.steps"), f"{found.mean_steps:.1f}"),
        *((words(f"{key}.end.{reason}"), str(count)) for reason, count in found.reasons.items()),
    ]
    width = max(_columns(name) for name, _ in rows)
    return "\n".join(f"{name}{' ' * (width - _columns(name))}  {value}" for name, value in rows)


def _columns(text: str) -> int:
    """Terminal columns: a Chinese character takes two."""
    return sum(2 if ord(letter) > 0x2E7F else 1 for letter in text)


@dataclass(frozen=True, slots=True)
class Writing:
    """How games are written down."""

    out: Path
    language: Language
    pictures: bool


def simulate(plan: Plan, writing: Writing, jobs: int = 1) -> Figures:
    """Play all games into a folder: ``log.jsonl``, ``figures.json``, and pictures ``game-0001/0001.png``.

    ``jobs`` processes share the games; what is written does not depend on it.
    """
    writing.out.mkdir(parents=True, exist_ok=True)
    ended: list[Ended] = []
    one = partial(play_and_write, plan, writing)
    numbers = range(1, plan.games + 1)
    with (writing.out / "log.jsonl").open("w", encoding="utf-8") as log, ExitStack() as closing:
        if jobs > 1:
            pool = closing.enter_context(ProcessPoolExecutor(min(jobs, plan.games)))
            played = pool.map(one, numbers, chunksize=max(1, min(10, plan.games // jobs)))
        else:
            played = map(one, numbers)
        for game, lines in played:
            ended.append(game)
            log.write(lines)
    found = figures(ended, plan.seats)
    about = {"game": plan.game.key, "rules": plan.game.rules, "options": _options(plan.options), "seats": plan.seats}
    about |= {"seed": plan.seed, "level": plan.level.value, **_options(found)}
    (writing.out / "figures.json").write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return found


def play_and_write(plan: Plan, writing: Writing, number: int) -> tuple[Ended, str]:
    """One game: how it ended, and its lines for the log. Its pictures are written at once."""
    words = speak(writing.language)
    names = tuple(words("app.simulate.player", n=seat + 1) for seat in range(plan.seats))
    steps: list[Told] = []
    ended = play(plan, number, steps.append)
    if writing.pictures:
        look = render.Look(language=writing.language, names=names)
        asyncio.run(draw(plan.game.key, look, steps, writing.out / f"game-{number:04}"))
    return ended, log_lines(steps, plan.game.key, words, names, ended)


async def draw(key: str, look: render.Look, steps: Iterable[Told], folder: Path) -> None:
    """Write the snapshot of every step."""
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    studio = render.Studio()
    try:
        for told in steps:
            picture = await studio.draw(key, told.step.view, look)
            await asyncio.to_thread((folder / f"{told.seq:04}.png").write_bytes, picture.png)
    finally:
        studio.close()


def log_lines(steps: Iterable[Told], key: str, words: Words, names: tuple[str, ...], ended: Ended) -> str:
    """One line per step, then one line with the result."""
    lines: list[dict[str, Any]] = []
    number = 0
    for told in steps:
        number = told.game
        events = [event_line(event, key, words, names) for event in told.step.events]
        where = {"game": told.game, "step": told.seq, "window": told.window, "chapter": told.step.chapter}
        lines.append({**where, "events": events})
    result = {"places": ended.result.places, "scores": ended.result.scores, "reason": ended.result.reason}
    lines.append({"game": number, "rounds": ended.rounds, "result": result})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def choices_of(game: Game[Any, Any, Any]) -> dict[str, tuple[str, ...]]:
    """What each option of the game may be."""
    return {name: get_args(hint) for name, hint in get_type_hints(game.Options).items()}


def options_of(game: Game[Any, Any, Any], chosen: Mapping[str, str]) -> Any:
    """The game's options with these fields changed. Raises ``LookupError`` for a field or value that it lacks."""
    choices = choices_of(game)
    for name, value in chosen.items():
        if value not in choices.get(name, ()):
            raise LookupError(f"{name}={value}")
    return replace(game.Options(), **chosen)


def _options(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}
