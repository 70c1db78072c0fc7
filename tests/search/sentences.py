"""Sentences of a trace, positions to search from, and ways to make a sentence false."""

from __future__ import annotations

import random
import re
from typing import Any

from plyground.core import registry
from plyground.search.teaching import words
from plyground.search.teaching.searches import search
from plyground.search.teaching.trace import Trace

CHANCES = (
    "a 0 ( a 3 c 0 ( 1/4 a 9 1/4 o 0 ( a 7 a -2 ) 1/2 a 0 ( a 2 c 0 ( a 1 a 4 a 8 ) ) ) o 0 ( c 0 ( o -3 o 5 ) a 1 ) )"
)


def dice(depth: int) -> Trace:
    """A search of a tree with chance nodes."""
    tree = registry.game("tree")
    return search("expectimax").record(tree, tree.parse_position(CHANCES), {"depth": depth})


def begun(game: Any, rng: random.Random) -> Any:
    """A position some moves into a game."""
    position = game.initial({"seed": rng.randrange(99), "turns": "free"} if game.spec.id == "tree" else None)
    for _move in range(0 if game.spec.id == "tree" else rng.randrange(4, 12)):
        moves = game.legal_moves(position)
        following = game.play(position, rng.choice(moves))
        if game.returns(following) is not None:
            break
        position = following
    return position


def said(trace: Trace, at: int) -> tuple[str, str]:
    """The short sentence, and what the long one adds."""
    short = str(words.sentence(trace, at))
    return short, str(words.sentence(trace, at, long=True))[len(short) :].strip()


SWAPS = (
    ("something better", "something as good"), ("has passed", "has reached"), ("Alpha rises", "Beta falls"),
    ("at least", "at most"), ("alpha", "beta"), ("is below", "is above"), (" = ", " > "), ("finished", "open"),
    ("Looking further cannot change this.", "It rests on static values at the horizon."), ("sleeps", "wakes"),
    ("The game is over here, so this is final.", "The search looks no further: this is the static value."),
    ("is the best so far", "improves nothing")
)  # fmt: skip


def of_kind(trace: Trace) -> dict[str, list[int]]:
    """The steps of each kind; made once for a trace."""
    found: dict[str, list[int]] | None = trace.__dict__.get("_of_kind")
    if found is None:
        found = trace.__dict__["_of_kind"] = {}
        for at, step in enumerate(trace.steps):
            found.setdefault(step.kind, []).append(at)
    return found


def falsified(trace: Trace, at: int, told: str, rng: random.Random) -> list[str]:
    """Sentences that differ from a true one in a word that matters: a number, a name, a move, a comparison."""
    made = []
    for one, other in SWAPS:
        for before, after in ((one, other), (other, one)):
            made += [told.replace(before, after, 1)] if before in told else []
    numbers = list(re.finditer(r"(?<![\w.-])-?\d+(?![\w.-])", told))
    for each in numbers:
        made.append(told[: each.start()] + str(int(each[0]) + rng.choice((1, -1, 7))) + told[each.end() :])
    for one in trace.head.seats:
        made += [told.replace(one, other, 1) for other in trace.head.seats if other != one and one in told]
    same = [each for each in of_kind(trace)[trace.steps[at].kind] if each != at]
    made += [said(trace, each)[0] for each in rng.sample(same, min(2, len(same)))]
    return made
