"""The tables as they were before there were versions; those that a database has already stay as they are."""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

tables = sa.MetaData()
_Needed = partial(sa.Column, nullable=False)


def _of(table: str, name: str, length: int, key: bool = False) -> sa.Column[str]:
    owner = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(length), owner, nullable=False, primary_key=key)


sa.Table(
    "games",
    tables,
    sa.Column("id", sa.String(64), primary_key=True),
    _Needed("setup", sa.Text),
    _Needed("created", sa.Float),
    _Needed("touched", sa.Float),
    sa.Column("finished", sa.Float),
    _Needed("active", sa.Boolean),
    sa.Index("games_finished", "finished", "touched"),
)
sa.Table(
    "events",
    tables,
    _of("games", "game", 64),
    _Needed("seq", sa.Integer),
    _Needed("kind", sa.String(32)),
    _Needed("data", sa.Text),
    _Needed("at", sa.Float),
    sa.Column("command", sa.String(80)),
    sa.UniqueConstraint("game", "seq"),
    sa.UniqueConstraint("game", "command"),
)
sa.Table(
    "competitions",
    tables,
    sa.Column("id", sa.String(32), primary_key=True),
    _Needed("title", sa.Text),
    _Needed("game", sa.String(32)),
    _Needed("options", sa.Text),
    _Needed("settings", sa.Text),
    _Needed("seed", sa.Integer),
    _Needed("state", sa.String(16)),
    sa.Column("field", sa.Text),
    _Needed("created", sa.Float),
)
sa.Table(
    "competition_entries",
    tables,
    sa.Column("id", sa.String(32), primary_key=True),
    _of("competitions", "competition", 32),
    _Needed("number", sa.Integer),
    _Needed("alias", sa.String(80)),
    sa.Column("name", sa.String(80)),
    _Needed("name_shown", sa.Boolean),
    sa.Column("owner", sa.String(80)),
    sa.Column("active", sa.String(40)),
    _Needed("created", sa.Float),
    sa.UniqueConstraint("competition", "number"),
    sa.UniqueConstraint("competition", "alias"),
)
sa.Table(
    "competition_versions",
    tables,
    sa.Column("id", sa.String(40), primary_key=True),
    _of("competition_entries", "entry", 32),
    _Needed("number", sa.Integer),
    _Needed("bot", sa.Text),
    sa.Column("tokens", sa.Integer),
    _Needed("note", sa.Text),
    _Needed("admission", sa.String(16)),
    _Needed("reason", sa.Text),
    _Needed("created", sa.Float),
    sa.UniqueConstraint("entry", "number"),
)
sa.Table("competition_exclusions", tables, _of("competition_entries", "entry", 32, key=True))
sa.Table(
    "competition_games",
    tables,
    sa.Column("id", sa.String(96), primary_key=True),
    _of("competitions", "competition", 32),
    _Needed("kind", sa.String(16)),
    _Needed("round", sa.Integer),
    _Needed("number", sa.Integer),
    _Needed("part", sa.Integer),
    _Needed("entrants", sa.Text),
    _Needed("task", sa.Text),
    _Needed("status", sa.String(16)),
    _Needed("attempts", sa.Integer),
    sa.Column("result", sa.Text),
    sa.Column("record", sa.Text),
    sa.Column("finished", sa.Float),
    sa.Index("competition_games_waiting", "competition", "status"),
)


def upgrade() -> None:
    """Make what is missing."""
    tables.create_all(op.get_bind())
