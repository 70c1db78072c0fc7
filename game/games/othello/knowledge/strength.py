"""What makes the Hare strong at Othello: the trained weights, their terms, and how they are trained."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from plyground.core.knowledge import Strength, Trained, Training
from plyground.games.othello.knowledge import evaluation, weights
from plyground.games.othello.knowledge.endgame import answers
from plyground.games.othello.knowledge.terms import terms

__all__ = ["evaluation"]

SEED, POSITIONS = 1, 1_600_000
"""What the shipped weights were trained with."""

STRENGTH = Strength("discs", weights.load, terms, answers.solve, answers.advise, load=answers.load)


def _train(
    seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Callable[[str, int, int], None]
) -> Trained:
    from plyground.games.othello.knowledge.training import run  # only who trains needs it

    return run.run(seed, positions, jobs, folder, out, report)


TRAINING = Training(
    "Weights of patterns on 8 x 8, fitted to games of self-play whose endings are exact.", SEED, POSITIONS, _train
)
