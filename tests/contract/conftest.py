"""The battery walks on compiled rules, which it holds against the interpreted ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.core import entries


@pytest.fixture(autouse=True)
def compiled_rules() -> Iterator[None]:
    """Compiled rules for one test."""
    before = entries.compiled_in_use()
    entries.use_compiled(True)
    yield
    entries.use_compiled(before)
