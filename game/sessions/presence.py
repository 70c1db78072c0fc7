"""Who is there: the seats whose pages are open. A page that is loaded anew is gone for a moment and not missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

AWAY_SECONDS = 4.0
"""After this time without a page the holder of a seat has left."""


class Presence:
    """One game's seats of people. Not locked: the session locks."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._open: frozenset[int] = frozenset()
        self._seen: dict[int, float] = {}

    def changed(self, seats: Iterable[int]) -> bool:
        """These seats have a page open now; returns whether one of those that had one has none."""
        open_now = frozenset(seats)
        gone = self._open - open_now
        self._seen |= dict.fromkeys(gone, self._monotonic())
        self._open = open_now
        return bool(gone)

    @property
    def somebody(self) -> bool:
        """Whether a seat has a page open. Needs no lock."""
        return bool(self._open)

    def here(self) -> set[int]:
        """The seats whose holders are there."""
        now = self._monotonic()
        return {*self._open, *(seat for seat, at in self._seen.items() if now - at < AWAY_SECONDS)}
