"""Makes reviews: judges the plies of a game from its end to its beginning, in parts, and puts them together.

A part is what a worker does at a time, so that nobody's move waits for a whole review: ``judged`` is called for the
last plies first, since the solver is asked from the end until it no longer reaches.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from plyground.core import knowledge, registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.messages import _
from plyground.review import chances, marks
from plyground.review.judging import Judge, Judged, Look

VERSION = 1
"""Goes up when the same game would be judged otherwise, so that kept reviews are made anew."""
PART = 6
"""Plies that a worker judges at a time."""
MOST_PLIES = 600
"""Plies of a game that is reviewed."""


class TooLongToReview(Refusal):
    """A game has more moves than a review judges."""


class NothingToReview(Refusal):
    """A game without moves."""


def check(moves: Sequence[str]) -> None:
    """Raises a refusal for a game that no review is made of."""
    if not moves:
        raise NothingToReview(_("There is nothing to review: no move has been made."))
    if len(moves) > MOST_PLIES:
        raise TooLongToReview(
            _("A review judges games of at most {most} moves; this one has {count}.", most=MOST_PLIES, count=len(moves))
        )


def key(game: str, options: dict[str, Any], start: str, moves: Sequence[str], nodes: int = 0) -> str:
    """The same for the same game under the same judging: 24 hexadecimal digits."""
    rules = registry.game(game)
    known = chances.spread(rules, rules.parse_position(start, options)), VERSION, nodes
    text = json.dumps([game, options, start, list(moves), known], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def parts(count: int, size: int = PART) -> list[tuple[int, int]]:
    """The parts of a game of ``count`` plies in the order in which they are judged: from, and up to but without."""
    return [(max(0, end - size), end) for end in range(count, 0, -size)]


def judged(
    game: str,
    options: dict[str, Any],
    start: str,
    moves: list[str],
    first: int,
    last: int,
    solving: bool,
    nodes: int = 0,
    tell: Callable[[dict[str, Any]], None] = lambda progress: None,
) -> dict[str, Any]:
    """Judge the moves number ``first`` up to ``last`` (from 0, without the last) of a game: ``{"plies", "solving"}``.

    ``solving`` says whether the solver reached all that comes after; the answer, whether it still does.
    """
    rules = registry.game(game)
    position = rules.parse_position(start, options)
    judge = Judge(rules, position, nodes)
    path = [position]
    for text in moves[:last]:
        path.append(rules.play(path[-1], rules.parse_move(path[-1], text)))
    del path[:first]
    found: list[dict[str, Any]] = []
    over = rules.returns(path[-1]) is not None
    then, solving = (None, solving) if over else _look(judge, path[-1], solving)
    for at in range(last - 1, first - 1, -1):
        position = path[at - first]
        look, solving = _look(judge, position, solving)
        found.append(_told(judge, position, at, judge.ply(position, moves[at], look, then)))
        tell({"done": last - at})
        then = look
    return {"plies": found[::-1], "solving": solving}


def _look(judge: Judge, position: Any, solving: bool) -> tuple[Look, bool]:
    solved = judge.solved(position) if solving else None
    return (judge.look(position), False) if solved is None else (solved, True)


def _told(judge: Judge, position: Any, at: int, ply: Judged) -> dict[str, Any]:
    game, spread = judge.game, judge.spread
    lost = 0.0 if ply.forced else judge.lost(ply.best, ply.made)
    value = _lost_value(game, ply)
    exact = ply.best.exact and ply.made.exact and game.spec.unit
    only = 0.0 if ply.second is None else max(0.0, judge.chance(ply.made) - judge.chance(ply.second))
    name = marks.mark(
        lost, best_wins=ply.best.outcome == "win", made_wins=ply.made.outcome == "win", only=only, forced=ply.forced,
        exact_loss=(value or 0.0) / spread if exact else 0.0,
    )  # fmt: skip
    return {
        "ply": at + 1, "seat": ply.seat, "move": ply.move, "mark": name,
        "lost": {"chance": round(lost, 4), "value": None if value is None else round(value, 2)},
        "chances": [round(judge.chance(ply.best), 4), round(judge.chance(ply.made), 4)],
        "best": {"move": ply.line[0], "line": list(ply.line), **ply.best.as_json()},
        "made": {"line": [ply.move, *ply.reply], **ply.made.as_json()},
        "nodes": ply.nodes,
    }  # fmt: skip


def _lost_value(game: Game[Any, Any], ply: Judged) -> float | None:
    """What the move lost in the unit; None where one of the values is no number of that unit."""
    best, made = ply.best, ply.made
    decided = best.outcome is not None or made.outcome is not None
    if best.value is None or made.value is None or (decided and not game.spec.unit):
        return None
    return max(0.0, best.value - made.value)


def together(
    game: str, options: dict[str, Any], start: str, moves: Sequence[str], plies: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """The review of a game whose plies are all judged: the plies, and for each seat its accuracy and its marks, the
    turning points, the unit of the values and the spread of the game's scale."""
    rules = registry.game(game)
    position = rules.parse_position(start, options)
    seats = range(rules.seats_at(position))
    strength = knowledge.of(rules).strength
    solved = next((ply["ply"] for ply in plies if all(each["best"]["exact"] for each in plies[ply["ply"] - 1 :])), None)
    own = [[ply for ply in plies if ply["seat"] == seat] for seat in seats]
    return {
        "game": game, "title": rules.spec.title, "options": dict(options), "start": start, "moves": list(moves),
        "unit": strength.counts if strength else "points", "spread": round(chances.spread(rules, position), 3),
        "measured": chances.measured(rules) is not None,
        "plies": list(plies),
        "seats": [
            {
                "seat": seat, "name": rules.spec.seat_name(seat),
                "accuracy": marks.accuracy([ply["lost"]["chance"] for ply in own[seat] if ply["mark"] != "forced"]),
                "marks": {name: count for name in marks.MARKS if (count := sum(p["mark"] == name for p in own[seat]))},
            }
            for seat in seats
        ],
        "turning": marks.turning_points(plies),
        "exact_from": solved,
    }  # fmt: skip


def review(
    game: str, options: dict[str, Any], start: str, moves: Sequence[str], nodes: int = 0,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:  # fmt: skip
    """The whole review in this process; ``tell`` hears how many plies of how many are judged. Raises a refusal."""
    check(moves)
    plies: list[dict[str, Any]] = []
    solving = True
    for first, last in parts(len(moves)):
        done = judged(game, options, start, list(moves), first, last, solving, nodes)
        plies, solving = [*done["plies"], *plies], done["solving"]
        tell(len(plies), len(moves))
    return together(game, options, start, moves, plies)
