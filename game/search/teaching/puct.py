"""Tree search that is guided by an order of moves and an evaluation (PUCT), told step by step.

The same search as ``plyground.search.guided`` does compiled: the same numbers, and the same visits of every move. Or,
at wish, it goes by a small model that learns from games before the search begins (``plyground.search.learning.small``).
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core import knowledge
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search import guided
from plyground.search.guided import DRAWN, LOST, UNPROVEN, WON
from plyground.search.learning import small
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.mcts import Grown, GrownRun
from plyground.search.teaching.search import Estimate, Search, SearchSpec, Told

GUIDES = ("own", "learnt")
LEARNT = GUIDES[1]
_SURE = {WON: 1.0, LOST: -1.0, DRAWN: 0.0}


class Guided(Grown):
    """A node of the tree: what it is worth to its mover at first sight, what is proven of it for its mover, and its
    moves' shares of attention. ``untried`` has the best looking move first."""

    __slots__ = ("proven", "shares", "worth")

    def __init__(self, node: Node, mover: int, worth: float, proven: int) -> None:
        super().__init__(node, mover, [], 2)
        self.worth, self.proven = worth, proven
        self.shares: dict[int, float] = {}

    def proven_for(self, mover: int) -> int:
        """What is proven of it for a seat."""
        return self.proven if mover == self.mover else int(guided.turned(self.proven))


class PuctRun(GrownRun):
    """One search; ``tree`` is the grown tree."""

    tree: Guided

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        strength = knowledge.of(game).strength
        assert strength is not None
        self._weights = strength.weights()
        self._curiosity, self._scale = float(options["curiosity"]), int(options["scale"])
        learns = options["guide"] == LEARNT
        self._model = small.learn(game, position, int(options["games"])) if learns else None
        self.tree = self._seen(self.root)

    def settled(self) -> bool:
        return self.tree.proven != UNPROVEN

    def trusted(self, here: Any) -> Any:
        def trust(each: Guided) -> tuple[int, int, float]:
            proven = each.proven_for(here.mover)
            return int(proven == WON) - int(proven == LOST), each.visits, each.totals[here.mover]

        return max(here.children, key=trust)

    def worth(self, here: Any, seat: int) -> float:
        return float(here.mean(seat)) if here.proven == UNPROVEN else _SURE[here.proven_for(seat)]

    def _look(self, node: Node) -> tuple[float, int, list[int], list[float]]:
        return guided.look(node.position, self._weights, self._scale, self.game.spec.most_moves)

    def _seen(self, node: Node) -> Guided:
        mover = self.game.to_move(node.position)
        if self._model is None:
            worth, proven, *_rest = self._look(node)
        else:
            worth, proven = self._foretold(self._model, node.position, mover)
        return Guided(node, mover, worth, proven if node.ply else UNPROVEN)

    def _foretold(self, model: small.Model, position: Any, mover: int) -> tuple[float, int]:
        """The worth by a model, from -1 to 1, and what is proven, for the seat to move."""
        returns = self.game.returns(position)
        if returns is None:
            return 2 * model.chance(position, mover) - 1, UNPROVEN
        proven = WON if returns[mover] > 0 else LOST if returns[mover] < 0 else DRAWN
        return _SURE[proven], proven

    def _shares(self, node: Node) -> dict[int, float]:
        """The share of attention of each move by its index, the best looking first."""
        places = {move: index for index, move in enumerate(self.moves(node))}
        if self._model is None:
            _worth, _proven, ordered, priors = self._look(node)
            return {places[move]: prior for move, prior in zip(ordered, priors, strict=True)}
        shares = [float(share) for share in self._model.shares(node.position)]
        return {index: shares[index] for index in sorted(range(len(shares)), key=lambda each: -round(shares[each], 9))}

    def _iterate(self) -> Told:
        here = self.tree
        way = [here]
        while len(way) == 1 or here.visits > 0:
            if not here.shares:
                yield self._open(here)
            index, rows, shares = self._bounds(here)
            child: Any = next((each for each in here.children if each.node.index == index), None)
            node = self.child(here.node, index) if child is None else child.node
            yield Event("select", here.node, node, items=rows, values=shares)
            if child is None:
                self.enter(node)
                here.untried.remove(index)
                child = self._seen(node)
                here.children.append(child)
                yield Event("enter", node)
            way.append(child)
            here = child
            if here.proven != UNPROVEN or here.node.ply == self.most_plies:
                break
        results = tuple(self.worth(here, seat) if here.visits else self._first(here, seat) for seat in range(2))
        yield self._leaf(here, results)
        yield from self._count(way, results)

    def _count(self, way: list[Any], results: tuple[float, ...]) -> Told:
        for here in reversed(way[:-1]):
            if here.proven == UNPROVEN:
                here.proven = self._known(here)
        yield from super()._count(way, results)

    def _open(self, here: Guided) -> Event:
        """The moves of a node that is visited again, the best looking first."""
        here.shares = self._shares(here.node)
        here.untried = list(here.shares)
        reason = "rank" if self._model is None else "learnt"
        return Event("children", here.node, reason=reason, items=tuple(here.untried))

    def _bounds(self, here: Guided) -> tuple[int, tuple[float, ...], tuple[float, ...]]:
        """The index of the move with the highest bound (of equals the better looking), and a row and a share for each
        move that was visited and for the best looking of the others."""
        visits = 1 + sum(each.visits for each in here.children)
        expected = (here.worth + sum(each.totals[here.mover] for each in here.children)) / visits - guided.FIRST_PLAY
        known: dict[int, Guided] = {each.node.index: each for each in here.children}  # type: ignore[misc]
        best, highest = -1, -math.inf
        rows: list[float] = []
        shares: list[float] = []
        for index, prior in here.shares.items():
            child = known.get(index)
            if child is None and index != here.untried[0]:
                continue
            if child is not None and child.proven_for(here.mover) == LOST:
                continue
            seen = 0 if child is None else child.visits
            mean = expected if child is None else child.mean(here.mover)
            bound = guided.bound(mean, prior, seen, visits, self._curiosity)
            rows += (index, seen, round(mean, 6), round(bound, 6))
            shares.append(round(prior, 6))
            if bound > highest:
                best, highest = index, bound
        return best, tuple(rows), tuple(shares)

    def _first(self, here: Guided, seat: int) -> float:
        """What a node that was never visited is worth to a seat."""
        worth = here.worth if here.proven == UNPROVEN else _SURE[here.proven]
        return worth if seat == here.mover else -worth

    def _leaf(self, here: Guided, results: tuple[float, ...]) -> Event:
        sure = "estimate" if here.proven == UNPROVEN else "exact"
        reason = "static" if self.game.returns(here.node.position) is None else "over"
        value = results[self.seat]
        return Event("leaf", here.node, value=value, values=results, sure=sure, closed=sure == "exact", reason=reason)

    def _known(self, here: Guided) -> int:
        """What is proven of a node for its mover: won by one move, or known of all of them."""
        known = [each.proven_for(here.mover) for each in here.children]  # type: ignore[attr-defined]
        if WON in known:
            return WON
        if here.untried or UNPROVEN in known:
            return UNPROVEN
        return DRAWN if DRAWN in known else LOST


