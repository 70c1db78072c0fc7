"""What the attempts share: the table that they stand in, the facts, and calls of the kernel."""

import ctypes
import json
import os
import platform
from collections.abc import Callable
from typing import Any

_ARM = platform.machine() == "aarch64"
_NUMBERS = {
    "add_key": (248, 217),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "clone3": (435, 435),
    "fsopen": (430, 430),
    "pidfd_open": (434, 434),
}
TEMPORARY = "/tmp"
library = ctypes.CDLL(None, use_errno=True)
"""The C library."""
facts: dict[str, Any] = {}
"""What the server said about what there is to harm."""
TABLE: list[tuple[str, str, Callable[[], object]]] = []
"""Each attempt: its name, what it tries, and the function, which raises if it is denied."""


class Denied(Exception):
    """The attempt found nothing to harm."""


def attempts(*rows: tuple[str, str, Callable[[], object]]) -> None:
    """Add attempts to the table, in the order in which they are made."""
    TABLE.extend(rows)


def insist(found: object, why: str = "nothing was there") -> None:
    """Raise ``Denied`` unless something was found."""
    if not found:
        raise Denied(why)


def called(result: int) -> int:
    """The result of a C function, or its error raised."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def kernel(name: str, *arguments: Any) -> int:
    """Make a system call that the C library has no function for."""
    return called(int(library.syscall(_NUMBERS[name][_ARM], *arguments)))


def fact(name: str) -> Any:
    """What the server said about one thing that there is to harm."""
    return facts[name]


def some(*tries: Callable[[], object]) -> None:
    """Succeed if one of these does; else raise the first's error."""
    errors = []
    for one in tries:
        try:
            one()
        except (OSError, ValueError, Denied) as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def others(*pids: int) -> list[int]:
    """These processes without itself, which in a namespace of its own may be number 1."""
    return [pid for pid in pids if pid != os.getpid()]


def contents(path: str) -> str:
    """The text of a file."""
    with open(path, errors="replace") as file:
        return file.read()


def said(name: str, denied: bool, how: str) -> str:
    """The line about one attempt."""
    return json.dumps({"name": name, "denied": denied, "how": how})
