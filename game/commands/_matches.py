"""Plays bots against each other: colours paired, both games of a pair from one random opening, in several processes."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Generator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from game.bots import _thinking, _warming
from game.core import entries, registry
from game.core.bot import Player
from game.core.errors import Refusal
from game.core.game import Game

_OPENING_TRIES = 100
_CLOCK_SHARE, _INCREMENT_SHARE = 1 / 30, 0.8
"""What a bot that cannot plan its time may use of its clock for one move."""


@dataclass(frozen=True)
class Task:
    """One game to play: ``bots`` are texts by seat, ``entrants`` their numbers in the match; plain data, since it
    travels to another process. ``clock`` is the base and the increment in seconds, or None."""

    number: int
    game: str
    options: Mapping[str, Any]
    start: str
    bots: tuple[str, str]
    entrants: tuple[int, int]
    limits: Mapping[str, Any]
    opening_plies: int
    opening_seed: str
    seed: str
    clock: tuple[float, float] | None


@dataclass(frozen=True)
class Played:
    """A finished game: all moves (the first ``opening`` were random), its returns by seat, why it ended, and the
    seconds and moves that each seat thought."""

    number: int
    entrants: tuple[int, int]
    opening: int
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    reason: str
    ending: str
    seconds: tuple[float, float]
    choices: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        """One entry of ``games`` in the JSON of a match; ``seats`` are the bots' numbers by seat."""
        return {
            "seats": list(self.entrants),
            "opening": self.opening,
            "moves": list(self.moves),
            "returns": list(self.returns),
            "reason": self.reason,
            "ending": self.ending,
        }


def tasks(
    game: str,
    options: Mapping[str, Any],
    start: str,
    bots: tuple[str, ...],
    games: int,
    limits: Mapping[str, Any],
    openings: int,
    seed: int,
    clock: tuple[float, float] | None,
) -> list[Task]:
    """``games`` games for each two of the bots; consecutive ones share an opening and swap seats."""
    found: list[Task] = []
    for one, other in combinations(range(len(bots)), 2):
        for index in range(games):
            seats = (one, other) if index % 2 == 0 else (other, one)
            pair = f"{seed}:{one}:{other}:{index // 2}"
            found.append(
                Task(
                    len(found), game, options, start, (bots[seats[0]], bots[seats[1]]), seats, limits, openings, pair,
                    f"{pair}:{index % 2}", clock,
                )
            )  # fmt: skip
    return found


def play_all(todo: list[Task], jobs: int) -> Generator[Played, None, None]:
    """Play the games, in this process or in ``jobs`` fresh ones; yields each as it ends."""
    if jobs == 1:
        yield from map(play_one, todo)
        return
    pool = ProcessPoolExecutor(min(jobs, len(todo)), mp_context=multiprocessing.get_context("spawn"))
    try:
        for finished in as_completed([pool.submit(play_one, task) for task in todo]):
            yield finished.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@dataclass
class _Running:
    """The state of one game being played."""

    position: Any
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    choices: list[int] = field(default_factory=lambda: [0, 0])
    left: list[float] = field(default_factory=list)


def play_one(task: Task) -> Played:
    """Play one game to its end. A bot that fails or moves illegally loses, as one whose clock runs out does."""
    entries.use_compiled(True)
    game = registry.game(task.game)
    start = game.parse_position(task.start, task.options)
    players = [registry.parse_player(text, game) for text in task.bots]
    for player in players:
        _warming.load(player, start)
    opening = _opening(game, start, task.opening_plies, random.Random(task.opening_seed))
    running = _Running(game.replay(start, opening)[-1], list(opening))
    if task.clock is not None:
        running.left = [task.clock[0], task.clock[0]]
    rngs = [random.Random(f"{task.seed}:{seat}") for seat in range(2)]
    memories: list[dict[str, Any]] = [{}, {}]
    lost: tuple[int, str, str] | None = None
    while lost is None and game.returns(running.position) is None:
        seat = game.to_move(running.position)
        lost = _move(game, task, running, players[seat], seat, rngs[seat], memories[seat])
    returns = game.returns(running.position)
    if lost is not None:
        returns, reason, ending = (-1.0, 1.0) if lost[0] == 0 else (1.0, -1.0), lost[1], lost[2]
    else:
        reason, ending = "rules", game.ending(running.position) or ""
    assert returns is not None
    return Played(
        task.number, task.entrants, len(opening), tuple(running.moves), returns, reason, ending,
        (running.seconds[0], running.seconds[1]), (running.choices[0], running.choices[1]),
    )  # fmt: skip


def _opening(game: Game[Any, Any], start: Any, plies: int, rng: random.Random) -> list[str]:
    """Random legal moves after which the game goes on; fewer where the game may be too short for so many."""
    for _ in range(_OPENING_TRIES):
        position, moves = start, list[str]()
        while len(moves) < plies and (legal := game.legal_moves(position)):
            move = rng.choice(legal)
            moves.append(game.move_text(position, move))
            position = game.play(position, move)
        if game.returns(position) is None:
            return moves
    return _opening(game, start, plies - 1, rng)


def _move(
    game: Game[Any, Any],
    task: Task,
    running: _Running,
    player: Player,
    seat: int,
    rng: random.Random,
    memory: dict[str, Any],
) -> tuple[int, str, str] | None:
    """Let the player move; the seat that lost by it, the reason and a sentence if that went wrong."""
    limits = dict(task.limits)
    if task.clock is not None:
        running.left[seat] += task.clock[1]
        share = running.left[seat] * _CLOCK_SHARE + task.clock[1] * _INCREMENT_SHARE
        limits["seconds"] = min(limits.get("seconds") or share, share)
    begin = time.perf_counter()
    try:
        choice = _thinking.think(player, running.position, rng, limits, memory=memory)
        move = game.require(running.position, choice.move)
    except Refusal as refusal:
        return seat, "failed", f"{player.text} made a move that is refused: {refusal}"
    except Exception as error:  # a bot's mistake is its own loss and never the match's end
        return seat, "failed", f"{player.text} failed: {type(error).__name__}: {error}"
    used = time.perf_counter() - begin
    running.seconds[seat] += used
    running.choices[seat] += 1
    if task.clock is not None:
        running.left[seat] -= used
        if running.left[seat] < 0:
            return seat, "time", f"{player.text} ran out of time."
    running.moves.append(game.move_text(running.position, move))
    running.position = game.play(running.position, move)
    return None
