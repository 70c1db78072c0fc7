"""What a search may know of Crazy Camel beyond its rules, and the exercise's own functions over our rules."""

from __future__ import annotations

from plyground.core.knowledge import Insight, Knowledge, Ladder, Level, declare
from plyground.core.messages import _
from plyground.games.camel.knowledge.exercises import EXERCISES
from plyground.games.camel.knowledge.facts import facts
from plyground.games.camel.knowledge.kernels import PATH, PATH_CAMELS, UNITS
from plyground.games.camel.knowledge.learnt import MODEL
from plyground.games.camel.knowledge.puzzles import PUZZLES
from plyground.games.camel.knowledge.strength import STRENGTH
from plyground.games.camel.position import Position, WidePosition
from plyground.search.learning.training import training

__all__ = ["PATH", "PATH_CAMELS"]

LADDER = Ladder(
    (
        Level(_("Random"), "random", _("Plays any legal move. For a first try, or to see how the game can go wrong.")),
        Level(
            _("Beginner"),
            "hare:budget=30,blind=true,haste=30,slips=60",
            _("Knows where to go, but slips often and sees no threat."),
        ),
        Level(_("Learner"), "hare:budget=30,haste=30,slips=30", _("Plays hastily and slips now and then.")),
        Level(_("Casual"), "hare:budget=30,haste=20,slips=15", _("Hardly looks ahead and slips once in a while.")),
        Level(_("Minimax 3,000"), "minimax", _("Looks a few moves ahead and answers at once. The usual opponent.")),
        Level(_("Hare 1,000"), "hare:budget=1000", _("Looks three moves ahead with an eye for the shortest paths.")),
        Level(_("Hare 7,000"), "hare:budget=7000", _("Looks five moves ahead.")),
        Level(
            _("Hare 50,000"),
            "hare:budget=50000",
            _("Looks seven moves ahead and plays exactly once few camels are left."),
        ),
        Level(
            _("Hare"),
            "hare:seconds=0.25",
            _("The strongest: everything that is known here, a quarter of a second a move."),
        ),
    ),
    openings=4,
)
INSIGHT = Insight(facts=facts, nodes=60_000)

TRAINING = training(
    _("A small net of what walls, masters, paths and the race are worth on 7 x 7 and 9 x 9, from games of self-play."),
    seed=2,
    positions=1_000_000,
    model=MODEL,
)

declare(
    (Position, WidePosition),
    Knowledge(
        units=UNITS,
        strength=STRENGTH,
        ladder=LADDER,
        training=TRAINING,
        insight=INSIGHT,
        puzzles=PUZZLES,
        exercises=EXERCISES,
    ),
)
