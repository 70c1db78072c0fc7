"""Monte Carlo tree search by upper confidence bounds (UCT): games played at random tell which moves deserve a look.

Each iteration walks down the tree, always to the child with the highest bound for whoever chooses there, adds one node,
plays a game from it to its end, and counts the result in every node on the way. A child's bound is its mean plus
c * spread * sqrt(ln(visits of the parent) / visits), where the spread is that of the results so far. The most visited
move is chosen (Kocsis and Szepesvari, 2006; Coulom, 2006). Results are 1, 0 and -1, or the returns where ends are
graded.
"""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from typing import Any

from plyground.core import kernels
from plyground.core.game import Game, KernelGame
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.playouts import Playouts
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import Estimate, RootValue, Run, Search, SearchSpec, Told


class Grown:
    """A node of the grown tree: its visits, each seat's sum of results, its children, and the moves not tried yet."""

    __slots__ = ("children", "mover", "node", "totals", "untried", "visits")

    def __init__(self, node: Node, mover: int, untried: list[int], seats: int) -> None:
        self.node, self.mover, self.untried = node, mover, untried
        self.children: list[Grown] = []
        self.visits = 0
        self.totals = [0.0] * seats

    def mean(self, seat: int) -> float:
        """The mean result of a seat."""
        return self.totals[seat] / self.visits


class GrownRun(Run):
    """A search that grows a tree by iterations and chooses the move at the root that it trusts most."""

    tree: Any
    """The grown tree: a ``Grown``, or one that knows more."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self._seats = game.seats_at(position)
        self._iterations = int(options["iterations"])
        self.most_plies = 10**9
        """The deepest ply at which the tree grows."""

    def search(self) -> Told:
        if not self.moves(self.root):
            return
        for number in range(self._iterations):
            if self.settled() or (number and self.expired()):
                break
            yield Event("iteration", self.root, number=number)
            yield from self._iterate()
            self.settle()

    def settled(self) -> bool:
        """Whether more iterations would change nothing."""
        return False

    def settle(self) -> None:
        if not self.tree.children:
            return
        chosen = self.trusted(self.tree)
        found = self.result
        found.value, found.sure = self.worth(chosen, self.seat), "estimate"
        found.values = tuple(self.worth(chosen, seat) for seat in range(self._seats))
        line = []
        here = chosen
        while True:
            line.append(here.node)
            if not here.children:
                break
            here = self.trusted(here)
        found.line = tuple(line)

    def trusted(self, here: Any) -> Any:
        """The child that whoever moves there would choose: the most visited, of equals the one with the best mean."""
        return max(here.children, key=lambda each: (each.visits, each.mean(here.mover)))

    def worth(self, here: Any, seat: int) -> float:
        """What a visited node is worth to a seat: its mean."""
        return float(here.mean(seat))

    def children(self) -> list[RootValue]:
        """The root's moves that were visited, with what they are worth."""
        return [
            RootValue(
                each.node, self.worth(each, self.seat), "estimate", False,
                tuple(self.worth(each, seat) for seat in range(self._seats)),
            )
            for each in self.tree.children
        ]  # fmt: skip

    def _count(self, way: list[Any], results: tuple[float, ...]) -> Told:
        """Count results, one for each seat, in every node on the way."""
        for each in reversed(way):
            each.visits += 1
            for seat, result in enumerate(results):
                each.totals[seat] += result
            values = tuple(each.mean(seat) for seat in range(self._seats))
            yield Event(
                "backup", each.node, number=each.visits, value=values[self.seat], values=values, sure="estimate"
            )

    @abstractmethod
    def _iterate(self) -> Told:
        """Walk down the tree, add a node, and count what comes of it."""


