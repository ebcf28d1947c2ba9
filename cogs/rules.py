"""/rules: the rules of a game by topic, in the reader's language."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.composed import Composed
from cogs.limits import CHOICE_NAME, COMMAND_CHOICES, OPTION_TEXT, OPTIONS, PLACEHOLDER, TEXT, clip, split_text
from cogs.press import Address, Interaction, Moment, PressItem, attend, report
from cogs.words import label, words_for
from engines import GAMES
from locales import LANGUAGES, Words, speak

if TYPE_CHECKING:
    from cogs.bot import ScrapyardBot

PAGE = TEXT - 200
"""Characters of a topic in one message; the rest is for its title."""


def topics(game: str, words: Words) -> list[str]:
    """The ids of a game's topics, in reading order."""
    return [topic.strip() for topic in words(f"rules.{game}.topics").split(",") if topic.strip()]


def find_topic(game: str, asked: str) -> str | None:
    """The topic of this id or title, or the only one whose title has it in it, in any language."""
    wanted = asked.strip().casefold()
    names = {
        topic: {
            topic.casefold(),
            *(speak(language)(f"rules.{game}.{topic}.title").casefold() for language in LANGUAGES),
        }
        for topic in topics(game, speak("en"))
    }
    exact = [topic for topic, titles in names.items() if wanted in titles]
    near = [topic for topic, titles in names.items() if any(wanted in title for title in titles)]
    found = exact or near
    return found[0] if len(found) == 1 else None


def pages(game: str, topic: str, words: Words) -> list[Composed]:
    """A topic as messages; the last one has the list of all topics below."""
    texts = split_text(words(f"rules.{game}.{topic}.text"), PAGE)
    title = f"### {words(f'rules.{game}.{topic}.title')}"
    views: list[discord.ui.LayoutView] = []
    for number, piece in enumerate(texts):
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.TextDisplay(f"{title}\n{piece}" if number == 0 else piece))
        views.append(view)
    row = discord.ui.ActionRow[Any](topic_select(game, topic, words))
    views[-1].add_item(row)
    return [Composed(view) for view in views]


def topic_select(game: str, current: str, words: Words) -> PressItem:
    """All topics of the game to choose from."""
    options = [
        discord.SelectOption(
            label=clip(words(f"rules.{game}.{topic}.title"), OPTION_TEXT), value=topic, default=topic == current
        )
        for topic in topics(game, words)
    ][:OPTIONS]
    select = discord.ui.Select[Any](placeholder=clip(words("rulescmd.pick"), PLACEHOLDER), options=options)
    return PickTopic(select, Address(game, 0, "rules"))


class PickTopic(PressItem, what="rules"):
    """Turn to another topic."""

    async def act(self, moment: Moment) -> None:
        game, chosen = self.address.code, "".join(self.values)
        if game not in GAMES or chosen not in topics(game, moment.words):
            await moment.say(moment.words("rulescmd.unknown"))
            return
        first, *more = pages(game, chosen, moment.words)
        await moment.show(first)
        for composed in more:
            await moment.tell(composed)


async def show_rules(moment: Moment, game: str | None, topic: str | None) -> None:
    """The topic asked for, else the first one of the game of this channel's table."""
    key = game if game in GAMES else await _game_here(moment)
    found = find_topic(key, topic) if topic else topics(key, moment.words)[0]
    if found is None:
        await moment.say(moment.words("rulescmd.unknown"))
        found = topics(key, moment.words)[0]
    for composed in pages(key, found, moment.words):
        await moment.tell(composed)


async def _game_here(moment: Moment) -> str:
    channel_id = moment.interaction.channel_id
    table = await moment.bot.tables.in_channel(channel_id) if channel_id is not None else None
    return table.game if table is not None else next(iter(GAMES))


async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Topics whose title or id has in it what was typed."""
    try:
        game = getattr(interaction.namespace, "game", None)
        key = game if game in GAMES else next(iter(GAMES))
        words, wanted = words_for(interaction), current.strip().casefold()
        titles = {topic: words(f"rules.{key}.{topic}.title") for topic in topics(key, words)}
        return [
            app_commands.Choice(name=clip(title, CHOICE_NAME), value=topic)
            for topic, title in titles.items()
            if wanted in title.casefold() or wanted in topic
        ][:COMMAND_CHOICES]
    except Exception as error:
        report(error, "autocomplete")
        return []


@app_commands.command(name=label("command.rules.name"), description=label("command.rules.description"))
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.rename(topic=label("command.rules.topic.name"), game=label("command.rules.game.name"))
@app_commands.describe(topic=label("command.rules.topic.description"), game=label("command.rules.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=label(f"{key}.title"), value=key) for key in GAMES])
@app_commands.autocomplete(topic=suggest)
async def rules(interaction: Interaction, topic: str | None = None, game: str | None = None) -> None:
    await attend(interaction, partial(show_rules, game=game, topic=topic))


ITEMS: tuple[type[PressItem], ...] = (PickTopic,)


async def setup(bot: ScrapyardBot) -> None:
    bot.add_dynamic_items(*ITEMS)
    bot.tree.add_command(rules)
