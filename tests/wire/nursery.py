"""A process with all imported and read, that forks a bot for each line on its standard input and answers its id."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from app.commands import main
from engines import GAMES
from locales import LANGUAGES, speak
from tables.codec import codec_of
from tests.wire.bot import prepare


def become(order: dict[str, Any]) -> None:
    """The child: the folder, the environment and the log that were asked for, then the bot as ``start.py`` runs it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(order["folder"])
    os.environ.update(order["environment"])
    nothing = os.open(os.devnull, os.O_RDWR)
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for standard, file in ((0, nothing), (1, nothing), (2, log)):
        os.dup2(file, standard)
    prepare()
    try:
        main(args=["run"], standalone_mode=True)
    except SystemExit as end:
        Path(order["exit"]).write_text(str(end.code), encoding="ascii")
        raise


def warm() -> None:
    """What every bot would make at its start and never change: the texts, and how games are written down."""
    for language in LANGUAGES:
        speak(language)
    for game in GAMES.values():
        codec_of(game)


def serve() -> None:
    warm()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children: whoever asked watches them
    for line in sys.stdin:
        order = json.loads(line)
        pid = os.fork()
        if pid == 0:
            become(order)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
