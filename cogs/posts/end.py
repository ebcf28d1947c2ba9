"""How a game ended: winners, ranking, the seed laid open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from discord.ui import Separator

from cogs.composed import Composed
from cogs.games import manner
from cogs.posts.parts import GOLD, box, gallery, mark, present, shot, text, winners
from cogs.words import joined, safe_names, table_words
from locales import Words
from tables.model import Post, TableInfo

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
LOST: Final = "💥"


async def compose_result(bot: ScrapyardBot, post: Post) -> Composed:
    """Winners, ranking, the final board, and what anybody needs to check the luck. It tells everybody who played."""
    table = await bot.tables.find(post.table)
    words = table_words(table)
    view = await bot.tables.public_view(post.table)
    files = present([await shot(bot, table, words, view, "final", table.window)])
    players = _players(table)
    reason = f"{table.game}.end.{table.result.reason}" if table.result is not None else f"life.ended.{table.ended_why}"
    return Composed(
        box(
            GOLD,
            text(_headline(words, table), words(reason) if words.has(reason) else "", limit=600),
            text(*_ranking(words, table), *_more(words, table, view), limit=1400) if table.result is not None else None,
            gallery(*files),
            text(words(_farewell(table), who=joined(words, [f"<@{user_id}>" for user_id in players])))
            if players
            else None,
            Separator() if table.seed is not None else None,
            text(_proof(words, table), limit=1500) if table.seed is not None else None,
        ),
        files,
        mentions=players,
    )


def _farewell(table: TableInfo) -> str:
    return "post.result.thanks" if table.result is not None else "life.ended.thanks"


def _players(table: TableInfo) -> tuple[int, ...]:
    """The people who played to the end."""
    return tuple(
        seat.user_id for seat in table.seats if seat.kind == "person" and seat.user_id is not None and not seat.out
    )


def _headline(words: Words, table: TableInfo) -> str:
    names = winners(words, table)
    if table.ended_why is not None and table.result is None:
        return words("life.ended.title")
    if not names:
        return words(beaten(words, table) if table.result is not None else "post.result.nobody")
    return words("post.result.shared" if len(names) > 1 else "post.result.title", winners=joined(words, names))


def _ranking(words: Words, table: TableInfo) -> list[str]:
    """Seats from the winner down; without medals where nobody has won."""
    assert table.result is not None
    medals = 1 in table.result.places
    names = safe_names(words, table)
    lines: list[str] = []
    for number, seat in sorted((place, seat) for seat, place in enumerate(table.result.places)):
        key = "post.result.out" if table.seats[seat].out else "post.result.rank"
        score = manner(table.game).score(words, table.result.scores[seat])
        place = _medal(number) if medals else LOST
        lines.append(words(key, place=place, mark=mark(table, seat), name=names[seat], score=score))
    return lines


def beaten(words: Words, table: TableInfo) -> str:
    """The headline's key where the game has beaten everyone."""
    own = f"post.{table.game}.result.beaten"
    return own if words.has(own) else "post.result.beaten"


def _more(words: Words, table: TableInfo, view: Any) -> list[str]:
    """What else stands at the end, in the game's own manner."""
    names = tuple(f"{mark(table, seat)} **{name}**" for seat, name in enumerate(safe_names(words, table)))
    return manner(table.game).final(words, view, names)


def _medal(place: int) -> str:
    """The place as a sign. Digits with a dot would be a list, which Discord numbers anew though places are shared."""
    return MEDALS.get(place, f"{place}\ufe0f\u20e3")


def _proof(words: Words, table: TableInfo) -> str:
    return words("post.result.proof", seed=table.seed, salt=table.salt or "", hash=table.seed_hash, code=table.code)
