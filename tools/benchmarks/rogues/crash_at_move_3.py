"""Plays two good moves and breaks down at the third."""

from plyground.camel import list_valid_moves

turns = 0


def make_move(random, time, configuration, game_state):
    global turns
    turns += 1
    return list_valid_moves(configuration, game_state)[3 - turns - 1 if turns < 3 else 10**6]
