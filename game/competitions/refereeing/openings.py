"""Openings for matches: random legal moves, and of several the one after which neither side is ahead."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from plyground.core import knowledge
from plyground.core.bot import Limits
from plyground.core.game import Game, KernelGame
from plyground.search.pvs import search as pvs

_TRIES = 100
Stages = Sequence[tuple[int, int]]
"""How the most even of some lines is chosen: so many lines, and how many positions the fast search may look at to say
of each who is ahead; then of so many of those that are the most even by that, by more positions, and so on."""
_USUAL: Stages = ((8, 3_000),)


def opening(
    game: Game[Any, Any],
    start: Any,
    plies: int,
    rng: random.Random,
    stages: Stages = _USUAL,
) -> list[str]:
    """So many random moves after which the game goes on; fewer where the game may be too short for so many.

    Where the fast search can score the game, they are the most even of several, as the ``stages`` say.
    """
    if plies == 0:
        return []
    lead = _lead_of(game, start)
    if lead is None:
        return list(game.line_texts(start, _random_moves(game, start, plies, rng))[0])
    lines = [_random_moves(game, start, plies, rng) for _ in range(stages[0][0])]
    for several, nodes in stages:
        lines = sorted(lines[:several], key=lambda moves: lead(_after(game, start, moves), nodes))
    return list(game.line_texts(start, lines[0])[0])


def _random_moves(game: Game[Any, Any], start: Any, plies: int, rng: random.Random) -> list[Any]:
    for _ in range(_TRIES):
        position, moves = start, list[Any]()
        while len(moves) < plies and (legal := game.legal_moves(position)):
            moves.append(rng.choice(legal))
            position = game.play(position, moves[-1])
        if game.returns(position) is None:
            return moves
    return _random_moves(game, start, plies - 1, rng)


def _lead_of(game: Game[Any, Any], start: Any) -> Any:
    """A function that says how far one side is ahead, by so many positions; None where nobody can say."""
    strength = knowledge.of(game).strength
    if strength is None or not strength.searched or not isinstance(game, KernelGame) or not pvs.fits(game):
        return None
    if game.seats_at(start) != 2:
        return None
    weights = strength.weights()

    def lead(position: Any, nodes: int) -> int:
        found = pvs.search(game, position, weights, Limits(nodes=nodes))
        return abs(found.lines[0].score) if found.lines else 0

    return lead


def _after(game: Game[Any, Any], start: Any, moves: list[Any]) -> Any:
    position = start
    for move in moves:
        position = game.play(position, move)
    return position
