"""Every sentence of every search is true, as a program of its own finds, and none is said twice running."""

from __future__ import annotations

import random
import re
from functools import cache
from gettext import NullTranslations
from typing import Any

from plyground.core import registry
from plyground.core.messages import translated
from plyground.search.teaching import words
from plyground.search.teaching.searches import fitting, search
from plyground.search.teaching.trace import Trace
from tests.search import sentence_patterns_chance as _chance
from tests.search import sentence_patterns_proof as _proof
from tests.search import sentence_patterns_refined as _refined
from tests.search import sentence_patterns_windows as _windows
from tests.search.sentence_checker import Checker
from tests.search.sentence_patterns import complaint
from tests.soaking import more

SEED = 17
CHANCES = (
    "a 0 ( a 3 c 0 ( 1/4 a 9 1/4 o 0 ( a 7 a -2 ) 1/2 a 0 ( a 2 c 0 ( a 1 a 4 a 8 ) ) ) o 0 ( c 0 ( o -3 o 5 ) a 1 ) )"
)
# What searches say in words of their own is read by modules of their own.
assert all((_chance, _proof, _refined, _windows))


@cache
def traces(rounds: int) -> list[Trace]:
    """Traces of every search on trees and on the boards of all games, with options at random."""
    tree, dice = registry.game("tree"), search("expectimax")
    made = [dice.record(tree, tree.parse_position(CHANCES), {"depth": depth}) for depth in (0, 2)]
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


def test_planted_false_sentences_are_caught() -> None:
    planted: dict[tuple[str, str], list[str]] = {}
    for trace in traces(1):
        checker, rng = Checker(trace), random.Random(f"{SEED} {trace.head.game} {trace.head.search}")
        for at in range(len(trace.steps)):
            step = checker.take()
            if rng.random() > 0.03:
                continue
            true = said(trace, at)
            for told in filter(None, true):
                for false in falsified(trace, at, told, rng):
                    if false not in true:
                        caught = complaint(checker, step, false)
                        planted.setdefault((step.kind, trace.head.search), []).append("" if caught else false)
    missed = {key: [each for each in found if each] for key, found in planted.items()}
    assert sum(map(len, planted.values())) > 2_000
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
    assert checked > 2_000


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
