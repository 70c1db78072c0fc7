"""The first steps on decision trees: the choice that a player would make, judged by a plain minimax."""

from __future__ import annotations

from plyground.core.first_steps import Line, Stage
from plyground.core.messages import _
from plyground.games.tree.position import COUNT, SIDE, Position, children_of, value_of


def minimax(position: Position, row: int | None = None) -> float:
    """The value of a node, by default the one that was reached, if both sides play their best."""
    nodes, row = position.nodes, position.node if row is None else row
    if not nodes[row, COUNT]:
        return value_of(nodes, row)
    values = [minimax(position, child) for child in children_of(nodes, row)]
    return min(values) if nodes[row, SIDE] else max(values)


def keeps(line: Line) -> bool:
    """Whether the last move keeps what the position is worth."""
    return line.moves != () and minimax(line.now) == minimax(line.before)


def _worth(line: Line) -> str:
    move, value = line.game.move_text(line.before, line.moves[-1]), minimax(line.now)
    if not line.game.legal_moves(line.now):
        return _("Move {move} ends on a leaf worth {value} to Max.", move=move, value=value)
    return _("After move {move}, best play ends on {value}; there was better.", move=move, value=value)


def _walked(line: Line) -> bool:
    done = line.own == 2 or not line.game.legal_moves(line.now)
    return done and minimax(line.now) >= minimax(line.start)


STAGES = (
    Stage(
        "highest",
        _("The highest leaf"),
        _(
            "A decision tree is a game on paper: you walk from the root down to a leaf, and the "
            "leaf’s number is the result. "
            "You are Max, and want it to be high."
        ),
        _("Choose the move that a player would choose."),
        keeps,
        _("Max takes the highest number."),
        (_("All three children are leaves; compare their numbers."),),
        _worth,
        position="a 0 ( o 4 o -2 o 7 )",
    ),
    Stage(
        "answer",
        _("Min answers"),
        _(
            "Below your move it is Min’s turn, and Min wants a low number. So a child is worth what "
            "Min leaves of it, its lowest leaf, "
            "and not the highest that hangs there."
        ),
        _("Choose the child that is worth most after Min’s answer."),
        keeps,
        _("The lowest leaf of each child decides, and you took the best of these."),
        (_("Write the lowest leaf below each child beside it, then take the highest of the three."),),
        _worth,
        position="a 0 ( o 0 ( a 3 a 12 ) o 0 ( a 5 a 6 ) o 0 ( a 20 a -4 ) )",
    ),
    Stage(
        "min",
        _("Be Min"),
        _(
            "Now you are Min, and Max answers. All is turned round: each child is worth its highest "
            "leaf, and you want the lowest of these."
        ),
        _("Choose for Min."),
        keeps,
        _("The lowest of the highest: this is minimax."),
        (_("Min would love a -9, but Max chooses there."),),
        _worth,
        position="o 0 ( a 0 ( o 7 o -9 ) a 0 ( o 2 o 1 ) a 0 ( o -8 o 6 ) )",
    ),
    Stage(
        "guess",
        _("Do not trust a guess"),
        _(
            "Inner nodes have numbers too: guesses of what lies below, as a program’s evaluation "
            "gives them. Only the leaves count. "
            "You are Max."
        ),
        _("Choose the move that is best for the leaves."),
        keeps,
        _("The 12 was a guess; below it Min would have taken the 3."),
        (_("What would Min choose below the 12?"),),
        _worth,
        position="a 0 ( a 6 o 12 ( a 3 a 7 ) )",
    ),
    Stage(
        "walk",
        _("All the way down"),
        _(
            "A whole tree, four plies deep, and you are Max. Work from the leaves upwards: at Max’s "
            "nodes the highest child counts, at Min’s "
            "the lowest. Min answers as well as it can."
        ),
        _("With two moves, get what the tree is worth, or more."),
        _walked,
        _("Nothing given away on the way down. A search does the same, some million times a second."),
        (_("Begin at the bottom, and write the value of each node beside it."),),
        _worth,
        plies=2,
        options={"seed": 7, "plies": 4, "branching": 3},
    ),
)
