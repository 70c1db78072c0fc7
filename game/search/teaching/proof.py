"""Proof-number search: can the seat to move force a win, and which unseen position brings that to a decision soonest?

Every node has two numbers: how many positions at least must still turn out well to prove the win here, and how many
to disprove it. One that nobody has looked below counts 1 and 1, a won end 0 and infinity, any other end infinity and
0. Where the attacker moves the least proof number counts and all disproof numbers together, where the other side does
it is the other way round. Each iteration goes down along the least numbers and looks one move further there (Allis,
van der Meulen and van den Herik, "Proof-number search", 1994). Positions that are met on two ways are looked at twice.
"""

from __future__ import annotations

import math
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.core.options import Option, Values
from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.proof_words import SAYS
from plyground.search.teaching.search import Estimate, RootValue, Run, Search, SearchSpec, Told
from plyground.search.teaching.two_sided import opposed


class Proving:
    """A node of the tree that is kept, with its numbers; ``children`` is None until it was looked below."""

    __slots__ = ("attacks", "children", "disproof", "node", "parent", "proof")

    def __init__(self, node: Node, parent: Proving | None, attacks: bool) -> None:
        self.node, self.parent, self.attacks = node, parent, attacks
        self.children: list[Proving] | None = None
        self.proof = self.disproof = 1.0

    def count(self) -> bool:
        """Take the numbers from those of the children; whether that changed them."""
        assert self.children
        before = self.proof, self.disproof
        proofs, disproofs = [each.proof for each in self.children], [each.disproof for each in self.children]
        if self.attacks:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)
        return (self.proof, self.disproof) != before

    def toward(self) -> Proving:
        """The first child with the least number that counts here."""
        assert self.children
        return min(self.children, key=lambda each: each.proof if self.attacks else each.disproof)


class ProofRun(Run):
    """One search; ``tree`` is what is kept of it."""

    def __init__(self, game: Game[Any, Any], position: Any, options: Values, seat: int) -> None:
        super().__init__(game, position, options, seat)
        self._most, self._goal = int(options["nodes"]), float(options.get("more_than", 0))
        self.tree = Proving(self.root, None, game.to_move(position) == seat)

    def search(self) -> Told:
        tree, number = self.tree, 0
        self.enter(self.root)
        yield Event("enter", self.root)
        yield self._first(tree)
        while tree.proof and tree.disproof and self.result.entered < self._most:
            yield Event("iteration", self.root, number=number)
            here = tree
            while here.children:
                child = here.toward()
                yield self._event("toward", here, child)
                here = child
            yield from self._look(here)
            number += 1
            self.settle()
        self.settle()

    def _first(self, here: Proving) -> Event:
        """The numbers of a node that was just met."""
        returns, reason = self.game.returns(here.node.position), "open"
        if returns is not None:
            won = returns[self.seat] > self._goal
            reason = "won" if won else "lost"
        elif self.options["at_sight"] and self._settled_next(here):
            reason = "wins" if here.attacks else "ends"
        if reason != "open":
            here.proof, here.disproof = (0.0, math.inf) if reason in ("won", "wins") else (math.inf, 0.0)
        return self._event("leaf", here, reason=reason)

    def _settled_next(self, here: Proving) -> bool:
        """Whether one move of the mover's ends the game as the mover wishes: won, or for the other side not lost."""
        for move in self.moves(here.node):
            returns = self.game.returns(self.game.play(here.node.position, move))
            if returns is not None and (returns[self.seat] > self._goal) == here.attacks:
                return True
        return False

    def _look(self, here: Proving) -> Told:
        """Meet the moves of a leaf, and bring the numbers of all nodes above up to date."""
        below = [self.child(here.node, index) for index in range(len(self.moves(here.node)))]
        yield Event("children", here.node, reason="written", items=tuple(range(len(below))))
        here.children = []
        for node in below:
            self.enter(node)
            yield Event("enter", node)
            child = Proving(node, here, self.game.to_move(node.position) == self.seat)
            yield self._first(child)
            here.children.append(child)
        above: Proving | None = here
        while above is not None and above.count():
            yield self._event("needs", above)
            above = above.parent

    def _event(self, kind: str, here: Proving, child: Proving | None = None, reason: str = "") -> Event:
        told = here if child is None else child
        values = [told.disproof, told.disproof]
        values[self.seat] = told.proof
        return Event(
            kind, here.node, None if child is None else child.node, value=told.proof, values=tuple(values),
            sure="exact", closed=not (told.proof and told.disproof), reason=reason,
        )  # fmt: skip

    def settle(self) -> None:
        found, tree = self.result, self.tree
        event = self._event("answer", tree)
        found.value, found.values, found.closed = event.value, event.values, event.closed
        found.roots = []
        for each in tree.children or ():
            told = self._event("answer", each)
            found.roots.append(RootValue(each.node, each.proof, "exact", told.closed, told.values))
        line, here = [], tree
        while here.children and all(each.proof < math.inf or each.disproof < math.inf for each in here.children):
            here = self._follow(here)
            line.append(here.node)
        found.line = tuple(line)

    def _follow(self, here: Proving) -> Proving:
        """The move that is told: of a proven win the attacker's shortest and the other's longest, else the next."""
        assert here.children
        if here.proof:
            return here.toward()
        proven = [each for each in here.children if not each.proof]
        return (min if here.attacks else max)(proven, key=_length)


def _length(here: Proving) -> int:
    """Plies from a proven node to the end, as far as the tree that was kept knows."""
    lengths = [_length(each) for each in here.children or () if not each.proof]
    return 1 + (min if here.attacks else max)(lengths) if lengths else 0


class Proof(Search):
    """Wins by force."""

    spec = SearchSpec(
        "proof",
        _("Proof-number search"),
        _("Asks only whether the side to move can force a win, and looks where that is decided soonest."),
        "each",
    )
    kind = ProofRun
    says = SAYS

    def options(self, game: Game[Any, Any]) -> tuple[Option, ...]:
        nodes = Option("nodes", "int", 300, _("Positions that are met before it gives up."), low=2, high=1_000_000)
        sight = Option(
            "at_sight", "bool", False, _("Whether a move that ends the game at once is seen at first sight."),
            title=_("Ends in one move at sight"),
        )  # fmt: skip
        if not game.spec.graded:
            return (nodes, sight)
        more = Option(
            "more_than", "int", 0, _("A win is an end worth more than this to the side to move."), low=-999, high=999
        )
        return (nodes, sight, more)

    def refuses(self, game: Game[Any, Any], position: Any) -> str | None:
        if opposed(game, position):
            return None
        return _("Proof-number search needs two opposite sides; {game} has not.", game=game.spec.title)

    def counts(self, game: Game[Any, Any], options: Values) -> str:
        return _("positions still to be decided")

    def estimate(self, game: Game[Any, Any], position: Any, options: Values) -> Estimate:
        nodes = int(options["nodes"])
        return Estimate(2, nodes, _("About {nodes:,} nodes, or fewer where it is decided sooner.", nodes=nodes))


SEARCHES = (Proof(),)
