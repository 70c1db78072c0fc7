"""Lambda Punter as the rest of the program sees it: declared facts, texts, views, records and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from plyground.core.errors import MalformedRecord
from plyground.core.game import GameSpec, KernelGame, Maps, Preset, Sample
from plyground.core.messages import _
from plyground.core.options import Option, Value
from plyground.core.record import Record
from plyground.games.punter import charts, map_library, moves, notation, records, texts
from plyground.games.punter import view as views
from plyground.games.punter.first_steps import STAGES
from plyground.games.punter.mapfile import MOST_RIVERS
from plyground.games.punter.moves import Bets, Move
from plyground.games.punter.position import CLAIMS_ONLY, MOST_PUNTERS, Position, is_over, pack, punters, start, turn
from plyground.games.punter.records import FORMS

SAMPLES = (
    Sample(
        _("Three punters"),
        _("Max^n: everybody takes what is best for themselves."),
        "maxn",
        {"depth": 3},
        options={"map": "path-5", "punters": 3},
    ),
)
"""Positions worth looking into with a search."""


class LambdaPunter(KernelGame[Position]):
    """Punters claim rivers of a map in turn; sites joined to mines pay the squares of their distances."""

    spec: ClassVar[GameSpec] = GameSpec(
        id="punter",
        title=_("Lambda Punter"),
        summary=_("Claim rivers that join sites to mines; the further a site lies from the mine, the more it pays."),
        seats=(1, MOST_PUNTERS),
        seat_names=tuple(moves.name(punter) for punter in range(MOST_PUNTERS)),
        options=(
            Option(
                "map",
                "text",
                "triangle-4",
                _(
                    "A map of the library in any size, such as grid-30x20 (the last number "
                    "of random and city is a seed), "
                    "or the content hash of a map that was given as a file."
                ),
                low=1,
                high=80,
                choices=tuple(map_library.USUAL.values()),
            ),
            Option("punters", "int", 2, _("How many punters play."), low=1, high=MOST_PUNTERS),
            Option(
                "futures", "bool", False, _("Before the first move, punters may bet on sites that they will reach.")
            ),
            Option(
                "splurges", "bool", False, _("A pass saves a credit; credits buy routes of several rivers at once.")
            ),
            Option("options", "bool", False, _("Each punter may use as many rivers of others as there are mines.")),
        ),
        most_moves=MOST_RIVERS + 1,
        longest=MOST_RIVERS + MOST_PUNTERS,
        unit="points",
        two_sided=False,
        graded=True,
        presets=(
            Preset("standard", _("Two punters on a triangle"), {}),
            Preset("path", _("A short path for one"), {"map": "path-4", "punters": 1}),
            Preset("three", _("Three punters on a wheel"), {"map": "circle-12", "punters": 3}),
            Preset(
                "extensions",
                _("Two punters in a small town, all extensions"),
                {"map": "random-40-1", "futures": True, "splurges": True, "options": True},
            ),
            Preset("city", _("Four punters in a city"), {"map": "city-60-1", "punters": 4}),
        ),
        records=("json", *FORMS),
        tags=records.TAGS,
        order=30,
        samples=SAMPLES,
        stages=STAGES,
    )
    position_classes: ClassVar[tuple[type, ...]] = (Position,)
    maps: ClassVar[Maps | None] = charts.KeptMaps()

    play = staticmethod(moves.play)
    check = staticmethod(moves.check)
    move_text = staticmethod(notation.move_text)
    parse_move = staticmethod(notation.parse_move)
    position_text = staticmethod(texts.position_text)
    view_text = staticmethod(views.text)
    drawing = staticmethod(views.drawing)
    effect = staticmethod(views.effect)
    ending = staticmethod(views.ending)
    picture = staticmethod(views.picture)

    def initial(self, options: Mapping[str, object] | None = None) -> Position:
        values = self.options(options)
        chart = charts.find(str(values["map"]))
        flags = (bool(values[name]) for name in texts.FLAGS)
        return start(chart.board, pack(int(values["punters"]), *flags))

    def seat_count(self, options: Mapping[str, object] | None = None) -> int:
        return int(self.options(options)["punters"])

    def seats_at(self, position: Position) -> int:
        return int(punters(position))

    def move_json(self, position: Position, move: Move) -> dict[str, Any]:
        """The move as the contest writes it, which ``parse_move`` reads as well."""
        return notation.move_json(position, move)

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> Position:
        """Read the JSON; what it says of map, punters and settings counts before the options."""
        return texts.parse_position(text, self.options(options))

    def fits(self, position: Position, options: Mapping[str, object]) -> bool:
        own = self.initial(options)
        return bool((position.board.key, position.settings) == (own.board.key, own.settings))

    def move_text_for(self, position: Position, move: Any, viewer: int | None) -> str:
        """Bets of another punter are not told before the end."""
        if viewer != moves.seat_of(position) and (isinstance(move, Bets) or move == moves.no_bets(position)):
            return notation.HIDDEN_BETS
        return notation.move_text(position, move)

    def hidden_moves(self, position: Position) -> int:
        """Those that lay bets, before the first turn."""
        return max(0, -int(turn(position)))

    def position_text_for(self, position: Position, viewer: int | None) -> str:
        """Bets of other punters are left out before the end."""
        return texts.position_text(position, viewer, hiding=not is_over(position))

    def view(self, position: Position, seat: int | None) -> dict[str, Any]:
        view = super().view(position, seat)
        return {**view, "compact": any("count" in entry for entry in view["moves"])}

    def listed(self, position: Position) -> list[dict[str, Any]]:
        return views.listed(position, self.legal_moves(position))

    def view_moves(self, view: Mapping[str, Any]) -> list[str]:
        return views.texts_of(dict(view))

    def for_counting(self, position: Position) -> Position:
        """The position in which perft counts claims alone."""
        return position._replace(settings=position.settings | CLAIMS_ONLY)

    def read_record(self, text: str) -> Record:
        """Read a whole game in the contest's JSON or in the organisers' log; raises ``MalformedRecord``."""
        found = records.read(text, self.options())
        if not found.turns_known:
            raise MalformedRecord(
                _("Here are rivers without the moves that took them; this can be scored, not replayed.")
            )
        values: dict[str, Value] = texts.option_values(found.start)
        return Record(values, None, found.moves, found.tags)

    def write_record(self, record: Record, form: str) -> str:
        return records.write(record, self.options(record.options), form)
