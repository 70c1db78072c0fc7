"""What the log of the server says of faults."""

from __future__ import annotations

import logging

import pytest

from plyground.core.logs import tell_fault
from plyground.core.refusals import StorageFailed


def test_a_database_that_is_away_is_told_in_a_line_and_no_other_fault(caplog: pytest.LogCaptureFixture) -> None:
    for fault in (StorageFailed("It is away."), RuntimeError("odd")):
        tell_fault(logging.getLogger("tests"), "Nothing was looked at.", fault)
    away, odd = caplog.records
    assert (away.levelname, away.getMessage(), away.exc_info) == ("WARNING", "Nothing was looked at. It is away.", None)
    assert odd.levelname == "ERROR"
    assert odd.exc_info is not None
