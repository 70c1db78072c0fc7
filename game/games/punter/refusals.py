"""Every way in which a map, a move or a bet of Lambda Punter can be wrong, each by its name."""

from __future__ import annotations

from plyground.core.errors import BadOption, IllegalMove, MalformedMove, MalformedPosition


class MalformedMap(MalformedPosition):
    """The text is no map, or no map that can be played on."""

    code = "malformed_map"


class UnknownMap(BadOption):
    """No map is kept under this name."""

    code = "unknown_map"


class NoRoomForMap(MalformedMap):
    """The folder of maps is full."""

    code = "no_room_for_map"


class NoSuchRiver(MalformedMove):
    """The map has no river between these sites."""

    code = "no_such_river"


class NoSuchSite(MalformedMove):
    """The map has no site with this id."""

    code = "no_such_site"


class OtherPuntersMove(MalformedMove):
    """A move in the contest's JSON that names a punter who is not to move."""

    code = "other_punters_move"


class BetsFirst(IllegalMove):
    """A move on rivers while the bets are still laid."""

    code = "bets_first"


class BetsClosed(IllegalMove):
    """A bet after the first move, or in a game without futures."""

    code = "bets_closed"


class BetNeedsMine(MalformedMove):
    """A bet that starts at a site that is no mine."""

    code = "bet_needs_mine"


class BetOnMine(IllegalMove):
    """A bet whose target is a mine."""

    code = "bet_on_mine"


class BetOutOfReach(IllegalMove):
    """A bet whose target no route on the map joins to its mine."""

    code = "bet_out_of_reach"


class RiverTaken(IllegalMove):
    """A claim of a river that another punter has."""

    code = "river_taken"


class RiverYours(IllegalMove):
    """A claim or an option on a river that the punter uses already."""

    code = "river_yours"


class RiverFree(IllegalMove):
    """An option on a river that nobody has."""

    code = "river_free"


class RiverShared(IllegalMove):
    """An option on a river that somebody shares already."""

    code = "river_shared"


class NoOptions(IllegalMove):
    """An option in a game without them."""

    code = "no_options"


class NoOptionsLeft(IllegalMove):
    """An option by a punter who has used all."""

    code = "no_options_left"


class NoSplurges(IllegalMove):
    """A route of several rivers in a game without splurges."""

    code = "no_splurges"


class TooFewCredits(IllegalMove):
    """A route of more rivers than the punter has credits."""

    code = "too_few_credits"


class RiverTwice(IllegalMove):
    """A route that uses a river twice."""

    code = "river_twice"
