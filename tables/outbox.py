"""What must be said in Discord: written with what it tells of, sent later, each row once and then edited.

Every function that writes takes the desk and runs in its transaction. A body holds numbers only; nothing in it depends
on a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, Final, cast

from db import queries_outbox
from db.rows import PostRow, SeatRow, TableRow
from engines.core import Seat
from tables import codes
from tables.model import Place, Post, PostKind
from tables.sheet import AWAY

if TYPE_CHECKING:
    from db.database import Transaction
    from tables.desk import Desk

PLACES: Final[Mapping[PostKind, Place]] = {
    "lobby": "channel",
    "lobby_warning": "channel",
    "thread": "channel",
    "opening": "table",
    "chapter": "table",
    "turn": "table",
    "window": "table",
    "outage": "table",
    "notice": "table",
    "result": "table",
    "tidy": "table",
    "vote": "table",
    "claim": "table",
    "panel": "seat",
    "missed": "seat",
    "reminder": "seat",
    "digest": "person",
    "ad": "ads",
    "alarm": "mods",
    "request": "mods",
}
PRIORITIES: Final[Mapping[PostKind, int]] = {
    "panel": 0,
    "window": 1,
    "turn": 1,
    "thread": 2,
    "lobby": 2,
    "opening": 2,
    "chapter": 2,
    "result": 2,
    "vote": 2,
    "claim": 2,
    "request": 2,
    "missed": 3,
    "lobby_warning": 3,
    "reminder": 3,
    "alarm": 3,
    "ad": 3,
    "digest": 4,
    "outage": 4,
    "notice": 4,
    "tidy": 4,
}
"""Low goes first: secrets, your turn, the board, reminders, the rest."""
PASSED: Final = queries_outbox.PASSED
"""Why a post is dropped that ``mattering`` finds to tell nothing. Said anew, it may."""
STEPS_IN_A_POST: Final = 9
"""Steps that one post can show: a picture each, and one more of how things stand."""


def key(code: str, kind: PostKind, what: object = 0) -> str:
    """The post's name for ever."""
    return f"{code}:{kind}:{what}"


async def say(
    desk: Desk,
    kind: PostKind,
    what: object = 0,
    *,
    seat: Seat | None = None,
    person: int | None = None,
    place: Place | None = None,
    **body: Any,
) -> None:
    """Write a post that does not exist yet, or have it said anew. ``place``: where, if not where its kind belongs.

    ``seat``: to whose holder it is said, where it is theirs; elsewhere the seat that it tells of, as its body says too.
    ``person``: whose DM it is, where it is no seat's.
    """
    if seat is not None and PLACES[kind] != "seat":
        body["seat"] = seat
    user_id = person if seat is None else desk.sheet.seats[seat].user_id
    await _write(desk, kind, what, body, seat, user_id, place)


async def tell_host(desk: Desk, what: str, **body: Any) -> None:
    """Tell the host in a DM what only they, or moderators, can mend."""
    await _write(desk, "alarm", f"host-{what}", body, user_id=desk.table.host_id, place="person")


async def _write(
    desk: Desk,
    kind: PostKind,
    what: object,
    body: dict[str, Any],
    seat: Seat | None = None,
    user_id: int | None = None,
    place: Place | None = None,
) -> None:
    name = key(desk.table.code, kind, what)
    if await queries_outbox.renew_post(desk.connection, name, body):
        return
    await queries_outbox.add_post(
        desk.connection,
        key=name,
        nonce=codes.nonce(name, desk.kit.database.life),
        code=desk.table.code,
        kind=kind,
        place=place or PLACES[kind],
        seat=seat,
        user_id=user_id,
        body=body,
        priority=PRIORITIES[kind],
    )


def held(desk: Desk, seat: Seat, window: int | None = None) -> str:
    """Names what is said to the seat's present holder in a window (the open one, unless told otherwise).

    What was said to the holder before stays theirs and is another post.
    """
    number = desk.table.window if window is None else window
    return held_by(desk.sheet.seats[seat], number)


def held_by(seat: SeatRow, window: int) -> str:
    """``held`` for a seat that is already read."""
    name = f"{window}-{seat.seat}"
    return f"{name}-{seat.tenure}" if seat.tenure else name


async def tell(desk: Desk, what: str, key_: object, **facts: Any) -> None:
    """News of the table in one line: ``post.notice.<what>`` with these facts. ``key_`` tells it from others alike.

    ``last=True`` among the facts: it matters even when the table has ended.
    """
    await _write(desk, "notice", f"{what}-{key_}", {"say": what, **facts})


async def say_window(desk: Desk) -> None:
    """Tell everybody what the table waits for and how many are ready.

    A window of a scene is asked in the scene's own post. A right that may lapse calls for its holder in a post of its
    own as well, because an edit calls nobody; where nobody is waited for it calls nobody.
    """
    table = desk.table
    if table.scene is not None:
        await say_scene(desk, table.scene, window=table.window)
    if desk.sheet.waiting() if table.patience is not None else table.scene is None:
        await say(desk, "window", table.window, window=table.window)


