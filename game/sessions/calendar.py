"""The time of day, and whether it may be believed: clocks of computers are set wrong, and put right again.

What is kept for so many days is deleted by the time of day. A clock that is a year ahead would delete everything at
once; so after a leap nothing is too old until the clock has gone on steadily for a day.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

LEAP_SECONDS = 3600.0
"""The time of day and the time that went by may differ by so much between two looks."""
AWAY_SECONDS = 7 * 86_400.0
"""If the last thing that is known happened longer ago, the clock may be ahead, or the server was away."""
TRUSTED_SECONDS = 86_400.0


class Calendar:
    """Notices leaps of the time of day. Not locked."""

    def __init__(self, now: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now, self._monotonic = now, monotonic
        self._last = now(), monotonic()
        self._leapt: float | None = None

    def began_after(self, newest: float | None) -> None:
        """The server begins, and this is the time of the last thing that is known, if there is any."""
        if newest is not None and abs(self._now() - newest) > AWAY_SECONDS:
            self._leap(self._now() - newest)

    def believed(self) -> bool:
        """Whether the time of day may be used to delete by; to be asked now and then."""
        now, monotonic = self._now(), self._monotonic()
        leap = (now - self._last[0]) - (monotonic - self._last[1])
        self._last = now, monotonic
        if abs(leap) > LEAP_SECONDS:
            self._leap(leap)
        return self._leapt is None or monotonic - self._leapt >= TRUSTED_SECONDS

    def _leap(self, seconds: float) -> None:
        self._leapt = self._monotonic()
        log.warning("The clock of this computer leapt by %.1f days, or the server was away so long.", seconds / 86_400)
        log.warning("For a day nothing is deleted for its age; put the clock right if it is wrong.")
