"""Attempts to talk to somebody."""

import socket

from plyground.sandbox.hostile.tools import attempts, fact, some


def _connect(family: int, address: object, kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(family, kind) as made:
        made.settimeout(1.0)
        made.connect(address)  # type: ignore[arg-type]


def _connect_internet() -> None:
    some(
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port"))),
        lambda: _connect(socket.AF_INET6, ("::1", fact("port"))),
        lambda: _connect(socket.AF_INET, ("127.0.0.1", fact("port")), socket.SOCK_DGRAM),
    )


def _raw_socket(family: int, kind: int, protocol: int) -> None:
    with socket.socket(family, kind, protocol):
        pass


def _talk_to_kernel() -> None:
    some(lambda: _raw_socket(16, 3, 0), lambda: _raw_socket(17, 3, 0), lambda: _raw_socket(38, 5, 0))


attempts(
    (
        "connect_internet",
        "Connect to a port of this machine, by either version of the internet's protocol",
        _connect_internet,
    ),
    ("connect_unix", "Connect to a socket in the file system", lambda: _connect(socket.AF_UNIX, fact("unix"))),
    (
        "connect_abstract",
        "Connect to a socket that lies in no file system",
        lambda: _connect(socket.AF_UNIX, "\0" + fact("abstract")),
    ),
    ("talk_to_kernel", "Open a socket to the kernel, or one that sees all traffic (netlink, packet)", _talk_to_kernel),
)
