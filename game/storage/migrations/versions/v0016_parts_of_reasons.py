"""What the reason was made of for which a version stays out, so that it can be said in other languages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add a column that the versions before leave empty; their reasons stay English."""
    op.add_column("competition_versions", sa.Column("reason_parts", sa.Text(), nullable=True))
