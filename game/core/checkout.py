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
