"""Seats that change hands while the game runs, and what the table votes on."""

from __future__ import annotations

from engines.core import Seat
from tables.community import ClaimInfo, VoteInfo, VoteKind
from tables.doors.door import Door
from tables.model import Press, TableInfo
from tables.shielded import to_the_end


class SeatDoor(Door):
    """Writes and reads around seats of running games."""

    # ---- seats

    @to_the_end
    async def give_up(self, press: Press, code: str) -> TableInfo:
        """Leave the running game without taking the seat out of it: the stand-in plays on, a substitute is sought.

        When no person is left at the table it ends. ``Refused``: ``resigned``, ``not_started``, ``table_closed``.
        """
        raise NotImplementedError

    @to_the_end
    async def offer(self, press: Press, code: str, offered: bool = True) -> TableInfo:
        """Offer one's own seat to a newcomer, and play on until somebody has it; or take that back."""
        raise NotImplementedError

    @to_the_end
    async def seek(self, press: Press, code: str, seat: Seat) -> TableInfo:
        """Look for a substitute for a seat that nobody, a bot player, or somebody away plays. Anybody seated may.

        ``Refused``: ``seat_held`` (its holder is there), ``seat_out``.
        """
        raise NotImplementedError

    @to_the_end
    async def claim(self, press: Press, code: str, seat: Seat) -> ClaimInfo:
        """Ask for an offered or sought seat. ``Refused``: ``seat_not_free``, ``already_seated``, ``knows_secrets``
        (held another seat of this game before), ``too_many_tables``, ``claimed`` (asked already)."""
        raise NotImplementedError

    @to_the_end
    async def decide(self, press: Press, code: str, claim: int, accept: bool, *, moderator: bool = False) -> ClaimInfo:
        """Give the seat to whoever claims it, or do not. For the host, and for moderators who do not claim it
        themselves. ``Refused``: ``host_only``, ``claim_closed``, ``own_claim``."""
        raise NotImplementedError

    @to_the_end
    async def answer_invite(self, press: Press, code: str, claim: int, accept: bool) -> ClaimInfo:
        """The invited person takes the seat, or does not. ``Refused``: ``not_invited``, ``claim_closed``, and as for
        ``claim``."""
        raise NotImplementedError

    async def claim_info(self, code: str, claim: int) -> ClaimInfo:
        """The claim of this number. ``Refused("claim_closed")`` when there is none."""
        raise NotImplementedError

    @to_the_end
    async def members_gone(self, guild_id: int, user_ids: frozenset[int]) -> list[str]:
        """These people are not on the server any more: away at once, at every open table there, and the moderators are
        told; in lobbies they leave. Codes of the tables that this changed. Says nothing of those known to be gone."""
        raise NotImplementedError

    @to_the_end
    async def members_back(self, guild_id: int, user_ids: frozenset[int]) -> list[str]:
        """These people are on the server again; their seats are still theirs. They are waited for once they press."""
        raise NotImplementedError

    async def members_waited_for(self) -> dict[int, frozenset[int]]:
        """People in play at open tables, by server: whose being there matters."""
        raise NotImplementedError

    # ---- votes

    @to_the_end
    async def open_vote(
        self, press: Press, code: str, kind: VoteKind, *, seat: Seat | None = None, amount: int | None = None
    ) -> VoteInfo:
        """Put something to the vote; the opener votes for it. Where nobody else may vote it is carried at once.

        ``pause``, ``resume``, ``cancel``, ``undo`` (``amount``: the turn) take everybody who is there; ``extend``
        (``amount``: hours) and ``remove`` (``seat``: somebody away or gone) more than half. Only people in play who
        are there may vote; whoever is away is not counted. ``Refused``: ``vote_open`` (one of this kind is),
        ``not_away`` (remove), ``paused``, ``not_paused``, ``unknown_option``, ``beaten``, ``resigned``.
        """
        raise NotImplementedError

    @to_the_end
    async def cast(self, press: Press, code: str, vote: int, yes: bool) -> VoteInfo:
        """Vote, or change one's vote. It is carried, or fails, as soon as that is certain. ``Refused``:
        ``vote_closed``, ``no_vote`` (may not vote on this)."""
        raise NotImplementedError

    async def vote(self, code: str, vote: int) -> VoteInfo:
        """The vote of this number. ``Refused("vote_closed")`` when there is none."""
        raise NotImplementedError

    async def votes_open(self, code: str) -> list[VoteInfo]:
        raise NotImplementedError
