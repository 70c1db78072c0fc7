"""Who plays whom: validation, round robin, Swiss rounds, a final bracket, and the ladder's next opponents.

Everything here is a pure function of names, results and a seed; a game to be played is the tuple of who sits where.
"""

from __future__ import annotations

Seating = tuple[str, ...]
"""Who sits in each seat of one game."""


def rotations(table: Seating) -> list[Seating]:
    """The seatings in which everybody at the table has every seat once, in a circle."""
    return [(*table[shift:], *table[:shift]) for shift in range(len(table))]


def validation_seatings(entrant: str, random_bot: str, seats: int) -> list[Seating]:
    """What a bot must get through before it plays others: a game against itself in all seats, then one in each seat
    against the random bot in all others."""
    return [(entrant,) * seats, *rotations((entrant, *(random_bot,) * (seats - 1)))] if seats > 1 else [(entrant,)]
