"""Whatever anybody writes is read or refused in a sentence: random texts, and good ones taken apart and put together.

``make test`` tries a few texts, always the same. ``make soak`` goes on for ten minutes with each parser
(``FUZZ_SECONDS`` changes that) and also holds texts of up to 20 kB to 50 ms of processor time, files of games to what
the server gives them; how many texts each parser was given, and the slowest, it writes to ``.cache/fuzzing.txt``.
"""

from __future__ import annotations

import os
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.parsers.adversaries import UNITS
from tests.parsers.growth import seconds
from tests.parsers.parser import Parser
from tests.parsers.table import parsers
from tests.soaking import SOAKING, more

LONGEST = 20_000
FOUND = Path(__file__).resolve().parents[2] / ".cache" / "fuzzing.txt"
FUZZ_SECONDS = int(os.environ.get("FUZZ_SECONDS", "600"))
NUMBERS = (
    "NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e400", "0x10", "1_000", "٣", "²", "-0", "+1", "1.5", "9" * 19,
    "9" * 400, "9" * 5_000, "-" + "9" * 400, "0." + "0" * 400 + "1", "1e-400", str(2**63),
    str(-(2**63) - 1), str(2**64),
)  # fmt: skip
"""Numbers that are none, or that no field holds."""
NESTED = tuple(sign * count for sign in ("[", "{", "(", '{"a":', "[[", "- ") for count in (90, 101, 990, 5_000))


def texts(examples: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Texts of all kinds for a parser that reads these examples."""
    tokens = sorted({token for example in examples for token in re.findall(r"\w+|\W", example)})
    pieces = st.sampled_from([*tokens, *examples, *UNITS, *NUMBERS])
    repeated = st.builds(lambda piece, times: piece * times, pieces, st.integers(1, 300))
    joined = st.lists(st.one_of(pieces, repeated, st.text(max_size=5)), max_size=30).map("".join)
    spoilt = st.builds(_spoilt, st.sampled_from(examples), st.randoms(use_true_random=False), pieces)
    plain = st.text(st.characters(exclude_categories=()), max_size=400)
    return st.one_of(spoilt, joined, plain, st.sampled_from(NUMBERS), st.sampled_from(NESTED)).map(
        lambda text: text[:LONGEST]
    )


def _spoilt(example: str, rng: random.Random, piece: str) -> str:
    """A good text with a few changes: something cut out, doubled, moved, or put in."""
    text = example
    for _change in range(rng.randint(1, 4)):
        first, last = sorted(rng.randint(0, len(text)) for _end in "ab")
        middle = rng.choice(("", text[first:last] * 2, piece, text[first:last] + piece, text[first:last][::-1]))
        text = text[:first] + middle + text[last:]
    return text


def tried(parser: Parser, number: int, examples: int) -> float:
    """Read so many texts, the same for the same number; the seconds that the slowest took, as far as that is asked."""
    slowest = 0.0

    @seed(number)
    @settings(
        max_examples=examples, deadline=None, database=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(texts(parser.examples))
    def read(text: str) -> None:
        nonlocal slowest
        parser.read(text)
        if SOAKING:
            taken = seconds(lambda: parser.read(text))
            if taken > parser.seconds:
                taken = seconds(lambda: parser.read(text), runs=5)
            slowest = max(slowest, taken)
            assert taken <= parser.seconds, f"{parser}: {1000 * taken:.0f} ms for {len(text):,} characters"

    read()
    return slowest


@pytest.mark.soak
@pytest.mark.timeout(FUZZ_SECONDS * 2 + 600)
@pytest.mark.parametrize("parser", parsers(), ids=str)
def test_whatever_is_written_is_read_or_refused(parser: Parser) -> None:
    begun, number, examples = time.monotonic(), 1, more(40, 500)
    slowest = tried(parser, number, examples)
    while time.monotonic() < begun + more(0, FUZZ_SECONDS):
        number += 1
        slowest = max(slowest, tried(parser, number, examples))
    if SOAKING:
        took = time.monotonic() - begun
        with FOUND.open("a", encoding="utf-8") as found:
            found.write(f"{parser}: {number * examples:,} texts in {took:.0f} s, slowest {1000 * slowest:.1f} ms\n")
