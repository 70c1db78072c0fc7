"""A game says from which address it was made, by a short name, so that what all of one address have is bounded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add a column that the versions before leave empty."""
    op.add_column("games", sa.Column("home", sa.String(12), nullable=True))
