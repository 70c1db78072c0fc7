"""The levels of Crazy Camel that people choose from, and how they are measured (docs/strength.md)."""

from __future__ import annotations

from plyground.core.knowledge import Ladder, Level

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
