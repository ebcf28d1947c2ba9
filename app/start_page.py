"""The preview's start page: who is there, and what each can look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, Literal

from locales import LANGUAGES, Language, Words, speak

SEAT_COLOURS: Final = ("#e0563f", "#3f8fe0", "#e0b13f", "#57b06a")
LINES: Final = ("app.page.what", "app.page.how")
"""Said in both languages, whatever the page's own is."""


@dataclass(frozen=True, slots=True)
class Door:
    """A channel, the private messages with the bot, or a thread, as one person sees it."""

    kind: Literal["channel", "private", "thread"]
    channel_id: int
    name: str
    messages: int


@dataclass(frozen=True, slots=True)
class Guest:
    number: int
    name: str
    language: Language
    doors: Sequence[Door]


@cache
def _template() -> str:
    return (Path(__file__).parent / "start_page.html").read_text(encoding="utf-8")


def page(guests: Sequence[Guest], language: Language) -> str:
    """The whole page. Its two lines of explanation stand there in every language, the page's own first."""
    order = sorted(LANGUAGES, key=lambda known: known != language)
    lines = [f'<p lang="{known}">{escape(speak(known)(key))}</p>' for known in order for key in LINES]
    return _template().format(
        language=language,
        title=escape(speak(language)("app.page.title")),
        lines="\n".join(lines),
        guests=guests_html(guests, language),
    )


def guests_html(guests: Sequence[Guest], language: Language) -> str:
    """The part that changes while people play."""
    return "\n".join(_guest(guest, speak(language)) for guest in guests)


def _guest(guest: Guest, words: Words) -> str:
    name = escape(guest.name)
    return (
        f'<section style="--seat: {SEAT_COLOURS[guest.number % len(SEAT_COLOURS)]}"><h2>{name}</h2>'
        + "".join(_door(guest, door, words) for door in guest.doors)
        + f'<div class="speak" role="group" aria-label="{escape(words("app.page.reads", name=guest.name))}">'
        + "".join(_speak(guest, language) for language in LANGUAGES)
        + "</div></section>"
    )


def _door(guest: Guest, door: Door, words: Words) -> str:
    label = escape(words(f"app.page.{door.kind}", name=door.name))
    where = f"{guest.number}/{door.channel_id}"
    return (
        f'<a class="door" target="scrapyard/{where}" href="open/{where}">'
        f'<span>{label}</span><span class="count">{door.messages}</span></a>'
    )


def _speak(guest: Guest, language: Language) -> str:
    pressed = "true" if language == guest.language else "false"
    name = escape(speak(language)("app.page.language"))
    return f'<button data-speak="speak/{guest.number}/{language}" aria-pressed="{pressed}">{name}</button>'
