"""Learns the weights of what a bot's own file counts: games of its own, played here, and a fit to their ends.

The file defines ``features(state, seat)``, a row of numbers. The first games are drawn by lot, later ones are played by
what was learnt so far, one ply deep. The worth of a position is the chance to win it, the logistic function of the
weighted sum, as in ``search.learning.small``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.sandbox.bot_library import folder as bot_library
from plyground.search.learning import small

ROUNDS = 3
"""One by lot, the others by what the one before has learnt."""
_HELD_BACK = 6
"""One game in so many is not learnt from: the error is measured on it."""


class CannotLearn(Refusal):
    """The file counts nothing, or fails."""


@dataclass(frozen=True)
class Learnt:
    """The weights; how many ``games`` and ``rows`` they come from, and the mean squared ``error`` of the chance to win
    in games that were not learnt from, beside that of weights of 0, ``before``."""

    weights: tuple[float, ...]
    games: int
    rows: int
    error: float
    before: float


def learn(
    bot: Path,
    game: Game[Any, Any],
    position: Any,
    options: Mapping[str, Any],
    games: int,
    seed: int,
    tell: Callable[[int], None] = lambda done: None,
) -> Learnt:
    """The weights of the features of a file, learnt from so many games that begin with this position; ``tell`` hears
    how many were played. The same seed gives the same weights for a file that takes no chance of its own.

    The file runs as it is, without a sandbox. Raises ``CannotLearn``.
    """
    if bot.suffix != ".py":
        raise CannotLearn(f"{bot.name} is no file in Python: its name ends with .py.")
    seats = game.seats_at(position)
    start = {
        "game": game.spec.id, "options": dict(options), "position": game.position_text(position), "seat": 0,
        "seats": seats, "clock": {"base": 10.0, "increment": 1.0}, "seed": seed,
        "map": bot_library.map_of(game, position),
    }  # fmt: skip
    rows: list[tuple[bool, Any, float]] = []
    fit, played = small.Fit(np.zeros(0)), 0
    for number in range(ROUNDS):
        wanted = games // ROUNDS + (number < games % ROUNDS)
        asked = {"start": start, "seed": f"{seed} {number}", "games": wanted}
        asked["weights"] = fit.weights.tolist() if number and len(fit.weights) else None
        for found in _played(bot, game.spec.id, asked):
            held = played % _HELD_BACK == 0
            rows += [(held, np.array(row), share) for row, share in found]
            played += 1
            tell(played)
        sizes = {len(row) for _held, row, _share in rows}
        if len(sizes) != 1:
            raise CannotLearn("features(state, seat) gives rows of one length.")
        fit = small.worth(rows, sizes.pop())
    return Learnt(tuple(map(float, fit.weights)), played, fit.rows, fit.errors[-1][1], fit.errors[0][1])


def _played(bot: Path, game: str, asked: Mapping[str, Any]) -> Sequence[Any]:
    """The rows of each game, which a plain Python plays with the library that bots import."""
    main = bot_library.folder() / "main.py"
    words = [sys.executable, "-P", "-s", "-S", str(main), bot.name, game, "--learn"]
    ran = subprocess.run(words, input=json.dumps(asked) + "\n", capture_output=True, text=True, cwd=bot.parent)
    found = []
    for line in ran.stdout.splitlines():
        said = json.loads(line)
        if "failed" in said:
            raise CannotLearn(f"{bot.name}: {said['failed']}")
        if "rows" in said:
            found.append(said["rows"])
    if len(found) != asked["games"]:
        raise CannotLearn(f"{bot.name} ended before its games did: {ran.stderr.strip()[-300:]}")
    return found


def keep(learnt: Learnt, out: Path) -> None:
    """Write the weights: a list in JSON, or an array ``weights`` where the file's ending is ``.npz``."""
    if out.suffix == ".npz":
        np.savez(out, weights=np.array(learnt.weights))
    else:
        out.write_text(json.dumps([round(each, 6) for each in learnt.weights]) + "\n", encoding="utf-8")
