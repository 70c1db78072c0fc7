"""A small trial of every game and bot before the program offers it; whatever breaks the contract says so here."""

from __future__ import annotations

import json
import math
import re
from numbers import Real
from typing import Any

from plyground.core import kernels, knowledge
from plyground.core.bot import Bot
from plyground.core.errors import ContractBroken
from plyground.core.game import SHAPES, Game, GameSpec, KernelGame

_TRIED = 3
"""Positions that are tried: the start and what the first legal moves lead to. They run interpreted."""
_COLOUR = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


def check_game(game: Any) -> None:
    """Raises ``ContractBroken``, or whatever the game raises, if it does not keep what a game promises."""
    if not isinstance(game, Game):
        raise ContractBroken("its GAME is no Game")
    spec = _spec(game, GameSpec)
    low, high = spec.seats
    if not 1 <= low <= high <= len(SHAPES):
        raise ContractBroken(f"it declares {low} to {high} seats; 1 to {len(SHAPES)} are possible")
    if not all(_COLOUR.fullmatch(colour) for colour in spec.colours):
        raise ContractBroken(f"a seat's colour is the name of a colour token, not one of {', '.join(spec.colours)}")
    shapes = [spec.shape(seat) for seat in range(high)]
    if len({*shapes} & {*SHAPES}) < high:
        raise ContractBroken(f"its seats' shapes, {', '.join(shapes)}, are not different ones of {', '.join(SHAPES)}")
    position = game.initial({})
    if game.parse_position(game.position_text(position), {}) != position:
        raise ContractBroken("the text of its start position does not read back to it")
    if isinstance(game, KernelGame) and type(position) not in game.position_classes:
        raise ContractBroken("its start position is of no class in position_classes")
    for _ in range(_TRIED):
        move = _try(game, position)
        position = game.play(position, move)
        if game.returns(position) is not None:
            break


def _spec(thing: Any, wanted: type) -> Any:
    spec = getattr(thing, "spec", None)
    if not isinstance(spec, wanted):
        raise ContractBroken(f"it has no spec that is a {wanted.__name__}")
    name = spec.id  # type: ignore[attr-defined]
    if not isinstance(name, str) or not name.isidentifier() or name != name.lower():
        raise ContractBroken(f"its id “{name}” is not a small-letter name")
    if not (spec.title and spec.summary):  # type: ignore[attr-defined]
        raise ContractBroken("it has no title or no summary")
    return spec


def _try(game: Game[Any, Any], position: Any) -> Any:
    """Ask everything of one unfinished position; gives its first legal move."""
    count = kernels.count_moves(position) if isinstance(game, KernelGame) else len(game.legal_moves(position))
    if not 1 <= count <= game.spec.most_moves:
        raise ContractBroken(f"{count} legal moves where the game goes on; 1 to {game.spec.most_moves} are declared")
    moves, mover = game.legal_moves(position), game.to_move(position)
    text = game.move_text(position, moves[0])
    if game.parse_move(position, text) != moves[0]:
        raise ContractBroken(f"the text of its move {text} does not read back to it")
    json.dumps(game.view(position, mover), allow_nan=False)
    for unit in range(len(knowledge.of(game).units)):
        score: Any = kernels.evaluate(position, mover, unit)
        if not isinstance(score, Real) or not math.isfinite(score):
            raise ContractBroken(f"its evaluation gives {score!r:.40} where a finite number is wanted")
    if kernels.has(kernels.rank, type(position)):
        float(kernels.rank(position, moves[0]))
    return moves[0]


def check_bot(bot: Any, game: Game[Any, Any] | None) -> None:
    """Raises ``ContractBroken``, or whatever the bot raises, if it does not keep what a bot promises."""
    if not isinstance(bot, Bot):
        raise ContractBroken("its BOT is no Bot")
    _spec(bot, object)
    if game is not None and bot.refuses(game) is None:
        bot.options(game)
