"""How firmly sites hang together for each of two punters: the effective resistance of a network of rivers.

Each free river is a wire of resistance one, each own river one without resistance, and each river of the other none at
all. The effective resistance between two sites falls with every further way between them and grows with their length,
so it tells how hard it is to cut them apart: in games on ``random-60-7`` 95 of 100 pairs with a resistance of up to
0.5 were joined in the end, 40 of those around 1, and 5 of those around 2. It is read from the inverse of the network's
Laplacian (D. J. Klein and M. Randić, Resistance distance, 1993), which a claim changes by a matrix of rank one
(J. Sherman and W. J. Morrison, 1950), so that what each river does costs no more than looking at the sites.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plyground.core.kernels import jitable
from plyground.games.punter.kernels import bet_worth, label_parts
from plyground.games.punter.knowledge.kernels import worth_of_parts
from plyground.games.punter.position import Position

LEAST_HALF, FROM, RISE = 0.87, 0.86, 7.0
"""The resistance at which a site is as likely joined to a mine as not: the least, and by how much it rises with the
rivers for each that two trees over all sites would need, from so many on. With two such trees, whoever joins sites gets
all of them, whatever the other cuts (A. Lehman, A solution of the Shannon switching game, 1964). By logistic regression
over games of the draws it is 0.8 to 0.95 on maps with at most 0.86 of these rivers, 1.3 on ``sierpinski-3`` (0.99),
1.35 on ``triangle-4`` (1.07) and 1.8 on ``triangle-6`` (1.17). In 60 games each at 0.012 s a move, a least of 0.8 or
0.95 has 52 and 49 % of ``random-40-4``, 48 and 46 of ``grid-6x6``; a rise of 3.5 against 2.7 has 57 of ``triangle-4``
and 58 of ``triangle-5``, 5 against 3.5 50, 58, and 67 of ``sierpinski-3``, 7 against 5 55 of ``triangle-4`` and 63 of
``sierpinski-3``."""
_FAR = 4.0
"""Pairs with more than so many times ``half_of`` are left out: they would count with less than a four-thousandth."""
_LEAK = 1e-3
"""Each site leads to the ground with so little, so that what is cut apart has a (large) resistance, too."""
_LEAST = 1e-5
"""What is left at least of one less the resistance of a river, which no other way goes around."""
_NONE = 1e-9
"""What lies between parts that are joined, but for rounding."""


class Network(NamedTuple):
    """Both punters' networks for a compiled search, at each ply of it.

    Sites that a punter's rivers join are one part. ``inverse[ply, p]`` is the inverse of punter p's Laplacian, in the
    first ``parts[p]`` rows and columns; ``near[p, i]`` and ``far[p, i]`` are the parts at the ends of the i-th free
    river, ``rivers[i]`` on the map, ``free[i]`` while nobody has taken it in the search. ``worth[p, m, part]`` is what
    mine m pays p for a part, ``mines[p, m]`` the part of that mine, ``owed[p]`` what p's bets cost if none is met.
    ``swing[ply, i]`` is what a river is worth to both together. ``scale`` is one over ``half_of``.
    """

    inverse: Any
    parts: Any
    near: Any
    far: Any
    rivers: Any
    free: Any
    worth: Any
    mines: Any
    owed: Any
    swing: Any
    scale: Any


def half_of(position: Position) -> float:
    """The resistance at which two sites of this map are as likely joined in the end as not."""
    needed = 2 * max(1, len(position.board.mine_at) - 1)
    return LEAST_HALF + RISE * max(0.0, len(position.claimed) / needed - FROM)


def network_of(position: Position, plies: int) -> Network:
    """The networks of a game of two punters, with room for a search of so many plies."""
    board = position.board
    mines = len(board.mines)
    rivers = (position.claimed < 0).nonzero()[0].astype(np.int64)
    labels = np.empty((2, len(board.mine_at)), dtype=np.int32)
    parts = np.array([label_parts(position, seat, labels[seat]) for seat in (0, 1)], dtype=np.int64)
    most = int(parts.max())
    inverse = np.zeros((plies + 1, 2, most, most))
    worth = np.zeros((2, mines, most))
    owed = np.zeros(2)
    for seat in (0, 1):
        size = int(parts[seat])
        near, far = labels[seat][board.ends[rivers]].T
        laplacian = np.eye(size) * _LEAK
        for one, other, sign in ((near, near, 1.0), (far, far, 1.0), (near, far, -1.0), (far, near, -1.0)):
            np.add.at(laplacian, (one, other), sign)
        inverse[0, seat, :size, :size] = np.linalg.inv(laplacian)
        paid = np.zeros((most, mines))
        worth_of_parts(position, seat, labels[seat], paid)
        worth[seat] = paid.T
        owed[seat] = sum(bet_worth(position, mine, site) for mine, site in enumerate(position.bets[seat]) if site >= 0)
    near, far = np.moveaxis(labels[:, board.ends[rivers]].astype(np.int64), 2, 0)
    free = np.ones(len(rivers), dtype=np.bool_)
    swing = np.zeros((plies + 1, len(rivers)))
    at = labels[:, board.mines].astype(np.int64)
    return Network(inverse, parts, near, far, rivers, free, worth, at, owed, swing, 1.0 / half_of(position))


@jitable
def _between(inverse: Any, one: Any, other: Any) -> Any:
    """The effective resistance between two parts."""
    return inverse[one, one] + inverse[other, other] - 2.0 * inverse[one, other]


@jitable
def _bent(across: Any, joins: Any) -> Any:
    """What a river, with so much resistance between its ends, adds to that of others for the square of what they drop
    across it, once it is the punter's, or lost."""
    if across < _NONE:
        return 0.0
    return -1.0 / across if joins else 1.0 / max(1.0 - across, _LEAST)


