"""Makes the parts of an application that depend on whether its server is alone, or one of a site (``plyground.peers``).

What joins servers needs a driver that is an extra, and is loaded only where the settings ask for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from plyground.classroom.registry import ClassRegistry
from plyground.classroom.services import Listeners
from plyground.competitions.presentation.featured import Featured
from plyground.competitions.presentation.finals_broadcast import FinalsBroadcast
from plyground.competitions.running.lent_workers import Workers
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.running.workers import GameWorkers, Hear
from plyground.competitions.store import CompetitionStore
from plyground.core.refusals import Closing
from plyground.core.settings import Settings
from plyground.jobs.pool import Pool
from plyground.jobs.requests import CallRequest, News, Priority
from plyground.sessions.lab import Lab
from plyground.sessions.lobby import Lobby
from plyground.sessions.services import Publish
from plyground.sessions.store import Store
from plyground.storage import Database
from plyground.storage.redis_server import read_redis

_LEADING = "plyground.review.valuing:leading"
_JUDGE_SECONDS = 20.0

if TYPE_CHECKING:
    from plyground.peers.classes import SharedClasses
    from plyground.peers.site import Site


def site(settings: Settings, database: Database, publish: Publish) -> Site | None:
    """The site that this server is one of, None where it is alone."""
    redis = read_redis(settings)
    if not redis:
        return None
    from plyground.peers import joining  # the driver is an extra

    return joining.site(database, redis, publish)


def lobby(site: Site | None, publish: Publish, settings: Settings, database: Database) -> Lobby:
    """The games."""
    if site is None:
        return Lobby(publish, settings, Store(settings, database=database))
    from plyground.peers.lobby import SharedLobby

    return SharedLobby(site, publish, settings, Store(settings, database=database, ownership=site.owners))


def classes(site: Site | None, games: Lobby, lab: Lab, listeners: Listeners) -> ClassRegistry | SharedClasses:
    """The classes."""
    if site is None:
        return ClassRegistry(games, lab, listeners)
    from plyground.peers.classes import SharedClasses

    return SharedClasses(site, games, lab, listeners)


def competitions(
    site: Site | None, store: CompetitionStore, publish: Publish, settings: Settings, pool: Pool
) -> tuple[FinalsBroadcast, CompetitionService]:
    """What shows the games of competitions, and what runs them; ``pool`` judges positions for those who watch."""

    def make(mine: CompetitionStore) -> tuple[FinalsBroadcast, CompetitionService]:
        finals = FinalsBroadcast(
            mine,
            publish,
            runs=lambda competition: service.runs(competition),
            problem=lambda competition: service.problem(competition),
            judge=partial(_judge, pool),
        )
        service = CompetitionService(mine, lambda: _workers(settings, finals.hear), _sandbox, changed=finals.changed)
        finals.featured = Featured(mine, finals, service.show)
        return finals, service

    if site is None:
        return make(store)
    from plyground.peers.competitions import SharedFinals, SharedService

    shared = SharedService(site, make, store, lambda: _workers(settings, None), _sandbox)
    return SharedFinals(shared.led, store), shared


def _workers(settings: Settings, hear: Hear | None) -> Workers:
    return GameWorkers(settings.contest_workers or None, settings.scheduler or None, hear)


def _judge(pool: Pool, about: Mapping[str, Any], heard: Callable[[Mapping[str, Any] | None], None]) -> None:
    """Have a position judged by whoever has nothing else to do."""

    def listen(what: News, value: Any) -> None:
        if what in ("answered", "failed"):
            heard(value if what == "answered" else None)

    with suppress(Closing):
        pool.submit(CallRequest(_LEADING, dict(about), Priority.NOBODY, seconds=_JUDGE_SECONDS), listen)


def _sandbox() -> str:
    from plyground.sandbox import probe  # not on systems where there is none

    return probe.choose().name
