"""How fast the fast search is in Tak, which tactics it solves in a second, and how it does against other bots."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

from plyground.core import entries, registry
from plyground.core.bot import Limits, Player
from plyground.core.knowledge import strength_of
from plyground.search.pvs import search as pvs
from tools.benchmarks._registry import Row, benchmark

TACTICS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "tak_tactics.json"
_MIDDLES, _NODES = 12, 500_000
_LIGHT = 2_000
_GAMES, _OPENING, _NODES_A_MOVE = 60, 2, 100_000


def _light_game(game: Any, size: int, seed: int) -> Any:
    """A middle position: some random plies, then quick searches for both; None if the game ended before."""
    rng, position = random.Random(seed), game.initial({"size": size})
    player = registry.parse_player("hare", game)
    for ply in range(rng.randint(10, 4 * size)):
        if game.returns(position) is not None:
            return None
        if ply < 4:
            move = rng.choice(game.legal_moves(position))
        else:
            move = game.parse_move(position, player.choose(position, Limits(nodes=_LIGHT), rng).move)
        position = game.play(position, move)
    return position if game.returns(position) is None else None


def _speed(game: Any, size: int) -> float:
    """Positions searched per second of processor time over the middle positions that no search finishes early."""
    strength = strength_of(game.position_classes)
    assert strength is not None
    weights, nodes, seconds, seed, found = strength.weights(), 0, 0.0, 0, 0
    while found < _MIDDLES:
        position = _light_game(game, size, seed)
        seed += 1
        if position is None:
            continue
        begun = time.process_time()
        finding = pvs.search(game, position, weights, Limits(nodes=_NODES))
        used = time.process_time() - begun
        if finding.nodes >= _NODES:
            nodes, seconds, found = nodes + finding.nodes, seconds + used, found + 1
    return nodes / seconds


def _solves(game: Any, player: Player, case: dict[str, Any]) -> bool:
    """Whether the bot's move after a second is one of the case's (none of them where they are to be avoided)."""
    position = game.parse_position(case["tps"], {"size": case["size"], "komi": case["komi"]})
    move = player.choose(position, Limits(seconds=1.0), random.Random(0)).move
    return bool((move in case["moves"]) == (case["kind"] == "best"))


@benchmark("tak-hare", measures="game/games/tak game/search/pvs")
def tak_hare() -> list[Row]:
    """The Hare in Tak: positions a second with the full evaluation, and published tactics solved within a second each.

    Speed: processor time of searches of 500,000 positions each from 12 middle positions a size, made by quick searches
    after four random plies, without those that end early. A tactic counts if the move is one of the listed ones; some
    positions have further winning moves, which do not count.
    """
    game: Any = registry.game("tak")
    entries.use_compiled(True)
    player = registry.parse_player("hare", game)
    player.choose(game.initial(), Limits(nodes=_LIGHT), random.Random(0))
    rows = [Row(f"search on {size}x{size}", _speed(game, size) / 1e6, "million positions/s", "at least 1")
            for size in (5, 6)]  # fmt: skip
    if TACTICS.exists():
        cases = json.loads(TACTICS.read_text(encoding="utf-8"))["positions"]
        solved = [_solves(game, player, case) for case in cases]
        rows.append(Row(f"tactics solved within 1 s each, of {len(cases)}", sum(solved), "positions", "at least 11"))
        rows += [Row(case["name"], float(each), "solved") for case, each in zip(cases, solved, strict=True)]
    return rows


def _points(game: Any, size: int, ours: Player, theirs: Player, limits: tuple[Limits, Limits]) -> float:
    """The points of one against another over pairs of games that share a random opening and swap seats."""
    points = 0.0
    for number in range(_GAMES):
        rng, position = random.Random(number // 2), game.initial({"size": size})
        for _ in range(_OPENING):
            position = game.play(position, rng.choice(game.legal_moves(position)))
        rng = random.Random(number)
        while game.returns(position) is None:
            mine = game.to_move(position) == number % 2
            player, limit = (ours, limits[0]) if mine else (theirs, limits[1])
            move = player.choose(position, limit, rng).move
            position = game.play(position, game.parse_move(position, move))
        points += (1 + game.returns(position)[number % 2]) / 2
    return points


@benchmark("tak-strength", measures="game/games/tak game/search/pvs game/bots")
def tak_strength() -> list[Row]:
    """The Hare in Tak with 100,000 positions a move against other bots, 60 games each, draws as halves.

    Two games after another share an opening of two random plies and swap seats.
    """
    game: Any = registry.game("tak")
    entries.use_compiled(True)
    hare = registry.parse_player("hare", game)
    rows = []
    for name, goal in (("intuition", "at least 98"), ("minimax", "")):
        other = registry.parse_player(name, game)
        for size in (5, 6):
            limits = (Limits(nodes=_NODES_A_MOVE), Limits())
            points = _points(game, size, hare, other, limits)
            rows.append(Row(f"points against {name} on {size}x{size}", 100 * points / _GAMES, "%", goal))
    return rows
