"""The first steps of Crazy Camel: jumping, camels in the way, and who wins the race, on positions of played games."""

from __future__ import annotations

from plyground.core.first_steps import Line, Stage
from plyground.core.messages import _
from plyground.games.camel.paths import distance, openings
from plyground.games.camel.position import AnyPosition


def way(position: AnyPosition, seat: int) -> int:
    """How many steps a master has left on a shortest path."""
    return int(distance(position, seat, *openings(position)))


def longer(line: Line, seat: int) -> int:
    """By how much the last move made a master's shortest path longer."""
    return way(line.now, seat) - way(line.before, seat)


def won(line: Line) -> bool:
    """Whether the stage's seat has won."""
    returns = line.game.returns(line.now)
    return bool(returns and returns[line.seat] > 0)


def ways(line: Line) -> str:
    """Both ways after the last move."""
    return _(
        "After {move} your way is {own} steps long and {who}’s {other}.",
        move=line.game.move_text(line.before, line.moves[-1]),
        own=way(line.now, line.seat),
        who=line.game.spec.seat_name(1 - line.seat),
        other=way(line.now, 1 - line.seat),
    )


_PLAYED = {
    "first": (
        "Down; Up; Down; Up; H 3 1; Up; Down; Up; Down; H 3 5; Left; H 1 5; V 2 1; V 1 4; V 4 1; V 2 4; Up; "
        "Down; Up; Left; H 0 2; Right; H 1 0; Right"
    ),
    "second": (
        "Down; Up; Down; Up; H 3 0; Up; Down; Up; Down; H 2 5; Right; H 4 5; H 2 1; Right; H 5 0; V 5 4; V 3 "
        "1; V 1 4; V 1 2; H 4 3; Left; V 4 2; Up; Up; Up; Right; Right; Right; Up; Down; Up; Down; Right; "
        "Down; Right; Down; Down; Down; Down; Left; Down; V 0 5; Down; Right"
    ),
}
"""Moves of games between two bots, as far as they are needed."""


def _moves(game: str, plies: int) -> tuple[str, ...]:
    return tuple(_PLAYED[game].split("; ")[:plies])


STAGES = (
    Stage(
        "jump",
        _("Walk, and jump"),
        _(
            "You are Blue and want to reach the bottom row; Orange wants to reach the top. A turn is "
            "one step up, down, left or right, "
            "or one camel. If the other master stands in your way, you jump over, and that counts as one step."
        ),
        _("Shorten your way by two steps in one turn."),
        lambda line: longer(line, line.seat) <= -2,
        _("Over Orange’s head: two steps for the price of one. Meeting face to face is good for whoever moves next."),
        (_("Orange stands right below you, and the tile behind is free."),),
        ways,
        moves=_moves("first", 6),
    ),
    Stage(
        "block",
        _("A camel in the way"),
        _(
            "You are Orange and walk to the top. Instead of a step you may lay a camel: it lies "
            "between tiles, two tiles long, and "
            "nobody walks through it. Camels neither cross nor overlap."
        ),
        _("Lay a camel that makes Blue’s way at least two steps longer."),
        lambda line: longer(line, 1 - line.seat) >= 2,
        _("A step brings you one tile nearer; this camel was worth more than that."),
        (_("Blue takes the shortest way down. A camel next to other camels makes a longer wall to walk round."),),
        ways,
        moves=_moves("first", 15),
    ),
    Stage(
        "detour",
        _("A detour for one"),
        _(
            "You are Blue. A camel stands in everybody’s way, in yours too. And no camel may close "
            "the last path of either master: "
            "such a one is refused, and nothing is lost by trying."
        ),
        _("Make Orange’s way at least three steps longer, and yours no longer than it is."),
        lambda line: longer(line, 1 - line.seat) >= 3 and longer(line, line.seat) <= 0,
        _("A long detour for Orange, none for you."),
        (_("Orange comes up on the right side. Close the gap between the camels above and the right edge."),),
        ways,
        moves=_moves("first", 24),
    ),
    Stage(
        "race",
        _("Win the race"),
        _(
            "You are Blue; both of you have four steps to go. Whoever has the shorter way wins the "
            "race once the camels are used up. "
            "Each camel can be laid once, so it should cost the other more than a step."
        ),
        _("Get at least two steps ahead with one move."),
        lambda line: way(line.now, line.seat) + 2 <= way(line.now, 1 - line.seat),
        _("Ahead by two: Orange now has to spend camels to catch up."),
        (_("A step brings you one ahead only. Look at the camels above Orange: which gap does its path go through?"),),
        ways,
        moves=_moves("second", 16),
    ),
    Stage(
        "corner",
        _("Round the corner, and home"),
        _(
            "You are Blue. If a camel or the edge lies right behind the other master, you cannot "
            "jump straight; then you may go on to one side "
            "instead, in the same turn, if nothing lies between."
        ),
        _("Win now."),
        won,
        _("A jump round the corner onto the goal row. You have won."),
        (_("Orange stands below you with the edge behind. Go diagonally: press the tile, or type DownLeft."),),
        ways,
        moves=_moves("second", 44),
    ),
)
