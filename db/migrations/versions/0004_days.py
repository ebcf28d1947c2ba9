"""Hosting over days: own deadlines, quiet hours and away days, tenures, votes, claims, servers' settings, moderators.

Open windows get a deadline of their own for each person whom they ask: the one that the window has, with its reminders.
Whoever sits at a running table has been there from the start.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _columns()
    _seats()
    _people_together()
    _servers()
    _carry_over()


def _columns() -> None:
    for name, column in (
        ("tables", sa.Column("hours", sa.Integer(), nullable=True)),
        ("tables", sa.Column("away_budget", sa.Integer(), server_default="3", nullable=False)),
        ("tables", sa.Column("paused_at", sa.BigInteger(), nullable=True)),
        ("tables", sa.Column("paused_why", sa.String(length=12), nullable=True)),
        ("tables", sa.Column("line", sa.Integer(), server_default="0", nullable=False)),
        ("tables", sa.Column("ended_why", sa.String(length=12), nullable=True)),
        ("seats", sa.Column("tenure", sa.Integer(), server_default="0", nullable=False)),
        ("seats", sa.Column("gone", sa.Boolean(), server_default=sa.false(), nullable=False)),
        ("seats", sa.Column("offered", sa.Boolean(), server_default=sa.false(), nullable=False)),
        ("states", sa.Column("back_to", sa.Integer(), nullable=True)),
        ("steps", sa.Column("undone", sa.Boolean(), server_default=sa.false(), nullable=False)),
        ("people", sa.Column("zone", sa.String(length=64), nullable=True)),
        ("people", sa.Column("quiet_from", sa.Integer(), nullable=True)),
        ("people", sa.Column("quiet_to", sa.Integer(), nullable=True)),
        ("people", sa.Column("reminders", sa.String(length=8), server_default="both", nullable=False)),
        ("people", sa.Column("digest_hour", sa.Integer(), server_default="9", nullable=False)),
        ("people", sa.Column("digested", sa.BigInteger(), nullable=True)),
    ):
        op.add_column(name, column)


def _code() -> sa.Column[str]:
    return sa.Column("code", sa.String(length=8), sa.ForeignKey("tables.code", ondelete="CASCADE"), nullable=False)


def _number() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), autoincrement=True, nullable=False, primary_key=True)


def _seats() -> None:
    op.create_table(
        "tenures",
        _code(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tenure", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("from_window", sa.Integer(), nullable=False),
        sa.Column("to_window", sa.Integer(), nullable=True),
        sa.Column("came", sa.String(length=12), nullable=False),
        sa.Column("left", sa.String(length=12), nullable=True),
        sa.Column("answered", sa.Integer(), server_default="0", nullable=False),
        sa.Column("missed", sa.Integer(), server_default="0", nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("mark", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("code", "seat", "tenure"),
    )
    op.create_index("tenures_by_person", "tenures", ["user_id"])
    op.create_table(
        "dues",
        _code(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("base", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(length=8), server_default="", nullable=False),
        sa.Column("reminded", sa.Integer(), server_default="0", nullable=False),
        sa.Column("skipped", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("code", "seat"),
    )
    op.create_table(
        "aways",
        _number(),
        _code(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("tenure", sa.Integer(), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("aways_by_table", "aways", ["code"])


def _people_together() -> None:
    op.create_table(
        "votes",
        _number(),
        _code(),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=True),
        sa.Column("opened_by", sa.BigInteger(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("needed", sa.Integer(), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("votes_by_table", "votes", ["code", "status"])
    op.create_table(
        "ballots",
        sa.Column("vote", sa.Integer(), sa.ForeignKey("votes.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("vote", "seat"),
    )
    op.create_table(
        "claims",
        _number(),
        _code(),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("claims_by_table", "claims", ["code", "status"])


def _servers() -> None:
    op.create_table(
        "guilds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("moderator_role", sa.BigInteger(), nullable=True),
        sa.Column("play_channel", sa.BigInteger(), nullable=True),
        sa.Column("notice_channel", sa.BigInteger(), nullable=True),
        sa.Column("seek_channel", sa.BigInteger(), nullable=True),
        sa.Column("language", sa.String(length=12), nullable=True),
        sa.Column("pace", sa.String(length=12), server_default="day", nullable=False),
        sa.Column("hours", sa.Integer(), nullable=True),
        sa.Column("tables_per_channel", sa.Integer(), nullable=True),
        sa.Column("tables_per_person", sa.Integer(), nullable=True),
        sa.Column("absent_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id"),
    )
    op.create_table(
        "acts",
        _number(),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=True),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("actor", sa.String(length=80), nullable=False),
        sa.Column("act", sa.String(length=12), nullable=False),
        sa.Column("reason", sa.String(length=400), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=True),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sqlite_autoincrement=True,
    )
    op.create_index("acts_by_guild", "acts", ["guild_id", "id"])
    op.create_index("acts_by_table", "acts", ["code"])


def _carry_over() -> None:
    """Give the people at running tables their tenures, and their own deadlines where they are asked."""
    connection = op.get_bind()
    running = connection.execute(
        sa.text(
            'select t.code, t.asked, t."window", t.created_at, d.due, coalesce(s.at, t.created_at) from tables t '
            "left join timers d on d.code = t.code and d.kind = 'deadline' "
            "left join states s on s.code = t.code and s.turn = t.turn where t.status = 'running'"
        )
    )
    for code, asked, window, created_at, due, since in running.fetchall():
        seats = connection.execute(
            sa.text("select seat, user_id, name from seats where code = :code and kind = 'person'"), {"code": code}
        )
        seated = seats.fetchall()
        for seat, user_id, name in seated:
            connection.execute(
                sa.text(
                    "insert into tenures (code, seat, tenure, user_id, name, since, from_window, came) "
                    "values (:code, :seat, 0, :user_id, :name, :since, 1, 'joined')"
                ),
                {"code": code, "seat": seat, "user_id": user_id, "name": name, "since": created_at},
            )
        now_asked: list[int] = json.loads(asked or "[]") if isinstance(asked, str) else asked or []
        if due is None or not now_asked:
            continue
        connection.execute(
            sa.text(
                "insert into timers (code, kind, \"window\", due, attempts) values (:code, 'remind', :window, :due, 0)"
            ),
            {"code": code, "window": window, "due": (min(since, due) + due) // 2},
        )
        for seat, _user_id, _name in seated:
            if seat not in now_asked:
                continue
            connection.execute(
                sa.text(
                    'insert into dues (code, seat, "window", since, base, due) '
                    "values (:code, :seat, :window, :since, :due, :due)"
                ),
                {"code": code, "seat": seat, "window": window, "since": min(since, due), "due": due},
            )
