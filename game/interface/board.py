"""A game being played: a position with the moves that led to it, to push moves on and to pop them off."""

from __future__ import annotations

from typing import Any

from plyground.core import game as contract
from plyground.core import records
from plyground.interface.positions import Game, Position


class Board:
    """A game from a start position, with all its moves.

    >>> from plyground import game
    >>> board = Board(game("othello"))
    >>> board.push("d3")
    >>> board.push("c5")
    >>> board.moves, board.pop(), board.moves
    (['d3', 'c5'], 'c5', ['d3'])
    """

    def __init__(self, start: Game | Position) -> None:
        """Begin at a position, or at a game's first."""
        self._positions = [start.start if isinstance(start, Game) else start]
        self._moves: list[str] = []

    @property
    def position(self) -> Position:
        """The position as it is now."""
        return self._positions[-1]

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._positions[0]

    @property
    def moves(self) -> list[str]:
        """The texts of the moves so far."""
        return list(self._moves)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The texts of all legal moves now."""
        return self.position.legal_moves

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None at the end."""
        return self.position.to_move

    @property
    def returns(self) -> tuple[float, ...] | None:
        """Each seat's result, None while the game goes on."""
        return self.position.returns

    def push(self, move: str) -> None:
        """Make a move; raises ``Refusal`` if it is not legal, and nothing has changed then."""
        rules, here = self.position.game.rules, self.position.raw
        legal = rules.require(here, move)
        self._positions.append(Position(self.position.game, rules.play(here, legal)))
        self._moves.append(rules.move_text(here, legal))

    def pop(self) -> str:
        """Take the last move back; gives its text. Raises ``IndexError`` where there is none."""
        if not self._moves:
            raise IndexError("no move has been made")
        self._positions.pop()
        return self._moves.pop()

    def record(self, form: str = "json", **tags: Any) -> str:
        """The game so far in one of its notations (``json`` is the program's own); raises ``Refusal``."""
        game = self.start.game
        begin = None if self.start == game.start else self.start.text
        tags = {name: str(value) for name, value in tags.items()}
        return records.write(game.rules, contract.Record(game.options, begin, tuple(self._moves), tags), form)

    def __str__(self) -> str:
        return self.position.picture

    def __repr__(self) -> str:
        return f"<Board after {len(self._moves)} moves, {self.position!r}>"
