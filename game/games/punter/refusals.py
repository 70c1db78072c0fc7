"""Every way in which a map, a move or a bet of Lambda Punter can be wrong, each by its name."""

from __future__ import annotations

from plyground.core.errors import BadOption, IllegalMove, MalformedMove, MalformedPosition


class MalformedMap(MalformedPosition):
    """The text is no map, or no map that can be played on."""


class UnknownMap(BadOption):
    """No map is kept under this name."""


class NoRoomForMap(MalformedMap):
    """The folder of maps is full."""


class NoSuchRiver(MalformedMove):
    """The map has no river between these sites."""


class NoSuchSite(MalformedMove):
    """The map has no site with this id."""


class OtherPuntersMove(MalformedMove):
    """A move in the contest's JSON that names a punter who is not to move."""


class BetsFirst(IllegalMove):
    """A move on rivers while the bets are still laid."""


class BetsClosed(IllegalMove):
    """A bet after the first move, or in a game without futures."""


class BetNeedsMine(MalformedMove):
    """A bet that starts at a site that is no mine."""


class BetOnMine(IllegalMove):
    """A bet whose target is a mine."""


class BetOutOfReach(IllegalMove):
    """A bet whose target no route on the map joins to its mine."""


class RiverTaken(IllegalMove):
    """A claim of a river that another punter has."""


class RiverYours(IllegalMove):
    """A claim or an option on a river that the punter uses already."""


class RiverFree(IllegalMove):
    """An option on a river that nobody has."""


class RiverShared(IllegalMove):
    """An option on a river that somebody shares already."""


class NoOptions(IllegalMove):
    """An option in a game without them."""


class NoOptionsLeft(IllegalMove):
    """An option by a punter who has used all."""


class NoSplurges(IllegalMove):
    """A route of several rivers in a game without splurges."""


class TooFewCredits(IllegalMove):
    """A route of more rivers than the punter has credits."""


class RiverTwice(IllegalMove):
    """A route that uses a river twice."""
