"""Forgets to return its move."""


def make_move(random, time, configuration, game_state):
    print("I have a plan")
