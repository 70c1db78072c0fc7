"""The confinement that a task names."""

from __future__ import annotations

from game.competitions.sandbox.contract import Confinement, NoSandbox
from game.competitions.unconfined import Unconfined


def confinement(name: str | None) -> Confinement:
    """``none``, or a sandbox by its name; raises ``NoSandbox``."""
    if name == "none":
        return Unconfined()
    raise NoSandbox(f"There is no sandbox called “{name}” here.")
