"""What is to be watched soon: finals that wait for their beginning, events that are played, seasons that end."""

from __future__ import annotations

import time
from typing import Any

from plyground.competitions.presentation import public
from plyground.competitions.presentation.snapshot import snapshot
from plyground.competitions.running import schedule
from plyground.competitions.store import Competition, CompetitionStore

MOST = 6
_DAY = 86_400.0
_ORDER = ("final", "event", "season")


def announced(store: CompetitionStore) -> list[dict[str, Any]]:
    """What competitions announce, the nearest first: each ``competition`` (``public.head``) with ``kind``: a ``final``
    that waits for its beginning, an ``event`` that is played, or a ``season`` that ends ``at`` a Unix time."""
    found = [each for competition in store.all() if (each := _of(store, competition)) is not None]
    found.sort(key=lambda each: (_ORDER.index(each["kind"]), each["at"] or 0.0))
    return found[:MOST]


def _of(store: CompetitionStore, competition: Competition) -> dict[str, Any] | None:
    about: dict[str, Any] = {"competition": public.head(competition), "at": None}
    if competition.state == "running":
        now = snapshot(store, competition.id)
        waits = competition.settings.final_waits and now.keep("waits", lambda: schedule.waits_for_final(now))
        return about | {"kind": "final" if waits else "event"}
    if competition.field is None and competition.state in ("open", "closed") and competition.settings.season_days:
        ends = competition.created + _DAY * competition.settings.season_days
        return about | {"kind": "season", "at": ends} if ends > time.time() else None
    return None
