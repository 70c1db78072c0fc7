"""What a search may know of Lambda Punter: leads as scores, the gain of a river as its rank, and exact endings."""

from __future__ import annotations

from plyground.core.knowledge import Knowledge, Ladder, Level, Ordering, Strength, declare
from plyground.core.messages import _
from plyground.games.punter.knowledge import exact, hare, ordering
from plyground.games.punter.knowledge.kernels import UNITS
from plyground.games.punter.knowledge.puzzles import PUZZLES
from plyground.games.punter.knowledge.reviewing import INSIGHT
from plyground.games.punter.position import Position

LADDER = Ladder(
    (
        Level(_("Random"), "random", _("Plays any legal move. For a first try, or to see how the game can go wrong.")),
        Level(
            _("Beginner"),
            "hare:budget=20,haste=100,slips=85",
            _("Now and then takes the river that pays most at once."),
        ),
        Level(_("Learner"), "hare:budget=20,haste=100,slips=50", _("Takes what pays most at once, every other time.")),
        Level(_("Intuition"), "intuition", _("Always takes what pays most at once.")),
        Level(
            _("Hasty"),
            "hare:budget=20,haste=60,slips=12",
            _("Often takes what pays most at once, and sometimes thinks."),
        ),
        Level(_("Minimax 3,000"), "minimax", _("Looks a few moves ahead and answers at once. The usual opponent.")),
        Level(
            _("Careless Hare"),
            "hare:budget=150,slips=18",
            _("Looks some moves ahead, but takes another river now and then."),
        ),
        Level(_("Hare 150"), "hare:budget=150", _("Looks some moves ahead to what each river is worth.")),
        Level(
            _("Hare"),
            "hare:seconds=0.25",
            _("The strongest: everything that is known here, a quarter of a second a move."),
        ),
    ),
    openings=2,
    options={"map": "random-40-4"},
)

declare(
    (Position,),
    Knowledge(
        UNITS,
        Strength("points", ordering.terms, solve=exact.solve, advise=hare.advise, searched=False),
        Ordering((), ordering.parts, looks_ahead=False),
        exact.play_exactly,
        LADDER,
        insight=INSIGHT,
        puzzles=PUZZLES,
    ),
)
