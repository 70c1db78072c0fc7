"""Counts over many steps of one search: sentences that are false, said twice running, and planted false ones found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.core import registry
from plyground.search.teaching.search import Search
from plyground.search.teaching.trace import Trace
from tests.search import sentence_patterns_chance as _chance
from tests.search import sentence_patterns_proof as _proof
from tests.search import sentence_patterns_refined as _refined
from tests.search import sentence_patterns_windows as _windows
from tests.search.sentence_checker import Checker
from tests.search.sentence_patterns import complaint
from tests.search.sentences import begun, dice, falsified, said

# What searches say in words of their own is read by modules of their own.
assert all((_chance, _proof, _refined, _windows))
_WINDOW = 100
"""Steps that are looked at of one trace."""


@dataclass
class Counted:
    """What was found: ``steps`` looked at, sentences that are ``false`` or said ``twice`` running, false ones that were
    ``planted`` and those of them that were ``caught``."""

    steps: int = 0
    false: int = 0
    twice: int = 0
    planted: int = 0
    caught: int = 0


def counted(each: Search, wanted: int, seed: int, planted: int) -> Counted:
    """So many steps of a search at least, on trees and boards of every game that it fits, and so many planted ones."""
    found = Counted()
    for trace, rng in _traces(each, seed):
        _count(trace, rng, found, planted)
        if found.steps >= wanted:
            return found
    return found


def _traces(each: Search, seed: int) -> Iterator[tuple[Trace, random.Random]]:
    """Traces of a search, one game after the other, with options at random."""
    for number in range(200):
        rng = random.Random(f"{seed} {number} {each.spec.id}")
        if each.spec.id == "expectimax":
            yield dice(rng.randrange(3)), rng
        for game in registry.games().values():
            position = begun(game, rng)
            if each.unfit(game, position) is None:
                yield (
                    each.record(game, position, _settings(each, game, rng), seed=rng.randrange(99), most_nodes=150),
                    rng,
                )


def _settings(each: Search, game: Any, rng: random.Random) -> dict[str, Any]:
    return {
        option.name: rng.choice(option.choices or (False, True))
        for option in each.options(game)
        if option.name in ("fail", "ties", "at_sight")
    }


def _count(trace: Trace, rng: random.Random, found: Counted, planted: int) -> None:
    checker, before = Checker(trace), ""
    first = rng.randrange(max(1, len(trace.steps) - _WINDOW))
    for at in range(len(trace.steps)):
        step = checker.take()
        if not first <= at < first + _WINDOW:
            continue
        true = said(trace, at)
        found.steps += 1
        found.false += any(complaint(checker, step, told) is not None for told in true if told)
        found.twice += true[0] == before
        before = true[0]
        if found.planted < planted and rng.random() < 0.2:
            false = [each for each in falsified(trace, at, true[0], rng) if each not in true]
            for each in rng.sample(false, min(1, len(false))):
                found.planted += 1
                found.caught += complaint(checker, step, each) is not None
