"""How posts and lobbies speak of Scorched Wasteland: whose turn and which season it is, who comes next, who lasted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games.base import Manner
from engines.core import Seat
from engines.wasteland.views import View
from locales import Words


class WastelandManner(Manner):
    """See ``Manner``. Turn, season and dealer stand in every heading."""

    def score(self, words: Words, score: int) -> str:
        return words.count("panel.wasteland.score", score)

    def turn(self, words: Words, view: View, number: int, names: Sequence[str] = ()) -> str:
        season = words(f"wasteland.season.{view.season}")
        return self._stands(words, view, season, names)

    def heading(
        self, words: Words, chapter: str, view: View, number: int, title: str, names: Sequence[str] = ()
    ) -> str:
        return self._stands(words, view, title, names)

    def _stands(self, words: Words, view: View, season: str, names: Sequence[str]) -> str:
        dealer = self._name(view.dealer, names)
        if not view.turn:
            return words("panel.wasteland.turn.setup", season=season, dealer=dealer)
        return words("panel.wasteland.turn", n=view.turn, season=season, dealer=dealer)

    def why(self, words: Words, view: View, names: Sequence[str]) -> str:
        if len(view.asked) != 1:
            return ""
        ((seat, kind),) = view.asked
        key = f"panel.wasteland.why.{view.stage if kind == 'commit' else kind}"
        if not words.has(key):
            return ""
        after = words("panel.wasteland.join.order").join(
            self._name(other, names) for other in view.queue if other != seat
        )
        if after:
            return words("panel.wasteland.next", who=after, why=words(key))
        return "" if kind == "lose_part" else words(key)  # that reason is about an order; here nobody waits

    def howto(self, words: Words, view: View) -> list[str]:
        lines = "\n".join((words("post.wasteland.howto"), words("panel.wasteland.howto")))
        return ["\n".join(f"{number}. {line}" for number, line in enumerate(lines.split("\n"), 1))]

    def final(self, words: Words, view: View, names: Sequence[str]) -> list[str]:
        told = [words.count("panel.wasteland.final.game", view.turn)]
        for seat, name in enumerate(names[: len(view.areas)]):
            area = view.areas[seat]
            if area.out:
                key = "panel.wasteland.final.out" if area.lasted else "panel.wasteland.final.early"
                told.append(words(key, who=name, **({"n": area.lasted} if area.lasted else {})))
                continue
            told.append(
                words(
                    "panel.wasteland.final.last",
                    who=name,
                    points=sum(bay.points for bay in area.bays),
                    parts=sum(bool(face) for bay in area.bays for face in bay.slots),
                    research=sum(map(bool, area.research)),
                    tokens=area.tokens or 0,
                )
            )
        return told

    def _name(self, seat: Seat, names: Sequence[str]) -> str:
        return names[seat] if seat < len(names) else self.mark(seat)


MANNER: Final = WastelandManner("wasteland")
