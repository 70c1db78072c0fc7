"""``backup``: copies the store of games while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from game.commands import _shared


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@_shared.json_option
def command(file: Path, as_json: bool) -> None:
    """Copy all kept games to FILE, whole and consistent, also while the server runs."""
    from game.sessions.store import backup

    try:
        backup(file)
        size = file.stat().st_size
    except OSError as error:
        raise _shared.UnreadableFile(f"{file} cannot be written: {error.strerror}.") from None
    _shared.show({"file": str(file), "bytes": size}, f"{file}: {size:,} bytes.", as_json)
