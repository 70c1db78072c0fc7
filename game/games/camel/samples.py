"""Crazy Camel: positions worth looking into with a search."""

from plyground.core.game import Sample

SAMPLES = (
    Sample(
        "The smallest crossing",
        "Three tiles by three, one camel each.",
        "alphabeta",
        {"depth": 2},
        options={"board_width": 3, "board_height": 3, "starting_camels": 1},
    ),
)
