"""Counts the sequences of legal moves of a given length: the standard check of a move generator.

A game that is over before the last ply has no sequences, or is one leaf where the game's published tables count it
so (``spec.perft_keeps_finished``). The last ply is counted with ``kernels.count_moves`` without playing its moves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.search import running

_STOP = running.STOP


@kernels.compiled
def _count(position: Any, depth: Any, finished: Any, moves: Any, state: Any) -> Any:
    """Sequences of ``depth`` (at least 1) moves, and ``finished`` for each game that is over before.

    Row ``depth`` of ``moves`` is this node's own.
    """
    if depth == 1:
        count = kernels.count_moves(position)
        return count if count else finished
    if state[_STOP] != 0:
        return 0
    count = kernels.legal_moves(position, moves[depth])
    if count == 0:
        return finished
    total = 0
    for index in range(count):
        move: Any = np.int64(moves[depth, index])
        total += _count(kernels.play(position, move), depth - 1, finished, moves, state)
    return total


def perft(game: KernelGame[Any], position: Any, depth: int, limits: Limits | None = None) -> int:
    """The number of legal sequences of ``depth`` moves from ``position``; 1 for depth 0.

    With ``limits`` that expire the count is too small.
    """
    if depth < 1:
        return 1
    position = game.for_counting(position)
    moves = np.empty((depth + 1, game.spec.most_moves), dtype=np.int32)
    state = running.shared_state()
    finished = int(game.spec.perft_keeps_finished)
    total = [0]

    def search() -> None:
        total[0] = int(_count(position, depth, finished, moves, state))

    running.run(search, state, (limits or Limits()).started())
    return total[0]


def divide(game: KernelGame[Any], position: Any, depth: int) -> list[tuple[str, int]]:
    """For each legal move in order, its text and the number of sequences of ``depth`` moves that begin with it."""
    if depth < 1:
        return []
    position = game.for_counting(position)
    return [
        (game.move_text(position, move), perft(game, game.play(position, move), depth - 1))
        for move in game.legal_moves(position)
    ]
