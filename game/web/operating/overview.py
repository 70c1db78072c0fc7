"""How a server stands, put together for whoever runs it: figures for Prometheus, and what the operator's page shows.

Nobody's name and no code of a class is in it; of who is limited only what whoever runs the server needs to act.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.classroom.registry import Classes
from plyground.competitions.presentation import administration_view
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core import logs
from plyground.sessions.limits import limited
from plyground.sessions.lobby import Lobby
from plyground.storage import Database
from plyground.web.operating.checks import Check
from plyground.web.operating.readiness import Readiness, descriptors

_MOST_GAMES = 12


@dataclass(frozen=True)
class Parts:
    """What of a server is looked at."""

    database: Database
    lobby: Lobby
    classes: Classes
    contests: CompetitionStore
    service: CompetitionService
    readiness: Readiness


def standing(parts: Parts) -> Mapping[str, tuple[str, float]]:
    """Gauges by name, each with its help and value, at no cost but looking."""
    load, kernels = parts.lobby.pool.load(), parts.lobby.pool.health()["kernels"]
    games, classes = parts.lobby.standing(), parts.classes.standing()
    works, writing = parts.database.load()
    checks = {check.name: check for check in parts.readiness.checks()}
    used, most = descriptors()
    return {
        "ready": ("Whether /ready says so", float(all(check.ok for check in checks.values()))),
        "games_in_memory": ("Games in memory", games["in_memory"]),
        "games_followed": ("Games that somebody follows", games["followed"]),
        "classes": ("Classes that go on", len(classes)),
        "students": ("Students who are connected", sum(room["students"] for room in classes)),
        "workers_ready": ("Workers that have all kernels", load["ready"]),
        "workers": ("Places for workers", load["of"]),
        "workers_busy": ("Workers that are at something", load["busy"]),
        "kernels_done": ("Kernels that are compiled", kernels["done"]),
        "kernels": ("Kernels that there are", kernels["of"]),
        "waiting": ("Requests that wait for a worker", load["waiting"]),
        "waiting_seconds": ("How long a person has waited for a worker", load["oldest"]),
        "writes_waiting": ("Works that wait to be written", works),
        "writing_seconds": ("How long the present write has taken", writing),
        "descriptors": ("Files and connections that are open", used),
        "descriptors_allowed": ("Files and connections that may be open", most),
        "log_warnings": ("Warnings in the log since the start", logs.COUNTS["warning"]),
        "log_errors": ("Errors in the log since the start", logs.COUNTS["error"]),
        "limited": ("Who was turned away by a limit lately", len(limited())),
        **(_of_site(checks["redis"]) if "redis" in checks else {}),
    }


def _of_site(redis: Check) -> Mapping[str, tuple[str, float]]:
    found = {"redis_ready": ("Whether the servers reach each other by Redis", float(redis.ok))}
    if redis.figures:
        found["redis_seconds"] = ("How long a message takes by Redis", redis.figures["seconds"])
        found["servers"] = ("Servers that work together", redis.figures["servers"])
    return found


def overview(parts: Parts) -> dict[str, Any]:
    """What the operator's page shows, as JSON."""
    checks = parts.readiness.checks()
    events = administration_view.listed(parts.contests, parts.service)
    return {
        "now": time.time(),
        "ready": all(check.ok for check in checks),
        "checks": {check.name: check.as_json() for check in checks},
        "load": parts.lobby.pool.load(),
        "games": {**parts.lobby.standing(), "live": [_card(card) for card in parts.lobby.live(_MOST_GAMES)]},
        "classes": parts.classes.standing(),
        "competitions": [{name: each[name] for name in ("id", "title", "state", "bots", "problem")} for each in events],
        "limited": limited(),
    }


def _card(card: Mapping[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in ("id", "game", "ply", "watchers") if name in card}
