"""A training of one of Tak's boards leaves the others as they are, and says what it began with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from plyground.games.tak.knowledge import MODEL, evaluation, features
from plyground.games.tak.position import SIZES
from plyground.search.learning.model import load, record_path
from plyground.search.learning.training import training
from tests.commands.support import command


def test_one_board_is_trained_alone_and_the_record_goes_back_to_the_first(tmp_path: Path) -> None:
    quick = training("", 1, 1000, replace(MODEL, games=40, nodes=10))
    assert quick.starts == MODEL.starts
    trained = quick.run(1, 400, 2, tmp_path, tmp_path / "won.npz", lambda *_: None, ({"size": 6, "komi": 2.0},))
    before, after = evaluation.weights(), load(trained.path, MODEL.size)
    assert (before[MODEL.evaluation :] == after[MODEL.evaluation :]).all(), "the order of moves is not learnt here"
    present, learnt = (
        each[: MODEL.evaluation].reshape(-1, features.STAGES, features.FEATURES) for each in (before, after)
    )
    changed = [board for board, before in enumerate(present) if (before != learnt[board]).any()]
    assert changed == [SIZES.index(6)]
    record = json.loads(record_path(trained.path).read_text(encoding="utf-8"))
    assert record["starts"] == [{"size": 6, "komi": 2.0}]
    assert record["command"] == "plyground train tak --option size=6 --option komi=2.0 --seed 1 --positions 400"
    assert record["began_with"] == json.loads(record_path(evaluation.FILE).read_text(encoding="utf-8"))


def test_a_board_that_is_not_learnt_is_refused() -> None:
    refused = command("train", "tak", "--option", "size=3")
    assert refused.returncode == 1
    assert "Tak is trained with size=5; size=6 komi=2.0; size=4; size=7; size=8." in refused.stderr
    refused = command("train", "othello", "--moves")
    assert refused.returncode == 1
    assert "The order of moves of Othello is not learnt." in refused.stderr
