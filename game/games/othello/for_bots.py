"""What handed-in bots find in a state of Othello. Cells are numbered row by row from a1: 0 is a1, 1 is b1."""

from __future__ import annotations

from plyground.core import ahead
from plyground.core.ahead import once
from plyground.core.bits import count_ones
from plyground.games.othello import notation
from plyground.games.othello.position import frame_index

PASS = "pass"
DISCS = "XO"


class State(ahead.State):
    """One position. Seat 0 plays X and begins, seat 1 plays O."""

    same_texts = True

    @once
    def size(self) -> int:
        """The cells along each side."""
        return int(self.at.size)

    @once
    def discs(self) -> tuple[int, int]:
        """Two sets of cells as bits (bit n for cell n), one for each seat."""
        words, size = (int(self.at.dark), int(self.at.light)), self.size
        if size == 8:
            return words
        cells = [(1 << cell, frame_index(cell, size)) for cell in range(size * size)]
        first, second = (sum(bit for bit, index in cells if word >> index & 1) for word in words)
        return first, second

    @once
    def board(self) -> str:
        """The cells row by row, each ``X``, ``O`` or ``-``."""
        return notation.cells_text(self.at)

    @once
    def counts(self) -> tuple[int, int]:
        """How many discs each seat has."""
        return count_ones(self.at.dark), count_ones(self.at.light)


def cell_name(size: int, cell: int) -> str:
    """``a1`` for 0 and so on."""
    return notation.cell_text(cell, size)


def cell_of(size: int, name: str) -> int:
    """0 for ``a1`` and so on."""
    return notation.parse_move(name, size)
