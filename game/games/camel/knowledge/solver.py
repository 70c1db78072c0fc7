"""Solves positions with few camels left: the exact outcome of every state that can still arise, infinite play included.

With the camels on the board fixed, a position is a race, which ``race.fill`` decides by retrograde analysis. A camel
that is placed leads to another race, with one camel more. So the races are decided from the fullest board backwards,
each from those with one camel more; the work grows about fortyfold with each camel in hand, and is known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.core.bot import Limits
from plyground.core.knowledge import Solved
from plyground.core.messages import _
from plyground.games.camel import position as positions
from plyground.games.camel.knowledge import layers
from plyground.games.camel.knowledge.race import before, is_better, state_of
from plyground.games.camel.position import AnyPosition, Camel, Layout, layout_of
from plyground.games.camel.sanity import overlap
from plyground.search import running

MOST_STATES = 200_000_000
"""The states of all races that are solved at most; each takes two bytes."""
_UNLIMITED_PLIES = 1_000_000
_LONGEST_LINE = 200

Report = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Plan:
    """The races that must be decided: ``sets[n]`` are the sets of n camels to come, sorted."""

    root: AnyPosition
    sets: tuple[Any, ...]
    merged: bool

    @property
    def states(self) -> int:
        """How many states are decided in all."""
        first, second = self.root.first_camels, self.root.second_camels
        return int(sum(len(self.sets[first + second - i - j]) for i in range(first + 1) for j in range(second + 1))) * (
            states_of(self.root)
        )


def states_of(position: AnyPosition) -> int:
    """The states of one race on this board."""
    tiles = int(positions.width_of(position) * positions.height_of(position))
    return 2 * tiles * tiles


def slots_of(layout: Layout) -> list[Camel]:
    """The slots of the board by their numbers."""
    return [Camel(axis, x, y) for axis in "HV" for y in range(layout.height - 1) for x in range(layout.width - 1)]


def plan(position: AnyPosition, most_states: int = MOST_STATES) -> Plan | str:
    """What solving a position takes, or the sentence that says why it is beyond ``most_states`` states."""
    layout = layout_of(position)
    to_come = sum(layout.in_hand)
    most_sets = most_states // states_of(position)
    beyond = _(
        "With {to_come} camels in hand there are more than {most_states:,} states, too many to "
        "decide them all; positions with fewer camels, or on a smaller board, can be solved.",
        to_come=to_come,
        most_states=most_states,
    )
    if to_come > layers.MOST_TO_COME or most_sets < 1:
        return beyond
    merged = _is_symmetric(layout)
    width, height = layout.width - 1, layout.height - 1
    allowed = _allowed(layout)
    keys = np.zeros(1, np.uint64)
    sets = [keys]
    for _unused in range(to_come):
        found = np.empty(min(len(keys) * len(allowed), most_sets * (1 + merged) + 1), np.uint64)
        count = layers.extended(keys, allowed, found)
        if count < 0:
            return beyond
        keys = np.sort(found[:count])
        sets.append(keys)
    if merged:
        for number, keys in enumerate(sets):
            kept = np.empty(len(keys), np.bool_)
            layers.is_canonical(keys, width, height, kept)
            sets[number] = keys[kept]
    made = Plan(unlimited(position), tuple(sets), merged)
    return made if made.states <= most_states else beyond


class Solution:
    """The codes (see ``race``) of every state below one position; made by ``solve_all``."""

    def __init__(self, made: Plan) -> None:
        self.plan = made
        self.tables: dict[tuple[int, int], Any] = {}
        layout = layout_of(made.root)
        self._layout = layout
        self._numbers = {camel: number for number, camel in enumerate(slots_of(layout))}
        self._standing = frozenset(layout.camels)

    def covers(self, position: AnyPosition) -> bool:
        """Whether the position may follow from the solved one."""
        layout, root = layout_of(position), self._layout
        placed = len(layout.camels) - len(root.camels)
        return (
            type(position) is type(self.plan.root)
            and unlimited(position).settings == self.plan.root.settings
            and self._standing <= frozenset(layout.camels)
            and placed == sum(root.in_hand) - sum(layout.in_hand)
            and all(now <= then for now, then in zip(layout.in_hand, root.in_hand, strict=True))
        )

    def code(self, position: AnyPosition) -> int:
        """The code of a position that follows from the solved one."""
        layout, root = layout_of(position), self._layout
        packed = np.uint64(0)
        for camel in layout.camels:
            if camel not in self._standing:
                packed = layers.insert(packed, self._numbers[camel])
        keys = self.plan.sets[len(layout.camels) - len(root.camels)]
        state = int(state_of(position))
        place = int(np.searchsorted(keys, packed))
        if self.plan.merged and (place == len(keys) or keys[place] != packed):
            packed = layers.mirrored(packed, layout.width - 1, layout.height - 1)
            place = int(np.searchsorted(keys, packed))
            state = int(layers.mirrored_state(state, layout.width, layout.width * layout.height))
        return int(self.tables[layout.in_hand][place, state])


def solve_all(made: Plan, limits: Limits, report: Report | None = None) -> Solution | None:
    """Decide every race of a plan; None if the limits end it first."""
    root, solution = made.root, Solution(made)
    first, second = root.first_camels, root.second_camels
    states = states_of(root)
    shared = running.shared_state()
    shared[running.STOP] = limits.nodes is not None and made.states > limits.nodes
    nothing = np.zeros((1, states), np.int16)
    room = layers.room_for(root)
    whole = made.states

    def work() -> None:
        for placed in range(first + second, -1, -1):
            keys = made.sets[placed]
            next_keys = made.sets[min(placed + 1, first + second)]
            for own in range(first + 1):
                other = first + second - placed - own
                if not 0 <= other <= second:
                    continue
                table = np.empty((len(keys), states), np.int16)
                after_first = solution.tables.get((own - 1, other), nothing)
                after_second = solution.tables.get((own, other - 1), nothing)
                layers.fill_layer(
                    root, keys, next_keys, made.merged, own, other, after_first, after_second, table, shared, *room
                )
                if shared[running.STOP]:
                    return
                solution.tables[own, other] = table

    def tell() -> None:
        if report is not None:
            report({"nodes": int(shared[running.NODES]), "of": whole})

    running.run(work, shared, limits, tell)
    return None if shared[running.STOP] else solution


def solve(game: Any, position: AnyPosition, limits: Limits, report: Report | None = None) -> Solved | None:
    """The exact value of an unfinished position with every best move, the length limit left aside; None if it takes
    too many states, or the limits end first."""
    made = plan(position)
    if isinstance(made, str):
        if report is not None:
            report({"refusal": made})
        return None
    solution = solve_all(made, limits, report)
    return None if solution is None else answer(game, solution, position)


def answer(game: Any, solution: Solution, position: AnyPosition) -> Solved:
    """What a solution says of a position: its value, the moves that keep it, and a line of the soonest wins and the
    latest losses."""
    codes = move_codes(game, solution, position)
    value = max(_sign(code) for code in codes.values())
    returns = (float(value), float(-value)) if position.seat == 0 else (float(-value), float(value))
    kept = tuple(move for move, code in codes.items() if _sign(code) == value)
    line = best_line(game, solution, position, best_move(codes))
    return Solved(returns, float(value), kept, line, solution.plan.states)


def best_line(game: Any, solution: Solution, position: AnyPosition, first: int) -> tuple[int, ...]:
    """A move and best play after it: the soonest wins and the latest losses; it stops where a position comes back."""
    line = [first]
    here = unlimited(game.play(unlimited(position), first))
    seen = set()
    while game.returns(here) is None and len(line) < _LONGEST_LINE and here[:-2] not in seen:
        seen.add(here[:-2])
        line.append(best_move(move_codes(game, solution, here)))
        here = unlimited(game.play(here, line[-1]))
    return tuple(line)


def move_codes(game: Any, solution: Solution, position: AnyPosition) -> dict[int, int]:
    """For each legal move, in the game's order, the code for its mover."""
    position = unlimited(position)
    return {
        move: int(before(solution.code(unlimited(game.play(position, move))))) for move in game.legal_moves(position)
    }


