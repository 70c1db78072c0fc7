"""The secrets from which competitions draw."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add a column that may be empty: competitions of before go on drawing from their seed."""
    op.add_column("competitions", sa.Column("secret", sa.String(32), nullable=True))
