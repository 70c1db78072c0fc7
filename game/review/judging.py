"""What a position, and the move that was made there, is worth to the seat to move, by the strongest search there is.

A position is judged by a fixed number of positions, so the same game has the same review everywhere. Where the game's
solver reaches, values are exact. A move is never held against a search of another depth: it is compared in the search
that found the best move where that valued it too, else both are looked at again, deeper, side by side.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from plyground.bots import _levels, _thinking, _warming
from plyground.core import knowledge, registry
from plyground.core.bot import Choice, Limits, Outcome, Player, outcome_of
from plyground.core.game import Game, KernelGame
from plyground.review import chances
from plyground.search import maxn, solving
from plyground.search.teaching.two_sided import opposed

NODES = 20_000
"""Positions that are analysed for a ply, where the game says nothing else."""
_DEEPER = 4
"""How many times as many are analysed where a move seems to have lost something."""
_SOLVED = 10
"""How many times as many the solver may take."""
_DOUBTFUL = 0.03
"""A loss of chances that is looked at again."""
_OPPOSITE: dict[Outcome, Outcome] = {"win": "loss", "loss": "win", "draw": "draw"}


@dataclass(frozen=True)
class Worth:
    """A value for one seat: in the game's unit (None where only the outcome is known), ``exact`` if no estimate is in
    it, the ``outcome`` under best play where that is known for certain."""

    value: float | None = None
    exact: bool = False
    outcome: Outcome | None = None

    def turned(self) -> Worth:
        """The same for the other side."""
        value = None if self.value is None else -self.value + 0.0
        return Worth(value, self.exact, self.outcome and _OPPOSITE[self.outcome])

    def as_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "value": None if self.value is None else round(self.value, 2),
            "exact": self.exact,
            "outcome": self.outcome,
        }


@dataclass(frozen=True)
class Look:
    """What was found at one position for the seat to move: its worth, the best moves with theirs and what follows.

    ``each`` is the exact value for every seat where it is known; ``valued`` says that every move was valued by itself.
    """

    worth: Worth
    lines: tuple[tuple[Worth, tuple[str, ...]], ...]
    nodes: int = 0
    each: tuple[float, ...] = ()
    valued: bool = False

    def of(self, move: str) -> Worth | None:
        """What this look says of a move; None if it did not value it."""
        return next((worth for worth, line in self.lines if line[0] == move), None)


@dataclass(frozen=True)
class Judged:
    """One ply: what the best move was worth and the move that was made, both for the seat that moved, with the lines
    that begin with each. ``second`` is the worth of the next best move after the best, None if it is not known.
    ``forced``: there was no choice."""

    seat: int
    move: str
    best: Worth
    made: Worth
    line: tuple[str, ...]
    reply: tuple[str, ...]
    second: Worth | None = None
    forced: bool = False
    nodes: int = 0


class Judge:
    """Judges the plies of one game, which begins at ``position``. ``nodes`` are those of a ply."""

    def __init__(self, game: Game[Any, Any], position: Any, nodes: int = 0) -> None:
        self.game, self.known = game, knowledge.of(game)
        self.spread = chances.spread(game, position)
        insight = self.known.insight or knowledge.Insight()
        self.nodes = nodes or insight.nodes or NODES
        self.exact_nodes = insight.exact_nodes or _SOLVED * self.nodes
        self._players: dict[int, Player] = {}
        self._warm: set[type] = set()
        self._memory: dict[str, Any] = {}
        self._values = (self.known.insight and self.known.insight.values) or _values_of_many(game)

    @property
    def engine(self) -> str:
        """What the engine that judges is called."""
        return _player(self.game, 1).bot.spec.title

    def chance(self, worth: Worth) -> float:
        """The chance to win of the seat that a worth is for."""
        if worth.outcome is not None:
            return {"win": 1.0, "draw": 0.5, "loss": 0.0}[worth.outcome]
        return 0.5 if worth.value is None else chances.chance(worth.value, self.spread)

    def look(self, position: Any, lines: int = 2, more: int = 1) -> Look:
        """Judge an unfinished position with ``more`` times the usual positions."""
        values = self._values(self.game, position, Limits(nodes=self.nodes * more).started()) if self._values else None
        if values:
            ordered = sorted(values.items(), key=lambda each: -each[1])
            each = tuple((Worth(value), (move,)) for move, value in ordered)
            return Look(each[0][0], each, self.nodes * more, valued=True)
        if lines not in self._players:
            self._players[lines] = _player(self.game, lines)
        player = self._players[lines]
        if type(position) not in self._warm:
            _warming.load(player, position)
            self._warm.add(type(position))
        choice = _thinking.think(player, position, random.Random(0), {"nodes": self.nodes * more}, memory=self._memory)
        return Look(_worth(vars(choice)), _lines(choice), choice.nodes)

    def after(self, position: Any, move: str, more: int = 1) -> tuple[Worth, tuple[str, ...], int]:
        """What a move is worth to the seat that makes it, the line that follows, and the positions analysed."""
        game, seat = self.game, self.game.to_move(position)
        there = game.play(position, game.parse_move(position, move))
        ended = self.ended(there, seat)
        if ended is not None:
            return ended, (), 0
        look = self.look(there, 1, more)
        return self.seen_by(look, there, seat), look.lines[0][1] if look.lines else (), look.nodes

    def ended(self, position: Any, seat: int) -> Worth | None:
        """What a finished game is worth to a seat; None for one that goes on."""
        returns = self.game.returns(position)
        return None if returns is None else Worth(returns[seat], True, outcome_of(returns[seat]))

    def seen_by(self, look: Look, position: Any, seat: int) -> Worth:
        """What a look at a position says for ``seat``."""
        if look.each:
            return Worth(look.each[seat], True, outcome_of(look.each[seat]))
        return look.worth if self.game.to_move(position) == seat else look.worth.turned()

    def lost(self, best: Worth, made: Worth) -> float:
        """The chances to win that the move gave away."""
        return max(0.0, self.chance(best) - self.chance(made))

    def _as_good(self, one: Worth, other: Worth) -> bool:
        """Whether one worth is no less than another, by the chances first and the value then."""
        chances_of = self.chance(one), self.chance(other)
        if chances_of[0] != chances_of[1] or one.value is None or other.value is None:
            return chances_of[0] >= chances_of[1]
        return one.value >= other.value

    def ply(self, position: Any, move: str, look: Look, then: Look | None = None) -> Judged:
        """Judge the move made at a position; ``then`` is the look at the position after it, if there was one."""
        game, seat = self.game, self.game.to_move(position)
        self.spread = chances.spread(game, position)
        if len(game.legal_moves(position)) == 1:
            return Judged(seat, move, look.worth, look.worth, (move,), (), forced=True, nodes=look.nodes)
        made, reply, nodes = self._made(position, move, look, then)
        best, line = (look.worth, look.lines[0][1]) if look.lines else (look.worth, (move,))
        settled = look.valued or (best.exact and made.exact)
        if settled:
            pass
        elif line[0] != move and self.lost(best, made) >= _DOUBTFUL:
            best, rest, more = self.after(position, line[0], _DEEPER)
            made, reply, others = self.after(position, move, _DEEPER)
            line, nodes = (line[0], *rest), nodes + more + others
        elif line[0] == move and self.lost(best, made) >= 2 * _DOUBTFUL:
            deeper = self.look(position, 2, _DEEPER)  # what seemed best has turned out badly: was there a better one?
            nodes += deeper.nodes
            if deeper.lines and deeper.lines[0][1][0] != move:
                line = deeper.lines[0][1]
                best, rest, more = self.after(position, line[0], _DEEPER)
                line, nodes = (line[0], *rest), nodes + more
            else:
                best = made
        if line[0] == move or self._as_good(made, best):
            best, line = made, (move, *reply) if line[0] != move else line
        second = next((worth for worth, other in look.lines[1:] if other[0] != move), None) if line[0] == move else None
        return Judged(seat, move, best, made, line, reply, second, nodes=look.nodes + nodes)

    def _made(self, position: Any, move: str, look: Look, then: Look | None) -> tuple[Worth, tuple[str, ...], int]:
        game, seat = self.game, self.game.to_move(position)
        there = game.play(position, game.parse_move(position, move))
        ended = self.ended(there, seat)
        if ended is not None:
            return ended, (), 0
        beside = look.of(move)
        if then is None:
            return (beside, (), 0) if beside is not None else self.after(position, move)
        seen, reply = self.seen_by(then, there, seat), then.lines[0][1] if then.lines else ()
        sure = seen.outcome is not None and not look.valued
        if beside is not None and not sure and (look.valued or self.lost(beside, seen) < 2 * _DOUBTFUL):
            return beside, reply, 0
        return seen, reply, 0

    def solved(self, position: Any) -> Look | None:
        """The exact worth of an unfinished position with its best moves; None where that is out of reach."""
        if self.known.insight is not None and not self.known.insight.reaches(position):
            return None
        found = solving.solve(self.game, position, Limits(nodes=self.exact_nodes).started())
        if found is None:
            return None
        worth = Worth(found.value, True, outcome_of(found.value))
        firsts = [self.game.move_text(position, move) for move in found.best]
        line, _end = self.game.line_texts(position, found.line) if found.line else ((firsts[0],), None)
        return Look(
            worth,
            ((worth, tuple(line)), *((worth, (each,)) for each in firsts if each != line[0])),
            found.nodes,
            found.returns,
        )


def _player(game: Game[Any, Any], lines: int) -> Player:
    hare = registry.bot("hare")
    if hare.refuses(game) is None:
        return Player.make(hare, game, {"lines": lines, "threads": 1})
    return _levels.strongest_player(game)


def _worth(told: dict[str, Any]) -> Worth:
    """A bot's value as a worth; a bound counts for the outcome that it proves alone."""
    sure = told["kind"] == "exact" or (told["outcome"] is not None)
    return Worth(told["value"], told["kind"] == "exact", told["outcome"] if sure else None)


def _lines(choice: Choice) -> tuple[tuple[Worth, tuple[str, ...]], ...]:
    told = choice.details.get("lines") or [{**vars(choice), "line": list(choice.line)}]
    return tuple((_worth(line), tuple(line["line"])) for line in told if line["line"])


def _values_of_many(game: Game[Any, Any]) -> Any:
    """Every move's value by max^n, for games of more than two seats, or whose two are no opposites; None elsewhere."""
    if not isinstance(game, KernelGame) or not knowledge.scored(game):
        return None

    def values(game: Any, position: Any, limits: Limits) -> dict[str, float]:
        if opposed(game, position):
            return {}
        found = maxn.search(game, position, limits.nodes or NODES)
        return {game.move_text(position, root.move): max(-1e6, min(1e6, root.value)) for root in found.roots}

    return values
