"""The road in letters of one width, front at the top, and its legend."""

from __future__ import annotations

from typing import Final

from engines.thunder_road.facts import LANES
from engines.thunder_road.geometry import effective, ground
from engines.thunder_road.model import LANES as LETTERS
from engines.thunder_road.model import Spot, seat_of, size_of
from engines.thunder_road.views import View
from locales import Words
from render.thunder_road.alt import cars, chopper, head, out_line, plan, shortened
from render.thunder_road.names import crew, drawn_names

GROUND: Final = {"road": ".", "off": "o", "mud": "m", "rock": "X"}
"""As the rules pages draw the tiles."""
CELL: Final = 4


def text_board(view: View, words: Words, names: tuple[str, ...]) -> str:
    """A line for every row, then what the signs mean and how each crew stands; names are by seat."""
    named = tuple(shortened(name, 16) for name in drawn_names(view, words, names))
    lines = [*head(view, words, named)]
    if view.plan is not None:
        lines.append(plan(view, view.plan, words))
    lines.append("")
    if view.finish:
        lines.append("   " + "%" * (CELL * LANES))
    lines += _rows(view)
    lines += ["", words("render.thunder_road.board.legend")]
    lines += [words("render.thunder_road.board.cars", n=len(view.crews)), ""]
    for seat in view.order:
        facts = {"crew": crew(seat, words), "name": named[seat]}
        if view.crews[seat].out is not None:
            text = out_line(view, seat, words, named[seat])
        else:
            facts |= {"cars": cars(view, seat, words), "chopper": chopper(view, seat, words)}
            text = words("render.thunder_road.stand", **facts)
        lines.append(words("render.thunder_road.board.line", n=seat + 1, text=text))
    return "\n".join(lines)


def _rows(view: View) -> list[str]:
    lines = ["   " + "".join(letter.ljust(CELL) for letter in LETTERS).rstrip()]
    signs = _signs(view)
    for row in range(view.front - 1, view.rear - 1, -1):
        cells = "".join(_cell(view, Spot(lane, row), signs).ljust(CELL) for lane in range(LANES))
        lines.append(f"{row + 1:<3}{cells.rstrip()}")
    return lines


def _cell(view: View, spot: Spot, signs: dict[Spot, str]) -> str:
    return signs.get(spot) or GROUND[effective(ground(view.tiles, spot), None)]


def _signs(view: View) -> dict[Spot, str]:
    """What lies or stands in the spaces: cars over wrecks over tokens, a chopper behind them."""
    signs: dict[Spot, str] = {}
    for token in view.tokens:
        base = ground(view.tiles, token.spot)
        signs[token.spot] = (
            "?" if token.kind is None else "~" if token.kind == "oil" else GROUND[effective(base, token.kind)]
        )
    signs |= {wreck.spot: "w" for wreck in view.wrecks}
    for number, car in enumerate(view.cars):
        if car.place == "road" and car.spot is not None:
            seat = seat_of(number)
            assert seat is not None
            size = size_of(number)
            signs[car.spot] = f"{seat + 1}{size if car.operable else size.lower()}"
    for seat, state in enumerate(view.crews):
        if state.chopper is not None:
            here = signs.get(state.chopper) or GROUND[ground(view.tiles, state.chopper)]
            signs[state.chopper] = f"{here}^{seat + 1}"
    return signs
