"""Addresses of this server as people need them: in links, in QR codes and in the terminal.

A server that listens on all interfaces is reached by others under the machine's network address; a page that was
opened as 127.0.0.1 must still give out the address that a phone can use.
"""

from __future__ import annotations

import errno
import io
import ipaddress
import re
import socket
from collections.abc import Callable
from functools import cache
from typing import Any

import segno
from flask import request
from werkzeug.routing import Rule

from plyground.core.messages import _
from plyground.core.refusals import BadPath


def served(path: str) -> str:
    """Where a browser finds a path of this server, such as ``/lab``: behind the path under which the server stands."""
    return request.script_root + path


class LateRule(Rule):
    """A route whose addresses are made by a function that is compiled when the first is asked for.

    Werkzeug compiles two for each route at once, which was half of the time that the application took to be made.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build


EVERYWHERE = {"0.0.0.0", "::", ""}


def network_address() -> str | None:
    """This machine's address on its network, None if it has none. No packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only asks the routing table which interface would be used.
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            found = _named_address()
    return found if found and not ipaddress.ip_address(found).is_loopback else None


def _named_address() -> str:
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return ""


def is_loopback(host: str) -> bool:
    """Whether a host name (without port) means this machine alone."""
    name = host.strip("[]")
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def with_port(host: str, port: int) -> str:
    """``host:port``, with brackets around an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def cannot_listen(host: str, port: int, error: OSError) -> str:
    """Why nothing can listen at an address, and what would help, in a sentence for whoever starts the server."""
    where, reason = f"The address {with_port(host, port)}", str(error.strerror).partition(" (")[0]
    if error.errno == errno.EADDRINUSE:
        return f"{where} is taken by another program; choose another, such as PORT={port % 65535 + 1}."
    if isinstance(error, socket.gaierror) or error.errno in (errno.EADDRNOTAVAIL, socket.EAI_NONAME):
        return f"{where} cannot be used ({reason}): HOST is an address of this machine, or 0.0.0.0 for all of them."
    return f"{where} cannot be used ({reason}); choose another, such as PORT=5000."


def public_base(scheme: str, host: str, listens_everywhere: bool) -> str:
    """Where others find this server: ``scheme://host:port``, given the address under which this page was asked for."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        name, port = host, ""
    if listens_everywhere and is_loopback(name):
        outside = network_address()
        if outside:
            return f"{scheme}://{outside}" + (f":{port}" if port else "")
    return f"{scheme}://{host}"


Here = Callable[[], str]
"""Where others find this server, given the request in work; paths are written behind it."""


def finder(public: str, listens_everywhere: bool) -> Here:
    """How to tell where this server is found: at its ``public`` address, if it has one, else as it was asked for."""
    return lambda: public or public_base(request.scheme, request.host, listens_everywhere) + served("")


LONGEST_PATH = 600
_PATH = re.compile(r"/(?!/)[\x21-\x7e]*")


def code_svg(base: str, path: str) -> str:
    """The code of ``base`` + ``path`` in black on white with the quiet zone that readers need; raises ``BadPath``."""
    if len(path) > LONGEST_PATH:
        raise BadPath(
            _("An address for a QR code is at most {longest_path} characters long.", longest_path=LONGEST_PATH)
        )
    if not _PATH.fullmatch(path) or "\\" in path:
        raise BadPath(_("A QR code is drawn for an address on this server; it begins with one stroke, as in /g/…."))
    drawn = io.BytesIO()
    code = segno.make(base + path, error="m", micro=False)
    code.save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, dark="#000", light="#fff", nl=False
    )
    return drawn.getvalue().decode()
