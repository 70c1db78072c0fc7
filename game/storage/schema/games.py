"""Games, and what belongs to them."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint

from plyground.storage.schema.metadata import metadata, part_of

games = Table(
    "games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("touched", Float, nullable=False),
    Column("finished", Float, nullable=True),
    Column("active", Boolean, nullable=False),
    Column("maker", String(40), nullable=True),
    Column("besides", Text, nullable=True),
    Column("due", Float, nullable=True),
    Column("lasting", Boolean, nullable=True),
    Column("home", String(12), nullable=True),
    Index("games_due", "due"),
    Index("games_finished", "finished", "touched"),
    Index("games_maker", "maker", "finished"),
)
"""One row for each game. ``touched`` is the time of the last event, ``finished`` that of the end (Unix seconds);
``active`` games go on by themselves, for a bot is to move or a clock runs; ``maker`` and ``home`` are the setup's, for
lists of one's own games and for limits. ``besides`` is what the setup holds that servers of before version 0008 do not
know, as JSON. A game with days for a move is ``lasting`` once all have moved, and never swept; ``due`` is when its
clock runs out, or another one with much time left."""

events = Table(
    "events",
    metadata,
    Column("game", String(64), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("command", String(80), nullable=True),
    UniqueConstraint("game", "seq"),
    UniqueConstraint("game", "command"),
)
"""The log. Rows are only added, and deleted with their game."""

open_seats = Table(
    "open_seats",
    metadata,
    part_of("game", "games.id", 64),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", String(80), nullable=False),
    Column("maker", String(40), nullable=False),
    Column("here", Boolean, nullable=False),
    Column("lasting", Boolean, nullable=False),
    Column("shown", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index("open_seats_created", "created"),
)
"""Seats that anybody may take: the ``token`` is as good as public until somebody does, and the row goes with it.
``here`` says whether the host is there, ``lasting`` that it does not matter; ``shown`` is what the list tells."""

game_plans = Table(
    "game_plans",
    metadata,
    part_of("game", "games.id", 64),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""What a seat will reply, as it was planned at a ply; no part of the log, which its opponents follow."""

handovers = Table(
    "handovers",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("body", Text, nullable=False),
    Column("until", Float, nullable=False),
)
"""Lists of own games on their way to another device, sealed with the code of which this is the digest."""

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("record", Text, nullable=False),
    Column("until", Float, nullable=False),
    Index("studies_until", "until"),
)
"""Games with their branches that are shared by a short link."""

lab_questions = Table(
    "lab_questions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("key", String(24), nullable=False, unique=True),
    Column("body", Text, nullable=False),
)
"""What was asked of the lab, by the key of its trace, so that a trace that is no longer kept can be made again."""
