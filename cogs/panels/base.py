"""What all panels share: which state a panel is in, how it looks when closed, and the presses on it."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

import discord

from cogs.composed import Composed, FileData, picture
from cogs.games import manner
from cogs.limits import TEXT, clip
from cogs.orders import with_orders
from cogs.panels.holding import own_panel
from cogs.press import Address, Moment, PressForm, PressItem
from cogs.tabling import marked, paused_line, table_url, winners
from cogs.words import facts, joined, plain_names, safe_names
from engines import GAMES
from engines.core import Seat
from locales import Words
from render import Look
from tables.model import Post, SeatPanel

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

State = Literal["open", "ready", "past", "idle", "out", "beaten", "over"]
COLOURS: dict[State, int] = {
    "open": 0xFAC414,
    "ready": 0x34B46C,
    "past": 0x485364,
    "idle": 0x485364,
    "out": 0x485364,
    "beaten": 0x485364,
    "over": 0x485364,
}
"""The bar at the side: yellow wants something, green is done, grey is quiet."""
HEAD = 900
"""Characters of a heading or a note; what a panel tells at length has ``BODY``."""
BODY = TEXT - 2 * HEAD
CONTROLS = 28
"""Components that the controls of a panel in a scene may have, rows included: the rest of the post needs the others."""
CATCH_UP = 3
"""Times that a panel is shown anew because other presses came in between; the outbox mends the rest."""
BETWEEN = "."
"""Parts the seat from the rest in the last field of a ``custom_id``."""


class PanelModule(Protocol):
    """What a file in this folder brings."""

    ITEMS: tuple[type[PressItem], ...]
    FORMS: tuple[type[PressForm], ...]

    async def compose(self, bot: ScrapyardBot, panel: SeatPanel, words: Words) -> Composed:
        """The panel of a seat that is asked."""
        ...

    def answer(self, panel: SeatPanel, words: Words) -> str:
        """The panel's draft in words."""
        ...


class SceneModule(PanelModule, Protocol):
    """What a file in this folder brings besides where its game asks in scenes (``Window.scene``).

    Both go into the scene's public post as well as into the private copy (``scene_panel``), so neither tells more than
    everybody may know. A module without them is helped out by the general panel.
    """

    async def controls(self, bot: ScrapyardBot, panel: SeatPanel, words: Words) -> list[discord.ui.Item[Any]]:
        """The buttons and selects of a seat that is asked, in rows; at most ``CONTROLS`` components in all."""
        ...

    def question(self, panel: SeatPanel, words: Words) -> str:
        """What the seat is asked, with what it has chosen so far; at most ``HEAD`` characters are shown."""
        ...


@dataclass(frozen=True, slots=True)
class Asking:
    """What a panel asks and how it is answered, in one language."""

    text: str
    controls: Sequence[discord.ui.Item[Any]]
    limit: int = HEAD
    """Characters of the text that are shown; in a public post they are missing in its story."""


Variant = Callable[[Words], Awaitable[Asking]]
"""What a panel asks for once instead of what it always would (another page, *really?*), in any language."""


@cache
def module_of(game: str) -> PanelModule:
    """The game's own panel where there is one, else the general panel."""
    own = f"cogs.panels.{game}"
    name = own if importlib.util.find_spec(own) is not None else "cogs.panels.general"
    return importlib.import_module(name)  # type: ignore[return-value]


@cache
def scene_module_of(game: str) -> SceneModule:
    """The game's own panel where it knows scenes, else the general panel."""
    own = module_of(game)
    return own if hasattr(own, "controls") else module_of("general")  # type: ignore[return-value]


@cache
def handlers(game: str) -> tuple[type[Any], ...]:
    """What may be pressed and filled in at the game's tables; another game's ids can only be made up."""
    found = (module_of(game), scene_module_of(game), module_of("general"))
    return (*ITEMS, *(kind for module in found for kind in (*module.ITEMS, *module.FORMS)))


