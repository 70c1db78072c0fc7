"""Each rogue gets the verdict it has earned, and its opponent the win."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from plyground.sandbox.bubblewrap import Bubblewrap
from plyground.sandbox.contract import MEGABYTE, Bounds
from tests.competitions.playing import built_in, code, play
from tools.benchmarks.rogues import DANGEROUS, FOLDER, VERDICTS

HARMLESS = sorted(set(VERDICTS) - DANGEROUS)
BOUNDS = Bounds(memory_bytes=128 * MEGABYTE, error_bytes_in_all=2 * MEGABYTE).as_json()

WAITED_FOR = {"endless_loop": 2.0, "late": 2.5, "endless_start": 0.5, "silent": 0.5}
"""The clocks of those that fall by it, with room for a busy machine where they must get to a move; the others fall by
what they do."""


def against(rogue: str, folder: Path, confinement: str) -> dict[str, Any]:
    """A game of the rogue in the second seat."""
    folder = folder / "rogue"
    folder.mkdir(mode=0o755)
    shutil.copy(FOLDER / f"{rogue}.py", folder)
    bot = {"kind": "upload", "folder": str(folder), "command": None, "name": rogue}
    clock = {"base": WAITED_FOR.get(rogue, 60.0), "increment": 0.05}
    return play(built_in(), bot, game="camel", clock=clock, confinement=confinement, bounds=BOUNDS, most_moves=40)


def earned(record: dict[str, Any], rogue: str) -> None:
    expected, move = VERDICTS[rogue]
    verdict = record["verdicts"][1]
    assert (code(record, 1), verdict["move"]) == (expected, move), (verdict, record["logs"][1])
    assert code(record, 0) == "fair"
    assert record["logs"][0] == ""
    if expected != "fair":
        assert record["reason"] == "failed"
        assert record["ranks"] == [1, 2]
        assert record["points"] == [1, 0]
        assert verdict["sentence"] in record["sentence"]
    assert len(record["logs"][1]) < 40_000


@pytest.mark.parametrize("rogue", HARMLESS)
def test_a_rogue_without_a_sandbox(tmp_path: Path, rogue: str) -> None:
    earned(against(rogue, tmp_path, "none"), rogue)


@pytest.mark.parametrize("rogue", sorted(VERDICTS))
def test_a_rogue_in_a_sandbox(tmp_path: Path, rogue: str) -> None:
    earned(against(rogue, tmp_path, Bubblewrap.name), rogue)


def test_the_sentence_says_which_move_and_why(tmp_path: Path) -> None:
    record = against("illegal", tmp_path, "none")
    sentence = record["verdicts"][1]["sentence"]
    assert sentence.startswith("It played “H 77 3” at its move 2, which is not allowed: ")
    assert len(sentence) > len("It played “H 77 3” at its move 2, which is not allowed: ") + 10


def test_the_trace_is_in_the_authors_log_and_nowhere_else(tmp_path: Path) -> None:
    record = against("crash_at_init", tmp_path, "none")
    assert record["verdicts"][1]["sentence"] == "It crashed with KeyError before its first move."
    log = record["logs"][1]
    assert "secret_plan" in log
    assert "_host.py" not in log
    record["logs"] = []
    assert "secret_plan" not in str(record)
