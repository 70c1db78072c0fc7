"""A small model of a game, learnt while somebody waits: what positions are worth, and which move to look at first.

The model counts what a game counts to explain itself (``knowledge.Insight.facts``, else the terms of its evaluation):
a side's count less the other's, and 1 for the side to move. The worth of a position is the chance to win it, the
logistic function of the weighted sum; its weights have the least mean squared error against the results of games that
were played at random, found by gradient descent (Österlund, "Texel's tuning method", 2014). The order takes what is
counted after each move, and whether the move ends the game; a move's share is the softmax of its weighted sum. It
learns the moves of winners (Maddison et al., "Move evaluation in Go using deep convolutional neural networks", 2015)
in games that are played by the worth.

All hangs on the game, the position that the games begin with, and the seed; the work is bounded by ``MOST_WORK``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyground.core import knowledge
from plyground.core.game import Game
from plyground.core.messages import _

MOST_GAMES = 200
MOST_WORK = 20_000
"""Moves made and positions counted, after which no further game is begun; for each purpose again."""
TESTED, _TESTED_ORDER = 60, 12
"""Further games from which nothing is learnt: the errors are measured on them. For the worth they are always the same,
so that models can be compared."""
PASSES = 40
"""Steps of gradient descent."""
_LOOKED_AT = 6
_BY_CHANCE = 3
_LONGEST = 200
_KEPT, _GAMES, _MODELS = 20_000, 4, 16
_FIRM = 1e-3, 0.03
"""How firmly the weights of the worth, and of the order, are held to 0."""
_STEP, _LARGER, _TRIES = 1.0, 1.5, 20
_FAR = 30.0

Numbers: TypeAlias = NDArray[np.float64]
Chooser: TypeAlias = Callable[[Any, random.Random], int]
"""Gives the index of the move that a player makes."""


def refusal(game: Game[Any, Any], position: Any) -> str | None:
    """Why nothing can be learnt of this game from this position on; None if it can."""
    known = knowledge.of(game)
    counted = known.strength is not None or (known.insight is not None and known.insight.facts is not None)
    if not game.spec.two_sided or not counted or game.uncertain(position) or game.returns(position) is not None:
        return _(
            "A model needs a game that goes on, without chance, of two opposite sides, in which something is counted; "
            "{game} has not all of this here.",
            game=game.spec.title,
        )
    return None


class Counts:
    """What is counted of a game's positions. ``titles`` and ``hand``, the weights that the game's author gave (0 where
    nobody did), have an item for each; ``work`` is how often something was counted or played, ``tested`` what the error
    of a worth is measured on."""

    def __init__(self, game: Game[Any, Any], position: Any) -> None:
        self.game, self.work = game, 0
        known = knowledge.of(game)
        self._facts = known.insight.facts if known.insight is not None else None
        self._terms = known.strength.terms if known.strength is not None else None
        found: Any = (self._facts or self._terms)(position, game.to_move(position))  # type: ignore[misc]
        self.titles: list[str] = [each.title for each in found]
        self.hand = np.array([*(float(getattr(each, "worth", 1.0)) for each in found), 0.0])
        self._of_first = lru_cache(_KEPT)(self._counted)
        self.tested: list[tuple[Numbers, float]] = []

    @property
    def size(self) -> int:
        """How many numbers a position has: the counts, and the side to move."""
        return len(self.titles) + 1

    def of(self, position: Any, seat: int) -> Numbers:
        """What is counted of an unfinished position for a seat."""
        self.work += 1
        first = self._of_first(position)
        return np.append(first if seat == 0 else -first, 1.0 if seat == self.game.to_move(position) else -1.0)

    def after(self, position: Any, seat: int) -> Numbers:
        """What the order knows of a position that this seat has moved to; last whether that wins or loses the game."""
        returns = self.game.returns(position)
        if returns is not None:
            return np.append(np.zeros(self.size), np.sign(returns[seat]))
        return np.append(self.of(position, seat), 0.0)

    def replies(self, position: Any) -> Numbers:
        """``after`` for each legal move, a row each."""
        seat, moves = self.game.to_move(position), self.game.legal_moves(position)
        return np.array([self.after(self.game.play(position, move), seat) for move in moves])

    def _counted(self, position: Any) -> Numbers:
        if self._facts is None:
            assert self._terms is not None
            return np.array([each.value for each in self._terms(position, 0)])
        own, other = (self._facts(position, seat) for seat in range(2))
        return np.array([mine.value - yours.value for mine, yours in zip(own, other, strict=True)])


@dataclass(frozen=True)
class Fit:
    """What was learnt: the weights, how many ``rows`` they were fitted to, and after each pass, the first before any,
    the error on these rows and on those that were held back."""

    weights: Numbers
    rows: int = 0
    errors: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Model:
    """A worth and an order."""

    counts: Counts
    worth: Fit
    order: Fit

    def chance(self, position: Any, seat: int) -> float:
        """The chance of a seat to win an unfinished position, from 0 to 1."""
        return float(_logistic(self.counts.of(position, seat) @ self.worth.weights))

    def shares(self, position: Any) -> Numbers:
        """The share of attention of each legal move; they add up to 1."""
        return _softmax(self.counts.replies(position) @ self.order.weights)


def learn(
    game: Game[Any, Any], position: Any, games: int, seed: int = 0, left_out: Sequence[int] = (), order: bool = True
) -> Model:
    """A model from so many games that begin with this position, without the counts that are ``left_out``; of 0 games,
    one that takes all positions and moves for equal. The order learns from half as many games, unless it is not asked
    for."""
    return _learnt(game, position, min(games, MOST_GAMES), seed, tuple(sorted(set(left_out))), order)


@lru_cache(_GAMES)
def counts_of(game: Game[Any, Any], position: Any) -> Counts:
    """What is counted in games that begin with this position; the same for all that ask."""
    return Counts(game, position)


@lru_cache(_MODELS)
def _learnt(
    game: Game[Any, Any], position: Any, games: int, seed: int, left_out: tuple[int, ...], order: bool
) -> Model:
    counts = counts_of(game, position)
    if not games:
        return Model(counts, Fit(np.zeros(counts.size)), Fit(np.zeros(counts.size + 1)))
    kept = np.array([place not in left_out for place in range(counts.size)], dtype=float)
    counts.tested = counts.tested or list(_looked_at(counts, position, TESTED, random.Random("tested")))
    learnt = _looked_at(counts, position, games, random.Random(seed))
    rows = [
        (held, row * kept, result) for held, some in ((False, learnt), (True, counts.tested)) for row, result in some
    ]
    model = Model(counts, worth(rows, counts.size), Fit(np.zeros(counts.size + 1)))
    if not order:
        return model
    rng, best = random.Random(seed), looking(model)
    chosen = [
        (held, replies * np.append(kept, 1.0), move)
        for held, many in ((False, (games + 1) // 2), (True, _TESTED_ORDER))
        for replies, move in _winners(counts, position, many, best, rng)
    ]
    return Model(counts, model.worth, _order(chosen, counts.size + 1))


def _looked_at(counts: Counts, start: Any, games: int, rng: random.Random) -> Iterator[tuple[Numbers, float]]:
    """Some positions of games played at random, as seat 0 sees them, with the results: 1, 0.5 or 0."""

    def by_lot(here: Any, rng: random.Random) -> int:
        return rng.randrange(len(counts.game.legal_moves(here)))

    counts.work = 0
    for _game in range(games):
        if counts.work > MOST_WORK:
            return
        way, result = _played(counts, start, by_lot, rng)
        for at in rng.sample(range(len(way)), min(_LOOKED_AT, len(way))):
            yield counts.of(way[at][0], 0), (result + 1) / 2


def _winners(
    counts: Counts, start: Any, games: int, choose: Chooser, rng: random.Random
) -> Iterator[tuple[Numbers, int]]:
    """The moves that winners chose, with what is counted after each move that they had."""
    counts.work = 0
    for _game in range(games):
        if counts.work > MOST_WORK:
            return
        way, result = _played(counts, start, choose, rng, _BY_CHANCE)
        for here, move, by_lot in way:
            if not by_lot and result and counts.game.to_move(here) == (0 if result > 0 else 1):
                yield counts.replies(here), move


def looking(model: Model) -> Chooser:
    """A player that looks one ply ahead: a move that wins, else the highest chance; of equals, one by lot."""

    def choose(position: Any, rng: random.Random) -> int:
        rows = model.counts.replies(position)
        return _highest(_logistic(rows[:, :-1] @ model.worth.weights) + rows[:, -1], rng)

    return choose


def _highest(values: Numbers, rng: random.Random) -> int:
    rounded = np.round(values, 9)
    return int(rng.choice(np.flatnonzero(rounded == rounded.max()).tolist()))


def _played(
    counts: Counts, start: Any, choose: Chooser, rng: random.Random, by_chance: int = 0
) -> tuple[list[tuple[Any, int, bool]], float]:
    """A game: each position with its move and whether that was drawn by lot (one in ``by_chance``), and the result for
    seat 0: 1, 0 or -1, a game that grows too long being drawn."""
    game, here = counts.game, start
    way: list[tuple[Any, int, bool]] = []
    while (returns := game.returns(here)) is None:
        if len(way) == _LONGEST:
            return way, 0.0
        moves = game.legal_moves(here)
        at_random = bool(by_chance) and rng.randrange(by_chance) == 0
        move = rng.randrange(len(moves)) if at_random else choose(here, rng)
        way.append((here, move, at_random))
        here = game.play(here, moves[move])
        counts.work += 1
    return way, float(np.sign(returns[0]))


def play(counts: Counts, start: Any, choosers: Sequence[Chooser], rng: random.Random) -> float:
    """The result of a game for seat 0 (1, 0 or -1) with a player for each seat."""
    return _played(counts, start, lambda here, rng: choosers[counts.game.to_move(here)](here, rng), rng)[1]


def worth(rows: Sequence[tuple[bool, Numbers, float]], size: int) -> Fit:
    """The worth that fits rows best: whether one is held back, what is counted there, and the share of the win."""

    def error(these: Sequence[tuple[bool, Numbers, float]]) -> Callable[[Numbers], tuple[float, Numbers]]:
        table = np.array([row for _held, row, _result in these]).reshape(-1, size)
        results = np.array([result for _held, _row, result in these])
        many = max(1, len(these))

        def at(weights: Numbers) -> tuple[float, Numbers]:
            chances = _logistic(table @ weights)
            off = chances - results
            return float(off @ off) / many, 2 * (off * chances * (1 - chances)) @ table / many

        return at

    return _fitted(rows, np.array([row for _held, row, _result in rows]).reshape(-1, size), error, _FIRM[0])


def _order(chosen: Sequence[tuple[bool, Numbers, int]], size: int) -> Fit:
    def error(these: Sequence[tuple[bool, Numbers, int]]) -> Callable[[Numbers], tuple[float, Numbers]]:
        many = max(1, len(these))

        def at(weights: Numbers) -> tuple[float, Numbers]:
            loss, slope = 0.0, np.zeros(size)
            for _held, rows, move in these:
                shares = _softmax(rows @ weights)
                loss -= float(np.log(max(shares[move], 1e-300)))
                slope += shares @ rows - rows[move]
            return loss / many, slope / many

        return at

    return _fitted(
        chosen, np.concatenate([np.zeros((0, size)), *(rows for _held, rows, _move in chosen)]), error, _FIRM[1]
    )


def _fitted(rows: Sequence[Any], table: Numbers, error: Any, firmness: float) -> Fit:
    """Gradient descent on the rows that are not held back. Each weight is learnt in the unit in which its count
    scatters by 1; a step that does not lessen the error is halved."""
    learnt, held = (error([row for row in rows if row[0] is back]) for back in (False, True))
    scale = table.std(axis=0) if len(table) else np.ones(table.shape[1])
    scale[scale == 0] = np.inf
    weights, step = np.zeros(table.shape[1]), _STEP

    def at(scaled: Numbers) -> tuple[float, Numbers, float]:
        loss, slope = learnt(scaled / scale)
        firm = firmness * scaled
        return loss + float(firm @ scaled) / 2, slope / scale + firm, loss

    total, slope, loss = at(weights)
    errors = [(loss, held(weights)[0])]
    for _pass in range(PASSES if len(rows) else 0):
        for _try in range(_TRIES):
            tried = weights - step * slope
            found = at(tried)
            if found[0] <= total:
                weights, (total, slope, loss) = tried, found
                break
            step /= 2
        step *= _LARGER
        errors.append((loss, held(weights / scale)[0]))
    return Fit(weights / scale, sum(not row[0] for row in rows), tuple(errors))


def _logistic(sums: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(sums, -_FAR, _FAR)))


def _softmax(sums: Numbers) -> Numbers:
    powers = np.exp(sums - sums.max())
    return np.asarray(powers / powers.sum())
