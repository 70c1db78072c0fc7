"""Calls somebody who knows the game better."""

import socket


def make_move(random, time, configuration, game_state):
    socket.socket(socket.AF_INET, socket.SOCK_STREAM).connect(("192.0.2.1", 80))
    return "Down"
