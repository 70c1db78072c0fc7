"""A new version that fails a test of its owner does not take the place of the one before."""

from __future__ import annotations

from collections.abc import Collection

from plyground.competitions.store import CompetitionStore


def step_back(store: CompetitionStore, competition: str, known: Collection[tuple[str, str]]) -> None:
    """Let the version before play on where the one that plays has just failed a test that its owner made before it.

    ``known`` are the answers of before, by test and version: what failed then its owner has seen, and may let play.
    """
    answers = store.positions.answers(competition)
    fresh = {key for key, answer in answers.items() if not answer.passed and key not in known}
    tests = {test.id: test for test in store.positions.every(competition) if test.entry is not None}
    versions = store.versions(competition)
    for entry in store.entries(competition):
        active = versions.get(entry.active or "")
        if active is None:
            continue
        failed = any(
            version == active.id and test in tests and tests[test].created < active.created for test, version in fresh
        )
        own = [each for each in versions.values() if each.entry == entry.id]
        before = [each for each in own if each.number < active.number and each.plays]
        if failed and before:
            store.set_active(entry.id, before[-1].id)
