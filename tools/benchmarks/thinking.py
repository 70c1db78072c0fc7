"""How long bots think: minimax at its budgets over whole games, and whether the strongest bot keeps its time."""

from __future__ import annotations

import multiprocessing
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from plyground.bots import _thinking, _warming
from plyground.core import compiled_calls, registry
from plyground.core.bot import Limits, Player
from plyground.interface import matches
from tools.benchmarks._registry import Row, benchmark

_GAMES = ("othello", "camel")
_BOT = "hare"
_MOVES, _COLD_MOVES, _CLOCK_GAMES = 2_000, 60, 100
_SHORTEST, _LONGEST = 0.01, 0.3
_BASE, _INCREMENT = 1.0, 0.05
_LOAD, _WITHIN = 10, 1.0


def _whole_game(game: Any, player: str, seed: int, opening: int) -> list[tuple[float, int]]:
    """Seconds and positions of each move of a player against itself after so many random plies, to the end."""
    bot, rng, position = registry.parse_player(player, game), random.Random(seed), game.initial()
    found: list[tuple[float, int]] = []
    for _ in range(opening):
        if game.returns(position) is None:
            position = game.play(position, rng.choice(game.legal_moves(position)))
    while game.returns(position) is None:
        begun = time.perf_counter()
        choice = bot.choose(position, Limits(), rng)
        found.append((time.perf_counter() - begun, choice.nodes))
        position = game.play(position, game.parse_move(position, choice.move))
    return found


def _answer_rows(game: Any, budget: int, games: int, goal: float) -> list[Row]:
    """Rows on the time a move takes at this budget over whole games."""
    player = f"minimax:budget={budget}"
    seconds = [1000 * second for seed in range(games) for second, _ in _whole_game(game, player, seed, 4)]
    title = f"{game.spec.title}, budget {budget:,}"
    middle = statistics.median(seconds)
    return [
        Row(f"{title}: moves", len(seconds), "moves"),
        Row(f"{title}: median", middle, "ms"),
        Row(f"{title}: 90 of 100 within", sorted(seconds)[int(0.9 * len(seconds))], "ms"),
        Row(f"{title}: slowest", max(seconds), "ms", f"at most {goal:,.0f}"),
        Row(f"{title}: slowest against median", max(seconds) / middle, "times"),
    ]


@benchmark("minimax-time", measures="game/search game/bots")
def minimax_time() -> list[Row]:
    """Seconds a move of minimax against itself over whole games, kernels loaded, root moves not divided.

    Ten games at a budget of 3,000, three at 100,000, from random openings of four plies. The tutorial promises a
    constant time, since the budget is divided by the branching factor; “slowest against median” shows how constant.
    """
    rows: list[Row] = []
    for name in _GAMES:
        game: Any = registry.game(name)
        _whole_game(game, "minimax:budget=10", 0, 4)
        rows += _answer_rows(game, 3_000, 10, 300)
        rows += _answer_rows(game, 100_000, 3, 5_000)
    return rows


