"""The whole training: rounds of self-play, each with the weights of the one before, and a fit after each.

Everything that is made is kept in a folder, a file for each batch of games and one for the weights of each round, so
that an interrupted training goes on where it was. What a batch contains depends on the seed and its number alone, not
on how many are played at the same time; so the same seed gives the same weights.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.knowledge import Trained
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.training import deviations, fit, selfplay

Report = Callable[[str, int, int], None]
Positions = tuple[NDArray[np.uint64], NDArray[np.int8]]

DEPTH, SOLVED_AT = 2, 12
SHARES = (0.04, 0.12, 0.84)
"""How the positions are divided among the rounds. The first plays without weights; the last fit leaves it out."""
GAMES_IN_BATCH = 500
POSITIONS_IN_GAME = 42
"""About how many positions a game gives."""
TEST_SHARE = 0.02
"""Games beside those of the last round that the fit does not see; the error is measured on them."""
SHOWN = (12, 16, 20, 30, 40)
"""The numbers of empty squares for which the record gives the error."""
HEADLINE = 16
_MEASURED, SEARCHED = 60, 8
"""At most so many positions of each stage show what searches of up to so many plies are like."""
_TEST = len(SHARES)
_LEAST_TESTS = 8
_SOURCES = (Path(selfplay.__file__), Path(fit.__file__), Path(patterns.__file__))


def run(seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Report) -> Trained:
    """Train on about so many positions with so many threads and write the weights to ``out``, with their record.

    ``folder`` keeps what has been made so far. ``report`` hears the step's title, how much of it is done, and of how
    much. The error is the mean absolute difference in discs to the results of games that the fit has not seen, with 16
    empty squares.
    """
    home = folder / f"{seed}-{positions}-{_settings()}"
    home.mkdir(parents=True, exist_ok=True)
    table, seen = None, 0
    free = np.zeros((patterns.STAGES, weights.sharing()[1]), dtype=np.int16)
    with _threads(jobs) as pool:
        kept: list[Positions] = []
        for number, share in enumerate(SHARES):
            games = max(1, round(positions * share / POSITIONS_IN_GAME))
            title = f"games of round {number + 1} of {len(SHARES)}"
            played = _play(pool, home, (seed, number), games, table, title, report)
            seen += len(played[1])
            kept = [*kept, played] if number > 1 else [played]
            free = _fitted(pool, home, number, kept, report)
            table = weights.spread(free)
        games = max(_LEAST_TESTS, round(positions * TEST_SHARE / POSITIONS_IN_GAME))
        tests = _play(pool, home, (seed, _TEST), games, table, "games for the test", report)
        games = min(_MEASURED, max(_LEAST_TESTS, positions // 4000))
        foretold, measured = deviations.measure(
            seed, games, SEARCHED, weights.spread(free), pool, lambda done, of: report("shallow and deep", done, of)
        )
    errors = error_by_empties(tests, weights.spread(free))
    error = errors.get(HEADLINE, float("nan"))
    record = {
        "game": "othello",
        "command": f"plyground train othello --seed {seed} --positions {positions}",
        "date": date.today().isoformat(),
        "seed": seed,
        "positions": seen,
        "rounds": list(SHARES),
        "depth": [DEPTH, DEPTH + 2, DEPTH + 4],
        "solved_at": SOLVED_AT,
        "firmness": fit.FIRMNESS,
        "test_positions": len(tests[1]),
        "error_by_empties": {str(empties): round(value, 3) for empties, value in errors.items()},
        "deviations": measured,
    }
    weights.save(out, free, foretold, record)
    return Trained(positions=seen, error=error, path=out)


def error_by_empties(tests: Positions, table: NDArray[np.int16]) -> dict[int, float]:
    """The mean absolute error in discs of the weights for each of ``SHOWN`` that occurs."""
    boards, results = tests
    values = np.zeros(len(results), dtype=np.int64)
    fit.sums(boards, table, values)
    wrong = np.abs(np.clip(values / 100, -64, 64) - results)
    empties = 64 - fit.discs(boards)
    return {count: float(wrong[empties == count].mean()) for count in SHOWN if (empties == count).any()}


def _settings() -> str:
    """A few digits that change with the sources, so that a folder never mixes two ways of training."""
    digest = hashlib.sha256(repr((DEPTH, SOLVED_AT, SHARES, GAMES_IN_BATCH, POSITIONS_IN_GAME)).encode())
    for source in _SOURCES:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:8]


@contextmanager
def _threads(jobs: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads (compiled code runs beside other threads); an interrupt drops what has not begun."""
    pool = ThreadPoolExecutor(jobs, thread_name_prefix="training")
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _write(path: Path, **arrays: Any) -> None:
    """Write an archive so that no half of it is ever found under its name."""
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(draft, path)


def _batch(path: Path, key: tuple[int, ...], games: int, table: NDArray[np.int16] | None) -> Positions:
    """The positions of one batch of games: from its file, or played and written."""
    if path.exists():
        with np.load(path) as archive:
            return archive["boards"], archive["results"]
    state = np.random.SeedSequence(key).generate_state(1, np.uint64)
    boards, results = selfplay.play_games(state, games, DEPTH, SOLVED_AT, table)
    _write(path, boards=boards, results=results)
    return boards, results


def _play(
    pool: ThreadPoolExecutor, home: Path, key: tuple[int, int], games: int, table: NDArray[np.int16] | None, title: str,
    report: Report,
) -> Positions:  # fmt: skip
    """The positions of a round's games, in the order of their batches."""
    sizes = [GAMES_IN_BATCH] * (games // GAMES_IN_BATCH)
    if games % GAMES_IN_BATCH:
        sizes.append(games % GAMES_IN_BATCH)
    waiting = [
        pool.submit(_batch, home / f"round-{key[1] + 1}-batch-{number:05}.npz", (*key, number), size, table)
        for number, size in enumerate(sizes)
    ]
    done: list[Positions] = []
    for future in waiting:
        report(title, len(done), len(sizes))
        done.append(future.result())
    report(title, len(sizes), len(sizes))
    return np.concatenate([boards for boards, _ in done]), np.concatenate([results for _, results in done])


def _fitted(
    pool: ThreadPoolExecutor, home: Path, number: int, kept: list[Positions], report: Report
) -> NDArray[np.int16]:
    """The free weights of a round: from its file, or fitted to the positions and written."""
    path = home / f"round-{number + 1}-weights.npz"
    if path.exists():
        with np.load(path) as archive:
            saved: NDArray[np.int16] = archive["free"]
            return saved
    boards = np.concatenate([boards for boards, _ in kept])
    results = np.concatenate([results for _, results in kept])
    title = f"weights of round {number + 1} of {len(SHARES)}"
    free = fit.fit_stages(boards, results, pool, lambda done: report(title, done, patterns.STAGES))
    _write(path, free=free)
    return free
