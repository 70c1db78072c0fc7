"""Matches between bots, in several processes: seats change round, and the games of a round share an opening.

Two seats make pairs of games for each two of the bots; more seats make tables at which all of them sit.
"""

from __future__ import annotations

import math
import multiprocessing
import random
import time
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from plyground.bots import _thinking, _warming
from plyground.competitions.ranking.elo import Score
from plyground.competitions.refereeing.openings import opening
from plyground.core import compiled_calls, registry
from plyground.core.bot import Limits, Player, Way
from plyground.core.errors import BadOption, GameFinished, Refusal, UnfitBot
from plyground.core.game import Game as Rules
from plyground.engines import processor, versions
from plyground.engines.bot import EngineBot
from plyground.engines.wire import EngineFault
from plyground.interface.positions import Game, Position, bounded

_CLOCK_SHARE, _INCREMENT_SHARE = 1 / 30, 0.8
"""What a bot that cannot plan its time may use of its clock for one move."""


@dataclass(frozen=True)
class Task:
    """One game to play: ``bots`` are texts by seat, ``entrants`` their numbers in the match; plain data, since it
    travels to another process. ``clock`` is the base and the increment in seconds, or None; ``opening`` are the moves
    that it begins with, None for ``opening_plies`` drawn by their seed. With the limit ``on_processor`` clocks count
    processor time."""

    number: int
    game: str
    options: Mapping[str, Any]
    start: str
    bots: tuple[str, ...]
    entrants: tuple[int, ...]
    limits: Mapping[str, Any]
    opening_plies: int
    opening_seed: str
    seed: str
    clock: tuple[float, float] | None
    opening: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Played:
    """A finished game: all moves (the first ``opening`` were random), its returns by seat, why it ended, and the
    seconds, the seconds of processor time and the moves that each seat thought."""

    number: int
    entrants: tuple[int, ...]
    opening: int
    moves: tuple[str, ...]
    returns: tuple[float, ...]
    reason: str
    ending: str
    seconds: tuple[float, ...]
    choices: tuple[int, ...]
    processor: tuple[float, ...]

    def as_json(self) -> dict[str, Any]:
        """One entry of ``games`` in the JSON of a match; ``seats`` are the bots' numbers by seat."""
        names = ("opening", "moves", "returns", "reason", "ending")
        return {"seats": self.entrants, **{name: getattr(self, name) for name in names}}


