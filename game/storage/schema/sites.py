"""The servers of one site, and bots over the network."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from plyground.storage.schema.metadata import metadata, part_of

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("beat", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Column("told", Text, nullable=False),
)
"""The servers that make up one site, where there are several. ``beat`` grows while a server lives; a row is deleted
when it ends, or by another that has seen it stand still. ``told`` is JSON for those who look after them."""

owners = Table(
    "owners",
    metadata,
    Column("thing", String(64), primary_key=True),
    Column("server", String(32), nullable=False),
    Column("fence", sa.BigInteger().with_variant(Integer, "sqlite"), nullable=False),
    Index("owners_server", "server"),
)
"""Which server carries on a game, by its id, or the classes, or the competitions; empty for nobody. One that is not
among ``servers`` owns nothing any more. ``fence`` grows with each owner: what an earlier one still writes is refused.
"""

network_bots = Table(
    "network_bots",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("sought", String(80), nullable=False, unique=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("games", Text, nullable=False),
    Column("told", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)
"""Bots over the network. ``sought`` is the name without its capitals, ``key`` the digest of the token, ``games`` the
ids of those that it plays, as JSON (none: all), ``told`` the number of its last event, ``seen`` when it last asked."""

network_games = Table(
    "network_games",
    metadata,
    part_of("bot", "network_bots.id", 16),
    part_of("game", "games.id", 64),
    Column("seat", Integer, nullable=False),
    Index("network_games_game", "game"),
)
"""Who of them plays where; the setup of the game says the same."""

network_events = Table(
    "network_events",
    metadata,
    part_of("bot", "network_bots.id", 16),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What each was told lately, numbered from 1 without gaps."""

challenges = Table(
    "network_challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("maker", String(16), ForeignKey("network_bots.id", ondelete="CASCADE"), nullable=False),
    Column("spec", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("game", String(64), nullable=True),
    Column("created", Float, nullable=False),
    Index("network_challenges_maker", "maker"),
)
"""``spec`` is the game that is offered, as JSON; ``state`` is ``open``, ``accepted`` with the ``game``, ``declined`` or
``cancelled``."""

challenged = Table(
    "network_challenged",
    metadata,
    part_of("bot", "network_bots.id", 16),
    part_of("challenge", "network_challenges.id", 64),
    Column("accepted", Boolean, nullable=False),
)
"""Whom a challenge asks, and who has agreed already."""
