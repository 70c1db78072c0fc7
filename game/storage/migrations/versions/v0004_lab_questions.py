"""What was asked of the lab is kept, so that the addresses of traces outlive the server's memory."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table, which the versions before do not know."""
    op.create_table(
        "lab_questions",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(24), nullable=False, unique=True),
        sa.Column("body", sa.Text, nullable=False),
    )
