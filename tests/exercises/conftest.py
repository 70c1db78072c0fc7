"""The sandbox in which students' searches are run."""

from __future__ import annotations

import pytest

from plyground.sandbox.probe import choose
from plyground.sandbox.running import Confinement


@pytest.fixture(scope="session")
def confinement() -> Confinement:
    """What holds on this machine."""
    return choose()
