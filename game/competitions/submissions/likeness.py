"""How much of two sources is the same, whatever names, numbers and comments they have: by fingerprints of their tokens.

Tokens are those of most languages; a text that is not closed ends with its line. Names, numbers and texts all count as
the same, words of the languages for themselves. Of the hashes of each run of ``RUN`` tokens the least of each
``WINDOW`` is a fingerprint (winnowing: Schleimer, Wilkerson and Aiken, SIGMOD 2003), so every common passage of ``RUN +
WINDOW - 1`` tokens shares one. Time is linear in what is read.
"""

from __future__ import annotations

import keyword
import re
import zlib
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

RUN, WINDOW = 12, 8
MOST_BYTES = 500_000
"""Of each bot so much is read."""
FEWEST = 12
"""With fewer fingerprints of its own there is too little to compare."""
LEAST = 0.5
"""The share of fingerprints, of the source that has fewer, from which two are called alike."""
_COMMON, _MANY = 0.5, 5
"""What more than this part of all bots have, and more than so many, is what everybody began from."""
_MOST_AT_ONE = 30
"""A fingerprint that so many bots have tells nothing of two of them."""
_OTHERS = (
    "auto begin bool break case catch char class const continue data default delete do double else end enum extern",
    "float fn for foreign fun function goto if impl import include in int let long loop match module mut namespace new",
    "null of open private pub public rec return short signed sizeof static struct switch template then this throw",
    "trait type typedef typename union unsigned use using val var virtual void where while with yield",
)
_WORDS = frozenset(keyword.kwlist).union(*(line.split() for line in _OTHERS))
_TOKEN = re.compile(
    r"""[A-Za-z_]\w{0,200}|\d[\w.]{0,200}|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\#[^\n]*|//[^\n]*|\S"""
)


class Likeness(NamedTuple):
    """Two sources that are alike: ``share`` of the fingerprints of the shorter one are in the other, ``common`` are
    there in both; ``identical`` if their tokens are the same throughout."""

    one: str
    other: str
    share: float
    common: int
    identical: bool


def tokens(source: str) -> Iterator[str]:
    """The tokens of a source, without comments: words of languages and signs as they are, and one sign for each name,
    number and text."""
    for found in _TOKEN.finditer(source[:MOST_BYTES]):
        text = found[0]
        if text.startswith(("#", "//")) and len(text) > 1:
            continue
        if text in _WORDS:
            yield text
        elif text[0] in "\"'" and len(text) > 1:
            yield "text"
        elif text[0].isdigit():
            yield "0"
        else:
            yield "name" if text[0].isalpha() or text[0] == "_" else text


def fingerprints(words: Sequence[str]) -> frozenset[int]:
    """The winnowed hashes of the runs of tokens."""
    numbers = [zlib.crc32(word.encode()) + 1 for word in words]
    modulus, base = (1 << 61) - 1, 1_000_003
    top = pow(base, RUN - 1, modulus)
    value, hashes = 0, []
    for at, number in enumerate(numbers):
        if at >= RUN:
            value = (value - numbers[at - RUN] * top) % modulus
        value = (value * base + number) % modulus
        if at >= RUN - 1:
            hashes.append((value * 0x9E3779B97F4A7C15) & ((1 << 64) - 1))
    least: deque[int] = deque()
    chosen = set()
    for at, value in enumerate(hashes):
        while least and hashes[least[-1]] >= value:
            least.pop()
        least.append(at)
        if least[0] <= at - WINDOW:
            least.popleft()
        if at >= WINDOW - 1:
            chosen.add(hashes[least[0]])
    return frozenset(chosen or hashes)


def alike(sources: Mapping[str, str], given: Iterable[str] = ()) -> list[Likeness]:
    """Which of these sources, by name, are alike, the most alike first.

    What is in ``given``, the templates that everybody may begin from, does not count, nor what most of the bots have.
    """
    words = {name: list(tokens(source)) for name, source in sources.items()}
    known = frozenset[int]().union(*(fingerprints(list(tokens(each))) for each in given))
    prints = {name: fingerprints(each) - known for name, each in words.items()}
    holders: dict[int, list[str]] = defaultdict(list)
    for name in sorted(prints):
        for each in prints[name]:
            holders[each].append(name)
    usual = {each for each, names in holders.items() if len(names) > max(_MANY, _COMMON * len(prints))}
    own = {name: each - usual for name, each in prints.items()}
    shared: dict[tuple[str, str], int] = defaultdict(int)
    for each, names in holders.items():
        if each not in usual and len(names) <= _MOST_AT_ONE:
            for pair in combinations(names, 2):
                shared[pair] += 1
    same: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(words):
        if len(words[name]) >= RUN:
            same[tuple(words[name])].append(name)
    identical = {pair for names in same.values() for pair in combinations(names, 2)}
    found = []
    for one, other in sorted(shared.keys() | identical):
        least = min(len(own[one]), len(own[other]))
        common = shared.get((one, other), 0)
        if (one, other) in identical:
            found.append(Likeness(one, other, 1.0, len(prints[one]), True))
        elif least >= FEWEST and common / least >= LEAST:
            found.append(Likeness(one, other, common / least, common, False))
    return sorted(found, key=lambda each: (-each.identical, -each.share, each.one, each.other))
