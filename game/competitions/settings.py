"""The settings of a competition, declared once: pairing, clocks, points, and what a bot may use."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from plyground.competitions.ranking.standing import Rules
from plyground.competitions.refereeing.clock import Control
from plyground.competitions.sandbox.contract import Bounds
from plyground.core.refusals import BadSetting

Pairing = Literal["double", "swiss"]
_CLOCK = re.compile(r"(\d+(?:\.\d+)?)\+(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class EventSettings:
    """How a competition is played.

    ``double`` pairs everybody with everybody, both ways round and ``times`` over (in a game for more seats: all
    tables, or ``tables`` for each bot); ``swiss`` plays ``rounds`` (0: as many as the field needs). ``final`` is how
    many of the best go into a final bracket (0: none) of matches of ``final_games``. ``openings`` are random plies that
    begin each pair of games. ``ladder_clock`` is for validation and ladder. With ``final_waits`` the event stops before
    its final until somebody begins it; ``final_pace`` are the seconds between two moves of the final's games, charged
    to nobody, so that people can follow them.
    """

    pairing: Pairing = "double"
    times: int = 1
    rounds: int = 0
    tables: int = 0
    final: int = 0
    final_games: int = 2
    final_waits: bool = False
    final_pace: float = 0.0
    openings: int = 0
    most_moves: int = 0
    clock: Control = field(default_factory=Control)
    ladder_clock: Control = field(default_factory=lambda: Control(2.0, 0.1))
    rules: Rules = field(default_factory=Rules)
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if self.pairing not in ("double", "swiss"):
            raise BadSetting("Pairing is “double” or “swiss”.")
        if not isinstance(self.final_waits, bool):
            raise BadSetting("The setting final_waits is true or false.")
        for name, low, high in _RANGES:
            if not low <= getattr(self, name) <= high:
                raise BadSetting(f"The setting {name} is {low} to {high}.")
        if self.final_games % 2 or self.final == 1:
            raise BadSetting("A match of the final has an even number of games, and a final at least two bots.")

    def as_json(self) -> dict[str, Any]:
        """Plain JSON; ``from_json`` reads it back."""
        data = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        return data | {name: data[name].as_json() for name in ("clock", "ladder_clock", "rules", "bounds")}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> EventSettings:
        """Read what ``as_json`` gave; what is missing is as usual. Raises ``BadSetting`` or ``BadOption``."""
        given = dict(data)
        unknown = given.keys() - {each.name for each in dataclasses.fields(cls)}
        if unknown:
            raise BadSetting(f"There is no setting “{sorted(unknown)[0][:40]}”.")
        for name in ("clock", "ladder_clock"):
            if name in given:
                given[name] = Control.read(given[name])
        if "rules" in given:
            given["rules"] = Rules.from_json(given["rules"])
        if "bounds" in given:
            given["bounds"] = Bounds(**given["bounds"])
        return cls(**given)


_RANGES = (
    ("times", 1, 100),
    ("rounds", 0, 100),
    ("tables", 0, 2000),
    ("final", 0, 64),
    ("final_games", 2, 20),
    ("final_pace", 0, 5),
    ("openings", 0, 100),
    ("most_moves", 0, 20_000),
)


def parse_clock(text: str) -> Control:
    """Read a clock such as ``10+1``; raises ``BadSetting`` or ``BadOption``."""
    found = _CLOCK.fullmatch(text.strip())
    if not found:
        raise BadSetting(f"A clock is written base+increment in seconds, such as 10+1, not “{text[:20]}”.")
    return Control.read({"base": found[1], "increment": found[2]})
