"""The sandbox in which students' searches are run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.exercises.watching import Watcher
from plyground.sandbox.probe import choose


@pytest.fixture(scope="module")
def watcher() -> Iterator[Watcher]:
    """What holds on this machine; one process for many files, as nobody else's are among them."""
    with Watcher(choose()) as made:
        yield made
