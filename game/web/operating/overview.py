"""How a server stands, put together for whoever runs it: figures for Prometheus, and what the operator's page shows.

Nobody's name and no code of a class is in it; of who is limited only what whoever runs the server needs to act.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from plyground.classroom.registry import Classes
from plyground.competitions.presentation import administration_view
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore
from plyground.core import logs
from plyground.core.messages import _
from plyground.sessions.limits import limited
from plyground.sessions.lobby import Lobby
from plyground.storage import Database
from plyground.web.operating.checks import Check
from plyground.web.operating.readiness import Readiness, descriptors

if TYPE_CHECKING:
    from plyground.peers.site import Site  # whose driver is an extra

_MOST_GAMES = 12
SERVICE = "operating"


@dataclass(frozen=True)
class Parts:
    """What of a server is looked at."""

    database: Database
    lobby: Lobby
    classes: Classes
    contests: CompetitionStore
    service: CompetitionService
    readiness: Readiness
    site: Site | None = None


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


def own(parts: Parts) -> dict[str, Any]:
    """What this server adds to what whoever runs a site of several is shown: plain data, asked for by the others."""
    return {
        "server": _name(socket.gethostname(), os.getpid()),
        "problems": [check.sentence for check in parts.readiness.checks() if not check.ok],
        "games": parts.lobby.standing(),
        "load": parts.lobby.pool.load(),
        "limited": limited(),
    }


def overview(parts: Parts) -> dict[str, Any]:
    """What the operator's page shows, as JSON; of a site of several servers all together, and each of them."""
    checks = parts.readiness.checks()
    events = administration_view.listed(parts.contests, parts.service)
    servers = [own(parts), *(parts.site.everywhere(SERVICE, own.__name__) if parts.site else ())]
    loads = [each["load"] for each in servers]
    games = {name: sum(each["games"][name] for each in servers) for name in servers[0]["games"]}
    return {
        "now": time.time(),
        "version": version("plyground"),
        "ready": all(check.ok for check in checks),
        "checks": {check.name: check.as_json() for check in checks},
        "servers": _servers(servers, parts.site.told()) if parts.site else [],
        "load": {name: (max if name == "oldest" else sum)(load[name] for load in loads) for name in loads[0]},
        "games": {**games, "live": [_card(card) for card in parts.lobby.live(_MOST_GAMES)]},
        "classes": parts.classes.standing(),
        "competitions": [{name: each[name] for name in ("id", "title", "state", "bots", "problem")} for each in events],
        "limited": sorted((row for each in servers for row in each["limited"]), key=lambda row: int(row["ago"])),
    }


def _servers(answered: list[dict[str, Any]], told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All servers that live, by name, with those that did not answer."""
    shown = {
        each["server"]: {name: each[name] for name in ("server", "problems", "games", "load")} for each in answered
    }
    for each in told:
        name = _name(each.get("host", ""), each.get("pid", 0))
        shown.setdefault(name, {"server": name, "problems": [_("It does not answer.")], "games": None, "load": None})
    return [shown[name] for name in sorted(shown)]


def _name(host: str, process: int) -> str:
    return f"{host} {process}"


def _card(card: Mapping[str, Any]) -> dict[str, Any]:
    return {name: card[name] for name in ("id", "game", "ply", "watchers") if name in card}
