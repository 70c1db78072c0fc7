"""Random games driven from Python, beside OpenSpiel's where it is installed (pip install open_spiel)."""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import plyground
from tools.benchmarks._registry import Row, benchmark

_BATCH = 1000
_SECONDS = 3.0
_GAMES: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("othello", {}, "othello", "Othello"),
    ("camel", {"max_plies": 400}, "quoridor(board_size=7)", "Crazy Camel 7x7 with 8 camels, Quoridor 7x7"),
)  # fmt: skip


def _batches(game: plyground.Game) -> int:
    """Play a batch of random games to their ends; gives the plies."""
    chance = np.random.default_rng()
    batch, plies = plyground.Batch(game, _BATCH), 0
    rows = np.arange(_BATCH)
    while True:
        moves, counts = batch.legal_moves()
        going = counts > 0
        if not going.any():
            return plies
        picked = (chance.random(_BATCH) * counts).astype(np.int64)
        batch = batch.play(np.where(going, moves[rows, picked], -1))
        plies += int(going.sum())


def _positions(game: plyground.Game) -> int:
    """Play one random game by texts; gives its plies."""
    here, plies = game.start, 0
    while moves := here.legal_moves:
        here = here.play(random.choice(moves))
        plies += 1
    return plies


def _open_spiel(game: Any) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        plies += 1
    return plies


def _speed(play: Callable[[], int], games: int) -> tuple[float, float]:
    """Games and plies in a second of processor time."""
    play()
    begun, played, plies = time.process_time(), 0, 0
    while time.process_time() - begun < _SECONDS:
        plies += play()
        played += games
    seconds = time.process_time() - begun
    return played / seconds, plies / seconds


@benchmark("random-games", measures="game/core game/interface game/games")
def random_games() -> list[Row]:
    """Whole random games played from Python, in a second of processor time of one thread, 3 s each, side by side.

    A batch is 1,000 games at once, moves drawn by NumPy and checked; one position at a time takes and gives texts.
    OpenSpiel is driven as its documentation shows (legal_actions, apply_action); its rows are there only if it is
    installed.
    """
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        spiel = None
    rows = []
    for game_id, options, theirs, title in _GAMES:
        game = plyground.game(game_id, **options)
        ways = [("batch", partial(_batches, game), _BATCH), ("one position at a time", partial(_positions, game), 1)]
        if spiel is not None:
            ways.append(("OpenSpiel", partial(_open_spiel, spiel.load_game(theirs)), 1))
        found = [(name, *_speed(play, games)) for name, play, games in ways]
        for name, games, plies in found:
            rows.append(Row(f"{title}: {name}, games", games, "games/s"))
            rows.append(Row(f"{title}: {name}, plies", plies, "plies/s"))
        if spiel is not None:
            ratio = found[0][2] / found[-1][2]
            rows.append(Row(f"{title}: plies of a batch against OpenSpiel", ratio, "times", "at least 1"))
    return rows
