"""Reads the catalogues as they lie in the folder, and the message keys that the sources name."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
LOCALES = ROOT / "locales"
FOLDERS = ("en", "zh_CN")
SPEAKING_ROOMS = ("cogs", "render", "app")
"""The rooms whose sources ask for text by a literal key."""
RULES_KEY = "rules."


def domains(folder: str) -> dict[str, Path]:
    return {path.stem: path for path in sorted((LOCALES / folder / "LC_MESSAGES").glob("*.po"))}


def catalogue(folder: str, domain: str) -> Catalog:
    with domains(folder)[domain].open("rb") as source:
        return read_po(source, locale=folder, abort_invalid=True)


def messages(folder: str, domain: str) -> dict[str, Message]:
    """The messages of a domain by key; the header is left out."""
    return {key_of(message): message for message in catalogue(folder, domain) if message.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    """All plural forms, or the one text."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def whole(folder: str) -> dict[str, Message]:
    """Every message of a language by key."""
    return {key: message for domain in domains(folder) for key, message in messages(folder, domain).items()}


def placeholders(text: str) -> frozenset[str]:
    """The names in braces. Raises ``ValueError`` where braces do not pair."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@dataclass(frozen=True, slots=True)
class Asked:
    """A key that a source file asks for; of a key that is put together only the fixed beginning is known."""

    where: str
    key: str
    complete: bool
    plural: bool


def asked_keys() -> Iterator[Asked]:
    for room in SPEAKING_ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield from keys_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)))


def keys_in(source: str, name: str) -> Iterator[Asked]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        manner = _manner(node.func)
        if manner is None:
            continue
        plural = manner == "plural"
        given = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "key")]
        for text in given:
            for key, complete in _texts(text):
                if "." in key:
                    yield Asked(f"{name}:{node.lineno}", key, complete, plural)


def _manner(function: ast.expr) -> str | None:
    """How a call asks for text: ``words``, ``label`` and ``locale_str`` plainly, ``words.count`` by number."""
    if isinstance(function, ast.Name):
        name = function.id
        return "plain" if name in ("locale_str", "label") or name.endswith("words") else None
    if isinstance(function, ast.Call):
        return "plain" if _ends_with(function.func, ("speak", "words_for")) else None
    if isinstance(function, ast.Attribute):
        if function.attr == "count" and (
            _ends_with(function.value, ("words",))
            or (isinstance(function.value, ast.Call) and _ends_with(function.value.func, ("speak", "words_for")))
        ):
            return "plural"
        return "plain" if function.attr == "locale_str" or function.attr.endswith("words") else None
    return None


def _ends_with(node: ast.expr, ends: tuple[str, ...]) -> bool:
    if isinstance(node, ast.Name):
        return node.id.endswith(ends)
    return isinstance(node, ast.Attribute) and node.attr.endswith(ends)


def _texts(node: ast.expr) -> Iterator[tuple[str, bool]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
        yield str(node.values[0].value), False


def told_keys() -> Iterator[Asked]:
    """The keys that the engines' and the tables' own values lead to: events, questions, refusals, terms."""
    for path in sorted((ROOT / "engines").glob("*/*.py")):
        game = path.parent.name
        makers = {"Event": f"{game}.event.", "IllegalAction": f"{game}.refuse.", "Ask": f"{game}.ask.", "Term": ""}
        yield from made_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), makers)
    for path in sorted((ROOT / "tables").rglob("*.py")):
        makers = {"Refused": "table.refuse."}
        yield from made_in(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), makers)


def made_in(source: str, name: str, makers: Mapping[str, str]) -> Iterator[Asked]:
    """The keys that the calls of ``makers`` lead to, each with the prefix given for its maker."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
            given = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg in ("kind", "reason"))]
            for text in given:
                for key, complete in _texts(text):
                    yield Asked(f"{name}:{node.lineno}", makers[node.func.id] + key, complete, plural=False)
