"""First steps of a game: short stages, each a position and a goal, by which people learn the rules as they need them.

A goal is a condition on what was played, in the game's own terms, and never a list of moves: rules and search decide
whether a move reaches it, can still reach it, or no longer can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.core import effort
from plyground.core.messages import _


@dataclass(frozen=True)
class Line:
    """What was played in a stage: ``positions`` from the stage's own on, with ``moves`` between them."""

    game: Any
    positions: tuple[Any, ...]
    moves: tuple[Any, ...] = ()

    @property
    def start(self) -> Any:
        """The stage's position."""
        return self.positions[0]

    @property
    def now(self) -> Any:
        """The position that was reached."""
        return self.positions[-1]

    @property
    def before(self) -> Any:
        """The position before the last move; the stage's own where there is none."""
        return self.positions[-2] if self.moves else self.start

    @property
    def seat(self) -> int:
        """Whose stage it is: the seat that moves first."""
        return int(self.game.to_move(self.start))

    @property
    def own(self) -> int:
        """How many moves that seat has made."""
        return sum(self.game.to_move(position) == self.seat for position in self.positions[:-1])

    def played(self, move: Any) -> Line:
        """The line with one more legal move."""
        return Line(self.game, (*self.positions, self.game.play(self.now, move)), (*self.moves, move))


def _plainly(line: Line) -> str:
    return _("{move} is a legal move, but it does not do that.", move=line.game.move_text(line.before, line.moves[-1]))


@dataclass(frozen=True)
class Stage:
    """One of a game's first steps.

    ``words`` say the rule that is needed now, ``task`` what to do, in a sentence, ``reached`` what it has shown.
    ``goal(line)`` tells after a move of the seat to move whether it is reached; it never is at the start. ``plies`` are
    the moves that this seat has for it; where others move between, the goal counts only if no reply can prevent it.
    ``says(line)`` tells in a sentence what the last move does, for one that does not reach it. ``hints`` help on
    demand, one after the other. The position is ``position`` ("" for the start of ``options``) after the ``moves``.
    """

    id: str
    title: str
    words: str
    task: str
    goal: Callable[[Line], bool]
    reached: str
    hints: tuple[str, ...] = ()
    says: Callable[[Line], str] = _plainly
    plies: int = 1
    position: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()

    def line(self, game: Any) -> Line:
        """The stage's position in its game, nothing played yet; raises a refusal where it is none."""
        start = game.parse_position(self.position, self.options) if self.position else game.initial(self.options)
        return Line(game, (game.replay(start, self.moves)[-1],))


def reached(stage: Stage, line: Line) -> bool:
    """Whether the last move is the stage's seat's and reaches the goal."""
    return line.moves != () and line.game.to_move(line.before) == line.seat and stage.goal(line)


def can_reach(stage: Stage, line: Line) -> bool:
    """Whether the goal is reached, or can be whatever the others reply, by a search of all lines."""
    if reached(stage, line):
        return True
    moves = line.game.legal_moves(line.now)
    if not moves or line.own >= stage.plies:
        return False
    effort.check()
    each = (can_reach(stage, line.played(move)) for move in moves)
    return any(each) if line.game.to_move(line.now) == line.seat else all(each)


def reaching(stage: Stage, line: Line) -> Any | None:
    """The first move of the seat to move that reaches the goal or keeps it in reach; None if there is none."""
    return next((move for move in line.game.legal_moves(line.now) if can_reach(stage, line.played(move))), None)


def reply(stage: Stage, line: Line) -> Any:
    """What another seat answers: the first move that prevents the goal, or simply the first one."""
    moves = line.game.legal_moves(line.now)
    return next((move for move in moves if not can_reach(stage, line.played(move))), moves[0])