def modules() -> tuple[PanelModule, ...]:
    """The general panel and every game's own."""
    found = [module_of("general"), *map(module_of, GAMES)]
    return tuple(dict.fromkeys(found))


async def asking_of(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> Asking:
    """What the panel of a seat that is asked in a scene asks."""
    module = scene_module_of(panel.table.game)
    return Asking(module.question(panel, words), await module.controls(bot, panel, words))


def asks_in_scenes(game: str) -> bool:
    """Whether the game brings a panel of its own for scenes: it asks in public, and has no secrets to keep."""
    return module_of(game) is not module_of("general") and hasattr(module_of(game), "controls")


async def scene_panel(bot: ScrapyardBot, panel: SeatPanel, words: Words, asking: Asking | None = None) -> Composed:
    """The private copy of what a scene asks in public."""
    file = await board(bot, panel, words)
    asking = asking or await asking_of(bot, panel, words)
    parts = [
        text(title_line(panel, words), deadline_line(panel, words)),
        discord.ui.MediaGallery(file.gallery_item()),
        text(asking.text, limit=asking.limit),
        *asking.controls,
        discord.ui.ActionRow[Any](show_button(panel, words)),
    ]
    return Composed(layout(state_of(panel), parts), (file,))


async def compose_panel(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> Composed:
    """The panel as a message: one and the same in a DM, in a private thread and as a private answer."""
    state = state_of(panel)
    if state in ("past", "over"):
        return closed(panel, words, state)
    if state in ("out", "beaten"):
        return await resting(bot, panel, words, state)
    if state == "idle":
        return with_orders(await resting(bot, panel, words, state), panel, words)
    return with_orders(await module_of(panel.table.game).compose(bot, panel, words), panel, words)


def state_of(panel: SeatPanel) -> State:
    """What can be done with the panel now."""
    if panel.window and panel.window != panel.table.window:
        return "past"
    if panel.table.status != "running":
        return "over"
    if panel.table.seats[panel.seat].out:
        return "out"
    if panel.table.seats[panel.seat].beaten:
        return "beaten"
    if panel.ask is None:
        return "idle"
    return "ready" if panel.ready else "open"


def title_line(panel: SeatPanel, words: Words) -> str:
    """Game, code, and the way to the table."""
    table = panel.table
    return words("panel.title", game=words(f"{table.game}.title"), code=table.code, url=table_url(table))


def deadline_line(panel: SeatPanel, words: Words) -> str:
    """Until when the seat's holder has, on their own clock, and what gives them longer; or that the game is paused."""
    table = panel.table
    if table.paused_at is not None:
        return f"{paused_line(table, words)} {words('life.paused.kept')}"
    own = next((own for own in table.own if own.seat == panel.seat), None)
    due = own.due if own is not None else table.deadline
    if due is None:
        return ""
    line = words("panel.deadline", when=discord.utils.format_dt(due, "R"))
    return f"{line} {words(f'life.own.{own.why}')}" if own is not None and own.why else line


def ask_line(panel: SeatPanel, words: Words) -> str:
    """The question, in the game's words."""
    assert panel.ask is not None
    names = safe_names(words, panel.table)
    return words(f"{panel.table.game}.ask.{panel.ask.kind}", **facts(words, panel.ask.facts, names))


def layout(state: State, parts: Sequence[discord.ui.Item[Any]]) -> discord.ui.LayoutView:
    """A panel's message: everything in one box."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Container(*parts, accent_colour=COLOURS[state]))
    return view


def text(*lines: str, limit: int = HEAD) -> discord.ui.TextDisplay[Any]:
    """Lines of text; empty ones are left out."""
    return discord.ui.TextDisplay(clip("\n".join(line for line in lines if line), limit))


def closed(panel: SeatPanel, words: Words, state: State) -> Composed:
    """A panel that nothing can be done with any more: no buttons, and no secret but the answer that has counted."""
    won = winners(words, panel.table)
    told = words("panel.result", winners=joined(words, won)) if won else words(f"panel.{state}")
    lines = [title_line(panel, words), told]
    if state == "past" and panel.draft is not None and panel.window < panel.table.window:
        answer = module_of(panel.table.game).answer(panel, words)
        lines.append(words("panel.answered", answer=answer))
    return Composed(layout(state, [text(*lines)]))


async def board(bot: ScrapyardBot, panel: SeatPanel, words: Words) -> FileData:
    """The picture of what the seat may see, its plan drawn in."""
    table = panel.table
    look = Look(language=words.language, names=plain_names(words, table))
    drawn = await bot.studio.draw(table.game, panel.view, look)
    return picture(table.code, panel.window, f"seat{panel.seat + 1}", drawn.png, drawn.alt)


async def resting(bot: ScrapyardBot, panel: SeatPanel, words: Words, state: State) -> Composed:
    """The panel of a seat that is not asked now."""
    file, table = await board(bot, panel, words), panel.table
    why = manner(table.game).why(words, panel.view, marked(table, safe_names(words, table)))
    row = discord.ui.ActionRow[Any](show_button(panel, words))
    parts = [
        text(title_line(panel, words), words(f"panel.{state}"), why, paused_line(panel.table, words)),
        discord.ui.MediaGallery(file.gallery_item()),
        row,
    ]
    return Composed(layout(state, parts), (file,))


def where(panel: SeatPanel, what: str, *rest: str | int) -> Address:
    """The address of one of the panel's components. It names the seat, so that nobody else's press counts."""
    return Address(panel.table.code, panel.window, what, BETWEEN.join(map(str, (panel.seat, *rest))))


def seat_and_rest(address: Address) -> tuple[Seat, str]:
    """Whose panel it is, and what else the address says."""
    seat, _, rest = address.arg.partition(BETWEEN)
    return (int(seat) if seat.isdecimal() else -1), rest


class PanelPress:
    """A press on a panel: only its own seat's counts, and only while its window is open."""

    asks: ClassVar[str | None] = None
    """The kind of question that the press is about; ``None`` is any."""
    address: Address

    @property
    def seat(self) -> Seat:
        return seat_and_rest(self.address)[0]

    @property
    def rest(self) -> str:
        return seat_and_rest(self.address)[1]

    async def act(self, moment: Moment) -> None:
        """Find out who presses; then ``press``."""
        panel = await own_panel(moment, self.address)
        if panel.seat != self.seat:
            await moment.say(moment.words("panel.not_yours"))
        elif panel.window != self.address.window or not self._fits(panel):
            await self.stale(moment)
        else:
            await self.press(moment, panel)

    def _fits(self, panel: SeatPanel) -> bool:
        """Whether the seat is asked what the press is about, and in this game at all."""
        if not isinstance(self, handlers(panel.table.game)):
            return False
        if panel.ask is None or state_of(panel) not in ("open", "ready"):
            return False
        return self.asks is None or panel.ask.kind == self.asks

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        """What the press does to the presser's own, open panel."""
        raise NotImplementedError

    async def stale(self, moment: Moment) -> None:
        """The window has passed: say so, close the old panel, and give the present one."""
        panel = await moment.bot.tables.panel(self.address.code, moment.press.user_id)
        await refresh(moment, self.address, panel)
        await moment.say(moment.words("panel.stale"))
        post = await scene_post(moment)
        goes_on = post is not None and panel.ask is not None and post.body["window"] == panel.window
        if not is_private(moment) and not goes_on:
            await moment.tell(await compose_panel(moment.bot, panel, moment.words))


def is_private(moment: Moment) -> bool:
    """Whether the pressed message is one that only the presser sees and that no outbox row stands for."""
    message = moment.interaction.message
    return message is None or message.flags.ephemeral


async def scene_post(moment: Moment) -> Post | None:
    """The post of the scene in whose public message the press was made; ``None`` for any other message."""
    message, address = moment.interaction.message, moment.address
    if message is None or address is None or message.flags.ephemeral or moment.interaction.guild_id is None:
        return None
    post = await moment.bot.tables.post_at(address.code, message.id)
    return post if post is not None and post.kind == "turn" else None


async def refresh(
    moment: Moment,
    address: Address,
    panel: SeatPanel,
    composed: Composed | None = None,
    *,
    asking: Variant | None = None,
) -> None:
    """Show what is now: a private answer follows into the next window, a posted panel is closed with its own.

    The public post of a scene is edited at once, in its table's language. ``composed`` is shown in private instead of
    the panel as it always is; in a scene, ``asking`` instead of what it always asks, in private and in public.
    """
    post = await scene_post(moment)
    if post is not None:
        await moment.bot.sender.show_turn(moment, post, asking)
        return
    if composed is None and asking is not None:
        composed = await scene_panel(moment.bot, panel, moment.words, await asking(moment.words))
    if composed is not None:
        composed = with_orders(composed, panel, moment.words)
    if panel.window != address.window and not is_private(moment):
        old = await moment.bot.tables.seat_panel(address.code, panel.seat, address.window)
        composed = closed(old, moment.words, "past")
    await moment.show(composed or await compose_panel(moment.bot, panel, moment.words))
    if panel.window == address.window and not is_private(moment):
        await _keep(moment, panel)


async def _keep(moment: Moment, panel: SeatPanel) -> None:
    """Tell the outbox that its panel shows what is now, so that it is not edited again under the person's fingers.

    If another press was faster, its outcome is shown instead: whichever of two edits comes last tells the truth.
    """
    tables, message = moment.bot.tables, moment.interaction.message
    for _ in range(CATCH_UP):
        due = await tables.due_posts(table=panel.table.code)
        now = await tables.panel(panel.table.code, moment.press.user_id)
        if not moment.answered or message is None or now.window != panel.window:
            return
        if (now.draft, now.ready) == (panel.draft, panel.ready):
            for post in due:
                if post.kind == "panel" and post.message_id == message.id:
                    await tables.sent(post.key, post.version, channel_id=post.channel_id, message_id=post.message_id)
            return
        panel = now
        await moment.show(await compose_panel(moment.bot, panel, moment.words))


class Ready(PanelPress, PressItem, what="p-ready"):
    """Done: the window may resolve."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        after = await moment.bot.tables.ready(moment.press, self.address.code, self.address.window)
        await refresh(moment, self.address, after)
        await moment.bot.kick(self.address.code)


class Unready(PanelPress, PressItem, what="p-unready"):
    """Not done after all."""

    async def press(self, moment: Moment, panel: SeatPanel) -> None:
        after = await moment.bot.tables.unready(moment.press, self.address.code, self.address.window)
        await refresh(moment, self.address, after)
        await moment.bot.kick(self.address.code)


class Show(PanelPress, PressItem, what="p-show"):
    """Show the present state; also the way out of a panel that rests."""

    async def act(self, moment: Moment) -> None:
        panel = await own_panel(moment, self.address)
        if panel.seat != self.seat:
            await moment.say(moment.words("panel.not_yours"))
        elif panel.window != self.address.window and not is_private(moment):
            await self.stale(moment)
        else:
            await refresh(moment, self.address, panel)


def ready_button(panel: SeatPanel, words: Words, *, complete: bool) -> PressItem:
    """Ready, or Not ready once the seat is."""
    if panel.ready:
        return Unready(discord.ui.Button(label=words("panel.unready"), emoji="✏️"), where(panel, "p-unready"))
    style = discord.ButtonStyle.success if complete else discord.ButtonStyle.secondary
    button = discord.ui.Button[Any](label=words("panel.ready"), emoji="✅", style=style, disabled=not complete)
    return Ready(button, where(panel, "p-ready"))


def show_button(panel: SeatPanel, words: Words, *, small: bool = False) -> PressItem:
    """Draw the panel anew. A small one has no label, where a phone has no room for it."""
    label = None if small else words("panel.show")
    return Show(discord.ui.Button(label=label, emoji="🔄"), where(panel, "p-show"))


ITEMS: tuple[type[PressItem], ...] = (Ready, Unready, Show)
