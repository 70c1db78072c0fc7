"""The outermost layer of the application: who asks, and under which address, also behind proxies.

What a proxy says of a request (``X-Forwarded-For``, ``-Proto``, ``-Host``, ``-Prefix``) is believed only if the peer is
a proxy that the settings name; these headers go no further. Sockets and pages alike then see the asker's address, the
scheme and host that the browser used, and as ``SCRIPT_NAME`` the path under which the server stands.

A name that is not this server's is not answered: a page of another site could otherwise point its own name at this
machine and talk to the server as one of its pages (DNS rebinding). Addresses as numbers and names that nobody can own
on the internet are always taken.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from plyground.core.errors import BadOption
from plyground.core.settings import Settings
from plyground.sessions.visitors import network

log = logging.getLogger("plyground")

UNKNOWN_HOST = "plyground.unknown_host"
"""Set in the environment of a request that was sent to a name which is not this server's."""

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::([0-9]{1,5}))?")
_PREFIX = re.compile(r"(?:/[A-Za-z0-9._~-]+){0,8}")
_LONGEST_CHAIN = 50
_MOST_WONDERS = 10
_NOT_ON_THE_INTERNET = ("local", "localhost", "lan", "internal", "intranet", "home", "home.arpa", "test")
_FORWARDED = ("FOR", "PROTO", "HOST", "PREFIX", "PORT", "SERVER", "SCHEME", "SSL")


@dataclass(frozen=True)
class Surroundings:
    """How the server is reached: its public address, in parts that are empty without one, its proxies and its names."""

    scheme: str = ""
    host: str = ""
    prefix: str = ""
    proxies: tuple[_Network, ...] = ()
    local_proxy: bool = False
    """Whether a proxy on this machine speaks to the server through a socket in the file system."""
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings) -> Surroundings:
        """What the settings say; raises ``BadOption``."""
        scheme, host, prefix = _parts(settings.address)
        networks, local = _networks(settings.proxies)
        return cls(scheme, host, prefix, networks, local, _names(settings.hosts))

    @property
    def address(self) -> str:
        """The public address, empty without one."""
        return f"{self.scheme}://{self.host}{self.prefix}" if self.host else ""

    def trusts(self, peer: str) -> bool:
        """Whether this is the address of a proxy that is believed; a socket in the file system has no address."""
        if not peer:
            return self.local_proxy
        address = plain_address(peer)
        return address is not None and any(address in network for network in self.proxies)

    def client(self, peer: str, chain: list[str]) -> tuple[str, int]:
        """Who asks through the proxy ``peer``, the first from this end that is none, and how many are believed."""
        hops, client = 1, peer
        for text in reversed(chain):
            address = plain_address(text)
            if address is None:
                break
            client = str(address)
            if not self.trusts(client):
                break
            hops += 1
        return client, hops

    def home(self, peer: str, forwarded: str) -> str:
        """The network of whoever asks from ``peer``, or through it if it is a proxy; empty if none is known."""
        address = plain_address(self.client(peer, _values(forwarded))[0] if self.trusts(peer) else peer)
        return network(str(address)) if address else ""

    def knows(self, host: str) -> bool:
        """Whether ``host``, with or without a port, is a name of this server, or one that no foreign page can have."""
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].lower().rstrip(".")
        if (
            plain_address(name) is not None
            or "." not in name
            or name.endswith(tuple(f".{end}" for end in _NOT_ON_THE_INTERNET))
        ):
            return True
        return name in self._own or any(
            each in {"*", name} or (each[:1] == "." and name.endswith(each)) for each in self.names
        )

    @cached_property
    def _own(self) -> set[str]:
        """The name in the public address, and what the machine calls itself."""
        found = _HOST.fullmatch(self.host)
        return {socket.gethostname().lower(), socket.getfqdn().lower(), found[1].lower() if found else ""}


