"""Who plays whom, where bots alone play: validation, a final bracket, and the ladder's next opponents.

Everything here is a pure function of names and results; rounds are ``plyground.pairing``'s.
"""

from __future__ import annotations

from plyground.pairing import Seating, rotations


def validation_seatings(entrant: str, random_bot: str, seats: int) -> list[Seating]:
    """What a bot must get through before it plays others: a game against itself in all seats, then one in each seat
    against the random bot in all others."""
    return [(entrant,) * seats, *rotations((entrant, *(random_bot,) * (seats - 1)))] if seats > 1 else [(entrant,)]
