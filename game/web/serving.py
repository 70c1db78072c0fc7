"""Starts the server and ends it in order, and shows in the terminal how far the compiling of kernels is."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, Protocol

from flask import Flask
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from plyground.bots._warming import is_warm
from plyground.core import logs
from plyground.core.refusals import CannotListen
from plyground.core.settings import Settings, doubts
from plyground.web import services
from plyground.web.addresses import EVERYWHERE, cannot_listen, network_address, with_port
from plyground.web.application import create_app

log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.2
_BACKLOG = 4096
"""How many newcomers may wait while the server is full; a further one tries again after 1 s, then after 3 and 7."""
_ORDERS = (signal.SIGINT, signal.SIGTERM)

Health = Callable[[], dict[str, Any]]
"""What ``Lobby.health`` gives."""


class Server(Protocol):
    """What serves the application."""

    def serve_forever(self) -> None:
        """Serve until ``stop``."""

    def stop(self) -> None:
        """End that soon; may be called from a signal's handler."""


@contextmanager
def warming_shown(health: Health, console: Console | None = None) -> Iterator[None]:
    """Show the compiling from a thread of its own, until it is done or the block is left."""
    console = console or Console()
    left = threading.Event()
    show = _bar if console.is_terminal else _lines
    thread = threading.Thread(target=show, args=(health, console, left), name="warming shown", daemon=True)
    thread.start()
    try:
        yield
    finally:
        left.set()
        thread.join()


def _steps(health: Health, left: threading.Event) -> Iterator[tuple[int, int, str]]:
    """How many kernels are done, of how many, and which is in work: now and then, until a worker has them all."""
    while not left.wait(_LOOK_SECONDS):
        now = health()
        kernels = now["kernels"]
        if now["workers"]:
            yield kernels["of"], kernels["of"], ""
            return
        if kernels["title"]:
            yield kernels["done"], kernels["of"], kernels["title"]


def _bar(health: Health, console: Console, left: threading.Event) -> None:
    columns = (
        TextColumn("First start: compiling"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("looking for games and bots; pages are there already", total=None)
        for done, of, title in _steps(health, left):
            progress.update(bar, completed=done, total=of, description=title or "all kernels are ready")


def _lines(health: Health, console: Console, left: threading.Event) -> None:
    begin, shown = time.monotonic(), ""
    say = partial(print, file=console.file, flush=True)
    say("First start: the kernels are compiled, once; pages are there already.")
    for done, of, title in _steps(health, left):
        if not title:
            say(f"All {of} kernels are ready after {time.monotonic() - begin:.0f} s.")
        elif title != shown:
            shown = title
            say(f"Compiling {done + 1} of {of}: {title}")


def reserved(host: str, port: int) -> socket.socket:
    """A socket at this address that does not listen yet, so that a proxy goes elsewhere until everything runs.

    Raises ``OSError``.
    """
    six = ":" in host
    made = socket.socket(socket.AF_INET6 if six else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere it would let two programs have one address
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if six and socket.has_dualstack_ipv6():
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.bind((host, port))
    except BaseException:
        made.close()
        raise
    return made


def serve(host: str, port: int) -> None:
    """Serve at this address until Ctrl-C or an order to end.

    Raises ``CannotListen`` for an address that cannot be had, ``ContractBroken`` for a broken game, bot or lesson,
    and other refusals for settings and stores that cannot be used.
    """
    settings = Settings.from_environment()
    logs.set_up(settings.log_level, settings.log_form, bool(settings.access_log))
    for doubt in doubts(settings):
        log.warning(doubt)
    with _address_needed(host, port):
        listener = reserved(host, port)
    with listener:
        _serve(create_app(settings, host), listener, host, port)


@contextmanager
def _address_needed(host: str, port: int) -> Iterator[None]:
    """Say in a sentence why an address cannot be had."""
    try:
        yield
    except OSError as error:
        raise CannotListen(cannot_listen(host, port, error)) from None


def _serve(app: Flask, listener: socket.socket, host: str, port: int) -> None:
    server = _server(app, listener, host, port)
    services.start(app)
    try:
        _listen(app, server, listener, host, port)
    finally:
        services.close(app)


def _listen(app: Flask, server: Server, listener: socket.socket, host: str, port: int) -> None:
    with _address_needed(host, port):
        listener.listen(_BACKLOG)
    here = f"http://{with_port('127.0.0.1' if host in EVERYWHERE else host, port)}"
    print(f"Plyground is at {here}", flush=True)
    outside = network_address() if host in EVERYWHERE else None
    if outside:
        print(f"Others on this network reach it at http://{with_port(outside, port)}", flush=True)
    public: str = app.extensions["surroundings"].address
    if public:
        print(f"People find it at {public}", flush=True)
    key = f"#key={app.extensions['rights'].teacher_key}" if sys.stdout.isatty() else ""  # a file is read by others too
    print(f"Competitions are run at {public or here}/compete/teach{key}", flush=True)
    if not key:
        print("“plyground event key” shows the teacher's link.", flush=True)

    def end(*given: object) -> None:
        for order in _ORDERS:
            signal.signal(order, signal.SIG_DFL)  # who cannot wait may end it at once: all is in the log
        server.stop()

    for order in _ORDERS:  # a shell starts background programs with SIGINT switched off
        signal.signal(order, end)
    with nullcontext() if is_warm() else warming_shown(app.extensions["lobby"].health):
        server.serve_forever()
    print("\nPlyground ends; games go on at the next start.", flush=True)


def _server(app: Flask, listener: socket.socket, host: str, port: int) -> Server:
    try:
        from plyground.web.http_server import bounded_server
    except ImportError:  # no gunicorn on this system
        print("This system lacks what the server for many visitors needs; a simple one serves a few.", flush=True)
        return _SimpleServer(
            make_server(host, port, app, threaded=True, request_handler=_Handler, fd=listener.fileno())
        )
    with app.app_context():
        full = app.jinja_env.get_template("full.html").render(language=None)
    connections: int = app.extensions["lobby"].settings.connections
    return bounded_server(listener, app, connections, full, app.extensions["surroundings"].home)


class _Handler(WSGIRequestHandler):
    disable_nagle_algorithm = True  # small messages go out at once

    def version_string(self) -> str:
        return "Plyground"  # and no version, which would tell what to try


class _SimpleServer:
    def __init__(self, server: BaseWSGIServer) -> None:
        self._server = server

    def serve_forever(self) -> None:
        self._server.serve_forever()

    def stop(self) -> None:
        threading.Thread(target=self._server.shutdown).start()  # which waits for the loop that was interrupted
