"""Every way in which a Crazy Camel move can be wrong, each a named error with its own code."""

from __future__ import annotations

from plyground.core.errors import IllegalMove, MalformedMove


class OffBoard(IllegalMove):
    """The step leaves the board."""

    code = "off_board"


class CamelBetween(IllegalMove):
    """A camel lies between the master and the tile beside it."""

    code = "camel_between"


class JumpBlocked(IllegalMove):
    """A camel lies behind the other master, in the way of the straight jump."""

    code = "jump_blocked"


class JumpOffBoard(IllegalMove):
    """The straight jump over the other master would leave the board."""

    code = "jump_off_board"


class NoMasterBeside(IllegalMove):
    """A diagonal step, but the other master is on neither of the tiles that it could go round by."""

    code = "no_master_beside"


class StraightJumpOpen(IllegalMove):
    """A diagonal step while the straight jump is possible."""

    code = "straight_jump_open"


class EdgeDoesNotCount(IllegalMove):
    """A diagonal step with only the edge behind the other master, in a game where the edge does not count."""

    code = "edge_does_not_count"


class CamelBesideMaster(IllegalMove):
    """A camel lies between the other master and the target of the diagonal step."""

    code = "camel_beside_master"


class MustMove(IllegalMove):
    """A pass while there is a legal step or camel."""

    code = "must_move"


class MustPass(IllegalMove):
    """A step or a camel while the only legal move is the pass."""

    code = "must_pass"


class NoCamelsLeft(IllegalMove):
    """The player has placed all camels."""

    code = "no_camels_left"


class SlotOffBoard(IllegalMove, MalformedMove):
    """The camel would lie off the board; the text can be no move here, so reading it raises this too."""

    code = "slot_off_board"


class SlotTaken(IllegalMove):
    """A camel lies exactly there already."""

    code = "slot_taken"


class SlotOverlaps(IllegalMove):
    """Half of the slot is under another camel."""

    code = "slot_overlaps"


class SlotCrosses(IllegalMove):
    """The camel would lie across another one."""

    code = "slot_crosses"


class CutsPath(IllegalMove):
    """The camel would leave a master without any path to its goal row; ``seats`` says whose."""

    code = "cuts_path"

    def __init__(self, sentence: str, seats: tuple[int, ...]) -> None:
        super().__init__(sentence)
        self.seats = seats
