"""Whatever anybody writes is read or refused in a sentence: random texts, and good ones taken apart and put together.

``make test`` tries a few texts, always the same. ``make soak`` goes on until each parser has had ten minutes of the
processor (``FUZZ_SECONDS`` changes that), counting what earlier runs gave it (``fuzzing.py``), and also holds texts of
up to 20 kB to 50 ms, files of games to what the server gives them. ``python -m tests.parsers.figures`` goes on with
all of them by turns, and writes the figures.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core.errors import Refusal
from tests.parsers import fuzzing
from tests.parsers.parser import Parser
from tests.parsers.table import parsers
from tests.soaking import SOAKING


@pytest.mark.soak
@pytest.mark.timeout(fuzzing.ENOUGH * 20 + 600)
@pytest.mark.parametrize("parser", parsers(), ids=str)
def test_whatever_is_written_is_read_or_refused(parser: Parser) -> None:
    if SOAKING:
        assert fuzzing.go_on(parser).failed == {}
    else:
        fuzzing.read_many(parser, 1, 40, parser.read)


def test_runs_add_up_and_what_failed_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzing, "FOLDER", tmp_path)
    clumsy = True

    def read(text: str) -> object:
        if clumsy and text.startswith("f5"):
            raise IndexError("beyond the end")
        raise Refusal("That is nothing.")

    parser = Parser("a parser", read, 1_000, ("f5 d6",))
    first = fuzzing.go_on(parser, patience=0.5)
    assert first.failed
    assert set(first.failed.values()) == {"IndexError: beyond the end"}
    clumsy = False
    second = fuzzing.go_on(parser, patience=0.5)
    assert second.failed == {}
    assert second.seconds > first.seconds + 0.4
    assert second.groups > first.groups
    assert second.texts > first.texts + len(first.failed)
    third = fuzzing.go_on(parser, until=second.seconds)
    assert (third.groups, third.failed) == (second.groups, {})
    assert fuzzing.kept(parser) == third
