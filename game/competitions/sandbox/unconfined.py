"""No confinement at all: for one's own bot at home, and for tests of what is built on sandboxes.

The bot ends with the server, as everywhere; programs that it has started by itself may outlive both.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from plyground.competitions.sandbox.contract import Bounds
from plyground.competitions.sandbox.plan import Plan
from plyground.competitions.sandbox.running import Running


class Unconfined:
    """Runs a bot as any other program (``Confinement``): its pipes, pause and end are the same, nothing is bounded."""

    name = "none"

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds) -> Running:
        """Start a bot; see the contract."""
        return Running(Plan(argv, bounds, folder, {"parent": os.getpid()}, confined=False))
