"""What became of each input: watched where the bot answers, and in its log."""

from __future__ import annotations

import logging
from collections import Counter
from typing import Any, Self

from simcord.backend.models.interaction import ResponseKind

import cogs.press
from cogs.press import Moment
from tests.conftest import Complaints
from tests.enemies.forging import AUTOCOMPLETE


class Errors(Complaints):
    """Of the bot, in the command too, where no test looks for them."""

    def check(self) -> None:
        assert not self.records, f"an error was logged: {self.records[0].name}: {self.records[0].getMessage()}"

    def __enter__(self) -> Self:
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger().removeHandler(self)


class Watching:
    """Which inputs were refused, told something, or shown something, by the ids of their interactions."""

    def __init__(self) -> None:
        self.refused: Counter[str] = Counter()
        self._refusals: set[int] = set()
        self._said: set[int] = set()
        self._shown: set[int] = set()

    def clear(self) -> None:
        self.refused = Counter()
        for kept in (self._refusals, self._said, self._shown):
            kept.clear()

    def install(self, monkeypatch: Any) -> None:
        why_not, reply, show = cogs.press._why_not, Moment._reply, Moment.show

        async def refused(moment: Moment, error: Any) -> str:
            self.refused[error.reason] += 1
            self._refusals.add(moment.interaction.id)
            return await why_not(moment, error)

        async def replied(moment: Moment, **message: Any) -> None:
            self._said.add(moment.interaction.id)
            await reply(moment, **message)

        async def showed(moment: Moment, *given: Any, **more: Any) -> bool:
            self._shown.add(moment.interaction.id)
            return await show(moment, *given, **more)

        monkeypatch.setattr(cogs.press, "_why_not", refused)
        monkeypatch.setattr(Moment, "_reply", replied)
        monkeypatch.setattr(Moment, "show", showed)

    def outcome(self, record: Any) -> str:
        if record.type == AUTOCOMPLETE:
            return "choices" if record.autocomplete_choices else "no choices"
        if record.modal is not None:
            return "a form opened"
        for what, ids in (("refused", self._refusals), ("shown", self._shown), ("said", self._said)):
            if record.id in ids:
                return what
        return "nothing"

    def told(self, record: Any) -> bool:
        """Whether the person has been told why not, or, where they wait for an answer, has one.

        What is done by a button of a post is told by the post.
        """
        if record.id in self._refusals:
            return record.id in self._said
        by_post = record.response_kind is ResponseKind.DEFERRED_UPDATE
        return record.type == AUTOCOMPLETE or by_post or self.outcome(record) != "nothing"
