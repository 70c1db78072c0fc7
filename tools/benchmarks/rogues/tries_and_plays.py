"""Tries all it can think of before each move, writes down how that went, and plays on by the rules."""

import os
import socket
import subprocess

from plyground.camel import list_valid_moves


def read():
    with open("/etc/passwd") as file:
        file.read()


def fork():
    if os.fork() == 0:
        os._exit(0)


def connect():
    socket.create_connection(("127.0.0.1", 22), timeout=1)


def write():
    with open("/bot/bot.py" if os.path.exists("/bot") else __file__, "a") as file:
        file.write("\n")


def run():
    subprocess.run(["/bin/true"])


def signal():
    os.kill(os.getppid(), 0)


def make_move(random, time, configuration, game_state):
    for attempt in (read, fork, connect, write, run, signal):
        try:
            attempt()
        except (OSError, RuntimeError) as error:
            print("denied", attempt.__name__, type(error).__name__)
        else:
            print("came through", attempt.__name__)
    moves = list_valid_moves(configuration, game_state)
    return moves[min(int(random() * len(moves)), len(moves) - 1)]
