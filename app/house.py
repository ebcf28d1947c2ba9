"""The whole program put together: database, tables, pictures and bot, opened and closed in the right order."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import discord

from cogs.bot import ScrapyardBot
from db.database import Database
from engines import GAMES
from render import Studio
from tables.clock import SystemClock
from tables.model import Clock
from tables.service import Tables


@dataclass(frozen=True, slots=True)
class House:
    database: Database
    tables: Tables
    studio: Studio
    bot: ScrapyardBot

    async def close(self) -> None:
        """Let go of Discord, let writes under way end, then let go of the database; may be called more than once."""
        if not self.bot.is_closed():
            await self.bot.close()
        self.studio.close()
        await self.tables.close()


async def build(
    database_url: str,
    *,
    clock: Clock | None = None,
    lobby_hours: float = 48,
    beat_seconds: float = 5,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> House:
    """Open the database (and bring it up to date) and make the bot, which is not connected yet."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
    clock = clock or SystemClock()
    database = await Database.open(database_url)
    tables = Tables(database, GAMES, clock, entropy=entropy, lobby_life=timedelta(hours=lobby_hours))
    studio = Studio()
    return House(database, tables, studio, ScrapyardBot(tables, studio, clock, beat_seconds=beat_seconds))


@asynccontextmanager
async def opened(database_url: str, **settings: object) -> AsyncIterator[House]:
    """``build`` for the length of a block."""
    house = await build(database_url, **settings)  # type: ignore[arg-type]
    try:
        yield house
    finally:
        await house.close()
