"""Windows that belong to a public scene or whose answer may lapse, and whether a person wants to be asked for those."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("scene", sa.String(length=40), nullable=True))
    op.add_column("tables", sa.Column("patience", sa.Integer(), nullable=True))
    op.add_column("people", sa.Column("asks_rights", sa.Boolean(), server_default=sa.true(), nullable=False))
