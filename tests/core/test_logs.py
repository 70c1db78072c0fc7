"""What the log of the server says of faults."""

from __future__ import annotations

import logging

import pytest

from plyground.core.logs import TextFormatter, tell_fault
from plyground.core.refusals import StorageFailed


def test_a_database_that_is_away_is_told_in_a_line_and_no_other_fault(caplog: pytest.LogCaptureFixture) -> None:
    for fault in (StorageFailed("It is away."), RuntimeError("odd")):
        tell_fault(logging.getLogger("tests"), "Nothing was looked at.", fault)
    away, odd = caplog.records
    assert (away.levelname, away.getMessage(), away.exc_info) == ("WARNING", "Nothing was looked at. It is away.", None)
    assert odd.levelname == "ERROR"
    assert odd.exc_info is not None


def test_what_strangers_say_stays_legible_and_in_its_line() -> None:
    fields = {"msg": "Invalid session \0\x1b[2J é\n2026 ERROR of %s", "args": ("them\r",), "path": "/\n"}
    try:
        raise RuntimeError("odd\0")
    except RuntimeError as error:
        record = logging.makeLogRecord(fields | {"exc_info": (RuntimeError, error, error.__traceback__)})
    said, *trace = TextFormatter().format(record).split("\n")
    assert said.endswith("Invalid session \\x00\\x1b[2J é\\n2026 ERROR of them\\r path=/\\n")
    assert trace[0] == "Traceback (most recent call last):"
    assert trace[-1] == "RuntimeError: odd\\x00"
