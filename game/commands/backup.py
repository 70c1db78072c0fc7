"""``backup``: copies the database, the bots of competitions, kept maps and the keys, while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from plyground.commands import _shared


@_shared.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def command(file: Path) -> _shared.Shown:
    """Copy all kept games to FILE, whole and consistent, also while the server runs.

    The bots that were handed in for competitions, kept maps, and the keys by which the site signs and is run go to
    FILE.bots.tar.
    """
    from plyground.competitions.backup import copy_files, insist_new
    from plyground.core.settings import Settings
    from plyground.storage import backup

    if not file.name:
        raise click.BadParameter("The name of a file is missing.", param_hint="FILE")
    try:
        insist_new(file)
        backup(Settings.from_environment().database_url, file)
        size = file.stat().st_size
        copied = copy_files(file)
    except OSError as error:
        raise _shared.UnreadableFile(f"{file} cannot be written: {error.strerror}.") from None
    bots_file = None if copied.file is None else str(copied.file)
    data = {"file": str(file), "bytes": size, "bots_file": bots_file, "bots": copied.bots, "bots_gone": copied.gone}
    data |= {"maps": copied.maps, "keys": copied.keys}
    text = f"{file}: {size:,} bytes."
    if copied.file is not None:
        text += f"\n{copied.file}: {copied.bots} handed-in bots, {copied.maps} maps, {copied.keys} keys."
    if copied.gone:
        text += f"\nOf {copied.gone} handed-in bots the files are no longer kept."
    return data, text
