"""Starts a bot inside its confinement: ``main.py python FILE`` plays a Python file, ``main.py run COMMAND…`` others.

It says hello first, so that starting Python and the confinement is not charged to the bot. Run it as
``python -P -s -S main.py …``: then nothing in the bot's folder can stand in for the standard library before the hello.
"""

import importlib
import json
import os
import sys

HELLO = 1
NOT_STARTED = 127


def run(command: list[str]) -> None:
    """Become the program."""
    if "/" not in command[0] and os.path.isfile(command[0]):
        command = ["./" + command[0], *command[1:]]
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]} cannot be run: {error.strerror}", file=sys.stderr, flush=True)
        os._exit(NOT_STARTED)


def main(words: list[str]) -> None:
    """Say hello and be the bot until the game ends."""
    hello = json.dumps({"hello": HELLO}).encode() + b"\n"
    if words[0] == "run":
        os.write(1, hello)
        run(words[1:])
        return
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    host = importlib.import_module("plyground._host")
    lines, answers = host.take_over()
    answers.write(hello)
    host.serve(words[1], lines, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
