"""What came of random texts for parsers, kept so that many runs add up to one long one.

``FUZZING`` names the folder (else ``.cache/fuzzing``): a file for each parser has the seconds and the number of texts
so far, and the texts that are tried first in the next run, those that failed and the slowest. In a fresh checkout
``docs/benchmarks.md`` tells how far each parser is. Where its code has changed (``code.py``) a parser begins anew.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.parsers.code import digests
from tests.parsers.growth import seconds
from tests.parsers.parser import Parser
from tests.parsers.samples import read_many, smallest
from tools.benchmarks import _registry

FOLDER = Path(os.environ.get("FUZZING", Path(__file__).resolve().parents[2] / ".cache" / "fuzzing"))
ENOUGH = int(os.environ.get("FUZZ_SECONDS", "600"))
"""Seconds of the processor that each parser is given in all."""
AT_ONCE = 20
_QUICK = 3_500
"""Texts a second of a parser for which making them takes about as long as reading them, or longer."""
_COMPANY = 10
_KEPT = 5
_ROW = re.compile(r"^\| ([^|]+) \| ([0-9a-f]+) \| ([\d.]+) \| ([\d,]+) \| ([\d.]+) \| [\d,]+ \| 0 \|$", re.M)
"""Of the table in the report: the parser, its digest, seconds, texts, milliseconds of the slowest. A row that tells of
texts that failed is none: they are not told, and have to be found again."""


@dataclass
class Kept:
    """What came of a parser so far."""

    parser: str
    code: str
    """The digest of the code that all of it tells of."""
    seconds: float = 0.0
    """Of the processor."""
    texts: int = 0
    """How many it has read; the next ones follow from this number."""
    slowest: list[tuple[float, str]] = field(default_factory=list)
    """The texts that took longest, each with its seconds."""
    elsewhere: float = 0.0
    """Seconds of the slowest text of runs in other checkouts."""
    failed: dict[str, str] = field(default_factory=dict)
    """Texts that were neither read nor refused, or not in time, each with what happened."""

    @property
    def slowest_seconds(self) -> float:
        """What the slowest text took."""
        return max([self.elsewhere, *(each for each, _ in self.slowest)])

    def read(self, parser: Parser, text: str) -> None:
        """Have the parser read a text as far as it can reach it; the time counts, and whatever is wrong is noted."""
        begun = time.process_time()
        self._try(parser, text[: parser.longest])
        self.seconds += time.process_time() - begun

    def read_again(self, parser: Parser) -> None:
        """Have what failed and what took longest read once more."""
        again, self.failed, self.slowest = [*self.failed, *(text for _, text in self.slowest)], {}, []
        for text in again:
            self.read(parser, text)

    def _try(self, parser: Parser, text: str) -> None:
        self.texts += 1
        try:
            taken = seconds(lambda: parser.read(text))
            if taken > parser.seconds or len(self.slowest) < _KEPT or taken > self.slowest[0][0]:
                taken = min(taken, seconds(lambda: parser.read(text), runs=4))  # a busy machine makes one run slow
        except Exception as failure:  # anything at all that is no refusal is what is looked for
            self._note(parser, text, failure)
            return
        if taken > parser.seconds:
            self.failed[text] = f"{1000 * taken:.0f} ms for {len(text):,} characters"
        if len(self.slowest) < _KEPT or taken > self.slowest[0][0]:
            others = [(took, old) for took, old in self.slowest if old != text]
            self.slowest = sorted([*others, (taken, text)])[-_KEPT:]

    def _note(self, parser: Parser, text: str, failure: Exception) -> None:
        """It failed: keep the smallest text for which it does so."""

        def fails(shorter: str) -> bool:
            try:
                parser.read(shorter)
            except Exception as other:
                return type(other) is type(failure)
            return False

        if len(self.failed) < _KEPT:
            text = smallest(text, fails)
            self.failed[text] = f"{type(failure).__name__}: {str(failure)[:200]}"


def path(parser: Parser) -> Path:
    """The file of a parser."""
    return FOLDER / (re.sub(r"\W+", "-", parser.name) + ".json")


def kept(parser: Parser) -> Kept:
    """What is kept of a parser, as its code is now."""
    fresh = Kept(parser.name, digests().get(parser.name, ""))
    try:
        found = json.loads(path(parser).read_text(encoding="utf-8"))
    except FileNotFoundError:
        for name, code, spent, count, slowest in _ROW.findall(_registry.REPORT.read_text(encoding="utf-8")):
            if (name, code) == (fresh.parser, fresh.code):
                fresh.seconds, fresh.texts = float(spent), int(count.replace(",", ""))
                fresh.elsewhere = float(slowest) / 1000
        return fresh
    found["slowest"] = [(taken, text) for taken, text in found["slowest"]]
    if found.get("code") == fresh.code:
        return Kept(**found)
    fresh.slowest, fresh.failed = found["slowest"], found["failed"]  # they are read again first
    return fresh


def go_on(parsers: Sequence[Parser], until: float = ENOUGH, patience: float = float("inf")) -> list[Kept]:
    """Read on for ``patience`` seconds of the processor at most, until each has had so many; first what was kept, else
    new texts, which are made for all of them together: the time that making one takes counts for each that reads it.
    What came of them is kept."""
    ends = time.process_time() + patience
    found = [kept(parser) for parser in parsers]
    for each, parser in zip(found, parsers, strict=True):
        each.read_again(parser)
    while (waiting := [pair for pair in zip(found, parsers, strict=True) if pair[0].seconds < until]) and (
        time.process_time() < ends
    ):
        _read_on(waiting)
    for each, parser in zip(found, parsers, strict=True):
        _keep(each, parser)
    return found


def _read_on(pairs: Sequence[tuple[Kept, Parser]]) -> None:
    """New texts for all of these."""
    last = time.process_time()

    def read(text: str) -> None:
        nonlocal last
        made = time.process_time() - last
        for each, parser in pairs:
            each.seconds += made
            each.read(parser, text)
        last = time.process_time()

    read_many([parser for _, parser in pairs], sum(each.texts for each, _ in pairs), AT_ONCE, read)


def _keep(found: Kept, parser: Parser) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    draft = path(parser).with_suffix(f".{os.getpid()}")
    draft.write_text(json.dumps(asdict(found), indent=1), encoding="ascii")  # halves of letters are escaped
    os.replace(draft, path(parser))


def companies(parsers: Iterable[Parser]) -> list[list[Parser]]:
    """Who reads the same texts: ten at most of those that read one in the time that making it takes; others alone."""
    quick, alone = list[Parser](), list[list[Parser]]()
    for parser in parsers:
        found = kept(parser)
        if found.texts and found.texts >= _QUICK * found.seconds:
            quick.append(parser)
        else:
            alone.append([parser])
    return [quick[first : first + _COMPANY] for first in range(0, len(quick), _COMPANY)] + alone
