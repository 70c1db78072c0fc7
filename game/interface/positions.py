"""Games, immutable positions, and boards that moves are pushed on: moves and positions go in and come out as text."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from plyground.core import compiled_calls, records, registry
from plyground.core import game as contract
from plyground.core.bot import Choice, Limits
from plyground.core.errors import BadOption, GameFinished, MalformedMove
from plyground.core.record import Record

if TYPE_CHECKING:
    from plyground.search.teaching.trace import Trace

_loaded: set[tuple[Game, str, type]] = set()
"""For which games, bots and classes of position everything is compiled in this process."""


def game_ids() -> tuple[str, ...]:
    """The ids of all games.

    >>> "othello" in game_ids()
    True
    """
    return tuple(registry.games())


def bot_ids(game: Game) -> tuple[str, ...]:
    """The ids of the bots that can play this game."""
    return tuple(name for name, bot in registry.bots().items() if bot.refuses(game.rules) is None)


def search_ids(position: Position) -> tuple[str, ...]:
    """The ids of the teaching searches that fit a position, for ``Position.trace``."""
    from plyground.search.teaching.searches import fitting

    return tuple(search.spec.id for search in fitting(position.game.rules, position.raw))


def game(id: str, **options: object) -> Game:
    """The game with this id and these options (those left out have their usual values).

    Raises ``Refusal`` for an unknown game or a wrong option.

    >>> game("othello", size="6").start.legal_moves
    ('c2', 'b3', 'e4', 'd5')
    """
    rules = registry.game(id)
    return _game(id, tuple(sorted(rules.options(options).items())))


def _game(id: str, options: tuple[tuple[str, Any], ...]) -> Game:
    compiled_calls.use_compiled(True)
    return Game(registry.game(id), options)


def bounded(limits: Limits | None) -> Limits:
    """These limits, or none; raises ``BadOption`` for one that is not above 0."""
    limits = limits or Limits()
    for name in ("seconds", "nodes", "depth"):
        value = getattr(limits, name)
        if value is not None and not value > 0:
            raise BadOption(f"The limit {name} is above 0, or None for none; not {value}.")
    return limits


def _a_text(move: object) -> str:
    if not isinstance(move, str):
        raise MalformedMove(f"A move is a text here, not {move!r}; Batch.text gives the text of a batch's integer.")
    return move


@dataclass(frozen=True)
class Game:
    """A game with its options settled. ``rules`` is the program's own object for it."""

    rules: contract.Game[Any, Any]
    _options: tuple[tuple[str, Any], ...]

    @property
    def id(self) -> str:
        """The id, as in addresses and commands."""
        return self.rules.spec.id

    @property
    def title(self) -> str:
        """The name for people."""
        return self.rules.spec.title

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return dict(self._options)

    @property
    def seats(self) -> int:
        """How many play; seats are numbered from 0 in their order of play."""
        return self.rules.seats_at(self.start.raw)

    @property
    def start(self) -> Position:
        """The position that the game begins with."""
        return Position(self, self.rules.initial(self.options))

    def position(self, text: str) -> Position:
        """The position with this text; raises ``Refusal``."""
        return Position(self, self.rules.parse_position(text, self.options))

    def read(self, record: str) -> Board:
        """A board with all moves of a recorded game, in any of the game's notations; raises ``Refusal``."""

        read = records.read(self.rules, record)
        own = game(self.id, **read.options)
        board = Board(own.start if read.start is None else own.position(read.start))
        for move in read.moves:
            board.push(move)
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, in another process too, has the rules that are there, so that it equals all that has them."""
        return _game, (self.id, self._options)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._options)
        return f"game({self.id!r}{options})"


@dataclass(frozen=True)
class Solution:
    """An exact answer: each seat's return under perfect play, the best moves, a line of best play (it may stop early)
    and the number of positions analysed."""

    returns: tuple[float, ...]
    best: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int


@dataclass(frozen=True)
class Position:
    """A position of a game. It never changes, and compares and hashes by what it is. ``raw`` is the program's own.

    >>> start = game("othello").start
    >>> start.play("d3") == start.play("d3"), start.to_move, start.play("d3").to_move
    (True, 0, 1)
    """

    game: Game
    raw: Any

    @property
    def text(self) -> str:
        """The text form, on one line, which ``Game.position`` reads."""
        return self.game.rules.position_text(self.raw)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None at the end."""
        return None if self.returns is not None else self.game.rules.to_move(self.raw)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The texts of all legal moves in the game's order; empty exactly at the end."""
        rules = self.game.rules
        return tuple(rules.move_text(self.raw, move) for move in rules.legal_moves(self.raw))

    @property
    def returns(self) -> tuple[float, ...] | None:
        """Each seat's result in the game's own unit, None while the game goes on."""
        return self.game.rules.returns(self.raw)

    @property
    def picture(self) -> str:
        """The board as a few lines of text."""
        return self.game.rules.picture(self.raw)

    def play(self, *moves: str) -> Position:
        """The position after these moves; raises ``Refusal`` at the first that is not legal."""
        return Position(self.game, self.game.rules.replay(self.raw, list(map(_a_text, moves)))[-1])

    def search(
        self, bot: str = "minimax", limits: Limits | None = None, seed: int = 0, memory: dict[str, Any] | None = None
    ) -> Choice:
        """What a bot (``"id"`` or ``"id:option=value,..."``) chooses here, and what it saw.

        The limits hold for this search alone; what it needs is compiled before its time begins. ``memory`` is a
        dictionary that a bot may keep things in from move to move. Raises ``Refusal``.

        >>> game("othello", size="4").start.search("minimax:budget=200", Limits(seconds=1)).move
        'c4'
        """
        from plyground.bots import _thinking, _warming

        self._insist_unfinished()
        player = registry.parse_player(bot, self.game.rules)
        needs = (self.game, player.text, type(self.raw))
        if needs not in _loaded:
            _warming.load(player, self.raw)
            _loaded.add(needs)
        limits = bounded(limits)
        common = {name: getattr(limits, name) for name in (*_thinking.LIMIT_NAMES, "left", "increment")}
        return _thinking.think(
            player, self.raw, random.Random(seed), common, limits.stopped, memory={} if memory is None else memory
        )

    def solve(self, limits: Limits | None = None) -> Solution | None:
        """The exact value with every best move, or None if it is not found within the limits (60 s if none are given).
        Raises ``Refusal``.

        >>> game("othello", size="4").start.solve().returns
        (-10.0, 10.0)
        """
        from plyground.search import solving

        self._insist_unfinished()
        rules = self.game.rules
        solving.load(rules, self.raw)
        found = solving.solve(rules, self.raw, bounded(limits or Limits(seconds=60.0)))
        if found is None:
            return None
        line, _end = rules.line_texts(self.raw, found.line)
        best = tuple(rules.move_text(self.raw, move) for move in found.best)
        return Solution(found.returns, best, line, found.nodes)

    def trace(self, search: str, settings: Mapping[str, Any] | None = None, limits: Limits | None = None) -> Trace:
        """Every step of a teaching search from here, as the lab shows them; raises ``Refusal``.

        >>> len(game("othello", size="4").start.trace("minimax", {"depth": 2}).moves)
        17
        """
        from plyground.search.teaching.searches import search as find

        self._insist_unfinished()
        running = bounded(limits).started()
        return find(search).record(
            self.game.rules, self.raw, dict(settings or {}), setup=self.game.options, stopped=running.expired
        )

    def _insist_unfinished(self) -> None:
        if self.returns is not None:
            raise GameFinished("The game is over; there is nothing to search.")

    def _repr_html_(self) -> str:
        """The board, as a notebook shows it."""
        from plyground.interface.cells.drawing import drawn

        return drawn(self.game.rules, self.raw, self.game.options)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.text}>"


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
        legal = rules.require(here, _a_text(move))
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
        return records.write(game.rules, Record(game.options, begin, tuple(self._moves), tags), form)

    def _repr_html_(self) -> str:
        """The board with its last move, as a notebook shows it."""
        from plyground.interface.cells.drawing import drawn

        game, before = self.start.game, self._positions[-2].raw if self._moves else None
        return drawn(game.rules, self.position.raw, game.options, before, self._moves[-1] if self._moves else "")

    def __str__(self) -> str:
        return self.position.picture

    def __repr__(self) -> str:
        return f"<Board after {len(self._moves)} moves, {self.position!r}>"
