"""What it costs to host an engine of others: our own part of each of its moves, in every protocol."""

from __future__ import annotations

import time
from collections.abc import Callable

from plyground.core.bot import Choice, Limits
from plyground.engines.wire import Wire
from tools.benchmarks._hosted import Hosted, Receive, hosted, listening
from tools.benchmarks._measuring import spread
from tools.benchmarks._registry import Row, benchmark

_GAMES, _MOVES = 4, 60


class _Waiting:
    """Counts the seconds that are spent waiting for the other side."""

    seconds = 0.0

    def __call__(self, receive: Receive, wire: Wire, deadline: float) -> str | None:
        begun = time.perf_counter()
        try:
            return receive(wire, deadline)
        finally:
            self.seconds += time.perf_counter() - begun


@benchmark("hosting", measures="game/engines game/games/*/engines game/sandbox")
def hosting() -> list[Row]:
    """A random mover of our own behind each protocol is hosted for four games against another one: the time of a move
    less the time spent waiting for what it says, which a direct conversation waits for as well. The first move of each
    game, which starts the program or sets it up, is left out. ICFP is spoken online."""
    rows = []
    for each in hosted(lambda game: "random"):
        rows += spread(f"{each.title}: our part of a move, ", _measured(each), "ms", median="at most 2", p99="")
    return rows


def _measured(each: Hosted) -> list[float]:
    """Milliseconds of our own, move by move."""
    waiting, found = _Waiting(), list[float]()

    def asked(turn: int, ask: Callable[[], Choice]) -> Choice:
        before, begun = waiting.seconds, time.perf_counter()
        choice = ask()
        used = time.perf_counter() - begun - (waiting.seconds - before)
        if turn:
            found.append(1000 * used)
        return choice

    with listening(waiting):
        for number in range(_GAMES):
            each.play(number, Limits(seconds=1.0), _MOVES, asked)
    return found
