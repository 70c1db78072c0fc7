"""The one storage: an SQL database with a schema version, upgraded by migrations, written by one thread in groups.

``schema`` has the tables, ``database`` the open database, ``opening`` what is looked at and done before it is used,
``migrations`` the steps from one version to the next, ``engine`` the sentences for what can go wrong.
"""

from __future__ import annotations

from pathlib import Path

from plyground.core.refusals import NoBackup
from plyground.storage.database import Database

__all__ = ["Database", "backup"]


def backup(address: str, target: Path) -> None:
    """Copy the database with this URL to a new file, as it is, also while a server runs.

    Raises ``NoBackup``, ``UnfitDatabase`` if it is damaged or another program's, or ``OSError``; then there is no copy.
    Only SQLite is copied here (by its online backup); for other databases use their own tools.
    """
    from plyground.storage import engine, files, opening

    url = engine.read_url(address)
    if url.get_backend_name() != "sqlite":
        raise NoBackup(f"A {url.get_backend_name()} database is backed up with its own tools.")
    path = Path(str(url.database))
    files.check_file(path)
    if path.exists():
        with engine.plain_engine(url).connect() as connection:
            opening.version_of(connection, str(path))
    files.copy_file(path, target)
