"""Bots over the network: their accounts, games, challenges, and what they were told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add five tables, which the versions before do not know."""
    op.create_table(
        "network_bots",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("sought", sa.String(80), nullable=False, unique=True),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("games", sa.Text, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "network_games",
        _of_bot(),
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_index("network_games_game", "network_games", ["game"])
    op.create_table(
        "network_events",
        _of_bot(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "network_challenges",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("maker", sa.String(16), sa.ForeignKey("network_bots.id", ondelete="CASCADE"), nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("network_challenges_maker", "network_challenges", ["maker"])
    op.create_table(
        "network_challenged",
        _of_bot(),
        sa.Column(
            "challenge", sa.String(64), sa.ForeignKey("network_challenges.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("accepted", sa.Boolean, nullable=False),
    )


def _of_bot() -> sa.Column[str]:
    return sa.Column("bot", sa.String(16), sa.ForeignKey("network_bots.id", ondelete="CASCADE"), primary_key=True)
