"""Fills a sentence as a reader would see it."""

from __future__ import annotations

import string
from collections.abc import Mapping

from engines.core import Fact, Listing, Term, Who
from locales import LANGUAGES, Words, speak


def check_sentence(key: str, facts: Mapping[str, Fact]) -> None:
    """The sentence uses exactly these facts, in both languages."""
    for language in LANGUAGES:
        words = speak(language)
        assert words.has(key), f"{language}: {key}"
        raw = words(key)
        used = {name for _, name, _, _ in string.Formatter().parse(raw) if name is not None}
        assert used == set(facts), f"{language}: {key}"
        sentence = words(key, **{name: said(fact, words) for name, fact in facts.items()})
        assert sentence.strip()
        assert "{" not in sentence
        assert len(sentence) < 300


def said(fact: Fact, words: Words) -> str:
    match fact:
        case Who():
            return "Rook"
        case Term(key):
            assert words.has(key), key
            return words(key)
        case Listing(items):
            return ", ".join(said(item, words) for item in items)
        case _:
            return str(fact)
