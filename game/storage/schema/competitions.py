"""Competitions: their bots, games, people and test positions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from plyground.storage.schema.metadata import metadata, part_of

competitions = Table(
    "competitions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("state", String(16), nullable=False),
    Column("field", Text, nullable=True),
    Column("created", Float, nullable=False),
    Column("secret", String(32), nullable=True),
    Column("grading", Text, nullable=True),
    Column("seasons", Integer, nullable=True),
    Column("season", Integer, nullable=True),
    Column("followed_by", String(32), nullable=True),
)
"""``state`` is ``open``, ``closed`` to new entries, ``running``, ``paused`` or ``finished``. ``field`` are the versions
that take part in the event, by seeding, fixed when it begins.
All chance is drawn from ``secret``, or where there is none from ``seed``. ``grading`` is the formula of the grades.
It is the ``season`` (1 where empty) of so many ``seasons``, a setting that stands here since servers of before would
refuse it among the others; ``followed_by`` is the next one, written once, when that is made."""

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
    Column("before", String(32), nullable=True),
    Column("league", Integer, nullable=True),
    UniqueConstraint("competition", "number"),
    UniqueConstraint("competition", "alias"),
)
"""A bot under its alias; ``owner`` is the hash of its owner's secret, ``active`` the version that plays, ``before`` the
bot that it was in the season before, and ``league`` the one that it has brought from there."""

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
    Column("reason_parts", Text, nullable=True),
    UniqueConstraint("entry", "number"),
)
"""``bot`` is how a task names it (an upload by its content hash); ``admission`` is ``waiting``, ``validated``,
``refused`` with the ``reason`` (and what its sentence was made of), or ``admitted`` by the teacher."""

exclusions = Table(
    "competition_exclusions",
    metadata,
    part_of("entry", "competition_entries.id", 32),
)
"""The bots that the teacher has excluded, whatever their versions are worth."""

competition_roster = Table(
    "competition_roster",
    metadata,
    part_of("competition", "competitions.id", 32),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(80), nullable=False),
    Column("team", String(80), nullable=False),
    Column("code", String(16), nullable=False),
    Column("entry", String(32), nullable=True),
    Column("keys", Text, nullable=False),
    UniqueConstraint("competition", "code"),
)
"""The teacher's list of who takes part: the name, a team or "", the code by which each comes in, the bot that one or
the team has, and as JSON the digests of the keys that were given for the code. Without rows everybody may take part."""

competition_positions = Table(
    "competition_positions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("competition", String(32), ForeignKey("competitions.id", ondelete="CASCADE"), nullable=False),
    Column("entry", String(32), ForeignKey("competition_entries.id", ondelete="CASCADE"), nullable=True),
    Column("title", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("wanted", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Index("competition_positions_of", "competition", "entry"),
)
"""Positions by which bots are tested: the teacher's, for all, and those of the owner of an ``entry``, for that bot.
``wanted`` is JSON: what the bot should do there."""

competition_position_answers = Table(
    "competition_position_answers",
    metadata,
    part_of("position", "competition_positions.id", 32),
    part_of("version", "competition_versions.id", 40),
    Column("passed", Boolean, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What each version did in each position, once it was asked."""

competition_games = Table(
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
    Index("competition_games_waiting", "competition", "status"),
)
"""One row for each game, made before it is played. ``status`` is ``waiting`` or ``played``; ``result`` is
the short form that tables are counted from, ``record`` the whole one. ``attempts`` counts our faults."""
