"""What a benchmark of reviews keeps: a run that was stopped goes on, and says what one run says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.review.test_making import compiled
from tools.benchmarks import _kept as kept
from tools.benchmarks._planted import Found, Planted

__all__ = ["compiled"]
SEED = 5


def seen(asked: list[str]) -> object:
    def review(each: Planted) -> Found:
        asked.append(each.blunder)
        return Found(each, True, False, f"{len(each.moves)}", True)

    return review


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESULTS", str(tmp_path / "whole"))
    asked: list[str] = []
    whole = kept.reviewed("punter", 6, SEED, seen(asked))  # type: ignore[arg-type]
    assert [each.planted for each in whole] == kept.positions("punter", 6, SEED)
    assert asked == [each.planted.blunder for each in whole]

    monkeypatch.setenv("RESULTS", str(tmp_path / "stopped"))
    first: list[str] = []
    kept.reviewed("punter", 2, SEED, seen(first))  # type: ignore[arg-type]
    for path in kept.folder().iterdir():
        path.write_bytes(path.read_bytes() + b'{"torn')
    rest: list[str] = []
    assert kept.reviewed("punter", 6, SEED, seen(rest)) == whole  # type: ignore[arg-type]
    assert first + rest == asked
    assert kept.reviewed("punter", 4, SEED, seen(rest)) == whole[:4]  # type: ignore[arg-type]
    assert first + rest == asked


def test_what_other_code_has_found_is_not_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESULTS", str(tmp_path))
    asked: list[str] = []
    kept.reviewed("punter", 1, SEED, seen(asked))  # type: ignore[arg-type]
    assert kept.fingerprint("punter") != kept.fingerprint("tak")
    monkeypatch.setattr(kept, "fingerprint", lambda game: "other")
    kept.reviewed("punter", 1, SEED, seen(asked))  # type: ignore[arg-type]
    assert len(asked) == 2
    assert asked[0] == asked[1]


def test_judgements_are_kept_by_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RESULTS", str(tmp_path))
    asked: list[int] = []

    def odd(each: int) -> bool:
        asked.append(each)
        return each % 2 == 1

    assert kept.judged("odd", "punter", [1, 2], odd) == [True, False]
    assert kept.judged("odd", "punter", [3, 2, 1], odd) == [True, False, True]
    assert asked == [1, 2, 3]
