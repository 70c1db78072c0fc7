"""Serves the project's static files and the harness page to a browser, with no game server behind them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
HARNESS = Path(__file__).resolve().parent / "harness"


MAPS: dict[str, str] = {}
"""Maps as JSON by the name under which a board asks for them, as the game's server has them at ``/api/maps/…``."""


class _Handler(SimpleHTTPRequestHandler):
    """``/`` and ``/harness/…`` are the harness, ``/static/…`` the project's files, ``/api/maps/…`` maps of tests.

    ``/tests/js/support/…`` is what tests in Node use too.
    """

    def do_GET(self) -> None:
        name = self.path.removeprefix("/api/maps/")
        if name == self.path or name not in MAPS:
            super().do_GET()
            return
        body = MAPS[name].encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0].lstrip("/")
        if name.startswith(("static/", "tests/js/support/")):
            return str(ROOT / name)
        return str(HARNESS / (name.removeprefix("harness/") or "index.html"))

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not worth a line."""


@contextmanager
def harness() -> Iterator[str]:
    """The address of the harness page while it is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(ROOT)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)


@contextmanager
def other_site(page: str) -> Iterator[str]:
    """Another site with one page; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{site.server_port}/"
        finally:
            site.shutdown()


RUN = """
const [module, name, done] = arguments;
import(`harness/${module}`)
  .then((tests) => tests[name]())
  .then(() => done(null), (error) => done(String(error.stack || error)));
"""
