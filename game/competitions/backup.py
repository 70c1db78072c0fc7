"""Copies what a site needs beside a copy of its database: the files of handed-in bots, maps, and the site's keys."""

from __future__ import annotations

import json
import os
import tarfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine, inspect, select
from sqlalchemy.pool import NullPool

from plyground.competitions import signing
from plyground.competitions.rights import KEY_FILE
from plyground.competitions.submissions import files
from plyground.core import folders
from plyground.core.messages import _
from plyground.core.refusals import NoBackup
from plyground.storage.schema.competitions import versions


@dataclass(frozen=True)
class Copied:
    """What was copied: the archive (None if there was nothing for it), how many bots, how many are no longer kept, how
    many maps, and how many of the site's keys."""

    file: Path | None
    bots: int
    gone: int
    maps: int
    keys: int


def archive_of(database: Path) -> Path:
    """Where the files of a copy lie."""
    return database.with_name(f"{database.name}.bots.tar")


def insist_new(database: Path) -> None:
    """Raise ``NoBackup`` if there is an archive where this copy's would lie."""
    if archive_of(database).exists():
        raise NoBackup(_("There is a file {name} already; choose another name.", name=archive_of(database).name))


def copy_files(database: Path) -> Copied:
    """Put the bots that a copied SQLite database names, all maps that are kept, and the keys by which this site signs
    and is run, into an archive beside it, to be unpacked in the data folder.

    These files never change and are kept before the database names them, so it does not matter that a server runs.
    Raises ``NoBackup``, or ``OSError`` if the disk fails; then there is no archive.
    """
    insist_new(database)
    contents = _contents(database)
    kept = [content for content in contents if files.folder_of(content).is_dir()]
    gone = len(contents) - len(kept)
    maps = sorted(path for path in (folders.data() / "maps").rglob("*") if path.suffix in (".json", ".txt"))
    keys = [path for path in (folders.data() / name for name in (KEY_FILE, signing.KEY_FILE)) if path.exists()]
    if not kept and not maps and not keys:
        return Copied(None, 0, gone, 0, 0)
    target = archive_of(database)
    try:
        mine = os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(mine, "r+b") as file, tarfile.open(fileobj=file, mode="w") as archive:
            for content in kept:
                archive.add(files.folder_of(content), f"{files.bots_folder().name}/{content}")
            for path in (*maps, *keys):
                archive.add(path, path.relative_to(folders.data()))
    except OSError:
        target.unlink(missing_ok=True)
        raise
    return Copied(target, len(kept), gone, sum(path.suffix == ".json" for path in maps), len(keys))


def _contents(database: Path) -> list[str]:
    engine = create_engine(f"sqlite:///{database}", poolclass=NullPool)
    try:
        if not inspect(engine).has_table(versions.name):
            return []
        with engine.connect() as connection:
            bots = [json.loads(text) for text in connection.execute(select(versions.c.bot)).scalars()]
    finally:
        engine.dispose()
    return sorted({bot["content"] for bot in bots if bot["kind"] == "upload"})
