"""``ladder``: the rungs are measured as matches and written into a page that keeps the other games' tables."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

from plyground.bots import _levels, _ratings
from plyground.commands import _ladder
from plyground.competitions.ranking.elo import Score
from plyground.core import folders, knowledge, registry
from plyground.core.knowledge import Knowledge, Ladder, Level
from tests.commands.support import asked, command

OTHELLO = registry.game("othello")
SMALL = Ladder(
    (
        Level("Random", "random", "Any legal move."),
        Level("Minimax 3,000", "minimax:budget=40", "The usual opponent."),
    ),
    openings=2,
    options={"size": 4},
)


@pytest.fixture
def small_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(knowledge, "_declared", {OTHELLO.position_classes[0]: Knowledge(ladder=SMALL)})
    monkeypatch.setattr(_ladder, "REPORT", tmp_path / "strength.md")
    shutil.copy(_ratings.FILE, tmp_path / "ratings.json")
    monkeypatch.setattr(_ratings, "FILE", tmp_path / "ratings.json")
    monkeypatch.setattr(_ratings, "_kept", cache(_ratings._kept.__wrapped__))
    return tmp_path / "strength.md"


def written(page: str) -> dict[str, dict[str, list[int]]]:
    """The ratings that the tables of a page tell, by the games' titles."""
    found: dict[str, dict[str, list[int]]] = {}
    for part in page.split("\n## ")[1:]:
        rows = re.findall(r"\| `([^`]+)` \|.*\| (\d+)(?: ± (\d+))? \| [\d.]* ?\|\n", part)
        found[part.partition("\n")[0]] = {bot: [int(rating), int(error or 0)] for bot, rating, error in rows}
    return found


def test_the_ratings_of_the_levels_are_those_that_were_written_down() -> None:
    tables = written((folders.HOME / "docs" / "strength.md").read_text(encoding="utf-8"))
    kept = json.loads(_ratings.FILE.read_text(encoding="utf-8"))
    assert kept == {game: tables[registry.game(game).spec.title] for game in kept}
    for game in kept:
        rated = [
            level.title for level in _levels.ladder(registry.game(game)).levels if _ratings.rating(game, level.bot)
        ]
        assert len(rated) >= 7, f"{game}: {rated}"


def test_a_level_is_measured_against_the_one_below(small_ladder: Path) -> None:
    found = asked("ladder", "othello", "--games", "8", "--seed", "3", "--write")
    again = asked("ladder", "othello", "--games", "8", "--seed", "3")
    (rung,) = found["rungs"]
    assert (rung["level"], rung["below"]) == ("minimax-3000", "random")
    assert rung["wins"] + rung["draws"] + rung["losses"] == 8
    assert rung["low"] < rung["share"] <= rung["high"] + 1e-9
    for name in ("wins", "draws", "losses", "elo"):
        assert again["rungs"][0][name] == rung[name], "the same seed plays the same games"
    page = small_ladder.read_text(encoding="utf-8")
    assert f"| Minimax 3,000 | `minimax:budget=40` | {rung['share']:.0%} |" in page
    assert "size 4, 2 random plies first, seed 3" in page


def test_the_page_keeps_other_games_and_names_weak_rungs(small_ladder: Path) -> None:
    low, high = SMALL.levels
    even = _ladder.Rung(low, high, Score(5, 0, 5), 0.01)
    _ladder.write(OTHELLO, SMALL.levels, [even], 10, 1)
    _ladder.write(registry.game("camel"), SMALL.levels, [_ladder.Rung(low, high, Score(10, 0, 0), 0.01)], 10, 1)
    _ladder.write(OTHELLO, SMALL.levels, [even], 10, 2)
    page = small_ladder.read_text(encoding="utf-8")
    assert page.count("\n## ") == 2
    assert "seed 2" in page.split("## Othello")[1]
    assert "Below 65%, or not surely above half: Minimax 3,000." in page.split("## Othello")[1]
    assert "not surely" not in page.split("## Othello")[0]


def test_wilsons_interval_holds_the_textbook_figures() -> None:
    low, high = _ladder.wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert round(_ladder.wilson(1.0, 10)[0], 4) == 0.7225


def test_refusals() -> None:
    for words, sentence in ((("othello", "--only", "genius"), "no level"), (("chess",), "no game")):
        ran = command("ladder", *words)
        assert ran.returncode == 1
        assert sentence in ran.stderr
