"""Thinks for ever."""


def make_move(random, time, configuration, game_state):
    while True:
        pass
