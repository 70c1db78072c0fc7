"""Whether two camels lie in each other's way."""

from plyground.games.camel.for_bots import H, V


def camels_intersect(one: H | V, other: H | V) -> bool:
    """Whether two camels lie on the same edge, even half of it, or cross."""
    across, down = one.x - other.x, one.y - other.y
    if one.axis != other.axis:
        return across == 0 and down == 0
    return (abs(across) <= 1 and down == 0) if one.axis == "H" else (abs(down) <= 1 and across == 0)
