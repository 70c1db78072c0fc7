"""What a game declares as its ``Training`` once it has a ``Model``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from plyground.core.knowledge import Starts, Trained, Training
from plyground.search.learning.model import Model


def training(about: str, seed: int, positions: int, model: Model) -> Training:
    """The training of a game for its ``Knowledge``; ``seed`` and ``positions`` are those of the shipped weights."""

    def run(
        seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Callable[[str, int, int], None],
        starts: Starts, moves: bool = False,
    ) -> Trained:  # fmt: skip
        from plyground.search.learning import run as learning  # only who trains needs it

        train = learning.run_moves if moves else learning.run
        return train(replace(model, starts=starts), seed, positions, jobs, folder, out, report)

    return Training(about, seed, positions, run, model.starts, partial(run, moves=True) if model.moves else None)
