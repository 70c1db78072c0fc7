"""Classes, their students, questions and answers are kept, so that they go on after a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _of_class() -> sa.Column[str]:
    return sa.Column("class", sa.String(16), sa.ForeignKey("classes.code", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Add four tables, which the versions before do not know."""
    op.create_table(
        "classes",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("teacher", sa.String(64), nullable=False),
        sa.Column("maker", sa.String(64), nullable=False),
        sa.Column("seed", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("idle", sa.Float, nullable=False),
        sa.Column("question_left", sa.Float, nullable=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "class_students",
        _of_class(),
        sa.Column("student", sa.String(16), primary_key=True),
        sa.Column("nickname", sa.String(80), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
    )
    op.create_table(
        "class_questions",
        _of_class(),
        sa.Column("question", sa.String(16), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "class_answers",
        _of_class(),
        sa.Column("question", sa.String(16), primary_key=True),
        sa.Column("student", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=True),
        sa.Column("correct", sa.Boolean, nullable=True),
    )
