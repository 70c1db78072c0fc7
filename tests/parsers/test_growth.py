"""No parser of people's text takes more than a little over twice as long for twice as much text."""

from __future__ import annotations

import random

import pytest

from tests.parsers.adversaries import Adversary, adversaries
from tests.parsers.growth import MOST_GROWTH, growth
from tests.parsers.parser import Parser
from tests.parsers.table import parsers
from tests.soaking import more


@pytest.mark.soak
@pytest.mark.parametrize("parser", parsers(), ids=str)
def test_work_grows_with_the_length_and_not_with_its_square(parser: Parser) -> None:
    tried = adversaries(parser.examples)
    tried = random.Random(7).sample(tried, min(len(tried), more(9, len(tried))))
    for adversary in tried:
        found = growth(parser.read, adversary.text, min(parser.longest, more(16_000, 2_000_000)))
        assert found is None or found.rate < MOST_GROWTH, f"{parser}: {adversary}: {found}"


@pytest.mark.parametrize("unit", ["<a ", "<a x=", "<!--", "<div>", "&amp;"])
def test_markup_that_is_never_closed_is_read_once(unit: str) -> None:
    (said,) = (parser for parser in parsers() if parser.name == "words of a question")
    found = growth(said.read, Adversary("", unit, "").text, 64_000)
    assert found is None or found.rate < MOST_GROWTH, found
