"""The clocks of one game: what each seat has left, charged in measured seconds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plyground.core.errors import BadOption
from plyground.core.messages import _

MOST_BASE, MOST_INCREMENT = 3600.0, 600.0


@dataclass(frozen=True)
class Control:
    """A time control: ``base`` seconds at the start, ``increment`` more whenever a seat's turn begins."""

    base: float = 10.0
    increment: float = 1.0

    @classmethod
    def read(cls, given: Mapping[str, Any] | None) -> Control:
        """From a task's JSON; raises ``BadOption``."""
        given = given or {}
        try:
            control = cls(float(given.get("base", cls.base)), float(given.get("increment", cls.increment)))
        except (TypeError, ValueError, OverflowError):
            raise BadOption(_("A clock has a base and an increment, both in seconds.")) from None
        if not (0 < control.base <= MOST_BASE and 0 <= control.increment <= MOST_INCREMENT):
            raise BadOption(
                _(
                    "A clock's base is at most {most_base:g} s and its increment at most {most_increment:g} s.",
                    most_base=MOST_BASE,
                    most_increment=MOST_INCREMENT,
                )
            )
        return control

    def as_json(self) -> dict[str, float]:
        """The form that travels."""
        return dict(vars(self))


@dataclass
class Clock:
    """What each seat has left. Unused time is kept; nobody has less than nothing."""

    control: Control
    seats: int
    left: list[float] = field(init=False)

    def __post_init__(self) -> None:
        self.left = [self.control.base] * self.seats

    def begin(self, seat: int) -> float:
        """The seat's turn begins: it gets its increment. Returns what it has."""
        self.left[seat] += self.control.increment
        return self.left[seat]

    def charge(self, seat: int, seconds: float) -> bool:
        """Charge what the seat used; False if that was more than it had."""
        enough = seconds <= self.left[seat]
        self.left[seat] = max(0.0, self.left[seat] - seconds)
        return enough
