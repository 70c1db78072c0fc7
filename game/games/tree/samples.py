"""Decision trees: positions worth looking into with a search."""

from plyground.core.game import Sample

SAMPLES = (
    Sample(
        "One cut",
        "The smallest tree in which alpha-beta leaves a leaf out.",
        "alphabeta",
        {"depth": 0},
        position="a 0 ( a 6 o 12 ( a 3 a 7 ) )",
    ),
    Sample(
        "Deep cuts",
        "Four plies: alpha and beta are handed down, and never flow upwards.",
        "alphabeta",
        {"depth": 0},
        position="a 0 ( o 3 ( a 5 a 8 ( o 6 o 9 o 2 ) a 4 ( o 7 o -3 ) ) "
        "o 6 ( a 2 ( o 1 o 4 ) a 9 a 5 ( o 8 o 3 ) ) o 1 ( a 4 ( o 2 o 6 ) a 7 ( o 9 o 1 ) ) )",
    ),
    Sample(
        "Finished moves and ceilings",
        "Deepening that never looks again at what is settled.",
        "deepening",
        position="a 0 ( a 6 ( o 3 ( a 9 a 2 ) o 5 ) o 12 ( a 3 ( o 1 o 8 ) a 7 ) o 4 ( a 4 a 1 ) )",
    ),
    Sample(
        "A tree from a seed",
        "Grown at random; another seed grows another.",
        "alphabeta",
        {"depth": 0},
        options={"seed": 7, "plies": 4, "branching": 3},
    ),
)
