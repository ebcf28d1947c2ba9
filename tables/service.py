"""The one door to the tables. Everything that happens to a table is one transaction; only then is anybody told."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from db.database import Database
from engines.core import Game
from tables.codec import codec_of
from tables.desk import Kit
from tables.doors.away import AwayDoor
from tables.doors.history import HistoryDoor
from tables.doors.lobby import LobbyDoor
from tables.doors.moderators import ModeratorDoor
from tables.doors.outbox import OutboxDoor
from tables.doors.people import PeopleDoor
from tables.doors.play import PlayDoor
from tables.doors.reads import ReadDoor
from tables.doors.seats import SeatDoor
from tables.doors.servers import ServerDoor
from tables.doors.time import TimeDoor
from tables.model import Clock

LOBBY_LIFE = timedelta(hours=48)
TABLES_PER_PERSON = 10


class Tables(
    LobbyDoor,
    PlayDoor,
    SeatDoor,
    AwayDoor,
    HistoryDoor,
    ModeratorDoor,
    PeopleDoor,
    ServerDoor,
    TimeDoor,
    OutboxDoor,
    ReadDoor,
):
    """All tables of all games.

    Writes take a ``Press`` and are applied once: ``AlreadyDone`` for an interaction seen before. What a person cannot
    do raises ``Refused`` (``Stale`` when the window has passed) or the game's ``IllegalAction``, and changes nothing.
    Reads never write. Presses on one table queue; different tables do not wait for each other's thinking.
    """

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any, Any, Any]],
        clock: Clock,
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        lobby_life: timedelta = LOBBY_LIFE,
        tables_per_person: int = TABLES_PER_PERSON,
    ) -> None:
        codecs = {key: codec_of(game) for key, game in games.items()}
        super().__init__(Kit(database, codecs, clock, entropy, lobby_life, tables_per_person))
