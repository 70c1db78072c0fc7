"""How well exercises in code tell planted mistakes, in three games, and that no style of right solution is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from plyground.core import registry
from plyground.exercises import catalogue, checking
from plyground.exercises.checking import Outcome
from plyground.exercises.watching import Watcher
from plyground.sandbox.probe import choose
from tools.benchmarks._mistakes import MISTAKES
from tools.benchmarks._registry import Row, benchmark
from tools.benchmarks._styles import STYLES

GAMES = ("othello", "camel", "tak")
SECRETS = ("one secret", "another")
"""Each draws hidden positions of its own."""


def checked(exercise_id: str, game_id: str, source: str, watcher: Watcher, secret: str) -> Outcome:
    """The last check of a file: the first that failed, if one did."""
    game = registry.game(game_id)
    return checking.check(catalogue.exercise(exercise_id, game), game, source, watcher, watcher, secret)[-1]


def told_mistakes(watcher: Watcher) -> Iterator[tuple[str, str, str, str]]:
    """Name, game, what became of it (``named``, ``otherwise``, ``missed``) and the sentence of each mistake."""
    for mistake in MISTAKES:
        for game_id in GAMES:
            for secret in SECRETS:
                found = checked(mistake.exercise, game_id, mistake.text, watcher, secret)
                outcome = "missed" if found.passed else "named" if found.kind in mistake.kinds else "otherwise"
                yield mistake.name, game_id, outcome, f"{found.kind}: {found.sentence}"


def told_styles(watcher: Watcher) -> Iterator[tuple[str, str, str | None]]:
    """Name and game of each right solution, and what was said against it."""
    for name, (exercise_id, source) in STYLES.items():
        for game_id in GAMES:
            for secret in SECRETS:
                yield name, game_id, checked(exercise_id, game_id, source, watcher, secret).sentence


def measured(tell: Callable[[str], None] = lambda line: None) -> list[Row]:
    """The figures; ``tell`` hears of each mistake that was not named, and of each style that was called wrong."""
    outcomes, wrong, right = Counter[str](), 0, 0
    with Watcher(choose()) as watcher:
        for name, game_id, outcome, sentence in told_mistakes(watcher):
            outcomes[outcome] += 1
            if outcome != "named":
                tell(f"{name} in {game_id}, {outcome}: {sentence}")
        for name, game_id, against in told_styles(watcher):
            right += 1
            wrong += against is not None
            if against is not None:
                tell(f"{name} in {game_id} is called wrong: {against}")
    runs = sum(outcomes.values())
    return [
        Row("kinds of mistakes", len(MISTAKES), "", "at least 25"),
        Row("runs with a mistake", runs, "", ""),
        Row("first difference named rightly", 100 * outcomes["named"] / runs, "%", "at least 95"),
        Row("told otherwise", outcomes["otherwise"], "runs", ""),
        Row("not found", outcomes["missed"], "runs", ""),
        Row("styles of right solutions", len(STYLES), "", "at least 10"),
        Row("runs of right solutions", right, "", ""),
        Row("called wrong", wrong, "runs", "0"),
    ]


@benchmark("exercise-mistakes", measures="game/exercises game/core")
def exercise_mistakes() -> list[Row]:
    """Searches of students with one mistake each, checked as exercises in Othello, Crazy Camel and Tak on the public
    positions and on hidden ones of two secrets: whether the first sentence names the mistake. And right solutions in
    many styles, which must pass."""
    return measured()
