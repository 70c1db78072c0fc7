"""Starts the server and ends it in order."""

from __future__ import annotations

import errno
import logging
import signal
import socket
from contextlib import nullcontext
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from plyground.bots._warming import is_warm
from plyground.classroom.registry import ClassRegistry
from plyground.competitions.running.service import CompetitionService
from plyground.core.refusals import CannotListen
from plyground.core.settings import Settings
from plyground.sessions.lobby import Lobby
from plyground.web.addresses import EVERYWHERE, network_address, with_port
from plyground.web.application import create_app
from plyground.web.terminal import warming_shown


class Handler(WSGIRequestHandler):
    """Small messages go out at once (no Nagle delay), and requests are not logged one by one."""

    disable_nagle_algorithm = True

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        """Say nothing."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises ``OSError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def serve(host: str, port: int) -> None:
    """Serve at this address until Ctrl-C or an order to end.

    Raises ``CannotListen`` for an address that cannot be had, ``ContractBroken`` for a broken game, bot or lesson,
    and other refusals for settings and stores that cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
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
        _serve(create_app(Settings.from_environment(), host), listener, host, port)


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
    print(f"Competitions are run at {here}/compete/teach#key={app.extensions['rights'].teacher_key}", flush=True)
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
