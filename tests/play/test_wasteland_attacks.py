"""Attacks on Scorched Wasteland through the simulated Discord: rivals' secret answers, presses that lie, long plans."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from engines.core import Seat
from engines.wasteland import GAME
from engines.wasteland.belongings import counted
from engines.wasteland.model import AskKind, Scout, State
from render import Look, Picture, Studio
from render.studio import painter
from tables.model import Press
from tests.conftest import Complaints
from tests.engines.wasteland.boards import PLAIN, area, table
from tests.engines.wasteland.games import Planning, game
from tests.engines.wasteland.test_secrecy import exchanged, hidden
from tests.play.harness import Person
from tests.play.test_secrecy import lines_of, logged
from tests.play.test_secrecy import wire as wire
from tests.play.test_wasteland_secrecy import Ears, Told, look_everywhere, world
from tests.play.test_wasteland_secrecy import ears as ears
from tests.play.wasteland import WastelandPlay, begin_at, surviving
from tests.white import PIXEL

SEATS = 4
SEEDS = (4, 7, 24, 27)
PRESSES = count(900_000_000_000_000_000)
EPHEMERAL = 64
KINDS = ("assembly", "scout", "scavenge", "declare", "ammo", "spoils", "failure", "upkeep")
VIEWERS = ("asked", "idle", "beaten")
NEVER = {("assembly", "beaten"), ("scout", "idle"), ("ammo", "beaten"), ("spoils", "beaten"), ("failure", "beaten")}
"""What does not happen, or not in these games."""
SHORT = {("scavenge", "idle"), ("ammo", "asked"), ("upkeep", "beaten")}


@pytest.fixture
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of each picture the imprint of the view that it would show: quicker, and never equal by chance."""

    async def draw(self: Studio, game_key: str, view: Any, look: Look) -> Picture:
        imprint = hashlib.sha256(f"{view!r} {look!r}".encode()).digest()
        return Picture(PIXEL + imprint, painter(game_key).describe(view, look))

    monkeypatch.setattr(Studio, "draw", draw)


def later(cases: Sequence[Any], short: Set[Any]) -> list[Any]:
    """Those in ``short`` are always run, the others in the long form."""
    return [case if case in short else long_form(case) for case in cases]


def long_form(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.long)


# ---- what rivals answer in secret


def moments(kind: str, viewer: str) -> list[tuple[State, Seat]]:
    """States in which several are asked this in secret, and a seat that is asked, is not, or is out."""
    found: list[tuple[State, Seat]] = []
    for moment in (moment for seed in SEEDS for moment in game(SEATS, seed, "plans")):
        window = GAME.window(moment.state)
        if window is None or window.kind != kind or not window.hidden:
            continue
        for seat, each in enumerate(moment.state.areas):
            if viewer == ("beaten" if each.out else "asked" if seat in window.asks else "idle"):
                found.append((moment.state, seat))
    return found


def two_tables(found: list[tuple[State, Seat]], whim: Random) -> tuple[State, Seat, State]:
    """One of these, and the same after cards changed places that this seat may not know, if possible some in bays."""
    whim.shuffle(found)
    pairs = [(state, seat, exchanged(state, seat, whim)) for state, seat in found if hidden(state, seat)]
    return max(pairs, key=moved_in_bays)


def moved_in_bays(pair: tuple[State, Seat, State]) -> int:
    """How many players have other cards in their bays."""
    one, _, two = pair
    return sum(before.bays != after.bays for before, after in zip(one.areas, two.areas, strict=True))


async def press_behind(play: WastelandPlay, what: str, person: Person, *given: Any) -> None:
    """A press of this person that is not made in Discord, and what comes of it there."""
    press = Press(next(PRESSES), person.id, person.name, person.language)
    await getattr(play.house.tables, what)(press, play.code, (await play.table()).window, *given)
    await play.house.bot.kick(play.code)
    await play.settle()


async def answer_in_secret(play: WastelandPlay, viewer: Person, told: Told, *, last: bool) -> None:
    """Rivals draft their first or their last legal answer, give it, take it back and give it again; one only drafts."""
    window = (await play.table()).window
    rivals = [person for person in await play.asked() if person is not viewer]
    assert rivals
    for number, person in enumerate(rivals):
        seat = (await play.panel(person)).seat
        found = await play.house.tables.choices(play.code, seat, window, 80)
        await press_behind(play, "save_draft", person, found[-1 if last else 0])
        for what in ("ready", "unready", "ready") if number else ():
            await press_behind(play, what, person)
            told.note(play, viewer)
    await play.restart()
    await look_everywhere(play, viewer, told)
    assert (await play.table()).window == window


