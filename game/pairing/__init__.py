"""Who plays whom, for bots and for people: Swiss rounds, and everybody against everybody.

Everything here is a pure function of names, results and a seed; a game to be played is the tuple of who sits where.
"""

from __future__ import annotations

Seating = tuple[str, ...]
"""Who sits in each seat of one game."""


def rotations(table: Seating) -> list[Seating]:
    """The seatings in which everybody at the table has every seat once, in a circle."""
    return [(*table[shift:], *table[:shift]) for shift in range(len(table))]
