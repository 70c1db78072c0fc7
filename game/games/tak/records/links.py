"""Links of PTN Ninja: a whole PTN file in an address, as it is or compressed by lz-string.

lz-string is Lempel and Ziv's method of 1978 with codes that grow bit by bit, six bits a letter; this follows its
``compressToEncodedURIComponent``. What is read stops at a length, for a short text may stand for a long one.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from plyground.core.errors import MalformedRecord
from plyground.core.messages import _

HOST = "ptn.ninja"
_LINK = re.compile(r"(?:https?://)?(?:www\.)?ptn\.ninja/#?/?", re.IGNORECASE)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$"
_VALUES = {letter: value for value, letter in enumerate(_LETTERS)}
_SMALL, _LARGE, _END = range(3)
"""The codes that a new letter of 8 or of 16 bits, and the end, stand behind."""


def looks_like(text: str) -> bool:
    """Whether a text is a link of PTN Ninja."""
    return _LINK.match(text) is not None


def ptn_of(text: str, longest: int) -> str:
    """The PTN file in a link; raises ``MalformedRecord``."""
    match = _LINK.match(text)
    assert match is not None, "looks_like says so"
    bare = text[match.end() :].strip().partition("&")[0]
    packed = bare.replace(" ", "+").replace("%2B", "+").replace("%24", "$")
    if re.fullmatch(r"[A-Za-z0-9+$-]+", packed) is None:
        return unquote(bare)
    return unpacked(packed, longest)


def link_of(ptn: str) -> str:
    """The link that carries a PTN file."""
    return f"https://{HOST}/{packed(ptn)}"


class _Bits:
    """Reads numbers of some bits, the lowest bit first, from six bits a letter, the highest first."""

    def __init__(self, text: str) -> None:
        self._bits = "".join(f"{_VALUES[letter]:06b}" for letter in text)
        self._place = 0

    def take(self, width: int) -> int:
        taken = self._bits[self._place : self._place + width]
        if len(taken) < width:
            raise _cut()
        self._place += width
        return int(taken[::-1], 2)


def _cut() -> MalformedRecord:
    return MalformedRecord(_("The link of PTN Ninja is cut short or damaged; copy the whole address."))


def unpacked(text: str, longest: int) -> str:
    """What a packed text stands for, at most ``longest`` letters; raises ``MalformedRecord``."""
    bits = _Bits(text)
    kind = bits.take(2)
    if kind == _END:
        return ""
    if kind > _END:
        raise _cut()
    last = chr(bits.take((8, 16)[kind]))
    known, made, length = ["", "", "", last], [last], 1
    width, free = 3, 4  # bits of a code, and how many entries come until it has one more
    while (code := bits.take(width)) != _END:
        if code in (_SMALL, _LARGE):
            known.append(chr(bits.take((8, 16)[code])))
            code = len(known) - 1
            width, free = _after(width, free)
        if code > len(known):
            raise _cut()
        found = known[code] if code < len(known) else last + last[0]
        made.append(found)
        length += len(found)
        if length > longest:
            raise MalformedRecord(_("A game has at most {longest:,} characters.", longest=longest))
        known.append(last + found[0])
        width, free = _after(width, free)
        last = found
    return "".join(made).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _after(width: int, free: int) -> tuple[int, int]:
    """The width of codes, and how many entries it lasts, when one more is known."""
    return (width, free - 1) if free > 1 else (width + 1, 1 << width)


def packed(text: str) -> str:
    """The text packed for an address."""
    data = text.encode("utf-16-le", "surrogatepass")
    out: list[str] = []
    codes: dict[tuple[int, int], int] = {}  # the phrase with this code, and one more letter
    single: dict[int, int] = {}
    fresh: set[int] = set()  # letters that were met and not written yet
    width, free, size = 2, 2, 3
    phrase, letter = -1, -1  # the phrase's code, and its letter if it has just one

    def put(value: int, bits: int) -> None:
        out.append(f"{value:0{bits}b}"[::-1])

    def emit() -> None:
        nonlocal width, free
        if letter in fresh:
            small = letter < 256
            put(_SMALL if small else _LARGE, width)
            put(letter, 8 if small else 16)
            fresh.discard(letter)
            width, free = _after(width, free)
        else:
            put(phrase, width)
        width, free = _after(width, free)

    for place in range(0, len(data), 2):
        unit = data[place] | data[place + 1] << 8
        if unit not in single:
            single[unit], size = size, size + 1
            fresh.add(unit)
        if phrase < 0:
            phrase, letter = single[unit], unit
        elif (phrase, unit) in codes:
            phrase, letter = codes[phrase, unit], -1
        else:
            emit()
            codes[phrase, unit], size = size, size + 1
            phrase, letter = single[unit], unit
    if phrase >= 0:
        emit()
    put(_END, width)
    bits = "".join(out) + "0"
    bits += "0" * (-len(bits) % 6)
    return "".join(_LETTERS[int(bits[place : place + 6], 2)] for place in range(0, len(bits), 6))
