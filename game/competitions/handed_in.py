"""Puts the files of a handed-in bot into a folder, from which it is run; ``unpacking`` reads them."""

from __future__ import annotations

from pathlib import Path

from game.competitions.unpacking import MOST_BYTES, MOST_FILES, BadUpload, Files
from game.competitions.unpacking import unpack as read

__all__ = ["MOST_BYTES", "MOST_FILES", "BadUpload", "read", "write"]


def write(files: Files, folder: Path) -> None:
    """Write the files into an empty folder."""
    for name, (content, executable) in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if executable else 0o644)
