"""Standing orders of a seat and the answers that they gave, and seats that the game has beaten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("beaten", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", sa.Column("orders", sa.JSON(), server_default="{}", nullable=False))
    op.add_column("drafts", sa.Column("ordered", sa.Boolean(), server_default=sa.false(), nullable=False))
