"""Plays a Python file inside its confinement: ``main.py FILE``.

It says hello first, so that starting Python and the confinement is not charged to the bot. Run it as
``python -P -s -S main.py …``: then nothing in the bot's folder can stand in for the standard library before the hello.
"""

import importlib
import json
import os
import sys


def main(path: str) -> None:
    """Say hello and be the bot until the game ends."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    host = importlib.import_module("plyground._host")
    lines, answers = host.take_over()
    host.load_rules()
    answers.write(json.dumps({"hello": 1}).encode() + b"\n")
    host.serve(path, lines, answers)


if __name__ == "__main__":
    main(sys.argv[1])
