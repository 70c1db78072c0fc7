"""Random texts for parsers, and what came of them, kept in a folder so that many runs add up to one long one.

``FUZZING`` names the folder (else ``.cache/fuzzing``): a file for each parser has the seconds and the texts so far, and
the texts that are tried first in the next run, those that failed and the slowest.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.parsers.adversaries import UNITS
from tests.parsers.growth import seconds
from tests.parsers.parser import Parser

FOLDER = Path(os.environ.get("FUZZING", Path(__file__).resolve().parents[2] / ".cache" / "fuzzing"))
ENOUGH = int(os.environ.get("FUZZ_SECONDS", "600"))
"""Seconds of the processor that each parser is given in all."""
AT_ONCE = 200
_KEPT = 5
LONGEST = 20_000
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


def read_many(parser: Parser, number: int, examples: int, read: Callable[[str], object]) -> None:
    """Have so many texts read, the same for the same number; raises what ``read`` raises."""

    @seed(number)
    @settings(
        max_examples=examples, deadline=None, database=None, phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(texts(parser.examples))
    def each(text: str) -> None:
        read(text)

    each()


@dataclass
class Kept:
    """What came of a parser so far."""

    parser: str
    seconds: float = 0.0
    """Of the processor."""
    groups: int = 0
    """How many groups of texts it has read; the next one has this number."""
    texts: int = 0
    slowest: list[tuple[float, str]] = field(default_factory=list)
    """The texts that took longest, each with its seconds."""
    failed: dict[str, str] = field(default_factory=dict)
    """Texts that were neither read nor refused, or not in time, each with what happened."""

    @property
    def slowest_seconds(self) -> float:
        """What the slowest text took."""
        return max((each for each, _ in self.slowest), default=0.0)

    def read(self, parser: Parser, text: str) -> None:
        """Have the parser read a text, and time it; whatever is wrong with it is noted."""
        self.texts += 1
        try:
            taken = seconds(lambda: parser.read(text))
            if taken > parser.seconds:
                taken = seconds(lambda: parser.read(text), runs=5)
        except Exception as failure:  # anything at all that is no refusal is what is looked for
            self.failed[text] = f"{type(failure).__name__}: {str(failure)[:200]}"
            return
        if taken > parser.seconds:
            self.failed[text] = f"{1000 * taken:.0f} ms for {len(text):,} characters"
        self.slowest = sorted([*((took, old) for took, old in self.slowest if old != text), (taken, text)])[-_KEPT:]

    def go_on(self, parser: Parser, until: float, patience: float) -> None:
        """Read on for ``patience`` seconds at most, until so many are spent; first what was kept, else new texts."""
        begun = time.process_time()
        spent = self.seconds
        again, self.failed, self.slowest = [*self.failed, *(text for _, text in self.slowest)], {}, []
        for text in again:
            self.read(parser, text)
        while self.seconds < until and time.process_time() < begun + patience:
            self.groups += 1
            read_many(parser, self.groups, AT_ONCE, lambda text: self.read(parser, text))
            self.seconds = spent + time.process_time() - begun
        self.seconds = spent + time.process_time() - begun


def path(parser: Parser) -> Path:
    """The file of a parser."""
    return FOLDER / (re.sub(r"\W+", "-", parser.name) + ".json")


def kept(parser: Parser) -> Kept:
    """What is kept of a parser."""
    try:
        found = json.loads(path(parser).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Kept(parser.name)
    return Kept(**found | {"slowest": [(taken, text) for taken, text in found["slowest"]]})


def go_on(parser: Parser, until: float = ENOUGH, patience: float = float("inf")) -> Kept:
    """Go on with a parser, and keep what came of it; see ``Kept.go_on``."""
    found = kept(parser)
    found.go_on(parser, until, patience)
    FOLDER.mkdir(parents=True, exist_ok=True)
    draft = path(parser).with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(found), indent=1), encoding="ascii")  # halves of letters are escaped
    os.replace(draft, path(parser))
    return found
