"""The contract of a game: what the rest of the program may ask of it, and nothing more.

A position is plain frozen data; the game has the functions. Moves and positions have a text form, and that text is
what travels: ``parse_move(position, move_text(position, move)) == move`` and
``parse_position(position_text(position), options) == position``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from plyground.core import compiled_calls, effort, kernels
from plyground.core.errors import GameFinished, IllegalMove, MalformedRecord
from plyground.core.first_steps import Stage
from plyground.core.messages import _
from plyground.core.options import Option, Value, complete
from plyground.core.record import Record

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True)
class Preset:
    """A named set of options, offered with one click."""

    name: str
    title: str
    options: Mapping[str, Value]


@dataclass(frozen=True)
class Sample:
    """A position worth looking into with a teaching search, offered in the lab and to classes.

    ``position`` is a position text ("" for the start of the options), ``moves`` the moves made from there; ``search``
    is a teaching search's id with its ``settings``; ``words`` is a sentence.
    """

    title: str
    words: str
    search: str
    settings: Mapping[str, Value] = field(default_factory=dict)
    position: str = ""
    options: Mapping[str, Value] = field(default_factory=dict)
    moves: tuple[str, ...] = ()


SHAPES = (
    "circle", "square", "triangle", "diamond", "star", "cross", "hexagon", "heart",
    "moon", "drop", "pentagon", "ring", "bolt", "leaf", "shield", "flag",
    "arrow",
)  # fmt: skip
"""The shapes that seats may have, drawn by ``static/js/lib/marks.js``, in the order of seats without declared ones."""


@dataclass(frozen=True)
class GameSpec:
    """A game's declared facts.

    ``seats`` is the smallest and largest number of seats; ``seat_names`` are what players are called on the board,
    in seat order; ``unit`` is what a value counts ("discs", or "" for games that are only won, drawn or lost);
    ``most_moves`` bounds the legal moves of any position and ``longest`` the plies of any game, for any options.
    ``two_sided`` holds when two seats play and one's gain is the other's loss. ``perft_keeps_finished`` says how the
    game's published perft tables count a game that is over before the last ply: as one leaf, or not at all.
    ``graded`` holds when an end counts by its returns, in the unit in which positions are scored as well, and not just
    by who won. ``colours`` are those of the seats, in seat order, as names of colour tokens: one of ``static/css/
    tokens.css`` (``red``, ``yellow``, ``black``, …) or of the game's own style sheet; ``shapes`` are their marks, of
    ``SHAPES``, for colour is never the only sign; seats without one keep the usual one. ``collections`` are the forms
    of files of any number of games that this game writes, ``name_files`` the endings, in small letters, of files that
    may stand before these and name who played, ``tags`` the names that its notations give to what ``records.TAGS``
    names, where theirs differ. ``order`` is the game's place on the home page, the lowest first.
    ``stages`` are the first steps by which people learn it.
    """

    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    most_moves: int
    longest: int
    unit: str = ""
    two_sided: bool = True
    perft_keeps_finished: bool = False
    graded: bool = False
    presets: tuple[Preset, ...] = ()
    records: tuple[str, ...] = ("json",)
    collections: tuple[str, ...] = ()
    name_files: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    colours: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    order: int = 50
    samples: tuple[Sample, ...] = ()
    stages: tuple[Stage, ...] = ()

    def seat_name(self, seat: int) -> str:
        """What a seat is called on the board; its number from 1 where it has no name."""
        return self.seat_names[seat] if seat < len(self.seat_names) else _("Seat {seat}", seat=seat + 1)

    def shape(self, seat: int) -> str:
        """The shape that stands for a seat wherever it is shown."""
        return self.shapes[seat] if seat < len(self.shapes) else SHAPES[seat]


class Maps(Protocol):
    """What a game is played on where that is too large to travel with every view: views name it by its content hash,
    the first 32 hexadecimal digits of the SHA-256 of its text."""

    def text(self, content: str) -> str:
        """The JSON of the map with this content hash; raises a refusal."""

    def keep(self, text: str) -> dict[str, Any]:
        """Check a map that somebody gives as JSON and keep it; ``map`` is its name as an option. Raises a refusal."""


class Game(ABC, Generic[P, M]):
    """One game's rules. Subclasses are stateless; the module gives one instance as ``GAME``."""

    spec: ClassVar[GameSpec]
    position_classes: ClassVar[tuple[type, ...]] = ()
    """The named-tuple classes that this game's positions may have (empty for games without kernels)."""
    maps: ClassVar[Maps | None] = None
    """Where this game's maps are kept; None for games that need none."""

    @abstractmethod
    def initial(self, options: Mapping[str, object] | None = None) -> P:
        """The start position; raises ``BadOption``."""

    @abstractmethod
    def to_move(self, position: P) -> int:
        """The seat whose turn it is."""

    @abstractmethod
    def legal_moves(self, position: P) -> list[M]:
        """All legal moves in a fixed order; empty exactly if the game is over."""

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after a legal move (not checked here: see ``check``)."""

    @abstractmethod
    def returns(self, position: P) -> tuple[float, ...] | None:
        """A value for each seat in the game's unit once the game is over, else None."""

    @abstractmethod
    def move_text(self, position: P, move: M) -> str:
        """The move's text form."""

    @abstractmethod
    def parse_move(self, position: P, text: str) -> M:
        """Read a move, leniently in form; raises ``MalformedMove`` or ``AmbiguousMove``. Legality is ``check``'s."""

    @abstractmethod
    def position_text(self, position: P) -> str:
        """The position's text form, on one line."""

    @abstractmethod
    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> P:
        """Read a position; raises ``MalformedPosition`` or ``BadOption``. The result is a position one can play on."""

    def check(self, position: P, move: M) -> IllegalMove | None:
        """None if the move is legal, else the named error that says why not."""
        if move in self.legal_moves(position):
            return None
        if self.returns(position) is not None:
            return GameFinished(_("The game is over."))
        return IllegalMove(_("{move_text} is not a legal move here.", move_text=self.move_text(position, move)))

    def view(self, position: P, seat: int | None) -> dict[str, Any]:
        """The JSON that a board draws.

        At least ``game``, ``text``, ``to_move``, ``returns``, ``ending`` and ``moves``: the legal moves, each as
        ``effect`` has it, if ``seat`` is to move, else empty (a watcher's seat is None). All else is the board's own,
        from ``drawing``. A view with ``compact`` true may group moves in ``moves``; ``view_moves`` tells them apart.
        """
        returns, mover = self.returns(position), self.to_move(position)
        return {
            "game": self.spec.id,
            "text": self.view_text(position, seat),
            "to_move": mover,
            "returns": None if returns is None else list(returns),
            "ending": None if returns is None else self.ending(position),
            "moves": self.listed(position) if seat == mover and returns is None else [],
            **self.drawing(position, seat),
        }

    def drawing(self, position: P, seat: int | None) -> dict[str, Any]:
        """What the game's board draws of a position beside what every view has, as a seat (or a watcher) sees it."""
        return {}

    def view_text(self, position: P, seat: int | None) -> str | None:
        """The position's text in a view; None where it is too long to travel with every view."""
        return self.position_text_for(position, seat)

    def listed(self, position: P) -> list[dict[str, Any]]:
        """The legal moves as the mover's view has them; games with very many group them, and say so by ``compact``."""
        return [self.effect(position, move) for move in self.legal_moves(position)]

    def effect(self, position: P, move: M) -> dict[str, Any]:
        """What a board draws of a legal move: its ``text`` and visible effects."""
        return {"text": self.move_text(position, move)}

    @abstractmethod
    def ending(self, position: P) -> str | None:
        """Why the finished game ended as it did, in a sentence; None while it goes on."""

    @abstractmethod
    def picture(self, position: P) -> str:
        """The board as a few lines of plain text, for terminals; ``messages.lined`` puts sentences into it."""

    def view_moves(self, view: Mapping[str, Any]) -> list[str]:
        """The texts of all legal moves that a view offers; games whose views are compact override it."""
        return [move["text"] for move in view["moves"]]

    def read_record(self, text: str) -> Record:
        """Read a game in any of this game's own notations; raises ``MalformedRecord``."""
        raise MalformedRecord(_("{title} reads no notation of its own yet.", title=self.spec.title))

    def write_record(self, record: Record, form: str) -> str:
        """Write a game in one of ``spec.records``; raises ``MalformedRecord`` for an unknown form."""
        raise MalformedRecord(_("{title} writes no form called “{form}”.", title=self.spec.title, form=form))

    def read_records(self, content: bytes) -> Iterator[Record | MalformedRecord]:
        """The games of a file that may hold many, in order; a refusal stands for one that cannot be read.

        Raises ``MalformedRecord`` where the file is none of this game's. By default a file is one game's text.
        """
        yield self.read_record(content.decode("utf-8-sig", "replace"))

    def write_records(self, found: Sequence[Record], form: str) -> bytes:
        """A file of these games in one of ``spec.collections``; raises ``MalformedRecord``."""
        raise MalformedRecord(_("{title} writes no form called “{form}”.", title=self.spec.title, form=form))

    def seat_count(self, options: Mapping[str, object] | None = None) -> int:
        """How many seats a game with these options has; raises ``BadOption``."""
        complete(self.spec.options, options)
        return self.spec.seats[0]

    def seats_at(self, position: P) -> int:
        """How many seats the game of this position has; games whose options say so override it."""
        return self.spec.seats[0]

    def fits(self, position: P, options: Mapping[str, object]) -> bool:
        """Whether games with these options are played on the board of this position, as far as a position tells it;
        games whose positions say more than their options override it."""
        return True

    def for_counting(self, position: P) -> P:
        """The same position with just the legal moves that the game's perft tables count."""
        return position

    def move_text_for(self, position: P, move: M, viewer: int | None) -> str:
        """The move's text as a seat (or, None, a watcher) may know it before the end; nothing is hidden by default."""
        return self.move_text(position, move)

    def hidden_moves(self, position: P) -> int:
        """How many moves from this position on may be hidden from somebody, at most: by default all of a game that has
        a ``move_text_for`` of its own."""
        return 0 if type(self).move_text_for is Game.move_text_for else self.spec.longest

    def position_text_for(self, position: P, viewer: int | None) -> str:
        """The position's text as a seat (or, None, a watcher) may know it before the end; by default all of it."""
        return self.position_text(position)

    def options(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        """All options with their checked values."""
        return complete(self.spec.options, given)

    def uncertain(self, position: P) -> bool:
        """Whether chance may decide something in this position or after it; games without chance leave it."""
        return False

    def chances(self, position: P) -> tuple[Fraction, ...] | None:
        """The chance of each legal move, in their order, where chance decides; None where a seat does."""
        return None

    def require(self, position: P, text: str) -> M:
        """Read a move and insist that it is legal; raises the refusal otherwise."""
        if self.returns(position) is not None:
            raise GameFinished(_("The game is over; no more moves can be made."))
        move = self.parse_move(position, text)
        error = self.check(position, move)
        if error is not None:
            raise error
        return move

    def line_texts(self, position: P, moves: Iterable[M]) -> tuple[tuple[str, ...], P]:
        """The texts of a line as far as the game goes on, and the position after it."""
        texts = []
        for move in moves:
            if self.returns(position) is not None:
                break
            texts.append(self.move_text(position, move))
            position = self.play(position, move)
        return tuple(texts), position

    def replay(self, position: P, moves: Sequence[str]) -> list[P]:
        """All positions from ``position`` through the given moves; raises the refusal of the first bad one."""
        positions = [position]
        for text in moves:
            effort.check()
            positions.append(self.play(positions[-1], self.require(positions[-1], text)))
        return positions


PT = TypeVar("PT", bound=tuple[Any, ...])


class KernelGame(Game[PT, int]):
    """A game whose rules are kernels: moves are integers, and the Python side asks the kernels.

    The kernels run interpreted until ``compiled_calls.use_compiled(True)``; both ways give the same answers.
    """

    def to_move(self, position: PT) -> int:
        return int(kernels.to_move(position))

    def legal_moves(self, position: PT) -> list[int]:
        return compiled_calls.legal_moves(position, self.spec.most_moves)

    def play(self, position: PT, move: int) -> PT:
        return compiled_calls.play(position, move)

    def returns(self, position: PT) -> tuple[float, ...] | None:
        if compiled_calls.outcome(position, 0) == kernels.ONGOING:
            return None
        return tuple(float(kernels.margin(position, seat)) for seat in range(self.seats_at(position)))


def moves_array(most_moves: int) -> Any:
    """A fresh array for ``kernels.legal_moves`` to write into."""
    return np.empty(most_moves, dtype=np.int32)
