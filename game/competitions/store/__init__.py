"""Storage of competitions in the product's database: entries, versions, games with their tasks and records."""

from __future__ import annotations

from plyground.competitions.store.rows import Competition, Entry, Snapshot, StoredGame, Version
from plyground.competitions.store.store import CompetitionStore

__all__ = ["Competition", "CompetitionStore", "Entry", "Snapshot", "StoredGame", "Version"]
