"""What is set for the whole process when the application is started."""

from __future__ import annotations

import gc
import sys
from collections import defaultdict
from unittest.mock import Mock

import pytest

from plyground.web import services


def test_threads_take_short_turns_and_garbage_is_looked_for_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "claim", Mock())
    before, garbage = sys.getswitchinterval(), gc.get_threshold()
    try:
        services.start(Mock(extensions=defaultdict(Mock, site=None)))
        assert sys.getswitchinterval() == pytest.approx(services.TURN_SECONDS)
        assert gc.get_threshold() == services.GARBAGE
    finally:
        sys.setswitchinterval(before)
        gc.set_threshold(*garbage)
