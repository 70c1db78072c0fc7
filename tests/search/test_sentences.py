"""Every sentence of every search is true, as a program of its own finds, and none is said twice running."""

from __future__ import annotations

import random
from functools import cache
from gettext import NullTranslations

import pytest

from plyground.core import registry
from plyground.core.messages import translated
from plyground.search.teaching import words
from plyground.search.teaching.searches import fitting, search, searches
from plyground.search.teaching.trace import Trace
from tests.search import sentence_patterns_chance as _chance
from tests.search import sentence_patterns_proof as _proof
from tests.search import sentence_patterns_refined as _refined
from tests.search import sentence_patterns_windows as _windows
from tests.search.sentence_checker import Checker
from tests.search.sentence_patterns import complaint
from tests.search.sentence_runs import counted
from tests.search.sentences import begun, dice, falsified, of_kind, said
from tests.soaking import more

SEED = 17
# What searches say in words of their own is read by modules of their own.
assert all((_chance, _proof, _refined, _windows))


@cache
def traces(rounds: int) -> list[Trace]:
    """Traces of every search on trees and on the boards of all games, with options at random."""
    made = [dice(depth) for depth in (0, 2)]
    tak = registry.game("tak")
    learnt: dict[str, int | str] = {"guide": "learnt", "games": 4, "iterations": 40}
    made.append(search("puct").record(tak, tak.initial({"size": 3}), {**learnt}))
    for number in range(rounds):
        for game in registry.games().values():
            position = begun(game, random.Random(f"{SEED} {number} {game.spec.id}"))
            for each in fitting(game, position):
                # Draws of its own, so that other searches may come and go.
                rng = random.Random(f"{SEED} {number} {game.spec.id} {each.spec.id}")
                given = {
                    option.name: rng.choice(option.choices or (False, True))
                    for option in each.options(game)
                    if option.name in ("fail", "ties", "at_sight")
                }
                made.append(each.record(game, position, given, seed=rng.randrange(99), most_nodes=150))
    return made


@pytest.mark.soak
def test_planted_false_sentences_are_caught() -> None:
    planted: dict[tuple[str, str], list[str]] = {}
    for trace in traces(1):
        checker, rng = Checker(trace), random.Random(f"{SEED} {trace.head.game} {trace.head.search}")
        for at in range(len(trace.steps)):
            step = checker.take()
            if rng.random() > more(15, 30) / 1_000:
                continue
            true = said(trace, at)
            for told in filter(None, true):
                for false in falsified(trace, at, told, rng):
                    if false not in true:
                        caught = complaint(checker, step, false)
                        planted.setdefault((step.kind, trace.head.search), []).append("" if caught else false)
    missed = {key: [each for each in found if each] for key, found in planted.items()}
    assert sum(map(len, planted.values())) > more(800, 2_000)
    assert not any(missed.values()), {key: found[:3] for key, found in missed.items() if found}


def test_every_sentence_is_true_and_none_is_said_twice_running() -> None:
    checked = 0
    for trace in traces(more(1, 12)):
        checker, before, rng = Checker(trace), "", random.Random(f"{SEED} {trace.head.game} {trace.head.search}")
        first = rng.randrange(max(1, len(trace.steps) - 60))
        for at in range(len(trace.steps)):
            step = checker.take()
            if first <= at < first + 60:
                short, why = said(trace, at)
                for told in filter(None, (short, why)):
                    wrong = complaint(checker, step, told)
                    assert wrong is None, (trace.head.search, trace.head.game, at, step, told, wrong)
                assert short != before, (trace.head.search, trace.head.game, at)
                before = short
                checked += 1
    assert checked > more(800, 2_000)


@pytest.mark.parametrize("name", searches())
def test_sentences_of_each_search(name: str) -> None:
    """In the long form 2,000 steps of every search, and fifty sentences of it made false."""
    found = counted(searches()[name], more(100, 2_000), SEED, more(10, 50))
    assert found.steps >= more(60, 2_000)
    assert (found.false, found.twice) == (0, 0)
    assert found.caught == found.planted >= more(5, 50)


class Other(NullTranslations):
    """A language with another word for visits."""

    def gettext(self, message: str) -> str:
        return message.replace("visits", "Besuche")


def test_rows_of_bounds_are_said_in_other_languages_too() -> None:
    tak = registry.game("tak")
    for name in ("mcts", "puct"):
        trace = search(name).record(tak, tak.initial({"size": 3}), {"iterations": 30})
        at = of_kind(trace)["select"][-1]
        told = words.sentence(trace, at, long=True)
        assert "visits" in told
        assert "visits" not in translated(told, Other())
