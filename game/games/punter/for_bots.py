"""What handed-in bots find in a state of Lambda Punter. Rivers are numbered as the map lists them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from plyground.core import ahead
from plyground.core.ahead import once
from plyground.games.punter import charts, mapfile, texts
from plyground.games.punter.chart import Chart
from plyground.games.punter.position import SCORE, Position, credits_of, options_left, punters, turn


class Map:
    """``sites`` (ids), ``rivers`` (pairs of sites), ``mines`` (sites), ``rivers_at`` a site, as numbers, and
    ``distances[mine][site]`` in rivers, for the sites that a mine reaches."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.sites = list(chart.file.sites)
        self.rivers = list(chart.file.rivers)
        self.mines = list(chart.file.mines)
        self.rivers_at: dict[int, list[int]] = {site: [] for site in self.sites}
        self.between: dict[tuple[int, int], list[int]] = {}
        for number, (source, target) in enumerate(self.rivers):
            self.rivers_at[source].append(number)
            self.rivers_at[target].append(number)
            for pair in ((source, target), (target, source)):
                self.between.setdefault(pair, []).append(number)

    @cached_property
    def distances(self) -> dict[int, dict[int, int]]:
        """How many rivers each site is from each mine that reaches it."""
        rows = self.chart.board.reach.tolist()
        return {
            mine: {site: away for site, away in zip(self.sites, row, strict=True) if away >= 0}
            for mine, row in zip(self.mines, rows, strict=True)
        }

    def other_end(self, river: int, site: int) -> int:
        """The site at the other end of a river."""
        source, target = self.rivers[river]
        return target if site == source else source


class State(ahead.State):
    """One position. What it is is found when it is first asked for: much of a search only counts turns."""

    same_texts = True
    map: Map
    ply: int
    _punters: int
    _laying: int
    _kept: dict[str, Any]

    @once
    def at(self) -> Position:
        """The position of the rules."""
        before, move = self.__dict__.pop("_made")
        position: Position = self.game.play(before.at, move)
        return position

    @property
    def punters(self) -> int:
        """How many punters play."""
        return self._punters

    @once
    def seat(self) -> int:
        """The punter to move."""
        return self.ply % self._punters

    @property
    def turn(self) -> int:
        """The moves since the betting."""
        return self.ply - self._laying

    @property
    def betting(self) -> bool:
        """Whether bets are laid now, before the first river is taken."""
        return self.turn < 0

    @property
    def over(self) -> bool:
        """Whether all moves are made: as many as there are rivers."""
        return self.turn >= len(self.map.rivers)

    @once
    def returns(self) -> tuple[float, ...] | None:
        """None while the game goes on, then each punter's lead: the own score minus the best other one."""
        return self.game.returns(self.at) if self.over else None

    @once
    def settings(self) -> dict[str, bool]:
        """Which of ``futures``, ``splurges`` and ``options`` are played."""
        return {name: bool(self.at.settings & flag) for name, flag in texts.FLAGS.items()}

    @once
    def owners(self) -> list[int | None]:
        """For each river who claimed it (None: nobody)."""
        return self._punters_of(self.at.claimed)

    @once
    def sharers(self) -> list[int | None]:
        """For each river who uses it by an option (None: nobody)."""
        return self._punters_of(self.at.shared)

    @once
    def free(self) -> list[int]:
        """The rivers that nobody has claimed, of several between the same sites only the first."""
        rivers: dict[int, int] = {}
        for river, turned in enumerate(self.at.claimed.tolist()):
            if turned < 0:
                rivers.setdefault(self.map.between[self.map.rivers[river]][0], river)
        return list(rivers.values())

    @once
    def credits(self) -> list[int]:
        """The passes that each punter has saved for routes."""
        return [credits_of(self.at, punter) for punter in range(self._punters)]

    @once
    def options_left(self) -> list[int]:
        """How many options each punter may still use."""
        return [options_left(self.at, punter) for punter in range(self._punters)]

    @once
    def bets(self) -> list[dict[int, int]]:
        """For each punter the targets by mine, as far as they are known here."""
        mines, sites = self.map.mines, self.map.sites
        return [
            {mines[mine]: sites[target] for mine, target in texts.laid(self.at, punter).targets}
            for punter in range(self._punters)
        ]

    def uses(self, river: int, punter: int) -> bool:
        """Whether this river is a punter's own, by claim or option."""
        return self.owners[river] == punter or self.sharers[river] == punter

    def reach(self, punter: int, mine: int, more: Iterable[int] = ()) -> set[int]:
        """The sites joined to a mine by a punter's rivers, and by these more."""
        more, owners, sharers = set(more), self.owners, self.sharers
        rivers_at, rivers = self.map.rivers_at, self.map.rivers
        seen, waiting = {mine}, [mine]
        while waiting:
            site = waiting.pop()
            for river in rivers_at[site]:
                if owners[river] == punter or sharers[river] == punter or river in more:
                    source, target = rivers[river]
                    near = target if site == source else source
                    if near not in seen:
                        seen.add(near)
                        waiting.append(near)
        return seen

    def score(self, punter: int, more: Iterable[int] = ()) -> int:
        """What a punter's rivers are worth, with these more: for each mine and site joined the square of their
        distance; bets by its cube, for or against."""
        more = tuple(more)
        if not more:
            return int(self.at.tally[punter, SCORE])
        total = 0
        for mine in self.map.mines:
            joined, distances = self.reach(punter, mine, more), self.map.distances[mine]
            total += sum(distances[site] ** 2 for site in joined)
            target = self.bets[punter].get(mine)
            if target is not None:
                total += distances[target] ** 3 * (1 if target in joined else -1)
        return total

    def river_name(self, river: int) -> str:
        """A river as moves name it: ``3-5``, and ``3-5#2`` for the second between the same sites."""
        return self.map.chart.river_text(river)

    def play(self, move: str) -> State:
        """The state after a legal move: ``3-5``, ``option 3-5``, ``splurge 0-1-2``, ``pass`` or ``futures 0:7``."""
        number = self._numbers.get(move)
        if number is None or (number < len(self.map.rivers) and self.at.claimed[number] >= 0):
            number = self.game.parse_move(self.at, move)
        after = object.__new__(State)
        after.__dict__.update(self._kept, ply=self.ply + 1, _made=(self, number), _kept=self._kept)
        return after

    def _punters_of(self, turns: Any) -> list[int | None]:
        count = self._punters
        return [None if turned < 0 else turned % count for turned in turns.tolist()]


def state_of(start: dict[str, Any]) -> State:
    """The state of the start message, which has the whole map beside the position."""
    from plyground.games.punter import GAME

    if start.get("map") is not None:
        charts.chart_of(mapfile.read(start["map"]))
    state = ahead.state_of(GAME, start, State)
    assert isinstance(state, State)
    state.map = Map(charts.of_board(state.at.board))
    state.ply, state._punters = int(state.at.ply), int(punters(state.at))
    state._laying = state.ply - int(turn(state.at))
    names = ("game", "options", "map", "_punters", "_laying", "_texts", "_numbers")
    state._kept = {name: state.__dict__[name] for name in names}
    return state
