"""The levels of Othello that people choose from, and how they are measured (docs/strength.md)."""

from __future__ import annotations

from plyground.core.knowledge import Ladder, Level

LADDER = Ladder(
    (
        Level("Random", "random", "Plays any legal move. For a first try, or to see how the game can go wrong."),
        Level("Minimax 100", "minimax:budget=100", "Greedy: counts discs a move or two ahead, as beginners do."),
        Level("Minimax 3,000", "minimax", "Counts discs a few moves ahead and answers at once. The usual opponent."),
        Level("Intuition", "intuition", "Plays what looks good at first sight: it knows what corners are worth."),
        Level("Hare 50", "hare:budget=50", "Knows the patterns of good play, but hardly looks ahead."),
        Level("Hare 200", "hare:budget=200", "Knows the patterns and looks about two moves ahead."),
        Level("Hare 1,000", "hare:budget=1000", "Looks three or four moves ahead and plays few discs exactly."),
        Level("Hare 7,000", "hare:budget=7000", "Looks five or six moves ahead."),
        Level("Hare 50,000", "hare:budget=50000", "Looks eight moves ahead and plays the last twelve or so exactly."),
        Level(
            "Hare", "hare:seconds=0.25", "The strongest: everything that is known here, a quarter of a second a move."
        ),
    ),
    openings=8,
)
