"""Othello as the rest of the program sees it: declared facts, texts, views, records and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from plyground.core.errors import GameFinished, IllegalMove
from plyground.core.game import GameSpec, KernelGame, Preset, Sample
from plyground.core.messages import _
from plyground.core.options import Option
from plyground.games.othello import notation, records
from plyground.games.othello import view as views
from plyground.games.othello.first_steps import STAGES
from plyground.games.othello.position import PASS, SIZES, STARTS, OthelloPosition, frame_bit, start_position
from plyground.games.othello.refusals import FlipsNothing, MustPass, Occupied, OffBoard, PassNotAllowed

SAMPLES = (
    Sample(
        _("The first moves"),
        _("Four moves that are one by symmetry: how much does alpha-beta save?"),
        "alphabeta",
        {"depth": 3},
    ),
    Sample(
        _("Six squares left"),
        _("The end of a small game, looked at to the last disc."),
        "alphabeta",
        {"depth": 0},
        position="-XXXOXX--OXX--OX O",
        options={"size": 4},
    ),
    Sample(
        _("A budget divided"), _("Each move gets an equal share of what may be looked at."), "budget", {"budget": 60}
    ),
)
"""Positions worth looking into with a search."""


class Othello(KernelGame[OthelloPosition]):
    """Othello on 8 x 8, 6 x 6 or 4 x 4 squares. Dark (``X``) is seat 0 and moves first."""

    spec: ClassVar[GameSpec] = GameSpec(
        id="othello",
        title=_("Othello"),
        summary=_("Enclose the other side's discs to turn them; whoever has more discs at the end wins."),
        seats=(2, 2),
        seat_names=(_("Dark"), _("Light")),
        options=(
            Option(
                "size",
                "choice",
                "8",
                _("Squares along each side; the small boards can be solved while you watch."),
                choices=tuple(str(size) for size in reversed(SIZES)),
                title=_("Board size"),
            ),
            Option(
                "start",
                "choice",
                "standard",
                _("The four discs at the start: colours crosswise (standard) or side by side (parallel)."),
                choices=STARTS,
                title=_("Start"),
            ),
            Option(
                "colours",
                "choice",
                "dark-light",
                _("What the discs look like; the first named moves first."),
                choices=("dark-light", "red-blue"),
                title=_("Colours of the discs"),
            ),
        ),
        # A move needs a disc of the other side beside it, and such a disc opens at most 8 squares: with d of them
        # there are at most 8d moves, and at most 63 - d squares are free; 7 discs give the most, 56.
        most_moves=56,
        # At most 62 discs can be placed, and two passes never stand together.
        longest=124,
        unit="discs",
        perft_keeps_finished=True,
        presets=(
            Preset("standard", "8 × 8", {}),
            Preset("six", "6 × 6", {"size": "6"}),
            Preset("four", "4 × 4", {"size": "4"}),
            Preset("parallel", _("8 × 8, parallel start"), {"start": "parallel"}),
            Preset("tutorial", _("8 × 8, red and blue"), {"colours": "red-blue"}),
        ),
        records=records.FORMS,
        collections=records.COLLECTIONS,
        name_files=records.NAME_FILES,
        tags=records.TAGS,
        colours=("disc-dark", "disc-light"),
        order=20,
        samples=SAMPLES,
        stages=STAGES,
    )
    position_classes: ClassVar[tuple[type, ...]] = (OthelloPosition,)

    position_text = staticmethod(notation.position_text)
    drawing = staticmethod(views.drawing)
    effect = staticmethod(views.effect)
    ending = staticmethod(views.ending)
    read_record = records.read
    write_record = records.write
    read_records = records.read_all
    write_records = records.write_all

    def initial(self, options: Mapping[str, object] | None = None) -> OthelloPosition:
        values = self.options(options)
        return start_position(int(values["size"]), str(values["start"]))

    def move_text(self, position: OthelloPosition, move: int) -> str:
        return notation.move_text(move, position.size)

    def parse_move(self, position: OthelloPosition, text: str) -> int:
        return notation.parse_move(text, position.size)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> OthelloPosition:
        """Read a position of any size: the text says which, whatever the options do."""
        self.options(options)
        return notation.parse_position(text)

    def fits(self, position: OthelloPosition, options: Mapping[str, object]) -> bool:
        return position.size == int(self.options(options)["size"])

    def check(self, position: OthelloPosition, move: int) -> IllegalMove | None:
        legal = self.legal_moves(position)
        if move in legal:
            return None
        if not legal:
            return GameFinished(_("The game is over: neither side can place a disc."))
        if move == PASS:
            first = self.move_text(position, legal[0])
            return PassNotAllowed(
                _("You may pass only when you cannot place a disc; {first}, for one, is possible.", first=first)
            )
        size = position.size
        if not 0 <= move < size * size:
            return OffBoard(_("There is no cell {move} on a board of {size} x {size}.", move=move, size=size))
        name = self.move_text(position, move)
        placed = frame_bit(move, size)
        if placed & (position.own | position.other):
            return Occupied(_("There is a disc on {name} already; place yours on an empty square.", name=name))
        if legal == [PASS]:
            return MustPass(_("You cannot place a disc anywhere, so your only move is to pass."))
        return FlipsNothing(
            _("A disc on {name} would flip nothing; it must enclose at least one disc of the other side.", name=name)
        )

    def picture(self, position: OthelloPosition) -> str:
        return views.picture(position, self.legal_moves(position))
