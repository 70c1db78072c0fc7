"""Regions of empty squares, and who gets the last move in them: what players call parity."""

from __future__ import annotations

from plyground.games.othello.kernels import targets
from plyground.games.othello.position import OthelloPosition, board_mask, cells_of


def empties(position: OthelloPosition) -> list[int]:
    """The empty squares."""
    return cells_of(~(position.own | position.other), position.size)


def regions(position: OthelloPosition) -> list[set[int]]:
    """The empty squares that hang together, slanting ones included."""
    left, found, size = set(empties(position)), list[set[int]](), position.size
    while left:
        waiting, region = [left.pop()], set[int]()
        while waiting:
            cell = waiting.pop()
            region.add(cell)
            row, column = divmod(cell, size)
            near = {
                (row + down) * size + column + right
                for down in (-1, 0, 1)
                for right in (-1, 0, 1)
                if 0 <= row + down < size and 0 <= column + right < size
            } & left
            left -= near
            waiting += near
        found.append(region)
    return found


def last_moves(position: OthelloPosition, seat: int) -> int:
    """In how many regions a seat makes the last move if all squares are filled, region after region, those with an odd
    number of squares first, and nobody passes; the side begins that has a move. None once nobody has."""
    board = board_mask(position.size)
    first = position.mover
    if not targets(position.own, position.other, board):
        if not targets(position.other, position.own, board):
            return 0
        first = 1 - first
    odd = sum(len(region) % 2 for region in regions(position))
    even = len(regions(position)) - odd
    begins = odd - odd // 2 + (even if odd % 2 else 0)
    return begins if seat == first else odd + even - begins
