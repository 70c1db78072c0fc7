"""How Alembic runs the migrations: on the connection that it is given, inside the transaction that is open there."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"], version_table="plyground_schema", render_as_batch=True
)
context.run_migrations()
