"""A class for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.classroom.support import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A class with its teacher in it."""
    made = Place(tmp_path)
    yield made
    made.close()
