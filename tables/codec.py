"""The games' own values to JSON and back: one set of pydantic adapters for each game, made once.

Nothing here tells in an error what a value was: it may be a player's secret.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from engines.chance import Draw
from engines.core import Event, Game, Result, TakesOrders


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
        self.options = _values(game.Options)
        """What the host may choose: the values of each field."""
        self.taking: TakesOrders | None = game if isinstance(game, TakesOrders) else None
        """The game, where it takes standing orders."""
        self.orders = {} if self.taking is None else _values(self.taking.Orders)
        """What people may order beforehand: the values of each field."""

    def default_options(self) -> dict[str, str]:
        """Every field of the options with the value that it has when nobody chooses."""
        return self.chosen(self.game.Options())

    def chosen(self, options: Any) -> dict[str, str]:
        """The options as they are stored."""
        return {name: getattr(options, name) for name in self.options}


@cache
def codec_of(game: Game[Any, Any, Any]) -> Codec:
    """The game's codec, made once for the whole process: the adapters take long to make."""
    return Codec(game)


def _values(kind: type[Any]) -> dict[str, tuple[str, ...]]:
    """The values that each field of a dataclass of ``Literal`` strings can have."""
    hints = get_type_hints(kind)
    return {field.name: get_args(hints[field.name]) for field in fields(kind)}
