"""Why a Tak move is not legal: the named error of the first rule that it breaks."""

from __future__ import annotations

from plyground.core.errors import GameFinished, IllegalMove
from plyground.core.messages import _
from plyground.games.tak import refusals as wrong
from plyground.games.tak.moves import direction_of, drops_of, is_spread, piece_of, square_of
from plyground.games.tak.notation import pieces_text, square_text
from plyground.games.tak.position import (
    CAP,
    FLAT,
    ONGOING,
    TakPosition,
    bit,
    placed_colour,
    reserves,
    stack_colours,
    top_kind,
)

_NAMES = (_("White"), _("Black"))
_STEPS = {0: (0, 1), 1: (0, -1), 2: (-1, 0), 3: (1, 0)}


def why_not(position: TakPosition, move: int) -> IllegalMove | None:
    """None if the move is legal."""
    if position.result != ONGOING:
        return GameFinished(_("The game is over; no more moves can be made."))
    if not 0 <= square_of(move) < position.size**2:
        return wrong.OffBoard(
            _(
                "There is no square {square_of} on a board of {size} x {size}.",
                square_of=square_of(move),
                size=position.size,
            )
        )
    if is_spread(move):
        return _why_not_spread(position, move)
    return _why_not_placement(position, move)


def _why_not_placement(position: TakPosition, move: int) -> IllegalMove | None:
    square, piece = square_of(move), piece_of(move)
    name = square_text(square, position.size)
    colour = placed_colour(position)
    if position.ply < 2 and piece != FLAT:
        return _only_flats(position)
    if bit(square) & (position.white | position.black):
        return wrong.Occupied(_("There is a piece on {name} already; a new one goes on an empty square.", name=name))
    stones, caps = reserves(position, colour)
    if piece == CAP and caps == 0:
        return wrong.NoCapstonesLeft(_("{names} has no capstone left to place.", names=_NAMES[colour]))
    if piece != CAP and stones == 0:
        return wrong.NoStonesLeft(_("{names} has no stones left to place; a capstone is.", names=_NAMES[colour]))
    return None


def _only_flats(position: TakPosition) -> IllegalMove:
    whose = _("a flat of the other side's colour") if position.swap else _("a flat")
    return wrong.OpeningFlat(_("On the first turn each player places {whose} and nothing else.", whose=whose))


def _why_not_spread(position: TakPosition, move: int) -> IllegalMove | None:
    size, square, drops = position.size, square_of(move), drops_of(move)
    name = square_text(square, size)
    colours = stack_colours(position, square)
    if position.ply < 2:
        return _only_flats(position)
    if not colours:
        return wrong.EmptySquare(_("There is nothing to move on {name}.", name=name))
    if colours[-1] != position.ply % 2:
        return wrong.NotYours(
            _("The stack on {name} is {names}'s, whose piece is on top.", name=name, names=_NAMES[colours[-1]])
        )
    lifted = sum(drops)
    if lifted > size:
        return wrong.CarryLimit(
            _("A move on this board lifts at most {size} pieces, not {lifted}.", size=size, lifted=lifted)
        )
    if lifted > len(colours):
        return wrong.TooFewPieces(
            _(
                "The stack on {name} has {pieces}, not {lifted}.",
                name=name,
                pieces=pieces_text(len(colours)),
                lifted=lifted,
            )
        )
    return _why_not_dropped(position, move, drops)


def _why_not_dropped(position: TakPosition, move: int, drops: tuple[int, ...]) -> IllegalMove | None:
    size, square = position.size, square_of(move)
    east, north = _STEPS[direction_of(move)]
    file, rank = divmod(square, size)
    has_cap = top_kind(position, square) == CAP
    for number, dropped in enumerate(drops, start=1):
        file, rank = file + east, rank + north
        if not (0 <= file < size and 0 <= rank < size):
            return wrong.LeavesBoard(
                _(
                    "From {square_text} the stack would be dropped beyond the edge.",
                    square_text=square_text(square, size),
                )
            )
        here = bit(file * size + rank)
        name = square_text(file * size + rank, size)
        if position.caps & here:
            return wrong.BlockedByCapstone(_("There is a capstone on {name}, and nothing may be put on it.", name=name))
        if position.walls & here:
            problem = _why_not_flattened(name, has_cap, number == len(drops), dropped)
            if problem is not None:
                return problem
    return None


def _why_not_flattened(name: str, has_cap: bool, is_last: bool, dropped: int) -> IllegalMove | None:
    if not has_cap:
        return wrong.BlockedByWall(_("There is a wall on {name}; only a capstone may be put on it.", name=name))
    if not is_last:
        return wrong.BlockedByWall(
            _("There is a wall on {name}; a capstone flattens it only with the last drop of a move.", name=name)
        )
    if dropped > 1:
        return wrong.CapstoneNotAlone(
            _(
                "The capstone would come down on the wall on {name} with {pieces} under it; it flattens "
                "a wall only alone.",
                name=name,
                pieces=pieces_text(dropped - 1),
            )
        )
    return None
