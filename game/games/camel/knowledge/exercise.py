"""The programming exercise that Crazy Camel comes from: its own functions and types, over the rules of this program.

A class that teaches with the exercise finds the names that it expects here. Types are immutable, moves print as the
exercise writes them (``Move Up``, ``Camel H 2 3``), and every function takes its arguments in the exercise's order. The
exercise has no length limit and no pass: where the rules make a player pass, ``list_valid_moves`` is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plyground.core import kernels
from plyground.core.errors import IllegalMove, MalformedPosition
from plyground.games.camel import GAME, for_bots, sanity
from plyground.games.camel.explain import explain_camel
from plyground.games.camel.for_bots import (
    Camel,
    Configuration,
    Direction,
    GameState,
    H,
    Move,
    Player,
    Position,
    V,
    camels_intersect,
    has_won,
)
from plyground.games.camel.knowledge.kernels import PATH_CAMELS
from plyground.games.camel.moves import PASS
from plyground.games.camel.position import AnyPosition
from plyground.games.camel.position import Camel as RulesCamel
from plyground.search import minimax

__all__ = [
    "BUDGET", "HASTE", "BotState", "Camel", "Configuration", "Direction", "GameState", "H", "Move", "Player",
    "Position", "V", "apply_move", "camels_intersect", "get_initial_state", "has_won", "is_valid_move",
    "list_valid_moves", "make_move", "make_move_state",
]  # fmt: skip

BUDGET = 3000
"""The minimax budget of ``make_move``."""

HASTE = 2.0
"""With fewer seconds than this left, ``make_move`` trusts the order of moves instead of searching."""

_NO_LIMIT = 400


@dataclass(frozen=True)
class BotState:
    """What a bot with memory carries along: the state after its last move, and which player it is once it knows."""

    game: GameState
    me: int | None


def is_valid_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> bool:
    """Whether the player who is next may make this move; raises ``MalformedPosition`` for an impossible state."""
    return _error(cfg, st, mv) is None


def list_valid_moves(cfg: Configuration, st: GameState) -> list[Move | Camel]:
    """All valid moves in a fixed order; empty if the game is won, and where the rules make the player pass."""
    _position(cfg, st)
    return for_bots.list_valid_moves(cfg, st)


def apply_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> GameState:
    """The state after a valid move; ``st`` is unchanged. Raises the refusal (a ``ValueError``) of an invalid one."""
    error = _error(cfg, st, mv)
    if error is not None:
        raise error
    return for_bots.apply_move(cfg, st, mv)


def make_move(
    random: Callable[[], float], time: Callable[[], float], cfg: Configuration, st: GameState
) -> Move | Camel:
    """A good valid move: minimax by path lengths, or with little time left the move that looks best.

    ``random()`` is in [0, 1] and decides between equal moves; ``time()`` is the seconds left. Raises ``ValueError`` if
    there is no valid move.
    """
    position = _position(cfg, st)
    moves = [move for move in GAME.legal_moves(position) if move != PASS]
    if not moves:
        raise ValueError("There is no valid move in this state.")
    if time() < HASTE:
        ranks = [float(kernels.rank(position, move)) for move in moves]
        best = [move for move, rank in zip(moves, ranks, strict=True) if rank == max(ranks)]
    else:
        best = [root.move for root in minimax.search(GAME, position, BUDGET, unit=PATH_CAMELS).best]
    return for_bots.MOVES[best[min(int(random() * len(best)), len(best) - 1)]]


def get_initial_state(random: Callable[[], float], time: Callable[[], float], cfg: Configuration) -> BotState:
    """What a bot with memory knows before its first move."""
    return BotState(GameState.start(cfg), None)


def make_move_state(
    random: Callable[[], float],
    time: Callable[[], float],
    cfg: Configuration,
    moves: Sequence[Move | Camel],
    state: BotState,
) -> tuple[Move | Camel, BotState]:
    """As ``make_move``, for a bot that is told only the opponent's moves since its last turn.

    ``moves`` is empty on the first call of player 0 and where the opponent had to pass, and else holds one move. Raises
    the refusal of a move that is invalid.
    """
    game = state.game
    for move in moves:
        game = apply_move(cfg, game, move)
    if not moves and state.me is not None:
        game = replace(game, next_player=state.me)
    chosen = make_move(random, time, cfg, game)
    return chosen, BotState(apply_move(cfg, game, chosen), game.next_player)


def _position(cfg: Configuration, st: GameState) -> AnyPosition:
    """The state as a position of the rules; raises ``MalformedPosition`` if no game can go on from it."""
    wrong = sanity.problem(for_bots.layout_of(cfg, st), _NO_LIMIT)
    if wrong is not None:
        raise MalformedPosition(wrong)
    return for_bots.rules_position(cfg, st)


def _error(cfg: Configuration, st: GameState, mv: Move | Camel) -> IllegalMove | None:
    """None if the move is valid, else why not; a camel may have any coordinates."""
    position = _position(cfg, st)
    if isinstance(mv, Camel) and GAME.returns(position) is None:
        return explain_camel(position, RulesCamel(mv.camel.axis, mv.camel.x, mv.camel.y))
    return GAME.check(position, for_bots.number_of(mv) if isinstance(mv, Move) else PASS)
