"""Answers its second move, but not in time."""

import time as clock

from plyground.camel import list_valid_moves

turns = 0


def make_move(random, time, configuration, game_state):
    global turns
    turns += 1
    if turns == 2:
        clock.sleep(time() + 0.05)
    return list_valid_moves(configuration, game_state)[0]
