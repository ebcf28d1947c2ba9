"""One request against Discord's published description: its route, its ids, its query and its body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jsonschema_rs

from tests.honest.fetch import MISSING, kept
from tests.honest.typescript import Schema, schema_of

SNOWFLAKE = re.compile(r"[1-9]\d{14,19}")
IDS: Schema = {"anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]}
"""discord.py sends many ids as JSON numbers, which Discord takes as well; the description has only the texts."""

MEDIA = 16
"""The kind of channel that discord.py offers with every other, and that the description leaves out."""

TOLERATED: dict[str, dict[str, Schema]] = {
    # What discord.py 2.7.1 sends with every body of that kind, whatever it is asked for, and Discord ignores.
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
    "MessageCreateRequest": {"tts": {"const": False}},
    "MessageEditRequestPartial": {"tts": {"const": False}},
    "MessageAttachmentRequest": {name: {} for name in ("url", "proxy_url", "size", "spoiler", "content_type")},
    "IncomingWebhookUpdateRequestPartial": {"tts": {"const": False}},
}


@dataclass
class Route:
    """One operation of the description; validators are made when it is first used."""

    method: str
    path: str
    query: str
    body: str
    definitions: dict[str, Schema] = field(repr=False)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(self.path)))

    @cached_property
    def body_rule(self) -> jsonschema_rs.Validator | None:
        return self._rule(self.body)

    @cached_property
    def query_rule(self) -> jsonschema_rs.Validator | None:
        return self._rule(self.query)

    def _rule(self, text: str) -> jsonschema_rs.Validator | None:
        schema = schema_of(text)
        return None if schema is None else jsonschema_rs.Draft202012Validator({**schema, "$defs": self.definitions})


class Description:
    """Everything that Discord says of its routes and what they take."""

    def __init__(self, file: Path) -> None:
        told = json.loads(file.read_text(encoding="utf-8"))
        self.definitions: dict[str, Schema] = told["schemas"]
        for name, schema in self.definitions.items():
            schema.pop("$id", None)
            schema.pop("$schema", None)
            _close(schema)
            if name in TOLERATED:
                schema["properties"].update(TOLERATED[name])
        self.definitions["SnowflakeType"] = IDS
        kinds = self.definitions["ChannelTypes"]
        self.definitions["ChannelTypes"] = {"anyOf": [kinds, {"const": MEDIA}]}
        self.routes = [Route(**one, definitions=self.definitions) for one in told["routes"]]
        self._by_shape: dict[tuple[str, int], list[Route]] = {}
        for route in sorted(self.routes, key=lambda route: route.path.count("{")):
            self._by_shape.setdefault((route.method, route.path.count("/")), []).append(route)

    def route(self, method: str, path: str) -> Route | None:
        """The operation with the most literal path that fits."""
        candidates = self._by_shape.get((method, path.count("/")), ())
        return next((route for route in candidates if route.pattern.fullmatch(path)), None)

    def faults(self, route: Route, path: str, query: dict[str, Any], body: Any) -> list[str]:
        """What Discord would not take, or would silently ignore, of this request on that route."""
        found = [
            f"path: {name} is no id: {value}" for name, value in _ids(route, path) if not SNOWFLAKE.fullmatch(value)
        ]
        if query and route.query_rule is None:
            found.append(f"query: {sorted(query)} on a route without a query")
        elif query and route.query_rule is not None:
            found += _query_complaints(route.query_rule, query)
        if body is not None and route.body_rule is None:
            found.append("body: sent to a route that takes none")
        elif route.body_rule is not None and (body is not None or route.method == "POST"):
            found += _complaints("body", route.body_rule, body)
        return found


@cache
def discord_says() -> Description:
    """The description as fetched. Raises ``FileNotFoundError`` with what to do where it is not there."""
    file = kept()
    if not file.exists():
        raise FileNotFoundError(MISSING)
    return Description(file)


def _close(node: Any) -> None:
    """Make unknown fields a fault, in every object that lists its own: Discord ignores them without a word."""
    if isinstance(node, dict):
        if "properties" in node and "allOf" not in node:
            node.setdefault("additionalProperties", False)
        for part in node.values():
            _close(part)
    elif isinstance(node, list):
        for part in node:
            _close(part)


def _ids(route: Route, path: str) -> Iterable[tuple[str, str]]:
    match = route.pattern.fullmatch(path)
    parts = match.groupdict() if match else {}
    return [(name, value) for name, value in parts.items() if name.endswith("_id")]


def _query_complaints(rule: jsonschema_rs.Validator, query: dict[str, Any]) -> list[str]:
    """On the wire all values are texts, and ``1`` is a number as well as *yes*: what fits in one way is right."""
    read = {name: _read(value) for name, value in query.items()}
    for name, value in read.items():
        if value in (0, 1) and not isinstance(value, bool):
            said = {**read, name: bool(value)}
            if len(_complaints("query", rule, said)) < len(_complaints("query", rule, read)):
                read = said
    return _complaints("query", rule, read)


def _read(value: Any) -> Any:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return json.loads(text) if text in ("true", "false") or text.isdigit() else text


def _complaints(where: str, rule: jsonschema_rs.Validator, instance: Any) -> list[str]:
    try:
        if rule.is_valid(instance):
            return []
        return [f"{where}{_place(error)}: {error.message[:200]}" for error in map(_deepest, rule.iter_errors(instance))]
    except (TypeError, ValueError) as error:
        return [f"{where}: no JSON: {error}"]


def _place(error: jsonschema_rs.ValidationError) -> str:
    return "".join(f"/{part}" for part in error.instance_path)


def _deepest(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """Of a choice of which nothing fits: the fault of the branch that is meant, the one of that ``type``."""
    while branches := getattr(error.kind, "context", None):
        meant = [branch for branch in branches if not any(_wrong_type(one) for one in branch)] or branches
        branch = min(meant, key=lambda errors: (len(errors), -max(len(one.instance_path) for one in errors)))
        deeper = max(branch, key=lambda one: len(one.instance_path))
        if len(deeper.instance_path) < len(error.instance_path):
            break
        error = deeper
    return error


def _wrong_type(error: jsonschema_rs.ValidationError) -> bool:
    return list(error.instance_path)[-1:] == ["type"] or getattr(error.kind, "name", "") in ("type",)
