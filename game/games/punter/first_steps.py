"""The first steps of Lambda Punter: mines, squares of distances, cutting off and the last rivers."""

from __future__ import annotations

from typing import Any

from plyground.core.first_steps import Line, Stage
from plyground.core.messages import _, joined, ngettext
from plyground.games.punter.position import Position, punters
from plyground.games.punter.scores import joined as together
from plyground.games.punter.scores import totals


def score(line: Line) -> int:
    """What the stage's punter has now."""
    return totals(line.now)[line.seat]


def gain(line: Line) -> int:
    """What the last move brought the stage's punter."""
    return score(line) - totals(line.before)[line.seat]


def within_reach(position: Position, punter: int) -> int:
    """The score of a punter who got every river that is still free."""
    board, claimed = position.board, position.claimed.tolist()
    usable = [turn < 0 or turn % punters(position) == punter for turn in claimed]
    total = 0
    for mine, site in enumerate(board.mines.tolist()):
        seen, waiting = {site}, [site]
        while waiting:
            here = waiting.pop()
            for other, river in board.links[board.starts[here] : board.starts[here + 1]].tolist():
                if usable[river] and other not in seen:
                    seen.add(other)
                    waiting.append(other)
        total += sum(int(board.reach[mine, other]) ** 2 for other in seen)
    return total


def mines_joined(line: Line) -> bool:
    """Whether the punter's rivers join two mines."""
    mines = line.now.board.mines.tolist()
    return any(together(line.now, line.seat, mine, other) for mine in range(len(mines)) for other in mines[mine + 1 :])


def won(line: Line) -> bool:
    """Whether the game is over and the stage's punter has most."""
    scores = totals(line.now)
    return line.game.returns(line.now) is not None and scores[line.seat] > max(
        each for seat, each in enumerate(scores) if seat != line.seat
    )


_PLAYED = {
    "grid-4x3": "5-6 4-8 0-1 3-7",
    "circle-8": "6-8 0-1",
    "ladder-5": "6-7 1-2 7-8 0-1 5-6 8-9 0-5 2-3 3-8 3-4",
}
"""Moves of games between two bots, as far as they are needed."""


def _on(chart: str, plies: int) -> dict[str, Any]:
    return {"options": {"map": chart}, "moves": tuple(_PLAYED[chart].split()[:plies])}


def _brings(line: Line) -> str:
    return ngettext("{move} brings you one point.", "{move} brings you {count} points.", gain(line), move=_move(line))


def _leaves(line: Line) -> str:
    other = 1 - line.seat
    return _(
        "After {move} {who} can still reach {points} points.",
        move=_move(line),
        who=line.game.spec.seat_name(other),
        points=within_reach(line.now, other),
    )


def _stands(line: Line) -> str:
    scores = totals(line.now)
    return joined(
        _brings(line),
        _("You have {own} now, {who} {other}.", own=scores[line.seat], who=_who(line), other=scores[1 - line.seat]),
    )


def _move(line: Line) -> str:
    return str(line.game.move_text(line.before, line.moves[-1]))


def _who(line: Line) -> str:
    return str(line.game.spec.seat_name(1 - line.seat))


STAGES = (
    Stage(
        "mine",
        _("Connect a mine"),
        _(
            "Sites are joined by rivers; the ones marked λ are mines. In turn you claim a free river. A site pays "
            "when your own rivers join it to a mine; rivers away from every mine pay nothing yet."
        ),
        _("Claim a river that brings you a point."),
        lambda line: gain(line) >= 1,
        _("The site beside the mine is joined to it: one point."),
        (_("Look for a free river that begins at a λ."),),
        _brings,
        **_on("grid-4x3", 2),
    ),
    Stage(
        "squares",
        _("Far sites pay more"),
        _(
            "A site pays the square of its distance from the mine: 1, 4, 9, 16, … What counts is the "
            "distance on the map, "
            "whoever owns the rivers. Your rivers need not have been claimed in order; once joined, they all pay."
        ),
        _("Claim one river that brings you at least nine points."),
        lambda line: gain(line) >= 9,
        _("The river joined two pieces: a site two rivers away for 4 points, and one three away for 9."),
        (_("You own two rivers that do not touch. Join them."),),
        _brings,
        **_on("grid-4x3", 4),
    ),
    Stage(
        "mines",
        _("Two mines"),
        _(
            "Each mine pays for all sites that your rivers join to it, the other mines included. "
            "Rivers that join two mines "
            "therefore count from both ends."
        ),
        _("Join two mines by rivers of your own."),
        mines_joined,
        _("Each of the two mines pays you for the other, and from now on each new site counts twice."),
        (_("Your river ends on the site in the middle. From there it is one river to several mines."),),
        _brings,
        **_on("circle-8", 2),
    ),
    Stage(
        "cut",
        _("Cut them off"),
        _(
            "A river is claimed once and for all, so what you take the other cannot have. On a "
            "narrow map one river can be "
            "worth more for what it spoils than for what it brings."
        ),
        _("Claim a river that takes at least eight points out of the other punter’s reach."),
        lambda line: within_reach(line.before, 1 - line.seat) - within_reach(line.now, 1 - line.seat) >= 8,
        _("The way to the far sites is closed to them now."),
        (_("The other punter wants to get from one end to the other. Where is the ladder narrow?"),),
        _leaves,
        **_on("ladder-5", 4),
    ),
    Stage(
        "end",
        _("The last rivers"),
        _(
            "The game ends when as many moves were made as there are rivers; then the higher score "
            "wins. Three rivers are left: you, "
            "the other punter, you."
        ),
        _("Win, whatever the other punter takes."),
        won,
        _("Counted to the end, and won."),
        (_("For each river, count what the other would get by it, and what would be left for you."),),
        _stands,
        plies=2,
        **_on("ladder-5", 10),
    ),
)
