"""Names that a reader may take for one another, whatever letters they are written in.

Two names are alike if their skeletons are (Unicode Security Mechanisms, UTS #39, section 4): each letter is replaced by
the one that all letters of its looks stand for. Case, width and spaces are no difference either. What looks alike in
capitals need not in small letters (Greek Ν and ν), so a name has two skeletons: with its case folded after letters were
replaced, and before; alike are names that share one.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

TABLE = Path(__file__).with_name("look_alikes.txt")
"""Written by ``python -m tools.look_alikes`` from the file of the Unicode Consortium."""
_ONE_STROKE = str.maketrans("i0", "lo")
"""A capital I is a stroke as l and 1 are, and O a ring as 0 is, so without case i is one with l, and o with 0."""


def alike(one: str, other: str) -> bool:
    """Whether a reader may take one name for the other."""
    return not skeletons(one).isdisjoint(skeletons(other))


@cache
def _table() -> dict[int, str]:
    found: dict[int, str] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            target, _tab, sources = line.partition("\t")
            shown = "".join(chr(int(number, 16)) for number in target.split())
            found |= {int(number, 16): shown for number in sources.split()}
    return found


@lru_cache(maxsize=4096)
def skeletons(name: str) -> frozenset[str]:
    """What stands for the looks of a name; of two that are alike at least one is the same."""
    plain = unicodedata.normalize("NFKC", "".join(name.split()))
    return frozenset(_bare(_looks(each.casefold())) for each in (_looks(plain), plain))


def _looks(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_table()))


def _bare(text: str) -> str:
    """Without what is not seen: spaces and letters that only steer others."""
    seen = (letter for letter in text if not letter.isspace() and unicodedata.category(letter) != "Cf")
    return "".join(seen).translate(_ONE_STROKE)
