"""Positions in the Tak Positional System: ``x2,1,2S,x/… 1 12``, rows from the top rank, stacks from the bottom piece.

TPS has no word for how long nothing has been placed or flattened. A run of ten plies or more is written behind it, as
``quiet 17``; a position that is read without that begins its run at 0.
"""

from __future__ import annotations

import re

import numpy as np

from plyground.core.errors import MalformedPosition, quoted
from plyground.core.messages import _
from plyground.games.tak.playing import standing
from plyground.games.tak.position import (
    BLACK,
    CAP,
    ONGOING,
    QUIET_LIMIT,
    SIZES,
    WALL,
    WHITE,
    TakPosition,
    Words,
    is_wide,
    stack_colours,
    top_kind,
)

_TOLD = 10
_MOST_TURNS = 10_000
_LONGEST = 2000
_EMPTY = re.compile(r"x([1-9]?)", re.ASCII)
_STACK = re.compile(r"([12]+)([sc]?)", re.ASCII)
_WRAPPED = re.compile(r'\[\s*tps\s+"([^"]*)"\s*\]', re.IGNORECASE)


def stack_text(position: TakPosition, square: int) -> str:
    """A square as TPS writes it, but empty for an empty one."""
    colours = stack_colours(position, square)
    if not colours:
        return ""
    return "".join("12"[colour] for colour in colours) + ("", "S", "C")[top_kind(position, square)]


def board_text(position: TakPosition) -> str:
    """The rows alone."""
    size = position.size
    rows = []
    for rank in reversed(range(size)):
        cells = [stack_text(position, file * size + rank) for file in range(size)]
        row = re.sub(r"(?:,x)+", _merged, "".join(f",{cell or 'x'}" for cell in cells))
        rows.append(row.removeprefix(","))
    return "/".join(rows)


def _merged(run: re.Match[str]) -> str:
    length = len(run[0]) // 2
    return ",x" if length == 1 else f",x{length}"


def position_text(position: TakPosition) -> str:
    """The rows, the side to move (1 or 2), the number of the turn, and a long run of quiet plies."""
    quiet = f" quiet {position.quiet}" if position.quiet >= _TOLD else ""
    return f"{board_text(position)} {position.ply % 2 + 1} {position.ply // 2 + 1}{quiet}"


def looks_like(text: str) -> bool:
    """Whether a text is meant as TPS rather than as a game."""
    bare = _bare(text)
    return "/" in bare.split(" ")[0] and re.match(r"[x12]", bare) is not None and "." not in bare


def _bare(text: str) -> str:
    wrapped = _WRAPPED.search(text)
    return " ".join((wrapped[1] if wrapped else text).strip().strip("\"'").lower().split())


def size_of(text: str) -> int | None:
    """The size that the number of rows gives, if it is one; for choosing how many pieces there are."""
    rows = (_bare(text).split(" ") or [""])[0].count("/") + 1
    return rows if rows in SIZES else None


def parse_position(text: str, half_komi: int, swap: bool, stones: int, caps: int) -> TakPosition:
    """Read TPS, in any case, with or without quotation marks or the brackets of a tag; raises ``MalformedPosition``.

    ``stones`` and ``caps`` are how many pieces each player has in all.
    """
    if len(text) > _LONGEST:
        raise MalformedPosition(
            _("A position has at most {longest:,} characters; this has {text:,}.", longest=_LONGEST, text=len(text))
        )
    words = _bare(text).split(" ")
    if not words[0]:
        raise MalformedPosition(
            _("The text is empty; a position is its rows, the side to move, and the turn's number.")
        )
    rows = words[0].split("/")
    size = len(rows)
    if size not in SIZES:
        raise MalformedPosition(_("A board has 3 to 8 rows, divided by slashes; this text has {size}.", size=size))
    ply, quiet = _counters(words[1:])
    stacks = _stacks(rows, size)
    white_stones, white_caps = _reserve(stacks, WHITE, stones, caps)
    black_stones, black_caps = _reserve(stacks, BLACK, stones, caps)
    masks = dict.fromkeys(("white", "black", "walls", "caps", "tall"), 0)
    for square, (colours, kind) in stacks.items():
        masks["white" if colours[-1] == WHITE else "black"] |= 1 << square
        masks["walls"] |= (kind == WALL) << square
        masks["caps"] |= (kind == CAP) << square
        masks["tall"] |= (len(colours) > 1) << square
    position = TakPosition(
        size,
        np.uint64(masks["white"]),
        np.uint64(masks["black"]),
        np.uint64(masks["walls"]),
        np.uint64(masks["caps"]),
        np.uint64(masks["tall"]),
        _buried(stacks, size, is_wide(stones, caps)),
        white_stones,
        white_caps,
        black_stones,
        black_caps,
        half_komi,
        int(swap),
        ply,
        quiet,
        ONGOING,
    )
    result = int(standing(position, True, True))
    if result == ONGOING and ply < 2:
        placed = (white_stones, black_stones)[1 - ply if swap else ply]
        if placed == 0:
            raise MalformedPosition(
                _("In the first turn a flat is placed, but in this position no stone is left for it.")
            )
    return position._replace(result=result)


