"""The program of the lesson on many players: every clue that the lesson tells is what the program does with that one
fault, and with all of them repaired it agrees with the Tortoise of this site."""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from plyground.core import registry
from plyground.core.bot import Limits
from tools.benchmarks.serving import ROOT

PUNTER = registry.game("punter")
SHELF = {"path-2": [(0, 1), (1, 2)], "path-3": [(0, 1), (1, 2), (2, 3)], "path-4": [(0, 1), (1, 2), (2, 3), (3, 4)]}
HOUSE = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4)]
MAPS = {**SHELF, "house": HOUSE}
LAST = 9
"""Faults that are a line each; the tenth is a line that is missing."""


@cache
def told() -> Any:
    """The template that has the program and its repairs."""
    loader = Environment(loader=FileSystemLoader(ROOT / "templates"), autoescape=True, extensions=["jinja2.ext.i18n"])
    loader.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    return loader.get_template("lessons/_tortoise.html").module


def program(*faults: int) -> dict[str, Any]:
    """The program with these faults and no others, run as a module."""
    text = str(told().program)
    for number, repair in enumerate(told().repairs, 1):
        assert text.count(f"{repair['line']}\n") == 1, repair
        if number not in faults:
            text = text.replace(repair["line"], repair["repaired"])
    names: dict[str, Any] = {}
    exec(text, names)
    return names


class World:
    """What the program is given of a map with one mine, at site 0."""

    def __init__(self, name: str, punters: int) -> None:
        self.ends, self.punters = MAPS[name], punters
        self.rivers = [f"{source}-{target}" for source, target in self.ends]
        self._distances = self._reached(self.ends)

    def _reached(self, ends: Sequence[tuple[int, int]]) -> dict[int, int]:
        found, queue = {0: 0}, deque([0])
        while queue:
            here = queue.popleft()
            for pair in ends:
                if here in pair:
                    there = pair[0] + pair[1] - here
                    if there not in found:
                        found[there] = found[here] + 1
                        queue.append(there)
        return found

    def score(self, claims: list[tuple[int, str | None]], punter: int) -> int:
        """The points of a punter."""
        own = [self.ends[self.rivers.index(river)] for who, river in claims if who == punter and river]
        return sum(self._distances[site] ** 2 for site in self._reached(own))

    def named(self, river: str | None) -> str | None:
        """A river as the map writes it; None, a pass, stays."""
        if river is None:
            return None
        low, high = sorted(map(int, river.split("-")))
        return f"{low}-{high}"


def position(name: str, punters: int, moves: Sequence[str] = ()) -> Any:
    """The same map for the engine."""
    drawn = {
        "sites": [{"id": site, "x": site % 2, "y": site} for site in range(5)],
        "rivers": [{"source": source, "target": target} for source, target in MAPS[name]],
        "mines": [0],
    }
    text = json.dumps({"map": name if name in SHELF else drawn, "punters": punters, "moves": list(moves)})
    return PUNTER.parse_position(text)


def right(name: str, punters: int, moves: Sequence[str] = ()) -> tuple[list[float], set[str]]:
    """The leads and the best claims, as the Tortoise finds them; of equals it takes the first, as ``max`` does."""
    found = registry.parse_player("tortoise:ties=first", PUNTER).choose(
        position(name, punters, moves), Limits(), random.Random(0)
    )
    assert found.details["exact"]
    return list(found.details["values"]), set(found.details["best"])


def begins(name: str, punters: int, *faults: int, claims: Sequence[tuple[int, str]] = ()) -> tuple[list[float], str]:
    """The leads that the program expects, and the river that it claims."""
    running = program(*faults)
    world = World(name, punters)
    node = running["optimal"](running["setup"](world, list(claims)))
    return node.leads, node.claims[-1][1]


def size(node: Any) -> int:
    """The positions of a tree."""
    return 1 + sum(size(child) for child in node.children)


@pytest.mark.parametrize(
    ("name", "punters"),
    [("path-2", 2), ("path-3", 2), ("path-4", 2), ("house", 2), ("path-3", 3), ("house", 3), ("path-4", 1)],
)
def test_repaired_it_agrees_with_the_tortoise(name: str, punters: int) -> None:
    leads, best = right(name, punters)
    expected, claimed = begins(name, punters)
    assert expected == leads
    assert claimed in best


def test_claimed_rivers_that_stay_legal_make_seven_positions_and_a_draw() -> None:
    assert right("path-2", 2)[0] == [1, -1]
    assert size(program()["setup"](World("path-2", 2), [])) == 5
    assert size(program(1)["setup"](World("path-2", 2), [])) == 7
    assert begins("path-2", 2, 1)[0] == [0, 0]


def test_a_node_that_is_replaced_by_its_best_child_claims_the_last_river() -> None:
    assert right("path-3", 2) == ([1, -1], {"0-1"})
    assert begins("path-3", 2, 2) == ([1, -1], "2-3")


def test_replies_for_the_one_who_has_moved_promise_five() -> None:
    assert begins("path-3", 2, 3) == ([5, -5], "0-1")
    assert World("path-3", 2).score([(0, "0-1"), (0, "1-2")], 0) == 5


def test_the_last_river_that_is_not_scored_is_worth_sixteen() -> None:
    assert right("path-4", 1)[0] == [30]
    assert begins("path-4", 1, 4)[0] == [14]


def test_starting_at_punter_0_turns_the_lead_round() -> None:
    leads, best = right("path-4", 2, ["3-4"])
    assert (leads, best) == ([-1, 1], {"0-1"})
    assert begins("path-4", 2, claims=[(0, "3-4")]) == (leads, "0-1")
    assert begins("path-4", 2, 5, claims=[(0, "3-4")])[0] == [1, -1]


@pytest.mark.parametrize(("faults", "turns"), [((), 2), ((6,), 3)])
def test_an_echoed_claim_is_a_turn_too_many(faults: tuple[int, ...], turns: int) -> None:
    running, world = program(*faults), World("path-4", 2)
    river, node = running["turn"](world, running["setup"](world, []), [], 0)
    assert river == "0-1"
    _, node = running["turn"](world, node, [(0, river), (1, "3-4")], 0)
    assert len(node.claims) - 1 == turns, "the turns heard of, and the own one after them"


@pytest.mark.parametrize(("heard", "moves"), [("1-0", ["1-0"]), (None, ["pass"])])
def test_a_pass_and_a_swapped_end_are_not_found(heard: str | None, moves: list[str]) -> None:
    world = World("path-4", 2)
    running = program()
    river, _ = running["turn"](world, running["setup"](world, []), [(0, heard)], 1)
    assert river in right("path-4", 2, moves)[1]
    running = program(7)
    with pytest.raises(StopIteration):
        running["turn"](world, running["setup"](world, []), [(0, heard)], 1)


def test_two_numbers_of_punters_leave_the_third_without_a_turn() -> None:
    assert right("house", 3)[0] == [0, 0, -1]
    assert begins("house", 3, 8)[0] == [3, -3, -5]


def test_alone_it_fails() -> None:
    with pytest.raises(ValueError, match="empty"):
        begins("path-4", 1, 9)
    with pytest.raises(IndexError):
        begins("path-4", 1, 8)


def test_all_faults_together_are_right_by_luck() -> None:
    leads, best = right("path-3", 2)
    expected, claimed = begins("path-3", 2, *range(1, LAST + 1))
    assert expected == leads
    assert claimed in best
    with pytest.raises((StopIteration, ValueError, IndexError)):
        begins("path-4", 1, *range(1, LAST + 1))
