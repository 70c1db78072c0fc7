"""What a game's knowledge module declares beside its kernels: the units in which a position can be scored.

``game/knowledge/<game>`` calls ``provide`` for its position classes; bots and searches look the units up by the
position's class and never name a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Unit:
    """One way to score a position; its place in the list is the ``unit`` number that ``kernels.evaluate`` takes.

    ``counts`` is what a value counts, in the plural ("discs", "steps"), for sentences that people read.
    """

    name: str
    title: str
    help: str
    counts: str = "points"


_units: dict[type, tuple[Unit, ...]] = {}


def provide(position_classes: tuple[type, ...], units: tuple[Unit, ...]) -> None:
    """Declare the units of these position classes; the first is the default."""
    for position_class in position_classes:
        _units[position_class] = units


def units_of(position_classes: tuple[type, ...]) -> tuple[Unit, ...]:
    """The units declared for a game's position classes; empty if nobody knows how to score them."""
    return _units.get(position_classes[0], ()) if position_classes else ()


def find_unit(position: Any, name: str) -> tuple[int, Unit]:
    """The unit with this name for this position, with its number; raises ``KeyError``."""
    for number, unit in enumerate(_units[type(position)]):
        if unit.name == name:
            return number, unit
    raise KeyError(name)
