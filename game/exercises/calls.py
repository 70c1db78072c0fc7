"""How the functions of the exercises that fit many games are called, where that takes more than a depth and a seat."""

from __future__ import annotations

import math
import random
from typing import Any

from plyground.core import ahead
from plyground.core.exercising import Call, Round
from plyground.core.game import Game
from plyground.exercises.reference import Reference
from plyground.exercises.watching import Watched

CALLS_A_MOVE = 14
"""So many random moves miss one of those that there are in one check of tens of thousands."""
_MOST_CALLS = 260
_NOISY = 3
_LINES, _AHEAD = 40, 2
_SELECTIONS = 12
_ROUNDS_A_MOVE, _MOST_ROUNDS = 8, 200


def _state(game: Game[Any, Any], position: Any) -> ahead.State:
    return ahead.State(game, position, {})


def picks(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Often enough at one position that each of its moves is met."""
    count = min(_MOST_CALLS, CALLS_A_MOVE * len(_state(game, position).moves))
    return [Call(["state", {"random": chance.randrange(10**9)}]) for _call in range(count)]


def budgets(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Budgets that end before the first ply, after it, or deeper."""
    moves = len(_state(game, position).moves)
    budget = chance.choice((max(0, moves - 1), 3 * moves, 2 * moves * moves, 2 * moves * moves))
    return [Call(["state", min(900, budget), game.to_move(position)])]


def clocks(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Clocks on which a search gets so far or farther."""
    return [Call(["state", {"clock": chance.choice((120, 250, 500))}])]


def margins(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """A margin that few moves reach, between two changes of the score so that rounding does not matter."""
    state, seat = _state(game, position), game.to_move(position)
    before = state.evaluate(seat)
    changes = sorted({abs(state.play(move).evaluate(seat) - before) for move in state.moves}, reverse=True)
    counted = [abs(state.play(move).evaluate(seat) - before) for move in state.moves]
    margin = changes[0] + 1.0
    for high, low in zip(changes, [*changes[1:], 0.0], strict=True):
        if sum(each >= high for each in counted) > _NOISY or high - low < 1e-6:
            break
        margin = (high + low) / 2
    return [Call(["state", 1 + depth % 3, margin, seat])]


def rows(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Positions of random games as numbers: 1, the score, the number of moves; and the score some plies later."""
    lines: list[list[float]] = []
    later: list[float] = []
    state, before = _state(game, game.initial({})), list[ahead.State]()
    for _ply in range(40 * _LINES):
        if state.returns is not None or len(before) > _LINES // 2:
            state, before = _state(game, game.initial({})), []
        before.append(state)
        state = state.play(chance.choice(state.moves))
        if len(before) >= _AHEAD:
            earlier = before[-_AHEAD]
            lines.append([1.0, earlier.evaluate(0), float(len(earlier.moves))])
            later.append(state.evaluate(0))
        if len(lines) >= _LINES:
            break
    largest = [max((abs(line[at]) for line in lines), default=0.0) or 1.0 for at in range(3)]
    most = max(map(abs, later), default=0.0) or 1.0
    scaled = [[round(line[at] / largest[at], 4) for at in range(3)] for line in lines]
    return [Call([scaled, [round(each / most, 4) for each in later]])]


def again(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """A shallower search first, then searches that are cut, as their bounds lie below and above the value, and at last
    one without bounds: what is kept of one must not deceive the next."""
    seat, reference = game.to_move(position), Reference(game, position, {}, Watched())
    root = reference.root
    values = [reference.exact(root.play(move), depth - 1, seat) for move in root.moves]
    low, high = min(values), 2 * max(values) - min(values) + 1.0
    rounds = [Round(depth, low - 1, low), Round(depth, high, high + 1), Round(depth)]
    if depth > 1:
        rounds.insert(0, Round(depth - 1))
    return [_searched(each, seat) for each in rounds]


def _searched(asked: Round, seat: int) -> Call:
    bounds = [("inf" if bound > 0 else "-inf") if math.isinf(bound) else bound for bound in (asked.alpha, asked.beta)]
    return Call(["state", asked.depth, *bounds, seat], asked=asked)


def selections(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """Numbers of visits and sums of values of a node's children, some of them unvisited."""
    found = []
    for number in range(_SELECTIONS):
        count = chance.randrange(2, 8)
        visits = [chance.randrange(1, 50) for _child in range(count)]
        if number % 4 == 3:
            visits[chance.randrange(count)] = 0
        totals = [round(chance.random() * each, 3) for each in visits]
        exploration = chance.choice((0.5, 1.0, 1.4))
        found.append(Call([visits, totals, exploration], f"select({visits}, {totals}, {exploration})"))
    return found


def rounds(game: Game[Any, Any], position: Any, depth: int, chance: random.Random) -> list[Call]:
    """As many rounds as tell the moves of a position apart."""
    count = min(_MOST_ROUNDS, _ROUNDS_A_MOVE * len(_state(game, position).moves))
    return [Call(["state", count, {"random": chance.randrange(10**9)}])]
