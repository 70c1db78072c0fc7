"""What a search may know of Othello beyond its rules: units to score in, orders of moves, and a trained evaluation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from plyground.core.knowledge import Insight, Knowledge, Ladder, Level, Starts, Strength, Trained, Training, declare
from plyground.core.messages import _
from plyground.games.othello.knowledge import evaluation as evaluation
from plyground.games.othello.knowledge import likeness as likeness
from plyground.games.othello.knowledge import weights
from plyground.games.othello.knowledge.endgame import answers
from plyground.games.othello.knowledge.facts import facts
from plyground.games.othello.knowledge.kernels import DISCS, MOBILITY, UNITS
from plyground.games.othello.knowledge.puzzles import PUZZLES
from plyground.games.othello.knowledge.terms import terms
from plyground.games.othello.position import OthelloPosition

__all__ = ["DISCS", "MOBILITY"]

SEED, POSITIONS = 9, 12_600_000
"""What the shipped weights were trained with."""

STRENGTH = Strength("discs", terms, weights.load, answers.solve, answers.advise, load=answers.load, shares=14)


def _train(
    seed: int, positions: int, jobs: int, folder: Path, out: Path, report: Callable[[str, int, int], None],
    starts: Starts,
) -> Trained:  # fmt: skip
    from plyground.games.othello.knowledge.training import run  # only who trains needs it

    return run.run(seed, positions, jobs, folder, out, report, weights.SHIPPED)


TRAINING = Training(
    _("Weights of patterns on 8 x 8, fitted to games of self-play whose endings are exact."), SEED, POSITIONS, _train
)
LADDER = Ladder(
    (
        Level(_("Random"), "random", _("Plays any legal move. For a first try, or to see how the game can go wrong.")),
        Level(_("Minimax 100"), "minimax:budget=100", _("Greedy: counts discs a move or two ahead, as beginners do.")),
        Level(
            _("Minimax 3,000"), "minimax", _("Counts discs a few moves ahead and answers at once. The usual opponent.")
        ),
        Level(_("Intuition"), "intuition", _("Plays what looks good at first sight: it knows what corners are worth.")),
        Level(_("Hare 50"), "hare:budget=50", _("Knows the patterns of good play, but hardly looks ahead.")),
        Level(_("Hare 200"), "hare:budget=200", _("Knows the patterns and looks about two moves ahead.")),
        Level(_("Hare 1,000"), "hare:budget=1000", _("Looks three or four moves ahead and plays few discs exactly.")),
        Level(_("Hare 7,000"), "hare:budget=7000", _("Looks five or six moves ahead.")),
        Level(
            _("Hare 50,000"), "hare:budget=50000", _("Looks eight moves ahead and plays the last twelve or so exactly.")
        ),
        Level(
            _("Hare"),
            "hare:seconds=0.25",
            _("The strongest: everything that is known here, a quarter of a second a move."),
        ),
    ),
    openings=8,
)
INSIGHT = Insight(facts=facts, nodes=60_000)

declare(
    (OthelloPosition,),
    Knowledge(units=UNITS, strength=STRENGTH, ladder=LADDER, training=TRAINING, insight=INSIGHT, puzzles=PUZZLES),
)
