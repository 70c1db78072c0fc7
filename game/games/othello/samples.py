"""Othello: positions worth looking into with a search."""

from plyground.core.game import Sample

SAMPLES = (
    Sample(
        "The first moves",
        "Four moves that are one by symmetry: how much does alpha-beta save?",
        "alphabeta",
        {"depth": 3},
    ),
    Sample(
        "Six squares left",
        "The end of a small game, looked at to the last disc.",
        "alphabeta",
        {"depth": 0},
        position="-XXXOXX--OXX--OX O",
        options={"size": 4},
    ),
    Sample("A budget divided", "Each move gets an equal share of what may be looked at.", "budget", {"budget": 60}),
)
