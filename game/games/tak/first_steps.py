"""The first steps of Tak: roads, walls, stacks and capstones, on positions of played games."""

from __future__ import annotations

from plyground.core.bits import count_ones
from plyground.core.first_steps import Line, Stage
from plyground.core.messages import _, ngettext
from plyground.games.tak.moves import is_spread
from plyground.games.tak.roads import board_of, completing, reach_of, road_of


def won(line: Line) -> bool:
    """Whether the stage's seat has won."""
    returns = line.game.returns(line.now)
    return bool(returns and returns[line.seat] > 0)


def refuted(line: Line) -> str | None:
    """A move that wins for the seat to move now; None if it has none."""
    game, seat = line.game, line.game.to_move(line.now)
    for move in game.legal_moves(line.now):
        returns = game.returns(game.play(line.now, move))
        if returns and returns[seat] > 0:
            return str(game.move_text(line.now, move))
    return None


def held(line: Line) -> bool:
    """Whether the other side cannot win at once."""
    if not line.moves:
        return False
    returns = line.game.returns(line.now)
    return refuted(line) is None if returns is None else returns[line.seat] > 0


def flattened(line: Line) -> bool:
    """Whether the last move made a wall flat."""
    return int(count_ones(line.now.walls)) < int(count_ones(line.before.walls))


def threats(line: Line) -> int:
    """On how many empty squares one more flat or capstone would complete a road of the stage's seat."""
    position = line.now
    road, board = road_of(position, line.seat), board_of(position.size)
    empty = board.squares & ~(position.white | position.black)
    return int(count_ones(completing(reach_of(road, board)) & empty))


def _move(line: Line) -> str:
    return str(line.game.move_text(line.before, line.moves[-1]))


def _who(line: Line) -> str:
    return str(line.game.spec.seat_name(1 - line.seat))


_PLAYED = {
    "small": "d1 a3 b3 c1 c3 d3 b2 c2 b1 c2< a1 2b2+ c3< Sc3 a4 b2",
    "stacks": "d3 d2 c2 c3 b2 c3- d2< c3 a2 c3- b2> c3 4c2+ d4 b2 d2",
    "long": "a5 e5 Cc3 a4 a3 Cb3 c4 b3< c2 c1 a1 b2 b4 b1 c2< a2 2b2- c1< b4< 3b1< 2a4+ 2a3+11 Sa3 c1 b4 4a5- d1",
}
"""Moves of games between two bots, as far as they are needed."""


def _moves(game: str, plies: int) -> tuple[str, ...]:
    return tuple(_PLAYED[game].split()[:plies])


def _no_road(line: Line) -> str:
    return _("After {move} no road of yours links two opposite edges.", move=_move(line))


def _answered(line: Line) -> str:
    found = refuted(line)
    if found is None:
        return _("{move} is a legal move, but it does not do that.", move=_move(line))
    return _("After {move} {who} plays {answer} and wins.", move=_move(line), who=_who(line), answer=found)


def _still_standing(line: Line) -> str:
    return _("After {move} the wall still stands.", move=_move(line))


def _threatens(line: Line) -> str:
    if line.own > 1 or line.game.returns(line.now):
        return _no_road(line)
    count = threats(line)
    if not count:
        return _("{move} threatens no road with a flat.", move=_move(line))
    return ngettext(
        "{move} threatens a road on one square only, or it can be stopped.",
        "{move} threatens roads on {count} squares, but they can be stopped.",
        count,
        move=_move(line),
    )


_FOUR = {"size": 4}
STAGES = (
    Stage(
        "road",
        _("Finish a road"),
        _(
            "You are White. A road wins: flat stones of yours, side by side, that link two opposite "
            "edges; slanting does not count. "
            "A turn places one stone on an empty square, or moves a stack."
        ),
        _("Complete a road and win."),
        won,
        _("A road from edge to edge. You have won."),
        (_("Three of your flats lie in one line already. Which empty square fills the gap?"),),
        _no_road,
        options=_FOUR,
        moves=_moves("small", 16),
    ),
    Stage(
        "wall",
        _("A wall stops a road"),
        _(
            "You are Black, and White is about to complete a road. A stone may be placed standing: a "
            "wall. It is part of no road, but no "
            "flat can be moved onto it. A flat in the way could be covered at once."
        ),
        _("Stop White: after your move, White must have no way to win at once."),
        held,
        _("The wall holds; a flat there would have been covered, and the road finished on top of it."),
        (_("Find the square that White needs. Place a wall there: tap it twice, or type S before the square."),),
        _answered,
        options=_FOUR,
        moves=_moves("small", 13),
    ),
    Stage(
        "stack",
        _("Move a stack"),
        _(
            "You are White. Pieces on each other are a stack, and it belongs to whoever has the top "
            "one. You may lift up to as many pieces as "
            "the board is wide, walk straight on, and drop at least one on each square, the "
            "lowest first."
        ),
        _("Win by moving a stack."),
        lambda line: won(line) and is_spread(line.moves[-1]),
        _("What lay below came to light, and what you dropped finished the road."),
        (_("Lift two pieces of the tall stack and move them one square on."),),
        _no_road,
        options=_FOUR,
        moves=_moves("stacks", 16),
    ),
    Stage(
        "capstone",
        _("The capstone"),
        _(
            "You are Black. The capstone counts for roads like a flat, and nothing can cover it. "
            "Moving alone, as the last step, it even presses a "
            "wall flat, and no other piece can."
        ),
        _("Flatten White’s wall."),
        flattened,
        _("Pressed flat: the wall is an ordinary stone now, under your capstone."),
        (_("Your capstone stands on the tall stack next to the wall. Lift it alone."),),
        _still_standing,
        moves=_moves("long", 27),
    ),
    Stage(
        "tinue",
        _("Two roads at once"),
        _(
            "You are White. One threat can be stopped by a wall or by covering a stone. Two threats "
            "at once cannot; players say "
            "tinue, when whatever the other does, a road follows."
        ),
        _("Make a move after which you win next turn, whatever Black does."),
        won,
        _("Black could stop one road, not both. You have won."),
        (_("Look for a square that serves two roads, one along and one across."),),
        _threatens,
        plies=2,
        options=_FOUR,
        moves=_moves("small", 14),
    ),
)
