"""Exit status 1 with one sentence for a refusal, 2 for wrong usage, and never a traceback."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plyground import commands
from tests.commands.support import ROOT, command, program


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("moves", "chess"), "There is no game called “chess”"),
        (("best", "othello", "--bot", "nobody"), "There is no bot called “nobody”"),
        (("moves", "othello", "--option", "size=5"), "The option size is one of"),
        (("moves", "othello", "--option", "colour=red"), "There is no option “colour”"),
        (("moves", "othello", "--option", "size"), "Options are written name=value"),
        (("best", "othello", "--bot", "minimax:budget=0"), "goes from 1 to 1,000,000"),
        (("moves", "othello", "--position", "X"), "."),
        (("moves", "othello", "--position", "@no/such/file"), "no/such/file cannot be read"),
        (("moves", "othello", "--position", ""), "The position is empty."),
        (("play", "othello", "d3", "d3"), "d3"),
        (("play", "othello", "d3", "--bot", "nobody"), "There is no bot called “nobody”"),
        (("play", "othello", "castle"), "castle"),
        (("best", "camel", "--position", "7x7 3,6,8 2,6,8 - 1 9"), "The game is over"),
        (("match", "camel", "random", "random", "--position", "7x7 3,6,8 2,6,8 - 1 9"), "The game is over"),
        (("convert", "othello", "no/such/file", "--to", "ggf"), "no/such/file cannot be read"),
        (("review", "-"), "The text is empty; there is no game in it."),
        (("exercise", "check", "no/such/file", "minimax", "othello"), "no/such/file cannot be read: No such file"),
        (("exercise", "check", "tests", "minimax", "othello"), "tests cannot be read: Is a directory."),
        (("bench", "no_such_benchmark"), "no_such_benchmark"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_refusal_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    for as_json in ((), ("--json",)):
        ran = command(*words, *as_json)
        assert ran.returncode == 1
        assert ran.stdout == ""
        assert sentence in ran.stderr
        assert len(ran.stderr.splitlines()) == 1
        assert ran.stderr.rstrip().endswith(".")


@pytest.mark.parametrize(
    "words",
    [
        ("chess",),
        ("solve",),
        ("solve", "othello", "--seconds", "0"),
        ("perft", "othello"),
        ("perft", "othello", "-1"),
        ("perft", "othello", "deep"),
        ("best", "othello", "--seconds", "0"),
        ("best", "othello", "--seconds", "nan"),
        ("best", "othello", "--within", "inf"),
        ("solve", "othello", "--seconds", "inf"),
        ("match", "othello", "random", "random", "--sprt", "nan", "5"),
        ("match", "othello", "random", "random", "--clock", f"{'9' * 400}+0"),
        ("strength", "match", "othello", "random", "hare", "--cpu", "nan"),
        ("icfp", "9001:lambda.json:2", "--patience", "nan"),
        ("play", "othello", "d3", "--seat", "9"),
        ("match", "othello", "random"),
        ("match", "othello", "random", "random", "--clock", "ten"),
        ("match", "othello", "random", "random", "--games", "0"),
        ("convert", "othello", "-"),
        ("games", "--no-such-flag"),
    ],
    ids=" ".join,
)
def test_wrong_usage_has_status_2(words: tuple[str, ...]) -> None:
    ran = command(*words)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr


def test_the_program_itself_gives_these_statuses() -> None:
    refused = program("moves", "chess")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("There is no game called “chess”")
    assert program("moves").returncode == 2


def test_a_reader_that_goes_away_is_no_failure() -> None:
    command = f"{sys.executable} -m game games | head -c 1"
    ran = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ran.stderr == ""


def test_a_full_disk_is_told_in_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "game", "games"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (ran.returncode, ran.stderr) == (1, "Not all could be written: No space left on device.\n")


def test_another_pipe_that_breaks_is_no_reader_that_went_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def talk(*_: object, **__: object) -> None:
        raise BrokenPipeError("a line to a server")

    monkeypatch.setattr(commands.cli, "main", talk)
    with pytest.raises(BrokenPipeError, match="a line to a server"):
        commands._run(["games"])
