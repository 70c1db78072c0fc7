"""Compiled kernels on disk: what an edit recompiles, other checkouts, torn entries, folders that cannot be written."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.core import cache
from tests.contract.copies import ROOT, Copy

USE = """
import json
from plyground.core import cache, compiled_calls, registry
from plyground.search.teaching import heuristics
registry.games()
compiled_calls.use_compiled(True)
said = {}
for name in ("othello", "tak"):
    game = registry.game(name)
    position = game.initial()
    for move in game.legal_moves(position)[:1]:
        position = game.play(position, move)
    said[name] = heuristics.evaluate(position, 0, 0)
kernels = (heuristics._evaluate, compiled_calls._legal_moves, compiled_calls._play)
said["compiled"] = sorted(k.__name__ for k in kernels for _ in k._cache_misses.elements())
said["loaded"] = sum(k._cache_hits.total() for k in kernels)
print(json.dumps(said))
"""
"""Uses three kernels, each for positions of Othello and of Tak."""
ALL = 6
EVALUATION = "game/games/tak/knowledge/kernels.py"
HEURISTICS = "game/search/teaching/heuristics.py"
EDITS: dict[str, tuple[str, str, str]] = {
    "a comment in a view": ("game/games/tak/view.py", '"""\n\nfrom', '"""\n\n# a comment\nfrom'),
    "a comment in a file of kernels": (EVALUATION, "@jitable\ndef flat", "# a comment\n@jitable\ndef flat"),
    "a docstring of a kernel": (EVALUATION, '"""White\'s flats on top', '"""All of White\'s flats on top'),
    "a comment in a search": (HEURISTICS, "@kernels.compiled", "# a comment\n@kernels.compiled"),
}  # fmt: skip
CHANGED = (EVALUATION, "position.half_komi / 2", "position.half_komi / 2 + 4")


