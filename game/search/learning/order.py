"""An order of moves that is learnt: which of them a search that looks further has chosen in games of self-play.

The score of a move is the sum of the weights of its features, and its chance to be chosen is its share of the
exponentials of all candidates' scores (a softmax), with odds of e to one for each ``UNIT``. Coulom, "Computing Elo
ratings of move patterns in the game of Go" (2007), learns the same model. It is fitted by stochastic gradients in a
fixed order (Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning", 2011), from the present
weights, so the same games give the same weights.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.game import KernelGame
from plyground.core.kernels import compiled
from plyground.search.learning.model import MOST_OF_MOVE, move_features
from plyground.search.learning.selfplay import Played
from plyground.search.pvs import contract
from plyground.search.pvs.contract import SURE, UNKNOWN

UNIT = 1000
"""What odds of e to one count in weights."""
EACH = 4
"""One of so many positions is learnt from: those between have much in common with it."""
DEPTH = 5
"""The moves that are told apart are the candidates of a search with so many plies left."""
PASSES, RATE = 6, 0.1
_CURVATURE = 1.0


class Choices(NamedTuple):
    """Choices between candidates: those of choice i are ``begins[i]`` to ``begins[i + 1]``, the chosen one first. The
    features of each are its row, -1 behind the last."""

    begins: NDArray[np.int64]
    features: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.begins) - 1


@compiled
def _gather(
    start: Any, moves: Any, scores: Any, lengths: Any, listed: Any, found: Any, begins: Any, features: Any
) -> Any:
    """Write the choices of some games; returns how many there are."""
    count, at = np.int64(0), np.int64(0)
    for game in range(len(lengths)):
        position = start
        for ply in range(lengths[game]):
            move: Any = np.int64(moves[at + ply])
            score = scores[at + ply]
            if (ply + game) % EACH == 0 and score != UNKNOWN and -SURE < score < SURE:
                candidates: Any = np.int64(contract.candidates(position, DEPTH, listed))
                chosen = np.int64(-1)
                for index in range(candidates):
                    if listed[index] == move:
                        chosen = np.int64(index)
                if chosen >= 0 and candidates > 1:
                    listed[chosen] = listed[0]
                    listed[0] = move
                    move_features(position, listed, candidates, found)
                    begin = begins[count]
                    for index in range(candidates):
                        for number in range(MOST_OF_MOVE):
                            features[begin + index, number] = found[index * MOST_OF_MOVE + number]
                    count += 1
                    begins[count] = begin + candidates
            position = kernels.play(position, move)
        at += lengths[game]
    return count


def choices(game: KernelGame[Any], start: Any, played: Played) -> Choices:
    """The choices of some games that began at ``start``, but for random moves and those of a game that was decided."""
    most = int((-(-played.lengths // EACH)).sum())
    begins = np.zeros(most + 1, dtype=np.int64)
    width = game.spec.most_moves
    features = np.empty((most * width, MOST_OF_MOVE), dtype=np.int32)  # the system gives what is written to, no more
    listed, found = np.empty(width, dtype=np.int32), np.full(width * MOST_OF_MOVE, -1, dtype=np.int32)
    count = int(_gather(start, played.moves, played.scores, played.lengths, listed, found, begins, features))
    return Choices(begins[: count + 1].copy(), features[: begins[count]].copy())


def joined(parts: list[Choices]) -> Choices:
    """Several lots of choices as one."""
    ends = np.cumsum([0, *(part.begins[-1] for part in parts)])
    begins = [part.begins[1:] + ends[number] for number, part in enumerate(parts)]
    nothing = np.zeros((0, MOST_OF_MOVE), np.int32)
    return Choices(
        np.concatenate([np.zeros(1, np.int64), *begins]), np.concatenate([nothing, *(part.features for part in parts)])
    )


@compiled
def _pass(order: Any, begins: Any, features: Any, rate: Any, weights: Any, bends: Any, values: Any) -> Any:
    """A step for each choice, none with a ``rate`` of 0; returns the sum of the losses in nats, and how many candidates
    stand before those that were chosen."""
    loss, before = 0.0, np.int64(0)
    for choice in order:
        begin, count = begins[choice], begins[choice + 1] - begins[choice]
        highest = -1e30
        for index in range(count):
            value = 0.0
            for number in range(MOST_OF_MOVE):
                place = features[begin + index, number]
                if place < 0:
                    break
                value += weights[place]
            values[index] = value
            highest = max(highest, value)
        total = 0.0
        for index in range(count):
            if index > 0 and values[index] >= values[0]:
                before += 1
            total += np.exp(values[index] - highest)
        loss += highest + np.log(total) - values[0]
        for index in range(count if rate > 0.0 else 0):
            error = (1.0 if index == 0 else 0.0) - np.exp(values[index] - highest) / total
            for number in range(MOST_OF_MOVE):
                place = features[begin + index, number]
                if place < 0:
                    break
                bends[place] += error * error
                weights[place] += rate * error / np.sqrt(bends[place])
    return loss, before


def fit(given: Choices, present: NDArray[Any], report: Callable[[int, int], None]) -> NDArray[np.int64]:
    """The weights of moves' features that fit these choices, from the present ones; ``report(done, of)`` hears of the
    passes."""
    rng = np.random.default_rng(0)
    weights, bends = present / UNIT, np.full(len(present), _CURVATURE)
    for step in range(PASSES):
        report(step, PASSES)
        _pass(rng.permutation(len(given)), *given, RATE * (1 - step / PASSES) ** 0.5, weights, bends, _room(given))
    report(PASSES, PASSES)
    return np.rint(weights * UNIT).astype(np.int64)


def judged(held_out: Choices, weights: NDArray[Any]) -> tuple[float, float]:
    """How well the weights tell choices: the mean loss in nats, and how many candidates stand before the chosen one."""
    asked = np.arange(len(held_out))
    loss, before = _pass(asked, *held_out, 0.0, weights / UNIT, np.ones(0), _room(held_out))
    return float(loss) / max(len(held_out), 1), float(before) / max(len(held_out), 1)


def _room(given: Choices) -> NDArray[np.float64]:
    return np.empty(int(np.diff(given.begins).max(initial=1)))
