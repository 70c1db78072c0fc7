"""Plans that are set as homework: who does them, and what they answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def _of_homework() -> sa.Column[str]:
    return sa.Column("homework", sa.String(32), sa.ForeignKey("homework.id", ondelete="CASCADE"), primary_key=True)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def upgrade() -> None:
    """Add tables that the versions before do not know: they set no homework."""
    op.create_table(
        "homework",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("gone", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("homework_gone", "homework", ["gone"])
    op.create_table(
        "homework_people",
        _of_homework(),
        _number("number"),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("sign", sa.String(80), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.UniqueConstraint("homework", "code"),
    )
    op.create_table(
        "homework_answers",
        _of_homework(),
        _number("person"),
        _number("entry"),
        _number("attempt"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("part", sa.Float, nullable=True),
        sa.Column("late", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table("homework_keys", _of_homework(), _number("entry"), sa.Column("answer", sa.Text, nullable=False))
