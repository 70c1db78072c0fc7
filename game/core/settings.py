"""The settings of the server: one list, each with its name in the environment, its default and what it does.

``declared()`` is that list; ``docs/settings.md`` has a row for each.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.core import folders, processors
from plyground.core.errors import BadOption

_PREFIX = "PLYGROUND_"
_ELSEWHERE = {f"{_PREFIX}{name}" for name in ("CACHE", "DATA", "ENGINES", "BOT", "KEY", "TOKEN")}
"""What is read where it is needed, and what the commands of bots' owners take."""

_ENGINES = f"{_PREFIX}ENGINES"
_SHORTEST_KEY = 16

MOST_WORKERS = max(64, 4 * processors.count())
"""Each is a process: many more than processors would leave nothing for anything else."""


def _setting(name: str, default: Any, help_: str, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"name": name, "help": help_, "low": low, "high": high})


@dataclass(frozen=True)
class Settings:
    """All settings with their values; ``Settings()`` has the defaults, ``from_environment`` reads the environment."""

    database: str = _setting(
        "PLYGROUND_DATABASE",
        "",
        "Where games are kept: an SQLAlchemy URL. Empty is the SQLite file data/plyground.sqlite3 of the project.",
    )
    redis_url: str = _setting(
        "PLYGROUND_REDIS",
        "",
        "The Redis by which several servers on one PostgreSQL database are one site: redis://host:6379/0; empty: one.",
    )
    keep_days: float = _setting(
        "PLYGROUND_KEEP_DAYS", 30.0, "Days that a game is kept after its last event; those by correspondence stay.", 0
    )
    disk_megabytes: float = _setting(
        "PLYGROUND_DISK_MEGABYTES",
        500.0,
        "The most room that games may take on disk; beyond it the oldest finished games go first.",
        1,
    )
    competitions_megabytes: float = _setting(
        "PLYGROUND_COMPETITIONS_MEGABYTES",
        1000.0,
        "The room for the games of all competitions; beyond it only the end of each bot's log is kept.",
        0,
    )
    workers: int = _setting(
        "PLYGROUND_WORKERS",
        0,
        "How many bot workers to run, at most 64 or four for each processor; 0 is one for each processor.",
        0,
        MOST_WORKERS,
    )
    preload: int = _setting(
        "PLYGROUND_PRELOAD",
        1,
        "0 loads compiled kernels when they are first needed: workers are there sooner and take less memory, "
        "first moves wait for up to a second.",
        0,
    )
    searches: int = _setting("PLYGROUND_SEARCHES", 2, "How many searches one visitor may have at a time.", 1)
    think_seconds: float = _setting(
        "PLYGROUND_THINK_SECONDS", 60.0, "The longest that a bot may think about one move, in seconds.", 0.1
    )
    silence_seconds: float = _setting(
        "PLYGROUND_SILENCE_SECONDS", 10.0, "A thinking worker that says nothing for so long is replaced.", 1
    )
    address: str = _setting(
        "PLYGROUND_ADDRESS",
        "",
        "Where people find the server, for links and QR codes, such as https://host/path; empty: as it is asked.",
    )
    proxies: str = _setting(
        "PLYGROUND_PROXIES",
        "",
        "Addresses or networks of the proxies whose X-Forwarded headers are believed; unix stands for a local socket.",
    )
    hosts: str = _setting(
        "PLYGROUND_HOSTS",
        "",
        "Further names of this server, with commas between; *.example.org is all names below one, * is any name.",
    )
    live_games: int = _setting("PLYGROUND_LIVE_GAMES", 500, "The most games that are played at a time.", 1)
    games_per_minute: int = _setting(
        "PLYGROUND_GAMES_PER_MINUTE", 60, "The most games that one visitor may make in a minute.", 1
    )

    connections: int = _setting(
        "PLYGROUND_CONNECTIONS", 2000, "The most pages that may be connected at a time; others are told to wait.", 10
    )

    contest_workers: int = _setting(
        "PLYGROUND_CONTEST_WORKERS",
        0,
        "Games of competitions that are played at a time; 0 is one for each processor.",
        0,
    )
    scheduler: str = _setting(
        "PLYGROUND_SCHEDULER",
        "",
        "The dask scheduler whose workers think for bots and play competitions, such as tcp://host:8786; empty: here.",
    )
    translations: str = _setting(
        "PLYGROUND_TRANSLATIONS", "", "A folder of further languages, each a file such as de.po; empty: none."
    )

    log_level: str = _setting(
        "PLYGROUND_LOG_LEVEL", "warning", "The least that is logged: debug, info, warning or error."
    )
    log_form: str = _setting("PLYGROUND_LOG_FORM", "text", "How: text, a line each, or json, an object each.")
    access_log: int = _setting(
        "PLYGROUND_ACCESS_LOG", 0, "1 logs each request, without what stands after a question mark.", 0
    )
    metrics_key: str = _setting(
        "PLYGROUND_METRICS_KEY",
        "",
        "A key that reads /metrics and opens nothing else; empty: only the teacher's key does.",
    )

    bot_megabytes: float = _setting(
        "PLYGROUND_BOT_MEGABYTES", 2000.0, "The most room that the files of handed-in bots may take on disk.", 1
    )

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """The settings as the environment has them; raises ``BadOption`` for a value that does not fit."""
        found = os.environ if environment is None else environment
        given: dict[str, Any] = {}
        for each in dataclasses.fields(cls):
            text = found.get(each.metadata["name"], "").strip()
            if text:
                given[each.name] = _parse(each, text)
        return cls(**given)

    @property
    def database_url(self) -> str:
        """The URL of the database, with the default filled in."""
        return self.database or f"sqlite:///{folders.HOME / 'data' / 'plyground.sqlite3'}"

    @property
    def worker_count(self) -> int:
        """How many workers run."""
        return self.workers or processors.count()


