"""A deliberately simple Lambda Punter over dictionaries and sets of pairs, to hold the arrays against."""

from __future__ import annotations

import itertools
import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

Pair = frozenset[int]
Map = dict[str, Any]


def pair(river: dict[str, int]) -> Pair:
    return frozenset((river["source"], river["target"]))


def distances(edges: set[Pair], begin: int) -> dict[int, int]:
    """The steps from a site to each that these edges join to it."""
    away = {begin: 0}
    queue = deque([begin])
    while queue:
        here = queue.popleft()
        for edge in edges:
            if here in edge:
                (there,) = edge - {here}
                if there not in away:
                    away[there] = away[here] + 1
                    queue.append(there)
    return away


def score(map_: Map, own: set[Pair], bets: dict[int, int]) -> int:
    """What these rivers and bets are worth."""
    everywhere = {pair(river) for river in map_["rivers"]}
    total = 0
    for mine in map_["mines"]:
        away = distances(everywhere, mine)
        joined = distances(own, mine)
        total += sum(away[site] ** 2 for site in joined)
        if mine in bets:
            total += away[bets[mine]] ** 3 * (1 if bets[mine] in joined else -1)
    return total


@dataclass
class Reference:
    """A game without double rivers: who claimed and who shares each river, and everything counted from scratch."""

    map_: Map
    punters: int
    splurges: bool = False
    options: bool = False
    owner: dict[Pair, int] = field(default_factory=dict)
    sharer: dict[Pair, int] = field(default_factory=dict)
    bets: dict[int, dict[int, int]] = field(default_factory=dict)
    turn: int = 0

    @property
    def mover(self) -> int:
        return self.turn % self.punters

    @property
    def over(self) -> bool:
        return self.turn == len(self.map_["rivers"])

    def own(self, punter: int) -> set[Pair]:
        return {edge for users in (self.owner, self.sharer) for edge, user in users.items() if user == punter}

    def scores(self) -> list[int]:
        return [score(self.map_, self.own(punter), self.bets.get(punter, {})) for punter in range(self.punters)]

    def options_left(self, punter: int) -> int:
        return len(self.map_["mines"]) - list(self.sharer.values()).count(punter)

    def credits(self, punter: int) -> int:
        turns = len([turn for turn in range(self.turn) if turn % self.punters == punter])
        taken = [*self.owner.values(), *self.sharer.values()]
        return turns - taken.count(punter)

    def way(self, route: list[int]) -> list[Pair] | None:
        """The rivers of a route, None if it is not legal for the punter to move."""
        edges = [frozenset(ends) for ends in itertools.pairwise(route)]
        everywhere = {pair(river) for river in self.map_["rivers"]}
        bought = [edge for edge in edges if edge in self.owner]
        if len(set(edges)) < len(edges) or len(edges) > self.credits(self.mover) + 1 or not set(edges) <= everywhere:
            return None
        if any(self.owner[edge] == self.mover or edge in self.sharer or not self.options for edge in bought):
            return None
        return None if len(bought) > self.options_left(self.mover) else edges

    def legal(self) -> set[str]:
        """The texts of the listed moves."""
        if self.over:
            return set()
        found = {"pass"}
        for river in self.map_["rivers"]:
            text = f"{river['source']}-{river['target']}"
            if self.way([river["source"], river["target"]]) is not None:
                found.add(f"option {text}" if pair(river) in self.owner else text)
        return found

    def take(self, edges: list[Pair]) -> None:
        """Make the move that takes these rivers; none is a pass."""
        for edge in edges:
            (self.sharer if edge in self.owner else self.owner)[edge] = self.mover
        self.turn += 1


def random_map(rng: random.Random, sites: int, rivers: int) -> Map:
    """A map with ids that have gaps, in pieces as chance will have it, without double rivers."""
    ids = rng.sample(range(4 * sites), sites)
    pairs = [(a, b) for a in ids for b in ids if a < b]
    chosen = rng.sample(pairs, min(rivers, len(pairs)))
    mines = rng.sample(ids, rng.randint(1, min(3, sites)))
    return {
        "sites": [{"id": site} for site in ids],
        "rivers": [{"source": a, "target": b} if rng.random() < 0.5 else {"source": b, "target": a} for a, b in chosen],
        "mines": mines,
    }


def random_bets(rng: random.Random, map_: Map) -> dict[int, int]:
    """Valid bets for some mines."""
    everywhere = {pair(river) for river in map_["rivers"]}
    bets = {}
    for mine in map_["mines"]:
        targets = sorted(set(distances(everywhere, mine)) - set(map_["mines"]))
        if targets and rng.random() < 0.7:
            bets[mine] = rng.choice(targets)
    return bets


def random_route(rng: random.Random, game: Reference) -> list[int] | None:
    """A legal route of two rivers or more, if a walk of chance finds one."""
    near: dict[int, list[int]] = {}
    for river in game.map_["rivers"]:
        near.setdefault(river["source"], []).append(river["target"])
        near.setdefault(river["target"], []).append(river["source"])
    route = [rng.choice(sorted(near))]
    found = None
    for _ in range(6):
        route.append(rng.choice(near[route[-1]]))
        if game.way(route) is None:
            return found
        found = list(route) if len(route) > 2 else None
    return found
