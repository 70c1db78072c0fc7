"""How a training works in threads and keeps what it has made: whole files, so that it goes on where it was stopped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np


@contextmanager
def threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads (compiled code runs beside other threads); an interrupt drops what has not begun."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="training")
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def write(path: Path, **arrays: Any) -> None:
    """Write an archive so that no half of it is ever found under its name."""
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(draft, path)