def plain_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address in a text, also in brackets or with a port; None for any other text. IPv4 stays IPv4 inside IPv6."""
    found = _HOST.fullmatch(text.strip())
    bare = found[1].strip("[]") if found else text.strip().partition("%")[0]
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _parts(address: str) -> tuple[str, str, str]:
    if not address:
        return "", "", ""
    wrong = BadOption(
        f"The setting PLYGROUND_ADDRESS is an address such as https://games.example/plyground, not “{address[:80]}”."
    )
    try:
        found = urlsplit(address)
        _unused = found.port
    except ValueError:
        raise wrong from None
    host, prefix = found.netloc.lower(), found.path.rstrip("/")
    if found.scheme not in {"http", "https"} or not _HOST.fullmatch(host) or found.query or found.fragment:
        raise wrong
    if not _PREFIX.fullmatch(prefix):
        raise BadOption(
            "The path in the setting PLYGROUND_ADDRESS is made of letters, digits and . _ ~ - between its strokes."
        )
    default = ":443" if found.scheme == "https" else ":80"
    return found.scheme, host.removesuffix(default), prefix


def _networks(proxies: str) -> tuple[tuple[_Network, ...], bool]:
    networks, local = [], False
    for text in (each.strip() for each in proxies.split(",")):
        if text == "unix":
            local = True
        elif text:
            try:
                networks.append(ipaddress.ip_network(text, strict=False))
            except ValueError:
                raise BadOption(
                    "The setting PLYGROUND_PROXIES is a row of addresses or networks with commas between, such as"
                    f" 127.0.0.1, 10.0.0.0/8; “{text[:40]}” is neither. The word unix stands for a local socket."
                ) from None
    return tuple(networks), local


def _names(hosts: str) -> tuple[str, ...]:
    names = tuple(text.strip().lower() for text in hosts.split(",") if text.strip())
    for name in names:
        found = _HOST.fullmatch(name.removeprefix("*."))
        if name != "*" and (found is None or found[2]):
            raise BadOption(
                "The setting PLYGROUND_HOSTS is a row of names with commas between, such as games.school.example,"
                f" *.lab.example; “{name[:40]}” is none. * is any name."
            )
    return tuple(name.removeprefix("*") if name != "*" else name for name in names)


@dataclass(frozen=True)
class Entrance:
    """The layer: ``app`` is what lies within, ``plain`` the same without its sockets."""

    app: WSGIApplication
    plain: WSGIApplication
    surroundings: Surroundings = field(default_factory=Surroundings)
    unnamed: set[str] = field(default_factory=set)
    """Peers of which the log has said that they seem to be proxies."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Serve one request."""
        self._settle(environ)
        host = environ.get("HTTP_HOST", "")
        if host and not self.surroundings.knows(host):
            environ[UNKNOWN_HOST] = True
            return self.plain(environ, start_response)
        return self.app(environ, start_response)

    def _settle(self, environ: WSGIEnvironment) -> None:
        """Write into the environment what is true of the request, and take out what anybody could have said."""
        here = self.surroundings
        said = {name: _values(environ.pop(f"HTTP_X_FORWARDED_{name}", "")) for name in _FORWARDED}
        environ.pop("HTTP_FORWARDED", None)
        hops = 0
        peer = environ.get("REMOTE_ADDR", "")
        if here.trusts(peer):
            client, hops = here.client(peer, said["FOR"])
            environ["REMOTE_ADDR"] = client
        elif (address := plain_address(peer)) is not None:
            environ["REMOTE_ADDR"] = str(address)
            if said["FOR"] and address.is_private:
                self._wonder(str(address))
        host, scheme, prefix = (_nearest(said[name], hops) for name in ("HOST", "PROTO", "PREFIX"))
        if host:
            environ["HTTP_HOST"] = host
        if scheme in {"http", "https"}:
            environ["wsgi.url_scheme"] = scheme
        elif here.host and environ.get("HTTP_HOST", "").lower() == here.host:
            environ["wsgi.url_scheme"] = here.scheme
        given = prefix.rstrip("/")
        if given and _PREFIX.fullmatch(given):
            environ["SCRIPT_NAME"] = here.prefix or given  # the proxy has taken it off
        elif here.prefix:
            _enter(environ, here.prefix)

    def _wonder(self, peer: str) -> None:
        """Say once of a peer near by that it seems to be a proxy."""
        if peer not in self.unnamed and len(self.unnamed) < _MOST_WONDERS:
            self.unnamed.add(peer)
            log.warning(
                "%s passes on what others ask, but PLYGROUND_PROXIES does not name it: they are one visitor.",
                peer,
            )


def _enter(environ: WSGIEnvironment, prefix: str) -> None:
    """Let the application stand under a path, whether the proxy passes it on or has taken it off."""
    path = environ.get("PATH_INFO", "")
    if environ.get("SCRIPT_NAME", "") != prefix and (path == prefix or path.startswith(prefix + "/")):
        environ["PATH_INFO"] = path[len(prefix) :] or "/"
    environ["SCRIPT_NAME"] = prefix


def _values(header: str) -> list[str]:
    return [value.strip() for value in header.split(",")[-_LONGEST_CHAIN:]] if header else []


def _nearest(values: list[str], hops: int) -> str:
    """What the outermost of so many believed proxies said; empty where none did."""
    return values[-min(hops, len(values))] if values and hops else ""
