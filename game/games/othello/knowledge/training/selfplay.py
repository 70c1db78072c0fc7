"""Games of self-play, compiled: random openings, shallow searches, exact endings; each position with its result.

A game begins with 8 to 12 random plies. In half of the games one more ply, later, is random too, so that the positions
look like those that a search meets: mostly sensible, sometimes spoilt by one bad move. Positions before the last random
ply are left out, since what follows says little about them. The others get the result of the game, which is exact from
the point where few squares are empty: from there on both sides play perfectly. What the searches found is kept as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.core.bits import count_ones, lowest_index, mixed
from plyground.core.kernels import compiled, jitable
from plyground.games.othello.kernels import flips, targets
from plyground.games.othello.knowledge import patterns
from plyground.games.othello.knowledge.endgame.search import value_against
from plyground.games.othello.knowledge.endgame.table import Work
from plyground.games.othello.knowledge.evaluation import simple
from plyground.search import running

FIRST_RANDOM, LAST_RANDOM = 8, 12
"""The least and the most random plies of an opening."""
LATEST_MISTAKE = 44
"""The last ply that may be random in mid-game."""
DEEPER_FROM, DEEPEST_FROM = 24, 16
"""With so many empty squares or fewer, searches are two plies deeper, and four."""
UNSEARCHED = 32_767
"""What stands for the value of a position that was not searched: solved, or a turn that was passed."""
LONGEST = 128
"""No game has more positions, passes counted."""

_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_SQUARE = 63
_BUCKETS = 10
_CORNERS = np.uint64(0x8100_0000_0000_0081)
_STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
_BEYOND = 100_000
_HIGHEST = 6400
_START_OWN, _START_OTHER = np.uint64(0x0000_0008_1000_0000), np.uint64(0x0000_0010_0800_0000)


@jitable
def _below(bound: int, state: Any) -> int:
    """A random number from 0 to ``bound - 1``; ``state`` is the generator's one word (splitmix)."""
    state[0] += _STEP
    return int((mixed(state[0]) >> np.uint64(33)) % np.uint64(bound))


@jitable
def lead(own: np.uint64, other: np.uint64) -> int:
    """The disc difference of a finished game, the empty squares counted for the winner."""
    ours, theirs = count_ones(own), count_ones(other)
    if ours > theirs:
        return 64 - 2 * theirs
    return 2 * ours - 64 if ours < theirs else 0


@jitable
def _listed(own: np.uint64, other: np.uint64, open_squares: np.uint64, order: Any) -> int:
    """Write the moves into ``order``, those that leave few replies and no corner first; returns how many."""
    count = 0
    while open_squares:
        square = lowest_index(open_squares)
        placed = _ONE << np.uint64(square)
        open_squares ^= placed
        flipped = flips(own, other, placed)
        replies = targets(other & ~flipped, own | flipped | placed, _ALL)
        rank = 4 * count_ones(replies) + 8 * count_ones(replies & _CORNERS)
        if placed & _CORNERS:
            rank -= 20
        packed = ((rank + 64) << 6) | square
        place = count
        while place > 0 and order[place - 1] > packed:
            order[place] = order[place - 1]
            place -= 1
        order[place] = packed
        count += 1
    return count


@jitable
def _estimate(own: np.uint64, other: np.uint64, weights: Any, trained: bool) -> int:
    return patterns.total(own, other, weights) if trained else simple(own, other, 8)


@compiled
def estimate(
    own: Any, other: Any, depth: Any, alpha: Any, beta: Any, ply: Any, orders: Any, weights: Any, trained: Any
) -> Any:
    """The value in hundredths of a disc for the side to move, looking ``depth`` plies ahead by alpha-beta."""
    open_squares = targets(own, other, _ALL)
    if not open_squares:
        if not targets(other, own, _ALL):
            return 100 * lead(own, other)
        return -estimate(other, own, depth, -beta, -alpha, ply + 1, orders, weights, trained)
    if depth <= 0:
        return _estimate(own, other, weights, trained)
    best = -_BEYOND
    order = orders[ply]
    for index in range(_listed(own, other, open_squares, order)):
        placed = _ONE << np.uint64(order[index] & _SQUARE)
        flipped = flips(own, other, placed)
        value = -estimate(
            other & ~flipped, own | flipped | placed, depth - 1, -beta, -alpha, ply + 1, orders, weights, trained
        )
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


@jitable
def _random_move(open_squares: np.uint64, state: Any) -> np.uint64:
    for _ in range(_below(count_ones(open_squares), state)):
        open_squares &= open_squares - _ONE
    return open_squares & (~open_squares + _ONE)


@jitable
def _searched_move(own: np.uint64, other: np.uint64, open_squares: np.uint64, depth: int, orders: Any, weights: Any,
                   trained: bool) -> Any:  # fmt: skip
    best, lowest, chosen, child = np.int64(-_BEYOND), np.int64(-_BEYOND), _ZERO, np.int64(1)
    order = orders[0]
    for index in range(_listed(own, other, open_squares, order)):
        placed = _ONE << np.uint64(order[index] & _SQUARE)
        flipped = flips(own, other, placed)
        value = -estimate(
            other & ~flipped, own | flipped | placed, depth - 1, lowest, -best, child, orders, weights, trained
        )
        if value > best:
            best, chosen = value, placed
    return chosen, best


