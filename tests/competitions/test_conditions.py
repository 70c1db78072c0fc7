"""What is told of a competition to those who take part: its board, limits and pairing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plyground.competitions.presentation import conditions
from plyground.competitions.settings import EventSettings, changed
from plyground.core import folders, registry
from plyground.core.messages import translated
from plyground.web.languages import Languages
from tests.competitions.events import open_store


def told(folder: Path, game: str, options: dict[str, Any], **settings: Any) -> dict[str, str]:
    store = open_store(folder)
    seats = registry.game(game).seat_count(options)
    made = store.create("Cup", game, options, changed(EventSettings(), settings, seats), 3)
    store.close()
    return dict(conditions.told(made))


def test_board_limits_and_pairing_are_told(tmp_path: Path) -> None:
    options = {"board_width": 5, "board_height": 5, "starting_camels": 3}
    found = told(
        tmp_path, "camel", options, pairing="swiss", rounds=4, memory=64, languages="c", most_moves=6, bonus="1=3,2-4=1"
    )
    assert found["Crazy Camel"] == "5 × 5, 3 camels"
    assert found["Clock"] == "10 s + 1 s a turn; on the ladder 2 s + 0.1 s a turn"
    assert found["Pairing"] == "4 Swiss rounds"
    assert found["A bot may have"].startswith("64 MB of memory, 16 MB for files, ")
    assert found["Languages"] == "C"
    assert found["Longest game"] == "drawn after 6 moves"
    assert found["Bonus for places"] == "1: 3, 2–4: 1"
    assert "Final" not in found
    german = Languages([folders.PACKAGE / "translations"]).known["de"].catalogue
    assert translated(found["A bot may have"], german).startswith("64 MB Speicher, 16 MB für Dateien, ")


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("camel", {"board_width": 6, "edge_blocks_jump": False}, "Board width: 6, Edge blocks the jump: no"),
        ("othello", {"size": "4", "start": "parallel"}, "Board size: 4, Start: parallel"),
    ],
)
def test_options_that_have_no_name_are_told_one_by_one(
    game: str, options: dict[str, Any], words: str, tmp_path: Path
) -> None:
    assert told(tmp_path, game, options)[registry.game(game).spec.title] == words


@pytest.mark.parametrize("game", [each for each in registry.games() if registry.game(each).seat_count() > 1])
def test_every_game_tells_its_usual_options(game: str, tmp_path: Path) -> None:
    assert all(words for words in told(tmp_path, game, {}).values())
