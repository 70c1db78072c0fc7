"""The tables of the present version. A change here needs a migration, and ``HEAD`` is the last one's number."""

from __future__ import annotations

from sqlalchemy import Column, String, Table

from plyground.storage.schema import classes, competitions, games, sites
from plyground.storage.schema.metadata import metadata

HEAD = "0018"
"""The schema version that this program knows best: the number of the last file in ``migrations/versions``."""
OLDEST = "0001"
"""The oldest program, by the version that it knows best, that can work on a database of version ``HEAD``."""

schema_version = Table(
    "plyground_schema",
    metadata,
    Column("version_num", String(32), primary_key=True),
    Column("oldest", String(32), nullable=False, server_default="0001"),
)
"""One row, kept by Alembic: the database's version. ``oldest`` is ``OLDEST`` of that version."""

__all__ = ["HEAD", "OLDEST", "classes", "competitions", "games", "metadata", "schema_version", "sites"]
