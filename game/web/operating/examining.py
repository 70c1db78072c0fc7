"""Looks a set-up over before a server is started, or beside one that runs, and says in words what is amiss.

Nothing is changed by it: no database is made or upgraded, no kernel compiled.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import sys
import urllib.request
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from plyground.bots import _warming
from plyground.competitions.rights import KEY_FILE
from plyground.competitions.submissions.files import bots_folder
from plyground.core import logs, registry
from plyground.core.errors import Refusal
from plyground.core.refusals import DatabaseInUse
from plyground.core.settings import Settings, doubts
from plyground.sandbox.contract import NoSandbox
from plyground.storage import engine, files, opening, redis_server, schema
from plyground.storage.claim import claim
from plyground.web.addresses import cannot_listen
from plyground.web.entrance import Surroundings
from plyground.web.operating.checks import Check
from plyground.web.operating.readiness import descriptors, room_check, there_is

_OLDEST, _NEWEST = (3, 11), (3, 14)
_FEW_DESCRIPTORS = 4096
_PATIENCE = 3.0
_SLOW_SECONDS = 0.05

Examined = Iterator[tuple[bool, str]]
"""Findings, each whether it is well and a sentence."""


def examine(host: str, port: int) -> list[Check]:
    """All findings, in order; a part that fails is a finding itself."""
    found = []
    try:
        settings = Settings.from_environment()
    except Refusal as refusal:
        found.append(Check("settings", False, refusal.sentence, {}))
        settings = Settings()
    parts: dict[str, Callable[[], Examined]] = {
        "python": _python,
        "packages": _packages,
        "modules": _modules,
        "settings": lambda: _settings(settings),
        "database": lambda: _database(settings, host, port),
        "redis": lambda: _redis(settings),
        "disk": lambda: _disk(settings.database_url),
        "files": lambda: _private(settings.database_url),
        "kernels": _kernels,
        "sandbox": _sandbox,
        "scheduler": lambda: _scheduler(settings.scheduler),
        "port": lambda: _port(host, port),
        "descriptors": _descriptors,
    }
    for name, part in parts.items():
        try:
            found += [Check(name, ok, said, {}) for ok, said in part()]
        except Refusal as refusal:
            found.append(Check(name, False, refusal.sentence, {}))
        except OSError as error:
            found.append(Check(name, False, f"It cannot be looked at: {error.strerror or error}.", {}))
    return found


def _python() -> Examined:
    here, said = sys.version_info[:2], f"Python {sys.version.split()[0]} in {sys.prefix}."
    yield here >= _OLDEST, said if here >= _OLDEST else f"{said} Plyground needs 3.11 or newer."
    if here > _NEWEST:
        yield True, "This Python is newer than those that Plyground was tested with."


def _packages() -> Examined:
    try:
        wanted = metadata.requires("plyground") or []
    except metadata.PackageNotFoundError:
        yield False, "Plyground itself is not installed: pip install --editable . in a checkout."
        return
    names = [re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in wanted if "extra ==" not in each]
    missing = [name for name in names if not _version(name)]
    if missing:
        yield False, f"These packages are missing: {', '.join(missing)}. pip install --requirement requirements.txt"
    else:
        yield True, f"Plyground {metadata.version('plyground')}; all {len(names)} packages are there."


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _modules() -> Examined:
    broken = registry.broken()
    yield from ((False, sentence) for sentence in broken)
    if not broken:
        yield True, f"{len(registry.games())} games and {len(registry.bots())} bots keep their contract."


def _settings(settings: Settings) -> Examined:
    yield from ((False, doubt) for doubt in doubts(settings))
    if settings.log_level not in logs.LEVELS or settings.log_form not in logs.FORMS:
        yield (
            False,
            f"PLYGROUND_LOG_LEVEL is one of {', '.join(logs.LEVELS)}; PLYGROUND_LOG_FORM {', '.join(logs.FORMS)}.",
        )
    around = Surroundings.of(settings)
    yield True, f"Its public address is {around.address}." if around.address else "It has no public address of its own."
    if around.proxies or around.local_proxy:
        yield True, f"Proxies that are believed: {settings.proxies}."
    elif around.scheme == "https":
        yield False, "PLYGROUND_ADDRESS says https, and PLYGROUND_PROXIES names no proxy that would speak it."
    else:
        yield True, "No proxy is believed."


def _database(settings: Settings, host: str, port: int) -> Examined:
    url = engine.read_url(settings.database_url)
    name, path = engine.name_of(url), Path(str(url.database))
    if url.get_backend_name() == "sqlite":
        files.check_file(path)
        if not path.exists():
            yield True, f"The database {name} is made at the first start."
            return
        if not os.access(path, os.W_OK):
            yield False, f"The database {name} may not be written."
    try:
        with engine.plain_engine(url).connect() as connection:
            version = opening.version_of(connection, name)
    except SQLAlchemyError as failure:
        yield False, f"The database {name} cannot be used. {engine.keepers_sentence(failure)}"
        return
    if version is None:
        yield True, f"The database {name} is empty; its tables are made at the first start."
    elif version[1] > schema.HEAD:
        yield False, f"The database {name} has version {version[0]}; this program knows those up to {schema.HEAD}."
    else:
        later = "" if version[0] >= schema.HEAD else f" It is upgraded to {schema.HEAD} at the next start."
        yield True, f"The database {name} has version {version[0]}.{later}"
    yield from _claimed(settings, host, port)


def _claimed(settings: Settings, host: str, port: int) -> Examined:
    """Whether a server could begin to work on the database; that at this port may do so already."""
    try:
        claim(settings.database_url, lambda: None, 0, bool(settings.redis_url))()
    except DatabaseInUse as refusal:
        if _is_ours(host, port):
            yield True, "A server works on it."
        else:
            yield False, refusal.sentence


def _redis(settings: Settings) -> Examined:
    address = redis_server.read_redis(settings)
    if not address:
        return
    name = redis_server.name_of(address)
    with redis_server.connect(address, _PATIENCE) as client:
        from redis.exceptions import RedisError

        try:
            seconds = redis_server.delivery_seconds(client, _PATIENCE)
        except RedisError as failure:
            yield False, f"The Redis {name} cannot be used. {redis_server.sentence(failure)}"
        else:
            yield True, f"The Redis {name} delivers a message in {seconds * 1000:.1f} ms."
            if seconds > _SLOW_SECONDS:
                yield True, "That is slow: a move of a game that another server carries on takes twice as long."


def _folders(address: str) -> list[Path]:
    url = engine.read_url(address)
    own = [Path(str(url.database)).absolute().parent] if url.get_backend_name() == "sqlite" else []
    return [*dict.fromkeys([*own, bots_folder().absolute().parent])]


def _disk(address: str) -> Examined:
    for folder in _folders(address):
        there = there_is(folder)
        if not there.is_dir():
            yield False, f"{there} is no folder."
        elif not os.access(there, os.W_OK):
            yield False, f"{folder} may not be {'written' if there == folder else 'made'}."
        else:
            check = room_check(there)
            yield check.ok, f"{folder}: {check.figures['free_megabytes']:,} MB are free."


def _private(address: str) -> Examined:
    url = engine.read_url(address)
    kept = [bots_folder().parent / KEY_FILE]
    kept += [Path(str(url.database))] if url.get_backend_name() == "sqlite" else []
    foreign = [str(path) for path in kept if path.exists() and not os.access(path, os.R_OK)]
    opened = [str(path) for path in kept if path.exists() and path.stat().st_mode & 0o077]
    if foreign:
        yield False, f"This user may not read {', '.join(foreign)}."
    elif opened:
        yield False, f"Others may read {', '.join(opened)}; the next start of the server closes them."
    else:
        yield True, "Nobody but this user reads the database and the teacher's key."


def _kernels() -> Examined:
    if _warming.is_warm():
        yield True, "All kernels are compiled."
    else:
        yield True, "Kernels are compiled at the first start, or now by: plyground warm."


def _sandbox() -> Examined:
    from plyground.sandbox import probe  # not on systems where there is none

    try:
        yield True, f"Handed-in bots run in {probe.choose().name}."
    except NoSandbox as refusal:
        yield False, refusal.sentence


def _scheduler(address: str) -> Examined:
    if not address:
        return
    where = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        socket.create_connection((where.hostname or "", where.port or 8786), _PATIENCE).close()
        yield True, f"The scheduler {address} answers."
    except OSError as error:
        yield False, f"The scheduler {address} does not answer: {error.strerror or error}."


def _port(host: str, port: int) -> Examined:
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            yield True, f"Port {port} of {host} is free."
    except OSError as error:
        if error.errno == errno.EADDRINUSE and _is_ours(host, port):
            yield True, f"A Plyground answers at port {port} of {host}."
        else:
            yield False, cannot_listen(host, port, error)


def _is_ours(host: str, port: int) -> bool:
    place = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    try:
        with urllib.request.urlopen(
            f"http://{f'[{place}]' if ':' in place else place}:{port}/health", timeout=_PATIENCE
        ) as answer:
            return b'"kernels"' in answer.read(10_000)
    except (OSError, ValueError):
        return False


def _descriptors() -> Examined:
    _, most = descriptors()
    if most and most < _FEW_DESCRIPTORS:
        yield True, f"At most {most} files and connections may be open; for many visitors allow more: ulimit -n 65536."
    elif most:
        yield True, f"{most} files and connections may be open."
