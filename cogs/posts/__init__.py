"""From a row of the outbox to a message: ``compose(bot, post)``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from cogs.composed import Composed
from cogs.limits import check_view
from cogs.posts import end, lobby, play, scene
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
    "missed": play.compose_missed,
    "outage": play.compose_outage,
    "notice": play.compose_notice,
    "result": end.compose_result,
}
"""Every kind that is a message. ``thread`` and ``tidy`` are acts of the sender."""


async def compose(bot: ScrapyardBot, post: Post) -> Composed | None:
    """The message as it should stand now; ``None`` when there is nothing to say any more."""
    composed = await COMPOSERS[post.kind](bot, post)
    if composed is not None:
        check_view(composed.view, composed.files)
    return composed