def _counters(words: list[str]) -> tuple[int, int]:
    """The ply and the quiet plies from what stands behind the rows."""
    if len(words) not in (2, 4) or (len(words) == 4 and words[2] != "quiet"):
        raise MalformedPosition(
            _("Behind the rows stand the side to move, 1 or 2, and the number of the turn, such as 1 12.")
        )
    side, turn = words[:2]
    if side not in ("1", "2"):
        raise MalformedPosition(_("The side to move is 1 or 2, not {quoted}.", quoted=quoted(side)))
    if not _is_number(turn) or not 1 <= int(turn) <= _MOST_TURNS:
        raise MalformedPosition(
            _(
                "The number of the turn goes from 1 to {most_turns:,}; {quoted} is none.",
                most_turns=_MOST_TURNS,
                quoted=quoted(turn),
            )
        )
    quiet = words[3] if len(words) == 4 else "0"
    if not _is_number(quiet) or int(quiet) > QUIET_LIMIT:
        raise MalformedPosition(
            _(
                "Quiet plies go from 0 to {quiet_limit}; {quoted} is none.",
                quiet_limit=QUIET_LIMIT,
                quoted=quoted(quiet),
            )
        )
    return 2 * (int(turn) - 1) + int(side) - 1, int(quiet)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 5


Stacks = dict[int, tuple[list[int], int]]
"""Colours from bottom to top and the kind of the top piece, by square."""


def _stacks(rows: list[str], size: int) -> Stacks:
    found: Stacks = {}
    for number, row in enumerate(rows):
        rank, file = size - 1 - number, 0
        for cell in row.split(","):
            empty, stack = _EMPTY.fullmatch(cell), _STACK.fullmatch(cell)
            if empty is None and stack is None:
                raise MalformedPosition(
                    _(
                        "In the row of rank {rank}, {quoted} is no square; a square is x, or digits 1 and 2 from "
                        "bottom to top, with S or C behind a wall or a capstone.",
                        rank=rank + 1,
                        quoted=quoted(cell),
                    )
                )
            if stack is not None and file < size:
                kind = {"": 0, "s": WALL, "c": CAP}[stack[2]]
                found[file * size + rank] = ([int(digit) - 1 for digit in stack[1]], kind)
            file += int(empty[1] or 1) if empty is not None else 1
        if file != size:
            raise MalformedPosition(
                _(
                    "The row of rank {rank} has {file} squares; a board of {size} rows has {size} in each.",
                    rank=rank + 1,
                    file=file,
                    size=size,
                )
            )
    return found


def _reserve(stacks: Stacks, colour: int, stones: int, caps: int) -> tuple[int, int]:
    """What a colour has left; raises ``MalformedPosition`` if more of it is on the board than there is."""
    tops = [kind for colours, kind in stacks.values() if colours[-1] == colour]
    used_caps = tops.count(CAP)
    used_stones = sum(colours.count(colour) for colours, _unused in stacks.values()) - used_caps
    name = ("White", "Black")[colour]
    if used_stones > stones:
        raise MalformedPosition(
            _(
                "{name} has {used_stones} stones on the board, but only {stones} in this game.",
                name=name,
                used_stones=used_stones,
                stones=stones,
            )
        )
    if used_caps > caps:
        has = _("no capstones") if caps == 0 else f"only {caps}"
        raise MalformedPosition(
            _(
                "{name} has {used_caps} capstones on the board, but {has} in this game.",
                name=name,
                used_caps=used_caps,
                has=has,
            )
        )
    return stones - used_stones, caps - used_caps


def _buried(stacks: Stacks, size: int, wide: bool) -> Words:
    squares = size * size
    words = [1] * squares + [0] * (squares if wide else 0)
    for square, (colours, _) in stacks.items():
        word = 1
        for colour in colours[:-1]:
            word = word << 1 | colour
        words[square] = word & (1 << 64) - 1
        if wide:
            words[squares + square] = word >> 64
    return np.array(words, dtype=np.uint64)
