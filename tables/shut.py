"""Where the bot may not post, though the place is there: told once to whoever can mend it, taken back when it works.

What was told stands in the outbox, so that a restart neither forgets it nor tells it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from db import queries_outbox
from db.rows import PostRow
from tables import outbox

if TYPE_CHECKING:
    from tables.desk import Desk

ShutWhy = Literal["permission", "locked", "full"]
"""``permission``: the bot lacks some. ``locked``: the thread is. ``full``: the server has too many active threads."""
SHUT: Final = "shut"


async def shut_out(desk: Desk, channel_id: int, why: ShutWhy, names: Sequence[str]) -> bool:
    """Tell the host and the moderators, unless they know. Whether this is news.

    ``names``: the permissions that the bot lacks, as Discord's library calls them; none where that is not known.
    """
    told = await _told(desk)
    if any(not row.body["over"] for row in told):
        return False
    number = 1 + sum(row.place == "mods" for row in told)
    body: dict[str, Any] = {"say": SHUT, "channel_id": channel_id, "why": why, "names": list(names), "over": False}
    await outbox.say(desk, "alarm", f"{SHUT}-{number}", **body)
    await outbox.tell_host(desk, f"{SHUT}-{number}", **body)
    return True


async def let_in(desk: Desk) -> bool:
    """It works again: what was told says so now. Whether anything was."""
    standing = [row for row in await _told(desk) if not row.body["over"]]
    for row in standing:
        await queries_outbox.renew_post(desk.connection, row.key, {**row.body, "over": True})
    return bool(standing)


async def _told(desk: Desk) -> list[PostRow]:
    rows = await queries_outbox.posts_of(desk.connection, desk.table.code)
    return [row for row in rows if row.kind == "alarm" and row.body.get("say") == SHUT]
