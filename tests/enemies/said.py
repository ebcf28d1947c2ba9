"""What the bot asks Discord for during a siege: whom it calls, and whether names break the layout."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from simcord.components import walk_components

from tests.enemies.odd import EVIL_NAME, ODD_NAME

RAW = ("**x**", "_||`a`||_")
"""Of the odd names: what must never reach a text as it is."""
assert RAW[0] in EVIL_NAME
assert RAW[1] in ODD_NAME


def check_requests(requests: Iterable[Any], people: Collection[int]) -> None:
    """Every message says whom it calls: people one by one, never everybody, a role, or whoever is named in it."""
    for request in requests:
        for message in _messages(request):
            allowed = message.get("allowed_mentions")
            assert allowed is not None, f"calls whoever is named in it: {request}"
            assert not [*allowed.get("parse", ()), *allowed.get("roles", ())], f"calls everybody: {request}"
            assert {int(one) for one in allowed.get("users", ())} <= set(people), f"calls strangers: {request}"
            for text in _texts(message):
                fenced = text.split("```")  # between two of them nothing is markdown
                assert len(fenced) % 2, f"a block of code does not end: {text!r} in {request.path}"
                found = [raw for raw in RAW for part in fenced[::2] if raw in part]
                assert not found, f"a name is markdown: {text!r} in {request.path}"


def _messages(request: Any) -> Iterator[dict[str, Any]]:
    """The messages that a request makes or changes."""
    body = request.json
    if not isinstance(body, dict) or request.method not in ("POST", "PATCH"):
        return
    if request.path.endswith("/callback"):
        body = body.get("data") or {}
        if "title" in body or "choices" in body:
            return
    if "content" in body or "components" in body:
        yield body


def _texts(message: dict[str, Any]) -> Iterator[str]:
    """What Discord shows as markdown."""
    yield message.get("content") or ""
    for part in walk_components(message.get("components") or []):
        if part["type"] == 10:
            yield part["content"]
