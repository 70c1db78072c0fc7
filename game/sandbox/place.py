"""Tells places apart in which a sandbox may hold or not: machines, containers on them, and rights."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_DECIDING = ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp", "Seccomp_filters")


def here() -> str:
    """The same text for processes of one boot of one machine, in the same namespaces, with the same user and rights.

    Empty where it cannot be told; then nothing that was seen elsewhere may be relied on.
    """
    try:
        parts = [(_PROC / "sys/kernel/random/boot_id").read_text().strip(), str(os.geteuid())]
        parts += [os.readlink(_PROC / "self/ns" / name) for name in ("mnt", "user", "pid", "net")]
        for line in (_PROC / "self/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in _DECIDING:
                parts.append(f"{name}={value.strip()}")
        with suppress(OSError):  # the profile of AppArmor
            parts.append((_PROC / "self/attr/current").read_text().strip("\0\n "))
    except OSError:
        return ""
    return " ".join(parts)
