"""Tests and how a bot did in them, as plain data for pages: public ones in words, hidden ones as counts alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from plyground.competitions.positions.adding import title_of
from plyground.competitions.positions.asking import Judged, sentence
from plyground.competitions.store import Competition, CompetitionStore, Entry, Version
from plyground.competitions.store.positions import PositionAnswer, PositionTest

Answers = Mapping[tuple[str, str], PositionAnswer]


def of_bot(
    store: CompetitionStore, competition: Competition, entry: Entry, versions: Iterable[Version]
) -> dict[str, Any]:
    """What the owner of a bot sees: ``tests``, the public ones and the own, and ``versions``, by their numbers how each
    did: ``answers`` by the tests' ids (None before it was asked), and ``counts`` of the public, hidden and own ones."""
    tests, answers = store.positions.of(competition.id, entry.id), store.positions.answers(competition.id)
    seen = [test for test in tests if not test.hidden]
    return {
        "tests": [of_test(competition, test) for test in seen],
        "hidden": len(tests) - len(seen),
        "versions": {
            version.number: {
                "answers": {test.id: of_answer(test, answers.get((test.id, version.id))) for test in seen},
                "counts": counts(tests, answers, version.id),
            }
            for version in versions
        },
    }


def of_test(competition: Competition, test: PositionTest) -> dict[str, Any]:
    """A test itself, with what is wanted."""
    return {
        "id": test.id,
        "title": title_of(competition, test),
        "own": test.entry is not None,
        "hidden": test.hidden,
        "position": test.position,
        "moves": list(test.moves),
        "avoid": list(test.avoid),
        "seconds": test.seconds,
        "about": dict(test.about),
        "created": test.created,
    }


def of_answer(test: PositionTest, answer: Judged | PositionAnswer | None) -> dict[str, Any] | None:
    """How a version did, in words; None before it was asked."""
    return None if answer is None else {"passed": answer.passed, "sentence": sentence(test, answer)}


def counts(tests: Iterable[PositionTest], answers: Answers, version: str) -> dict[str, dict[str, int]]:
    """How many tests there are of each sort, how many were asked of a version, and how many it passed."""
    found = {sort: {"tests": 0, "asked": 0, "passed": 0} for sort in ("public", "hidden", "own")}
    for test in tests:
        own = found["own" if test.entry is not None else "hidden" if test.hidden else "public"]
        answer = answers.get((test.id, version))
        own["tests"] += 1
        own["asked"] += answer is not None
        own["passed"] += answer is not None and answer.passed
    return found
