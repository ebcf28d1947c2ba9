"""The first schema: tables, seats, play, timers, outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("interactions_by_time", "interactions", ["at"], unique=False)
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("lobby_message_id", sa.BigInteger(), nullable=True),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("pace", sa.String(length=12), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("seed_hash", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("window_kind", sa.String(length=40), nullable=True),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.Column("result_json", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("tables_by_channel", "tables", ["channel_id"], unique=False)
    op.create_index("tables_by_guild", "tables", ["guild_id", "status"], unique=False)
    op.create_index("tables_by_thread", "tables", ["thread_id"], unique=False)
    op.create_table(
        "actions",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action_json", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "window", "seat"),
    )
    op.create_table(
        "drafts",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("action_json", sa.Text(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "window", "seat"),
    )
    op.create_table(
        "outbox",
        sa.Column("seq", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("nonce", sa.String(length=25), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("place", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("sent_version", sa.Integer(), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=True),
        sa.Column("dropped", sa.String(length=40), nullable=True),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("key", name="outbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("outbox_by_priority", "outbox", ["priority", "seq"], unique=False)
    op.create_index("outbox_by_table", "outbox", ["code", "seq"], unique=False)
    op.create_table(
        "seats",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("join_press", sa.BigInteger(), nullable=True),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "seat"),
        sa.UniqueConstraint("code", "user_id", name="seats_one_each"),
    )
    op.create_index("seats_by_person", "seats", ["user_id"], unique=False)
    op.create_table(
        "states",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("state_json", sa.Text(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("draws_json", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "turn"),
    )
    op.create_table(
        "steps",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("chapter", sa.String(length=80), nullable=False),
        sa.Column("events_json", sa.Text(), nullable=False),
        sa.Column("view_json", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "seq"),
    )
    op.create_table(
        "timers",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("retry_at", sa.BigInteger(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", "kind"),
    )
    op.create_index("timers_by_due", "timers", ["due"], unique=False)
