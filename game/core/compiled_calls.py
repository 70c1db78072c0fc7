"""Calls of compiled rules from Python: one call from Python, one answer.

Python code calls these rather than the kernels, so that a warm process runs compiled rules and a process whose
kernels are not there yet (the first start of a server) plays on interpreted ones.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import legal_moves as rules_legal_moves
from plyground.core.kernels import outcome as rules_outcome
from plyground.core.kernels import play as rules_play

PT = TypeVar("PT", bound=tuple[Any, ...])
_state = {"compiled": False}


def use_compiled(on: bool) -> None:
    """Choose compiled (first calls load or compile) or interpreted rules for this process."""
    _state["compiled"] = on


def compiled_in_use() -> bool:
    """Whether this process runs compiled rules."""
    return _state["compiled"]


# These call the rules by names that stand for nothing else here. A digest takes in whatever a name of a kernel stands
# for in its module: by ``play`` below it would hang on what this process has played before, and change with it.


@kernels.compiled_short
def _legal_moves(position: Any, moves: Any) -> Any:
    return rules_legal_moves(position, moves)


@kernels.compiled_short
def _play(position: Any, move: Any) -> Any:
    return rules_play(position, move)


@kernels.compiled_short
def _outcome(position: Any, seat: Any) -> Any:
    return rules_outcome(position, seat)


def legal_moves(position: Any, most_moves: int) -> list[int]:
    """The legal moves of a kernel game's position, in its fixed order."""
    moves = np.empty(most_moves, dtype=np.int32)
    count = (_legal_moves if _state["compiled"] else rules_legal_moves)(position, moves)
    listed: list[int] = moves[:count].tolist()
    return listed


def play(position: PT, move: int) -> PT:
    """The position after a legal move."""
    if _state["compiled"]:
        return kernels.box(type(position), _play(position, move))
    after: PT = rules_play(position, move)
    return after


def outcome(position: Any, seat: int) -> int:
    """``kernels.ONGOING`` or the result for ``seat``."""
    return int((_outcome if _state["compiled"] else rules_outcome)(position, seat))
