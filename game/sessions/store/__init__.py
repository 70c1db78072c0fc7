"""Storage of games: an append-only log of events in an SQL database, written by one thread that commits in groups."""

from __future__ import annotations

from pathlib import Path

from plyground.sessions.settings import Settings
from plyground.sessions.store.store import Store

__all__ = ["Store", "backup"]


def backup(path: Path) -> None:
    """Copy the database that the environment names to a new file, also while a server runs; raises ``NoBackup``."""
    store = Store(Settings.from_environment())
    try:
        store.backup(path)
    finally:
        store.close()
