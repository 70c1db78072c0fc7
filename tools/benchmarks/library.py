"""A library of 120,000 games of Othello, as many as the federation's database has: import, size, and questions."""

from __future__ import annotations

import struct
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core import kernels, registry
from plyground.library.importing import import_files
from plyground.library.store import Library
from tools.benchmarks._registry import Row, benchmark

_GAMES = 120_000
_ASKED = (
    ("start", ()),
    ("one move", ("f5",)),
    ("two moves", ("d3", "c5")),
    ("five moves", ("f5", "f6", "e6", "f4", "e3")),
)
_PASS = 64


@kernels.compiled
def _play_out(position: Any, moves: Any, legal: Any, seed: Any) -> Any:
    np.random.seed(seed)
    count = 0
    while kernels.outcome(position, 0) == kernels.ONGOING:
        moves[count] = legal[np.random.randint(0, kernels.legal_moves(position, legal))]
        position = kernels.play(position, int(moves[count]))
        count += 1
    return count, kernels.margin(position, 0)


def _file(game: Any) -> bytes:
    """A file of WTHOR with random games of 5,000 players."""
    moves, legal = np.empty(game.spec.longest, np.int32), np.empty(game.spec.most_moves, np.int32)
    players, rows = np.random.default_rng(1).integers(0, 5000, (_GAMES, 2)), []
    for seed in range(_GAMES):
        count, margin = _play_out(game.initial(), moves, legal, seed)
        squares = bytes(10 * (cell // 8 + 1) + cell % 8 + 1 for cell in moves[:count].tolist() if cell != _PASS)
        rows.append(struct.pack("<HHHBB60s", seed % 2000, *players[seed].tolist(), (64 + margin) // 2, 0, squares))
    head = bytes((20, 26, 1, 1)) + struct.pack("<IHH", _GAMES, 0, 2026) + bytes((8, 0, 24, 0))
    return head + b"".join(rows)


@benchmark("library", measures="game/library game/core game/games")
def library() -> list[Row]:
    """120,000 random games of Othello in a file of WTHOR, imported once; then positions are asked for, the best of
    three with everything loaded: how many games had it, each next move with its results, and twenty of the games."""
    game = registry.game("othello")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "games.wtb").write_bytes(_file(game))
        (folder / "one.wtb").write_bytes((folder / "games.wtb").read_bytes()[: 16 + 68])
        import_files(game, [folder / "one.wtb"], folder / "warm", lambda told: None)
        begun = time.perf_counter()
        kept = import_files(game, [folder / "games.wtb"], folder / "library", lambda told: None)
        seconds = time.perf_counter() - begun
        size = sum(path.stat().st_size for path in (folder / "library").rglob("*.npy"))
        size += (folder / "library" / game.spec.id / "about.json").stat().st_size
        rows = [
            Row("import", len(kept) / seconds, "games/s", "at least 2,000"),
            Row(f"size of {_GAMES:,} games", size / 1e6, "MB", "at most 100"),
        ]
        found = Library(folder / "library", game)
        for title, moves in _ASKED:
            position = game.replay(game.initial(), moves)[-1]
            best = min(_seconds(found, position) for _time in range(3))
            rows.append(Row(f"the position after {title}" if moves else "the start", 1000 * best, "ms", "at most 300"))
    return rows


def _seconds(found: Library, position: Any) -> float:
    begun = time.perf_counter()
    for number, _ply in found.find(position).games:
        found.record(number)
    return time.perf_counter() - begun
