"""Planted blunders, what reviews made of them, and other judgements, kept in files outside the repository, so that a
run that was stopped goes on. Planted positions are kept by seed: they stay what they are. What is made of one is kept
by the code that made it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools.benchmarks._ages import ROOT
from tools.benchmarks._planted import Found, Planted, found, in_game

VERSION = 1
"""Goes up when a seed gives other positions."""
_JUDGES = ("game/core", "game/review", "game/search", "game/bots", "game/games/{game}", "tools/benchmarks/_planted.py")


def folder() -> Path:
    """Where the files lie: the folder that ``RESULTS`` names, or one among the temporary files."""
    path = Path(os.environ.get("RESULTS") or Path(tempfile.gettempdir()) / "plyground-reviews")
    path.mkdir(parents=True, exist_ok=True)
    return path


def positions(game: str, count: int, seed: int) -> list[Planted]:
    """The first positions of a seed, those that are kept and then new ones."""
    path = folder() / f"planted-{VERSION}-{game}-{seed}.jsonl"
    games = _lines(path)
    while sum(map(len, games)) < count:
        games.append([asdict(each) for each in in_game(game, seed, len(games))])
        _add(path, games[-1])
    return [Planted(**each) for one in games for each in one][:count]


def reviewed(
    game: str, count: int, seed: int, review: Callable[[Planted], Found] = found
) -> list[Found]:  # fmt: skip
    """What the review of today's code makes of the first positions of a seed."""
    path = folder() / f"found-{VERSION}-{game}-{seed}-{fingerprint(game)}.jsonl"
    known, planted = _lines(path), positions(game, count, seed)
    for each in planted[len(known) :]:
        known.append({**asdict(review(each)), "planted": None})
        _add(path, known[-1])
    return [Found(**{**told, "planted": each}) for told, each in zip(known, planted, strict=False)]


def judged(name: str, game: str, asked: Sequence[Any], judge: Callable[[Any], bool]) -> list[bool]:
    """What today's code makes of each that is asked; ``repr`` tells them apart."""
    path = folder() / f"{name}-{VERSION}-{game}-{fingerprint(game)}.jsonl"
    known = dict(_lines(path))
    for each in asked:
        if repr(each) not in known:
            known[repr(each)] = judge(each)
            _add(path, [repr(each), known[repr(each)]])
    return [known[repr(each)] for each in asked]


def fingerprint(game: str) -> str:
    """Twelve digits that change with the code and the weights that a review of this game rests on."""
    digest = hashlib.sha256()
    for name in _JUDGES:
        path = ROOT / name.format(game=game)
        for each in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if each.suffix in {".py", ".json", ".npz"}:
                digest.update(each.relative_to(ROOT).as_posix().encode() + b"\0" + each.read_bytes())
    return digest.hexdigest()[:12]


def _lines(path: Path) -> list[Any]:
    """The whole lines of a file; what a stopped run left of one is cut off."""
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        path.write_bytes(whole)
    return [json.loads(line) for line in whole.splitlines()]


def _add(path: Path, told: Any) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(told) + "\n")
