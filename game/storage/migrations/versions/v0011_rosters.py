"""Who may take part in a competition by its teacher's list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add a table that the versions before do not know: by them a competition with a list is open to all."""
    op.create_table(
        "competition_roster",
        sa.Column("competition", sa.String(32), sa.ForeignKey("competitions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("team", sa.String(80), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("entry", sa.String(32), nullable=True),
        sa.Column("keys", sa.Text, nullable=False),
        sa.UniqueConstraint("competition", "code"),
    )