class MctsRun(GrownRun):
    """One search; ``tree`` is the grown tree."""

    tree: Grown

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> None:
        super().__init__(game, position, options, seat)
        self._rng = rng
        self._explore = float(options["exploration"])
        self._low, self._high = (math.inf, -math.inf) if game.spec.graded else (-1.0, 1.0)
        ordered = options.get("playouts") == "ordered"
        seed = rng.getrandbits(63)
        self._playouts = Playouts(game, self._seats, seed, ordered) if isinstance(game, KernelGame) else None
        self.tree = self._grow(self.root)

    def _grow(self, node: Node) -> Grown:
        untried = list(range(len(self.moves(node))))
        self._rng.shuffle(untried)
        return Grown(node, self.game.to_move(node.position), untried, self._seats)

    def _iterate(self) -> Told:
        here = self.tree
        way = [here]
        while here.children and not here.untried:
            chosen, rows = self._choose(here)
            yield Event("select", here.node, chosen.node, items=rows)
            here = chosen
            way.append(here)
        if here.untried and here.node.ply < self.most_plies:
            if not here.children:
                yield Event("children", here.node, reason="written", items=tuple(range(len(here.untried))))
            child = self.child(here.node, here.untried.pop())
            self.enter(child)
            grown = self._grow(child)
            here.children.append(grown)
            way.append(grown)
            yield Event("enter", child)
            here = grown
        results = yield from self._result(here.node)
        self._low, self._high = min(self._low, *results), max(self._high, *results)
        yield from self._count(way, results)

    def _choose(self, here: Grown) -> tuple[Grown, tuple[float, ...]]:
        """The child with the highest bound for the mover (of equals the first), and the row of each child."""
        log, mover = math.log(here.visits), here.mover
        width = self._explore * (self._high - self._low or 1.0)
        rows: list[float] = []
        best, highest = here.children[0], -math.inf
        for each in here.children:
            mean = each.totals[mover] / each.visits
            bound = mean + width * math.sqrt(log / each.visits)
            rows += (each.node.index, each.visits, round(mean, 6), round(bound, 6))
            if bound > highest:
                best, highest = each, bound
        return best, tuple(rows)

    def _result(self, node: Node) -> Told:
        returns = self.game.returns(node.position)
        if returns is not None:
            results = tuple(self._worth(value) for value in returns)
            yield Event(
                "leaf", node, value=results[self.seat], values=results, sure="exact", closed=True, reason="over"
            )
            return results
        results, plies = self._playouts.play(node.position) if self._playouts else self._played(node.position)
        yield Event("playout", node, value=results[self.seat], values=results, sure="estimate", number=plies)
        return results

    def _worth(self, value: float) -> float:
        return float(value) if self.game.spec.graded else float((value > 0) - (value < 0))

    def _played(self, position: Any) -> tuple[tuple[float, ...], int]:
        """A random game of a game without kernels."""
        plies = 0
        while moves := self.game.legal_moves(position):
            position = self.game.play(position, self._rng.choice(moves))
            plies += 1
        returns = self.game.returns(position)
        assert returns is not None
        return tuple(self._worth(value) for value in returns), plies


def playout_options(game: Game[Any, Any]) -> tuple[Option, ...]:
    """The option that says how games are played to their ends, where there is a choice."""
    kinds = game.position_classes
    if not kinds or not all(kernels.has(kernels.rank, kind) for kind in kinds):
        return ()
    return (
        Option(
            "playouts", "choice", "random",
            _("How games are played to their ends: at random, or the best looking of three moves drawn at random."),
            choices=("random", "ordered"),
        ),
    )  # fmt: skip


class Mcts(Search):
    """Random games, most where they are promising."""

    spec = SearchSpec(
        "mcts",
        _("Monte Carlo tree search"),
        _("Plays games at random, most of them where they look promising or little is known."),
        "each",
    )

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option("iterations", "int", 300, _("Games that are played."), low=1, high=1_000_000),
            Option("exploration", "float", 0.7, _("How much is given to what was tried seldom."), low=0.0, high=10.0),
            *playout_options(game),
        )

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        return None

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return game.spec.unit if game.spec.graded and game.spec.unit else "results"

    def run(self, game: Game[Any, Any], position: Any, options: Values, seat: int, rng: random.Random) -> Run:
        return MctsRun(game, position, options, seat, rng)

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        nodes = int(options["iterations"])
        return Estimate(1, nodes, _("At most {nodes:,} nodes: every game that is played adds one.", nodes=nodes))


SEARCHES = (Mcts(),)
