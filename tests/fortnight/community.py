"""What people do around the game: away days, seats that change hands, votes; and what moderators do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.fortnight.chat import ADS_ROOM, CHANNELS, GUILD, MODS_ROOM
from tests.fortnight.habits import Person
from tests.fortnight.ledger import moment
from tests.fortnight.town import Town

MODERATORS = 3
REASONS = ("asked for at the table", "nobody has heard of them", "the clocks went wrong", "house rules")
ACTS = (
    "pause",
    "extend",
    "extend",
    "skip",
    "skip",
    "remove",
    "replace",
    "undo",
    "cancel",
    "move",
    "announce",
    "export",
)


class Community:
    """Everything but answering."""

    def __init__(self, town: Town) -> None:
        self.town = town
        people = [person for person in town.people.values() if person.habit.name in ("keen", "at work")]
        self.moderators = people[:MODERATORS]

    async def settings(self, person: Person) -> None:
        """Choose quiet hours and reminders, as this person has them."""
        habit = person.habit
        await self.town.press_any(
            person,
            "keep_settings",
            zone=person.zone.key,
            quiet=habit.quiet,
            reminders=habit.reminders,
            digest_hour=habit.wake[0] % 24 + 1,
        )

    async def server(self) -> None:
        """What the server's owner has set."""
        owner = self.moderators[0]
        rooms = {"notice_channel": MODS_ROOM, "seek_channel": ADS_ROOM}
        await self.town.press_any(owner, "keep_guild", GUILD, tables_per_channel=40, tables_per_person=8, **rooms)

    async def around(self, person: Person) -> None:
        """What somebody who looks in does beside answering."""
        town, luck = self.town, self.town.luck
        for row in town.tables_of(person):
            if not town.reachable:
                return
            code, seat = row["code"], row["seat"]
            await self._vote(person, code, seat)
            await self._invited(person, code)
            if row["host_id"] == person.id:
                await self._decide(person, code)
            if row["out"]:
                continue
            await self._at_table(person, code, seat)
        if luck.random() < person.habit.claims:
            await self._claim(person)
        await self._invited(person, None)

    async def _at_table(self, person: Person, code: str, seat: int) -> None:
        """Now and then: go away, leave, offer the seat, call a vote, look for a substitute, go back, order."""
        luck, habit, town = self.town.luck, person.habit, self.town
        if luck.random() < habit.leaves:
            await town.do(person, luck.choice(["give_up", "give_up", "resign"]), code)
            return
        for chance, act in (
            (habit.away, self._away(person, code)),
            (habit.offers, town.do(person, "offer", code)),
            (habit.calls, self._call_vote(person, code, seat)),
            (0.02, town.do(person, "undo", code)),
            (0.02, town.read("recap", code, person.id)),
            (0.15, self._seek(person, code, seat)),
            (0.02, self._order(person, code)),
        ):
            if luck.random() < chance:
                await act
            else:
                act.close()

    # ---- time and seats

    async def _away(self, person: Person, code: str) -> None:
        town, luck = self.town, self.town.luck
        left = await town.read("away_left", code, person.id)
        if not left:
            return
        starts = None if luck.random() < 0.6 else town.clock.now() + timedelta(hours=luck.uniform(2, 30))
        days = luck.randint(1, left)
        if await town.do(person, "go_away", code, days, starts) is None:
            return
        town.ledger.counts["away days taken"] += days
        begins = starts or town.clock.now()
        back = begins + timedelta(days=days * luck.uniform(0.3, 1.1))
        person.absent = (begins, back)
        if luck.random() < 0.4:
            town.at(back, lambda: town.do(person, "come_back", code))

    async def _seek(self, person: Person, code: str, seat: int) -> None:
        """Look for a substitute for whoever is not there."""
        query = (
            "select seat from seats where code = ? and seat <> ? and not out and not beaten and not offered"
            " and (kind = 'nobody' or (kind = 'person' and (missed >= 2 or gone)))"
        )
        absent = self.town.ledger.rows.all(query, code, seat)
        if absent:
            await self.town.do(person, "seek", code, self.town.luck.choice(absent)["seat"])

    async def _claim(self, person: Person) -> None:
        query = (
            "select seats.code, seats.seat from seats join tables using (code)"
            " where tables.status = 'running' and seats.offered"
        )
        for row in self.town.ledger.rows.all(query):
            if await self.town.do(person, "claim", row["code"], row["seat"]) is not None:
                return

    async def _decide(self, person: Person, code: str) -> None:
        query = "select id from claims where code = ? and kind = 'claim' and status = 'open'"
        for row in self.town.ledger.rows.all(query, code):
            accept = self.town.luck.random() < 0.85
            await self.town.do(person, "decide", code, row["id"], accept)

    async def _invited(self, person: Person, code: str | None) -> None:
        query = "select id, code from claims where kind = 'invite' and status = 'open' and user_id = ?"
        for row in self.town.ledger.rows.all(query, person.id):
            if code in (None, row["code"]):
                accept = self.town.luck.random() < 0.7
                await self.town.do(person, "answer_invite", row["code"], row["id"], accept)

    async def _order(self, person: Person, code: str) -> None:
        orders = await self.town.read("orders", code, person.id)
        if orders is not None and orders.possible:
            field = self.town.luck.choice(sorted(orders.possible))
            await self.town.do(person, "keep_order", code, field, self.town.luck.choice(orders.possible[field]))

    # ---- votes

    async def _vote(self, person: Person, code: str, seat: int) -> None:
        query = "select id from votes where code = ? and status = 'open'"
        for row in self.town.ledger.rows.all(query, code):
            vote = await self.town.read("vote", code, row["id"])
            if vote is not None and seat in vote.waiting and self.town.luck.random() < person.habit.votes:
                await self.town.do(person, "cast", code, row["id"], self.town.luck.random() < 0.75)

    async def _call_vote(self, person: Person, code: str, seat: int) -> None:
        town, luck = self.town, self.town.luck
        table = town.ledger.rows.one("select turn, paused_at from tables where code = ?", code)
        assert table is not None
        kind = (
            "resume" if table["paused_at"] is not None else luck.choice(["pause", "extend", "remove", "undo", "cancel"])
        )
        named: dict[str, Any] = {}
        if kind == "extend":
            named["amount"] = luck.choice([12, 24, 48])
        elif kind == "remove":
            query = "select seat from seats where code = ? and kind = 'person' and seat <> ? and (missed >= 2 or gone)"
            away = town.ledger.rows.all(query, code, seat)
            if not away:
                return
            named["seat"] = away[0]["seat"]
        elif kind == "undo":
            points = await town.read("undo_points", code, person.id)
            if not points:
                return
            named["amount"] = points[0].turn
        elif kind == "cancel" and luck.random() < 0.7:
            return
        await town.do(person, "open_vote", code, kind, **named)

    # ---- moderators

    def watch(self) -> None:
        """A moderator looks after the server now and then."""
        for person in self.moderators:
            self._next_look(person)

    def _next_look(self, person: Person) -> None:
        town = self.town
        start = person.waking(town.clock.now() + timedelta(hours=town.luck.uniform(4, 20)), town.luck)
        if start is not None:
            town.at(start, lambda: self._look(person))

    async def _look(self, person: Person) -> None:
        town, luck = self.town, self.town.luck
        self._next_look(person)
        if not town.reachable:
            return
        for row in town.ledger.rows.all("select * from claims where status = 'open' and kind = 'claim'"):
            if luck.random() < 0.3:
                await town.do(person, "decide", row["code"], row["id"], luck.random() < 0.9, moderator=True)
        asked = town.ledger.rows.all("select id, code from acts where status = 'asked'")
        for row in asked:
            await self._agree(person, row["id"], row["code"])
        tables = await town.read("tables_in", GUILD, luck.choice(["open", "waiting", "paused", "away"]))
        await self._lift(person)
        if tables and luck.random() < 0.5:
            await self._act(person, luck.choice(tables))

    async def _lift(self, person: Person) -> None:
        """Let go on what has been paused for long."""
        long_ago = self.town.clock.now() - timedelta(hours=20)
        for row in self.town.ledger.rows.all("select * from tables where status = 'running' and paused_at is not null"):
            paused = moment(row["paused_at"])
            if paused is not None and paused < long_ago and row["paused_why"] in ("vote", "mod"):
                await self._do(person, row["code"], "resume", {})
        for row in self.town.ledger.rows.all("select * from tables where status = 'running' and paused_why = 'place'"):
            rooms = [number for number in CHANNELS if number in self.town.chat.rooms]
            await self._do(person, row["code"], "move", {"channel_id": self.town.luck.choice(rooms), "thread_id": None})

    async def _act(self, person: Person, table: Any) -> None:
        luck, code = self.town.luck, table.code
        what = luck.choice(ACTS)
        if table.status != "running" or (what == "cancel" and luck.random() < 0.6):
            return
        facts: dict[str, Any] = {}
        if what == "extend":
            facts = {"hours": luck.choice([6, 12, 24])}
        elif what == "skip":
            facts = {"seat": luck.choice([None, *table.asked])}
        elif what in ("remove", "replace"):
            seats = [seat.seat for seat in table.seats if seat.kind == "person" and (seat.missed >= 2 or seat.gone)]
            if not seats:
                return
            facts = {"seat": luck.choice(seats)}
            if what == "replace":
                sitting = {seat.user_id for seat in table.seats}
                other = luck.choice([p for p in self.town.people.values() if p.id not in sitting and p.absent is None])
                facts |= {"user_id": other.id, "name": other.name, "language": other.language}
        elif what == "undo":
            points = await self.town.read("undo_points", code)
            if not points:
                return
            facts = {"turn": luck.choice(points).turn}
        elif what == "move":
            rooms = [number for number in CHANNELS if number in self.town.chat.rooms]
            facts = {"channel_id": luck.choice(rooms), "thread_id": None}
        elif what == "announce":
            facts = {"text": "The yard is swept on Sunday."}
        await self._do(person, code, what, facts)

    async def _do(self, person: Person, code: str, what: str, facts: dict[str, Any]) -> None:
        town = self.town
        act = await town.press_any(person, "act", GUILD, code, what, town.luck.choice(REASONS), facts, flush=code)
        if act is None:
            return
        if act.needs == "confirm":
            town.clock.pass_by(town.luck.uniform(3, 60))
            await self._agree(person, act.id, code)

    async def _agree(self, person: Person, act: int, code: str | None) -> None:
        what = "confirm" if self.town.luck.random() < 0.85 else "drop"
        await self.town.press_any(person, what, act, flush=code)
