"""The battery walks on compiled rules, which it holds against the interpreted ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from plyground.core import compiled_calls


@pytest.fixture(autouse=True)
def compiled_rules() -> Iterator[None]:
    """Compiled rules for one test."""
    before = compiled_calls.compiled_in_use()
    compiled_calls.use_compiled(True)
    yield
    compiled_calls.use_compiled(before)
