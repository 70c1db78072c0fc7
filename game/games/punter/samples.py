"""Lambda Punter: positions worth looking into with a search."""

from plyground.core.game import Sample

SAMPLES = (
    Sample(
        "Three punters",
        "Max^n: everybody takes what is best for themselves.",
        "maxn",
        {"depth": 3},
        options={"map": "path-5", "punters": 3},
    ),
)