@benchmark("minimax-constancy", measures="game/search game/bots")
def minimax_constancy() -> list[Row]:
    """Positions analysed a move by minimax at 3,000 against itself, over ten whole games, by stage of the game.

    With `divide_root` the budget bounds the positions; without it each root move has the whole budget.
    """
    rows: list[Row] = []
    for name in _GAMES:
        game: Any = registry.game(name)
        for divided in (False, True):
            player = f"minimax:budget=3000,divide_root={str(divided).lower()}"
            stages: dict[str, list[int]] = {"first third": [], "middle third": [], "last third": []}
            for seed in range(10):
                nodes = [count for _, count in _whole_game(game, player, seed, 0)]
                for index, count in enumerate(nodes):
                    stages[list(stages)[3 * index // len(nodes)]].append(count)
            way = "root divided" if divided else "root not divided"
            rows += [
                Row(f"{game.spec.title}, {way}, {stage}: median", statistics.median(counts), "positions")
                for stage, counts in stages.items()
            ]
    return rows


def _players() -> list[Player]:
    """The bot in each game for two that it plays."""
    bot = registry.bot(_BOT)
    fitting = [game for game in registry.games().values() if bot.refuses(game) is None]
    return [Player.make(bot, game) for game in fitting if game.seats_at(game.initial()) == 2]


def overruns(player: Player, moves: int, seed: int, within: float | None = None) -> list[float]:
    """By how many seconds each of so many moves overran a random limit, or the one ``within`` which it comes whatever
    happens, in random games of which every other move is random."""
    rng, game = random.Random(seed), player.game
    found: list[float] = []
    while len(found) < moves:
        position, memory = game.initial(), dict[str, Any]()
        while game.returns(position) is None and len(found) < moves:
            if rng.random() < 0.5:
                position = game.play(position, rng.choice(game.legal_moves(position)))
                continue
            limit = within or rng.uniform(_SHORTEST, _LONGEST)
            begin = time.perf_counter()
            limits = {"within": limit} if within else {"seconds": limit}
            choice = _thinking.think(player, position, rng, limits, memory=memory)
            found.append(time.perf_counter() - begin - limit)
            position = game.play(position, game.require(position, choice.move))
    return found


def first_overrun(game: str, seed: int) -> float:
    """The same of the first move of this process, its kernels loaded."""
    compiled_calls.use_compiled(True)
    rules = registry.game(game)
    player = Player.make(registry.bot(_BOT), rules)
    _warming.load(player, rules.initial())
    rng, position = random.Random(seed), rules.initial()
    for _ in range(rng.randrange(12)):
        after = rules.play(position, rng.choice(rules.legal_moves(position)))
        if rules.returns(after) is None:
            position = after
    limit = rng.uniform(_SHORTEST, _LONGEST)
    begin = time.perf_counter()
    _thinking.think(player, position, rng, {"seconds": limit})
    return time.perf_counter() - begin - limit


def _rows(title: str, found: list[float]) -> list[Row]:
    share = 100 / len(found)
    return [
        Row(f"{title}: moves", len(found), "moves"),
        Row(f"{title}: within 20 ms of the limit", share * sum(each <= 0.020 for each in found), "%", "at least 99"),
        Row(f"{title}: within 60 ms of the limit", share * sum(each <= 0.060 for each in found), "%", "at least 99.9"),
        Row(f"{title}: latest", 1000 * max(found), "ms after the limit"),
    ]


@benchmark("limits", measures="game/bots game/search")
def limits() -> list[Row]:
    """How long after its limit the Hare answers, at limits drawn from 10 to 300 ms, wall clock around the bot's choice.

    Warm: 2,000 moves shared among the games that it plays for two, each game with a fresh memory. Cold: the first move
    of a fresh process that has loaded its kernels, 60 times.
    """
    players = _players()
    warm: list[float] = []
    for number, player in enumerate(players):
        _warming.load(player, player.game.initial())
        warm += overruns(player, _MOVES // len(players), number)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, max_tasks_per_child=1) as pool:
        games = [players[number % len(players)].game.spec.id for number in range(_COLD_MOVES)]
        cold = list(pool.map(first_overrun, games, range(_COLD_MOVES)))
    return [*_rows("warm", warm), *_rows("cold", cold)]


@contextmanager
def load(programs: int) -> Iterator[None]:
    """So many programs that do nothing but count, until it ends."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def busy_rows(moves: int) -> list[Row]:
    """What ``limits-busy`` tells, of so many moves of each kind."""
    players, rows = _players(), list[Row]()
    for player in players:
        _warming.load(player, player.game.initial())
    for title, programs in (("quiet", 0), (f"load {_LOAD}", _LOAD)):
        with load(programs):
            share = moves // len(players)
            found = [each for number, player in enumerate(players) for each in overruns(player, share, number)]
            prompt = [
                each for number, player in enumerate(players) for each in overruns(player, share, number, _WITHIN)
            ]
        found.sort()
        goal = "at most 60" if programs else "at most 20"
        rows += [
            Row(f"{title}, limits of {_SHORTEST:g} to {_LONGEST:g} s: moves", len(found), "moves"),
            Row(f"{title}: 99 of 100 end so long after the limit", 1000 * found[int(0.99 * len(found))], "ms", goal),
            Row(f"{title}: latest", 1000 * found[-1], "ms after the limit"),
            Row(f"{title}, within {_WITHIN:g} s whatever happens: moves", len(prompt), "moves"),
            Row(f"{title}, within {_WITHIN:g} s: late", sum(each > 0 for each in prompt), "moves", "0"),
            Row(f"{title}, within {_WITHIN:g} s: least time left", -1000 * max(prompt), "ms"),
        ]
    return rows


@benchmark("limits-busy", measures="game/bots game/search")
def limits_busy() -> list[Row]:
    """How late the Hare is on a quiet machine and beside ten programs that do nothing but count, wall clock around the
    bot's choice: limits of a move as in `limits`, and the limit `within`, whose moves come whatever happens.

    2,000 moves of each kind, shared among the games that it plays for two. Takes two hours.
    """
    return busy_rows(_MOVES)


@benchmark("clock", measures="game/bots game/search")
def clock() -> list[Row]:
    """100 games of the Hare against itself at 1 s and 0.05 s a turn, through `match`, in its games for two.

    Lost on time counts the games that ended because a clock had run out.
    """
    players = _players()
    lost, moves = 0, 0
    for number, player in enumerate(players):
        games = len(range(number, _CLOCK_GAMES, len(players)))
        game = player.game
        start = game.position_text(game.initial())
        todo = matches.tasks(
            game.spec.id, game.options({}), start, (_BOT, _BOT), games, {}, 4, number, (_BASE, _INCREMENT)
        )
        for played in matches.play_all(todo, 1):
            lost += played.reason == "time"
            moves += sum(played.choices)
    return [
        Row("games", _CLOCK_GAMES, "games"),
        Row("moves", moves, "moves"),
        Row("lost on time", lost, "games", "none"),
    ]
