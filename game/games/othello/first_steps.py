"""The first steps of Othello: enclosing, corners, passing and the count at the end, on positions of played games."""

from __future__ import annotations

from plyground.core.bits import count_ones
from plyground.core.first_steps import Line, Stage
from plyground.core.messages import _, joined, ngettext
from plyground.games.othello.notation import move_text
from plyground.games.othello.position import PASS, OthelloPosition


def flipped(line: Line) -> int:
    """How many discs the last move flipped."""
    if not line.moves:
        return 0
    return max(0, int(count_ones(line.now.other)) - int(count_ones(line.before.own)) - 1)


def corners(position: OthelloPosition) -> set[int]:
    """The cells of the four corners."""
    last = position.size - 1
    return {0, last, last * position.size, last * position.size + last}


def _open_corners(line: Line) -> list[int]:
    """The corners that the side to move could take now."""
    return [move for move in line.game.legal_moves(line.now) if move in corners(line.now)]


def _lead(line: Line) -> float:
    """By how many discs the stage's seat is ahead at the end; 0 while the game goes on."""
    returns = line.game.returns(line.now)
    return float(returns[line.seat]) if returns else 0.0


def flips(line: Line) -> str:
    """What the last move flips."""
    move = move_text(line.moves[-1], line.now.size)
    return ngettext("{move} flips one disc.", "{move} flips {count} discs.", flipped(line), move=move)


def _gives_a_corner(line: Line) -> str:
    found, who = _open_corners(line), line.game.spec.seat_name(1 - line.seat)
    if not found:
        return flips(line)
    return joined(
        flips(line), _("Then {who} can take the corner {corner}.", who=who, corner=move_text(found[0], line.now.size))
    )


def _leaves_moves(line: Line) -> str:
    found = line.game.legal_moves(line.now)
    if line.own > 1 or found == [PASS] or not found:
        return flips(line)
    who = line.game.spec.seat_name(1 - line.seat)
    return joined(
        flips(line),
        ngettext(
            "{who} still has one move: {reply}.",
            "{who} still has {count} moves, {reply} for one.",
            len(found),
            who=who,
            reply=move_text(found[0], line.now.size),
        ),
    )


def _counts(line: Line) -> str:
    dark, light = (int(count_ones(word)) for word in (line.now.own, line.now.other)[:: -1 if line.now.mover else 1])
    return joined(flips(line), _("Dark has {dark} discs now, Light {light}.", dark=dark, light=light))


_PLAYED = {
    "first": "e6 f4 d3 c4 e3 e2 e1 f3 g3 f1 b4 d1 f2 h3 h2",
    "second": (
        "c4 c3 d3 c5 d6 c7 b4 d2 c6 b5 b6 a6 e6 f6 e7 f4 b3 a3 d7 d8 e3 f7 c1 f3 a4 a5 g3 d1 e1 g5 g4 h3 h6 "
        "g6 h4 h5 e2 f1 g1 h7 f2 g2 e8 f8 c8 b8 b7 a7 a2 a1 a8 b2 b1 c2 f5 h1 h2 pass"
    ),
    "small": "b3 d2 e4 a3 d1 c5 b4 d5 c6 d6 e6 f4 f3 e3 f5 c1 b1 e5 a4 a5 f6 b5 e2 f1",
}
"""Moves of games between two bots, as far as they are needed."""


def _moves(game: str, plies: int) -> tuple[str, ...]:
    return tuple(_PLAYED[game].split()[:plies])


STAGES = (
    Stage(
        "enclose",
        _("Enclose and flip"),
        _(
            "You are Dark. A disc goes on an empty square where it encloses light discs in a "
            "straight line between itself "
            "and another dark one, across, down or slanting. All discs that it encloses turn over and are yours."
        ),
        _("Place a disc that flips at least three."),
        lambda line: flipped(line) >= 3,
        _("Enclosed in several lines at once, they all turn over together."),
        (
            _(
                "Look for a row of light discs with a dark one at its far end, and for squares that "
                "close two rows at once."
            ),
        ),
        flips,
        moves=_moves("first", 10),
    ),
    Stage(
        "corner",
        _("Take a corner"),
        _(
            "You are Light now. Discs are flipped back and forth all game long, but a disc in a "
            "corner never is: nothing "
            "lies behind it, so no line can enclose it."
        ),
        _("Put a disc into a corner."),
        lambda line: line.moves != () and line.moves[-1] in corners(line.now),
        _("This disc is yours until the end, and so is every light one that grows out from it along the edge."),
        (_("See which lines of dark and light discs run into a corner: one ends on the right."),),
        flips,
        moves=_moves("first", 15),
    ),
    Stage(
        "guard",
        _("Keep the corner shut"),
        _(
            "You are Dark. A corner can be taken once an enclosed line leads into it. So the squares "
            "beside an empty corner are "
            "dangerous: who plays there often hands the corner over."
        ),
        _("Make a move after which Light can take no corner."),
        lambda line: line.moves != () and not _open_corners(line),
        _("No corner for Light. That was worth more than many flips."),
        (
            _(
                "The squares b2, b7, g2 and g7 lie next to empty corners. Play elsewhere, and count "
                "where Light could enclose then."
            ),
        ),
        _gives_a_corner,
        moves=_moves("second", 40),
    ),
    Stage(
        "pass",
        _("Make Light pass"),
        _(
            "You are Dark, on a smaller board. Whoever cannot flip anything must pass, and may not pass otherwise. "
            "A pass is a second move in a row for the other side."
        ),
        _("Leave Light without a move, so that you move twice."),
        lambda line: line.own == 2 and line.moves[1] == PASS,
        _("Light had nothing to flip and passed; you moved twice in a row."),
        (_("Try a square low on the left side. What would Light have left to enclose there?"),),
        _leaves_moves,
        plies=2,
        options={"size": "6"},
        moves=_moves("small", 24),
    ),
    Stage(
        "count",
        _("Count at the end"),
        _(
            "You are Dark, and behind: {dark} discs to {light}. The game ends when neither side can "
            "move, and then whoever has more "
            "discs wins. Three squares are left.",
            dark=23,
            light=38,
        ),
        _("Win the game, with two moves of your own."),
        lambda line: _lead(line) > 0,
        _("Won on the last squares. Who makes the last move often has the last word."),
        (_("You can have the last move: leave the corner for it, Light cannot take it."),),
        _counts,
        plies=2,
        moves=_moves("second", 58),
    ),
)
