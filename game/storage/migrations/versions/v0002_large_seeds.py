"""Seeds of competitions of more than 31 bits, which the command line takes, are kept on PostgreSQL too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Widen the column; integers of SQLite are wide enough."""
    if op.get_context().dialect.name != "sqlite":
        op.alter_column("competitions", "seed", type_=sa.BigInteger)
