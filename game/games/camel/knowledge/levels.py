"""The levels of Crazy Camel that people choose from, and how they are measured (docs/strength.md)."""

from __future__ import annotations

from plyground.core.knowledge import Ladder, Level, provide_ladder
from plyground.games.camel.position import Position, WidePosition

provide_ladder(
    (Position, WidePosition),
    Ladder(
        (
            Level(
                "random",
                "Random",
                "random",
                "Plays any legal move. For a first try, or to see how the game can go wrong.",
            ),
            Level(
                "beginner",
                "Beginner",
                "hare:budget=30,blind=true,haste=30,slips=60",
                "Knows where to go, but slips often and sees no threat.",
            ),
            Level(
                "learner",
                "Learner",
                "hare:budget=30,haste=30,slips=30",
                "Plays hastily and slips now and then.",
            ),
            Level(
                "casual",
                "Casual",
                "hare:budget=30,haste=20,slips=15",
                "Hardly looks ahead and slips once in a while.",
            ),
            Level(
                "minimax-3000",
                "Minimax 3,000",
                "minimax",
                "Looks a few moves ahead and answers at once. The usual opponent.",
            ),
            Level(
                "hare-1000",
                "Hare 1,000",
                "hare:budget=1000",
                "Looks three moves ahead with an eye for the shortest paths.",
            ),
            Level(
                "hare-7000",
                "Hare 7,000",
                "hare:budget=7000",
                "Looks five moves ahead.",
            ),
            Level(
                "hare-50000",
                "Hare 50,000",
                "hare:budget=50000",
                "Looks seven moves ahead and plays exactly once few camels are left.",
            ),
            Level(
                "hare",
                "Hare",
                "hare:seconds=0.25",
                "The strongest: everything that is known here, a quarter of a second a move.",
            ),
        ),
        openings=4,
    ),
)
