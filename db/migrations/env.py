"""How Alembic reaches the database: through the connection that ``db.migrate`` hands over."""

from __future__ import annotations

from alembic import context

from db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
