"""The TypeScript types of the description, as JSON Schema: what a route takes is told in them."""

from __future__ import annotations

import re
from typing import Any

Schema = dict[str, Any]
TOKEN = re.compile(r'\s*("[^"]*"|-?\d+|[A-Za-z_@$][\w$]*\??|\[\]|[{}()\[\]|:;,?])')
PLAIN: dict[str, Schema] = {
    "string": {"type": "string"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "null": {"type": "null"},
    "unknown": {},
}


def schema_of(text: str) -> Schema | None:
    """The schema of that type; ``None`` where the route takes nothing. Raises ``ValueError`` on unknown grammar."""
    if text in ("", "undefined", "never"):
        return None
    reader = _Reader(text)
    schema = reader.union()
    if reader.peek:
        raise ValueError(f"not read to its end: {text}")
    return schema


class _Reader:
    def __init__(self, text: str) -> None:
        self._tokens = TOKEN.findall(text)
        if "".join(self._tokens) != re.sub(r"\s+", "", text):
            raise ValueError(f"not understood: {text}")
        self._at = 0

    @property
    def peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek
        if not token or (wanted and token != wanted):
            raise ValueError(f"{wanted or 'more'} expected, not {token or 'the end'}")
        self._at += 1
        return token

    def union(self) -> Schema:
        if self.peek == "|":
            self.take()
        parts = [self._part()]
        while self.peek == "|":
            self.take()
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else {"anyOf": parts}

    def _part(self) -> Schema:
        token = self.take()
        if token == "(":
            schema = self.union()
            self.take(")")
        elif token == "{":
            schema = self._object()
        elif token.startswith('"'):
            schema = {"const": token.strip('"')}
        elif token in PLAIN:
            schema = PLAIN[token]
        elif token.lstrip("-").isdigit():
            schema = {"const": int(token)}
        else:
            schema = {"$ref": f"#/$defs/{token}"}
        while self.peek == "[]":
            self.take()
            schema = {"type": "array", "items": schema}
        return schema

    def _object(self) -> Schema:
        properties: dict[str, Schema] = {}
        required: list[str] = []
        others: Any = False
        while self.peek != "}":
            name = self.take()
            if name == "[":  # [key: string]: T
                for expected in (self.take(), ":", "string", "]", ":"):
                    if expected in (":", "string", "]"):
                        self.take(expected)
                others = self.union()
            else:
                self.take(":")
                properties[name.rstrip("?")] = self.union()
                if not name.endswith("?"):
                    required.append(name)
            if self.peek == ";":
                self.take()
        self.take("}")
        schema: Schema = {"type": "object", "properties": properties, "additionalProperties": others}
        return schema | {"required": required} if required else schema
