"""Who made a game stands beside it, so that a visitor's own are found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add a column, which the versions before leave empty, and fill it from what the games say."""
    op.add_column("games", sa.Column("maker", sa.String(40), nullable=True))
    said = {"sqlite": "json_extract(setup, '$.maker')", "postgresql": "setup::json->>'maker'"}
    op.execute(sa.text(f"UPDATE games SET maker = {said[op.get_context().dialect.name]}"))
    op.create_index("games_maker", "games", ["maker", "finished"])
