"""A whole training: games of self-play, a fit, its error on games that it has not seen, and a match that must be won.

Everything is kept in a folder, a file for each batch of games, so that an interrupted training goes on where it was.
What a batch holds depends on the seed and its number alone, and of the batches as many are used as give the positions
that were asked for; so the same seed gives the same weights on any number of threads.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from plyground.core import checkout, registry
from plyground.core.game import KernelGame
from plyground.core.knowledge import Match, Trained
from plyground.search.learning import fit, gather, keeping, selfplay
from plyground.search.learning.gather import Rows
from plyground.search.learning.model import Model, record_path, save
from plyground.search.learning.selfplay import Conditions, Played

Report = Callable[[str, int, int], None]

GAMES_IN_BATCH = 40
PARTS = 16
"""The fit adds up the batches in so many parts."""
TEST_SHARE = 0.05
"""Positions beside those of the fit; the errors are measured on them."""
_GAMES, _TESTS, _MATCH = range(3)


def run(model: Model, seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Report) -> Trained:
    """Train on at least so many positions with so many threads. The weights are written to ``out``, with their record,
    if they win the match against the present ones, else into ``folder``, which keeps what has been made so far.
    ``report`` hears the step's title, how much of it is done, and of how much."""
    present = np.asarray(model.weights()).astype(np.int64)
    commit = checkout.git(Path(__file__).parent, "describe", "--always", "--dirty") or "unknown"
    if present.shape != (model.size,):
        raise ValueError(f"{present.shape} weights for {model.size} places")
    game = cast("KernelGame[Any]", registry.game(model.game))
    starts = [Conditions(game, game.initial(options), model.openings, model.nodes) for options in model.starts]
    home = folder / f"{seed}-{_settings(model, starts, present)}"
    home.mkdir(parents=True, exist_ok=True)
    with keeping.threads(jobs) as pool:
        learnt = _rows(model, starts, present, pool, home, (seed, _GAMES), positions, "games", report)
        few = round(TEST_SHARE * positions)
        tests = _rows(model, starts, present, pool, home, (seed, _TESTS), few, "games for the test", report)
        parts = [gather.joined(learnt[number::PARTS]) for number in range(PARTS)]
        count = sum(len(part) for part in parts)
        del learnt
        weights = fit.fit(model, parts, present, pool, partial(report, "fit"))
        held_out = gather.joined(tests)
        match = _match(model, starts, (weights, present), pool, home, (seed, _MATCH), report)
    before, after = (fit.error(model, held_out, each) for each in (present, weights))
    record: dict[str, Any] = {
        "game": model.game,
        "command": f"plyground train {model.game} --seed {seed} --positions {positions}",
        "commit": commit,
        "date": date.today().isoformat(),
        "seed": seed,
        "positions": count,
        "starts": [dict(options) for options in model.starts],
        "nodes": model.nodes,
        "features": model.features,
        "stages": model.stages,
        "scale": model.scale,
        "firmness": model.firmness,
        "trace": model.trace,
        "test_positions": len(held_out),
        "errors": {"present": round(before, 5), "learnt": round(after, 5)},
        "losses": {
            "present": round(fit.loss(model, held_out, present), 5),
            "learnt": round(fit.loss(model, held_out, weights), 5),
        },
        "match": asdict(match),
        "leans_on": _checksum(present),
        "checksum": _checksum(weights),
        "began_with": _record_of_present(model),
    }
    path = out if match.won else home / "lost.npz"
    save(path, weights, record)
    return Trained(positions=count, error=after, path=path, before=before, match=match)


def _record_of_present(model: Model) -> dict[str, Any] | None:
    """The record of the present weights, with that of those which they began with and so on; none before any."""
    if model.file is None or not (path := record_path(model.file)).exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _checksum(weights: NDArray[np.int64]) -> str:
    return hashlib.sha256(weights.astype("<i8").tobytes()).hexdigest()


def _settings(model: Model, starts: list[Conditions], present: NDArray[np.int64]) -> str:
    """A few digits that change with everything that games hang on, so that a folder never mixes two ways of playing."""
    told = [
        (how.openings, how.nodes, dict(options), selfplay.made_of(how, (present,)))
        for how, options in zip(starts, model.starts, strict=True)
    ]
    digest = hashlib.sha256(repr((told, GAMES_IN_BATCH)).encode())
    digest.update(present.tobytes())
    return digest.hexdigest()[:12]


def _batch(
    path: Path, how: Conditions, key: tuple[int, ...], games: int, weights: tuple[NDArray[np.int64], ...]
) -> Played:
    """One batch of games: from its file, or played and written."""
    if path.exists():
        with np.load(path) as archive:
            return Played(**archive)
    played = selfplay.play_games(how, key, games, weights)
    keeping.write(path, **played._asdict())
    return played


def _rows(
    model: Model, starts: list[Conditions], present: NDArray[np.int64], pool: ThreadPoolExecutor, home: Path,
    key: tuple[int, int], positions: int, title: str, report: Report,
) -> list[Rows]:  # fmt: skip
    """The rows of as many batches, from the first, as have so many positions together; the starts take turns."""

    def work(number: int) -> Rows:
        how = starts[number % len(starts)]
        played = _batch(home / f"{key[1]}-{number:05}.npz", how, (*key, number), GAMES_IN_BATCH, (present,))
        return gather.rows(model, how.start, played, present)

    found: list[Rows] = []
    waiting: list[Future[Rows]] = []
    count = 0
    while count < positions:
        report(title, count, positions)
        while len(waiting) < 2 * pool._max_workers:
            waiting.append(pool.submit(work, len(found) + len(waiting)))
        found.append(waiting.pop(0).result())
        count += len(found[-1])
    for future in waiting:
        future.cancel()
    report(title, positions, positions)
    return found


def _match(
    model: Model, starts: list[Conditions], weights: tuple[NDArray[np.int64], ...], pool: ThreadPoolExecutor,
    home: Path, key: tuple[int, int], report: Report,
) -> Match:  # fmt: skip
    """The new weights against the present ones at the same number of positions a move; pairs of games share an opening.
    They have won if the 95 % interval of their share lies above one half."""
    both = hashlib.sha256(b"".join(each.tobytes() for each in weights)).hexdigest()[:8]
    batches = max(1, round(model.games / GAMES_IN_BATCH))
    waiting = [
        pool.submit(
            _batch, home / f"{key[1]}-{both}-{number:05}.npz", starts[number % len(starts)], (*key, number),
            GAMES_IN_BATCH, weights,
        )
        for number in range(batches)
    ]  # fmt: skip
    winners = []
    for number, future in enumerate(waiting):
        report("match", number, batches)
        winners.append(future.result().winners)
    report("match", batches, batches)
    ends = np.concatenate(winners)
    return Match(wins=int((ends > 0).sum()), draws=int((ends == 0).sum()), losses=int((ends < 0).sum()))
