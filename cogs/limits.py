"""Discord's limits, all of them in one place, and what cuts text down to them."""

from __future__ import annotations

import logging
import re
from typing import Any, Final

import discord
from discord.ui.select import BaseSelect

TEXT: Final = 4000
"""Characters of all text displays of one Components V2 message together."""
COMPONENTS: Final = 40
"""Of one message together, those in others as well."""
CONTENT: Final = 2000
"""Characters of a plain message."""
FILES: Final = 10
GALLERY: Final = 10
ALT: Final = 1024
LABEL: Final = 80
CUSTOM_ID: Final = 100
OPTIONS: Final = 25
OPTION_TEXT: Final = 100
PLACEHOLDER: Final = 150
ROW_BUTTONS: Final = 5
THREAD_NAME: Final = 100
NONCE: Final = 25
MODAL_TITLE: Final = 45
INPUT_LABEL: Final = 45
COMMANDS: Final = 100
COMMAND_OPTIONS: Final = 25
COMMAND_CHOICES: Final = 25
CHOICE_NAME: Final = 100
COMMAND_DESCRIPTION: Final = 100
COMMAND_TEXT: Final = 8000
"""Characters of one command's names, descriptions and choices together."""
COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
UPLOAD: Final = 10 * 1024 * 1024
"""Bytes of all attachments of one message where nobody pays for more."""
ARCHIVE_MINUTES: Final = 7 * 24 * 60

log = logging.getLogger(__name__)


def clip(text: str, limit: int) -> str:
    """The text itself, or its beginning with an ellipsis; never longer than ``limit`` characters."""
    return text if len(text) <= limit else text[: max(limit - 1, 0)].rstrip() + "…"


def split_text(text: str, limit: int = TEXT) -> list[str]:
    """The text in pieces of at most ``limit`` characters, cut between lines, else between words, else anywhere."""
    pieces: list[str] = []
    rest = text
    while len(rest) > limit:
        cut = rest.rfind("\n", 1, limit + 1)
        if cut <= 0:
            cut = rest.rfind(" ", 1, limit + 1)
        if cut <= 0:
            cut = limit
        pieces.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip("\n ")
    if rest or not pieces:
        pieces.append(rest)
    return [piece for piece in pieces if piece] or [""]


def fit_lines(lines: list[str], limit: int, more: str) -> list[str]:
    """As many whole lines as fit into ``limit`` characters; ``more`` (with ``{n}``) tells how many were left out."""
    if sum(map(len, lines)) + len(lines) <= limit:
        return lines
    room = limit - len(more) - 8
    kept: list[str] = []
    for line in lines:
        if room - len(line) - 1 < 0:
            break
        kept.append(line)
        room -= len(line) + 1
    return [*kept, more.format(n=len(lines) - len(kept))]


def fit_last_lines(lines: list[str], limit: int, more: str) -> list[str]:
    """As many whole lines from the end as fit; ``more`` (with ``{n}``) tells before them how many were left out."""
    if sum(map(len, lines)) + len(lines) <= limit:
        return lines
    room = limit - len(more) - 8
    kept: list[str] = []
    for line in reversed(lines):
        if room - len(line) - 1 < 0:
            break
        kept.append(line)
        room -= len(line) + 1
    return [more.format(n=len(lines) - len(kept)), *reversed(kept)]


def faults(view: discord.ui.LayoutView, files: tuple[Any, ...] = ()) -> list[str]:
    """What Discord would refuse in this layout with these files; empty when it is fine."""
    found: list[str] = []

    def check(what: str, value: int, limit: int) -> None:
        if value > limit:
            found.append(f"{what}: {value} > {limit}")

    items = list(view.walk_children())
    check("components", len(items), COMPONENTS)
    check("files", len(files), FILES)
    check("upload", sum(len(file.data) for file in files), UPLOAD)
    check("text", sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay)), TEXT)
    names = {f"attachment://{file.name}" for file in files}
    shown: set[str] = set()
    ids: list[str] = []
    for file in files:
        check(f"alt of {file.name}", len(file.alt), ALT)
    for item in items:
        if isinstance(item, discord.ui.MediaGallery):
            check("gallery", len(item.items), GALLERY)
            shown |= {entry.media.url for entry in item.items}
        elif isinstance(item, discord.ui.File):
            shown.add(item.media.url)
        elif isinstance(item, discord.ui.ActionRow):
            check("row", sum(child.width for child in item.children), ROW_BUTTONS)
            if not item.children:
                found.append("empty row")
        elif isinstance(item, discord.ui.TextDisplay) and not item.content:
            found.append("empty text")
        found += _control_faults(item, ids)
    found += [f"no such file: {url}" for url in shown - names if url.startswith("attachment://")]
    found += [f"file not shown: {url}" for url in names - shown]
    if len(ids) != len(set(ids)):
        found.append(f"custom ids twice: {sorted(ids)}")
    return found


def _control_faults(item: Any, ids: list[str]) -> list[str]:
    control = item.item if isinstance(item, discord.ui.DynamicItem) else item
    found: list[str] = []
    if isinstance(control, discord.ui.Button):
        if len(control.label or "") > LABEL:
            found.append(f"label: {control.label}")
        if not control.label and not control.emoji:
            found.append("button without a face")
    elif isinstance(control, BaseSelect):
        if len(control.placeholder or "") > PLACEHOLDER:
            found.append(f"placeholder: {control.placeholder}")
        if isinstance(control, discord.ui.Select):
            found += _option_faults(control)
    else:
        return found
    custom_id = control.custom_id
    if custom_id is not None:
        ids.append(custom_id)
        if len(custom_id) > CUSTOM_ID:
            found.append(f"custom id: {custom_id}")
    return found


def _option_faults(control: discord.ui.Select[Any]) -> list[str]:
    found: list[str] = []
    if not 1 <= len(control.options) <= OPTIONS:
        found.append(f"options: {len(control.options)}")
    if len({option.value for option in control.options}) != len(control.options):
        found.append("option values twice")
    for option in control.options:
        longest = max(len(option.label), len(option.value), len(option.description or ""))
        if longest > OPTION_TEXT or not option.label or not option.value:
            found.append(f"option: {option.label}")
    return found


def check_view(view: discord.ui.LayoutView, files: tuple[Any, ...] = (), *, strict: bool = False) -> bool:
    """Whether Discord would take this message. ``strict`` raises ``ValueError``; otherwise the faults are logged."""
    found = faults(view, files)
    if found and strict:
        raise ValueError("; ".join(found))
    if found:
        log.error("a message breaks Discord's limits: %s", "; ".join(found))
    return not found
