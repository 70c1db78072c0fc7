"""A bot with NumPy and Numba for any game: it reads a line of JSON for each turn and answers with a move.

This one plays at random; "position" is the text of the position, which the rules' page describes. A function with
@njit(cache=True) that is called once while the file is loaded is compiled when the bot is handed in; one that calls
itself cannot be kept in this way.
"""

import json
import sys

import numpy as np
from numba import njit


@njit(cache=True)
def pick(worths):
    """The place of the largest number."""
    return np.argmax(worths)


pick(np.zeros(1))
chance = np.random.default_rng(0)


def choose(position, legal):
    """Choose one of the legal moves; they are None where there are too many to list."""
    return legal[pick(chance.random(len(legal)))] if legal else "pass"


for line in sys.stdin:
    message = json.loads(line)
    if "start" in message:
        chance = np.random.default_rng(message["start"]["seed"])  # the same seed, the same game
        print(json.dumps({"ready": ["position"]}), flush=True)
    elif "turn" in message:
        print(json.dumps({"move": choose(message["turn"]["position"], message["turn"]["legal"])}), flush=True)
    else:
        break
