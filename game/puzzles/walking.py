"""The way through a puzzle: what a move comes to, once those of the solution before it were made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.refusals import Malformed
from plyground.puzzles.keeping import Puzzle


@dataclass(frozen=True)
class Step:
    """What a ``move`` comes to: ``moves`` are all that now stand there, with the replies to it where it is ``right``;
    the puzzle is ``done`` once they are the whole solution."""

    move: str
    moves: tuple[str, ...]
    right: bool
    done: bool


def line(puzzle: Puzzle, moves: Sequence[str] = ()) -> tuple[Game[Any, Any], list[Any]]:
    """The game of a puzzle, and its positions from the first one through the moves; raises the refusal of a move."""
    game = registry.game(puzzle.game)
    return game, game.replay(game.parse_position(puzzle.position, game.options(puzzle.options)), moves)


def tried(puzzle: Puzzle, made: Sequence[str], move: str) -> Step:
    """Make a move after those of the solution that were ``made``. Raises ``Malformed`` or the refusal of the move."""
    if tuple(made) != puzzle.moves[: len(made)]:
        raise Malformed(_("The field moves holds the moves of the solution that were found so far."))
    if len(made) >= len(puzzle.moves):
        raise Malformed(_("The field move is a move’s text."))
    game, (*_before, at) = line(puzzle, made)
    text = game.move_text(at, game.require(at, move))
    if text != puzzle.moves[len(made)]:
        return Step(text, (*made, text), False, False)
    seats = movers(puzzle)
    rest = range(len(made) + 1, len(puzzle.moves))
    count = len(made) + 1 + sum(1 for _each in takewhile(lambda number: seats[number] != seats[0], rest))
    return Step(text, puzzle.moves[:count], True, count == len(puzzle.moves))


def movers(puzzle: Puzzle) -> list[int]:
    """The seat that makes each move of the solution."""
    game, positions = line(puzzle, puzzle.moves[:-1])
    return [game.to_move(each) for each in positions]


def to_find(puzzle: Puzzle) -> int:
    """How many moves of the solution are its solver's own."""
    seats = movers(puzzle)
    return seats.count(seats[0])


def found(puzzle: Puzzle, moves: Sequence[str]) -> int:
    """How many of the solver's own moves these begin with, up to the first that is not the solution's."""
    pairs = zip(movers(puzzle), puzzle.moves, moves, strict=False)
    right = [seat for seat, _wanted, _made in takewhile(lambda each: each[1] == each[2], pairs)]
    return right.count(right[0]) if right else 0
