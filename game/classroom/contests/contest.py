"""A contest of a class as plain data: its terms, who takes part, its boards round by round, and what each has won.

Nothing here is changed in place, asks a clock or speaks to anybody: a contest is replaced by the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from plyground.pairing import Seating

Kind = Literal["simul", "swiss", "round_robin", "ladder"]
KINDS: tuple[Kind, ...] = ("simul", "swiss", "round_robin", "ladder")
TEACHER, BOT = "teacher", "bot"
"""Who sits at a board and is no student; students sit there by their keys, n1 and so on."""
How = Literal["", "played", "absent", "decided", "stopped"]
Phase = Literal["open", "playing", "between", "over"]
WIN, DRAW = 1.0, 0.5


@dataclass(frozen=True)
class Terms:
    """What is agreed before the first move.

    ``start`` is a position's text, "" for the game's own; ``clock`` the protocol's JSON of one for each side, or None.
    ``one`` plays all others of a simultaneous match, in the seat ``seat`` (-1: each in turn). ``level`` is that of
    bots, which fill seats that come out odd if ``fill``. ``absent`` are the seconds after which whoever is to move and
    is not there has lost, 0 for never; ``auto`` says that rounds begin by themselves.
    """

    kind: Kind
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    start: str = ""
    clock: Mapping[str, Any] | None = None
    one: str = ""
    seat: int = -1
    level: str = ""
    fill: bool = False
    rounds: int = 1
    absent: float = 0.0
    auto: bool = False


@dataclass(frozen=True)
class Board:
    """One game of a contest. ``players`` sit in the order of seats; ``points`` are what each of them has won, None
    while it goes on or when it was stopped; ``how`` says what it ended by."""

    number: int
    round: int
    players: Seating
    game: str
    points: tuple[float, ...] | None = None
    how: How = ""

    @property
    def over(self) -> bool:
        return self.how != ""


@dataclass(frozen=True)
class Rest:
    """Somebody who had no opponent in a round, and what that was worth."""

    round: int
    player: str
    points: float


@dataclass(frozen=True)
class Contest:
    """A contest. ``players`` are the students who take part, in the order in which they came; ``out`` those who play no
    more. ``order`` is that of a ladder, the top first."""

    number: int
    terms: Terms
    players: tuple[str, ...]
    phase: Phase = "open"
    round: int = 0
    boards: tuple[Board, ...] = ()
    rests: tuple[Rest, ...] = ()
    out: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()

    @property
    def simultaneous(self) -> bool:
        return self.terms.kind == "simul"

    def is_one(self, player: str) -> bool:
        """Whether this is who plays against all others."""
        return self.simultaneous and player == self.terms.one

    @property
    def current(self) -> tuple[Board, ...]:
        """The boards of the round that is played, or was last."""
        return tuple(board for board in self.boards if board.round == self.round)

    @property
    def played_out(self) -> bool:
        """Whether no board of the round goes on."""
        return all(board.over for board in self.current)

    @property
    def last(self) -> bool:
        """Whether no round comes after this one."""
        return self.round >= self.terms.rounds

    def board(self, number: int) -> Board | None:
        """The board with a number, None if there is none."""
        return self.boards[number - 1] if 1 <= number <= len(self.boards) else None

    def board_of(self, player: str) -> Board | None:
        """The board at which somebody sits in this round, or in a match sat last."""
        return next((board for board in reversed(self.current) if player in board.players), None)

    def points(self, player: str) -> float:
        """All that somebody has won."""
        won = (
            points
            for board in self.boards
            if board.points is not None
            for each, points in zip(board.players, board.points, strict=True)
            if each == player
        )
        return sum(won) + sum(rest.points for rest in self.rests if rest.player == player)

    def seatings(self) -> list[Seating]:
        """Who sat where in all games between two who take part, in the order of rounds."""
        return [board.players for board in self.boards if BOT not in board.players]

    def with_board(self, board: Board) -> Contest:
        """The contest with this board in the place of the one of its number, or as a new one."""
        at = board.number - 1
        return replace(self, boards=(*self.boards[:at], board, *self.boards[at + 1 :]))

    def as_json(self) -> dict[str, Any]:
        """Plain JSON that ``from_json`` reads back."""
        return {
            "number": self.number,
            "terms": {**vars(self.terms), "options": dict(self.terms.options)},
            "players": list(self.players),
            "phase": self.phase,
            "round": self.round,
            "boards": [[b.round, list(b.players), b.game, b.points and list(b.points), b.how] for b in self.boards],
            "rests": [[rest.round, rest.player, rest.points] for rest in self.rests],
            "out": sorted(self.out),
            "order": list(self.order),
        }

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Contest:
        """Read what ``as_json`` gave."""
        boards = tuple(
            Board(number, at, tuple(players), game, None if points is None else tuple(points), how)
            for number, (at, players, game, points, how) in enumerate(given["boards"], 1)
        )
        return cls(
            given["number"], Terms(**given["terms"]), tuple(given["players"]), given["phase"], given["round"], boards,
            tuple(Rest(*rest) for rest in given["rests"]), frozenset(given["out"]), tuple(given["order"]),
        )  # fmt: skip


def points_of(result: Mapping[str, Any], pivot: int) -> tuple[float, ...]:
    """What each seat has won by a game's result: against the seat ``pivot`` one for being ahead and a half for being
    level, and the pivot the rest."""
    places: Sequence[float] = result.get("ranks") or [-value for value in result["returns"]]
    won = [
        WIN if place < places[pivot] else DRAW if place == places[pivot] else 0.0
        for seat, place in enumerate(places)
        if seat != pivot
    ]
    return with_pivot(won, pivot)


def with_pivot(won: Iterable[float], pivot: int) -> tuple[float, ...]:
    """The points of all seats, from those of all but one: the pivot has what the others have not."""
    others = list(won)
    return (*others[:pivot], sum(WIN - each for each in others), *others[pivot:])
