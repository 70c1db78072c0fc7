"""Limits that a server keeps over its restart: what was left is left, and what is damaged or too old counts nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plyground.sessions.kept_limits import KeptLevels
from plyground.sessions.limits import Buckets, LocalLevels
from tests.sessions.test_limits import Clock


def levels(path: Path, clock: Clock) -> tuple[KeptLevels, LocalLevels]:
    """A process's levels of a limit that grants two, and one more every ten seconds; its own clock begins at 0."""
    kept, begun = KeptLevels(path, clock), clock()
    return kept, kept.levels("limit", 0.1, 2, lambda: clock() - begun)


def at(seconds: float) -> Clock:
    """A clock on the wall."""
    made = Clock()
    made.now = seconds
    return made


def granted(found: LocalLevels, name: str, times: int = 1) -> int:
    """How often somebody may ask now."""
    return sum(found.spend([(name, times)], 1) is None for _ in range(10))


def test_what_was_left_is_left_after_a_restart(tmp_path: Path) -> None:
    path, clock = tmp_path / "limits.json", at(1000.0)
    kept, before = levels(path, clock)
    assert (granted(before, "ada"), granted(before, "class", 3)) == (2, 6)
    kept.write()
    assert path.stat().st_mode & 0o077 == 0
    clock.now += 10.5
    kept, after = levels(path, clock)
    assert not path.exists()
    assert (granted(after, "ada"), granted(after, "class", 3), granted(after, "bob")) == (1, 3, 2)
    clock.now += 5
    kept.write()
    _, third = levels(path, clock)
    clock.now += 6
    assert granted(third, "ada") == 1
    clock.now += 100
    assert granted(third, "ada") == 2
    kept, _ = levels(path, clock)
    kept.write()
    assert json.loads(path.read_text())["full"] == {}


def test_who_has_not_asked_meanwhile_is_known_after_the_next_restart_too(tmp_path: Path) -> None:
    path, clock = tmp_path / "limits.json", at(1000.0)
    kept, before = levels(path, clock)
    assert granted(before, "ada") == 2
    kept.write()
    kept, _ = levels(path, clock)
    kept.write()
    _, after = levels(path, clock)
    assert granted(after, "ada") == 0


def test_another_limit_and_a_clock_that_leapt_count_nothing(tmp_path: Path) -> None:
    path, clock = tmp_path / "limits.json", at(100_000.0)
    kept, before = levels(path, clock)
    assert granted(before, "ada") == 2
    kept.write()
    other = KeptLevels(path, clock).levels("another", 0.1, 2, clock)
    assert granted(other, "ada") == 2
    _, back = levels(path, at(10.0))
    assert granted(back, "ada") == 2


@pytest.mark.parametrize("content", ["", "[]", "{", json.dumps({"salt": "x", "full": {"a": []}}), "\ud800"])
def test_a_damaged_file_counts_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "limits.json"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert granted(levels(path, at(0.0))[1], "ada") == 2


def test_where_nothing_can_be_written_the_log_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept, found = levels(tmp_path / "not there" / "limits.json", at(0.0))
    granted(found, "ada")
    kept.write()
    assert "could not be kept" in caplog.text
    Buckets(1, 1, "A sentence.", levels=found).take("bob")
