"""Which figures of the benchmarks are older than the code that they measure."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.benchmarks import _ages, _registry


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of two folders with one commit."""
    monkeypatch.setattr(_ages, "ROOT", tmp_path)
    for name in ("fast", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.py").write_text("a = 1\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    """Run git as somebody."""
    who = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, timeout=30)


def commit(folder: Path) -> None:
    """Commit all that is there."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "A step")


def test_figures_are_of_their_commit_until_the_measured_code_changes(history: Path) -> None:
    words = _ages.here()
    report = f"# Benchmarks\n\n## one\n\nHow.\n\n2026-11-22, a machine, {words}\n\n## two\n\n2026-11-22, a machine\n"
    measured = _ages.commits(report)
    assert list(measured) == ["one"]
    assert _ages.reason(measured["one"], ("fast",)) == ""
    (history / "docs").mkdir()
    (history / "docs" / "benchmarks.md").write_text(report)  # as the one before it wrote it
    assert _ages.here() == words
    (history / "other" / "code.py").write_text("a = 2\n")
    assert _ages.here() == words + "+"
    commit(history)
    assert _ages.reason(measured["one"], ("fast",)) == ""
    (history / "fast" / "code.py").write_text("a = 2\n")
    assert "not committed" in _ages.reason(measured["one"], ("fast",))
    commit(history)
    assert _ages.reason(measured["one"], ("fast",)).startswith("1 commit has changed fast since ")
    assert _ages.reason(measured["one"] + "+", ("other",)).startswith("1 commit has changed other since ")


def test_figures_without_a_known_commit_are_old(history: Path) -> None:
    assert _ages.reason(None, ("fast",)) == "no commit stands beside the figures"
    assert _ages.reason("0123456", ("fast",)) == "commit 0123456 is not known here"


def test_every_benchmark_names_folders_that_are_there() -> None:
    for bench in _registry._load().values():
        assert bench.measures
        missing = [folder for folder in bench.measures if not any(each.is_dir() for each in _ages.ROOT.glob(folder))]
        assert not missing, f"{bench.name} measures {missing}"


def test_every_section_of_the_report_names_its_commit() -> None:
    report = _registry.REPORT.read_text(encoding="utf-8")
    titles = [line[3:] for line in report.splitlines() if line.startswith("## ")]
    assert set(titles) <= set(_registry.names())
    assert set(_ages.commits(report)) == set(titles)
