"""From played games to rows that can be fitted: the features of each position beside what it should be worth.

A position is left out where its game was still random, and where the search needed no estimate: its end was sure, or it
could be told at sight. Where a random ply was still to come, the game's result says nothing of it: its target is what
the search said, alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.kernels import compiled
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


@compiled
def _gather(
    start: Any, moves: Any, scores: Any, lengths: Any, results: Any, settled: Any, weights: Any, begins: Any,
    places: Any, amounts: Any, said: Any, ended: Any, found: Any, how_much: Any,
) -> Any:  # fmt: skip
    """Write the rows; ``said`` gets the search's score, ``ended`` the result for the mover or ``UNKNOWN``. Returns how
    many rows there are; it stops before a game that might not find room."""
    row, end, at = np.int64(0), np.int64(0), np.int64(0)
    for game in range(len(lengths)):
        position = start
        for ply in range(lengths[game]):
            move: Any = np.int64(moves[at + ply])
            score = np.int64(scores[at + ply])
            mover = kernels.to_move(position)
            if score != UNKNOWN and -SURE < score < SURE and contract.known(position, weights) == UNKNOWN:
                count = np.int64(features(position, found, how_much))
                for index in range(count):
                    if how_much[index] != 0:
                        places[end], amounts[end] = found[index], how_much[index]
                        end += 1
                said[row] = score
                ended[row] = UNKNOWN
                if ply >= settled[game]:
                    ended[row] = results[game] if mover == 0 else -results[game]
                row += 1
                begins[row] = end
            position = kernels.play(position, move)
        at += lengths[game]
    return row


def rows(model: Model, start: Any, played: Played, weights: NDArray[Any]) -> Rows:
    """The rows of some games that began at ``start``; ``weights`` are those that they were played with."""
    most = len(played.moves)
    begins = np.zeros(most + 1, dtype=np.int64)
    places = np.empty(most * MOST, dtype=np.int32)  # the system gives what is written to, no more
    amounts = np.empty(most * MOST, dtype=np.int16)
    said, ended = np.empty((2, most), dtype=np.int64)
    found, how_much = np.empty((2, MOST), dtype=np.int32)
    count = int(
        _gather(
            start, played.moves, played.scores, played.lengths, played.results, played.settled, weights, begins, places,
            amounts, said, ended, found, how_much,
        )
    )  # fmt: skip
    end, told = int(begins[count]), said[:count].astype(np.float64)
    result = ended[:count].astype(np.float64)
    if model.scale:
        told, result = 1 / (1 + np.exp(-told / model.scale)), np.sign(result) / 2 + 0.5
    both = model.searched * told + (1 - model.searched) * result
    targets = np.where(ended[:count] == UNKNOWN, told, both)
    return Rows(begins[: count + 1].copy(), places[:end].copy(), amounts[:end].copy(), targets)


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
