"""Crazy Camel as the rest of the program sees it: declared facts, texts, views, records and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from plyground.core.game import GameSpec, KernelGame, Preset, Sample
from plyground.core.messages import _
from plyground.core.options import Option, Value
from plyground.games.camel import notation, records
from plyground.games.camel import view as views
from plyground.games.camel.explain import explain
from plyground.games.camel.first_steps import STAGES
from plyground.games.camel.position import (
    LARGEST,
    MOST_CAMELS,
    SEAT_NAMES,
    SMALLEST,
    AnyPosition,
    Layout,
    Position,
    WidePosition,
    build,
)
from plyground.games.camel.records import FORMS


def _sized(size: int, camels: int) -> dict[str, Value]:
    return {"board_width": size, "board_height": size, "starting_camels": camels}


SAMPLES = (
    Sample(
        _("The smallest crossing"),
        _("Three tiles by three, one camel each."),
        "alphabeta",
        {"depth": 2},
        options={"board_width": 3, "board_height": 3, "starting_camels": 1},
    ),
)
"""Positions worth looking into with a search."""


class CrazyCamel(KernelGame[Any]):
    """Two masters race to the opposite edge and place camels in each other's way. Blue is seat 0 and moves first."""

    spec: ClassVar[GameSpec] = GameSpec(
        id="camel",
        title=_("Crazy Camel"),
        summary=_(
            "Walk your master to the other side; lay camels in the other one's way, but never close the last path."
        ),
        seats=(2, 2),
        seat_names=SEAT_NAMES,
        options=(
            Option("board_width", "int", 7, _("Tiles from left to right."), low=SMALLEST, high=LARGEST),
            Option("board_height", "int", 7, _("Tiles from top to bottom."), low=SMALLEST, high=LARGEST),
            Option(
                "starting_camels", "int", 8, _("Camels that each player has at the start."), low=0, high=MOST_CAMELS
            ),
            Option(
                "edge_blocks_jump",
                "bool",
                True,
                _(
                    "Whether the edge of the board behind the other master allows a "
                    "diagonal jump, as a camel there does."
                ),
                title=_("Edge blocks the jump"),
            ),
            Option(
                "max_plies",
                "int",
                200,
                _("The ply at which the game is drawn if nobody has won."),
                low=10,
                high=400,
                title=_("Length limit in plies"),
            ),
        ),
        # Two slots for each inner corner of the largest board, and at most five steps (three beside the other master
        # and two round it).
        most_moves=2 * (LARGEST - 1) ** 2 + 5,
        longest=400,
        presets=(
            Preset("standard", _("7 × 7, 8 camels"), {}),
            Preset("quoridor", _("Classic Quoridor: 9 × 9, 10 camels"), _sized(9, 10)),
            Preset("five", _("5 × 5, 3 camels"), _sized(5, 3)),
            Preset("four", _("4 × 4, 2 camels"), _sized(4, 2)),
            Preset("three", _("3 × 3, 1 camel"), _sized(3, 1)),
        ),
        records=FORMS,
        order=10,
        samples=SAMPLES,
        stages=STAGES,
    )
    position_classes: ClassVar[tuple[type, ...]] = (Position, WidePosition)

    parse_move = staticmethod(notation.parse_move)
    position_text = staticmethod(notation.position_text)
    check = staticmethod(explain)
    drawing = staticmethod(views.drawing)
    effect = staticmethod(views.effect)
    ending = staticmethod(views.ending)
    picture = staticmethod(views.picture)
    read_record = records.read
    write_record = records.write

    def initial(self, options: Mapping[str, object] | None = None) -> AnyPosition:
        values = self.options(options)
        width, height = int(values["board_width"]), int(values["board_height"])
        camels = int(values["starting_camels"])
        masters = ((width // 2, 0), (width // 2, height - 1))
        layout = Layout(width, height, masters, (camels, camels), (), 0, 0)
        return build(layout, bool(values["edge_blocks_jump"]), camels, int(values["max_plies"]))

    def move_text(self, position: AnyPosition, move: int) -> str:
        return notation.move_text(move)

    def position_json(self, position: AnyPosition) -> dict[str, Any]:
        """The position in the JSON form that ``parse_position`` reads as well."""
        return notation.position_json(position)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> AnyPosition:
        """Read the line or the JSON. The size that stands in the text counts, whatever the options say."""
        return notation.parse_position(text, self.options(options))

    def fits(self, position: AnyPosition, options: Mapping[str, object]) -> bool:
        own = self.initial(options)
        held = max(position.first_camels, position.second_camels)
        return bool(position.settings == own.settings and held <= own.first_camels)