def _use(copy: Copy, folder: Path, processes: int = 1) -> list[dict[str, Any]]:
    """What so many processes say that use the kernels at once, which are compiled without being made fast."""
    environment = os.environ | {"PLYGROUND_CACHE": str(folder), "PYTHONPATH": str(copy.folder), "NUMBA_OPT": "0"}
    command = [sys.executable, "-c", USE]
    started = [
        subprocess.Popen(command, cwd=copy.folder, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    told = [process.communicate(timeout=600)[0] for process in started]
    assert [process.returncode for process in started] == [0] * processes
    return [json.loads(each) for each in told]


def _copy(name: str, *edits: tuple[str, str, str]) -> Copy:
    added: dict[str, str] = {}
    for path, old, new in edits:
        text = added.get(path) or (ROOT / path).read_text(encoding="utf-8")
        assert old in text, f"{path} has no {old!r}"
        added[path] = text.replace(old, new, 1)
    return Copy.make(name, added, ("app.py", "game"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A cache in which two processes at once have kept the kernels of the sources as they are, and what they said that
    every process says that compiles nothing any more."""
    folder = tmp_path_factory.mktemp("kernels")
    one, other = _use(_copy("kernels"), folder, processes=2)
    assert sorted({*one["compiled"], *other["compiled"]}) == ["_evaluate", "_legal_moves", "_play"]
    assert len(one["compiled"]) + len(other["compiled"]) >= ALL
    for each in (one, other):
        assert len(each["compiled"]) + each["loaded"] == ALL
    loaded = {"compiled": [], "loaded": ALL}
    assert one | loaded == other | loaded
    return folder, one | loaded


def test_processes_that_compile_at_once_leave_whole_entries_that_a_later_one_loads(
    compiled: tuple[Path, dict[str, Any]],
) -> None:
    assert _use(_copy("kernels"), compiled[0]) == [compiled[1]]
    assert not list(compiled[0].glob("*/*.tmp"))


def test_neither_comments_nor_another_checkout_recompile_anything(compiled: tuple[Path, dict[str, Any]]) -> None:
    assert _use(_copy("kernels-elsewhere", *EDITS.values()), compiled[0]) == [compiled[1]]


def test_a_changed_evaluation_recompiles_that_games_alone(compiled: tuple[Path, dict[str, Any]]) -> None:
    folder, before = compiled
    (changed,) = _use(_copy("kernels", CHANGED), folder)
    assert (changed["compiled"], changed["loaded"]) == (["_evaluate"], ALL - 1)
    assert changed["othello"] == before["othello"]
    assert changed["tak"] == before["tak"] + 4
    assert _use(_copy("kernels"), folder) == [before], "both versions are kept"


def test_damaged_entries_are_compiled_anew(compiled: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    """Torn, empty, changed in a byte, and whole but no entry: each kernel of a game in another of these ways."""
    folder, before = compiled
    damages: list[Callable[[bytes], bytes]] = [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
        lambda data: b"",
        lambda data: hashlib.sha256(b"no").digest() + b"no",
    ]
    damaged: list[str] = []
    for entry in sorted(folder.glob("*/*.kernel")):
        data = entry.read_bytes()
        if entry.name.startswith(tuple(f"plyground.core.compiled_calls.{name}-" for name in ("_play", "_legal_moves"))):
            data = damages[len(damaged)](data)
            damaged.append(entry.name)
        (tmp_path / entry.parent.name).mkdir(exist_ok=True)
        (tmp_path / entry.parent.name / entry.name).write_bytes(data)
    assert len(damaged) == len(damages)
    copy = _copy("kernels")
    again = {"compiled": ["_legal_moves"] * 2 + ["_play"] * 2, "loaded": ALL - 4}
    assert _use(copy, tmp_path) == [before | again]
    assert _use(copy, tmp_path) == [before]


def test_a_folder_that_cannot_be_written_gives_way_to_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    wanted, own = cache._choose()
    assert wanted.parent == tmp_path / "file"
    assert own.parent == tmp_path / "own" / "plyground" / "kernels"
    assert own.is_dir()
    cache._write(wanted / "entry", b"nothing happens")
    (tmp_path / "own" / "plyground" / "kernels").rename(tmp_path / "elsewhere")
    (tmp_path / "own" / "plyground" / "kernels").write_text("")
    assert cache._choose() == (wanted,)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of entries, in use."""
    folder = tmp_path / "now"
    folder.mkdir()
    monkeypatch.setattr(cache, "FOLDER", folder)
    monkeypatch.setattr(cache, "FOLDERS", (folder,))
    return folder


def _put(path: Path, size: int, age: float) -> None:
    path.write_bytes(bytes(size))
    os.utime(path, (time.time() - age,) * 2)


def test_what_was_not_used_for_longest_is_swept(folder: Path) -> None:
    for name, age in (("new", 10), ("old", 3000), ("older", 9000)):
        _put(folder / f"{name}.kernel", 1000, age)
    _put(folder / "torn.tmp", 10, 9000)
    _put(folder / "being-written.tmp", 10, 1)
    cache.mark_warm()
    assert cache.is_warm()
    cache._note_use(folder / "older.kernel")
    cache.sweep(2500)
    assert sorted(path.name for path in folder.iterdir()) == ["being-written.tmp", "new.kernel", "older.kernel"]
    assert not cache.is_warm(), "something may be missing now"


def test_only_a_few_folders_of_other_versions_are_kept(folder: Path) -> None:
    for age in range(5):
        other = folder.parent / f"other-{age}"
        other.mkdir()
        (other / "entry.kernel").write_bytes(b"")
        os.utime(other, (time.time() - 100 - age,) * 2)
    cache.sweep()
    assert sorted(path.name for path in folder.parent.iterdir()) == ["now", "other-0", "other-1"]


def test_warmth_is_known_for_these_sources_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not cache.is_warm()
    cache.mark_warm()
    assert cache.is_warm()
    monkeypatch.setattr(cache, "_MARK", "warm-other")
    assert not cache.is_warm()
    (folder.parent / "core").mkdir()
    before = cache.sources()
    monkeypatch.setattr(cache, "_PACKAGE", folder.parent)
    assert cache.sources() != before
