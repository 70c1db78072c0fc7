"""Several servers carry on the games of one database: which there are, and which of them carries on what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add two tables, which the versions before do not know: those are alone on a database."""
    large = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", large, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_table(
        "owners",
        sa.Column("thing", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(32), nullable=False),
        sa.Column("fence", large, nullable=False),
    )
    op.create_index("owners_server", "owners", ["server"])
