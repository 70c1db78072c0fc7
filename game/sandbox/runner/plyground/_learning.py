"""Plays games with what a bot's file counts of positions, and tells the counts with how the games ended.

A line of JSON asks: ``start`` (as the start of a game), ``seed``, ``games``, and ``weights`` of what is counted, or
None for games of random moves. The file's ``features(state, seat)`` gives a row of numbers. The answer is a line for
each game, ``{"rows": [[numbers, share of the win], …]}``, or ``{"failed": sentence}``.
"""

from __future__ import annotations

import json
import math
import os
import random
import sys
import traceback
from typing import Any

from plyground import _host, board

FEATURES = "features"
_BY_CHANCE = 3
"""One move in so many is drawn by lot."""
_LONGEST = 300
_LOOKED_AT = 8
"""Positions of a game that are told."""


def serve(path: str, lines: Any, answers: Any) -> None:
    """Answer one question after the other; ends the process."""
    try:
        for line in iter(lines.readline, b""):
            asked = json.loads(line)
            learner = Learner(path, asked)
            for _game in range(asked["games"]):
                answers.write(json.dumps({"rows": learner.game()}, allow_nan=False).encode() + b"\n")
    except BaseException as error:
        traceback.print_exc()
        sentence = str(error) if isinstance(error, _host.Wrong) else f"{type(error).__name__}: {error}"
        answers.write(json.dumps({"failed": sentence}).encode() + b"\n")
    sys.stderr.flush()
    os._exit(0)


class Learner:
    """One file in one game."""

    def __init__(self, path: str, asked: dict[str, Any]) -> None:
        play = _host.Play(asked["start"])
        if play.rules is None:
            raise _host.Wrong("This game has no rules for bots, so nothing can be learnt in it.")
        play.load(path)
        if not callable(getattr(play.module, FEATURES, None)):
            raise _host.Wrong("The file defines no features(state, seat), which gives what is counted as numbers.")
        self.features, self.weights = play.module.features, asked["weights"]
        self.start = board.state_of(play.configuration, play.state)
        self.seats, self.chance = asked["start"]["seats"], random.Random(asked["seed"])

    def game(self) -> list[list[Any]]:
        """One game: rows of some of its positions for each seat."""
        state, way = self.start, list[Any]()
        while state.returns is None and len(way) < _LONGEST:
            way.append(state)
            state = state.play(self._move(state))
        shares = self._shares(state.returns)
        looked_at = self.chance.sample(way, min(_LOOKED_AT, len(way)))
        return [[self._row(each, seat), shares[seat]] for each in looked_at for seat in range(self.seats)]

    def _move(self, state: Any) -> str:
        if self.weights is None or self.chance.randrange(_BY_CHANCE) == 0:
            return str(self.chance.choice(state.moves))
        after = [(self._worth(state.play(move), state.seat), self.chance.random(), move) for move in state.moves]
        return str(max(after)[2])

    def _worth(self, state: Any, seat: int) -> float:
        if state.returns is not None:
            return math.inf if state.returns[seat] == max(state.returns) > min(state.returns) else -math.inf
        return sum(float(weight) * number for weight, number in zip(self.weights, self._row(state, seat), strict=True))

    def _shares(self, returns: Any) -> list[float]:
        """Who won, and how much of it: a draw is shared, and so is a game that grew too long."""
        best = [seat for seat in range(self.seats) if returns is None or returns[seat] == max(returns)]
        return [1 / len(best) if seat in best else 0.0 for seat in range(self.seats)]

    def _row(self, state: Any, seat: int) -> list[float]:
        row = [float(each) for each in self.features(state, seat)]
        if not row or not all(map(math.isfinite, row)):
            raise _host.Wrong("features(state, seat) gives numbers, at least one, and each of them finite.")
        return row
