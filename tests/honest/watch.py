"""Every request that a bot makes in a test, seen where the simulated Discords take it, and checked at once."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from simcord.http import router
from simcord.http import routes as _routes  # noqa: F401 - registers the routes

from app.simulated import honour_nonces
from tests.honest.components import Upload
from tests.honest.description import discord_says
from tests.honest.fetch import kept
from tests.honest.rules import REASON, rule_faults

SHOWN = 600
"""Characters of a body that a complaint quotes."""

honour_nonces()
unwatched = router.dispatch
"""simcord's table of routes as it was. The wire uses it, and shows all that comes in itself, refused or not."""


def faults(
    method: str, path: str, query: dict[str, Any], body: Any, uploads: Iterable[Upload] = (), reason: str | None = None
) -> tuple[str, list[str]]:
    """The route that the request took, and everything that Discord would not take of it."""
    says = discord_says()
    route = says.route(method, path)
    if route is None:
        return f"{method} ?", [f"path: Discord has no {method} {path}"]
    found = says.faults(route, path, query, body)
    if not found:  # a body of another shape cannot be looked at further
        found = rule_faults(method, route.path, query, body, list(uploads))
    if reason is not None and len(reason) > REASON:
        found.append(f"reason: {len(reason)} characters, {REASON} are allowed")
    return f"{method} {route.path}", found


@dataclass
class Traffic:
    """What was seen so far in this process."""

    routes: Counter[str] = field(default_factory=Counter[str])
    bodies: int = 0
    files: int = 0
    complaints: list[str] = field(default_factory=list[str])
    """Since somebody last took them."""

    def see(
        self, method: str, path: str, query: Any, body: Any, uploads: Iterable[Upload] = (), reason: str | None = None
    ) -> None:
        """Check a request, unless the description is missing: then the run says so, and tests/honest fails."""
        if not kept_here():
            return
        uploads = list(uploads)
        route, found = faults(method, path, dict(query or {}), body, uploads, reason)
        self.routes[route] += 1
        self.bodies += body is not None
        self.files += len(uploads)
        quoted = json.dumps(body, ensure_ascii=False, default=str)[:SHOWN] if found else ""
        self.complaints += [f"{method} {path} [{route}] {fault}\n    in {quoted}" for fault in found]

    def take(self) -> list[str]:
        """The complaints since the last call."""
        taken, self.complaints = self.complaints, []
        return taken


_here = False


def kept_here() -> bool:
    """Whether the description is there; once found it stays."""
    global _here
    _here = _here or kept().exists()
    return _here


TRAFFIC = Traffic()


def install() -> None:
    """See everything that simcord is asked in this process from now on."""
    if getattr(router.dispatch, "watched", False):
        return

    def watched(backend: Any, method: str, path: str, **rest: Any) -> Any:
        uploads = [Upload(file.filename, _size(file.fp)) for file in rest.get("files") or ()]
        TRAFFIC.see(method, path, rest.get("params"), rest.get("json"), uploads, rest.get("reason"))
        return unwatched(backend, method, path, **rest)

    watched.watched = watched.honours_nonces = True  # type: ignore[attr-defined]
    router.dispatch = watched


def _size(file: Any) -> int:
    at = file.tell()
    size = file.seek(0, io.SEEK_END)
    file.seek(at)
    return size