def seats_for(game: Rules[Any, Any], position: Any, bots: Sequence[str]) -> int:
    """How many seats a match of these bots has; raises ``UnfitBot``."""
    seats = game.seats_at(position)
    if seats < 2:
        raise UnfitBot(f"A match needs somebody to play against; this game of {game.spec.title} is for one.")
    if seats > 2 and len(bots) != seats:
        raise UnfitBot(f"This game has {seats} seats; name a bot for each, the same more than once if you like.")
    return seats


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
    seats: int = 2,
) -> list[Task]:
    """``games`` games for each two of the bots, or for all of them at one table of ``seats``; consecutive ones share an
    opening until everybody has had every seat."""
    found: list[Task] = []
    for table in [tuple(range(seats))] if seats > 2 else combinations(range(len(bots)), 2):
        for index in range(games):
            shift = index % len(table)
            entrants = (*table[shift:], *table[:shift])
            round_seed = f"{seed}:{':'.join(map(str, table))}:{index // len(table)}"
            found.append(
                Task(
                    len(found), game, options, start, tuple(bots[entrant] for entrant in entrants), entrants, limits,
                    openings, round_seed, f"{round_seed}:{shift}", clock,
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
    moves: list[str]
    seconds: list[float]
    choices: list[int]
    left: list[float]
    processor: list[float]


def play_one(task: Task) -> Played:
    """Play one game to its end. A bot that fails or moves illegally loses to all, as one whose clock runs out does."""
    compiled_calls.use_compiled(True)
    game = registry.game(task.game)
    start = game.parse_position(task.start, task.options)
    players = [parse_player(text, game, task.limits) for text in task.bots]
    for player in players:
        _warming.load(player, start)
        player.require_fit(start)
    begun = task.opening
    if begun is None:
        begun = tuple(opening(game, start, task.opening_plies, random.Random(task.opening_seed)))
    seats = len(players)
    left = [task.clock[0]] * seats if task.clock is not None else []
    running = _Running(
        game.replay(start, begun)[-1], list(begun), [0.0] * seats, [0] * seats, left, [0.0] * seats
    )  # fmt: skip
    rngs = [random.Random(f"{task.seed}:{seat}") for seat in range(seats)]
    memories = [_memory(task, seat, player) for seat, player in enumerate(players)]
    for seat, player in enumerate(players):
        _meet(game, task, player, seat, Way(task.options, start, tuple(begun)), rngs[seat], memories[seat])
    lost: tuple[int, str, str] | None = None
    while lost is None and game.returns(running.position) is None:
        seat = game.to_move(running.position)
        way = Way(task.options, start, tuple(running.moves))
        lost = _move(game, task, running, players[seat], seat, rngs[seat], memories[seat], way)
    returns = game.returns(running.position)
    if lost is not None:
        returns, reason, ending = tuple(-1.0 if seat == lost[0] else 1.0 for seat in range(seats)), lost[1], lost[2]
    else:
        reason, ending = "rules", game.ending(running.position) or ""
    assert returns is not None
    return Played(
        task.number, task.entrants, len(begun), tuple(running.moves), returns, reason, ending,
        tuple(running.seconds), tuple(running.choices), tuple(running.processor),
    )  # fmt: skip


def _move(
    game: Rules[Any, Any],
    task: Task,
    running: _Running,
    player: Player,
    seat: int,
    rng: random.Random,
    memory: dict[str, Any],
    way: Way,
) -> tuple[int, str, str] | None:
    """Let the player move; the seat that lost by it, the reason and a sentence if that went wrong."""
    limits = dict(task.limits)
    if task.clock is not None:
        running.left[seat] += task.clock[1]
    if task.clock is not None and player.bot.plans:
        limits |= {"left": running.left[seat], "increment": task.clock[1]}
    elif task.clock is not None:
        share = running.left[seat] * _CLOCK_SHARE + task.clock[1] * _INCREMENT_SHARE
        limits["seconds"] = min(limits.get("seconds") or share, share)
    if isinstance(player.bot, EngineBot):
        limits, player = _told(limits, player, task.bots[seat]), replace(player, limits={})
    before = _used(player)
    try:
        choice = _thinking.think(player, running.position, rng, limits, memory=memory, way=way)
        move = game.require(running.position, choice.move)
    except EngineFault as fault:
        return seat, "failed", fault.sentence
    except Refusal as refusal:
        return seat, "failed", f"{player.text} made a move that is refused: {refusal}"
    except Exception as error:  # a bot's mistake is its own loss and never the match's end
        return seat, "failed", f"{player.text} failed: {type(error).__name__}: {error}"
    used, spent = choice.seconds, _used(player) - before
    if isinstance(player.bot, EngineBot):
        _share(task.bots[seat]).add(used, spent)
    running.processor[seat] += spent
    running.seconds[seat] += used
    running.choices[seat] += 1
    if task.clock is not None:
        running.left[seat] -= spent if task.limits.get("on_processor") else used
        if running.left[seat] < 0:
            return seat, "time", f"{player.text} ran out of time."
    running.moves.append(game.move_text(running.position, move))
    running.position = game.play(running.position, move)
    return None


def parse_player(text: str, game: Rules[Any, Any], limits: Mapping[str, Any] | None = None) -> Player:
    """The player that a text names: a bot, or one of another version of the program, as ``hare@FOLDER``, which plays
    within these common limits. Raises ``UnknownBot``, ``UnfitBot`` or ``BadOption``."""
    if versions.split(text)[1]:
        return versions.player(text, game, limits or {})
    return registry.parse_player(text, game)


_lasting: dict[tuple[str, int], dict[str, Any]] = {}


def _memory(task: Task, seat: int, player: Player) -> dict[str, Any]:
    """A new memory for a game, or that of a bot whose process lasts."""
    if not player.bot.lasting:
        return {}
    return _lasting.setdefault((repr((task.bots[seat], task.limits)), task.entrants[seat]), {})


def _meet(
    game: Rules[Any, Any], task: Task, player: Player, seat: int, way: Way, rng: random.Random, memory: dict[str, Any]
) -> None:
    """Let an engine start before its time counts; what goes wrong is seen at its first turn."""
    if not isinstance(player.bot, EngineBot):
        return
    base, increment = task.clock or (None, 0.0)
    limits = Limits(seconds=task.limits.get("seconds"), left=base, increment=increment)
    with suppress(EngineFault):
        player.bot.meet(game, way, seat, limits, rng.randrange(2**31), memory)


def _used(player: Player) -> float:
    """Seconds of processor time used by what thinks for this player; only differences tell something."""
    return processor.of_others() if player.bot.elsewhere else time.process_time()


@dataclass
class _Share:
    """How much of the time on the wall an engine has been on a processor."""

    seconds: float = 0.0
    processor: float = 0.0

    def add(self, seconds: float, processor: float) -> None:
        self.seconds, self.processor = self.seconds * _FADING + seconds, self.processor * _FADING + processor

    @property
    def factor(self) -> float:
        """By what a time of the processor is to be multiplied for the wall."""
        return min(max(self.seconds / self.processor, 0.1), 10.0) if self.processor > 0 else 1.0


_FADING = 0.98
_share = cache(lambda text: _Share())


def _told(limits: Mapping[str, Any], player: Player, text: str) -> dict[str, Any]:
    """The limits of an engine, which knows the clock on the wall alone: a time of the processor becomes as much of that
    as it has taken lately, so that both come to the same on a busy machine."""
    if player.bot.lasting:  # another version minds its limits by itself
        return {name: limits[name] for name in ("left", "increment") if name in limits}
    limits = {**limits, **player.limits}
    spent = limits.pop("cpu", None)
    return limits if spent is None else {**limits, "seconds": spent * _share(text).factor}


def score(number: int, played: Sequence[Played]) -> Score:
    """The score of the bot with this number, against each other seat of its games."""
    own = [(each.entrants.index(number), each.returns) for each in played if number in each.entrants]
    return Score.of(
        returns[seat] - other for seat, returns in own for place, other in enumerate(returns) if place != seat
    )


def rows(bots: Sequence[str], played: Sequence[Played]) -> list[dict[str, Any]]:
    """What each bot came to: ``bot``, ``points``, ``wins``, ``draws``, ``losses``, ``elo``, ``elo_error``,
    ``seconds_per_move``."""
    found = []
    for number, text in enumerate(bots):
        own = [(each.entrants.index(number), each) for each in played if number in each.entrants]
        won, choices = score(number, played), sum(each.choices[seat] for seat, each in own)
        thought = sum(each.seconds[seat] for seat, each in own) / choices if choices else 0.0
        points = won.wins + won.draws / 2
        found.append({"bot": text, "points": points, **won.as_json(), "seconds_per_move": thought})
    return found


@dataclass(frozen=True)
class Match:
    """The games of a match, in their order. ``entrants`` of a game are the bots' numbers by seat."""

    bots: tuple[str, ...]
    games: tuple[Played, ...]

    @property
    def growth(self) -> tuple[tuple[float, ...], ...]:
        """Each bot's points before the first game and after each: 1 for a win, a half for a draw; at larger tables of
        each other seat."""
        lines = [[0.0] for _bot in self.bots]
        for played in self.games:
            for line in lines:
                line.append(line[-1])
            for seat, own in enumerate(played.returns):
                others = [value for other, value in enumerate(played.returns) if other != seat]
                lines[played.entrants[seat]][-1] += sum((own > value) + (own == value) / 2 for value in others)
        return tuple(map(tuple, lines))

    @property
    def points(self) -> tuple[float, ...]:
        """What each bot got in all."""
        return tuple(line[-1] for line in self.growth)

    def _repr_html_(self) -> str:
        """A table of the bots, and how their points grew, as a notebook shows them."""
        from plyground.interface.cells.tables import match_shown

        return match_shown(rows(self.bots, self.games), self.growth)


def match(
    start: Game | Position,
    *bots: str,
    games: int = 2,
    limits: Limits | None = None,
    clock: tuple[float, float] | None = None,
    openings: int = 0,
    seed: int = 0,
    jobs: int = 1,
) -> Match:
    """Play ``games`` games for each two of the bots, in this process or in ``jobs`` others; seats change round.

    The limits hold for each move; ``clock`` is a base and an increment in seconds. Each round of games begins with
    ``openings`` random plies of its own. Other processes load the script that asks for them, which is to do so under
    ``if __name__ == "__main__":``. Raises ``Refusal``.

    >>> from plyground import game
    >>> match(game("othello", size="4"), "minimax:budget=200", "random", games=2).points
    (2.0, 0.0)
    """
    position = start.start if isinstance(start, Game) else start
    own = position.game
    if len(bots) < 2 or games < 1 or jobs < 1 or openings < 0:
        raise BadOption("A match needs two bots or more, a game or more, and no less than 0 random plies.")
    if clock is not None and not (len(clock) == 2 and min(clock) >= 0 < sum(clock) < math.inf):
        raise BadOption("A clock has a base and an increment in seconds, none below 0 and not both 0.")
    if position.returns is not None:
        raise GameFinished("The game is over; there is nothing to play.")
    seats, limits = seats_for(own.rules, position.raw, bots), bounded(limits)
    given = {"seconds": limits.seconds, "nodes": limits.nodes, "depth": limits.depth}
    todo = tasks(own.id, own.options, position.text, bots, games, given, openings, seed, clock, seats)
    return Match(bots, tuple(sorted(play_all(todo, jobs), key=lambda played: played.number)))
