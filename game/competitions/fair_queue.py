"""Lets few people at a time use something that is dear, each visitor once at a time, and one after the other in rounds.

In a round everybody who waits has one turn, so whoever asks for many waits many rounds with them, and holds each of the
others up by one turn at most (start-time fair queuing, Goyal, Vin and Cheng, 1996, with turns of equal cost). A turn
that has taken long makes room for one more, so that a few that wait for their clocks to run out keep nobody out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

from plyground.core.messages import _
from plyground.core.refusals import TooOften
from plyground.sessions.visitors import address_of

AT_ONCE, MOST_WAITING, MOST_OF_ONE, PATIENCE = 2, 60, 3, 75.0
LONG, CROWD = 10.0, 3
"""A turn of more seconds makes room for one more, but never for more than so many times those served at a time."""
MOST_OF_ADDRESS = 45
"""So many of one address wait at a time: a class behind one has room, and leaves some."""


@dataclass(frozen=True, order=True)
class _Ticket:
    """Who waits, in which round, and the how-manieth they are; ``name`` is theirs to ask by."""

    round: int
    number: int
    who: str
    name: str


class FairQueue:
    """``at_once()`` are served at a time, of one visitor one; others wait, at most so many and so many seconds."""

    def __init__(
        self,
        at_once: Callable[[], int] = lambda: AT_ONCE,
        most_waiting: int = MOST_WAITING,
        most_of_one: int = MOST_OF_ONE,
        patience: float = PATIENCE,
        most_of_address: int = MOST_OF_ADDRESS,
        long: float = LONG,
    ) -> None:
        self._at_once, self._most_waiting, self._long = at_once, most_waiting, long
        self._most_of_one, self._patience, self._most_of_address = most_of_one, patience, most_of_address
        self._changed = threading.Condition()
        self._served: dict[str, float] = {}
        self._waiting: list[_Ticket] = []
        self._round, self._numbers = 0, count()
        self._rounds: dict[str, int] = {}

    @contextmanager
    def turn(self, who: str, name: str = "") -> Iterator[None]:
        """Wait for ``who``'s turn and have it until the block ends. Raises ``TooOften`` if it does not come."""
        with self._changed:
            own = sum(each.who == who for each in self._waiting)
            beside = sum(address_of(each.who) == address_of(who) for each in self._waiting)
            full = len(self._waiting) >= self._most_waiting or beside >= self._most_of_address
            if own >= self._most_of_one or full:
                raise TooOften(_("Many bots are being tried just now. Wait a moment and try again."))
            ticket = _Ticket(max(self._round, self._rounds.get(who, -1) + 1), next(self._numbers), who, name)
            self._rounds[who] = ticket.round
            self._waiting.append(ticket)
            try:
                until = time.monotonic() + self._patience
                while self._next() is not ticket:
                    if (left := until - time.monotonic()) <= 0:
                        raise TooOften(
                            _(
                                "Many bots are tried just now: no turn within {patience:g} s. Try again.",
                                patience=self._patience,
                            )
                        )
                    self._changed.wait(min(left, self._until_one_is_long()))
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
            self._served[who] = time.monotonic()
            self._round = max(self._round, ticket.round)
            self._rounds = {one: last for one, last in self._rounds.items() if last >= self._round}
        try:
            yield
        finally:
            with self._changed:
                del self._served[who]
                self._changed.notify_all()

    def place(self, who: str, name: str) -> tuple[int, int]:
        """Which turn a visitor's waiting ticket is, from 1 on, and how many wait; 0 once it is served, or unknown."""
        with self._changed:
            order = sorted(self._waiting)
        return next((at for at, each in enumerate(order, 1) if (each.who, each.name) == (who, name)), 0), len(order)

    def _until_one_is_long(self) -> float:
        """Seconds until the next of those served has taken long, which nobody says. The lock is held."""
        left = (since + self._long - time.monotonic() for since in self._served.values())
        return min((each for each in left if each > 0), default=self._patience)

    def _next(self) -> _Ticket | None:
        """Who may be served now: the first whose visitor is not being served. The lock is held."""
        at_once, long_ago = self._at_once(), time.monotonic() - self._long
        if sum(each > long_ago for each in self._served.values()) >= at_once or len(self._served) >= CROWD * at_once:
            return None
        return min((each for each in self._waiting if each.who not in self._served), default=None)
