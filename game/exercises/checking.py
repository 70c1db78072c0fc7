"""Checks a file against an exercise: several positions of a game, each searched in the sandbox and judged at once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from plyground.core.game import Game
from plyground.core.messages import _
from plyground.exercises.catalogue import Exercise
from plyground.exercises.findings import Finding, Judgement, Task
from plyground.exercises.judging import judge
from plyground.exercises.reference import Reference
from plyground.exercises.sentences import Sentences
from plyground.exercises.watching import Watched, Watcher
from plyground.search.teaching.two_sided import tree_size

PUBLIC, HIDDEN = 3, 4
"""Checks that show their positions, and checks that do not."""
_MOST_NODES = 1_500
_TRIES = 40


@dataclass(frozen=True)
class Situation:
    """Where an exercise is checked: the position, the game's options, and what is asked there."""

    position: Any
    options: dict[str, Any]
    task: Task
    public: bool = True


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


def situations(exercise: Exercise, game: Game[Any, Any], secret: str = "") -> list[Situation]:
    """The positions on which an exercise is checked, the same for the same secret: the public ones first.

    Each comes from a game of random moves, every third from its very end. They are looked into as deep as stays small,
    and the depths differ.
    """
    options = dict(game.options({}))
    found: list[Situation] = []
    for number in range(PUBLIC + HIDDEN):
        public = number < PUBLIC
        chance = random.Random(f"{exercise.id} {game.spec.id} {number} {'' if public else secret}")
        wanted = 1 + number % exercise.deepest
        for position in _positions(game, options, chance, 1000 if number % 3 == 2 else 24):
            depth = next((each for each in range(wanted, 0, -1) if _small(game, position, each)), 0)
            if depth and (depth == wanted or depth > 1):
                break
        task = replace(exercise.task, depth=max(1, depth), seat=game.to_move(position))
        found.append(Situation(position, options, task, public))
    return found


def _positions(game: Game[Any, Any], options: dict[str, Any], chance: random.Random, longest: int) -> Iterator[Any]:
    """Unfinished positions, some moves into games of random moves, the start among them in the end."""
    for _try in range(_TRIES):
        position = game.initial(options)
        for _ply in range(chance.randrange(longest)):
            later = game.play(position, chance.choice(game.legal_moves(position)))
            if game.returns(later) is not None:
                break
            position = later
        yield position
    yield game.initial(options)


def _small(game: Game[Any, Any], position: Any, depth: int) -> bool:
    return tree_size(game, position, depth)[0] <= _MOST_NODES


def tried(exercise: Exercise, game: Game[Any, Any], situation: Situation, source: str, watcher: Watcher) -> Outcome:
    """Run a file at one position, and judge what it did; raises ``NotStarted``."""
    task = situation.task
    named = {"depth": task.depth, "seat": task.seat}
    arguments = [named.get(each, each) for each in exercise.arguments]
    watched = watcher.watch(source, game, situation.position, situation.options, exercise.function, arguments)
    return judged(game, situation, watched)


def judged(game: Game[Any, Any], situation: Situation, watched: Watched) -> Outcome:
    """What is to be said of a run."""
    reference = Reference(game, situation.position, situation.options, watched)
    tell = Sentences(watched, reference, situation.task)
    judgement = judge(watched, reference, situation.task)
    finding = judgement.mistake or _went_on(watched, reference) or judgement.waste
    if finding is not None:
        return Outcome(situation, watched, judgement, tell.tell(finding), finding.line, finding.node, finding.kind)
    if watched.problem is not None or watched.full:
        sentence = watched.problem or _("Your search did far more than is needed here, and was ended.")
        return Outcome(situation, watched, judgement, sentence, watched.line, 0, "problem")
    return Outcome(situation, watched, judgement)


def _went_on(watched: Watched, reference: Reference) -> Finding | None:
    """That a run failed at a node where the game is over, if it did."""
    if watched.problem is None or not watched.rows:
        return None
    node = next((row.node for row in reversed(watched.rows) if row.kind == "e"), 0)
    return Finding("went_on", node, watched.line) if reference.state(node).returns is not None else None


def check(exercise: Exercise, game: Game[Any, Any], source: str, watcher: Watcher, secret: str = "") -> list[Outcome]:
    """Check a file at all positions; after the first failure the others of its kind are left out, for they would say
    the same. Raises ``NotStarted``."""
    outcomes: list[Outcome] = []
    for situation in situations(exercise, game, secret):
        outcomes.append(tried(exercise, game, situation, source, watcher))
        if not outcomes[-1].passed:
            break
    return outcomes
