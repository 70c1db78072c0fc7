"""Lets few people at a time use something that is dear, each visitor once at a time, in the order they came."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground.core.messages import _
from plyground.core.refusals import TooOften

AT_ONCE, MOST_WAITING, MOST_OF_ONE, PATIENCE = 2, 40, 12, 60.0


class FairQueue:
    """``at_once()`` are served at a time, of one visitor one; others wait, at most so many and so many seconds."""

    def __init__(
        self,
        at_once: Callable[[], int] = lambda: AT_ONCE,
        most_waiting: int = MOST_WAITING,
        most_of_one: int = MOST_OF_ONE,
        patience: float = PATIENCE,
    ) -> None:
        self._at_once, self._most_waiting = at_once, most_waiting
        self._most_of_one, self._patience = most_of_one, patience
        self._changed = threading.Condition()
        self._served: list[str] = []
        self._waiting: list[tuple[str, object]] = []

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """Wait for ``who``'s turn and have it until the block ends. Raises ``TooOften`` if it does not come."""
        ticket = (who, object())
        with self._changed:
            own = sum(each == who for each, _unused in self._waiting)
            if own >= self._most_of_one or len(self._waiting) >= self._most_waiting:
                raise TooOften(_("Many bots are being tried just now. Wait a moment and try again."))
            self._waiting.append(ticket)
            try:
                if not self._changed.wait_for(lambda: self._next() is ticket, self._patience):
                    raise TooOften(
                        _(
                            "Many bots are tried just now: no turn within {patience:g} s. Try again.",
                            patience=self._patience,
                        )
                    )
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
            self._served.append(who)
        try:
            yield
        finally:
            with self._changed:
                self._served.remove(who)
                self._changed.notify_all()

    def _next(self) -> tuple[str, object] | None:
        """Who may be served now: the first whose visitor is not being served. The lock is held."""
        if len(self._served) >= self._at_once():
            return None
        return next((ticket for ticket in self._waiting if ticket[0] not in self._served), None)
