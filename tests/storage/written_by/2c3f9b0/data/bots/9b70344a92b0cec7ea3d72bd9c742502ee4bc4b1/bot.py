# Bot 1
from plyground.camel import list_valid_moves


def make_move(random, time, configuration, game_state):
    moves = list_valid_moves(configuration, game_state)
    return moves[int(random() * (len(moves) - 1))]
