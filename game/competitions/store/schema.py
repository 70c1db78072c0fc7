"""The tables of competitions, beside those of the games that people play."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from plyground.sessions.store.schema import open_engine as _open_engine

metadata = MetaData()

competitions = Table(
    "competitions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("field", Text, nullable=True),
    Column("created", Float, nullable=False),
)
"""``state`` is ``open``, ``closed`` to new entries, ``running``, ``paused`` or ``finished``. ``field`` are the versions
that take part in the event, by seeding, fixed when it begins."""

entries = Table(
    "competition_entries",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("alias", String(80), nullable=False),
    Column("name", String(80), nullable=True),
    Column("name_shown", Boolean, nullable=False),
    Column("owner", String(80), nullable=True),
    Column("active", String(40), nullable=True),
    Column("created", Float, nullable=False),
    UniqueConstraint("competition", "number"),
    UniqueConstraint("competition", "alias"),
)
"""A bot under its alias; ``owner`` is the hash of its owner's secret, ``active`` the version that plays."""

versions = Table(
    "competition_versions",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("bot", Text, nullable=False),
    Column("tokens", Integer, nullable=True),
    Column("note", Text, nullable=False),
    Column("admission", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("entry", "number"),
)
"""``bot`` is how a task names it (an upload by its content hash); ``admission`` is ``waiting``, ``validated``,
``refused`` with the ``reason``, or ``admitted`` by the teacher."""

exclusions = Table(
    "competition_exclusions",
    metadata,
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), primary_key=True),
)
"""The bots that the teacher has excluded, whatever their versions are worth; a table of its own, as databases that are
in use have the others already."""

games = Table(
    "competition_games",
    metadata,
    Column("id", String(96), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("part", Integer, nullable=False),
    Column("entrants", Text, nullable=False),
    Column("task", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("result", Text, nullable=True),
    Column("record", Text, nullable=True),
    Column("finished", Float, nullable=True),
)
"""One row for each game, made before it is played. ``status`` is ``waiting`` or ``played``; ``result`` is
the short form that tables are counted from, ``record`` the whole one. ``attempts`` counts our faults."""

Index("competition_games_waiting", games.c.competition, games.c.status)


def open_engine(url: str) -> Engine:
    """Open the database and make what tables it lacks; raises ``BadOption`` for a URL that is none."""
    engine = _open_engine(url)
    metadata.create_all(engine)
    return engine
