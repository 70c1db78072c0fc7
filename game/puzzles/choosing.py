"""Which puzzle comes next: the one of a day, the same for all, and one of a wanted kind and difficulty."""

from __future__ import annotations

import datetime
import random

from plyground.core.errors import Refusal
from plyground.core.messages import _
from plyground.puzzles import keeping
from plyground.puzzles.keeping import Puzzle

EASIEST_OF_DAY, HARDEST_OF_DAY = 2, 4


class NothingLeft(Refusal):
    """There is no puzzle of this kind."""


def daily(day: datetime.date) -> Puzzle | None:
    """The puzzle of a day, from another game each day; None where no game has puzzles."""
    games = keeping.games()
    if not games:
        return None
    game_id, rng = games[day.toordinal() % len(games)], random.Random(day.isoformat())
    kept = keeping.of(game_id)
    found = [kept[name] for name in sorted(kept)]
    middle = [each for each in found if EASIEST_OF_DAY <= each.grade <= HARDEST_OF_DAY]
    return rng.choice(middle or found)


def next_one(game_id: str, seed: int, kind: str = "", grade: int = 0) -> Puzzle:
    """A puzzle of a game, or of any (``""``): of this kind if one is named, as near as there are to this difficulty if
    one is given. The same seed gives the same puzzle; raises ``NothingLeft``."""
    games, rng = [game_id] if game_id else keeping.games(), random.Random(seed)
    found = [each for each in keeping.of(rng.choice(games)).values() if not kind or each.kind == kind] if games else []
    if not found:
        raise NothingLeft(_("There are no puzzles of this kind."))
    if grade:
        nearest = min(abs(each.grade - grade) for each in found)
        found = [each for each in found if abs(each.grade - grade) == nearest]
    return rng.choice(sorted(found, key=lambda each: each.id))
