"""What handed-in bots find in a state of Tak.

Squares are numbered from a1 along the first rank: 0 is a1, 1 is b1. Seat 0 is White. A stack is a text from bottom to
top, ``1`` for White's and ``2`` for Black's pieces, with ``S`` behind it where the top is a wall, and ``C`` where it is
a capstone: ``122S``.
"""

from __future__ import annotations

from functools import lru_cache

from plyground.core import ahead
from plyground.core.ahead import once
from plyground.core.bits import count_ones
from plyground.games.tak import playing, tps
from plyground.games.tak.notation import parse_square, square_text
from plyground.games.tak.position import TakPosition, reserves
from plyground.games.tak.roads import road_of


class State(ahead.State):
    """One position."""

    same_texts = True
    at: TakPosition

    @once
    def size(self) -> int:
        """Squares along each side."""
        return int(self.at.size)

    @once
    def cells(self) -> tuple[str, ...]:
        """The stacks from a1 on, an empty text for an empty square."""
        at, size = self.at, self.at.size
        white, black = int(at.white), int(at.black)
        special = int(at.walls | at.caps | at.tall)
        found = []
        for rank in range(size):
            for square in range(rank, size * size, size):
                if special >> square & 1:
                    found.append(tps.stack_text(at, square))
                else:
                    found.append("1" if white >> square & 1 else "2" if black >> square & 1 else "")
        return tuple(found)

    @once
    def reserves(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The stones and capstones that each seat has in hand."""
        return reserves(self.at, 0), reserves(self.at, 1)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return self.at.ply

    @property
    def quiet(self) -> int:
        """For how many plies nothing was placed or flattened."""
        return self.at.quiet

    @property
    def komi(self) -> float:
        """The flats that Black is given at the end."""
        return self.at.half_komi / 2

    @property
    def swap(self) -> bool:
        """Whether the first move of each player places the other's flat."""
        return bool(self.at.swap)

    @property
    def opening(self) -> bool:
        """Whether the next move is the first of its player, which places a flat."""
        return self.at.ply < 2

    @property
    def swapping(self) -> bool:
        """Whether the next move places a flat of the other side."""
        return self.swap and self.opening

    def flats(self, seat: int) -> int:
        """How many stacks have a flat of this seat on top."""
        at = self.at
        return count_ones((at.black if seat else at.white) & ~(at.walls | at.caps))

    def roads(self, seat: int) -> list[bool]:
        """For each square whether a piece of this seat that counts for roads is on top."""
        at, size = self.at, self.at.size
        road = int(road_of(at, seat))
        return [bool(road >> file * size + rank & 1) for rank in range(size) for file in range(size)]

    def has_road(self, seat: int) -> bool:
        """Whether this seat's flats and capstones link two opposite edges."""
        return bool(playing.has_road(road_of(self.at, seat), self.at.size))


def owner(stack: str) -> int:
    """The seat whose piece is on top of a stack."""
    return int(pieces_of(stack)[0][-1]) - 1


def height(stack: str) -> int:
    """How many pieces a stack has."""
    return len(pieces_of(stack)[0])


def pieces_of(stack: str) -> tuple[str, str]:
    """A stack's colours from bottom to top, and what its top is: ``S``, ``C`` or nothing for a flat."""
    return (stack[:-1], stack[-1]) if stack[-1:] in ("S", "C") else (stack, "")


@lru_cache
def squares(size: int) -> list[tuple[int, int]]:
    """File and rank of each square, from 0."""
    return [(cell % size, cell // size) for cell in range(size * size)]


@lru_cache
def neighbours(size: int) -> list[list[int]]:
    """The squares beside each square."""
    beside = [[(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)] for x, y in squares(size)]
    return [[x + size * y for x, y in near if 0 <= x < size and 0 <= y < size] for near in beside]


def square_name(size: int, cell: int) -> str:
    """``a1`` for 0 and so on."""
    file, rank = squares(size)[cell]
    return square_text(file * size + rank, size)


def square_of(size: int, name: str) -> int:
    """0 for ``a1`` and so on."""
    file, rank = divmod(parse_square(name[0].lower(), name[1:], size), size)
    return rank * size + file
