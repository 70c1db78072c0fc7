"""Lambda Punter for bots: the map, who has which river, what everybody's rivers are worth, and what comes after a move.

States are never changed. Rivers are numbered as the map lists them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any


class Map:
    """``sites`` (ids), ``rivers`` (pairs of sites), ``mines`` (sites), ``rivers_at`` a site, as numbers, and
    ``distances[mine][site]`` in rivers, for the sites that a mine reaches."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.sites: list[int] = [site["id"] for site in data["sites"]]
        self.rivers: list[tuple[int, int]] = [(river["source"], river["target"]) for river in data["rivers"]]
        self.mines: list[int] = list(data["mines"])
        self.rivers_at: dict[int, list[int]] = {site: [] for site in self.sites}
        self.between: dict[tuple[int, int], list[int]] = {}
        for number, (source, target) in enumerate(self.rivers):
            self.rivers_at[source].append(number)
            self.rivers_at[target].append(number)
            for pair in ((source, target), (target, source)):
                self.between.setdefault(pair, []).append(number)
        self.distances = {mine: self._distances(mine) for mine in self.mines}

    def other_end(self, river: int, site: int) -> int:
        """The site at the other end of a river."""
        source, target = self.rivers[river]
        return target if site == source else source

    def _distances(self, mine: int) -> dict[int, int]:
        found = {mine: 0}
        row = [mine]
        while row:
            following = []
            for site in row:
                for river in self.rivers_at[site]:
                    near = self.other_end(river, site)
                    if near not in found:
                        found[near] = found[site] + 1
                        following.append(near)
            row = following
        return found


