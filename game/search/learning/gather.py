"""From played games to rows that can be fitted: the features of each position beside what it should be worth.

What a position should be worth is a mean of what the search said of it and of the positions that followed, each
counting less than the one before it, the last with what is left of the whole: the game's result, or the last word
before a random ply. (It is the target of TD(lambda): R. S. Sutton, "Learning to predict by the methods of temporal
differences", 1988.) A position is left out where its ply was random, and where the search needed no estimate: its end
was sure, or it could be told at sight.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.kernels import compiled, jitable
from plyground.search.learning.model import MOST, Model, features
from plyground.search.learning.selfplay import Played
from plyground.search.pvs import contract
from plyground.search.pvs.contract import SURE, UNKNOWN


class Rows(NamedTuple):
    """Positions: row i has the features ``places[begins[i]:begins[i + 1]]`` with their ``amounts``. ``targets`` are
    what they should be worth for the mover: a probability to win (a draw is half), or hundredths."""

    begins: NDArray[np.int64]
    places: NDArray[np.int32]
    amounts: NDArray[np.int16]
    targets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.targets)


@jitable
def _chance(score: Any, scale: Any) -> Any:
    """A score as what is fitted: the probability to win, or, with a ``scale`` of 0, itself."""
    if scale == 0:
        return float(min(max(score, -SURE), SURE))
    if score >= SURE or score <= -SURE:
        return 1.0 if score > 0 else 0.0
    return 1.0 / (1.0 + np.exp(-score / scale))


@compiled
def _gather(
    start: Any, moves: Any, scores: Any, lengths: Any, results: Any, scale: Any, trace: Any, weights: Any, movers: Any,
    begins: Any, places: Any, amounts: Any, targets: Any, found: Any, how_much: Any,
) -> Any:  # fmt: skip
    """Write the rows; returns how many there are. ``movers`` is room for who moved, a game at a time."""
    row, end, at = np.int64(0), np.int64(0), np.int64(0)
    both = 1.0 if scale != 0 else 0.0  # the two sides' targets add up to it
    for game in range(len(lengths)):
        position, first = start, row
        for ply in range(lengths[game]):
            move: Any = np.int64(moves[at + ply])
            score = np.int64(scores[at + ply])
            movers[ply] = 2 + kernels.to_move(position)
            if score != UNKNOWN and -SURE < score < SURE and contract.known(position, weights) == UNKNOWN:
                movers[ply] -= 2
                count = np.int64(features(position, found, how_much))
                for index in range(count):
                    if how_much[index] != 0:
                        places[end], amounts[end] = found[index], how_much[index]
                        end += 1
                row += 1
                begins[row] = end
            position = kernels.play(position, move)
        value, back = _chance(results[game], scale), row
        for ply in range(lengths[game] - 1, -1, -1):
            score = np.int64(scores[at + ply])
            if score == UNKNOWN:
                value = -1e9
                continue
            said = _chance(score, scale)
            if movers[ply] % 2 == 1:
                said = both - said
            value = said if value == -1e9 else (1.0 - trace) * said + trace * value
            if movers[ply] < 2:
                back -= 1
                targets[back] = value if movers[ply] == 0 else both - value
        at += lengths[game]
        assert back == first
    return row


def rows(model: Model, start: Any, played: Played, weights: NDArray[Any]) -> Rows:
    """The rows of some games that began at ``start``; ``weights`` are those that they were played with."""
    most = len(played.moves)
    begins = np.zeros(most + 1, dtype=np.int64)
    places = np.empty(most * MOST, dtype=np.int32)  # the system gives what is written to, no more
    amounts = np.empty(most * MOST, dtype=np.int16)
    targets = np.empty(most)
    found, how_much = np.empty((2, MOST), dtype=np.int32)
    movers = np.empty(played.lengths.max(initial=0), dtype=np.int64)
    count = int(
        _gather(
            start, played.moves, played.scores, played.lengths, played.results, model.scale, model.trace, weights,
            movers, begins, places, amounts, targets, found, how_much,
        )
    )  # fmt: skip
    end = int(begins[count])
    return Rows(begins[: count + 1].copy(), places[:end].copy(), amounts[:end].copy(), targets[:count].copy())


def joined(parts: list[Rows]) -> Rows:
    """Several lots of rows as one."""
    if not parts:
        nothing = np.zeros(0)
        return Rows(np.zeros(1, np.int64), nothing.astype(np.int32), nothing.astype(np.int16), nothing)
    ends = np.cumsum([0, *(part.begins[-1] for part in parts)])
    begins = [part.begins[1:] + ends[number] for number, part in enumerate(parts)]
    return Rows(
        np.concatenate([np.zeros(1, np.int64), *begins]),
        np.concatenate([part.places for part in parts]),
        np.concatenate([part.amounts for part in parts]),
        np.concatenate([part.targets for part in parts]),
    )