async def got(
    folder: Path, monkeypatch: pytest.MonkeyPatch, listening: Ears, state: State, seat: Seat, last: bool
) -> list[str]:
    """All that the viewer gets of these answers."""
    told = Told()
    begin_at(monkeypatch, state)
    with logged() as log:
        async with surviving(folder, people=SEATS, seed="secret") as play:
            viewer = play.people[seat]
            listening.play, listening.viewer = play, viewer
            await play.begin()
            await answer_in_secret(play, viewer, told, last=last)
            listening.viewer = None
    return [*told.record, *listening.numbered(), *lines_of(log)]


ASKED_IN_SECRET = [(kind, viewer) for kind in KINDS for viewer in VIEWERS if (kind, viewer) not in NEVER]


@pytest.mark.parametrize(("kind", "viewer"), later(ASKED_IN_SECRET, SHORT))
@pytest.mark.usefixtures("sketched")
async def test_other_answers_and_other_hidden_cards_leave_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ears: Callable[[], Ears], kind: str, viewer: str
) -> None:
    whim = Random(f"{kind} {viewer}")
    state, seat, other = two_tables(moments(kind, viewer), whim)
    assert other != state
    one, two = [
        await got(tmp_path / str(n), monkeypatch, ears(), each, seat, bool(n)) for n, each in enumerate((state, other))
    ]
    assert len(one) > 20
    assert len(one) == len(two)
    for first, second in zip(one, two, strict=True):
        assert first == second


@pytest.mark.usefixtures("sketched")
async def test_what_only_one_seat_was_told_stands_in_its_own_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_at(monkeypatch, world("scavenge", False, explorers=(1, 2), queue=(1, 2)))
    async with surviving(tmp_path, people=3, seed="log") as play:
        await play.begin()
        moth = play.people[1]
        await play.choose(moth, "card", "#2")
        await play.press(moth, "w-go")
        looked = await log_of(play, moth)
        assert "🔒 #2" in looked
        await play.choose(moth, "deed", "take:B")
        await play.press(moth, "w-go")
        assert "🔒" in await log_of(play, moth)
        stranger = play.add_person("Stranger", "en")
        for person in (*play.people[:1], play.people[2], stranger):
            assert "🔒" not in await log_of(play, person)


async def log_of(play: WastelandPlay, person: Person) -> str:
    """The newest page of the log, as this person gets it."""
    await person.member.slash(play.thread, "table log")
    return play.messages(play.thread.id, person)[-1].text


# ---- presses that lie

ARGUMENTS: tuple[str, ...] = (
    "", "-", "look", "unseen", "add", "wish", "#1", "#999999999999", "#-1", "A.C", "B.L4", "Z.Q", "T", "T3", "R.C",
    "M99", "take:A", "take:discard", "take:ZZ", "plant:0.A", "plant:9.A", "plant:x.A", "plant:1.", "s:0", "s:99",
    "flip:", "flip:zz", "later", "pay", "refuse", "out", "wait", "explore", "research", "gained", "A", "0", "99999",
    "٣", "²", "💀", "x" * 90, "A.L1+A.L1", "auto", "nonsense",
)  # fmt: skip
LISTS = (
    "choice", "card", "deed", "legs", "body", "research", "cards", "join", "mech", "count", "upkeep", "where", "rest",
)  # fmt: skip
GAMES: tuple[tuple[int, int, Planning], ...] = ((4, 4, "plans"), (4, 5, "turns"), (7, 15, "turns"), (7, 16, "plans"))
WHATS = ("w-pick", "w-page", "w-move", "w-flag", "w-go", "p-ready", "p-unready", "p-show", "orders", "order", "look-at")


def position(kind: str) -> State:
    """A position in which somebody is asked this."""
    for seats, seed, planning in GAMES:
        for moment in game(seats, seed, planning):
            window = GAME.window(moment.state)
            if window is not None and any(ask.kind == kind for ask in window.asks.values()):
                return moment.state
    raise AssertionError(f"nobody is asked {kind} in these games")


