"""A map made ready to play on: the arrays for the kernels, and the words for people."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from plyground.games.punter.mapfile import MapFile
from plyground.games.punter.position import Board


@dataclass(frozen=True)
class Chart:
    """A map by its name (on the library, or its hash), with the arrays for the kernels and the words for people."""

    name: str
    hash: str
    file: MapFile
    board: Board

    @cached_property
    def index(self) -> dict[int, int]:
        """The index of each site by its id."""
        return {site: place for place, site in enumerate(self.file.sites)}

    @cached_property
    def between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """The rivers between two sites, by their indices, the smaller first."""
        found: dict[tuple[int, int], list[int]] = {}
        for river, (source, target) in enumerate(self.board.ends.tolist()):
            found.setdefault((min(source, target), max(source, target)), []).append(river)
        return {pair: tuple(rivers) for pair, rivers in found.items()}

    def river_text(self, river: int) -> str:
        """A river by its ends, as the map writes them: ``3-5``, and ``3-5#2`` for the second between the same sites."""
        source, target = self.file.rivers[river]
        return f"{source}-{target}{self._numbers.get(river, '')}"

    @cached_property
    def _numbers(self) -> dict[int, str]:
        """What stands behind the ends of a river that is not the first between its sites."""
        return {
            river: f"#{number}"
            for rivers in self.between.values()
            for number, river in enumerate(rivers, 1)
            if number > 1
        }


def build_board(file: MapFile, content: str) -> Board:
    """The arrays of a map with this content hash."""
    index = {site: place for place, site in enumerate(file.sites)}
    ends = [(index[source], index[target]) for source, target in file.rivers]
    near: list[list[tuple[int, int]]] = [[] for _ in file.sites]
    twins, latest = [], dict[tuple[int, int], int]()
    for river, (source, target) in enumerate(ends):
        near[source].append((target, river))
        near[target].append((source, river))
        pair = (min(source, target), max(source, target))
        twins.append(latest.get(pair, -1))
        latest[pair] = river
    mines = [index[mine] for mine in file.mines]
    mine_at = np.full(len(near), -1, dtype=np.int32)
    for number, mine in enumerate(mines):
        mine_at[mine] = number
    return Board(
        int(content[:13], 16),
        np.array(ends, dtype=np.int32),
        np.cumsum([0, *map(len, near)]).astype(np.int32),
        np.array([link for links in near for link in links], dtype=np.int32),
        np.array(mines, dtype=np.int32),
        mine_at,
        np.array(_distances(near, mines), dtype=np.int16),
        np.array(twins, dtype=np.int32),
    )


def _distances(near: list[list[tuple[int, int]]], mines: list[int]) -> list[list[int]]:
    """How far each site is from each mine, -1 without a way."""
    around = [[other for other, _river in links] for links in near]
    found = []
    for mine in mines:
        away = [-1] * len(near)
        away[mine] = 0
        reached, steps = [mine], 0
        while reached:
            steps += 1
            further: list[int] = []
            for site in reached:
                for other in around[site]:
                    if away[other] < 0:
                        away[other] = steps
                        further.append(other)
            reached = further
        found.append(away)
    return found
