"""Text in English and Simplified Chinese: gettext catalogues, read once, asked by message key.

``words = speak("zh-CN"); words("lobby.joined", name="Rook")``. A domain is one ``.po`` file per language; all domains
of a language are one catalogue. Missing text falls back to English, then to the key itself, and is logged.
"""

from __future__ import annotations

import gettext
import io
import logging
from functools import cache
from pathlib import Path
from typing import Final, Literal

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Language = Literal["en", "zh-CN"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh-CN")
HOME: Final = Path(__file__).parent

log = logging.getLogger(__name__)


class Words:
    """One language's text."""

    def __init__(self, language: Language, catalogue: gettext.NullTranslations, fallback: Words | None) -> None:
        self.language: Language = language
        self._catalogue = catalogue
        self._fallback = fallback

    def __call__(self, key: str, **facts: object) -> str:
        """The message with its ``{placeholders}`` filled."""
        return self._fill(key, self._catalogue.gettext(key), facts)

    def count(self, key: str, n: int, **facts: object) -> str:
        """The message in the plural form for ``n``, which fills ``{n}`` too."""
        return self._fill(key, self._catalogue.ngettext(key, key, n), {"n": n, **facts})

    def has(self, key: str) -> bool:
        return self._catalogue.gettext(key) != key or self._catalogue.ngettext(key, key, 1) != key

    def _fill(self, key: str, text: str, facts: dict[str, object]) -> str:
        if text == key:
            if self._fallback is not None:
                return self._fallback(key, **facts)
            log.warning("no text for %s", key)
            return key
        return text.format_map(facts) if facts else text


def pick_language(locale: str | None) -> Language:
    """The language for a Discord locale: any Chinese reads Chinese, everyone else English."""
    return "zh-CN" if locale and locale.lower().startswith("zh") else "en"


@cache
def speak(language: Language) -> Words:
    fallback = None if language == "en" else speak("en")
    return Words(language, _catalogue(language), fallback)


def _catalogue(language: Language) -> gettext.NullTranslations:
    whole: gettext.GNUTranslations | None = None
    for path in sorted((HOME / language.replace("-", "_") / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as source:
            catalogue = read_po(source, locale=language.replace("-", "_"))
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        domain = gettext.GNUTranslations(compiled)
        if whole is None:
            whole = domain
        else:
            whole._catalog.update(domain._catalog)  # type: ignore[attr-defined]
    return whole or gettext.NullTranslations()