class State:
    """One position.

    ``owners`` and ``sharers`` say for each river who claimed it and who uses it by an option (None: nobody). ``turn``
    counts the moves since the betting; ``seat`` is to move. ``credits`` and ``options_left`` are per punter, ``bets``
    per punter the targets by mine as far as they are known here. ``settings`` has ``futures``, ``splurges``,
    ``options``.
    """

    def __init__(
        self,
        map: Map,
        punters: int,
        settings: dict[str, bool],
        ply: int,
        owners: Sequence[int | None],
        sharers: Sequence[int | None],
        credits: Sequence[int],
        options_left: Sequence[int],
        bets: Sequence[dict[int, int]],
    ) -> None:
        self.map, self.punters, self.settings, self.ply = map, punters, settings, ply
        self.owners, self.sharers, self.credits, self.options_left = owners, sharers, credits, options_left
        self.bets = bets
        self.seat = ply % punters
        self.turn = ply - (punters if settings.get("futures") else 0)

    @property
    def betting(self) -> bool:
        """Whether bets are laid now, before the first river is taken."""
        return self.turn < 0

    @property
    def over(self) -> bool:
        """Whether all moves are made: as many as there are rivers."""
        return self.turn >= len(self.map.rivers)

    @cached_property
    def free(self) -> list[int]:
        """The rivers that nobody has claimed, of several between the same sites only the first."""
        return self._first_of_each(river for river, owner in enumerate(self.owners) if owner is None)

    @cached_property
    def moves(self) -> list[str]:
        """The claims, the options and the pass; routes and bets are too many to list."""
        if self.over:
            return []
        if self.betting:
            return ["futures -"]
        found = [self.river_name(river) for river in self.free]
        if self.settings.get("options") and self.options_left[self.seat]:
            shareable = self._first_of_each(filter(self._shareable, range(len(self.owners))))
            found += [f"option {self.river_name(river)}" for river in shareable]
        return [*found, "pass"]

    @property
    def returns(self) -> tuple[int, ...] | None:
        """None while the game goes on, then each punter's lead: the own score minus the best other one."""
        if not self.over:
            return None
        scores = [self.score(punter) for punter in range(self.punters)]
        if self.punters == 1:
            return tuple(scores)
        return tuple(own - max(scores[:seat] + scores[seat + 1 :]) for seat, own in enumerate(scores))

    @property
    def position(self) -> str:
        """A short text that tells positions of one game apart."""
        return json.dumps([self.ply, list(self.owners), list(self.sharers)])

    def uses(self, river: int, punter: int) -> bool:
        """Whether this river is a punter's own, by claim or option."""
        return self.owners[river] == punter or self.sharers[river] == punter

    def reach(self, punter: int, mine: int, more: Iterable[int] = ()) -> set[int]:
        """The sites joined to a mine by a punter's rivers, and by these more."""
        more = set(more)
        seen, todo = {mine}, [mine]
        while todo:
            site = todo.pop()
            for river in self.map.rivers_at[site]:
                if self.uses(river, punter) or river in more:
                    near = self.map.other_end(river, site)
                    if near not in seen:
                        seen.add(near)
                        todo.append(near)
        return seen

    def score(self, punter: int, more: Iterable[int] = ()) -> int:
        """What a punter's rivers are worth, with these more: for each mine and site joined the square of their
        distance; bets by its cube, for or against."""
        more, total = tuple(more), 0
        for mine in self.map.mines:
            joined, distances = self.reach(punter, mine, more), self.map.distances[mine]
            total += sum(distances[site] ** 2 for site in joined)
            target = self.bets[punter].get(mine)
            if target is not None:
                total += distances[target] ** 3 * (1 if target in joined else -1)
        return total

    def river_name(self, river: int) -> str:
        """A river as moves name it: ``3-5``, and ``3-5#2`` for the second between the same sites."""
        source, target = self.map.rivers[river]
        place = self.map.between[source, target].index(river)
        return f"{source}-{target}" + (f"#{place + 1}" if place else "")

    def play(self, move: str) -> State:
        """The state after a legal move: ``3-5``, ``option 3-5``, ``splurge 0-1-2``, ``pass`` or ``futures 0:7``."""
        kind, _, rest = move.rpartition(" ")
        if kind == "futures":
            return self._bet(rest)
        if rest == "pass":
            return self._take([])
        rest, _, number = rest.partition("#")
        sites = [int(site) for site in rest.split("-")]
        owners, sharers = list(self.owners), list(self.sharers)
        taken: list[tuple[int, bool]] = []
        for pair in pairwise(sites):
            rivers = self.map.between[pair]
            if number:
                rivers = [rivers[int(number) - 1]]
            free = [river for river in rivers if owners[river] is None]
            if free and kind != "option":
                owners[free[0]] = self.seat
                taken.append((free[0], False))
            else:
                shared = next(river for river in rivers if sharers[river] is None and self._others(river))
                sharers[shared] = self.seat
                taken.append((shared, True))
        return self._take(taken)

    def _first_of_each(self, rivers: Iterable[int]) -> list[int]:
        """Without those that join the same sites as an earlier one."""
        found: dict[int, int] = {}
        for river in rivers:
            found.setdefault(self.map.between[self.map.rivers[river]][0], river)
        return list(found.values())

    def _others(self, river: int) -> bool:
        return self.owners[river] is not None and self.owners[river] != self.seat

    def _shareable(self, river: int) -> bool:
        return self.sharers[river] is None and self._others(river)

    def _bet(self, text: str) -> State:
        bets = list(self.bets)
        if ":" in text:
            bets[self.seat] = {int(mine): int(site) for mine, site in (bet.split(":") for bet in text.split(","))}
        return State(
            self.map, self.punters, self.settings, self.ply + 1, self.owners, self.sharers, self.credits,
            self.options_left, bets,
        )  # fmt: skip

    def _take(self, taken: list[tuple[int, bool]]) -> State:
        owners, sharers = list(self.owners), list(self.sharers)
        for river, by_option in taken:
            (sharers if by_option else owners)[river] = self.seat
        credits, options_left = list(self.credits), list(self.options_left)
        credits[self.seat] += 1 - len(taken)
        options_left[self.seat] -= sum(by_option for _, by_option in taken)
        return State(
            self.map, self.punters, self.settings, self.ply + 1, owners, sharers, credits, options_left, self.bets
        )


# What the server needs to speak with a bot in these types.


def state_of(start: dict[str, Any]) -> State:
    """The state of the start message, which has the whole map beside the position."""
    position, map = json.loads(start["position"]), Map(start["map"])
    punters, rivers = position["punters"], len(map.rivers)
    settings = {name: bool(position["settings"].get(name)) for name in ("futures", "splurges", "options")}
    none: list[int | None] = [None] * rivers
    state = State(
        map, punters, settings, 0, none, none, [0] * punters,
        [len(map.mines)] * punters, [{} for _ in range(punters)],
    )  # fmt: skip
    if settings["futures"]:
        laid = position.get("futures", {})
        for punter in range(len(laid)):
            bets = ",".join(f"{bet['source']}:{bet['target']}" for bet in laid.get(str(punter)) or [])
            state = state.play(f"futures {bets or '-'}")
    for move in position["moves"]:
        state = state.play(move)
    return state


def state_after(state: State, text: str) -> State:
    """The state after a move's text."""
    return state.play(text)
