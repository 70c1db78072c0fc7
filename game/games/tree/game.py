"""Decision trees as the rest of the program sees them: declared facts, texts, views, records and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from plyground.core.errors import GameFinished, IllegalMove, MalformedRecord, Refusal
from plyground.core.game import GameSpec, KernelGame, Preset, Sample
from plyground.core.messages import _, ngettext
from plyground.core.options import Option
from plyground.core.record import Record
from plyground.games.tree import notation
from plyground.games.tree import view as views
from plyground.games.tree.first_steps import STAGES
from plyground.games.tree.growing import EXAMPLE, grow
from plyground.games.tree.position import (
    BEST,
    COUNT,
    DEEPEST,
    DRAWN,
    MOST_CHILDREN,
    SEAT_NAMES,
    WORST,
    Position,
    build,
    chances_of,
    path_of,
)
from plyground.games.tree.refusals import NoSuchChild

FORMS = ("line", "indented")
"""The written forms of a game: the tree in either form, and behind it the path that was played."""

SAMPLES = (
    Sample(
        _("One cut"),
        _("The smallest tree in which alpha-beta leaves a leaf out."),
        "alphabeta",
        {"depth": 0},
        position="a 0 ( a 6 o 12 ( a 3 a 7 ) )",
    ),
    Sample(
        _("Deep cuts"),
        _("Four plies: alpha and beta are handed down, and never flow upwards."),
        "alphabeta",
        {"depth": 0},
        position="a 0 ( o 3 ( a 5 a 8 ( o 6 o 9 o 2 ) a 4 ( o 7 o -3 ) ) "
        "o 6 ( a 2 ( o 1 o 4 ) a 9 a 5 ( o 8 o 3 ) ) o 1 ( a 4 ( o 2 o 6 ) a 7 ( o 9 o 1 ) ) )",
    ),
    Sample(
        _("Finished moves and ceilings"),
        _("Deepening that never looks again at what is settled."),
        "deepening",
        position="a 0 ( a 6 ( o 3 ( a 9 a 2 ) o 5 ) o 12 ( a 3 ( o 1 o 8 ) a 7 ) o 4 ( a 4 a 1 ) )",
    ),
    Sample(
        _("A tree from a seed"),
        _("Grown at random; another seed grows another."),
        "alphabeta",
        {"depth": 0},
        options={"seed": 7, "plies": 4, "branching": 3},
    ),
)
"""Positions worth looking into with a search."""


class DecisionTree(KernelGame[Position]):
    """A tree typed by hand is a game: Max moves at ``a`` nodes, Min at ``o`` nodes, and a leaf's number is the end."""

    spec: ClassVar[GameSpec] = GameSpec(
        id="tree",
        title=_("Decision tree"),
        summary=_("Walk down a tree: Max wants a leaf with a high number, Min a low one. Type a tree of your own."),
        seats=(2, 2),
        seat_names=SEAT_NAMES,
        options=(
            Option(
                "seed", "int", 0, _("0 is the small example; any other number is a random tree."), low=0, high=999_999
            ),
            Option("plies", "int", 4, _("Moves from the root of a random tree to its deepest leaves."), low=1, high=8),
            Option("branching", "int", 3, _("Children that a node of a random tree has at most."), low=2, high=6),
            Option(
                "turns",
                "choice",
                "alternate",
                _("Whether the sides of a random tree take turns, or a side may move again."),
                choices=("alternate", "free"),
            ),
            Option("first", "choice", "max", _("Who moves at the root of a random tree."), choices=("max", "min")),
            Option("lowest", "int", -30, _("The lowest value in a random tree."), low=WORST, high=BEST),
            Option("highest", "int", 30, _("The highest value in a random tree."), low=WORST, high=BEST),
        ),
        shapes=("circle", "square", "diamond"),
        most_moves=MOST_CHILDREN,
        longest=DEEPEST,
        unit="points",
        graded=True,
        presets=(
            Preset("example", _("The small example"), {}),
            Preset("random", _("Random, 4 plies"), {"seed": 1}),
            Preset("free", _("Random, moves in any order"), {"seed": 3, "turns": "free", "plies": 5}),
        ),
        records=FORMS,
        order=90,
        samples=SAMPLES,
        stages=STAGES,
    )
    position_classes: ClassVar[tuple[type, ...]] = (Position,)

    position_text = staticmethod(notation.position_text)
    drawing = staticmethod(views.drawing)
    effect = staticmethod(views.effect)
    ending = staticmethod(views.ending)
    picture = staticmethod(views.picture)

    def initial(self, options: Mapping[str, object] | None = None) -> Position:
        values = self.options(options)
        return Position(build(grow(values)), 0) if values["seed"] else notation.parse_position(EXAMPLE)

    def move_text(self, position: Position, move: int) -> str:
        return str(move)

    def parse_move(self, position: Position, text: str) -> int:
        return notation.parse_move(text)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> Position:
        """Read a tree in either form, and the path behind it; raises ``MalformedTree`` or ``BadOption``."""
        self.options(options)
        return notation.parse_position(text)

    def check(self, position: Position, move: int) -> IllegalMove | None:
        count = int(position.nodes[position.node, COUNT])
        if 0 <= move < count:
            return None
        if count == 0:
            return GameFinished(_("This node is a leaf; the game is over."))
        return NoSuchChild(
            ngettext(
                "This node has one child; a move here is {indices}, not {move}.",
                "This node has {count} children; a move here is {indices}, not {move}.",
                count,
                indices=notation.indices_words(count),
                move=move,
            )
        )

    def uncertain(self, position: Position) -> bool:
        return bool(position.nodes[:, DRAWN].any())

    def chances(self, position: Position) -> tuple[Fraction, ...] | None:
        nodes, row = position
        if not nodes[row, DRAWN] or not nodes[row, COUNT]:
            return None
        return tuple(chances_of(nodes, row))

    def read_record(self, text: str) -> Record:
        """Read a tree with the path that was played; raises ``MalformedRecord``."""
        try:
            end = notation.parse_position(text)
        except Refusal as error:
            raise MalformedRecord(error.sentence) from None
        moves = tuple(map(str, path_of(end.nodes, end.node)))
        return Record(self.options(), notation.line_form(end.nodes), moves, {}, first=Position(end.nodes, 0))

    def write_record(self, record: Record, form: str) -> str:
        """The tree in one of ``FORMS``, and the path from its root to the end of the game."""
        start = self.initial(record.options) if record.start is None else self.parse_position(record.start)
        end = self.replay(start, record.moves)[-1]
        tree = notation.line_form(end.nodes) if form == "line" else notation.indented_form(end.nodes)
        path = notation.path_text(end)
        between = " " if form == "line" else "\n"
        return tree + (between + path if path else "")
