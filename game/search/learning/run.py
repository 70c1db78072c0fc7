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
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from plyground.core import checkout, registry
from plyground.core.game import KernelGame
from plyground.core.knowledge import Match, Trained
from plyground.search.learning import fit, gather, keeping, order, selfplay
from plyground.search.learning.model import Model, record_path, save
from plyground.search.learning.selfplay import Conditions, Played

Report = Callable[[str, int, int], None]
Lot = TypeVar("Lot", gather.Rows, order.Choices)

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
    present, starts, home = _begun(model, seed, folder)

    def rows(how: Conditions, played: Played) -> gather.Rows:
        return gather.rows(model, how.start, played, present)

    with keeping.threads(jobs) as pool:
        learnt, tests = _lots(rows, starts, present, pool, home, seed, positions, report)
        parts = [gather.joined(learnt[number::PARTS]) for number in range(PARTS)]
        count = sum(len(part) for part in parts)
        del learnt
        fitted = fit.fit(model, parts, present[: model.evaluation], pool, partial(report, "fit"))
        weights = np.concatenate([fitted, present[model.evaluation :]])
        held_out = gather.joined(tests)
        match = _match(model, starts, (weights, present), pool, home, (seed, _MATCH), report)
    before, after = (fit.error(model, held_out, each) for each in (present, weights))
    record = {
        **_record(model, "", seed, positions),
        "positions": count,
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
        **_checksums(model, present, weights),
    }
    path = out if match.won else home / "lost.npz"
    save(path, weights, record)
    return Trained(positions=count, error=after, path=path, before=before, match=match)


def run_moves(model: Model, seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Report) -> Trained:
    """Learn the order of moves alone, from games with at least so many positions, by so many threads; the evaluation
    stays. The weights are written to ``out``, with their record, if they tell choices that they have not learnt from
    better than the present ones, else into ``folder``. Errors are how many candidates stand before the chosen one."""
    present, starts, home = _begun(model, seed, folder)

    def choices(how: Conditions, played: Played) -> order.Choices:
        return order.choices(how.game, how.start, played)

    with keeping.threads(jobs) as pool:
        learnt, tests = _lots(choices, starts, present, pool, home, seed, positions // order.EACH, report)
    known, held_out = order.joined(learnt), order.joined(tests)
    fitted = order.fit(known, present[model.evaluation :], partial(report, "fit"))
    (loss_before, before), (loss, after) = (
        order.judged(held_out, each) for each in (present[model.evaluation :], fitted)
    )
    weights = np.concatenate([present[: model.evaluation], fitted])
    record = {
        **_record(model, " --moves", seed, positions),
        "choices": len(known),
        "moves": model.moves,
        "test_choices": len(held_out),
        "candidates": round(float(np.diff(held_out.begins).mean()), 2),
        "before_the_chosen": {"present": round(before, 4), "learnt": round(after, 4)},
        "losses": {"present": round(loss_before, 5), "learnt": round(loss, 5)},
        **_checksums(model, present, weights),
    }
    path = out if loss < loss_before else home / "lost.npz"
    save(path, weights, record)
    return Trained(positions=len(known), error=after, path=path, before=before)


def _begun(model: Model, seed: int, folder: Path) -> tuple[NDArray[np.int64], list[Conditions], Path]:
    """The present weights, the games to be played, and the folder of this training."""
    present = np.asarray(model.weights()).astype(np.int64)
    if present.shape != (model.size,):
        raise ValueError(f"{present.shape} weights for {model.size} places")
    game = cast("KernelGame[Any]", registry.game(model.game))
    starts = [Conditions(game, game.initial(options), model.openings, model.nodes) for options in model.starts]
    home = folder / f"{seed}-{_settings(model, starts, present)}"
    home.mkdir(parents=True, exist_ok=True)
    return present, starts, home


def _record(model: Model, option: str, seed: int, positions: int) -> dict[str, Any]:
    """How a record begins; ``option`` is what the command had beside seed, positions and the one kind of game."""
    for name, value in model.starts[0].items() if len(model.starts) == 1 else ():
        option += f" --option {name}={value}"
    return {
        "game": model.game,
        "command": f"plyground train {model.game}{option} --seed {seed} --positions {positions}",
        "commit": checkout.git(Path(__file__).parent, "describe", "--always", "--dirty") or "unknown",
        "date": date.today().isoformat(),
        "seed": seed,
        "starts": [dict(options) for options in model.starts],
        "nodes": model.nodes,
    }


def _checksums(model: Model, present: NDArray[np.int64], weights: NDArray[np.int64]) -> dict[str, Any]:
    """How a record ends: what the weights lean on."""
    return {
        "leans_on": _checksum(present),
        "checksum": _checksum(weights),
        "began_with": _record_of_present(model),
    }


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


def _lots(
    made: Callable[[Conditions, Played], Lot], starts: list[Conditions], present: NDArray[np.int64],
    pool: ThreadPoolExecutor, home: Path, seed: int, wanted: int, report: Report,
) -> tuple[list[Lot], list[Lot]]:  # fmt: skip
    """What is ``made`` of games, with so much in it to learn from, and of others to measure the error on."""
    few = round(TEST_SHARE * wanted)
    return (
        _some(made, starts, present, pool, home, (seed, _GAMES), wanted, "games", report),
        _some(made, starts, present, pool, home, (seed, _TESTS), few, "games for the test", report),
    )


def _some(
    made: Callable[[Conditions, Played], Lot], starts: list[Conditions], present: NDArray[np.int64],
    pool: ThreadPoolExecutor, home: Path, key: tuple[int, int], positions: int, title: str, report: Report,
) -> list[Lot]:  # fmt: skip
    """What is made of as many batches, from the first, as have so much together; the starts take turns."""

    def work(number: int) -> Lot:
        how = starts[number % len(starts)]
        played = _batch(home / f"{key[1]}-{number:05}.npz", how, (*key, number), GAMES_IN_BATCH, (present,))
        return made(how, played)

    found: list[Lot] = []
    waiting: list[Future[Lot]] = []
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
