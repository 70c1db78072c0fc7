"""Games that a bot must get through before it plays others: against itself, and against random in every seat."""

from __future__ import annotations

from plyground.competitions.pairing import Seating, rotations


def validation_games(entrant: str, random_bot: str, seats: int) -> list[Seating]:
    """One game against itself in all seats, then one in each seat against the random bot in all others."""
    return [(entrant,) * seats, *rotations((entrant, *(random_bot,) * (seats - 1)))] if seats > 1 else [(entrant,)]
