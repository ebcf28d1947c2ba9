"""Who looks, and what is seen: people at the simulated server, and messages as they stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import simcord
from simcord.components import walk_components

from locales import Language


@dataclass(frozen=True)
class Person:
    """Somebody at the server. ``language`` is their Discord client's."""

    name: str
    language: Language
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def user(self) -> simcord.UserHandle:
        return self.member.user


@dataclass(frozen=True)
class Seen:
    """A message as it stands in the simulated Discord."""

    channel_id: int
    id: int
    raw: Any

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk_components(self.raw.components))

    @property
    def text(self) -> str:
        """All that can be read in it, buttons and alt texts included."""
        parts = [self.raw.content]
        for component in self.components:
            parts += [str(component[key]) for key in ("content", "label", "placeholder") if component.get(key)]
            parts += [option["label"] for option in component.get("options", ())]
            parts += [item.get("description") or "" for item in component.get("items", ())]
        return "\n".join(part for part in parts if part)

    @property
    def labels(self) -> list[str]:
        return [component["label"] for component in self.components if component.get("label")]

    def find(self, what: str) -> dict[str, Any] | None:
        """The first usable component whose custom id is for ``what`` (``s1:<code>:<window>:<what>``)."""
        for component in self.components:
            parts = str(component.get("custom_id", "")).split(":")
            if len(parts) > 3 and parts[3] == what and not component.get("disabled"):
                return component
        return None