def best_move(codes: dict[int, int]) -> int:
    """The first of the moves that win soonest, or else go on for ever, or else lose last."""
    best, *others = codes
    for move in others:
        if is_better(codes[move], codes[best]):
            best = move
    return best


def _sign(code: int) -> int:
    return (code > 0) - (code < 0)


def _mask() -> int:
    return int(positions.pack(15, 15, True, 0, 0))


def unlimited(position: AnyPosition) -> AnyPosition:
    """The position at ply 0 of a game without a length limit."""
    kept = position.settings & _mask()
    return position._replace(ply=0, settings=kept | positions.pack(0, 0, False, 0, _UNLIMITED_PLIES))


def _is_symmetric(layout: Layout) -> bool:
    images = {Camel(camel.axis, layout.width - 2 - camel.x, camel.y) for camel in layout.camels}
    return images == set(layout.camels)


def _allowed(layout: Layout) -> Any:
    """For ``layers.extended``: which slots go together with each other and with the camels that lie already."""
    slots = slots_of(layout)
    allowed = np.empty((len(slots), len(slots)), np.bool_)
    for number, one in enumerate(slots):
        for index, other in enumerate(slots):
            allowed[number, index] = overlap(one, other) is None
        allowed[number, number] = all(overlap(one, camel) is None for camel in layout.camels)
    return allowed
