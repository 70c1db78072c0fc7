"""How much is compiled anew after an edit, and how soon a bot moves by the new code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from plyground.core import folders
from tools.benchmarks._registry import Row, benchmark

_SCRIPT = """
import json, random, sys, time
from plyground.bots import _levels, _thinking, _warming
from plyground.core import cache, compiled_calls, registry

said = {}
def note(name):
    said[name] = [time.process_time(), time.monotonic() - float(sys.argv[1])]
def move(player):
    position = _warming.examples(player.game)[0]
    _warming.load(player, position)
    _thinking.think(player, position, random.Random(0), {"nodes": 1000})
before = set(cache.FOLDER.glob("*.kernel"))
first, *others = registry.games().values()
if sys.argv[2]:
    tak = registry.game("tak")
    move(_levels.default_player(tak))
    note("default")
    move(registry.parse_player("hare", tak))
    note("hare")
else:
    move(_levels.default_player(first))
    note("first")
    for game in others:
        move(_levels.default_player(game))
    note("each")
_warming.warm()
note("all")
said["compiled"] = len(set(cache.FOLDER.glob("*.kernel")) - before)
print(json.dumps(said))
"""
_EVALUATION = "games/tak/knowledge/kernels.py"


def _use(folder: Path, kernels: Path, tak: bool = False) -> dict[str, Any]:
    environment = os.environ | {"PLYGROUND_CACHE": str(kernels), "PYTHONPATH": str(folder)}
    words = [sys.executable, "-c", _SCRIPT, str(time.monotonic()), "tak" * tak]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def _copy(folder: Path) -> Path:
    shutil.copytree(folders.PACKAGE, folder / "game", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "app.py").write_text("", encoding="utf-8")
    (folder / "plyground").symlink_to("game")
    return folder


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise ValueError(f"{path} has no {old!r}")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _timed(title: str, seconds: list[float], goal: str = "") -> list[Row]:
    return [Row(f"{title}: processor time", seconds[0], "s", goal), Row(f"{title}: wall clock", seconds[1], "s", goal)]


@benchmark("recompiling", measures="game/core game/games game/search")
def recompiling() -> list[Row]:
    """Kernels compiled, and seconds from the start of a process, with an empty cache and after edits of a copy.

    A move is the default bot's in the first position of a game, its kernels loaded or compiled; "all kernels" is every
    bot in every game. The changed evaluation is Tak's flat count, on which its bots' estimates rest.
    """
    with tempfile.TemporaryDirectory() as name:
        kernels = Path(name) / "kernels"
        one, other = _copy(Path(name) / "one"), _copy(Path(name) / "other")
        fresh, loaded = _use(one, kernels), _use(one, kernels)
        view = one / "game" / "games" / "tak" / "view.py"
        view.write_text(view.read_text(encoding="utf-8") + "# a comment\n", encoding="utf-8")
        comment = _use(one, kernels)
        _edit(one / "game" / _EVALUATION, "position.half_komi / 2", "position.half_komi / 2 + 1")
        changed = _use(one, kernels, tak=True)
        elsewhere = _use(other, kernels)
    return [
        Row("empty cache: kernels compiled", fresh["compiled"], ""),
        *_timed("empty cache: a move in the first game", fresh["first"], "at most 20"),
        *_timed("empty cache: a move in every game", fresh["each"], "at most 90"),
        *_timed("empty cache: all kernels", fresh["all"]),
        Row("full cache: kernels compiled", loaded["compiled"], "", "none"),
        *_timed("full cache: all kernels", loaded["all"]),
        Row("a comment in a view: kernels compiled", comment["compiled"], "", "none"),
        *_timed("a comment in a view: all kernels", comment["all"]),
        Row("a changed evaluation of Tak: kernels compiled", changed["compiled"], "", "those of Tak alone"),
        *_timed("a changed evaluation of Tak: the default bot's move", changed["default"], "at most 10"),
        *_timed("a changed evaluation of Tak: the Hare's move after it", changed["hare"]),
        Row("a second checkout: kernels compiled", elsewhere["compiled"], "", "none"),
        *_timed("a second checkout: all kernels", elsewhere["all"]),
    ]
