"""What a search may know of Tak beyond its rules: a unit to score positions in, an order of moves with options, and
what a strong player needs.

``plyground.games.tak.knowledge.takpy`` has the names of the tutorial's library over these rules.
"""

from __future__ import annotations

from plyground.core.knowledge import Insight, Knowledge, Ladder, Level, Strength, declare
from plyground.core.messages import _
from plyground.games.tak.knowledge import evaluation, features, learnt_order, solving, tinue
from plyground.games.tak.knowledge import hare as hare
from plyground.games.tak.knowledge.facts import facts
from plyground.games.tak.knowledge.kernels import FLATS, UNITS
from plyground.games.tak.knowledge.ordering import ORDERING
from plyground.games.tak.knowledge.puzzles import PUZZLES
from plyground.games.tak.position import TakPosition
from plyground.search.learning.model import Model
from plyground.search.learning.training import training

__all__ = ["FLATS", "ORDERING", "STRENGTH"]

SEED, POSITIONS = 2, 1_000_000
"""What a training takes unless it is told otherwise; how the shipped weights were made says their record."""

STRENGTH = Strength(
    "flats", evaluation.terms_for_people, evaluation.weights, solving.solve, solving.advise, load=solving.load
)
MODEL = Model(
    "tak",
    features.FEATURES,
    evaluation.weights,
    evaluation.FILE,
    stages=evaluation.STAGES,
    family=features.STAGES,
    starts=({"size": 5}, {"size": 6, "komi": 2.0}, {"size": 4}, {"size": 7}, {"size": 8}),
    openings=(2, 5),
    nodes=500,
    scale=800.0,
    firmness=3000.0,
    moves=learnt_order.WEIGHTS,
)
TRAINING = training(
    _("What pieces, stacks, neighbours, lines and the race are worth, from games of self-play on 4 x 4 to 8 x 8."),
    SEED,
    POSITIONS,
    MODEL,
)
LADDER = Ladder(
    (
        Level(_("Random"), "random", _("Plays any legal move. For a first try, or to see how the game can go wrong.")),
        Level(
            _("Beginner"),
            "hare:budget=30,blind=true,haste=30,slips=60",
            _("Builds a little, slips often and sees no threat of a road."),
        ),
        Level(
            _("Learner"),
            "hare:budget=30,blind=true,haste=30,slips=20",
            _("Builds roads but does not see yours coming."),
        ),
        Level(_("Intuition"), "intuition", _("Plays what looks good at first sight and sees wins and losses in one.")),
        Level(_("Minimax 3,000"), "minimax", _("Looks a few moves ahead and answers at once. The usual opponent.")),
        Level(
            _("Hare 1,000"), "hare:budget=1000", _("Knows what roads and stacks are worth and looks two moves ahead.")
        ),
        Level(_("Hare 4,000"), "hare:budget=4000", _("Looks three moves ahead and further where a road threatens.")),
        Level(_("Hare 20,000"), "hare:budget=20000", _("Looks four moves ahead and proves short forced wins.")),
        Level(
            _("Hare"),
            "hare:seconds=0.25",
            _("The strongest: everything that is known here, a quarter of a second a move."),
        ),
    ),
    openings=4,
)
INSIGHT = Insight(facts=facts, nodes=15_000, forcing=tinue.FORCING)

declare(
    (TakPosition,),
    Knowledge(
        units=UNITS,
        strength=STRENGTH,
        ordering=ORDERING,
        ladder=LADDER,
        training=TRAINING,
        insight=INSIGHT,
        puzzles=PUZZLES,
    ),
)