def _parse(each: dataclasses.Field[Any], text: str) -> Any:
    kind: Any = type(each.default)
    name, low, high = (each.metadata[key] for key in ("name", "low", "high"))
    try:
        value = kind(text)
    except ValueError:
        wanted = "a whole number" if kind is int else "a number"
        raise BadOption(f"The setting {name} is {wanted}, not “{text[:40]}”.") from None
    if low is not None and not value >= low:
        raise BadOption(f"The setting {name} is at least {low:g}; it is {text[:40]}.")
    if high is not None and value > high:
        raise BadOption(f"The setting {name} is at most {high:g}; it is {text[:40]}.")
    return value


def declared() -> list[tuple[str, Any, str]]:
    """Every setting as (name in the environment, default, help)."""
    return [(each.metadata["name"], each.default, each.metadata["help"]) for each in dataclasses.fields(Settings)]


def doubts(settings: Settings, environment: Mapping[str, str] | None = None) -> Iterator[str]:
    """Sentences about what the environment says to no avail: names of no setting, folders that are not there; and of a
    key that is short."""
    known = {name for name, _default, _help in declared()} | _ELSEWHERE
    ends = {name.removeprefix(_PREFIX): name for name in (*sorted(known), "HOST", "PORT")}
    given = os.environ if environment is None else environment
    for name in sorted(given):
        if name.startswith(_PREFIX) and name not in known:
            near = difflib.get_close_matches(name.removeprefix(_PREFIX), ends, 1, 0.7)
            yield f"{name} is no setting; {ends[near[0]]} is." if near else f"{name} is no setting."
    for name, folder in ((f"{_PREFIX}TRANSLATIONS", settings.translations), (_ENGINES, given.get(_ENGINES, ""))):
        if folder and not Path(folder).is_dir():
            yield f"{name} names no folder that is there: {folder[:80]}"
    if 0 < len(settings.metrics_key) < _SHORTEST_KEY:
        yield (
            f"{_PREFIX}METRICS_KEY has {len(settings.metrics_key)} characters; "
            f"a key of {_SHORTEST_KEY} or more is not guessed."
        )
