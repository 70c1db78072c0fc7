"""Has a mistake played better: judges a move that somebody tries against the search, and answers it with the best move.

A move is judged as in a review, at the same number of positions, so what was called a mistake there is one here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.review import making
from plyground.review.explaining import explained
from plyground.review.judging import Judge
from plyground.review.marks import BAD


def tried(
    game: str, options: dict[str, Any], start: str, moves: list[str], move: str, nodes: int = 0,
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:  # fmt: skip
    """What a review says of ``move`` after ``moves``, and the answers to it until the same seat is to move again.

    That is a ply of ``making.judged``, for a bad move with the claims and the stage of ``explaining.explained``, and
    ``replies``, all ``moves`` with them, ``over``, and once it is over the seat's ``result``: 1, 0 or -1.
    """
    rules, count = registry.game(game), len(moves)
    ply = making.judged(game, options, start, [*moves, move], count, count + 1, True, nodes)["plies"][0]
    why: dict[str, Any] = {"claims": [], "forced": None, "stage": None}
    if ply["mark"] in BAD:
        why = explained(game, options, start, moves, ply["made"]["line"], ply["best"]["line"])
    position = rules.replay(rules.parse_position(start, options), [*moves, move])[-1]
    replies, position = _answered(rules, position, ply["seat"], ply["made"]["line"][1:], nodes)
    returns = rules.returns(position)
    mine = None if returns is None else returns[ply["seat"]]
    return {
        **ply,
        "claims": why["claims"], "forced": why["forced"], "stage": why["stage"],
        "replies": replies, "moves": [*moves, move, *replies],
        "over": returns is not None, "result": None if mine is None else (mine > 0) - (mine < 0),
    }  # fmt: skip


def _answered(game: Game[Any, Any], position: Any, seat: int, line: Sequence[str], nodes: int) -> tuple[list[str], Any]:
    """The best answers, those of a known line first, until this seat is to move or the game is over."""
    replies: list[str] = []
    while game.returns(position) is None and game.to_move(position) != seat:
        known = line[len(replies)] if len(replies) < len(line) else ""
        if not known:
            judge = Judge(game, position, nodes)
            look = judge.solved(position) or judge.look(position, 1)
            known = look.lines[0][1][0]
        replies.append(known)
        position = game.play(position, game.parse_move(position, known))
    return replies, position
