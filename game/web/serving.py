"""Starts the server and ends it in order, and shows in the terminal how far the compiling of kernels is."""

from __future__ import annotations

import errno
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any

from flask import Flask
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from werkzeug.serving import WSGIRequestHandler, make_server

from plyground.bots._warming import is_warm
from plyground.classroom.registry import ClassRegistry
from plyground.competitions.running.service import CompetitionService
from plyground.core import logs
from plyground.core.refusals import CannotListen
from plyground.core.settings import Settings
from plyground.sessions.lobby import Lobby
from plyground.web.addresses import EVERYWHERE, network_address, with_port
from plyground.web.application import create_app

_LOOK_SECONDS = 0.2

Health = Callable[[], dict[str, Any]]
"""What ``Lobby.health`` gives."""


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


class Handler(WSGIRequestHandler):
    """Small messages go out at once (no Nagle delay), and requests are not logged one by one."""

    disable_nagle_algorithm = True

    def version_string(self) -> str:
        """What the server calls itself: no version, which would tell an attacker what to try."""
        return "Plyground"

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Say nothing."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises ``OSError``."""
    six = ":" in host
    family, both = socket.AF_INET6 if six else socket.AF_INET, six and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=family, backlog=512, dualstack_ipv6=both)


def serve(host: str, port: int) -> None:
    """Serve at this address until Ctrl-C or an order to end.

    Raises ``CannotListen`` for an address that cannot be had, ``ContractBroken`` for a broken game, bot or lesson,
    and other refusals for settings and stores that cannot be used.
    """
    settings = Settings.from_environment()
    logs.set_up(settings.log_level, settings.log_form, bool(settings.access_log))
    try:
        listener = listen(host, port)
    except OSError as error:
        reason = (
            "is taken by another program" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
        )
        raise CannotListen(
            f"The address {with_port(host, port)} {reason}; choose another, such as PORT={port % 65535 + 1}."
        ) from None
    with listener:
        _serve(create_app(settings, host), listener, host, port)


def _serve(app: Flask, listener: socket.socket, host: str, port: int) -> None:
    server = make_server(host, port, app, threaded=True, request_handler=Handler, fd=listener.fileno())
    lobby: Lobby = app.extensions["lobby"]
    classes: ClassRegistry = app.extensions["classes"]
    lobby.start()
    classes.start()
    app.extensions["finals_broadcast"].start()
    contest_service: CompetitionService = app.extensions["competition_service"]
    contest_service.start()
    here = f"http://{with_port('127.0.0.1' if host in EVERYWHERE else host, port)}"
    print(f"Plyground is at {here}", flush=True)
    outside = network_address() if host in EVERYWHERE else None
    if outside:
        print(f"Others on this network reach it at http://{with_port(outside, port)}", flush=True)
    key = f"#key={app.extensions['rights'].teacher_key}" if sys.stdout.isatty() else ""  # a file is read by others too
    print(f"Competitions are run at {here}/compete/teach{key}", flush=True)
    if not key:
        print("“plyground event key” shows the teacher's link.", flush=True)
    for order in (signal.SIGINT, signal.SIGTERM):  # a shell starts background programs with SIGINT switched off
        signal.signal(order, signal.default_int_handler)
    try:
        with nullcontext() if is_warm() else warming_shown(lobby.health):
            server.serve_forever()  # returns when interrupted
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # who cannot wait may end it at once: all is in the log
        print("\nPlyground ends; games go on at the next start.", flush=True)
    finally:
        classes.close()
        contest_service.close()
        lobby.shutdown()
        app.extensions["finals_broadcast"].close()
        app.extensions["contests"].close()
        app.extensions["broadcaster"].close()
