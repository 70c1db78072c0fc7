"""Replay links of the contest that Crazy Camel comes from: a whole game in the fragment of an address.

The fragment is base64 of groups of three bytes: first 3, width, height; then 0, direction, 0 for a step, 1, x, y for a
camel along a row and 2, x, y for one along a column. The camels at the start do not stand in it.
"""

from __future__ import annotations

import base64
import binascii
import re

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _
from plyground.core.record import Record
from plyground.games.camel.moves import DIRECTIONS
from plyground.games.camel.position import LARGEST, SMALLEST, Camel

_STEP, _H, _V, _SIZE = range(4)
_LONGEST = 10_000
USUAL_CAMELS = 8


def read_link(text: str) -> Record:
    """Read a replay link, or its fragment alone; raises ``MalformedRecord``. Legality is not checked."""
    # a plus that an address carried through a form has become a space
    fragment = text.strip().rpartition("#")[2].strip().replace(" ", "+")
    if not fragment or len(fragment) > _LONGEST or not re.fullmatch(r"[A-Za-z0-9+/_%=-]+", fragment):
        raise MalformedRecord(_("A replay link ends with # and the game in base64, letters and digits only."))
    plain = fragment.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace("-", "+").replace("_", "/")
    plain = plain.rstrip("=")
    try:
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise MalformedRecord(_("The part of the replay link after # is no base64; copy the whole address.")) from None
    if len(data) < 3 or len(data) % 3:
        raise MalformedRecord(_("The replay link is cut short: it must hold whole groups of three bytes."))
    groups = [tuple(data[place : place + 3]) for place in range(0, len(data), 3)]
    kind, width, height = groups[0]
    if kind != _SIZE or not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        raise MalformedRecord(
            _(
                "The replay link must begin with the board's size, {smallest} to {largest} tiles along each side.",
                smallest=SMALLEST,
                largest=LARGEST,
            )
        )
    moves = tuple(_move(number, *group) for number, group in enumerate(groups[1:], start=1))
    placed = [sum(move[0] in "HV" for move in moves[seat::2]) for seat in range(2)]
    options = {"board_width": width, "board_height": height, "starting_camels": max(USUAL_CAMELS, *placed)}
    return Record(options, None, moves, {})


def _move(number: int, kind: int, one: int, two: int) -> str:
    if kind == _STEP and one < len(DIRECTIONS) and two == 0:
        return DIRECTIONS[one]
    if kind in (_H, _V):
        return Camel("-HV"[kind], one, two).text
    raise MalformedRecord(
        _(
            "Move {number} of the replay link, the bytes {kind}, {one}, {two}, is no move.",
            number=number,
            kind=kind,
            one=one,
            two=two,
        )
    )


def write_link(width: int, height: int, moves: list[str]) -> str:
    """The fragment, with its ``#``, of a game from the start; ``moves`` are in the form that is written."""
    data = bytearray((_SIZE, width, height))
    for text in moves:
        if text in DIRECTIONS:
            data += bytes((_STEP, DIRECTIONS.index(text), 0))
        elif text[0] in "HV":
            axis, x, y = text.split()
            data += bytes(("-HV".index(axis), int(x), int(y)))
        else:
            raise MalformedRecord(_("A replay link has no sign for a pass, so this game cannot be written as one."))
    return "#" + base64.b64encode(bytes(data)).decode()
