"""What a search may know of Crazy Camel: two units to score positions in, and an order of moves.

Both rest on the masters' shortest paths to their goal rows, found with flood fills that move whole sets of tiles; the
other master does not stand in the way of a path.
"""

from __future__ import annotations

from typing import Any

from plyground.core import kernels
from plyground.core.kernels import implements
from plyground.core.knowledge import Unit
from plyground.games.camel import words
from plyground.games.camel.moves import PASS, landing, move_axis, move_x, move_y
from plyground.games.camel.paths import distance, goal_row, openings, steps_to
from plyground.games.camel.position import Position, WidePosition

PATH, PATH_CAMELS = range(2)
"""The numbers of the units, in the order in which they are declared."""

CAMEL_IN_HAND = 0.7
THE_MOVE = 0.5
"""What a camel in hand and the right to move are worth, in steps. With these, minimax at budget 3,000 won 82 of 120
games against itself with the path difference alone; 0.4 to 1.0 for the camel and 0 to 1 for the move did about as well.
"""

PRICE_OF_CAMEL = 0.6
"""What placing a camel must gain to look as good as standing still, in steps."""

UNITS = (
    Unit(
        "path", "Path difference", "How many steps shorter the own master's shortest path is than the other's.", "steps"
    ),
    Unit(
        "path_camels",
        "Path, camels and the move",
        f"The path difference, {CAMEL_IN_HAND} for each camel more in hand, and {THE_MOVE} for the side to move.",
        "steps",
    ),
)


@implements(kernels.evaluate, Position, WidePosition)
def evaluate(position: Any, seat: int, unit: int) -> float:
    """A score for ``seat`` in steps: ``PATH`` or ``PATH_CAMELS``."""
    across, below = openings(position)
    own = distance(position, seat, across, below)
    other = distance(position, 1 - seat, across, below)
    score = float(other - own)
    if unit == PATH_CAMELS:
        more = position.first_camels - position.second_camels
        score += CAMEL_IN_HAND * float(-more if seat else more)
        score += THE_MOVE if position.seat == seat else -THE_MOVE
    return score


@implements(kernels.rank, Position, WidePosition)
def rank(position: Any, move: int) -> float:
    """The gain in path difference that a legal move brings, less the price of a camel that it uses up.

    Steps along a shortest path come before camels that lengthen the other path by one, and after those that lengthen
    it by two or more; steps that lead nowhere come before camels that gain nothing.
    """
    if move == PASS:
        return 0.0
    across, below = openings(position)
    seat = position.seat
    own = distance(position, seat, across, below)
    if move < PASS:
        target = words.tile(across, landing(position, move))
        return float(own - steps_to(target, goal_row(position, seat), across, below))
    other = distance(position, 1 - seat, across, below)
    slot = words.tile(across, move_y(move) * words.stride(across) + move_x(move))
    if move_axis(move) == 1:
        below = below & ~(slot | words.right(slot))
    else:
        across = across & ~(slot | words.down(slot))
    gained = distance(position, 1 - seat, across, below) - other
    lost = distance(position, seat, across, below) - own
    return float(gained - lost) - PRICE_OF_CAMEL
