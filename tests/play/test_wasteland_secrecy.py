"""Two tables on which hidden cards have changed places are the same to whoever may not know them, byte by byte.

That is: posts, panels, private answers, pictures, alt texts, file names, component ids, and the log.
"""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from engines.wasteland.belongings import counted
from engines.wasteland.model import Fighter, State
from tests.engines.wasteland.boards import PLAIN, area, roamer, table
from tests.play.harness import Person, Seen
from tests.play.test_secrecy import Wire, lines_of, logged
from tests.play.test_secrecy import wire as wire
from tests.play.wasteland import WastelandPlay, begin_at, surviving

HIDDEN = {
    "radar": ("s2", "s1"),  # Moth's own part and the one that lies in the wasteland: both sensors, both ammo 1
    "leg": ("l1", "l4"),  # Ibis's own part and a token of Moth's
    "token": ("c1", "p3"),  # the viewer's own second token and the top of the draw pile
    "pool": ("c2", "p1"),  # the token on top of supervision and Ibis's own top token
}
"""Pairs of cards that nobody but their owners can tell apart: the same back, and where it shows the same type."""


def world(stage: Any, swapped: bool, **more: Any) -> State:
    """Seat 0 is the viewer, without X-ray. All that it sees is the same whether cards have changed places or not."""
    one = {name: pair[swapped] for name, pair in HIDDEN.items()}
    other = {name: pair[not swapped] for name, pair in HIDDEN.items()}
    laid = table(
        area("C1 S1 P1 L1 L1 l2", stack=f"s1 {one['token']}", research="L4"),
        area(f"C2 {one['radar']} P1 L2 L2", stack=f"{other['leg']} s3"),
        area(f"C3 S1 p2 {one['leg']} L3", "C4", stack=other["pool"]),
        stage=stage,
        wasteland=f"1:S1 2:{other['radar']} 3:s3 4:P1",
        draw=f"{other['token']} L1 c1 l1 s1 l2 c4 L3 S2 P2 l3 l4 p1",
        roamers=(PLAIN, "C4 S3 P2 L2 L2 L3 L3"),
        stack=f"{one['pool']} l2 c3",
        **more,
    )
    return replace(laid, since=tuple(map(counted, laid.areas)))


@dataclass
class Ears(Wire):
    """All that the bot says to the viewer or to everybody: what reaches only somebody else is left out."""

    viewer: Person | None = None

    def _private(self, path: str, body: Any) -> bool:
        if self.play is None or self.viewer is None:
            return False
        others = [person for person in self.play.people if person is not self.viewer]
        if path == "/users/@me/channels":
            return any(str(body["recipient_id"]) == str(other.id) for other in others)
        mine = set(self.play.rooms(self.viewer))
        rooms = {room for other in others for room in self.play.rooms(other)} - mine
        records = self.play.env.backend.interactions.values()
        tokens = {record.token for record in records if record.user_id != self.viewer.id}
        return bool({*map(str, rooms), *tokens} & set(path.split("/")))


@dataclass
class Told:
    """What the viewer has got."""

    record: list[str] = field(default_factory=list)

    def note(self, play: WastelandPlay, viewer: Person) -> None:
        """Everything that stands where the viewer can read, with the bytes of its files."""
        self.record.append(play.record())
        for room in play.rooms(viewer):
            for seen in play.messages(room, viewer):
                self.record.append(f"{seen.text} {seen.raw.components} {play._as_data(seen)}")


async def look_everywhere(play: WastelandPlay, viewer: Person, told: Told) -> None:
    """Whatever a player can ask for: commands, the own seat, the table and each player's page."""
    for command in ("table status", "table board", "table log", "fairness", "me games"):
        await viewer.member.slash(play.thread, command)
    await viewer.member.slash(play.thread, "table board", text=True)
    await play.press(viewer, "seat")
    answer = await play.press(viewer, "look")
    close = Seen(play.thread.id, answer.response.id, answer.response._message)
    for seat in range(len(play.people)):
        await play.press(viewer, "look-at", close, [str(seat)])
        told.note(play, viewer)


Story = Callable[[WastelandPlay, Person, Told], Awaitable[None]]


async def scavenging(play: WastelandPlay, viewer: Person, told: Told) -> None:
    """A rival picks the hidden sensor, looks at it, and takes it into the own area."""
    _, moth, ibis = play.people
    await play.choose(moth, "card", "#2")
    told.note(play, viewer)
    await play.press(moth, "w-go")
    assert (await play.panel(moth)).ask.kind == "look"  # type: ignore[union-attr]
    await look_everywhere(play, viewer, told)
    await play.choose(moth, "deed", "take:B")
    await play.press(moth, "w-go")
    await look_everywhere(play, viewer, told)
    assert ibis in await play.asked()


