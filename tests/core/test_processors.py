"""How many processors there are to use, on a whole machine and in a container that has a share of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.core import processors
from plyground.core.settings import Settings


@pytest.mark.parametrize(
    ("quota", "count"),
    [
        ("max 100000", 8),
        ("200000 100000", 2),
        ("150000 100000", 1),
        ("50000 100000", 1),
        ("9900000 100000", 8),
        ("", 8),
    ],
)
def test_a_share_of_the_machine_s_time_bounds_the_processors(
    quota: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cpu.max").write_text(f"{quota}\n")
    monkeypatch.setattr(processors, "_QUOTA", tmp_path / "cpu.max")
    monkeypatch.setattr(processors, "allowed", lambda: list(range(8)))
    assert processors.count() == count
    assert Settings().worker_count == count, "as many workers as there are processors to use"
    assert Settings(workers=5).worker_count == 5


def test_outside_a_container_all_that_this_thread_may_run_on_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processors, "_QUOTA", tmp_path / "none")
    assert processors.count() == len(processors.allowed()) >= 1
