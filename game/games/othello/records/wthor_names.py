"""The names of WTHOR: its games have numbers for players and tournaments, which stand in two files of their own.

Such a list (``WTHOR.JOU`` the players, ``WTHOR.TRN`` the tournaments) has the header of the games' files, with the
count in another place, and 20 or 26 bytes for each name, in Latin-1, ended by a zero. It says itself how long it is:
lists that stand before the games of a file name them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

_HEADER = struct.Struct("<4BIHHBBBB")
_PLAYER, _TOURNAMENT = 20, 26
NAME_FILES = (".jou", ".trn")
"""How the names of such files end, in small letters."""


@dataclass(frozen=True)
class Names:
    """What stands behind the numbers; an empty list names nobody."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()

    def player(self, number: int) -> str:
        """A player's name, ``#7`` where it is not known."""
        return _named(self.players, number)

    def tournament(self, number: int) -> str:
        """A tournament's name, ``#7`` where it is not known."""
        return _named(self.tournaments, number)


def _named(names: tuple[str, ...], number: int) -> str:
    return (names[number] if number < len(names) else "") or f"#{number}"


def split(content: bytes) -> tuple[Names, bytes]:
    """The lists of names with which a file begins, and the rest of it."""
    found: dict[int, tuple[str, ...]] = {}
    begin = 0
    while (width := _width(content, begin)) is not None:
        begin += _HEADER.size
        end = begin + width * _count(content, begin - _HEADER.size)
        rows = (content[at : at + width] for at in range(begin, end, width))
        found[width] = tuple(row.partition(b"\0")[0].decode("latin-1").strip() for row in rows)
        begin = end
    return Names(found.get(_PLAYER, ()), found.get(_TOURNAMENT, ())), content[begin:]


def _count(content: bytes, begin: int) -> int:
    return int(_HEADER.unpack_from(content, begin)[5])


def _width(content: bytes, begin: int) -> int | None:
    """How many bytes each name has in the list that begins here; None if none does."""
    if not _begins(content, begin) or _HEADER.unpack_from(content, begin)[4] != 0:
        return None
    for width in (_PLAYER, _TOURNAMENT):
        end = begin + _HEADER.size + width * _count(content, begin)
        if len(content) == end or _begins(content, end):
            return width
    return None


def _begins(content: bytes, begin: int) -> bool:
    """Whether a header of WTHOR stands here, of games or of names."""
    if len(content) < begin + _HEADER.size:
        return False
    century, year, month, day, games, names, _year, _size, _kind, _depth, _spare = _HEADER.unpack_from(content, begin)
    dated: bool = 18 <= century <= 21 and year < 100 and month <= 12 and day <= 31
    return dated and (games > 0) != (names > 0)
