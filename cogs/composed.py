"""A message as it is to stand in Discord, before anything is sent: layout, files, and who is pinged."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import discord

from cogs.limits import ALT, clip


@dataclass(frozen=True, slots=True)
class FileData:
    """A file to attach. Bytes, not a stream, so that a failed send can be tried again."""

    name: str
    data: bytes
    alt: str

    @property
    def url(self) -> str:
        """How the layout refers to it."""
        return f"attachment://{self.name}"

    def gallery_item(self) -> discord.MediaGalleryItem:
        return discord.MediaGalleryItem(self.url, description=clip(self.alt, ALT))

    def to_file(self) -> discord.File:
        return discord.File(io.BytesIO(self.data), filename=self.name, description=clip(self.alt, ALT))


@dataclass(frozen=True, slots=True)
class Composed:
    """A Components V2 message. ``mentions`` are the only people that it pings.

    The view is stopped when it is sent: its components are stateless, so discord.py need not keep it in memory.
    """

    view: discord.ui.LayoutView
    files: tuple[FileData, ...] = ()
    mentions: tuple[int, ...] = ()

    def mark(self, nonce: str) -> None:
        """Number the first component after the post, so that its message can be found again (see ``mark_of``)."""
        self.view.children[0].id = mark_of(nonce)

    def allowed(self) -> discord.AllowedMentions:
        """Nobody but the named people."""
        users = [discord.Object(id=user_id) for user_id in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)

    def to_send(self) -> dict[str, Any]:
        """Keyword arguments for ``send`` (fresh file objects at each call)."""
        self.view.stop()
        return {"view": self.view, "files": [file.to_file() for file in self.files], "allowed_mentions": self.allowed()}

    def to_edit(self, there: Iterable[discord.Attachment] = ()) -> dict[str, Any]:
        """Keyword arguments for ``edit`` and ``edit_original_response``; earlier attachments go.

        Those that are ``there`` already are not sent again: a picture's name changes with its content.
        """
        self.view.stop()
        kept = {attachment.filename: attachment for attachment in there}
        files = [kept.get(file.name) or file.to_file() for file in self.files]
        return {"view": self.view, "attachments": files, "allowed_mentions": self.allowed()}


def mark_of(nonce: str) -> int:
    """The component number, seen by nobody, by which a post's message is known.

    Discord itself knows a nonce again for some minutes only.
    """
    return int.from_bytes(sha256(nonce.encode()).digest()[:4], "big") % 2**30 + 1000


def picture(code: str, window: int, step: str | int, png: bytes, alt: str) -> FileData:
    """A picture under a name that says which table, window and step it shows, and changes with its content."""
    digest = sha256(png).hexdigest()[:8]
    return FileData(f"{code}-w{window}-{step}-{digest}.png", png, alt)
