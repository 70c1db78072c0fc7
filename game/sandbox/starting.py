"""Starts processes from one thread that lives as long as the server.

The kernel ends a bot when the thread that started it ends (``PR_SET_PDEATHSIG``), so whoever asks for a bot must not
be that thread: a request's, or one of a pool, may be gone while the bot still plays.
"""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any


@functools.cache
def _starter() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "sandbox starter")


os.register_at_fork(after_in_child=_starter.cache_clear)  # whose thread stayed behind


def popen(words: Sequence[str], **how: Any) -> subprocess.Popen[bytes]:
    """As ``subprocess.Popen``; the process runs on the processors that the calling thread may use."""
    cores = os.sched_getaffinity(0)

    def start() -> subprocess.Popen[bytes]:
        os.sched_setaffinity(0, cores)
        return subprocess.Popen(words, **how)

    return _starter().submit(start).result()
