"""Whole games followed by compiled rules: which moves are legal, with the forced ones put in where they were left out.

One call from Python for a game instead of two for a move: a file of thousands of games is read in a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.core import compiled_calls, kernels


def _follow(position: Any, moves: Any, legal: Any, made: Any, fill: Any) -> Any:
    count = 0
    for index in range(len(moves)):
        move = int(moves[index])
        while True:
            listed = kernels.legal_moves(position, legal)
            found = False
            for place in range(listed):
                if legal[place] == move:
                    found = True
                    break
            if not found and not (fill and listed == 1):
                return index, count
            if count == len(made):
                return index, count
            played = move if found else int(legal[0])
            made[count] = played
            count += 1
            position = kernels.play(position, played)
            if found:
                break
    return len(moves), count


_compiled_follow = kernels.compiled(_follow)


def follow(position: Any, moves: Sequence[int], most_moves: int, fill: bool = False) -> tuple[list[int], int]:
    """The moves of a kernel game's position as far as they are legal, and how many of those given they are.

    With ``fill``, a move that is not legal where only one is stands behind that one: a pass that was left out.
    """
    given = np.array(moves, dtype=np.int32)
    legal = np.empty(most_moves, dtype=np.int32)
    made = np.empty(2 * len(given) + 1, dtype=np.int32)
    run = _compiled_follow if compiled_calls.compiled_in_use() else _follow
    done, count = run(position, given, legal, made, fill)
    return made[:count].tolist(), int(done)
