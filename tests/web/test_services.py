"""What is set for the whole process when the application is started."""

from __future__ import annotations

import sys
from collections import defaultdict
from unittest.mock import Mock

import pytest

from plyground.web import services


def test_threads_of_a_server_take_short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "claim", Mock())
    before = sys.getswitchinterval()
    try:
        services.start(Mock(extensions=defaultdict(Mock, site=None)))
        assert sys.getswitchinterval() == pytest.approx(services.TURN_SECONDS)
    finally:
        sys.setswitchinterval(before)
