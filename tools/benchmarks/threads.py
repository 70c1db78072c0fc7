"""What a second thread of the fast search is worth: positions a second against two searches that know nothing of each
other, and how much sooner the same depth is reached, or an ending of Othello solved; how much more is seen of a
game of Lambda Punter."""

from __future__ import annotations

import random
import statistics
import threading
import time
from typing import Any
from unittest.mock import patch

from plyground.core import knowledge, registry
from plyground.core.bot import Limits
from plyground.games.punter.knowledge.duel import fresh_state
from plyground.games.punter.knowledge.lookahead import look_ahead
from plyground.search import running, solving
from plyground.search.pvs import search as pvs
from tools.benchmarks._registry import Row, benchmark

_GAMES: dict[str, dict[str, Any]] = {"othello": {}, "tak": {"size": 6}, "camel": {}}
_POSITIONS, _SECONDS, _PLIES, _DEEP_SECONDS = 6, 2.0, 12, 4.0
_EMPTIES = (18, 20, 22)
"""How many squares are empty in the endings."""
_AHEAD = 8


def _middles(game: Any, options: dict[str, Any], plies: int = _PLIES) -> list[Any]:
    """Positions some plies after the start, made by quick searches after random plies."""
    found: list[Any] = []
    player, seed = registry.parse_player("hare:budget=500", game), 0
    while len(found) < _POSITIONS:
        rng, position = random.Random(seed), game.initial(game.options(options))
        seed += 1
        for ply in range(plies):
            if game.returns(position) is None:
                legal = game.legal_moves(position)
                text = None if ply < 4 else player.choose(position, Limits(), rng).move
                position = game.play(position, rng.choice(legal) if text is None else game.parse_move(position, text))
        if game.returns(position) is None:
            found.append(position)
    return found


class _Searches:
    """Searches of one game within a time."""

    def __init__(self, game: Any) -> None:
        strength = knowledge.of(game).strength
        assert strength is not None
        self._game, self._weights = game, strength.weights()

    def one(self, position: Any, threads: int, limits: Limits) -> tuple[pvs.Finding, float]:
        """What a search with so many threads found, and its positions a second."""
        begun = time.perf_counter()
        found = pvs.search(self._game, position, self._weights, limits, threads=threads)
        return found, found.nodes / (time.perf_counter() - begun)

    def apart(self, position: Any) -> float:
        """The positions a second of two searches at once, each with a table of its own, together."""
        speeds: list[float] = []
        both = [
            threading.Thread(target=lambda: speeds.append(self.one(position, 1, Limits(seconds=_SECONDS))[1]))
            for _ in range(2)
        ]
        for each in both:
            each.start()
        for each in both:
            each.join()
        return sum(speeds)

    def sooner(self, position: Any) -> float:
        """How many times as long one thread takes as two to the depth that one reaches in some seconds."""
        depth = self.one(position, 1, Limits(seconds=_DEEP_SECONDS))[0].depth
        seconds = []
        for threads in (1, 2):
            begun = time.perf_counter()
            pvs.search(self._game, position, self._weights, Limits(depth=depth), threads=threads)
            seconds.append(time.perf_counter() - begun)
        return seconds[0] / seconds[1]


def _endings() -> list[Row]:
    """How much sooner two threads than one have solved endings of Othello, all of a length together."""
    rows, game = list[Row](), registry.game("othello")
    solving.load(game, game.initial({}))
    for empties in _EMPTIES:
        seconds = dict.fromkeys((1, 2), 0.0)
        for position in _middles(game, {}, 60 - empties):
            for threads in seconds:
                begun = time.perf_counter()
                solving.solve(game, position, Limits(threads=threads))
                seconds[threads] += time.perf_counter() - begun
        times = seconds[1] / seconds[2]
        rows.append(Row(f"Othello, {empties} empty squares: every best move", times, "times as soon"))
    return rows


def _punters(count: int) -> Row:
    """How many times as much two threads as one see of games of so many punters in the same time; choices may come
    sooner."""
    game, seen, seconds = registry.game("punter"), dict.fromkeys((1, 2), 0), dict.fromkeys((1, 2), 0.0)
    player = registry.parse_player("hare", game)
    for seed in range(_POSITIONS):
        rng, position = random.Random(seed), game.initial({"map": f"random-60-{seed + 1}", "punters": count})
        for _ in range(_PLIES):
            position = game.play(position, rng.choice(game.legal_moves(position)[:-1]))
        player.choose(position, Limits(seconds=_SECONDS / 40), rng)
        for threads in seen:
            begun = time.perf_counter()
            limits = Limits(seconds=_SECONDS / 4, threads=threads)
            seen[threads] += player.choose(position, limits, random.Random(seed)).nodes
            seconds[threads] += time.perf_counter() - begun
    times = seen[2] / seconds[2] / (seen[1] / seconds[1])
    return Row(f"Lambda Punter, {count} punters: two threads against one", times, "times the positions/s")


def _foreseen() -> Row:
    """How much sooner two threads than one have looked so many moves ahead for two punters."""
    game, sooner = registry.game("punter"), list[float]()
    for seed in range(2 * _POSITIONS):
        rng, position = random.Random(seed), game.initial({"map": f"random-40-{seed % 4 + 1}"})
        for _ in range(_PLIES // 2):
            position = game.play(position, rng.choice(game.legal_moves(position)[:-1]))
        seconds = []
        for threads in (1, 2):
            begun = time.perf_counter()
            look_ahead(position, None, fresh_state(None), _AHEAD, seed, threads)
            seconds.append(time.perf_counter() - begun)
        sooner.append(seconds[0] / seconds[1])
    return Row(f"Lambda Punter, 2 punters: {_AHEAD} moves ahead", statistics.median(sooner), "times as soon")


@benchmark("threads", measures="game/search/pvs")
def threads() -> list[Row]:
    """Two threads with one table against two searches apart, by turns on the same positions of each game, wall clock;
    medians. What makes threads give way to other programs is off."""
    rows: list[Row] = []
    with patch.object(running, "busy", return_value=1), patch.object(running, "_POLITE", 0):
        for name, options in _GAMES.items():
            game = registry.game(name)
            searches = _Searches(game)
            together, doubled, sooner = [], [], []
            for position in _middles(game, options):
                searches.one(position, 2, Limits(nodes=1000))
                alone = searches.one(position, 1, Limits(seconds=_SECONDS))[1]
                apart = searches.apart(position)
                shared = searches.one(position, 2, Limits(seconds=_SECONDS))[1]
                together.append(shared / apart)
                doubled.append(shared / alone)
                sooner.append(searches.sooner(position))
            title = game.spec.title
            rows += [
                Row(f"{title}: two threads, of two apart", statistics.median(together), "of the speed", "at least 0.8"),
                Row(f"{title}: two threads against one", statistics.median(doubled), "times the positions/s"),
                Row(f"{title}: the same depth", statistics.median(sooner), "times as soon"),
            ]  # fmt: skip
        return [*rows, *_endings(), *(_punters(count) for count in (2, 4)), _foreseen()]
