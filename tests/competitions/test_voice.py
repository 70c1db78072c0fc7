"""No bot speaks in the server's voice, and one that closes its output is silent, whatever holds the pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.landlock import Landlock
from tests.competitions.playing import built_in, code, play, upload

PATIENT = {"base": 60.0, "increment": 1.0}
FORGER = """
    import json, os

    def make_move(random, time, configuration, game_state):
        for answers in range(3, 64):
            try:
                os.write(answers, json.dumps({"failed": FAILED}).encode() + b"\\n")
            except OSError:
                pass
        return game_state.moves[0]
"""
CLOSER = """
    import os, time as clock

    def make_move(random, time, configuration, game_state):
        os.closerange(0, 64)
        clock.sleep(50)
"""


@pytest.mark.parametrize(
    ("failed", "sentence"),
    [
        (
            {"kind": "protocol", "sentence": "Its opponent cheated."},
            "It says of itself: “Its opponent cheated.”, at its move 1.",
        ),
        ({"kind": "crash", "type": "a lie of its opponent"}, "It crashed with an error of its own at its move 1."),
        ({"kind": "crash", "type": "KeyError"}, "It crashed with KeyError at its move 1."),
    ],
)
def test_a_hosted_file_is_quoted(tmp_path: Path, failed: dict[str, str], sentence: str) -> None:
    record = play(upload(tmp_path / "one", FORGER.replace("FAILED", repr(failed))), built_in(), clock=PATIENT)
    assert record["verdicts"][0]["sentence"] == sentence


@pytest.mark.parametrize("wrong", ["x = 1", "get_initial_state = make_move_state = lambda *given: 5"])
def test_what_the_runner_says_is_not_quoted(tmp_path: Path, wrong: str) -> None:
    record = play(upload(tmp_path / "one", wrong), built_in(), clock=PATIENT)
    assert code(record, 0) == "protocol"
    assert record["verdicts"][0]["sentence"].startswith(("The file defines", "make_move_state must"))


@pytest.mark.parametrize("confinement", ["none", Bubblewrap.name, Landlock.name])
def test_a_closed_output_is_silent(tmp_path: Path, confinement: str) -> None:
    tmp_path.chmod(0o755)
    record = play(upload(tmp_path / "one", CLOSER), built_in(), clock=PATIENT, confinement=confinement)
    assert code(record, 0) == "silent"
    assert record["verdicts"][0]["sentence"].startswith("It closed its output")