async def planning(play: WastelandPlay, viewer: Person, told: Told) -> None:
    """All scout by plans: the viewer and a rival set out, each a card off the pile; the other takes one as ammo."""
    _, moth, ibis = play.people
    await play.choose(moth, "choice", "explore")
    await play.press(moth, "w-go")
    await play.choose(ibis, "choice", "ammo")
    await play.press(ibis, "w-go")
    await look_everywhere(play, viewer, told)
    await play.restart()
    await play.choose(viewer, "choice", "explore")
    await play.press(viewer, "w-go")
    assert {viewer, moth} <= set(await play.asked())
    await look_everywhere(play, viewer, told)


async def arming(play: WastelandPlay, viewer: Person, told: Told) -> None:
    """Both rivals commit a token: the viewer, who deals, learns that they have and what lies on top."""
    _, moth, ibis = play.people
    for person in (moth, ibis):
        await play.choose(person, "count", "1")
        await play.press(person, "w-go")
    assert await play.asked() == [viewer]
    await look_everywhere(play, viewer, told)
    await play.choose(viewer, "count", "1")
    told.note(play, viewer)


async def upkeep(play: WastelandPlay, viewer: Person, told: Told) -> None:
    """A rival has paid with a hidden part, but not everybody has answered."""
    _, moth, _ = play.people
    await play.choose(moth, "upkeep", "A.S")
    await play.press(moth, "w-go")
    await look_everywhere(play, viewer, told)


FIGHT = {
    "invader": roamer(2),
    "invader_stack": "c4 l2",
    "fighters": (Fighter(0, "A"), Fighter(1, "A"), Fighter(2, "A")),
    "queue": (1, 2),
}
STORIES: dict[str, tuple[Story, str, dict[str, Any]]] = {
    "scavenging": (scavenging, "scavenge", {"explorers": (1, 2), "queue": (1, 2)}),
    "planning": (planning, "scout", {"planning": "plans"}),
    "arming": (arming, "ammo", FIGHT),
    "upkeep": (upkeep, "upkeep", {}),
}


async def got(
    folder: Path, monkeypatch: pytest.MonkeyPatch, listening: Ears, state: State, story: Story, closed: bool
) -> list[str]:
    """All that the viewer gets while the story is played on this table."""
    told = Told()
    begin_at(monkeypatch, state)
    log: io.StringIO
    with logged() as log:
        async with surviving(folder, people=3, seed="secret") as play:
            viewer = play.people[0]
            listening.play, listening.viewer = play, viewer
            if closed:
                for person in play.people:
                    play.close_dm(person)
            await play.begin()
            await look_everywhere(play, viewer, told)
            await story(play, viewer, told)
            listening.viewer = None
    assert len(listening.said) > 20
    return [*told.record, *listening.numbered(), *lines_of(log)]


@pytest.fixture
def ears(wire: Callable[[], Wire], monkeypatch: pytest.MonkeyPatch) -> Callable[[], Ears]:
    """Begins to listen as ``wire`` does, with ears that know who the viewer is."""

    def listen() -> Ears:
        heard = Ears()
        plain = wire()
        monkeypatch.setattr(plain, "note", heard.note)
        return heard

    return listen


@pytest.mark.parametrize("name", STORIES)
async def test_hidden_cards_that_change_places_leave_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ears: Callable[[], Ears], name: str
) -> None:
    story, stage, more = STORIES[name]
    one, other = [
        await got(
            tmp_path / str(swapped),
            monkeypatch,
            ears(),
            world(stage, swapped, **more),
            story,
            closed=name in ("scavenging", "arming"),
        )
        for swapped in (False, True)
    ]
    assert len(one) > 50
    assert len(one) == len(other)
    for first, second in zip(one, other, strict=True):
        assert first == second


async def test_the_comparison_would_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ears: Callable[[], Ears]
) -> None:
    """To the owner of a card that changed places the two tables are not the same."""

    async def owner_looks(play: WastelandPlay, viewer: Person, told: Told) -> None:
        told.note(play, play.people[1])

    heard = [
        await got(tmp_path / str(swapped), monkeypatch, ears(), world("upkeep", swapped), owner_looks, closed=False)
        for swapped in (False, True)
    ]
    assert heard[0] != heard[1]
