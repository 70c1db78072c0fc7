"""Games of the compiled search against itself, or of two sets of weights against each other, without a line of Python
between two moves.

A game begins with random plies; in games that are learnt from, one of so many later plies is random too, so that the
positions look like those that a search meets: mostly sensible, sometimes spoilt by a bad move. Each other move looks
at a fixed number of positions. A game ends early when the search is sure how it will. What comes out are the moves,
what the search said of each position, and the results: positions are made again from the moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core import kernels
from plyground.core.bits import mixed
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.core.kernels import compiled, jitable
from plyground.search.pvs import contract, kernel, places, roots, table
from plyground.search.pvs import search as pvs
from plyground.search.pvs.contract import SURE, UNKNOWN, WIN

LONGEST = 400
"""Games are drawn after so many plies."""
MISTAKES = 16
"""One of so many plies behind the opening is random."""
_GROUPS = 1 << 13
_AGES = 256
_STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
_DEEPEST = 40


class Played(NamedTuple):
    """Games: the moves of all, one after another; what the search said to each for the mover, ``UNKNOWN`` where a move
    was random; by game its number of plies, its result for seat 0 in hundredths, and the winner of a match's game: 1
    for the first weights, -1 for the second."""

    moves: NDArray[np.int32]
    scores: NDArray[np.int32]
    lengths: NDArray[np.int64]
    results: NDArray[np.int64]
    winners: NDArray[np.int64]


@jitable
def _below(bound: Any, state: Any) -> Any:
    """A random number from 0 to ``bound - 1``; ``state`` is the generator's one word (splitmix)."""
    state[0] += _STEP
    return np.int64((mixed(state[0]) >> np.uint64(33)) % np.uint64(bound))


@jitable
def _searched(
    position: Any, nodes: Any, weights: Any, words: Any, epoch: Any, buffers: Any, plies: Any, fresh: Any, state: Any,
    rows: Any,
) -> Any:  # fmt: skip
    """The score of a position for the mover, by deepening until so many positions were seen; its move is in row 0."""
    state[:] = fresh
    state[places.LIMIT], state[places.EPOCH] = nodes, epoch
    state[places.MASK] = len(words) // places.GROUP - 1
    plies[:, places.KILLER : places.OTHER_KILLER + 1] = places.NO_MOVE
    begin, each = np.int64(0), np.int64(0)
    low, high = np.int64(-places.INFINITE), np.int64(places.INFINITE)
    count = np.int64(roots.rated_root(position, weights, buffers))
    for index in range(count):
        rows[index, places.MOVE] = kernel.bring_best(buffers[0, 0], buffers[0, 1], index, count)
    found = np.int64(0)
    depth = np.int64(0)
    while count > 1 and depth < _DEEPEST:
        depth += 1
        state[places.HORIZON] = min(2 * depth, np.int64(len(plies) - 2))
        score = np.int64(
            roots.root(position, low, high, depth, begin, count, each, rows, weights, words, buffers, plies, state)
        )
        best = state[places.BEST]
        if best > 0:
            move = rows[best, places.MOVE]
            for row in range(best, 0, -1):
                rows[row, places.MOVE] = rows[row - 1, places.MOVE]
            rows[0, places.MOVE] = move
        if state[places.STOP] != 0:
            break
        found = score
        if score >= SURE or score <= -SURE:
            break
    return found


