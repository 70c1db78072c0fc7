"""What a game says of what it learns: the features of positions and of moves, and how the weights are learnt.

The value of a position for the seat to move is the sum of the weights of its features, each times its amount, in the
hundredths of ``plyground.search.pvs.contract``. A weight's place is ``stage * features + feature``: a game whose values
change as it goes on has several stages, and may give a feature to two of them in parts. Behind the weights of the
evaluation lie those of the features of moves, where their order is learnt.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.kernels import generic, jitable
from plyground.core.knowledge import Starts
from plyground.core.scratch import scratch

MOST = 1024
"""No position has more features that are not 0."""
MOST_OF_MOVE = 8
"""No move has more features."""
NET_WORDS = 4
"""How many words the weights of a feature of a net take (see ``plyground.search.learning.net``)."""


@generic
def features(position: Any, places: Any, amounts: Any) -> int:
    """Write the features of an unfinished position, seen by the seat to move, into ``places`` and ``amounts`` (both
    ``int32``, ``MOST`` long), each place at most once in a while; return how many."""
    raise NotImplementedError


@generic
def move_features(position: Any, moves: Any, count: int, places: Any) -> None:
    """Write the features of each of the ``count`` moves, seen by the seat to move, into its ``MOST_OF_MOVE`` of
    ``places`` (``int32``), each feature once and counted from 0, and -1 behind the last where there is room."""
    raise NotImplementedError


_AT_ONCE = 128
_ROOM = _AT_ONCE * MOST_OF_MOVE


@jitable
def rate_moves(position: Any, moves: Any, count: Any, scores: Any, weights: Any) -> Any:
    """Write the sums of the weights of moves' features into ``scores``: what a game's ``contract.prior`` may give as it
    is. ``weights`` are those behind the evaluation's."""
    places = scratch(_ROOM)
    for first in range(0, count, _AT_ONCE):
        some = min(count - first, _AT_ONCE)
        move_features(position, moves[first:count], some, places)
        for index in range(some):
            total = np.int64(0)
            for number in range(index * MOST_OF_MOVE, (index + 1) * MOST_OF_MOVE):
                if places[number] < 0:
                    break
                total += np.int64(weights[places[number]])
            scores[first + index] = total


@jitable
def worth(position: Any, weights: Any) -> Any:
    """The sum of the weights of a position's features: what a game's ``contract.static`` may give as it is. (Quicker is
    a kernel of the game's own that adds them up without writing them down.)"""
    places, amounts = scratch(MOST), scratch(MOST)
    total = np.int64(0)
    for index in range(features(position, places, amounts)):
        total += np.int64(weights[places[index]]) * amounts[index]
    return total


@dataclass(frozen=True)
class Model:
    """How the weights of a game are learnt.

    ``features`` is the number of features of a stage, ``stages`` that of stages; each ``family`` of so many stages that
    follow one another shares what it has learnt (0 for all). ``moves`` is the number of features of moves, where their
    order is learnt. ``weights()`` are the present weights (``size`` integers), which the new ones lean on; ``file`` is
    where they lie, with their record, once some were learnt.
    ``starts`` are the options of the games to be played, by turns: what a stage has learnt from none of them it keeps,
    unless its family has. A game begins with ``openings`` random plies (the least and the most), then each move looks
    at ``nodes`` positions.

    A value of ``scale`` hundredths stands for odds of e to one, and the fit is logistic, to what the search said later
    in the game and its result: ``trace`` is how much each ply further on counts of the one before it. ``scale`` 0 is
    for games whose ends count by how much they are won: then the fit is by least squares, in hundredths. ``firmness``
    is how many positions it takes to move a weight half way. ``games`` is the length of the match against the present
    weights.

    With ``net`` the value is that of a small net over the features (amounts are all 1, the last four features stand for
    the net's output), and ``always`` is a range of features of which every position has exactly one.
    """

    game: str
    features: int
    weights: Callable[[], NDArray[Any]]
    file: Path | None = None
    stages: int = 1
    family: int = 0
    starts: Starts = field(default=({},))
    openings: tuple[int, int] = (2, 6)
    nodes: int = 500
    scale: float = 300.0
    trace: float = 0.9
    firmness: float = 50.0
    games: int = 400
    net: bool = False
    always: tuple[int, int] = (0, 0)
    moves: int = 0

    @property
    def evaluation(self) -> int:
        """How many weights the evaluation has."""
        return self.stages * self.features * (NET_WORDS if self.net else 1)

    @property
    def size(self) -> int:
        """How many weights there are, those of moves included."""
        return self.evaluation + self.moves


def record_path(path: Path) -> Path:
    """Where the record of a file of weights lies: beside it."""
    return path.with_suffix(".json")


def save(path: Path, weights: NDArray[Any], record: Mapping[str, Any]) -> None:
    """Write the weights (compressed, as small integers as they need), and beside them the record."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, weights=weights.astype(_smallest(weights)))
    record_path(path).write_text(json.dumps(dict(record), indent=2) + "\n", encoding="utf-8")


def _smallest(weights: NDArray[Any]) -> type:
    largest = np.abs(weights).max(initial=0)
    return np.int16 if largest < 1 << 15 else np.int32 if largest < 1 << 31 else np.int64


def load(path: Path, size: int) -> NDArray[np.int64]:
    """The weights of a file, as ``save`` wrote them; raises ``ValueError`` if they are not so many."""
    with np.load(path) as archive:
        found: NDArray[np.int64] = archive["weights"].astype(np.int64)
    if found.shape != (size,):
        raise ValueError(f"{path.name} has the shape {found.shape}, not {(size,)}")
    return found


def learns(position_class: type) -> bool:
    """Whether a game with such positions gives features."""
    return kernels.has(features, position_class)
