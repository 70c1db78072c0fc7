"""The names of ``takpy``, the library of the beginner's tutorial on Tak bots, over this program's rules.

A program written for ``takpy`` runs with its import changed to ``from plyground.games.tak.knowledge.takpy import …``.
The tutorial's text writes ``game.result`` and ``after_move.result.color()`` as well as ``game.result()``: both work
here. Every refusal is a ``ValueError`` whose text is the rules' own sentence.
"""

from __future__ import annotations

from enum import Enum

from plyground.core.errors import MalformedPosition
from plyground.core.messages import _
from plyground.games.tak import GAME, notation, tps
from plyground.games.tak.moves import direction_of, drops_of, is_spread, piece_of, spread_of, square_of
from plyground.games.tak.position import (
    BLACK_FLATS,
    BLACK_ROAD,
    ONGOING,
    SIZES,
    WHITE_FLATS,
    WHITE_ROAD,
    TakPosition,
    stack_colours,
    top_kind,
)

_LARGEST = SIZES[-1]


class Color(Enum):
    """Whose a piece is."""

    White = 0
    Black = 1

    def next(self) -> Color:
        """The other colour."""
        return Color(1 - self.value)


class Piece(Enum):
    """What lies on top of a stack, or is placed."""

    Flat = 0
    Wall = 1
    Cap = 2


class MoveKind(Enum):
    """Whether a move places a piece or moves a stack."""

    Place = 0
    Spread = 1


class Direction(Enum):
    """Where a stack goes."""

    Up = 0
    Down = 1
    Left = 2
    Right = 3


class GameResult(Enum):
    """How a game stands. A result that is called gives itself, so ``game.result`` may be called or not."""

    Ongoing = 0
    WhiteWin = 1
    BlackWin = 2
    Draw = 3

    def __call__(self) -> GameResult:
        return self

    def color(self) -> Color | None:
        """Who has won, if somebody has."""
        return {GameResult.WhiteWin: Color.White, GameResult.BlackWin: Color.Black}.get(self)


class Move:
    """A move, read from PTN; raises ``ValueError``. It fits boards of every size that have its squares."""

    def __init__(self, ptn: str) -> None:
        self._number = notation.parse_move(ptn, _LARGEST)

    @property
    def kind(self) -> MoveKind:
        """Whether it places or moves."""
        return MoveKind.Spread if is_spread(self._number) else MoveKind.Place

    @property
    def piece(self) -> Piece | None:
        """What is placed; None for a spread."""
        return None if is_spread(self._number) else Piece(piece_of(self._number))

    @property
    def square(self) -> tuple[int, int]:
        """The row and the column, from 0 at a1, of the placement or of the stack that moves."""
        column, row = divmod(square_of(self._number), _LARGEST)
        return row, column

    @property
    def direction(self) -> Direction | None:
        """Where a spread goes; None for a placement."""
        return Direction(direction_of(self._number)) if is_spread(self._number) else None

    def drop_counts(self) -> list[int] | None:
        """How many pieces a spread drops on each square; None for a placement."""
        return list(drops_of(self._number)) if is_spread(self._number) else None

    def number(self, size: int) -> int:
        """The move as the rules number it on a board of this size; raises ``ValueError`` if it is not on it."""
        row, column = self.square
        square = notation.parse_square("abcdefgh"[column], str(row + 1), size)
        if not is_spread(self._number):
            return piece_of(self._number) * 64 + square
        return spread_of(square, direction_of(self._number), drops_of(self._number))

    def __repr__(self) -> str:
        return notation.move_text(self._number, _LARGEST)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._number == other._number

    def __hash__(self) -> int:
        return hash(self._number)


class Game:
    """A game in progress, which ``play`` changes; made by ``new_game`` or ``game_from_tps``."""

    def __init__(self, position: TakPosition) -> None:
        self._position = position

    @property
    def size(self) -> int:
        """Squares along each side."""
        return self._position.size

    @property
    def half_komi(self) -> int:
        """What Black is given at the end, in half flats."""
        return self._position.half_komi

    @property
    def to_move(self) -> Color:
        """Whose turn it is."""
        return Color(self._position.ply % 2)

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self._position.ply

    @property
    def reversible_plies(self) -> int:
        """Plies since the last placement or flattening; 50 are a draw."""
        return self._position.quiet

    @property
    def white_reserves(self) -> tuple[int, int]:
        """White's stones and capstones left."""
        return self._position.white_stones, self._position.white_caps

    @property
    def black_reserves(self) -> tuple[int, int]:
        """Black's stones and capstones left."""
        return self._position.black_stones, self._position.black_caps

    @property
    def result(self) -> GameResult:
        """How the game stands; may be called as well."""
        known = {
            ONGOING: GameResult.Ongoing,
            WHITE_ROAD: GameResult.WhiteWin,
            WHITE_FLATS: GameResult.WhiteWin,
            BLACK_ROAD: GameResult.BlackWin,
            BLACK_FLATS: GameResult.BlackWin,
        }
        return known.get(self._position.result, GameResult.Draw)

    def board(self) -> list[list[tuple[Piece, list[Color]] | None]]:
        """Rows from rank 1: each square None, or its top piece and its colours from bottom to top."""
        return [[self._stack(column * self.size + row) for column in range(self.size)] for row in range(self.size)]

    def _stack(self, square: int) -> tuple[Piece, list[Color]] | None:
        colours = stack_colours(self._position, square)
        return (Piece(top_kind(self._position, square)), [Color(colour) for colour in colours]) if colours else None

    def possible_moves(self) -> list[Move]:
        """All legal moves, file by file from a1; none once the game is over."""
        return [Move(GAME.move_text(self._position, move)) for move in GAME.legal_moves(self._position)]

    def play(self, move: Move) -> None:
        """Make a move; raises ``ValueError`` and changes nothing if it is not legal."""
        number = move.number(self.size)
        refusal = GAME.check(self._position, number)
        if refusal is not None:
            raise refusal
        self._position = GAME.play(self._position, number)

    def clone(self) -> Game:
        """The same game, to be played on apart from this one."""
        return Game(self._position)

    def clone_and_play(self, move: Move) -> Game:
        """The game after a move, this one unchanged; raises ``ValueError``."""
        after = self.clone()
        after.play(move)
        return after

    def __repr__(self) -> str:
        position = self._position
        return f"{tps.board_text(position)} {position.ply % 2 + 1} {position.ply // 2 + 1}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._position == other._position

    def __hash__(self) -> int:
        return hash(self._position)


def new_game(size: int, half_komi: int = 0) -> Game:
    """The start of a game; raises ``ValueError`` for a size or komi that there is not."""
    return Game(GAME.initial({"size": size, "komi": half_komi / 2}))


def game_from_tps(size: int, tps: str, half_komi: int = 0) -> Game:
    """A game from a position in TPS; raises ``ValueError``."""
    position = GAME.parse_position(tps, {"size": size, "komi": half_komi / 2})
    if position.size != size:
        raise MalformedPosition(_("This position has {rows} rows, not {size}.", rows=position.size, size=size))
    return Game(position)
