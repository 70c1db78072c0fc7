"""Tak as the rest of the program sees it: declared facts, texts, views, records and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from plyground.core.errors import BadOption
from plyground.core.game import GameSpec, KernelGame, Preset, Sample
from plyground.core.messages import _
from plyground.core.options import Option, Value
from plyground.games.tak import explain, notation, records, tps
from plyground.games.tak import view as views
from plyground.games.tak.first_steps import STAGES
from plyground.games.tak.moves import MOST_MOVES
from plyground.games.tak.position import (
    MOST_CAPS,
    MOST_STONES,
    SIZES,
    USUAL_CAPS,
    USUAL_STONES,
    TakPosition,
    start_position,
)

USUAL = "usual"

SAMPLES = (
    Sample(
        _("Three by three"),
        _("An opening with the order of moves written, by value or by rank."),
        "alphabeta",
        {"depth": 2, "order": "rank"},
        options={"size": 3},
        moves=("a1", "c3"),
    ),
    Sample(
        _("Games at random"),
        _("Monte Carlo tree search learns by playing games out."),
        "mcts",
        {"iterations": 60},
        options={"size": 3},
    ),
)
"""Positions worth looking into with a search."""


class Tak(KernelGame[TakPosition]):
    """Tak on boards of 3 to 8 squares along each side. White is seat 0 and moves first."""

    spec: ClassVar[GameSpec] = GameSpec(
        id="tak",
        title=_("Tak"),
        summary=_("Link opposite edges with a road, or have the most flats when the pieces run out."),
        seats=(2, 2),
        seat_names=(_("White"), _("Black")),
        options=(
            Option(
                "size",
                "int",
                5,
                _("Squares along each side; it also sets how many pieces there are."),
                low=SIZES[0],
                high=SIZES[-1],
                title=_("Board size"),
            ),
            Option(
                "komi",
                "float",
                0.0,
                _("Flats that Black is given when flats are counted, in halves; 2 is usual in tournaments on 6 × 6."),
                low=0,
                high=4,
                title=_("Komi"),
            ),
            Option(
                "opening",
                "choice",
                "swap",
                _("Whose flat is placed on the first turn: the other side's (swap) or one's own (no-swap)."),
                choices=("swap", "no-swap"),
                title=_("Opening"),
            ),
            Option(
                "stones",
                "int",
                0,
                _("Stones of each player; 0 stands for the usual number of the board's size."),
                low=0,
                high=MOST_STONES,
                title=_("Stones"),
            ),
            Option(
                "capstones",
                "choice",
                USUAL,
                _("Capstones of each player; usually none below 5 × 5, one on 5 × 5 and 6 × 6, two above."),
                choices=(USUAL, *(str(number) for number in range(MOST_CAPS + 1))),
                title=_("Capstones"),
            ),
        ),
        most_moves=MOST_MOVES,
        # At most 126 pieces are placed and 120 walls flattened, and between those lie at most 49 quiet plies each.
        longest=12_400,
        presets=(
            Preset("standard", "5 × 5", {}),
            Preset("tournament", _("6 × 6 with 2 komi"), {"size": 6, "komi": 2.0}),
            Preset("tutorial", "6 × 6", {"size": 6}),
            Preset("small", "4 × 4", {"size": 4}),
            Preset("smallest", "3 × 3", {"size": 3}),
            Preset("large", "8 × 8", {"size": 8}),
        ),
        records=records.FORMS,
        collections=records.COLLECTIONS,
        tags=records.TAGS,
        colours=("stone-light", "stone-dark"),
        order=40,
        samples=SAMPLES,
        stages=STAGES,
    )
    position_classes: ClassVar[tuple[type, ...]] = (TakPosition,)

    position_text = staticmethod(tps.position_text)
    check = staticmethod(explain.why_not)
    drawing = staticmethod(views.drawing)
    effect = staticmethod(views.effect)
    ending = staticmethod(views.ending)
    picture = staticmethod(views.picture)
    read_record = records.read
    write_record = records.write
    read_records = records.read_all
    write_records = records.write_all

    def options(self, given: Mapping[str, object] | None = None) -> dict[str, Value]:
        values = super().options(given)
        if float(values["komi"]) * 2 % 1:
            raise BadOption(
                _("The option komi goes in halves, such as 0.5 or 2; {values} is none.", values=values["komi"])
            )
        return values

    def initial(self, options: Mapping[str, object] | None = None) -> TakPosition:
        values = self.options(options)
        size = int(values["size"])
        return start_position(size, _half_komi(values), values["opening"] == "swap", *_pieces(values, size))

    def move_text(self, position: TakPosition, move: int) -> str:
        return notation.move_text(move, position.size)

    def parse_move(self, position: TakPosition, text: str) -> int:
        return notation.parse_move(text, position.size)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> TakPosition:
        """Read TPS of any size: the text says which, whatever the options do; komi and pieces are the options'."""
        values = self.options(options)
        size = tps.size_of(text) or int(values["size"])
        return tps.parse_position(text, _half_komi(values), values["opening"] == "swap", *_pieces(values, size))

    def fits(self, position: TakPosition, options: Mapping[str, object]) -> bool:
        return position.size == int(self.options(options)["size"])


def _half_komi(values: Mapping[str, Value]) -> int:
    return round(float(values["komi"]) * 2)


def _pieces(values: Mapping[str, Value], size: int) -> tuple[int, int]:
    """The stones and capstones of each player."""
    stones, caps = int(values["stones"]) or USUAL_STONES[size], values["capstones"]
    return stones, USUAL_CAPS[size] if caps == USUAL else int(caps)