async def say_panel(desk: Desk, seat: Seat) -> None:
    """Put the open window before the seat's holder; in a scene, before everybody."""
    if desk.table.scene is not None:
        await say_scene(desk, desk.table.scene, window=desk.table.window)
        return
    await say(desk, "panel", held(desk, seat), seat=seat, window=desk.table.window)


async def say_scene(
    desk: Desk, scene: str, *, window: int | None = None, steps: tuple[int, int] | None = None, over: bool = False
) -> None:
    """Have the post that tells and asks this scene say what is new: the window that is open now, or further steps.

    ``over``: nothing more is asked in it; it stays as the record.
    """
    name = scene_name(scene, desk.table.line)
    row = await queries_outbox.post(desk.connection, key(desk.table.code, "turn", name))
    body: dict[str, Any] = {"scene": scene, "window": None, "steps": None, **(row.body if row is not None else {})}
    if window is not None or over:
        body["window"] = window
    if steps is not None:
        body["steps"] = [*(body["steps"] or steps)[:1], steps[1]]
    await say(desk, "turn", name, **body)


def scene_name(scene: str, line: int) -> str:
    """Names the scene's post. After the table went back, the scene is told again, in a post of its own."""
    return f"{scene}~{line}" if line else scene


async def open_window(desk: Desk) -> None:
    """Announce the window that has just opened, to those whom it waits for.

    Whoever is away finds it again by pressing anything; for whom standing orders have answered, *My seat* shows it.
    """
    await say_window(desk)
    if desk.table.scene is not None:
        return
    for seat in desk.sheet.waiting():
        await say_panel(desk, seat)


async def renew_panel(desk: Desk, seat: Seat) -> None:
    """The seat's panel shows differently: edit it, where it was posted."""
    await queries_outbox.renew_post(desk.connection, key(desk.table.code, "panel", held(desk, seat)))


async def renew_window(desk: Desk) -> None:
    """The window, its time or its end shows differently: edit its posts, for those who have one."""
    code, scene = desk.table.code, desk.table.scene
    keys = {key(code, "panel", held(desk, seat.seat)) for seat in desk.sheet.seats}
    if scene is not None:
        keys.add(key(code, "turn", scene_name(scene, desk.table.line)))
    await queries_outbox.renew_posts(desk.connection, {key(code, "window", desk.table.window), *keys})


async def tell_chapters(desk: Desk, window: int, first: int, chapters: Sequence[str], scene: str | None = None) -> None:
    """Write a post for each run of steps that share a chapter; the first step has the number ``first``.

    A long run is told in several posts, so that each of its steps has room for its picture.

    Steps of a scene, one that has a post already or the one that opens now (``scene``), go into the scene's post.
    """
    seq = first
    for chapter, steps in groupby(chapters):
        last = seq + len(list(steps)) - 1
        if chapter == scene or await has_scene(desk.connection, desk.table, chapter):
            await say_scene(desk, chapter, steps=(seq, last))
        else:
            parts = parts_of(seq, last)
            for number, (start, end) in enumerate(parts, 1):
                part: dict[str, Any] = {"part": [number, len(parts)]} if len(parts) > 1 else {}
                await say(desk, "chapter", start, window=window, chapter=chapter, steps=[start, end], **part)
        seq = last + 1


def parts_of(first: int, last: int) -> list[tuple[int, int]]:
    """The steps from first to last in as few runs as hold them, all about as long."""
    steps = last - first + 1
    count = -(-steps // STEPS_IN_A_POST)
    bounds = [first + steps * at // count for at in range(count + 1)]
    return [(start, end - 1) for start, end in pairwise(bounds)]


async def has_scene(connection: Transaction, table: TableRow, chapter: str) -> bool:
    """Whether the chapter is, or was, a scene: it is told in one post that grew."""
    names = {scene_name(chapter, line) for line in range(table.line + 1)}
    return await queries_outbox.has_post(connection, {key(table.code, "turn", name) for name in names})


async def tell_missed(desk: Desk, window: int, seat: Seat, used: str) -> None:
    """Tell the holder what answered for them. One who stays away is not told again and again."""
    if desk.sheet.seats[seat].missed <= AWAY:
        await say(desk, "missed", held(desk, seat, window), seat=seat, window=window, used=used)


async def tell_away(desk: Desk, window: int, seat: Seat) -> None:
    """Tell the table that nobody waits for this seat from now on, and why."""
    await tell(desk, "away", f"{window}-{seat}", seat=seat)


def to_post(row: PostRow) -> Post:
    return Post(
        key=row.key,
        nonce=row.nonce,
        table=row.code,
        seq=row.seq,
        kind=cast("PostKind", row.kind),
        place=cast("Place", row.place),
        seat=row.seat,
        user_id=row.user_id,
        body=row.body,
        version=row.version,
        sent_version=row.sent_version,
        priority=row.priority,
        channel_id=row.channel_id,
        message_id=row.message_id,
        attempts=row.attempts,
    )
