"""The contract of a teaching search: what it declares, how a search begins, and what it leaves behind.

A search is declared once: its id and title, its options, which positions it fits (with a sentence where it does not),
and an estimate of its size before it starts. ``start`` gives a ``Run``; its ``events`` are a generator, and its
``result`` always holds what was found so far, so that a search can be stopped after any event.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from plyground.core.errors import UnfitBot
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Value, Values, complete
from plyground.search.teaching import arranged
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.trace import MOST_NODES, Head, Recorder, Step, Trace, View

Told = Generator[Event, None, Any]


class Stopped(Exception):
    """Unwinds a search that was asked to stop; it never leaves ``Run.events``."""


class UnfitSearch(UnfitBot):
    """The search cannot look at this game or position."""


@dataclass(frozen=True)
class SearchSpec:
    """A search's declared facts. ``view`` is whose values it tells (see ``trace.Head``)."""

    id: str
    title: str
    summary: str
    view: View = "seat"


@dataclass(frozen=True)
class Estimate:
    """How large a search will be, before it starts: nodes, at least and at most as far as one can tell, and a sentence.

    ``exact`` says that the number was counted. ``rows`` is the arithmetic of a divided budget down the levels of one
    line: budget, moves, what each gets.
    """

    low: float
    high: float
    sentence: str
    exact: bool = False
    rows: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class RootValue:
    """What is known of a root move: its node, its value and how sure that is."""

    node: Node
    value: float
    sure: str = "exact"
    closed: bool = False
    values: tuple[float, ...] = ()


@dataclass
class Result:
    """What a search found so far; ``complete`` once it is done.

    ``value`` is for the searching seat (None before any move was valued), ``line`` the nodes of the best line without
    the root, ``roots`` the root's moves that were valued, in the order met. ``entered`` counts nodes entered.
    """

    value: float | None = None
    sure: str = "exact"
    closed: bool = False
    values: tuple[float, ...] = ()
    line: tuple[Node, ...] = ()
    roots: list[RootValue] = field(default_factory=list)
    entered: int = 0
    deepest: int = 0
    complete: bool = False

    @property
    def move(self) -> Any:
        """The chosen move, None if there is none yet."""
        return self.line[0].move if self.line else None


class Run(ABC):
    """One search from one position. Before each node it asks ``expired`` whether to stop; it also stops when
    ``most_entered`` nodes were entered. Stopped, it still gives an answer if it has one, as its last event."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        self.game, self.options, self.seat = game, options, seat
        self.root = Node(position)
        self.result = Result()
        self.most_entered: int | None = None
        self.expired: Callable[[], bool] = lambda: False

    def events(self) -> Told:
        """Search, and yield each event as it happens."""
        try:
            yield from self.search()
            self.result.complete = True
        except Stopped:
            yield Event("stop", self.root, number=self.result.entered)
            self.settle()
        found = self.result
        child = found.line[0] if found.line else None
        yield Event(
            "answer", self.root, child, value=found.value, sure=found.sure, closed=found.closed, values=found.values,
            items=tuple(node.index for node in found.line),
        )  # fmt: skip

    @abstractmethod
    def search(self) -> Told:
        """Search, and yield each event but the last; ``result`` has what was found so far, as the answer tells it."""

    def settle(self) -> None:
        """Called when the search was stopped: bring ``result`` to what it should answer then."""
        self.result.complete = False

    def finish(self) -> Result:
        """Search to the end, or until it is stopped."""
        for _ in self.events():
            pass
        return self.result

    def enter(self, node: Node) -> None:
        """Count a node that is entered; raises ``Stopped`` instead if the search is to stop."""
        found = self.result
        if self.expired() or (self.most_entered is not None and found.entered >= self.most_entered):
            raise Stopped
        found.entered += 1
        found.deepest = max(found.deepest, node.ply)

    def moves(self, node: Node) -> list[Any]:
        """The legal moves of a node."""
        if node.moves is None:
            node.moves = self.game.legal_moves(node.position)
        return node.moves

    def child(self, node: Node, index: int) -> Node:
        """The node that the move with this index leads to."""
        move = self.moves(node)[index]
        return Node(self.game.play(node.position, move), node, index, move)


class Search(ABC):
    """One kind of search; a module of this folder gives one or more as ``SEARCHES``."""

    spec: ClassVar[SearchSpec]
    kind: ClassVar[Callable[..., Run]]
    """What makes a run of the game, the position, checked options and the seat."""
    weighs_chance: ClassVar[bool] = False
    """Whether it searches positions in which chance decides too."""
    says: ClassVar[Mapping[str, Callable[[Trace, Step], tuple[str, str]]]] = {}
    """What is said of kinds of step that this search tells in words of its own: a short sentence, and why."""

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        """The options that this search has in this game."""
        return ()

    def checked(self, game: Game[Any, Any], given: Values | None) -> dict[str, Value]:
        """All options with their checked values; raises ``BadOption``."""
        options = complete(self.options(game), given)
        arranged.read(str(options.get(arranged.NAME, "")))
        return options

    def unfit(self, game: Game[Any, Any], position: Any) -> str | None:
        """None if this position can be searched, else the sentence that says why not."""
        if game.uncertain(position) and not self.weighs_chance:
            return _("{title} knows no chance, and in this position chance decides too.", title=self.spec.title)
        return self.refuses(game, position)

    @abstractmethod
    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        """None if the search fits but for chance, else the sentence that says why not."""

    @abstractmethod
    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        """How large the search of this position will be."""

    def run(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> Run:
        """A search that has not begun, with checked options."""
        return type(self).kind(game, position, options, seat)

    def start(
        self,
        game: Game[Any, Any],
        position: Any,
        given: Values | None = None,
        seat: int | None = None,
        rng: random.Random | None = None,
    ) -> Run:
        """A search that has not begun, for ``seat`` (by default the one to move).

        Raises ``UnfitSearch`` or ``BadOption``.
        """
        sentence = self.unfit(game, position)
        if sentence is not None:
            raise UnfitSearch(sentence)
        options = self.checked(game, given)
        mover = game.to_move(position) if seat is None else seat
        return self.run(game, position, options, mover, rng or random.Random(0))

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        """What the values of this search count, in the plural."""
        return game.spec.unit or "points"

    def record(
        self,
        game: Game[Any, Any],
        position: Any,
        given: Values | None = None,
        *,
        seat: int | None = None,
        seed: int = 0,
        setup: Values | None = None,
        most_nodes: int = MOST_NODES,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Trace:
        """The trace of a search; it ends early, and says so, when it would hold more than ``most_nodes`` nodes, or when
        ``stopped`` says so.

        Raises ``UnfitSearch`` or ``BadOption``.
        """
        run = self.start(game, position, given, seat, random.Random(seed))
        seats = tuple(game.spec.seat_name(each) for each in range(game.seats_at(position)))
        seats += (_("Chance"),) if game.uncertain(position) else ()
        head = Head(
            self.spec.id, run.options, game.spec.id, dict(setup or {}), game.position_text(position), run.seat, seats,
            self.spec.view, self.counts(game, run.options), seed,
        )  # fmt: skip
        recorder = Recorder(game, head, most_nodes)
        for event in run.events():
            if not recorder.hear(event):
                break
            if stopped():
                recorder.trace.cut_short = _("The search goes on; it took too long to be recorded whole.")
                break
        return recorder.trace