class Puct(Search):
    """An order of moves and an evaluation instead of random games."""

    spec = SearchSpec(
        "puct",
        _("Guided tree search (PUCT)"),
        _("Grows a tree where moves look good at first sight or turn out well; an evaluation stands for random games."),
        "each",
    )
    kind = PuctRun

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        return (
            Option("iterations", "int", 300, _("Positions that are appraised."), low=1, high=1_000_000),
            *guidance(game),
            Option(
                "guide", "choice", GUIDES[0],
                _("What looks good: by the game’s own order and evaluation, or by a small model that learns first."),
                choices=GUIDES,
            ),
            Option(
                "games", "int", 40, _("Games, played at random from the position, that such a model learns from."),
                low=0, high=small.MOST_GAMES,
            ),
        )  # fmt: skip

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        return refusal(game)

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return "results"

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        nodes = int(options["iterations"])
        return Estimate(1, nodes, _("At most {nodes:,} nodes: every position that is appraised adds one.", nodes=nodes))


def guidance(game: Game[Any, Any]) -> tuple[Option, ...]:
    """The options of a guided search of a game beside its size."""
    strength = knowledge.of(game).strength or knowledge.Strength
    return (
        Option(
            "curiosity", "float", strength.curiosity,
            _("How much is given to moves that look good or were tried seldom."), low=0.0, high=20.0,
        ),
        Option(
            "scale", "int", guided.SCALE,
            _("So many hundredths of the evaluation’s unit stand for chances of 73 in 100."), low=1, high=100_000,
        ),
    )  # fmt: skip


def refusal(game: Game[Any, Any]) -> str | None:
    """Why a guided search cannot play a game; None if it can."""
    if guided.fits(game):
        return None
    return _(
        "Guided tree search needs two opposite sides and an evaluation; {game} has not both.", game=game.spec.title
    )


SEARCHES = (Puct(),)