def lie(whim: Random, code: str, window: int, seat: Seat, seats: int, real: list[str]) -> tuple[str, list[str] | None]:
    """A custom id, and what is chosen under it: a true one with false values, one part of it changed, or made up."""
    chosen = whim.choice([None, [], *([whim.choice(ARGUMENTS)] for _ in range(3)), whim.choices(ARGUMENTS, k=30)])
    if whim.random() < 0.5:
        parts = whim.choice(real).split(":")
        if whim.random() < 0.5:
            parts[whim.randrange(2, len(parts))] = whim.choice((*ARGUMENTS, "999999999", str(window + 1)))
        return ":".join(parts)[:100], chosen
    whose = whim.choice((seat, seat, whim.randrange(seats), whim.choice(ARGUMENTS)))
    rest = [whim.choice((*LISTS, *ARGUMENTS, "0", "999", "down")) for _ in range(whim.randrange(4))]
    arg = ".".join(map(str, (whose, *rest)))
    return f"s1:{code}:{whim.choice((window, window, 0, window + 1))}:{whim.choice(WHATS)}:{arg}"[:100], chosen


@pytest.mark.parametrize("kind", later(get_args(AskKind), {"scavenge", "tribute"}))
@pytest.mark.usefixtures("sketched")
async def test_lies_are_refused_and_change_nothing_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaints: Complaints, kind: str
) -> None:
    """Of an asked player, a rival, a stranger. Nothing breaks, and only the liar's own answer may be another one."""
    whim, state = Random(kind), position(kind)
    begin_at(monkeypatch, state)
    async with surviving(tmp_path, people=len(state.areas), seed="lies") as play:
        await play.begin()
        stranger = play.add_person("Stranger", "en")
        for number in range(12):
            info = await play.table()
            asked = await play.asked()
            if info.status != "running" or not asked:
                break
            person = whim.choice(asked)
            await play.press(person, "seat")
            seen = next(m for m in reversed(play.messages(play.thread.id, person)) if m.raw.flags & EPHEMERAL)
            real = [str(part["custom_id"]) for part in seen.components if part.get("custom_id")]
            liar = (person, person, stranger, whim.choice(play.people))[number % 4]
            on = seen if liar is person else play.table_messages()[-1]
            before = await answers(play, liar)
            for _ in range(5):
                seat = (await play.panel(person)).seat
                play.press_forged(liar, on, *lie(whim, play.code, info.window, seat, len(info.seats), real))
            await play.settle()
            if (await play.table()).window == info.window:
                assert await answers(play, liar) == before
            assert not complaints.records


async def answers(play: WastelandPlay, liar: Person) -> list[Any]:
    """What everybody else has answered."""
    table, tables = await play.table(), play.house.tables
    panels = [
        await tables.seat_panel(play.code, each.seat, table.window) for each in table.seats if each.user_id != liar.id
    ]
    return [(panel.draft, panel.ready) for panel in panels]


@pytest.mark.usefixtures("sketched")
async def test_a_plan_of_seventy_wishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whim = Random(70)
    row = " ".join(whim.choices(("C1", "c1", "S1", "s2", "S3", "P4", "p4", "L1", "l1", "L5", "c4"), k=70))
    laid = table(
        area("C1 S1 P1 L1 L1 l2"), area("C2 S3 P1"), area("C3 S1 p2"),
        stage="scout", wasteland=row, draw="L1 c1 l1 s1", roamers=(PLAIN,), planning="plans",
    )  # fmt: skip
    begin_at(monkeypatch, replace(laid, since=tuple(map(counted, laid.areas))))
    async with surviving(tmp_path, people=3, seed="wishes") as play:
        await play.begin()
        rook = play.people[0]
        await play.choose(rook, "choice", "ammo")
        while len((await scout_of(play, rook)).cards) < 70:
            await play.choose(rook, "add", *play.values(rook, "add"))
        seen = play.find(rook, "w-go")[0]
        window = (await play.table()).window
        for lying in (
            "w-move:0.up.69.",
            "w-move:0.down.69.",
            "w-page:0.69.99",
            "w-pick:0.add.0.",
            "w-pick:0.wish.500.",
        ):
            play.press_forged(rook, seen, f"s1:{play.code}:{window}:{lying}", ["#1", "#1"] if "pick" in lying else None)
            await play.settle()
        assert sorted((await scout_of(play, rook)).cards) == list(range(1, 71))
        await play.press(rook, "w-go")
        assert (await play.panel(rook)).ready


async def scout_of(play: WastelandPlay, person: Person) -> Scout:
    draft = (await play.panel(person)).draft
    assert isinstance(draft, Scout)
    return draft
