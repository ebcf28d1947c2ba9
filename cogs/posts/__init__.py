"""From a row of the outbox to a message: ``compose(bot, post)``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from cogs.composed import Composed
from cogs.limits import check_view
from cogs.posts import calls, end, lobby, mods, notices, play, scene, together
from tables.model import Post, PostKind

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

Compose = Callable[["ScrapyardBot", Post], Awaitable[Composed | None]]

COMPOSERS: Final[Mapping[PostKind, Compose]] = {
    "lobby": lobby.compose_lobby,
    "lobby_warning": lobby.compose_warning,
    "opening": play.compose_opening,
    "chapter": play.compose_chapter,
    "turn": scene.compose_turn,
    "window": play.compose_window,
    "panel": play.compose_panel_post,
    "missed": notices.compose_missed,
    "outage": notices.compose_outage,
    "notice": notices.compose_notice,
    "reminder": calls.compose_reminder,
    "digest": calls.compose_digest,
    "vote": together.compose_vote,
    "claim": together.compose_claim,
    "ad": together.compose_ad,
    "alarm": mods.compose_alarm,
    "request": mods.compose_request,
    "result": end.compose_result,
}
"""Every kind that is a message. ``thread`` and ``tidy`` are acts of the sender."""


async def compose(bot: ScrapyardBot, post: Post) -> Composed | None:
    """The message as it should stand now; ``None`` when there is nothing to say any more."""
    composed = await COMPOSERS[post.kind](bot, post)
    if composed is not None:
        check_view(composed.view, composed.files)
    return composed
