"""Checks and runs as jobs: what a worker does with a file and an exercise, and what the page is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from plyground.core import registry
from plyground.core.exercising import Exercise
from plyground.core.game import Game
from plyground.core.messages import _, arrived, carried
from plyground.exercises import catalogue, checking
from plyground.exercises.checking import Outcome
from plyground.exercises.reference import Reference
from plyground.exercises.situations import HIDDEN, PUBLIC, at
from plyground.exercises.tracing import Tracing
from plyground.exercises.watching import Watcher
from plyground.sandbox import place, probe
from plyground.sandbox.confinements import confinement
from plyground.search.teaching import columns, words

FUNCTION = f"{__name__}:checked"
"""What a worker calls."""
_LOG = 4_000


def checked(
    exercise: str,
    game: str,
    source: str,
    sandbox: str,
    secret: str = "",
    probed: str = "",
    position: str = "",
    options: Mapping[str, Any] | None = None,
    depth: int = 0,
    tell: Callable[[Any], None] = lambda message: None,
) -> dict[str, Any]:
    """Check a file: ``{"passed", "all", "checks": […], "log", "shown"}``.

    Each check tells whether it ``passed``, what is asked (``depth``, ``public``, ``position`` where it is public), its
    ``sentence`` and ``line`` if it did not, and its counts. ``shown`` is the first that failed, or the largest public
    one: the student's search (``own``) and the reference's (``right``) on the same position, each a ``trace`` as the
    laboratory's, the ``lines`` of the file, and ``at``, the step at which the mistake shows. Sentences are ``carried``
    (``core.messages``). With a ``position``, of a game with these ``options``, it is checked there alone, to this
    ``depth`` or as deep as stays small. ``probed`` is the place (``sandbox.place``) where the sandbox was seen to hold;
    elsewhere it is probed first.
    """
    if not (probed and probed == place.here()):
        probe.insist(sandbox)
    rules = registry.game(game)
    asked = catalogue.exercise(exercise, rules)
    where = []
    if position:
        own_options = rules.options(options or {})
        where = [at(asked, rules, rules.parse_position(position, own_options), own_options, depth)]
    box = confinement(sandbox)
    with Watcher(box) as own, Watcher(box) as apart:
        outcomes = checking.check(asked, rules, source, own, apart, secret, where)
        found: dict[str, Any] = carried(_answer(asked, rules, outcomes, apart, len(where) or PUBLIC + HIDDEN))
    return found


def _answer(
    asked: Exercise, rules: Game[Any, Any], outcomes: list[Outcome], apart: Watcher, number: int
) -> dict[str, Any]:
    """What is answered, before it travels."""
    public = [each for each in outcomes if each.situation.public]
    shown = next((each for each in outcomes if not each.passed), max(public, key=lambda each: len(each.watched.rows)))
    answer: dict[str, Any] = {
        "passed": all(each.passed for each in outcomes),
        "all": number,
        "checks": [_told(rules, each) for each in outcomes],
        "log": shown.watched.log[-_LOG:],
        "shown": None,
    }
    if shown.watched.rows and (len(shown.situation.calls) == 1 or shown.situation.task.rounds):
        watched = checking.run(asked, rules, shown.situation, asked.solution, apart, asked.function)
        right = Outcome(shown.situation, watched, None)
        answer["shown"] = {"own": told(rules, shown), "right": told(rules, right)}
        answer["shown"]["right"].pop("lines")  # of a file that is not shown
    return answer


def _told(game: Game[Any, Any], outcome: Outcome) -> dict[str, Any]:
    situation, judgement = outcome.situation, outcome.judgement
    return {
        "passed": outcome.passed,
        "public": situation.public,
        "depth": situation.task.depth,
        "position": game.position_text(situation.position) if situation.public else None,
        "sentence": outcome.sentence,
        "line": outcome.line,
        "entered": judgement.entered if judgement else 0,
        "reference": judgement.reference if judgement else None,
    }


def told(game: Game[Any, Any], outcome: Outcome) -> dict[str, Any]:
    """One run for the stage."""
    situation, watched = outcome.situation, outcome.watched
    reference = Reference(game, situation.position, situation.options, watched)
    tracing = Tracing(game, watched, reference, situation.task)
    trace = tracing.made()
    if trace.cut_short:
        trace.cut_short = _("The search goes on; so much of it is shown.")
    steps = range(len(trace.steps))
    node = tracing.rows.get(outcome.node, 0)
    ends = [
        at for at in steps if trace.steps[at].node == node and trace.steps[at].kind in ("value", "leaf", "cut", "enter")
    ]
    return {
        "trace": columns.as_json(trace),
        "lines": tracing.lines,
        "node": node,
        "at": (ends[-1] + 1 if ends else 0) if not outcome.passed else 0,
        "start": {
            "game": game.spec.id,
            "options": situation.options,
            "position": game.position_text(situation.position),
        },
    }


def worded(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What ``checked`` answered for a reader: its sentences, and the ``short`` and ``long`` words of each step."""
    found: dict[str, Any] = arrived(dict(answer))
    for run in (found["shown"] or {}).values():
        trace = columns.from_json(run["trace"])
        run |= words.sentences(trace, range(len(trace.steps)))
    return found


def listed(game: Game[Any, Any]) -> list[Mapping[str, Any]]:
    """The exercises of a game, for the page."""
    return [
        {
            "id": each.id, "title": _(each.title), "text": _(each.text), "hints": [_(hint) for hint in each.hints],
            "minutes": each.minutes, "template": each.template, "function": each.function, "lesson": each.lesson,
            "bot": each.as_bot,
        }
        for each in catalogue.fitting(game)
    ]  # fmt: skip