@jitable
def _drop(inverse: Any, near: Any, far: Any, size: Any, drops: Any) -> None:
    """Write the drop of voltage between two parts for a current into each part."""
    for part in range(size):
        drops[part] = inverse[near, part] - inverse[far, part]


@jitable
def _against(resistance: Any) -> Any:
    """The odds against two parts being joined in the end, by their resistance in units of ``half_of``."""
    square = resistance * resistance
    return square * square * square


@jitable
def expected(network: Any, ply: Any, seat: Any, river: Any, joins: Any) -> Any:
    """The score that a punter may expect with the i-th free river, or once it is lost."""
    inverse = network.inverse[ply, seat]
    near, far = network.near[seat, river], network.far[seat, river]
    bent = _bent(_between(inverse, near, far), joins)
    total = -network.owed[seat]
    for mine in range(network.mines.shape[1]):
        at = network.mines[seat, mine]
        for part in range(network.parts[seat]):
            paid = network.worth[seat, mine, part]
            if paid > 0.0:
                drop = inverse[near, at] - inverse[far, at] - inverse[near, part] + inverse[far, part]
                resistance = _between(inverse, at, part) + bent * drop * drop
                total += paid / (1.0 + _against(resistance * network.scale))
    return total


@jitable
def add_swings(network: Any, ply: Any, seat: Any, pairs: Any, values: Any, drops: Any) -> None:
    """Add to ``network.swing[ply]`` what a punter may expect with each free river more than without it.

    ``pairs``, ``values`` and ``drops`` are room for numbers: the pairs of mine and part that are neither joined nor too
    far apart, their resistance and worth, and the drops of voltage at all parts."""
    inverse = network.inverse[ply, seat]
    size = network.parts[seat]
    count = 0
    for mine in range(network.mines.shape[1]):
        at = network.mines[seat, mine]
        for part in range(size):
            paid = network.worth[seat, mine, part]
            resistance = _between(inverse, at, part) * network.scale
            if paid > 0.0 and _NONE < resistance < _FAR:
                pairs[0, count], pairs[1, count] = at, part
                values[0, count], values[1, count] = resistance, paid
                count += 1
    for river in range(len(network.rivers)):
        near, far = network.near[seat, river], network.far[seat, river]
        across = _between(inverse, near, far)
        if not network.free[river] or across < _NONE:
            continue
        _drop(inverse, near, far, size, drops)
        joined, lost = _bent(across, True) * network.scale, _bent(across, False) * network.scale
        total = 0.0
        for pair in range(count):
            drop = drops[pairs[0, pair]] - drops[pairs[1, pair]]
            drop *= drop
            one, other = _against(values[0, pair] + joined * drop), _against(values[0, pair] + lost * drop)
            total += values[1, pair] * (other - one) / ((1.0 + one) * (1.0 + other))
        network.swing[ply, river] += total


@jitable
def take(network: Any, ply: Any, seat: Any, river: Any, drops: Any) -> None:
    """Write the inverses of the next ply, in which a punter has the i-th free river, and the other cannot have it."""
    for punter in range(2):
        inverse, following = network.inverse[ply, punter], network.inverse[ply + 1, punter]
        size = network.parts[punter]
        near, far = network.near[punter, river], network.far[punter, river]
        bent = _bent(_between(inverse, near, far), punter == seat)
        _drop(inverse, near, far, size, drops)
        for one in range(size):
            scaled = bent * drops[one]
            for other in range(size):
                following[one, other] = inverse[one, other] + scaled * drops[other]
