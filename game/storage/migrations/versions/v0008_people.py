"""Open games, plans of replies, games on their way to another device; games of days, and what setups hold besides."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add columns that may be empty, and tables which the versions before do not know."""
    op.add_column("games", sa.Column("besides", sa.Text, nullable=True))
    op.add_column("games", sa.Column("due", sa.Float, nullable=True))
    op.add_column("games", sa.Column("lasting", sa.Boolean, nullable=True))
    op.create_index("games_due", "games", ["due"])
    op.create_table(
        "open_seats",
        _of_game(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.String(80), nullable=False),
        sa.Column("maker", sa.String(40), nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("open_seats_created", "open_seats", ["created"])
    op.create_table(
        "game_plans",
        _of_game(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "handovers",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def _of_game() -> sa.Column[str]:
    return sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
