"""Starts and ends what runs beside the pages: games, classes, competitions and what tells of them.

An application for a WSGI server of somebody's own works whole or says what is missing: the database to itself, threads,
and a process that is not copied after the start.
"""

from __future__ import annotations

import atexit
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from flask import Flask

from plyground.competitions.submissions.files import bots_folder
from plyground.core.refusals import UnfitServer
from plyground.core.settings import Settings
from plyground.sessions.keys import KeyFile, digest
from plyground.storage.claim import claim
from plyground.web import application

log = logging.getLogger(__name__)

TURN_SECONDS = 0.001
"""How long a thread computes before another one gets a turn; Python's own measure is five times as long. A short
request waits for several turns while a long one is read: for 5 ms in all instead of 25 (the median of what `plyground
bench held-up` sees), and the long one takes up to a tenth longer."""
GARBAGE = (100_000, 20, 20)
"""After so many new objects that hold others Python looks for garbage among the young ones, and after so many such
looks among older ones. By its own measure (700, 10, 10) it did so a thousand times while it read JSON made of empty
lists, beside which nothing else can run: two megabytes took 180 ms instead of 60."""

COPIED = "The web server copied the process after the application was made; make it in each (no preload)."
ALONE = "The web server handles one request at a time; start it with threads (gunicorn: --threads 500)."

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def start(app: Flask) -> None:
    """Let everything run that an application is made of; what a killed server was at goes on.

    Raises ``DatabaseInUse`` if another server works on the database, and does not share it.
    """
    sys.setswitchinterval(TURN_SECONDS)
    gc.set_threshold(*GARBAGE)
    settings, site = app.extensions["lobby"].settings, app.extensions["site"]
    app.extensions["claim"] = claim(settings.database_url, _end, shared=site is not None)
    if site is not None:
        folder = digest(KeyFile(bots_folder().parent / "folder.id").key)[:12]  # the same where the folder is
        site.start(lambda: {"host": socket.gethostname(), "pid": os.getpid(), "folder": folder})
    for name in ("lobby", "classes", "finals_broadcast", "ladder", "competition_service", "worth_seeing"):
        app.extensions[name].start()


def _end() -> None:
    """End this process as an order to end does: another server goes on with its games."""
    signal.raise_signal(signal.SIGTERM)


def close(app: Flask) -> None:
    """End it all in order; what was played is kept."""
    app.extensions["classes"].close()
    app.extensions["lobby"].rest()
    app.extensions["worth_seeing"].close()
    app.extensions["competition_service"].close()
    app.extensions["lobby"].shutdown()
    for name in ("finals_broadcast", "contests", "broadcaster"):
        app.extensions[name].close()
    if app.extensions["limits"] is not None:
        app.extensions["limits"].write()
    app.extensions["claim"]()


def create_app(settings: Settings | None = None, host: str = "127.0.0.1") -> Flask:
    """The application, started, for a WSGI server of one's own, such as ``gunicorn --threads 500 "app:create_app()"``.

    A copy of this process writes into the log, as it starts, that it cannot carry the application. Raises
    ``DatabaseInUse`` (a second process on one database) or ``UnfitServer``.
    """
    for library in ("gevent", "eventlet"):
        if getattr(sys.modules.get(f"{library}.monkey"), "saved" if library == "gevent" else "already_patched", None):
            raise UnfitServer(f"Plyground runs in threads; start the web server with threads instead of {library}.")
    app = application.create_app(settings, host)
    start(app)
    atexit.register(close, app)
    app.wsgi_app = _watched(app.wsgi_app)  # type: ignore[method-assign, assignment]
    os.register_at_fork(after_in_child=lambda: log.critical(COPIED))
    return app


def _watched(inner: Wsgi) -> Wsgi:
    """Answer with a sentence in a process, or on a server, that cannot carry the application."""
    own = os.getpid()
    warn = cache(log.critical)  # once; of a copy its start has told

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        copied = os.getpid() != own
        if not copied and environ.get("wsgi.multithread"):
            return inner(environ, start_response)
        if not copied:
            warn(ALONE)
        body = (COPIED if copied else ALONE).encode()
        start_response("503 Service Unavailable", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    return answer
