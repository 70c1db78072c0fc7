"""Checks a file against an exercise: at several positions of a game it is run in the sandbox, and judged at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.core.exercising import Exercise
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.exercises.findings import Finding, Judgement
from plyground.exercises.judging import judge
from plyground.exercises.reference import Reference
from plyground.exercises.sentences import Sentences
from plyground.exercises.situations import Situation, situations
from plyground.exercises.verdicts import VERDICTS, Ask
from plyground.exercises.watching import Watched, Watcher

SEARCH = "search"
"""The judge of searches at their nodes."""


@dataclass(frozen=True)
class Outcome:
    """What came of one check. ``sentence`` is None if it passed; ``line`` is the file's, ``node`` where it shows."""

    situation: Situation
    watched: Watched
    judgement: Judgement | None
    sentence: str | None = None
    line: int = 0
    node: int = 0
    kind: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was wrong."""
        return self.sentence is None


def run(
    exercise: Exercise, game: Game[Any, Any], situation: Situation, source: str, watcher: Watcher, function: str = ""
) -> Watched:
    """Run a file at one position; raises ``NotStarted``."""
    calls = [call.arguments for call in situation.calls]
    withheld = exercise.withheld if not function else ()
    return watcher.watch(
        source, game, situation.position, situation.options, function or exercise.function, calls, withheld
    )


def searched(game: Game[Any, Any], situation: Situation, watched: Watched) -> Outcome:
    """What is to be said of a search."""
    reference = Reference(game, situation.position, situation.options, watched)
    tell = Sentences(watched, reference, situation.task)
    judgement = judge(watched, reference, situation.task)
    finding = judgement.mistake or _went_on(watched, reference) or judgement.waste
    if finding is not None:
        return Outcome(situation, watched, judgement, tell.tell(finding), finding.line, finding.node, finding.kind)
    return _ended(situation, watched, judgement)


def _ended(situation: Situation, watched: Watched, judgement: Judgement | None = None) -> Outcome:
    """That a run has no answer, if so."""
    if watched.problem is not None or watched.full:
        sentence = watched.problem or _("Your search did far more than is needed here, and was ended.")
        said = situation.calls[watched.done].said if watched.done < len(situation.calls) else ""
        if said:
            sentence = _("{call}: {sentence}", call=said, sentence=sentence)
        return Outcome(situation, watched, judgement, sentence, watched.line, 0, "problem")
    return Outcome(situation, watched, judgement)


def _went_on(watched: Watched, reference: Reference) -> Finding | None:
    """That a run failed at a node where the game is over, if it did."""
    if watched.problem is None or not watched.rows:
        return None
    node = next((row.node for row in reversed(watched.rows) if row.kind == "e"), 0)
    return Finding("went_on", node, watched.line) if reference.state(node).returns is not None else None


def tried(
    exercise: Exercise, game: Game[Any, Any], situation: Situation, source: str, own: Watcher, apart: Watcher
) -> Outcome:
    """Run a file at one position, and judge what it did; the reference is run ``apart``, in a process that the file
    cannot change. Raises ``NotStarted``."""
    watched = run(exercise, game, situation, source, own)
    if exercise.verdict == SEARCH:
        return searched(game, situation, watched)
    ended = _ended(situation, watched)
    if not ended.passed:
        return ended

    def right() -> Watched:
        return run(exercise, game, situation, exercise.solution, apart, exercise.accepted or exercise.function)

    found = VERDICTS[exercise.verdict](Ask(exercise, game, situation, watched, right))
    if found is None:
        return ended
    return Outcome(situation, watched, None, found.sentence, found.line, found.node, found.kind)


def check(
    exercise: Exercise,
    game: Game[Any, Any],
    source: str,
    own: Watcher,
    apart: Watcher,
    secret: str = "",
    where: Sequence[Situation] = (),
) -> list[Outcome]:
    """Check a file at all positions, or at those named in ``where``; after the first failure the others are left out,
    for they would say the same. Raises ``NotStarted``."""
    outcomes: list[Outcome] = []
    for situation in where or situations(exercise, game, secret):
        outcomes.append(tried(exercise, game, situation, source, own, apart))
        if not outcomes[-1].passed:
            break
    return outcomes
