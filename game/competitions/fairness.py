"""What chance decides in a competition can be checked afterwards and foretold by nobody.

A competition has a secret of 128 random bits. Its seeds are HMAC-SHA256 of words under keys that are made of it: one
for the event, and one for each day (in UTC) of its ladder and first games. Of each key the SHA-256 is published before
it is used, and the key itself when nothing is drawn by it any more: the event's when the event is over, a day's when
the next day is over too.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

DAY = timedelta(days=1)
MOST_DAYS = 4_000
"""Of so many days, the latest, the keys are listed."""


def new_secret() -> str:
    """128 random bits, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def key_of(secret: str, day: str = "") -> str:
    """The key of the event, or of a day such as ``2026-11-23``: 32 hexadecimal digits."""
    return drawn(secret, f"day {day}" if day else "event")


def drawn(key: str, word: str) -> str:
    """What a key draws for a word: 128 bits as 32 hexadecimal digits, which tell nothing of the key or other words."""
    return hmac.digest(key.encode(), word.encode(), "sha256").hex()[:32]


def commitment(key: str) -> str:
    """The SHA-256 of a key, published before it is used."""
    return hashlib.sha256(key.encode()).hexdigest()


def day_of(at: float) -> str:
    """The day, in UTC, of a moment in Unix seconds."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def published(secret: str, created: float, at: float, over: bool, days: int = MOST_DAYS) -> dict[str, Any]:
    """What everybody may know at a moment, in Unix seconds, of a competition made at another: ``event`` and ``days``,
    each with its ``commitment`` and its ``key``, which is None while it may still be used: until the event is ``over``,
    or for two days. Of the days those from the first to tomorrow, the latest ``days`` of them."""
    today = date.fromisoformat(day_of(at))
    first = max(date.fromisoformat(day_of(created)), today - (days - 2) * DAY)
    return {
        "event": _shown(key_of(secret), over),
        "days": {
            day.isoformat(): _shown(key_of(secret, day.isoformat()), day < today - DAY)
            for day in _days(first, today + DAY)
        },
    }


def _shown(key: str, openly: bool) -> dict[str, Any]:
    return {"commitment": commitment(key), "key": key if openly else None}


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + number * DAY
