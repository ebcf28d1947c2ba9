"""The games' own values to JSON and back: one set of pydantic adapters for each game, made once.

Nothing here tells in an error what a value was: it may be a player's secret.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from engines.chance import Draw
from engines.core import Event, Game, Result


class CorruptError(Exception):
    """A value cannot be written or read; says of which sort it is and nothing more."""

    def __init__(self, sort: str) -> None:
        super().__init__(f"a stored {sort} cannot be read or written")


class Shape:
    """One sort of value, as JSON text."""

    def __init__(self, sort: str, kind: Any) -> None:
        self._sort = sort
        self._adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def dump(self, value: Any) -> str:
        """The value as JSON; the same value always gives the same text."""
        try:
            return self._adapter.dump_json(value, warnings="error").decode()
        except PydanticSerializationError:
            raise CorruptError(self._sort) from None

    def load(self, text: str) -> Any:
        try:
            return self._adapter.validate_json(text)
        except ValidationError:
            raise CorruptError(self._sort) from None


EVENTS: Final = Shape("event", tuple[Event, ...])
RESULT: Final = Shape("result", Result)
DRAWS: Final = Shape("draw", tuple[Draw, ...])


class Codec:
    """A game together with the shapes of its values."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self.state = Shape("state", game.State)
        self.action = Shape("action", game.Action)
        self.view = Shape("view", game.View)
        hints = get_type_hints(game.Options)
        self.options: dict[str, tuple[str, ...]] = {f.name: get_args(hints[f.name]) for f in fields(game.Options)}
        """What the host may choose: the values of each field."""

    def default_options(self) -> dict[str, str]:
        """Every field of the options with the value that it has when nobody chooses."""
        chosen = self.game.Options()
        return {name: getattr(chosen, name) for name in self.options}
