"""Has none of the functions that a bot must have."""


def best_move(state):
    return "Down"
