"""Every way in which a Crazy Camel move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, ImpossibleMove, kind

OffBoard = kind(IllegalMove, "OffBoard", "The step leaves the board.")
CamelBetween = kind(IllegalMove, "CamelBetween", "A camel lies between the master and the tile beside it.")
JumpBlocked = kind(IllegalMove, "JumpBlocked", "A camel lies behind the other master, in the way of the straight jump.")
JumpOffBoard = kind(IllegalMove, "JumpOffBoard", "The straight jump over the other master would leave the board.")
NoMasterBeside = kind(IllegalMove, "NoMasterBeside", "A diagonal step without a master that it could go round.")
StraightJumpOpen = kind(IllegalMove, "StraightJumpOpen", "A diagonal step while the straight jump is possible.")
EdgeDoesNotCount = kind(IllegalMove, "EdgeDoesNotCount", "A diagonal step at an edge, where the edge blocks no jump.")
CamelBesideMaster = kind(IllegalMove, "CamelBesideMaster", "A camel lies between the other master and the target.")
MustMove = kind(IllegalMove, "MustMove", "A pass while there is a legal step or camel.")
MustPass = kind(IllegalMove, "MustPass", "A step or a camel while the only legal move is the pass.")
NoCamelsLeft = kind(IllegalMove, "NoCamelsLeft", "The player has placed all camels.")
SlotOffBoard = kind(ImpossibleMove, "SlotOffBoard", "The camel would lie off the board.")
SlotTaken = kind(IllegalMove, "SlotTaken", "A camel lies exactly there already.")
SlotOverlaps = kind(IllegalMove, "SlotOverlaps", "Half of the slot is under another camel.")
SlotCrosses = kind(IllegalMove, "SlotCrosses", "The camel would lie across another one.")


class CutsPath(IllegalMove):
    """The camel would leave a master without any path to its goal row; ``seats`` says whose."""

    def __init__(self, sentence: str, seats: tuple[int, ...]) -> None:
        super().__init__(sentence)
        self.seats = seats
