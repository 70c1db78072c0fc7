"""What a search may know of Crazy Camel beyond its rules, and the exercise's own functions over our rules."""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, Ladder, Level, declare
from plyground.games.camel.knowledge.kernels import PATH, PATH_CAMELS, UNITS
from plyground.games.camel.knowledge.strength import STRENGTH
from plyground.games.camel.position import Position, WidePosition

__all__ = ["PATH", "PATH_CAMELS"]

LADDER = Ladder(
    (
        Level("Random", "random", "Plays any legal move. For a first try, or to see how the game can go wrong."),
        Level(
            "Beginner",
            "hare:budget=30,blind=true,haste=30,slips=60",
            "Knows where to go, but slips often and sees no threat.",
        ),
        Level("Learner", "hare:budget=30,haste=30,slips=30", "Plays hastily and slips now and then."),
        Level("Casual", "hare:budget=30,haste=20,slips=15", "Hardly looks ahead and slips once in a while."),
        Level("Minimax 3,000", "minimax", "Looks a few moves ahead and answers at once. The usual opponent."),
        Level("Hare 1,000", "hare:budget=1000", "Looks three moves ahead with an eye for the shortest paths."),
        Level("Hare 7,000", "hare:budget=7000", "Looks five moves ahead."),
        Level(
            "Hare 50,000", "hare:budget=50000", "Looks seven moves ahead and plays exactly once few camels are left."
        ),
        Level(
            "Hare", "hare:seconds=0.25", "The strongest: everything that is known here, a quarter of a second a move."
        ),
    ),
    openings=4,
)

declare((Position, WidePosition), Knowledge(units=UNITS, strength=STRENGTH, ladder=LADDER))