@compiled
def _play(
    start: Any, games: Any, paired: Any, openings: Any, nodes: Any, chance: Any, weights: Any, words: Any, buffers: Any,
    plies: Any, fresh: Any, state: Any, rows: Any, moves: Any, scores: Any, told: Any,
) -> Any:  # fmt: skip
    """Play the games; returns how many plies were written. ``told`` gets a row of length, result and winner for
    each game. With ``paired`` two games after another share an opening and swap the two weights."""
    written = np.int64(0)
    kept = chance[0]
    for game in range(games):
        if paired and game % 2 == 1:
            chance[0] = kept
        kept = chance[0]
        position = start
        opening = openings[0] + _below(openings[1] - openings[0] + 1, chance)
        ply, result, last = np.int64(0), np.int64(0), False
        while ply < LONGEST:
            mover = kernels.to_move(position)
            if kernels.outcome(position, mover) != kernels.ONGOING:
                result = np.int64(contract.final(position))
                result = result if mover == 0 else -result
                last = True
                break
            player = np.int64((mover + game) % 2) if paired else np.int64(0)
            score = np.int64(UNKNOWN)
            if ply < opening or (not paired and _below(MISTAKES, chance) == 0):
                count = np.int64(kernels.legal_moves(position, buffers[0, 0]))
                move: Any = np.int64(buffers[0, 0, _below(count, chance)])
            else:
                epoch = (np.int64(game + 1) << 8) + min(ply, np.int64(_AGES - 1))
                score = _searched(
                    position,
                    nodes,
                    weights[player],
                    words[player],
                    epoch,
                    buffers,
                    plies,
                    fresh[player],
                    state,
                    rows,
                )
                move = np.int64(rows[0, places.MOVE])
                if score >= SURE or score <= -SURE:
                    result = np.int64(WIN) if score > 0 else np.int64(-WIN)
                    result = result if mover == 0 else -result
                    last = True
            moves[written], scores[written] = move, score
            written += 1
            ply += 1
            if last:
                break
            position = kernels.play(position, move)
        told[game, 0], told[game, 1], told[game, 2] = ply, result, 0
        if result != 0:
            told[game, 2] = 1 if (result > 0) == (game % 2 == 0) else -1
    return written


@dataclass(frozen=True)
class Conditions:
    """How games are played: from where, with how many random plies first (the least and the most), how many positions
    a move may look at, and the settings of the search, for a match those of both sides."""

    game: KernelGame[Any]
    start: Any
    openings: tuple[int, int]
    nodes: int
    settings: tuple[pvs.Settings, pvs.Settings] = (pvs.Settings(), pvs.Settings())


def play_games(how: Conditions, key: tuple[int, ...], games: int, weights: tuple[NDArray[Any], ...]) -> Played:
    """So many games, which hang on ``key`` alone: of one array of weights with itself, or of two with each other."""
    given = _arguments(how, key, games, weights)
    written = int(_play(*given))
    moves, scores, told = given[-3][:written].copy(), given[-2][:written].copy(), given[-1]
    return Played(moves, scores, *(np.ascontiguousarray(told[:, column]) for column in range(3)))


def made_of(how: Conditions, weights: tuple[NDArray[Any], ...]) -> str:
    """A digest of the rules, the search and the knowledge that games under these conditions are played with."""
    return kernels.made_of(_play, *_arguments(how, (0,), 1, weights))


def _arguments(how: Conditions, key: tuple[int, ...], games: int, weights: tuple[NDArray[Any], ...]) -> tuple[Any, ...]:
    chance = np.random.SeedSequence(key).generate_state(1, np.uint64)
    lent = table.Table(1)
    sides = [
        pvs._Work(how.game, how.start, weights[0], Limits(nodes=how.nodes), settings, 1, lent)
        for settings in how.settings
    ]
    work = sides[0]
    most = how.game.spec.most_moves
    rows = np.zeros((most, places.MOVE_LINE + len(work.plies)), dtype=np.int64)
    words = np.zeros((len(weights), _GROUPS * places.GROUP), dtype=np.int64)
    moves = np.zeros(games * LONGEST, dtype=np.int32)
    fresh = np.stack([side.state for side in sides])
    return (
        how.start, games, len(weights) == 2, how.openings, how.nodes, chance, np.stack(weights), words, work.buffers,
        work.plies, fresh, work.state, rows, moves, np.zeros_like(moves), np.zeros((games, 3), dtype=np.int64),
    )  # fmt: skip
