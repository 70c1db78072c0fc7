"""How strong the Hare is in each game: matches against weaker bots; and whether the exercise's player is any good."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import Any

from plyground.core import registry
from plyground.core.bot import Limits, Player
from plyground.games.camel.knowledge.exercise import (
    Configuration,
    GameState,
    apply_move,
    has_won,
    list_valid_moves,
    make_move,
)
from plyground.games.punter import charts, mapfile
from plyground.games.punter.position import Position, pack, start
from plyground.interface import matches
from tools.benchmarks._measuring import SHARED
from tools.benchmarks._registry import Row, benchmark

GAMES = {"camel": 60, "othello": 100, "tak": 60, "punter": 20}
_MAPS = {"lambda": "city-30-1", "circle": "circle-40", "triangle": "sierpinski-3", "randomMedium": "random-100-1"}
"""The contest's maps, and what of the library stands in where they are not beside the project."""


def _match(
    name: str, hare: str, other: str, opening: int, options: Mapping[str, Any] | None = None
) -> tuple[float, list[matches.Played]]:
    """The Hare's points in percent, and the games, one after another in this process."""
    game = registry.game(name)
    bots = tuple(registry.parse_player(text, game).text for text in (hare, other))
    text = game.position_text(game.initial(options))
    todo = matches.tasks(name, game.options(options or {}), text, bots, GAMES[name], {}, opening, 1, None)
    played = list(matches.play_all(todo, 1))
    points = sum((1 + each.returns[each.entrants.index(0)]) / 2 for each in played)
    return 100 * points / len(played), played


@benchmark("camel-strength", measures="game/games/camel game/search/pvs game/bots")
def camel_strength() -> list[Row]:
    """The Hare at 0.3 s a move against minimax, 60 games each, one after another, openings of four plies.

    An opening is the most even of eight random ones, and two games share it with seats changed. Minimax has the time
    that its budget takes. Points of the Hare in percent; a draw is half a point.
    """
    rows = []
    for budget, goal in ((3_000, 98), (1_000_000, 80)):
        points, played = _match("camel", "hare:seconds=0.3", f"minimax:budget={budget}", 4)
        title = f"against minimax at {budget:,}"
        rows += [
            Row(f"{title}: points", points, "%", f"at least {goal}"),
            Row(f"{title}: draws", sum(each.returns[0] == 0 for each in played), "games"),
            Row(f"{title}: refused or failed", sum(each.reason != "rules" for each in played), "games", "0"),
        ]
    return rows


@benchmark("othello-strength", measures="game/games/othello game/search/pvs game/bots")
def othello_strength() -> list[Row]:
    """The Hare at 0.1 s a move against minimax: 100 games each, in pairs with the same opening of six plies, the most
    even of eight random ones, seats changed.

    A draw counts half. One game at a time, on one core.
    """
    hare = "hare:seconds=0.1"
    aims = {"minimax:budget=3000": "at least 99", "minimax:budget=1000000": "at least 95"}
    return [
        Row(f"points of {hare} against {other}", _match("othello", hare, other, 6)[0], "%", aim)
        for other, aim in aims.items()
    ]


@benchmark("tak-strength", measures="game/games/tak game/search/pvs game/bots")
def tak_strength() -> list[Row]:
    """The Hare in Tak with 100,000 positions a move against other bots, 60 games each, draws as halves.

    Two games after another share an opening of two plies, the most even of eight random ones, and swap seats.
    """
    return [
        Row(
            f"points against {other} on {size}x{size}",
            _match("tak", "hare:budget=100000", other, 2, {"size": size})[0],
            "%",
            goal,
        )
        for other, goal in (("intuition", "at least 98"), ("minimax", ""))
        for size in (5, 6)
    ]


def _board(name: str) -> Any:
    file = SHARED / "maps" / f"{name}.json"
    if file.exists():
        return charts.chart_of(mapfile.parse(file.read_text(encoding="utf-8"))).board
    return charts.find(_MAPS[name]).board


def _first(hare: Player, others: Player, position: Position, seat: int, seed: int) -> float:
    """1 if the Hare in this seat ends ahead of all, 0.5 if it shares the lead, else 0."""
    game, rng = hare.game, random.Random(seed)
    memory: dict[str, Any] = {}
    while game.returns(position) is None:
        own = game.to_move(position) == seat
        choice = hare.choose(position, Limits(), rng, memory=memory) if own else others.choose(position, Limits(), rng)
        position = game.play(position, game.require(position, choice.move))
    lead = (game.returns(position) or ())[seat]
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


@benchmark("punter-strength", measures="game/games/punter game/bots")
def punter_strength() -> list[Row]:
    """Games of the Hare (2,000 draws a move) against intuition: 20 for two, both seats by turns, and 20 against three.

    On the contest's maps where they lie beside the project, else on maps of the library. A shared first place is half.
    """
    game, games = registry.game("punter"), GAMES["punter"]
    hare, others = registry.parse_player("hare:budget=2000", game), registry.parse_player("intuition", game)
    rows = []
    for punters, aim in ((2, "at least 95"), (4, "at least 80")):
        for name in _MAPS:
            begin = start(_board(name), pack(punters, False, False, False))
            won = sum(_first(hare, others, begin, number % punters, number) for number in range(games))
            rows.append(Row(f"{punters} punters on {name}: first place", 100 * won / games, "%", aim))
    return rows


_EXERCISES, _MOST_PLIES = 100, 400


def _winner(seat: int, rng: random.Random, seconds: list[float]) -> int | None:
    """Who wins when ``make_move`` has this seat; None for a game that does not end."""
    configuration = Configuration(7, 7, 8)
    state = GameState.start(configuration)
    for ply in range(_MOST_PLIES):
        if ply % 2 == seat:
            begun = time.perf_counter()
            move = make_move(rng.random, lambda: 10.0, configuration, state)
            seconds.append(time.perf_counter() - begun)
        else:
            move = rng.choice(list_valid_moves(configuration, state))
        state = apply_move(configuration, state, move)
        if has_won(configuration, state):
            return ply % 2
    return None


@benchmark("camel-exercise", measures="game/games/camel game/search")
def camel_exercise() -> list[Row]:
    """The exercise's `make_move` against random valid moves on 7x7 with 8 camels, 100 games, each seat half of them."""
    rng = random.Random(2026)
    seconds: list[float] = []
    won = sum(_winner(game % 2, rng, seconds) == game % 2 for game in range(_EXERCISES))
    return [
        Row("games won", won, f"of {_EXERCISES}", "100"),
        Row("slowest move", 1000 * max(seconds), "ms"),
        Row("mean move", 1000 * sum(seconds) / len(seconds), "ms"),
    ]
