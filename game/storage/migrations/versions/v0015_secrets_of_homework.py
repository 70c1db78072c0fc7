"""The secret of each homework, from which the hidden checks of its exercises are drawn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add a column that the versions before leave empty; a secret is made when it is first needed."""
    op.add_column("homework", sa.Column("secret", sa.String(64), nullable=True))
