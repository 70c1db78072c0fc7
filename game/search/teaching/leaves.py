"""Which leaves a search visited and which its cuts skipped, as paths: told by its events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from plyground.search.teaching.events import Event, Node
from plyground.search.teaching.search import Run

Path = tuple[int, ...]


@dataclass
class Leaves:
    """Filled by ``hear``. ``visited`` is in the order met, without repeats; ``cuts`` are the paths of moves cut.

    ``skipped()`` walks the trees below the cuts to the horizon of the search, so it is for small trees.
    """

    depth: int
    visited: list[Path] = field(default_factory=list)
    cuts: list[Path] = field(default_factory=list)
    _seen: set[Path] = field(default_factory=set)
    _cut_nodes: list[tuple[Node, int]] = field(default_factory=list)

    def hear(self, event: Event) -> None:
        """Note a leaf or a cut."""
        if event.kind == "leaf":
            path = event.node.path
            if path not in self._seen:
                self._seen.add(path)
                self.visited.append(path)
        elif event.kind == "cut":
            path = event.node.path
            self.cuts += [(*path, int(index)) for index in event.items]
            self._cut_nodes += [(event.node, int(index)) for index in event.items]

    def skipped(self, run: Run) -> list[Path]:
        """The paths of all leaves below the cuts, in the game's order."""
        found: list[Path] = []
        for node, index in self._cut_nodes:
            found += self.below(run, run.child(node, index))
        return sorted(found)

    def unseen(self, run: Run) -> list[Path]:
        """The paths of all leaves of the whole tree, down to the horizon, that were not visited."""
        return [path for path in self.below(run, run.root) if path not in self._seen]

    def below(self, run: Run, node: Node) -> Iterator[Path]:
        """The leaves below a node, down to the horizon."""
        count = len(run.moves(node)) if node.ply < self.depth else 0
        if count == 0:
            yield node.path
        for index in range(count):
            yield from self.below(run, run.child(node, index))
