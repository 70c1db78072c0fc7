"""The public tests of a competition, tried with a bot that is being written; nothing of it is kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from plyground.competitions import trials
from plyground.competitions.languages import table
from plyground.competitions.positions import asking, shown
from plyground.competitions.store import Competition, CompetitionStore
from plyground.competitions.store.positions import PositionTest
from plyground.competitions.submissions import files, making
from plyground.competitions.submissions.unpacking import Files
from plyground.core.messages import _
from plyground.core.refusals import CannotPlay
from plyground.sessions.reading import a_text

MOST_SECONDS = 30.0
"""After so long no further test is begun."""

TryOut = Callable[[Mapping[str, Any], Mapping[str, Files]], Mapping[str, Any]]


@dataclass(frozen=True)
class Trial:
    """The tests to ask, and the bot as a task names it, with its files."""

    tests: list[PositionTest]
    bot: Mapping[str, Any]
    bundles: dict[str, Files]


def count(store: CompetitionStore, competition: Competition) -> int:
    """How many public tests there are."""
    return sum(not test.hidden for test in store.positions.of(competition.id))


def asked(
    competition: Competition,
    store: CompetitionStore,
    body: Mapping[str, Any],
    before_building: Callable[[], object] = lambda: None,
    learnt: trials.Learnt | None = None,
) -> Trial:
    """What a request with a ``source`` and its ``language`` asks for, as ``trials.asked`` reads them; raises a refusal,
    ``CannotPlay`` where there are no public tests. ``learnt`` weights may be as large as the competition says."""
    tests = [test for test in store.positions.of(competition.id) if not test.hidden]
    if not tests:
        raise CannotPlay(_("This competition has no public tests."))
    language = table.language(a_text(body, "language", 40) or table.PYTHON.id)
    given = trials.beside(trials.source_of(body.get("source"), language), learnt, competition.settings.weights)
    if language.builds:
        before_building()
    bundle = making.made(given, language.id, allowed=competition.settings.languages).files
    content = files.content_of(bundle)
    bot = {"kind": "upload", "content": content, "command": None, "name": trials.OWN_NAME, "fleeting": True}
    return Trial(tests, bot, {content: bundle})


def told(
    competition: Competition, trial: Trial, try_out: TryOut, monotonic: Callable[[], float] = time.monotonic
) -> dict[str, Any]:
    """``tests`` with the ``answer`` of each (None where it could not be asked, or time was up), and how many were
    ``passed``."""
    until, found = monotonic() + MOST_SECONDS, []
    for test in trial.tests:
        answer = None
        if monotonic() < until:
            answer = asking.judged(test, try_out(asking.task(competition, test, trial.bot, "try"), trial.bundles))
        found.append({**shown.of_test(competition, test), "answer": shown.of_answer(test, answer)})
    return {"tests": found, "passed": sum(bool(each["answer"] and each["answer"]["passed"]) for each in found)}
