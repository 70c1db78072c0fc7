"""What each river would add to a punter's expected score, if every other free river became the punter's by chance.

The source is what strong punters did in the contest: every free river is lost with some probability, and the river with
the steepest effect on the expected score is claimed. Maps are drawn by chance many times; in each, what a river that is
not there would add is found exactly from the parts that it would join, which says more than counting scores would. The
same draws tell how likely each site is reached from each mine.

How likely a river becomes the punter's may itself differ from draw to draw, for all rivers alike: in some the punter
gets on well, in others badly. That gives long ways a chance, which a punter who wants one has, without the belief that
everything can be had.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.kernels import jitable
from plyground.games.punter.kernels import bet_worth, label_parts
from plyground.games.punter.knowledge.kernels import worth_of_parts
from plyground.games.punter.moves import Bets
from plyground.games.punter.position import SCORE, Position
from plyground.search import running
from plyground.search.xorshift import following, fraction, seeded

_MOST_DRAWS, _MOST_WORK = 20_000, 120_000_000
SURE_ENOUGH = 0.6
"""Less likely targets are left alone: the draws do not know that others may block on purpose."""


@jitable
def top_of(above: Any, part: Any) -> Any:
    """The part that stands for all that were joined to this one; ``above`` leads to it, and is made shorter."""
    while above[part] != part:
        above[part] = above[above[part]]
        part = above[part]
    return part


@kernels.compiled
def _draw(
    position: Any, seat: Any, chance: Any, spread: Any, asked: Any, draws: Any, word: Any, adds: Any, reach: Any,
    state: Any,
) -> Any:  # fmt: skip
    """Add up in ``adds[r]`` what each river of ``asked`` adds in the draws without it, a mean over those draws at the
    end, and in ``reach[m, s]`` how often mine m reaches site s (left out if it has no rows). Returns the draws made and
    the sum of their scores."""
    board = position.board
    sites, mines = len(board.mine_at), len(board.mines)
    part_of = np.empty(sites, dtype=np.int32)
    parts = label_parts(position, seat, part_of)
    worth = np.zeros((parts, mines), dtype=np.float64)
    worth_of_parts(position, seat, part_of, worth)
    near = np.empty(len(asked), dtype=np.int32)
    far = np.empty(len(asked), dtype=np.int32)
    free = np.empty(len(asked), dtype=np.bool_)
    for index in range(len(asked)):
        near[index], far[index] = part_of[board.ends[asked[index], 0]], part_of[board.ends[asked[index], 1]]
        free[index] = position.claimed[asked[index]] < 0
    above = np.empty(parts, dtype=np.int32)
    sums = np.empty((parts, mines), dtype=np.float64)
    first = np.empty(parts, dtype=np.int32)
    after = np.empty(mines, dtype=np.int32)
    there = np.empty(len(asked), dtype=np.bool_)
    without = np.zeros(len(asked), dtype=np.int64)
    scores = 0.0
    made = 0
    while made < draws and state[running.STOP] == 0:
        made += 1
        likely = chance
        if spread > 0.0:
            word = following(word)
            likely += spread * (2.0 * fraction(word) - 1.0)
        for part in range(parts):
            above[part] = part
            first[part] = -1
        for index in range(len(asked)):
            there[index] = False
            if free[index]:
                word = following(word)
                if fraction(word) < likely:
                    there[index] = True
                    above[top_of(above, near[index])] = top_of(above, far[index])
        for part in range(parts):
            above[part] = top_of(above, part)  # at most one step to the top from here on
            if above[part] == part:
                for mine in range(mines):
                    sums[part, mine] = worth[part, mine]
        for part in range(parts):
            top = above[part]
            if top != part:
                for mine in range(mines):
                    sums[top, mine] += worth[part, mine]
        for mine in range(mines):
            top = above[part_of[board.mines[mine]]]
            after[mine] = first[top]
            first[top] = mine
        for index in range(len(asked)):
            if not there[index]:
                without[index] += 1
                one, other = above[near[index]], above[far[index]]
                if one != other:
                    mine = first[one]
                    while mine >= 0:
                        adds[index] += sums[other, mine]
                        mine = after[mine]
                    mine = first[other]
                    while mine >= 0:
                        adds[index] += sums[one, mine]
                        mine = after[mine]
        for mine in range(mines):
            top = above[part_of[board.mines[mine]]]
            scores += sums[top, mine]
            if len(reach) > 0:
                for site in range(sites):
                    if above[part_of[site]] == top:
                        reach[mine, site] += 1.0
    for index in range(len(asked)):
        adds[index] /= max(without[index], 1)
    for mine in range(mines):
        target = position.bets[seat, mine]
        if target >= 0:
            scores -= made * np.float64(bet_worth(position, mine, target))
    return made, scores / max(made, 1)


@dataclass(frozen=True)
class Outlook:
    """What chance holds for one punter: ``adds[i]`` is what river ``asked[i]`` would add to the expected score,
    ``expected`` that score, ``reach[m, s]`` the probability that mine m reaches site s (None if it was not asked)."""

    adds: Any
    expected: float
    draws: int
    reach: Any = None


def enough_draws(position: Position, most: int | None = None) -> int:
    """How many draws a map of this size is worth."""
    work = len(position.claimed) + len(position.board.mine_at) * len(position.board.mines)
    usual = max(20, min(_MOST_DRAWS, _MOST_WORK // work))
    return usual if most is None else max(1, min(usual, most))


def outlook(
    position: Position,
    seat: int,
    chance: float,
    asked: Any,
    draws: int,
    seed: int,
    state: Any = None,
    reaching: bool = False,
    spread: float = 0.0,
) -> Outlook:
    """Draw maps in which every free river is this punter's with a probability from ``chance`` - ``spread`` to
    ``chance`` + ``spread``, drawn for each map; the same for a seed.

    ``asked`` are the rivers by number: all free ones, and those of others that an option might share.
    """
    adds = np.zeros(len(asked), dtype=np.float64)
    shape = (len(position.board.mines), len(position.board.mine_at)) if reaching else (0, 0)
    reach = np.zeros(shape, dtype=np.float64)
    word = np.uint64(seeded(seed * 2 + 1))
    state = running.shared_state() if state is None else state
    made, expected = _draw(position, seat, chance, spread, asked, draws, word, adds, reach, state)
    if not made:
        return Outlook(adds, float(position.tally[seat, SCORE]), 0, reach if reaching else None)
    return Outlook(adds, float(expected), int(made), reach / made if reaching else None)


def best_bets(position: Position, reach: Any) -> Bets:
    """For each mine the target with the highest expected gain, (2p - 1) d^3, if it is likely enough to be reached."""
    board = position.board
    found = []
    for mine in range(len(board.mines)):
        away = board.reach[mine].astype(np.float64)
        expected = (2.0 * reach[mine] - 1.0) * away**3
        expected[(board.mine_at >= 0) | (away <= 0) | (reach[mine] < SURE_ENOUGH)] = 0.0
        target = int(np.argmax(expected))
        if expected[target] > 0:
            found.append((mine, target))
    return Bets(tuple(found))
