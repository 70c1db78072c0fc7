"""Proves forced wins in Tak: every move of the attacker threatens a road, and the defender runs out of answers.

The players' word for such a win is tinue. The search is over threats alone: at the attacker's turn only moves that
threaten to win at once, and leave the defender no win at once, are tried; at the defender's turn every answer that
leaves no win at once. So a proof holds against all play, while a failure says only that no such win was found.

Proof-number search (Allis, van der Meulen and van den Herik, "Proof-number search", 1994) in a tree that is kept: each
position is expanded once. Nothing is shared between positions, so the draw of quiet plies is exact as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core import kernels
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.core.knowledge import Forcing
from plyground.core.messages import _
from plyground.games.tak.knowledge.winning import NO_MOVE, wins_in_one
from plyground.games.tak.position import TakPosition, mover_of
from plyground.search import running

_STOP, _NODES, _DONE = running.STOP, running.NODES, running.DONE
_PARENT, _FIRST, _COUNT, _MOVE, _PROOF, _DISPROOF, _LENGTH, _COLUMNS = range(8)
_UNEXPANDED, _LEAF = 0, -1
_INFINITE = 1 << 29
_MOST_TREE = 2_000_000
_SHOWN_NODES = 100_000
_NODES_PER_ROW = 4
"""A tree of a quarter as many rows as positions may be visited never fills up first: most moves are no threats."""


@kernels.jitable
def _expand(
    position: TakPosition, attacker: int, node: int, used: int, moves: Any, tree: Any, state: Any
) -> int:  # fmt: skip
    """Write the children of a leaf behind the last used row; the row behind them. None settle the node itself."""
    attacks = mover_of(position) == attacker
    end = used
    for index in range(kernels.legal_moves(position, moves)):
        move: Any = np.int64(moves[index])
        child = kernels.play(position, move)
        state[_NODES] += 1
        result = kernels.outcome(child, attacker)
        if attacks:
            if (
                result != kernels.ONGOING
                or wins_in_one(child, attacker) == NO_MOVE
                or wins_in_one(child, 1 - attacker) != NO_MOVE
            ):
                continue
        elif result == kernels.WIN:
            continue
        elif result != kernels.ONGOING:
            tree[node, _FIRST] = _LEAF
            tree[node, _PROOF], tree[node, _DISPROOF] = _INFINITE, 0
            return used
        elif wins_in_one(child, attacker) != NO_MOVE:
            continue
        tree[end, _PARENT] = node
        tree[end, _FIRST] = _UNEXPANDED
        tree[end, _COUNT] = 0
        tree[end, _MOVE] = move
        tree[end, _PROOF] = 1
        tree[end, _DISPROOF] = 1
        end += 1
    tree[node, _COUNT] = end - used
    if end == used:
        tree[node, _FIRST] = _LEAF
        tree[node, _PROOF], tree[node, _DISPROOF] = (_INFINITE, 0) if attacks else (0, _INFINITE)
    else:
        tree[node, _FIRST] = used
    return end


@kernels.jitable
def _update(node: int, attacks: bool, tree: Any) -> None:
    """A node's numbers from those of its children: at the attacker's turn the least proof and all disproofs."""
    least, total = _INFINITE, 0
    one, other = (_PROOF, _DISPROOF) if attacks else (_DISPROOF, _PROOF)
    first = tree[node, _FIRST]
    for child in range(first, first + tree[node, _COUNT]):
        least = min(least, tree[child, one])
        total = min(total + tree[child, other], _INFINITE)
    tree[node, one], tree[node, other] = least, total


@kernels.jitable
def _measure(used: int, root_attacks: bool, depths: Any, tree: Any) -> None:
    """The lengths of proven wins in plies, children before parents: the attacker's shortest, the defender's longest."""
    depths[0] = 0
    for node in range(1, used):
        depths[node] = depths[tree[node, _PARENT]] + 1
    for node in range(used - 1, -1, -1):
        if tree[node, _PROOF] != 0:
            continue
        attacks = (depths[node] % 2 == 0) == root_attacks
        length = _INFINITE if attacks else 2
        first = tree[node, _FIRST]
        for child in range(first, first + tree[node, _COUNT]):
            if tree[child, _PROOF] == 0:
                longer = tree[child, _LENGTH] + 1
                length = min(length, longer) if attacks else max(length, longer)
        tree[node, _LENGTH] = length


@kernels.compiled
def _prove(position: Any, attacker: Any, most: Any, moves: Any, depths: Any, tree: Any, state: Any) -> Any:
    """Search until the win of ``attacker`` is proven, or no such win is left, or ``most`` positions were visited.

    Row 0 of ``tree`` is the root; its proof number is 0 if the win is proven. ``state[DONE]`` counts the rows in use.
    """
    root_attacks = mover_of(position) == attacker
    tree[0, _PARENT] = -1
    tree[0, _FIRST], tree[0, _COUNT], tree[0, _LENGTH] = _UNEXPANDED, 0, 0
    tree[0, _PROOF], tree[0, _DISPROOF] = 1, 1
    move: Any = np.int64(wins_in_one(position, mover_of(position)))
    node: Any = np.int64(0)
    if move != NO_MOVE:
        tree[0, _MOVE], tree[0, _LENGTH], tree[0, _FIRST] = move, 1, _LEAF
        tree[0, _PROOF], tree[0, _DISPROOF] = (0, _INFINITE) if root_attacks else (_INFINITE, 0)
    used = 1
    while tree[0, _PROOF] != 0 and tree[0, _DISPROOF] != 0:
        if state[_STOP] != 0 or state[_NODES] >= most or used + len(moves) > len(tree):
            break
        node, here, attacks = np.int64(0), position, root_attacks
        while tree[node, _FIRST] > 0:
            wanted = _PROOF if attacks else _DISPROOF
            child = tree[node, _FIRST]
            while tree[child, wanted] != tree[node, wanted]:
                child += 1
            node = np.int64(child)
            move = np.int64(tree[node, _MOVE])
            here = kernels.play(here, move)
            attacks = not attacks
        used = _expand(here, attacker, node, used, moves, tree, state)
        if tree[node, _FIRST] > 0:
            _update(node, attacks, tree)
        while node != 0:
            node = np.int64(tree[node, _PARENT])
            attacks = not attacks
            _update(node, attacks, tree)
    state[_DONE] = used
    if tree[0, _PROOF] == 0 and tree[0, _LENGTH] == 0:
        _measure(used, root_attacks, depths, tree)


@kernels.compiled
def win_in_one(position: Any) -> Any:
    """A move that wins at once, or ``NO_MOVE``."""
    return wins_in_one(position, mover_of(position))


@dataclass(frozen=True)
class Proof:
    """A proven win: its first moves and a line of best play to the end, ``len(line)`` plies, in which the attacker
    takes the shortest win known and the defender the longest. ``nodes`` counts the positions visited."""

    line: tuple[int, ...]
    nodes: int

    @property
    def move(self) -> int:
        """The winning move."""
        return self.line[0]


def prove(game: KernelGame[TakPosition], position: TakPosition, attacker: int, limits: Limits) -> tuple[Any, int]:
    """The finished tree, or None where no win was proven, and the positions visited; ``limits.nodes`` must be set."""
    assert limits.nodes is not None
    most = int(limits.nodes)
    moves = np.empty(game.spec.most_moves, dtype=np.int32)
    rows = len(moves) + min(most // _NODES_PER_ROW, _MOST_TREE)
    tree, depths = np.empty((rows, _COLUMNS), dtype=np.int32), np.empty(rows, dtype=np.int32)
    state = running.shared_state()

    def work() -> None:
        _prove(position, attacker, most, moves, depths, tree, state)

    running.run(work, state, limits)
    return (tree if tree[0, _PROOF] == 0 else None), int(state[_NODES])


def attempt(game: KernelGame[TakPosition], position: TakPosition, limits: Limits) -> tuple[Proof | None, int]:
    """A proven win of the seat to move in an unfinished position, or None, and the positions visited."""
    tree, nodes = prove(game, position, position.ply & 1, limits)
    return (None if tree is None else Proof(_line(game, position, tree, 0), nodes)), nodes


def attempt_after(
    game: KernelGame[TakPosition], position: TakPosition, move: int, limits: Limits
) -> tuple[Proof | None, int]:
    """A proof that this move wins, or None, and the positions visited."""
    attacker, after = position.ply & 1, game.play(position, move)
    returns = game.returns(after)
    if returns is not None:
        return (Proof((move,), 1) if returns[attacker] > 0 else None), 1
    tree, nodes = prove(game, after, attacker, limits)
    return (None if tree is None else Proof((move, *_line(game, after, tree, 1)), nodes)), nodes


def find(game: KernelGame[TakPosition], position: TakPosition, limits: Limits) -> Proof | None:
    """A proven win of the seat to move in an unfinished position, or None."""
    return attempt(game, position, limits)[0]


def find_after(game: KernelGame[TakPosition], position: TakPosition, move: int, limits: Limits) -> Proof | None:
    """A proof that this move wins, or None."""
    return attempt_after(game, position, move, limits)[0]


def shown(game: KernelGame[TakPosition], position: TakPosition, move: int | None) -> tuple[int, ...] | None:
    """The moves of a proven win of the seat to move, by this move where one is given, for reviews; or None."""
    if position.ply < 2:
        return None
    limits = Limits(nodes=_SHOWN_NODES)
    proof = find(game, position, limits) if move is None else find_after(game, position, move, limits)
    return None if proof is None else proof.line


FORCING = Forcing(
    shown,
    _("Tinue: after {move} {winner} wins in {count} moves at most, by threats that cannot all be answered: {line}."),
    _("Tinue: {move} wins in {count} moves at most, by threats that cannot all be answered: {line}."),
)


def _line(game: KernelGame[TakPosition], position: TakPosition, tree: Any, ply: int) -> tuple[int, ...]:
    """The line of a proven root; on even plies the attacker is to move."""
    line, node = list[int](), 0
    if tree[0, _FIRST] == _LEAF and ply == 0:
        return (int(tree[0, _MOVE]),)
    while tree[node, _FIRST] > 0:
        first, count = int(tree[node, _FIRST]), int(tree[node, _COUNT])
        proven = [child for child in range(first, first + count) if tree[child, _PROOF] == 0]
        choose = min if (ply + len(line)) % 2 == 0 else max
        node = choose(proven, key=lambda child: int(tree[child, _LENGTH]))
        line.append(int(tree[node, _MOVE]))
        position = game.play(position, line[-1])
    for reply in game.legal_moves(position):  # none of them helps; the first that does not end the game is shown
        after = game.play(position, reply)
        if game.returns(after) is None:
            return (*line, reply, int(win_in_one(after)))
    return tuple(line)
