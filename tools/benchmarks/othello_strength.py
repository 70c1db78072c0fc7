"""How often the Hare beats minimax at Othello."""

from __future__ import annotations

from plyground.commands import _matches
from plyground.core import registry
from tools.benchmarks._registry import Row, benchmark

GAMES, OPENING_PLIES, SEED = 100, 6, 1
OPPONENTS = {"minimax:budget=3000": "at least 99", "minimax:budget=1000000": "at least 95"}
HARE = "hare:seconds=0.1"


@benchmark("othello-strength", measures="game/games/othello game/search/pvs game/bots")
def othello_strength() -> list[Row]:
    """The Hare at 0.1 s a move against minimax: 100 games each, in pairs with the same six random plies, seats changed.

    A draw counts half. One game at a time, on one core.
    """
    game = registry.game("othello")
    start = game.position_text(game.initial())
    rows = []
    for opponent, aim in OPPONENTS.items():
        bots = tuple(registry.parse_player(text, game).text for text in (HARE, opponent))
        todo = _matches.tasks("othello", {}, start, bots, GAMES, {}, OPENING_PLIES, SEED, None)
        points = 0.0
        for played in _matches.play_all(todo, 1):
            own = played.returns[played.entrants.index(0)]
            points += 1.0 if own > 0 else 0.5 if own == 0 else 0.0
        rows.append(Row(f"points of {HARE} against {opponent}", 100 * points / GAMES, "%", aim))
    return rows
