"""Prints until nobody can hold it."""


def make_move(random, time, configuration, game_state):
    while True:
        print("x" * 100_000)
