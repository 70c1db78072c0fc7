"""Moves compared by playing on: the time goes to those that may still be the best.

Every move is tried on the same playouts. What counts is how many of the other punters are left behind, softened by how
much scores scatter: the contest counts places, and on one board it is rarely worth as much to be first by far as to be
sure of it. A move that is worse than the best by more than chance explains is tried no more, so what may be best is
known the better the more time there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from plyground.games.punter.knowledge.playouts import play_out
from plyground.games.punter.position import OPTIONS, Position, punters, turn
from plyground.search import running
from plyground.search.xorshift import seeded

ROUNDS, ROUNDS_WITH_OPTIONS = 1, 100
"""How many turns of everybody are played on. Four at a table, 0.05 s of processor time a move, 32 to 40 games each on
maps of 60 to 80 rivers. Without options one round (the move and a reply of each) had 2.93 of 4 rank points, the
move alone 3.06, two rounds 1.79; then, with replies that go by ways, one round 3.11, three 2.38, the whole game 1.94,
and replies as with options 2.58. With options the whole game had 3.53, two rounds 2.55, one 2.33, the move alone 1.60:
whoever does not see the options coming thinks too much of what is cut. Against draws alone (at 0.1 s), two of each at a
table: 2.79 to 2.21 in 20 games, with all extensions 3.02 to 1.98 in 32."""
BLUR, BLUR_WITH_OPTIONS = 0.1, 0.5
"""How much is blurred: replies that are nearly those expected, games that differ."""
CHANCE_OF_TWO, CHANCE_OF_MANY = 0.36, 0.55
SPREAD_OF_MANY = 0.25
"""How likely a free river is thought to become the punter's, and by how much that differs from draw to draw.

Of two punters, 0.05 s a move, 0.43 has 95 % of 30 games against 0.5 on ``random-60-7``, 0.36 all of 40 against 0.5 on
``city-60-1`` and 62 % [52, 72] of 40 against 0.43; a spread of 0.15 alone has 15 % of 80, 0.6 with one of 0.2 1 % of
120. Of many it is more than an even share, since one chooses. One with 0.55 and a spread of 0.25 has 3.29 of 4 rank
points of 80 games against three with 0.4 and none, and, eight at a table with programs of others, 6.9 of 8 where 0.4
has 5.3 (16 games each). Against Adlersprung, DiamondPrincess and TBD on eight maps of 54 to 187 rivers, 0.1 s a move,
0.4 had 2.70 in 320 games, 0.5 3.14, 0.55 3.15, 0.6 3.23, 0.7 3.00 in 192 each; with a spread of 0.25 0.55 has 3.24 in
384, with one of 0.35 3.12 in 192. Chances that differ by how much each punter wants a river are no better (3.22) or
worse (2.53)."""

_BATCH = 16
"""Playouts of each move between two looks, and before one is called best."""
_SURE = 3.0
"""By how many standard errors a move must be worse to be left out."""
_LOOKS = 40_000
"""How many free rivers a playout may look at, a turn having all of them before it; one round is always played."""


@dataclass(frozen=True)
class Tried:
    """What each of the moves came to, from 0 (behind all) to 1 (ahead of all), those left out at some time by what
    they had come to then; which is best, the first if there were too few playouts to tell; how many playouts and how
    many positions there were in all."""

    values: Any
    best: int
    playouts: int
    positions: int


def chances_of(position: Position) -> tuple[float, float]:
    """How likely a free river is thought to become a punter's, and how far that is spread."""
    return (CHANCE_OF_TWO, 0.0) if int(punters(position)) <= 2 else (CHANCE_OF_MANY, SPREAD_OF_MANY)


def turns_played(position: Position) -> int:
    """How many turns a playout goes on, the first move included."""
    count, free = int(punters(position)), int((position.claimed < 0).sum())
    rounds = ROUNDS_WITH_OPTIONS if position.settings & OPTIONS else ROUNDS
    return min(rounds * count, max(count, _LOOKS // max(free, 1)), len(position.claimed) - int(turn(position)))


def try_moves(
    position: Position, candidates: Any, weights: Any, most: int | None, seed: int, state: Any, threads: int = 1
) -> Tried:
    """Try the moves (claims and options) until ``state`` says stop, or one is left, or ``most`` positions are seen.

    ``weights[p, r]`` is what river r is expected to add to punter p's score. There must be two punters or more. Each of
    the ``threads`` makes playouts of its own between two looks; where positions are limited there is one.
    """
    count, threads = int(punters(position)), threads if most is None else 1
    seat = position.ply % count
    sharing = bool(position.settings & OPTIONS)
    horizon = turns_played(position)
    blur = BLUR_WITH_OPTIONS if sharing else BLUR
    chance, spread = chances_of(position)
    word = seeded(seed * 2 + 1)
    alive = np.arange(len(candidates))
    values, rewards = np.full(len(candidates), 0.5), np.empty((0, len(candidates)))
    best, playouts, scale = 0, 0, 0.0

    def play(begin: Any, size: int) -> Any:
        """The final scores of so many playouts, or fewer where it was stopped."""
        scores = np.empty((size, len(alive), count))
        made = play_out(position, candidates[alive], weights, blur, horizon, chance, spread, begin, scores, state)
        return scores[:made]

    with running.shared_out(threads) as each:
        while len(alive) > 1 and state[running.STOP] == 0:
            size = _BATCH if most is None else min(_BATCH, (most // horizon - playouts) // len(alive))
            if size < 1:
                break
            begins = [np.uint64((word + playouts + number) % 2**64 or 1) for number in range(threads)]
            scores = np.concatenate(each(partial(play, size=size), begins))
            if not len(scores):
                break
            playouts += len(scores) * len(alive)
            ahead = scores[:, :, seat : seat + 1] - np.delete(scores, seat, axis=2)
            scale = scale or float(ahead.std(axis=0).mean()) + 1.0
            found = np.full((len(scores), len(candidates)), np.nan)
            found[:, alive] = (1.0 + np.tanh(ahead / scale).mean(axis=2)) / 2
            rewards = np.concatenate([rewards, found])
            values[alive] = means = rewards[:, alive].mean(axis=0)
            best = int(alive[np.argmax(means)]) if len(rewards) >= _BATCH else 0
            errors = (rewards[:, alive] - rewards[:, [best]]).std(axis=0) / np.sqrt(len(rewards))
            if len(rewards) >= 2 * _BATCH:
                alive = alive[means + _SURE * errors >= means.max()]
    return Tried(values, best, playouts, playouts * horizon)
