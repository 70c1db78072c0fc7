"""The confinement that a task names: whoever makes the task has probed it, and so does whoever plays it elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.contract import Bounds, NoSandbox
from plyground.sandbox.landlock import Landlock
from plyground.sandbox.plan import Plan
from plyground.sandbox.running import Confinement, Running

UNCONFINED = "none"


class Unconfined:
    """Runs a bot as any other program (``Confinement``): its pipes, pause and end are the same, nothing is bounded.

    For one's own bot at home, and for tests of what is built on sandboxes. The bot ends with the server, as everywhere;
    programs that it has started by itself may outlive both.
    """

    name = UNCONFINED

    def start(self, folder: Path, argv: Sequence[str], bounds: Bounds, image: Sequence[Path] = ()) -> Running:
        """Start a bot; see the contract."""
        return Running(Plan(argv, bounds, folder, {"parent": os.getpid()}, confined=False))


_KNOWN: dict[str, Callable[[], Confinement]] = {each.name: each for each in (Bubblewrap, Landlock, Unconfined)}


def confinement(name: str | None) -> Confinement:
    """The confinement of this name, ``none`` among them; raises ``NoSandbox``."""
    if name not in _KNOWN:
        raise NoSandbox(f"There is no sandbox called “{name}”; there are {', '.join(_KNOWN)}.")
    return _KNOWN[name]()
