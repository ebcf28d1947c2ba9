"""Running the bot: connect, host tables, and on SIGTERM or Ctrl-C finish what is under way before leaving."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import SQLAlchemyError

from app.alone import NotAloneError, alone
from app.backup import OF_THE_FILE, complaint, not_opened
from app.house import House, build
from app.logging import on_last_error, on_lost_error
from app.settings import Settings
from cogs.faults import mark
from db.backup import BackupError
from db.migrate import SchemaTooNewError
from db.trouble import Trouble, trouble_of
from locales import Words, speak

try:
    from uvloop import new_event_loop as make_loop
except ImportError:
    from asyncio import new_event_loop as make_loop

DRAIN_SECONDS: Final = 5.0
"""How long presses under way may take at the end. With what is sent after that, no more than the ten seconds that
service managers wait."""
GONE_SECONDS: Final = 9.0
"""After so long it ends whatever still hangs: a locked database, a picture. Nothing is lost by that, see tests/wire."""
PRESS_TASKS: Final = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction")
"""How discord.py names the tasks that handle presses."""
STOPPED: Final = 0
REFUSED: Final = 1
BAD_TOKEN: Final = 78
BAD_DATABASE: Final = 78
"""``EX_CONFIG``: starting again will not help (docs/hosting.md tells systemd so)."""

log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Host tables until told to stop; gives the program's exit code."""
    if not settings.is_sqlite:
        log.error(speak(settings.language)("app.run.only_sqlite"))
        return BAD_DATABASE
    sys.excepthook = on_last_error
    try:
        with (
            ExitStack() as at_last,  # after the runner has ended what is left of its tasks, which may hang too
            alone(settings.database_file),
            asyncio.Runner(loop_factory=make_loop) as runner,
        ):
            return runner.run(_serve(settings, at_last))
    except NotAloneError:
        log.error(speak(settings.language)("app.run.not_alone"))
        return REFUSED
    except BackupError as error:
        log.error(complaint(error, speak(settings.language)))
        return REFUSED


async def _serve(settings: Settings, at_last: ExitStack) -> int:
    words = speak(settings.language)
    asyncio.get_running_loop().set_exception_handler(on_lost_error)
    try:
        house = await build(settings.database, lobby_hours=settings.lobby_hours, beat_seconds=settings.beat_seconds)
    except (SchemaTooNewError, BackupError) as error:
        log.error(not_opened(error, words))
        lasting = isinstance(error, SchemaTooNewError) or error.reason in OF_THE_FILE[:2]
        return BAD_DATABASE if lasting else REFUSED
    except (SQLAlchemyError, ImportError, OSError) as error:
        log.error(words("app.run.no_database", problem=_ailment(error, words)))
        return REFUSED
    house.bot.tell_host = partial(_tell_host, words)
    stop = asyncio.Event()
    release = on_stop_signals(stop.set)
    connection = asyncio.create_task(house.bot.start(settings.token.get_secret_value()))
    asked = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({connection, asked}, return_when=asyncio.FIRST_COMPLETED)
        if connection.done():
            await connection
        else:
            log.info(words("app.run.stopping"))
            at_last.callback(_end_in_time().cancel)
            await drain(house)
        return STOPPED
    except discord.LoginFailure:
        log.error(words("app.run.bad_token"))
        return BAD_TOKEN
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.error(words("app.run.no_connection", problem=error))
        return REFUSED
    except SQLAlchemyError as error:
        if trouble_of(error) is None:
            raise
        log.error(words("app.run.no_database", problem=_ailment(error, words)))
        return REFUSED
    finally:
        asked.cancel()
        await house.close()
        await asyncio.gather(connection, asked, return_exceptions=True)
        release()


def _ailment(error: Exception, words: Words) -> object:
    """What is wrong with the database, for whoever runs the bot."""
    trouble = trouble_of(error)
    if trouble is None:
        return getattr(error, "orig", None) or error
    return words(f"app.trouble.{trouble}", word=mark(error))


def _tell_host(words: Words, trouble: Trouble | None, word: str) -> None:
    """Tell whoever runs the bot that nothing can be saved, or that it can again."""
    if trouble is None:
        log.warning(words("app.run.saved_again"))
    else:
        log.error(words("app.run.unsaved", problem=words(f"app.trouble.{trouble}", word=word)))


def _end_in_time() -> threading.Timer:
    """From now on the process has ``GONE_SECONDS``; a thread of its own sees to that, should the loop be stuck."""

    def end() -> None:
        log.warning("what is under way was cut short; it is taken up at the next start")
        os._exit(STOPPED)

    ending = threading.Timer(GONE_SECONDS, end)
    ending.daemon = True
    ending.start()
    return ending


async def drain(house: House, seconds: float = DRAIN_SECONDS) -> None:
    """Take no more presses and wait, at most so long, for those under way."""
    parsers = house.bot._connection.parsers
    parsers["INTERACTION_CREATE"] = lambda _press: None  # discord.py has no public way to stop listening alone
    under_way = {task for task in asyncio.all_tasks() if task.get_name().startswith(PRESS_TASKS)}
    if under_way:
        _, late = await asyncio.wait(under_way, timeout=seconds)
        if late:
            log.warning("%s presses were not finished in time", len(late))


def on_stop_signals(act: Callable[[], None]) -> Callable[[], None]:
    """Do this on SIGTERM and SIGINT instead of dying of them; gives what puts the old handlers back."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    try:
        for number in signals:
            loop.add_signal_handler(number, act)
    except NotImplementedError:  # Windows
        before = {number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(act)) for number in signals}

        def put_back() -> None:
            for number, handler in before.items():
                signal.signal(number, handler)

        return put_back

    def remove() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    return remove
