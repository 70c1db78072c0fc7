"""The confinement that a task names: whoever makes the task has probed it, and so does whoever plays it elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from plyground.competitions.sandbox.bubblewrap import Bubblewrap
from plyground.competitions.sandbox.contract import Confinement, NoSandbox
from plyground.competitions.sandbox.landlock import Landlock
from plyground.competitions.sandbox.unconfined import Unconfined

UNCONFINED = Unconfined.name
_KNOWN: dict[str, Callable[[], Confinement]] = {
    Bubblewrap.name: Bubblewrap,
    Landlock.name: Landlock,
    UNCONFINED: Unconfined,
}


def confinement(name: str | None) -> Confinement:
    """The confinement of this name, ``none`` among them; raises ``NoSandbox``."""
    if name not in _KNOWN:
        raise NoSandbox(f"There is no sandbox called “{name}”; there are {', '.join(_KNOWN)}.")
    return _KNOWN[name]()
