"""What a file does wrong is a sentence at its line, whatever it does; and the command tells the same."""

# ruff: noqa: E501

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from plyground.commands.exercise import command
from plyground.core import registry
from plyground.exercises.watching import Watched, Watcher
from tools.benchmarks._mistakes import MINIMAX


def watched(source: str, watcher: Watcher) -> Watched:
    """A run of ``minimax`` two plies ahead from the start of a game."""
    game = registry.game("othello")
    options = dict(game.options({}))
    return watcher.watch(source, game, game.initial(options), options, "minimax", [["state", 2, 0]], seconds=2)


HEAD = "def minimax(state, depth, seat):\n"
BAD = {
    "no Python": ("def minimax(:\n    pass\n", 1, "SyntaxError"),
    "no such function": ("def other(): pass\n", 0, "no function minimax"),
    "never ends": (HEAD + "    while True:\n        pass\n", 2, "time was up"),
    "never ends, and hides it": (HEAD + "    while True:\n        try:\n            x = 1\n        except BaseException:\n            pass\n", 0, "time was up"),
    "calls itself for ever": (HEAD + "    return minimax(state, depth, seat)\n", 0, "calls itself without end"),
    "takes all memory": (HEAD + "    return [0] * 10**10\n", 2, "memory"),
    "asks the network": (HEAD + "    import socket\n    socket.create_connection(('127.0.0.1', 80))\n", 3, "not permitted"),
    "reads the disk": (HEAD + "    return open('/etc/passwd').read()\n", 2, "Error"),
    "changes the state": (HEAD + "    state.seat = 1\n", 2, "never changes"),
    "plays a number": (HEAD + "    return state.play(3)\n", 2, "A move is a text"),
    "plays what is illegal": (HEAD + "    return state.play('a1')\n", 2, "not a legal move"),
    "ends the process": (HEAD + "    import os\n    os._exit(0)\n", 0, "ended before its function did"),
    "writes into the answer": (HEAD + "    import os\n    for each in range(3, 20):\n        try:\n            os.write(each, b'{\"rows\": 1}\\n')\n        except OSError:\n            pass\n", 0, "into the answer"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_at_its_line(name: str, watcher: Watcher) -> None:
    source, line, sentence = BAD[name]
    found = watched(source, watcher)
    assert found.problem is not None
    assert sentence in found.problem
    if line:
        assert found.line == line


def test_a_megabyte_of_print_goes_to_the_log(watcher: Watcher) -> None:
    found = watched(HEAD + "    print('x' * 1_000_000)\n    return 0\n", watcher)
    assert found.problem is None
    assert found.answers == [{"number": 0.0}]
    assert 0 < len(found.log) <= 8_000


def test_too_many_steps_end_the_run(watcher: Watcher) -> None:
    found = watched(HEAD + "    while True:\n        state.moves\n", watcher)
    assert found.full or found.problem is not None


def test_every_call_is_heard(watcher: Watcher) -> None:
    found = watched(MINIMAX, watcher)
    assert [each for each, _line in found.functions] == ["minimax"]
    assert found.path(2) == ("d3", "c3")
    kinds = {row.kind for row in found.rows}
    assert kinds == {"e", "r", "m", "o", "p", "v"}
    lines = MINIMAX.splitlines()
    assert all("evaluate" in lines[row.line - 1] for row in found.rows if row.kind == "v")
    assert all("play" in lines[row.line - 1] for row in found.rows if row.kind == "p")


def test_the_command_checks_a_file(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(MINIMAX)
    wrong.write_text(MINIMAX.replace("depth == 0", "depth <= 1"))
    run = CliRunner().invoke
    assert "minimax" in run(command, ["list", "othello"]).output
    assert "def minimax(state, depth, seat):" in run(command, ["begin", "minimax"]).output
    passed = run(command, ["check", str(right), "minimax", "othello"])
    assert passed.exit_code == 0, passed.output
    assert "1 ply, " in passed.output
    assert "2 plies, " in passed.output
    failed = run(command, ["check", str(wrong), "minimax", "othello", "--json"])
    assert failed.exit_code == 1 or json.loads(failed.output)["passed"] is False
    assert "You looked no further" in failed.output
