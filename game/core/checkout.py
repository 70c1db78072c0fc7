"""What git says of a checkout, where there is one."""

from __future__ import annotations

import subprocess
from pathlib import Path


def git(folder: Path, *words: str) -> str | None:
    """What git answers to these words in a folder, or None where it cannot."""
    try:
        ran = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return ran.stdout.strip() if ran.returncode == 0 else None


def lay_out(checkout: Path, commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "archive", commit], cwd=checkout, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=listed, check=True)
