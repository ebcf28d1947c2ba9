"""What the bot must be allowed in a channel, and the names that Discord has for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from locales import Words

NEEDED: Final = ("view_channel", "send_messages", "attach_files")
"""What the bot must be allowed in a channel to play there."""
NEEDED_IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that the bot lacks."""
    return [name for name in (NEEDED_IN_THREAD if thread else NEEDED) if not getattr(permissions, name)]


def permission_names(words: Words, names: Sequence[str]) -> str:
    """Permissions as Discord calls them in the reader's language."""
    return words("permission.and").join(words(f"permission.{name}") for name in names)
