"""The programming exercise that Crazy Camel comes from: its own functions and types, over the rules of this program.

A class that teaches with the exercise finds the names that it expects here. Types are immutable, moves print as the
exercise writes them (``Move Up``, ``Camel H 2 3``), and every function takes its arguments in the exercise's order. The
exercise has no length limit and no pass: where the rules make a player pass, ``list_valid_moves`` is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from plyground.core import kernels
from plyground.core.errors import IllegalMove, MalformedPosition
from plyground.games.camel import GAME, notation, sanity
from plyground.games.camel import position as positions
from plyground.games.camel.explain import explain_camel
from plyground.games.camel.knowledge.kernels import PATH_CAMELS
from plyground.games.camel.moves import PASS
from plyground.search import minimax

BUDGET = 3000
"""The minimax budget of ``make_move``."""

HASTE = 2.0
"""With fewer seconds than this left, ``make_move`` trusts the order of moves instead of searching."""

_NO_LIMIT = 400


class Direction(Enum):
    """Where a step goes; a diagonal goes round the other master. The values are the moves of the rules."""

    Up = 0
    Right = 1
    Down = 2
    Left = 3
    UpLeft = 4
    UpRight = 5
    DownLeft = 6
    DownRight = 7


class Position(NamedTuple):
    """A tile; (0, 0) is the upper left corner."""

    x: int
    y: int


@dataclass(frozen=True, order=True)
class H:
    """A camel below the tiles (x, y) and (x + 1, y)."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"H {self.x} {self.y}"


@dataclass(frozen=True, order=True)
class V:
    """A camel to the right of the tiles (x, y) and (x, y + 1)."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"V {self.x} {self.y}"


@dataclass(frozen=True)
class Move:
    """A turn in which the master steps or jumps."""

    direction: Direction

    def __str__(self) -> str:
        return f"Move {self.direction.name}"


@dataclass(frozen=True)
class Camel:
    """A turn in which a camel is placed."""

    camel: H | V

    def __str__(self) -> str:
        return f"Camel {self.camel}"


@dataclass(frozen=True)
class Configuration:
    """What is fixed for a game. ``edge_blocks_jump`` tells whether the edge behind a master allows a diagonal jump."""

    board_width: int = 7
    board_height: int = 7
    starting_camels: int = 8
    edge_blocks_jump: bool = True


@dataclass(frozen=True)
class Player:
    """Where a player's master stands and how many camels are in hand."""

    position: Position
    current_camels: int


@dataclass(frozen=True)
class GameState:
    """A state of the game: the camels on the board, player 0 and player 1, and who moves next."""

    camels: frozenset[H | V]
    players: tuple[Player, Player]
    next_player: int

    @classmethod
    def start(cls, cfg: Configuration) -> GameState:
        """The state at the start of a game."""
        column = cfg.board_width // 2
        first = Player(Position(column, 0), cfg.starting_camels)
        second = Player(Position(column, cfg.board_height - 1), cfg.starting_camels)
        return cls(frozenset(), (first, second), 0)


@dataclass(frozen=True)
class BotState:
    """What a bot with memory carries along: the state after its last move, and which player it is once it knows."""

    game: GameState
    me: int | None


def camels_intersect(one: H | V, other: H | V) -> bool:
    """Whether two camels lie on the same edge, even half of it, or cross."""
    return sanity.overlap(_rules_camel(one), _rules_camel(other)) is not None


def is_valid_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> bool:
    """Whether the player who is next may make this move; raises ``MalformedPosition`` for an impossible state."""
    return _error(cfg, st, mv) is None


def list_valid_moves(cfg: Configuration, st: GameState) -> list[Move | Camel]:
    """All valid moves in a fixed order; empty if the game is won, and where the rules make the player pass."""
    return [_own_move(move) for move in GAME.legal_moves(_position(cfg, st)) if move != PASS]


def has_won(cfg: Configuration, st: GameState) -> bool:
    """Whether the player who has just moved has won."""
    mover = 1 - st.next_player
    goal = 0 if mover else cfg.board_height - 1
    return st.players[mover].position.y == goal


def apply_move(cfg: Configuration, st: GameState, mv: Move | Camel) -> GameState:
    """The state after a valid move; ``st`` is unchanged. Raises the refusal (a ``ValueError``) of an invalid one."""
    error = _error(cfg, st, mv)
    if error is not None:
        raise error
    layout = positions.layout_of(GAME.play(_position(cfg, st), _rules_move(mv)))
    players = [Player(Position(*master), left) for master, left in zip(layout.masters, layout.in_hand, strict=True)]
    camels = st.camels | {mv.camel} if isinstance(mv, Camel) else st.camels
    return GameState(camels, (players[0], players[1]), layout.seat)


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
    return _own_move(best[min(int(random() * len(best)), len(best) - 1)])


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


def _position(cfg: Configuration, st: GameState) -> positions.AnyPosition:
    """The state as a position of the rules; raises ``MalformedPosition`` if no game can go on from it."""
    one, other = st.players
    layout = positions.Layout(
        cfg.board_width,
        cfg.board_height,
        ((one.position.x, one.position.y), (other.position.x, other.position.y)),
        (one.current_camels, other.current_camels),
        tuple(sorted(_rules_camel(camel) for camel in st.camels)),
        st.next_player,
        0,
    )
    wrong = sanity.problem(layout, _NO_LIMIT)
    if wrong is not None:
        raise MalformedPosition(wrong)
    return positions.build(layout, cfg.edge_blocks_jump, cfg.starting_camels, _NO_LIMIT)


def _error(cfg: Configuration, st: GameState, mv: Move | Camel) -> IllegalMove | None:
    """None if the move is valid, else why not; a camel may have any coordinates."""
    position = _position(cfg, st)
    if isinstance(mv, Camel) and GAME.returns(position) is None:
        return explain_camel(position, _rules_camel(mv.camel))
    return GAME.check(position, _rules_move(mv) if isinstance(mv, Move) else PASS)


def _rules_camel(camel: H | V) -> positions.Camel:
    return positions.Camel("H" if isinstance(camel, H) else "V", camel.x, camel.y)


def _rules_move(mv: Move | Camel) -> int:
    return mv.direction.value if isinstance(mv, Move) else notation.move_of(_rules_camel(mv.camel))


def _own_move(move: int) -> Move | Camel:
    if move < PASS:
        return Move(Direction(move))
    camel = notation.camel_of(move)
    return Camel((H if camel.axis == "H" else V)(camel.x, camel.y))
