"""Seats that change hands while the game runs, and what the table votes on."""

from __future__ import annotations

import logging
from collections import defaultdict

from db import queries_together
from engines.core import Seat
from tables import claims, codes, seating, votes
from tables.community import ClaimInfo, VoteInfo, VoteKind
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.sheet import read_sheet
from tables.shielded import to_the_end

log = logging.getLogger(__name__)


class SeatDoor(Door):
    """Writes and reads around seats of running games."""

    # ---- seats

    @to_the_end
    async def give_up(self, press: Press, code: str) -> TableInfo:
        """Leave the running game without taking the seat out of it: the stand-in plays on, a substitute is sought.

        When no person is left at the table it ends. ``Refused``: ``resigned``, ``not_started``, ``table_closed``.
        """
        async with self._desk(press, code, think=True) as desk:
            await seating.give_up(desk, press)
            return desk.sheet.info()

    @to_the_end
    async def offer(self, press: Press, code: str, offered: bool = True) -> TableInfo:
        """Offer one's own seat to a newcomer, and play on until somebody has it; or take that back."""
        async with self._desk(press, code) as desk:
            await seating.offer(desk, press, offered)
            return desk.sheet.info()

    @to_the_end
    async def seek(self, press: Press, code: str, seat: Seat) -> TableInfo:
        """Look for a substitute for a seat that nobody, a bot player, or somebody away plays. Anybody seated may.

        ``Refused``: ``seat_held`` (its holder is there), ``seat_out``.
        """
        async with self._desk(press, code) as desk:
            await seating.seek(desk, press, seat)
            return desk.sheet.info()

    @to_the_end
    async def claim(self, press: Press, code: str, seat: Seat) -> ClaimInfo:
        """Ask for an offered or sought seat. ``Refused``: ``seat_not_free``, ``already_seated``, ``knows_secrets``
        (held another seat of this game before), ``too_many_tables``, ``claimed`` (asked already),
        ``claims_many`` (in vain, of late, by whomever)."""
        async with self._desk(press, code) as desk:
            return await claims.info(desk.connection, desk.table.code, await claims.claim(desk, press, seat))

    @to_the_end
    async def decide(self, press: Press, code: str, claim: int, accept: bool, *, moderator: bool = False) -> ClaimInfo:
        """Give the seat to whoever claims it, or do not. For the host, for whoever offers their own seat, and for
        moderators who neither sit at the table nor claim it themselves. A claimant who cannot have it any more makes
        the claim ``void``. ``Refused``: ``host_only``, ``claim_closed``, ``own_claim``."""
        async with self._desk(press, code) as desk:
            await claims.decide(desk, press, claim, accept, moderator=moderator)
            return await claims.info(desk.connection, desk.table.code, claim)

    @to_the_end
    async def answer_invite(self, press: Press, code: str, claim: int, accept: bool) -> ClaimInfo:
        """The invited person takes the seat, or does not. ``Refused``: ``not_invited``, ``claim_closed``, and as for
        ``claim``."""
        async with self._desk(press, code) as desk:
            await claims.answer_invite(desk, press, claim, accept)
            return await claims.info(desk.connection, desk.table.code, claim)

    async def claim_info(self, code: str, claim: int) -> ClaimInfo:
        """The claim of this number. ``Refused("claim_closed")`` when there is none."""
        async with self._kit.database.read() as connection:
            return await claims.info(connection, codes.tidy_code(code), claim)

    async def holder_name(self, code: str, seat: Seat, tenure: int) -> str:
        """How the holder of that tenure is called; ``""`` for one who is not known (any more)."""
        async with self._kit.database.read() as connection:
            held = await queries_together.tenures_of(connection, codes.tidy_code(code))
        return next((row.name for row in held if (row.seat, row.tenure) == (seat, tenure)), "")

    @to_the_end
    async def members_gone(self, guild_id: int, user_ids: frozenset[int]) -> list[str]:
        """These people are not on the server any more: away at once, at every open table there, and the moderators are
        told; in lobbies they leave. Codes of the tables that this changed. Says nothing of those known to be gone."""
        return await self._each(guild_id, user_ids, gone=True)

    @to_the_end
    async def members_back(self, guild_id: int, user_ids: frozenset[int]) -> list[str]:
        """These people are on the server again; their seats are still theirs. They are waited for once they press."""
        return await self._each(guild_id, user_ids, gone=False)

    async def members_waited_for(self) -> dict[int, frozenset[int]]:
        """People in play at open tables, by server: whose being there matters, those known to be gone too."""
        async with self._kit.database.read() as connection:
            found: defaultdict[int, set[int]] = defaultdict(set)
            for guild_id, user_id in await queries_together.seated(connection):
                found[guild_id].add(user_id)
        return {guild_id: frozenset(people) for guild_id, people in found.items()}

    async def _each(self, guild_id: int, user_ids: frozenset[int], *, gone: bool) -> list[str]:
        """Note at each table of the server concerned that these people are gone, or back.

        A table that fails is logged and keeps the others from nothing; whoever looks again finds it unchanged.
        """
        async with self._kit.database.read() as connection:
            codes_ = await queries_together.concerning(connection, guild_id, user_ids)
        changed: list[str] = []
        for code in codes_:
            try:
                async with self._desk(None, code) as desk:
                    noted = await seating.members(desk, user_ids, gone=gone)
            except Exception as error:
                # The error's own words may hold a secret.
                log.error("members of table %s could not be noted: %s", code, type(error).__name__)
                continue
            if noted:
                changed.append(code)
        return changed

    # ---- votes

    @to_the_end
    async def open_vote(
        self, press: Press, code: str, kind: VoteKind, *, seat: Seat | None = None, amount: int | None = None
    ) -> VoteInfo:
        """Put something to the vote; the opener votes for it. Where nobody else may vote it is carried at once.

        ``pause``, ``resume``, ``cancel``, ``undo`` (``amount``: the turn) take everybody who is there; ``extend``
        (``amount``: hours) and ``remove`` (``seat``: somebody away or gone) more than half. Only people in play who
        are there may vote; whoever is away is not counted. Whoever is on away days need not vote but may; only a game
        is neither cancelled nor taken back without them, and while somebody else is absent only at the vote's end.
        ``resume`` is carried at its end unless anybody objected. ``Refused``: ``vote_open`` (one of this kind is),
        ``seat_held`` (remove), ``paused``, ``not_paused``, ``paused_place`` (no vote brings a lost place back),
        ``undo_nothing``, ``unknown_option``, ``beaten``, ``resigned``.
        """
        async with self._desk(press, code) as desk:
            number = await votes.open_vote(desk, press, kind, seat, amount)
            return await votes.info(desk.connection, desk.sheet, number)

    @to_the_end
    async def cast(self, press: Press, code: str, vote: int, yes: bool) -> VoteInfo:
        """Vote, or change one's vote. It is carried, or fails, as soon as that is certain. ``Refused``:
        ``vote_closed``, ``no_vote`` (may not vote on this)."""
        async with self._desk(press, code) as desk:
            await votes.cast_vote(desk, press, vote, yes)
            return await votes.info(desk.connection, desk.sheet, vote)

    async def vote(self, code: str, vote: int) -> VoteInfo:
        """The vote of this number. ``Refused("vote_closed")`` when there is none."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await votes.info(connection, sheet, vote)

    async def votes_open(self, code: str) -> list[VoteInfo]:
        """The table's open votes, in the order in which they were opened."""
        async with self._kit.database.read() as connection:
            sheet = await read_sheet(connection, codes.tidy_code(code), self._kit.clock.now())
            return await votes.infos(connection, sheet)
