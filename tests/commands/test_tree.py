"""``plyground tree``: the fields that other programs rely on, the words for people, and the refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.support import asked, command, program

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "decision_trees.json"
CASES: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["cases"] if DATA.exists() else []


def test_alpha_beta_in_written_order_is_the_default(tmp_path: Path) -> None:
    file = tmp_path / "tree.txt"
    file.write_text("- a 0\n  - a 6\n  - o 12\n    - a 3\n    - a 7\n", encoding="utf-8")
    ran = program("tree", str(file), "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["value"], found["line"], found["kind"], found["steps"]) == (6, [0], "exact", 4)
    assert found["visited_leaves"] == [[0], [1, 0]]
    assert found["skipped_leaves"] == [[1, 1]]


def test_the_words_for_people() -> None:
    assert command("tree", stdin=TREE).stdout.splitlines() == [
        "Value 6, by the line 0.",
        "4 nodes entered, 2 leaves visited: 0 1.0",
        "1 leaf skipped: 1.1",
    ]
    assert "nothing to choose" in command("tree", stdin="a 7").stdout


def test_minimax_depth_order_and_steps() -> None:
    whole = asked("tree", "--search", "minimax", stdin=TREE)
    assert (whole["value"], whole["moves"], whole["skipped_leaves"], whole["steps"]) == (6, [0], [], 5)
    near = asked("tree", "--depth", "1", stdin=TREE)
    assert (near["value"], near["line"], near["kind"]) == (12, [1], "estimate")
    assert asked("tree", "--order", "value", stdin=TREE)["visited_leaves"] == [[1, 0], [1, 1], [0]]
    stopped = asked("tree", "--steps", "2", stdin=TREE)
    assert (stopped["value"], stopped["complete"], stopped["steps"]) == (6, False, 2)
    assert asked("tree", "--steps", "1", stdin=TREE)["value"] is None


def test_deepening_tells_its_root_table() -> None:
    text = "a 0 ( o 7 ( a 4 a 2 ) o 5 ( a 8 a 9 ) o 6 )"
    found = asked("tree", "--search", "deepening", stdin=text)
    assert (found["value"], found["line"], found["steps"], found["iterations"]) == (8, [1, 0], 13, 2)
    assert found["root_log"][-1] == {"iteration": 1, "event": "partial-dropped-at-once", "arm": 0, "value": 2}
    words = command("tree", "--search", "deepening", stdin=text).stdout.splitlines()
    assert words[2:] == [
        "iteration 0: move 0 open at 2",
        "iteration 0: move 2 finished at 6",
        "iteration 0: move 1 open at 8",
        "iteration 1: move 1 finished at 8",
        "iteration 1: move 0 deleted at once, at most 2",
    ]
    stopped = asked("tree", "--search", "deepening", "--steps", "3", stdin=text)
    assert (stopped["line"][:1], stopped["complete"], stopped["steps"]) == ([0], False, 3)
    near = asked("tree", "--search", "deepening", "--depth", "1", stdin=text)
    assert (near["value"], near["line"], near["root_log"], near["kind"]) == (7, [0], [], "estimate")
    low = asked("tree", "--search", "deepening", stdin="o 0 ( a 3 ( o 9 ) o 5 )")
    assert (low["value"], low["line"]) == (5, [1])


def test_refusals_are_one_sentence() -> None:
    ran = command("tree", stdin="a 0 ( a 6")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "Line 1, column 10: the text ends here; expected ) for the ( in line 1, column 5.\n"
    assert command("tree", "no-such-file").returncode == 1
    assert command("tree", "--search", "magic", stdin=TREE).returncode == 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_checked_cases(case: dict[str, Any]) -> None:
    whole = asked("tree", "--search", "minimax", stdin=case["text"])
    wanted, plain = case["expect"], case.get("plain_left_to_right")
    assert (whole["value"], whole["moves"]) == (wanted["value"], wanted["first_moves"])
    assert whole["line"] in (wanted["lines"] or [[]])
    assert whole["skipped_leaves"] == []
    cut = asked("tree", stdin=case["text"])
    assert cut["value"] == whole["value"]
    assert cut["line"][:1] in ([move] for move in wanted["first_moves"]) or not wanted["first_moves"]
    for field in ("value", "visited_leaves", "skipped_leaves"):
        assert plain is None or cut[field] == plain[field], field
    deep = asked("tree", "--search", "deepening", stdin=case["text"])
    assert deep["value"] == whole["value"]
    for field, wanted in (
        ("root_log", "root_log"),
        ("iterations", "iterations"),
        ("line", "line"),
        ("steps", "step_calls"),
    ):
        assert deep[field] == case.get(f"deepening_{wanted}", deep[field])
    for row in case.get("by_lookahead_plies", []):
        deeper = asked("tree", "--search", "deepening", "--depth", str(row["plies"]), stdin=case["text"])
        assert deeper["value"] == row["value"]
        assert deeper["line"][0] in row["best_first_moves"]
        near = asked("tree", "--search", "minimax", "--depth", str(row["plies"]), stdin=case["text"])
        assert (near["value"], near["moves"]) == (row["value"], row["best_first_moves"])
