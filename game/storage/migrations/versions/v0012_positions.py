"""Positions by which bots are tested, how each version answered, and the formula of a competition's grades."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add two tables and a column that the versions before do not know: by them nobody is tested or graded."""
    op.create_table(
        "competition_positions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("competition", sa.String(32), sa.ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
        sa.Column("entry", sa.String(32), sa.ForeignKey("competition_entries.id", ondelete="CASCADE"), nullable=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("wanted", sa.Text, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("competition_positions_of", "competition_positions", ["competition", "entry"])
    op.create_table(
        "competition_position_answers",
        sa.Column(
            "position", sa.String(32), sa.ForeignKey("competition_positions.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column(
            "version", sa.String(40), sa.ForeignKey("competition_versions.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.add_column("competitions", sa.Column("grading", sa.Text, nullable=True))
