"""Texts for parsers, as nobody writes them: good ones spoilt, parts of them put together, signs of all kinds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.parsers.adversaries import UNITS
from tests.parsers.parser import Parser

LONGEST = 20_000
NUMBERS = (
    "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e400", "0x10", "1_000", "٣", "²", "-0", "+1", "1.5", "9" * 19,
    "9" * 400, "9" * 5_000, "-" + "9" * 400, "0." + "0" * 400 + "1", "1e-400", str(2**63),
    str(-(2**63) - 1), str(2**64),
    "400", "9999", "20000", "99999", "1000000", "999999999999",
)  # fmt: skip
"""Numbers that are none, that no field holds, or that ask for much."""
NESTED = tuple(sign * count for sign in ("[", "{", "(", '{"a":', "[[", "- ") for count in (90, 101, 990, 5_000))
_VARIANTS = 19
"""So many texts are made from each that Hypothesis makes, which takes it a hundred times as long as reading one."""


def texts(examples: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts of all kinds for a parser that reads these examples."""
    pieces = st.sampled_from(_pieces(examples))
    repeated = st.builds(lambda piece, times: piece * times, pieces, st.integers(1, 300))
    joined = st.lists(st.one_of(pieces, repeated, st.text(max_size=5)), max_size=30).map("".join)
    plain = st.text(st.characters(exclude_categories=()), max_size=400)
    good = st.sampled_from(examples)
    return st.one_of(good, joined, plain, st.sampled_from(NUMBERS), st.sampled_from(NESTED)).map(_cut)


@cache
def _pieces(examples: tuple[str, ...]) -> tuple[str, ...]:
    """What the examples are made of, and what is odd for any parser."""
    tokens = {token for example in examples for token in re.findall(r"\w+|\W", example)}
    return (*sorted(tokens), *examples, *UNITS, *NUMBERS)


def variants(text: str, examples: tuple[str, ...], rng: random.Random) -> Iterator[str]:
    """Texts made from this one, or from an example: spoilt, crossed with another, pumped up to the greatest length."""
    pieces = _pieces(examples)
    for _variant in range(_VARIANTS):
        base = text if rng.random() < 0.5 else rng.choice(examples)
        spoilt = _spoilt(base, rng, rng.choice(pieces))
        if rng.random() < 0.1:
            first, last = _place(spoilt, rng)
            room = LONGEST - len(spoilt)
            spoilt = spoilt[:last] + spoilt[first:last] * max(0, room // max(1, last - first)) + spoilt[last:]
        yield _cut(spoilt)


def _cut(text: str) -> str:
    return text[:LONGEST]


def _place(text: str, rng: random.Random) -> tuple[int, int]:
    """Where a part of a text begins and ends; most parts are short."""
    first = rng.randint(0, len(text))
    return first, min(len(text), first + (rng.randint(0, 8) if rng.random() < 0.7 else rng.randint(0, len(text))))


def _spoilt(example: str, rng: random.Random, piece: str) -> str:
    """A good text with a few changes: something cut out, doubled, moved, put in, put into another's place."""
    text = example
    for _change in range(rng.randint(1, 4)):
        first, last = _place(text, rng)
        part = text[first:last]
        there = text[rng.randint(0, len(text)) :][: rng.randint(1, 30)]
        middle = rng.choice(("", part * 2, piece, part + piece, part[::-1], part.swapcase(), there))
        text = text[:first] + middle + text[last:]
    return text


def read_many(parsers: Sequence[Parser], number: int, count: int, read: Callable[[str], object]) -> None:
    """Have so many texts of Hypothesis for these parsers, each with its variants, read, the same for the same number;
    raises what ``read`` raises."""
    examples = tuple(text for parser in parsers for text in parser.examples)

    @seed(number)
    @settings(
        max_examples=count, deadline=None, database=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(texts(examples), st.integers(0, 2**32))
    def each(text: str, own: int) -> None:
        for one in (text, *variants(text, examples, random.Random(own))):
            read(one)

    each()


def smallest(text: str, fails: Callable[[str], bool], tries: int = 2_000) -> str:
    """A text as short as is found by leaving parts out, for which it still fails; it must for the one given."""
    size = max(1, len(text) // 2)
    while size:
        place = 0
        while place < len(text) and tries:
            shorter = text[:place] + text[place + size :]
            tries -= 1
            if fails(shorter):
                text = shorter
            else:
                place += size
        size //= 2
    return text
