"""Plays a Python file inside its confinement: ``main.py FILE GAME``.

It says hello first, so that starting Python, the confinement and the game's rules is not charged to the bot. Run it as
``python -P -s -S main.py …``: then nothing in the bot's folder can stand in for the standard library before the hello.
``main.py --check`` looks at the start of every game that its input names; ``main.py FILE GAME --watch`` runs one
function of the file and tells all that it does, ``--learn`` plays games by what the file counts.
"""

import importlib
import json
import os
import sys

_OTHERS = {"--watch": "plyground._watching", "--learn": "plyground._learning"}


def main(words: list[str]) -> None:
    """Say hello and be the bot until the game ends."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    host = importlib.import_module("plyground._host")
    if words[0] == "--check":
        json.dump(host.check(json.load(sys.stdin)), sys.stdout)
        return
    lines, answers = host.take_over()
    host.rules_of(words[1])
    other = next((other for word, other in _OTHERS.items() if word in words[2:]), None)
    serves = host if other is None else importlib.import_module(other)
    answers.write(json.dumps({"hello": 1}).encode() + b"\n")
    serves.serve(words[0], lines, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
