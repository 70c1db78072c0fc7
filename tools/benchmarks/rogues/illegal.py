"""Plays one good move and then one that is not on the board."""

from plyground.camel import list_valid_moves

turns = 0


def make_move(random, time, configuration, game_state):
    global turns
    turns += 1
    return list_valid_moves(configuration, game_state)[0] if turns == 1 else "H 77 3"
