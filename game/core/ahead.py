"""Looking ahead in any game: a position with its legal moves, what comes after each, and what it is worth.

Handed-in bots are given these states, in plain Python; a game may give them more in its module ``for_bots``, as a
class ``State`` that inherits from the one here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from plyground.core import kernels
from plyground.core.game import Game

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  (used like ``property``)
    """A property that is found when it is first asked for, and then kept. (``cached_property`` takes a lock.)"""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find, self._name, self.__doc__ = find, find.__name__, find.__doc__

    @overload
    def __get__(self, state: None, kind: type) -> Self: ...
    @overload
    def __get__(self, state: object, kind: type) -> T: ...
    def __get__(self, state: object | None, kind: type) -> Any:
        if state is None:
            return self
        found = state.__dict__[self._name] = self._find(state)
        return found


class State:
    """One position. States never change, and equal ones hash alike."""

    same_texts: ClassVar[bool] = False
    """Whether a move has the same text in every position of one game, so that texts can be kept."""

    def __init__(self, game: Game[Any, Any], at: Any, options: dict[str, Any]) -> None:
        self.game, self.at, self.options = game, at, options
        self._texts: dict[Any, str] = {}
        self._numbers: dict[str, Any] = {}

    @once
    def seat(self) -> int:
        """The seat to move: the bot's own when it is asked."""
        return self.game.to_move(self.at)

    @once
    def moves(self) -> list[str]:
        """The legal moves as texts; empty when the game is over."""
        game, at = self.game, self.at
        texts, numbers = (self._texts, self._numbers) if self.same_texts else ({}, {})
        listed = game.legal_moves(at)
        for move in listed:
            if move not in texts:
                text = texts[move] = game.move_text(at, move)
                numbers[text] = move
        self._numbers = numbers
        return [texts[move] for move in listed]

    @once
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then a value for each seat: bigger is better."""
        return self.game.returns(self.at)

    @once
    def position(self) -> str:
        """The position's text form."""
        return self.game.position_text(self.at)

    def play(self, move: str) -> Self:
        """The state after a legal move; raises ``ValueError`` for a text that is no move."""
        number = self._numbers.get(move)
        if number is None:
            number = self.game.parse_move(self.at, move)
        return self._after(self.game.play(self.at, number))

    def evaluate(self, seat: int | None = None, unit: int = 0) -> float:
        """The program's simple score of a position for a seat (the one to move, if none is named): bigger is better.

        A game may have several ``unit``s. A finished game is worth what ``returns`` says.
        """
        seat = self.seat if seat is None else seat
        returns = self.returns
        return float(kernels.evaluate(self.at, seat, unit)) if returns is None else returns[seat]

    def _after(self, at: Any) -> Self:
        """A state of the same game."""
        after = object.__new__(type(self))
        after.game, after.at, after.options = self.game, at, self.options
        after._texts, after._numbers = self._texts, self._numbers if self.same_texts else {}
        return after

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bool(self.at == other.at)

    def __hash__(self) -> int:
        return hash(self.at)

    def __repr__(self) -> str:
        return f"<{self.position}>"


def state_of(game: Game[Any, Any], start: dict[str, Any], kind: type[State] = State) -> State:
    """The state of a start message: ``position`` under ``options``."""
    return kind(game, game.parse_position(start["position"], start["options"]), start["options"])


def after(state: State, moves: Sequence[str]) -> State:
    """The state after these moves."""
    for move in moves:
        state = state.play(move)
    return state
