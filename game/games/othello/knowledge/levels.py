"""The levels of Othello that people choose from, and how they are measured (docs/strength.md)."""

from __future__ import annotations

from plyground.core.knowledge import Ladder, Level, provide_ladder
from plyground.games.othello.position import OthelloPosition

provide_ladder(
    (OthelloPosition,),
    Ladder(
        (
            Level(
                "random",
                "Random",
                "random",
                "Plays any legal move. For a first try, or to see how the game can go wrong.",
            ),
            Level(
                "minimax-100",
                "Minimax 100",
                "minimax:budget=100",
                "Greedy: counts discs a move or two ahead, as beginners do.",
            ),
            Level(
                "minimax-3000",
                "Minimax 3,000",
                "minimax",
                "Counts discs a few moves ahead and answers at once. The usual opponent.",
            ),
            Level(
                "intuition",
                "Intuition",
                "intuition",
                "Plays what looks good at first sight: it knows what corners are worth.",
            ),
            Level(
                "hare-50",
                "Hare 50",
                "hare:budget=50",
                "Knows the patterns of good play, but hardly looks ahead.",
            ),
            Level(
                "hare-200",
                "Hare 200",
                "hare:budget=200",
                "Knows the patterns and looks about two moves ahead.",
            ),
            Level(
                "hare-1000",
                "Hare 1,000",
                "hare:budget=1000",
                "Looks three or four moves ahead and plays few discs exactly.",
            ),
            Level(
                "hare-7000",
                "Hare 7,000",
                "hare:budget=7000",
                "Looks five or six moves ahead.",
            ),
            Level(
                "hare-50000",
                "Hare 50,000",
                "hare:budget=50000",
                "Looks eight moves ahead and plays the last twelve or so exactly.",
            ),
            Level(
                "hare",
                "Hare",
                "hare:seconds=0.25",
                "The strongest: everything that is known here, a quarter of a second a move.",
            ),
        ),
        openings=8,
    ),
)
