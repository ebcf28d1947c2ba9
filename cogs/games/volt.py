"""How posts and lobbies speak of Power Arena: matches, modules, killbots, prizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.base import Manner
from engines.core import IllegalAction
from engines.volt.cards import CHAMPIONS
from engines.volt.model import Championship, Options, View
from engines.volt.setup import line_up
from locales import Words

OUTFIT: Final = "outfit"
"""The chapter that the choice of decks leads to."""


class VoltManner(Manner):
    """See ``Manner``."""

    def turn(self, words: Words, view: View, number: int, names: Sequence[str] = ()) -> str:
        series = view.championship
        if series is None:
            return super().turn(words, view, number, names)
        return words("post.volt.turn.match", match=series.match, matches=series.matches, n=view.round)

    def answered(self, words: Words, chapter: str, view: View, number: int, names: Sequence[str] = ()) -> str:
        return words("post.volt.turn.outfit") if chapter == OUTFIT else self.turn(words, view, number)

    def howto(self, words: Words, view: View) -> list[str]:
        lines = [words("post.volt.howto", target=view.target)]
        if view.modules:
            lines.append(words("post.volt.howto.modules"))
        if any(robot.killbot is not None for robot in view.robots):
            lines.append(words("post.volt.howto.solo" if view.bots is not None else "post.volt.howto.killbots"))
            lines.append(words("post.volt.howto.cards"))
        if view.championship is not None:
            lines.append(words("post.volt.howto.championship", matches=view.championship.matches))
        return ["\n".join(f"{number}. {line}" for number, line in enumerate("\n".join(lines).split("\n"), 1))]

    def final(self, words: Words, view: View, names: Sequence[str]) -> list[str]:
        lines: list[str] = []
        if view.bots is not None:
            lines.append(words("post.volt.final.bots", vp=view.bots.vp, target=view.bots.target))
        if view.championship is not None:
            lines += self._prizes(words, view.championship, names)
        return lines

    def _prizes(self, words: Words, series: Championship, names: Sequence[str]) -> list[str]:
        """Each champion module with who holds it now."""
        return [
            words(
                "post.volt.final.prize",
                prize=words(f"volt.champion.{prize}"),
                who=names[holder] if holder is not None else words("post.volt.final.nobody"),
            )
            for prize, holder in zip(CHAMPIONS, series.holders, strict=True)
        ]

    def alone(self, words: Words, options: Options) -> str:
        if options.mode != "match":
            return ""
        try:
            killbots = line_up(options, 1).killbots
        except IllegalAction:
            return ""
        return words.count("lobby.volt.alone", killbots)


MANNER: Final = VoltManner("volt")
