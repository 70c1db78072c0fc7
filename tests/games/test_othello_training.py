"""Othello's training: same seed, same weights, also after an interruption; and the shipped file beside its record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from plyground.commands import cli
from plyground.core import knowledge
from plyground.games.othello import GAME
from plyground.games.othello.knowledge import margins, patterns, weights
from plyground.games.othello.knowledge.training import fit, run, selfplay
from plyground.games.othello.position import DARK, LIGHT, make

LARGEST_FILE = 4_000_000


def test_the_shipped_weights_are_those_of_their_record() -> None:
    record = json.loads(weights.record_path(weights.SHIPPED).read_text(encoding="utf-8"))
    free = weights.read_free(weights.SHIPPED)
    assert weights.checksum(free) == record["checksum"]
    assert free.size == record["free_weights"]
    assert weights.SHIPPED.stat().st_size <= LARGEST_FILE
    training = knowledge.of(GAME).training
    assert training is not None
    assert (record["seed"], record["command"].split()[-1]) == (training.seed, str(training.positions))
    loaded = weights.load()
    assert loaded.shape == (patterns.WEIGHTS + margins.ROWS * margins.DEPTHS,)
    assert loaded.dtype == np.int16
    assert loaded.flags.c_contiguous


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    free = np.random.default_rng(2).integers(-32000, 32000, (patterns.STAGES, weights.sharing()[1])).astype(np.int16)
    path = tmp_path / "deeper" / "some.npz"
    figures = np.arange(margins.ROWS * margins.DEPTHS, dtype=np.int16).reshape(margins.ROWS, margins.DEPTHS)
    weights.save(path, free, figures, {"seed": 5})
    assert (weights.read_free(path) == free).all()
    assert (weights.read_deviations(path) == figures).all()
    assert json.loads(weights.record_path(path).read_text())["checksum"] == weights.checksum(free)
    np.savez_compressed(path, low=np.zeros((2, 2), np.uint8), high=np.zeros((2, 2), np.uint8))
    with pytest.raises(ValueError, match="shape"):
        weights.read_free(path)


def play(games: int, seed: int) -> tuple[Any, Any, Any]:
    """The positions of some games without trained weights."""
    return selfplay.play_games(np.array([seed], dtype=np.uint64), games, run.DEPTH, run.SOLVED_AT)


def best_result(text: str, alpha: int = -64, beta: int = 64) -> int:
    """The mover's discs under perfect play, by the rules alone."""
    position = GAME.parse_position(text)
    moves = GAME.legal_moves(position)
    if not moves:
        returns = GAME.returns(position)
        assert returns is not None
        return int(returns[position.mover])
    for move in moves:
        after = GAME.position_text(GAME.play(position, move))
        alpha = max(alpha, -best_result(after, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def test_results_of_self_play_are_exact_near_the_end() -> None:
    boards, results, _ = play(12, 3)
    empties = 64 - fit.discs(boards)
    assert empties.max() <= 60 - selfplay.FIRST_RANDOM
    late = np.flatnonzero((empties >= 3) & (empties <= 5))
    assert len(late) > 20
    for index in late[::2]:
        own, other = boards[index]
        text = GAME.position_text(make(own, other, 8, DARK))
        assert best_result(text) == results[index]
        assert best_result(GAME.position_text(make(other, own, 8, LIGHT))) == results[index]


def test_games_vary_with_the_seed_alone() -> None:
    first, again, another = play(3, 1), play(3, 1), play(3, 2)
    assert (first[0] == again[0]).all()
    assert (first[1] == again[1]).all()
    assert first[0].tobytes() != another[0].tobytes()


def test_targets_lean_on_what_the_searches_found_until_a_game_is_solved() -> None:
    boards, results, searched = play(6, 4)
    whole, blended = np.empty(len(results), dtype=np.float32), np.empty(len(results), dtype=np.float32)
    selfplay.blended(boards, results, searched, 1.0, whole)
    assert (whole == results).all()
    selfplay.blended(boards, results, searched, 0.5, blended)
    starts = np.diff(fit.discs(boards), append=0) < 0  # the last position of each game
    for row in range(len(results)):
        if searched[row] == selfplay.UNSEARCHED or starts[row]:
            assert blended[row] == results[row]
        else:
            assert blended[row] == pytest.approx(searched[row] / 200 - blended[row + 1] / 2, abs=1e-4)
    assert (searched != selfplay.UNSEARCHED).sum() > 100


def quiet(title: str, done: int, of: int) -> None:
    """Nobody listens."""


def test_a_training_that_was_interrupted_gives_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "PASSES", 2)
    monkeypatch.setattr(run, "SEARCHED", 4)
    monkeypatch.setattr(run, "GAMES_IN_BATCH", 5)
    whole = run.run(4, 1000, 2, tmp_path / "one", tmp_path / "one.npz", quiet)
    heard: list[str] = []

    def interrupt(title: str, done: int, of: int) -> None:
        heard.append(title)
        if title.startswith("games of round 3") and done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.run(4, 1000, 1, tmp_path / "two", tmp_path / "two.npz", interrupt)
    assert not (tmp_path / "two.npz").exists()
    made = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "two").rglob("round-*")}
    assert {"round-1-weights.npz", "round-2-weights.npz", "round-3-batch-00000.npz"} <= made.keys()
    resumed = run.run(4, 1000, 1, tmp_path / "two", tmp_path / "two.npz", quiet)
    left = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "two").rglob("round-*")}
    assert made.items() <= left.items()
    assert resumed.positions == whole.positions > 500
    assert resumed.error == whole.error > 0
    assert (weights.read_free(whole.path) == weights.read_free(resumed.path)).all()
    assert np.abs(weights.read_free(whole.path)).max() > 0


def test_the_command_trains_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit, "PASSES", 1)
    monkeypatch.setattr(run, "SEARCHED", 4)
    out = tmp_path / "own.npz"
    words = ["train", "othello", "--positions", "1000", "--seed", "6", "--out", str(out), "--folder", str(tmp_path)]
    answer = CliRunner().invoke(cli, [*words, "--json"])
    assert answer.exit_code == 0, answer.output
    data = json.loads(answer.stdout)
    began = json.loads(weights.record_path(out).read_text())["began_with"]
    assert began["checksum"] == weights.checksum(weights.read_free(weights.SHIPPED))
    changed = weights.read_free(out) != weights.read_free(weights.SHIPPED)
    assert 0.001 < changed.mean() < 0.5
    assert data["positions"] > 500
    assert data["error"] > 0
    assert data["seconds"] > 0
    assert json.loads(weights.record_path(out).read_text())["seed"] == 6
