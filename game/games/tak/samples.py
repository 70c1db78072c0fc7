"""Tak: positions worth looking into with a search."""

from plyground.core.game import Sample

SAMPLES = (
    Sample(
        "Three by three",
        "An opening with the order of moves written, by value or by rank.",
        "alphabeta",
        {"depth": 2, "order": "rank"},
        options={"size": 3},
        moves=("a1", "c3"),
    ),
    Sample(
        "Games at random",
        "Monte Carlo tree search learns by playing games out.",
        "mcts",
        {"iterations": 60},
        options={"size": 3},
    ),
)
