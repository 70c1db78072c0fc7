"""The client that ``docs/network_bots.md`` writes out, run as a reader would."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile

from plyground.core.folders import HOME

MOST_LINES = 50


def client() -> str:
    """Its text, the page's one block of Python."""
    [text] = re.findall(r"^```python\n(.*?)^```$", (HOME / "docs/network_bots.md").read_text("utf-8"), re.M | re.S)
    return str(text)


def play(url: str, game: str) -> str:
    """What it prints after a whole game against a bot of ours; it knows no package but those of Python itself."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-I", "-S", "-c", client(), url, game, "random"]
        ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout
