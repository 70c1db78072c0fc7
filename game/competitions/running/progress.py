"""How far an event is, and when it will end, estimated from the games that ended last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_LATEST = 60
"""The estimate goes by the pace of so many games: long enough to be steady, short enough to follow a change."""


@dataclass(frozen=True)
class Progress:
    """``done`` of ``total`` games (the total is an estimate while later rounds are not planned yet); ``phase`` is
    ``validation``, ``event``, ``ladder`` or ``compare``; ``seconds_left`` is None until a few games have ended;
    ``waits`` says that only the final is left, and that somebody is to begin it."""

    phase: str
    done: int
    total: int
    seconds_left: float | None
    waits: bool = False

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return dict(vars(self))


def seconds_left(finished: Sequence[float], remaining: int, now: float, begun: float = 0.0) -> float | None:
    """The estimate from the moments at which games ended, in order; those before ``begun`` (another run) do not count.

    None until three games have ended, 0 when none remains.
    """
    if remaining <= 0:
        return 0.0
    latest = [at for at in finished if at >= begun][-_LATEST:]
    if len(latest) < 3:
        return None
    pace = (len(latest) - 1) / max(latest[-1] - latest[0], 1e-6)
    slower = len(latest) / max(now - latest[0], 1e-6)  # nothing has ended for a while
    return remaining / min(pace, slower * 1.5)
