"""Attempts to talk to somebody."""

import socket

from plyground.competitions.sandbox.hostile.tools import attempt, fact, some


def _connect(family: int, address: object, kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(family, kind) as made:
        made.settimeout(1.0)
        made.connect(address)  # type: ignore[arg-type]


@attempt
def connect_internet() -> None:
    """Connect to a port of this machine, by either version of the internet's protocol."""
    some(
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port"))),
        lambda: _connect(socket.AF_INET6, ("::1", fact("port"))),
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port")), socket.SOCK_DGRAM),
    )


@attempt
def connect_unix() -> None:
    """Connect to a socket in the file system."""
    _connect(socket.AF_UNIX, fact("unix"))


@attempt
def connect_abstract() -> None:
    """Connect to a socket that lies in no file system."""
    _connect(socket.AF_UNIX, "\0" + fact("abstract"))


def _raw_socket(family: int, kind: int, protocol: int) -> None:
    with socket.socket(family, kind, protocol):
        pass


@attempt
def talk_to_kernel() -> None:
    """Open a socket to the kernel, or one that sees all traffic (netlink, packet)."""
    some(lambda: _raw_socket(16, 3, 0), lambda: _raw_socket(17, 3, 0), lambda: _raw_socket(38, 5, 0))
