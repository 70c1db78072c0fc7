"""The whole training: games of self-play with the present weights, and a fit that leans on these; or from nothing.

From nothing there are rounds, each with the weights of the one before.
Everything that is made is kept in a folder, a file for each batch of games and one for the weights of each round, so
that an interrupted training goes on where it was. What a batch contains depends on the seed and its number alone, not
on how many are played at the same time; so the same seed gives the same weights.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyground.core.knowledge import Trained
from plyground.games.othello.knowledge import patterns, weights
from plyground.games.othello.knowledge.training import deviations, fit, selfplay
from plyground.search.learning import keeping

Report = Callable[[str, int, int], None]
Positions = tuple[NDArray[np.uint64], NDArray[np.int8], NDArray[np.int16]]
"""What ``selfplay.play_games`` gives."""

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
TRUST = 0.9
"""How much each position takes of what the one after it says: see ``selfplay.blended``. The first weights made so won
63.5 % [58, 69] of 200 games of 15,000 positions a move (seed 31) against those that they began with, which had
been fitted to as many results alone; the next 57 % [51, 62] of 260 against the first (seeds 61, 62); the shipped
ones, from 12.6 million positions, 57.5 % [53, 62] of 400 games of 3,000 positions a move (seed 91) against these. From
the same games a trust of 0.8 won 187 of 400 against 0.9, one of 0.95 207, thirty passes 204.5; from 1.6 million
positions of games that look four plies ahead, leaning on the shipped ones, 192."""
_LATER = 99
"""The number of the round that goes on from present weights."""
_MEASURED, SEARCHED = 60, 8
"""At most so many positions of each stage show what searches of up to so many plies are like."""
_TEST = len(SHARES)
_LEAST_TESTS, _MOST_TESTED = 8, 40_000
_SOURCES = (Path(selfplay.__file__), Path(fit.__file__), Path(patterns.__file__))


def run(
    seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Report, begin: Path | None = None
) -> Trained:
    """Train on about so many positions with so many threads and write the weights to ``out``, with their record.

    ``begin`` is the file of the present weights, without which the training begins with nothing. ``folder`` keeps what
    has been made so far. ``report`` hears the step's title, how much of it is done, and of how much. The error is the
    mean absolute difference in discs to the results of games that the fit has not seen, with 16 empty squares.
    """
    present = None if begin is None else weights.read_free(begin)
    begun = "" if present is None else weights.checksum(present)
    home = folder / f"{seed}-{positions}-{_settings(begun)}"
    home.mkdir(parents=True, exist_ok=True)
    with keeping.threads(jobs) as pool:
        if present is None:
            free, seen = _from_nothing(pool, home, seed, positions, report)
        else:
            games = max(1, round(positions / POSITIONS_IN_GAME))
            played = _play(pool, home, (seed, _LATER), games, weights.spread(present), "games", report)
            free, seen = _fitted(pool, home, _LATER, [played], [TRUST], report, present), len(played[1])
        games = max(_LEAST_TESTS, round(min(positions * TEST_SHARE, _MOST_TESTED) / POSITIONS_IN_GAME))
        tests = _play(pool, home, (seed, _TEST), games, weights.spread(free), "games for the test", report)
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
        "began_with": _origin(begin, begun),
        "rounds": list(SHARES) if present is None else [1.0],
        "depth": [DEPTH, DEPTH + 2, DEPTH + 4],
        "solved_at": SOLVED_AT,
        "trust": TRUST,
        "firmness": fit.FIRMNESS,
        "test_positions": len(tests[1]),
        "error_by_empties": {str(empties): round(value, 3) for empties, value in errors.items()},
        "deviations": measured,
    }
    weights.save(out, free, foretold, record)
    return Trained(positions=seen, error=error, path=out)


def _origin(begin: Path | None, checksum: str) -> dict[str, Any] | None:
    """What a record says of the weights with which the training began: theirs in short, back to the first."""
    if begin is None:
        return None
    record = json.loads(weights.record_path(begin).read_text(encoding="utf-8"))
    kept = {name: record.get(name) for name in ("command", "date", "positions", "trust", "began_with")}
    return {**kept, "checksum": checksum}


def _from_nothing(
    pool: ThreadPoolExecutor, home: Path, seed: int, positions: int, report: Report
) -> tuple[NDArray[np.int16], int]:
    """The free weights after all rounds, and how many positions were played."""
    table, seen = None, 0
    free = np.zeros((patterns.STAGES, weights.sharing()[1]), dtype=np.int16)
    kept: list[Positions] = []
    trusts: list[float] = []
    for number, share in enumerate(SHARES):
        games = max(1, round(positions * share / POSITIONS_IN_GAME))
        title = f"games of round {number + 1} of {len(SHARES)}"
        played = _play(pool, home, (seed, number), games, table, title, report)
        seen += len(played[1])
        trust = 1.0 if table is None else TRUST
        kept, trusts = ([*kept, played], [*trusts, trust]) if number > 1 else ([played], [trust])
        free = _fitted(pool, home, number, kept, trusts, report)
        table = weights.spread(free)
    return free, seen


def error_by_empties(tests: Positions, table: NDArray[np.int16]) -> dict[int, float]:
    """The mean absolute error in discs of the weights for each of ``SHOWN`` that occurs."""
    boards, results, _ = tests
    values = np.zeros(len(results), dtype=np.int64)
    fit.sums(boards, table, values)
    wrong = np.abs(np.clip(values / 100, -64, 64) - results)
    empties = 64 - fit.discs(boards)
    return {count: float(wrong[empties == count].mean()) for count in SHOWN if (empties == count).any()}


def _settings(begun: str) -> str:
    """A few digits that change with the sources and the weights that it began with, so that a folder never mixes two
    trainings."""
    digest = hashlib.sha256(repr((DEPTH, SOLVED_AT, SHARES, TRUST, GAMES_IN_BATCH, POSITIONS_IN_GAME, begun)).encode())
    for source in _SOURCES:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:8]


def _batch(path: Path, key: tuple[int, ...], games: int, table: NDArray[np.int16] | None) -> Positions:
    """The positions of one batch of games: from its file, or played and written."""
    if path.exists():
        with np.load(path) as archive:
            return archive["boards"], archive["results"], archive["searched"]
    state = np.random.SeedSequence(key).generate_state(1, np.uint64)
    boards, results, searched = selfplay.play_games(state, games, DEPTH, SOLVED_AT, table)
    keeping.write(path, boards=boards, results=results, searched=searched)
    return boards, results, searched


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
    boards, results, searched = (np.concatenate(each) for each in zip(*done, strict=True))
    return boards, results, searched


def _fitted(
    pool: ThreadPoolExecutor, home: Path, number: int, kept: list[Positions], trusts: list[float], report: Report,
    present: NDArray[np.int16] | None = None,
) -> NDArray[np.int16]:  # fmt: skip
    """The free weights of a round: from its file, or fitted to the positions and written."""
    path = home / f"round-{number + 1}-weights.npz"
    if path.exists():
        with np.load(path) as archive:
            saved: NDArray[np.int16] = archive["free"]
            return saved
    targets = []
    for (boards, results, searched), trust in zip(kept, trusts, strict=True):
        targets.append(np.empty(len(results), dtype=np.float32))
        selfplay.blended(boards, results, searched, trust, targets[-1])
    boards = np.concatenate([boards for boards, _, _ in kept])
    title = "weights" if present is not None else f"weights of round {number + 1} of {len(SHARES)}"
    free = fit.fit_stages(
        boards, np.concatenate(targets), pool, lambda done: report(title, done, patterns.STAGES), present
    )
    keeping.write(path, free=free)
    return free
