"""The tables as they were before there were versions; those that a database has already stay as they are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make what is missing."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("finished", sa.Float),
        sa.Column("active", sa.Boolean, nullable=False),
        if_not_exists=True,
    )
    op.create_index("games_finished", "games", ["finished", "touched"], if_not_exists=True)
    op.create_table(
        "events",
        sa.Column("game", sa.String(64), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("command", sa.String(80)),
        sa.UniqueConstraint("game", "seq"),
        sa.UniqueConstraint("game", "command"),
        if_not_exists=True,
    )
    op.create_table(
        "competitions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("field", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "competition_entries",
        sa.Column("id", sa.String(32), primary_key=True),
        _belongs_to("competitions", "competition"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("alias", sa.String(80), nullable=False),
        sa.Column("name", sa.String(80)),
        sa.Column("name_shown", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(80)),
        sa.Column("active", sa.String(40)),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("competition", "number"),
        sa.UniqueConstraint("competition", "alias"),
        if_not_exists=True,
    )
    op.create_table(
        "competition_versions",
        sa.Column("id", sa.String(40), primary_key=True),
        _belongs_to("competition_entries", "entry"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("tokens", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("admission", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.UniqueConstraint("entry", "number"),
        if_not_exists=True,
    )
    op.create_table(
        "competition_exclusions",
        sa.Column(
            "entry", sa.String(32), sa.ForeignKey("competition_entries.id", ondelete="CASCADE"), primary_key=True
        ),
        if_not_exists=True,
    )
    op.create_table(
        "competition_games",
        sa.Column("id", sa.String(96), primary_key=True),
        _belongs_to("competitions", "competition"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("entrants", sa.Text, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("record", sa.Text),
        sa.Column("finished", sa.Float),
        if_not_exists=True,
    )
    op.create_index("competition_games_waiting", "competition_games", ["competition", "status"], if_not_exists=True)


def _belongs_to(table: str, name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(32), sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), nullable=False)
