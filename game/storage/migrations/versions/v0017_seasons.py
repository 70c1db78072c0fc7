"""Seasons of a competition: how many there are, which one this is, what follows it, and whence its bots came."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add columns that the versions before leave empty: by them no season follows another."""
    op.add_column("competitions", sa.Column("seasons", sa.Integer(), nullable=True))
    op.add_column("competitions", sa.Column("season", sa.Integer(), nullable=True))
    op.add_column("competitions", sa.Column("followed_by", sa.String(32), nullable=True))
    op.add_column("competition_entries", sa.Column("before", sa.String(32), nullable=True))
    op.add_column("competition_entries", sa.Column("league", sa.Integer(), nullable=True))
