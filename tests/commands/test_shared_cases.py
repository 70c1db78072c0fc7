"""The cases of the shared data through the command line: Tak's perft rows, Lambda Punter's scorings and whole games.

The decision trees of the same folder are in ``test_tree.py``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.support import asked, command

SHARED = Path(__file__).resolve().parents[3] / "shared"


def rows(name: str, field: str) -> list[dict[str, Any]]:
    """A list of cases, empty where the folder is absent."""
    file = SHARED / "data" / name
    return list(json.loads(file.read_text(encoding="utf-8"))[field]) if file.exists() else []


def the_map(name: str) -> Any:
    return next(json.loads(path.read_text(encoding="utf-8")) for path in (SHARED / "maps").rglob(name))


@pytest.mark.parametrize("row", rows("tak_perft.json", "positions"), ids=lambda row: f"{row['size']} {row['tps'][:16]}")
def test_perft_of_tak(row: dict[str, Any]) -> None:
    situation = ("--option", f"size={row['size']}", "--position", row["tps"])
    for depth, count in row["perft"].items():
        assert asked("perft", "tak", depth, *situation)["nodes"] == count
    assert command("perft", "tak", "2", *situation).stdout.splitlines()[-1] == str(row["perft"]["2"])


def test_perft_of_tak_from_the_start_of_five_by_five() -> None:
    assert command("perft", "tak", "5", "--option", "size=5").stdout == "187855252\n"


@pytest.mark.parametrize("case", rows("punter_cases.json", "scoring"), ids=lambda case: case["name"])
def test_scores_of_punter(case: dict[str, Any]) -> None:
    given = case.get("map") or the_map(case["map_file"])
    text = json.dumps({"map": given, "rivers": case["rivers"], "futures": case["futures"]})
    assert asked("score", "-", stdin=text)["scores"] == case["scores"]


@pytest.mark.parametrize("case", rows("punter_cases.json", "replays"), ids=lambda case: case["name"])
def test_whole_games_of_punter(case: dict[str, Any], tmp_path: Path) -> None:
    game = {name: case[name] for name in ("punters", "settings", "futures", "moves")}
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**game, "map": the_map(case["map_file"])}), encoding="utf-8")
    told = asked("score", str(file))
    assert told["scores"] == case["scores"]
    assert told["finished"]
    assert case["final_credit"] in (None, told["credits"])
    assert case["final_options"] in (None, told["options_left"])
    shown = [line.split()[1].replace(",", "") for line in command("score", str(file)).stdout.splitlines()[1:]]
    assert shown == [str(score) for score in case["scores"]]