@jitable
def _perfect_move(own: np.uint64, other: np.uint64, open_squares: np.uint64, value: int, order: Any, work: Any) -> Any:
    """The first move that reaches the known ``value`` of the position."""
    placed = _ZERO
    bound = np.int64(1 - value)
    count = _listed(own, other, open_squares, order)
    for index in range(count):
        placed = _ONE << np.uint64(order[index] & _SQUARE)
        flipped = flips(own, other, placed)
        if index == count - 1:
            break
        if value_against(other & ~flipped, own | flipped | placed, bound, work) < bound:
            break
    return placed


@jitable
def _solved(own: np.uint64, other: np.uint64, guess: int, work: Any) -> Any:
    """The exact disc difference, which is even, by asking whether it is above odd bounds, first near ``guess``."""
    low, high = np.int64(-64), np.int64(64)
    bound = np.int64(guess // 2 * 2 + 1)
    while low < high:
        bound = min(max(bound, low + 1), high - 1)
        value = value_against(own, other, bound, work)
        if value > bound:
            low, bound = value, value + 1
        else:
            high, bound = value, value - 1
    return low


def play_games(state: Any, games: int, depth: int, solved_at: int, weights: Any = None) -> tuple[Any, Any, Any]:
    """The positions of so many games: the discs of the mover and of the other side, the mover's disc difference at the
    end, and the value that the search found, in hundredths of a disc, or ``UNSEARCHED``; arrays of ``uint64`` (a row
    for each position), ``int8`` and ``int16``.

    ``state`` is the random generator's word, in an array. ``depth`` is that of the first searches; with ``solved_at``
    empty squares or fewer play is perfect. Without ``weights`` positions are judged by the simple estimate.
    """
    boards = np.empty((games * LONGEST, 2), dtype=np.uint64)
    results = np.empty(len(boards), dtype=np.int8)
    searched = np.full(len(boards), UNSEARCHED, dtype=np.int16)
    orders = np.empty((LONGEST, 64), dtype=np.int64)
    table = np.zeros(patterns.WEIGHTS, dtype=np.int16) if weights is None else weights
    work = Work(_ALL, _BUCKETS, running.shared_state())
    count = _play(
        state, games, depth, solved_at, table, weights is not None, boards, results, searched, orders, work.address
    )
    return boards[:count].copy(), results[:count].copy(), searched[:count].copy()


@compiled
def blended(boards: Any, results: Any, searched: Any, trust: Any, targets: Any) -> Any:
    """Write into ``targets``, in discs, what the weights are to say of each position of ``play_games``.

    With ``trust`` 1 it is the result. With less, each position takes so much of what the position after it says, and
    the rest of what the search found: the mistakes of later play blur it less (R. Sutton, "Learning to predict by the
    methods of temporal differences", 1988). Positions that were not searched take the result.
    """
    later = np.float32(0.0)
    before = 0
    for row in range(len(boards) - 1, -1, -1):
        discs = count_ones(boards[row, 0] | boards[row, 1])
        last = row == len(boards) - 1 or before < discs
        if searched[row] == UNSEARCHED or last:
            later = np.float32(results[row])
        else:
            later = np.float32((1 - trust) * searched[row] / 100 + np.float32(trust) * -later)
        targets[row] = later
        before = discs


@compiled
def _play(
    state: Any, games: Any, depth: Any, solved_at: Any, weights: Any, trained: Any, boards: Any, results: Any,
    searched: Any, orders: Any, work: Any,
) -> Any:  # fmt: skip
    """Play the games; returns how many positions were written."""
    # A cached recursive function must not be called with literals.
    root, lowest, highest = np.int64(0), np.int64(-_BEYOND), np.int64(_BEYOND)
    written = 0
    for _ in range(games):
        own, other = _START_OWN, _START_OTHER
        opening = FIRST_RANDOM + _below(LAST_RANDOM - FIRST_RANDOM + 1, state)
        mistake = opening + _below(LATEST_MISTAKE - opening, state) if _below(2, state) else -1
        first = written
        ply, sign, value, known = 0, 1, 0, False
        while True:
            open_squares = targets(own, other, _ALL)
            if not open_squares and not targets(other, own, _ALL):
                break
            placed = _ZERO
            empty = count_ones(~(own | other))
            if not known and (ply < opening or ply == mistake):
                written = first
                if open_squares:
                    placed = _random_move(open_squares, state)
            else:
                boards[written, 0], boards[written, 1], results[written] = own, other, sign
                written += 1
                if not known and empty <= solved_at:
                    guess = estimate(own, other, depth, lowest, highest, root, orders, weights, trained) // 100
                    value, known = _solved(own, other, guess, work), True
                if open_squares and known:
                    placed = _perfect_move(own, other, open_squares, value, orders[0], work)
                elif open_squares:
                    looks = depth + 2 * (empty <= DEEPER_FROM) + 2 * (empty <= DEEPEST_FROM)
                    placed, best = _searched_move(own, other, open_squares, looks, orders, weights, trained)
                    searched[written - 1] = min(max(best, -_HIGHEST), _HIGHEST)
            flipped = flips(own, other, placed) if placed else _ZERO
            own, other = other & ~flipped, own | flipped | placed
            ply, sign, value = ply + 1, -sign, -value
        outcome = sign * (value if known else lead(own, other))
        for place in range(first, written):
            results[place] *= outcome
    return written
