"""Leaves in the middle of the game."""

import os

from plyground.camel import list_valid_moves

turns = 0


def make_move(random, time, configuration, game_state):
    global turns
    turns += 1
    if turns == 2:
        os._exit(0)
    return list_valid_moves(configuration, game_state)[0]
