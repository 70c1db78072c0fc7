"""Every way in which a map, a move or a bet of Lambda Punter can be wrong, each by its name."""

from __future__ import annotations

from plyground.core.errors import BadOption, IllegalMove, MalformedMove, MalformedPosition, kind

MalformedMap = kind(MalformedPosition, "MalformedMap", "The text is no map, or no map that can be played on.")
UnknownMap = kind(BadOption, "UnknownMap", "No map is kept under this name.")
NoRoomForMap = kind(MalformedMap, "NoRoomForMap", "The folder of maps is full.")
NoSuchRiver = kind(MalformedMove, "NoSuchRiver", "The map has no river between these sites.")
NoSuchSite = kind(MalformedMove, "NoSuchSite", "The map has no site with this id.")
OtherPuntersMove = kind(MalformedMove, "OtherPuntersMove", "A move in JSON that names a punter who is not to move.")
BetsFirst = kind(IllegalMove, "BetsFirst", "A move on rivers while the bets are still laid.")
BetsClosed = kind(IllegalMove, "BetsClosed", "A bet after the first move, or in a game without futures.")
BetNeedsMine = kind(MalformedMove, "BetNeedsMine", "A bet that starts at a site that is no mine.")
BetOnMine = kind(IllegalMove, "BetOnMine", "A bet whose target is a mine.")
BetOutOfReach = kind(IllegalMove, "BetOutOfReach", "A bet whose target no route on the map joins to its mine.")
RiverTaken = kind(IllegalMove, "RiverTaken", "A claim of a river that another punter has.")
RiverYours = kind(IllegalMove, "RiverYours", "A claim or an option on a river that the punter uses already.")
RiverFree = kind(IllegalMove, "RiverFree", "An option on a river that nobody has.")
RiverShared = kind(IllegalMove, "RiverShared", "An option on a river that somebody shares already.")
NoOptions = kind(IllegalMove, "NoOptions", "An option in a game without them.")
NoOptionsLeft = kind(IllegalMove, "NoOptionsLeft", "An option by a punter who has used all.")
NoSplurges = kind(IllegalMove, "NoSplurges", "A route of several rivers in a game without splurges.")
TooFewCredits = kind(IllegalMove, "TooFewCredits", "A route of more rivers than the punter has credits.")
RiverTwice = kind(IllegalMove, "RiverTwice", "A route that uses a river twice.")
