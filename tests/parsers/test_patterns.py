"""No regular expression of the program takes more than a little over twice as long for twice as much text."""

from __future__ import annotations

import re

import pytest

from tests.parsers.adversaries import Adversary
from tests.parsers.growth import MOST_GROWTH, growth
from tests.parsers.patterns import Used, crawls, misread, pumped, used, written
from tests.soaking import more

LONGEST = more(10_000, 300_000)
OF_OUR_OWN_FILES = ("web/assets.py", "commands/_reports.py")
"""Modules whose patterns read nothing but the program's own files."""


@pytest.mark.soak
def test_patterns_are_linear() -> None:
    """One test, since all modules are parsed for it, and all processes of a run collect the parameters of tests."""
    tried = [each for each in used() if each.where not in OF_OUR_OWN_FILES]
    assert len(tried) > 100
    for one in tried:
        for head, unit, tail in pumped(one):
            found = growth(one.run, Adversary(head, unit, tail).text, LONGEST)
            assert found is None or found.rate < MOST_GROWTH, f"{one}: {head!r} + {unit!r} * n + {tail!r}: {found}"


def test_no_run_of_signs_is_searched_from_each_of_them() -> None:
    assert [(str(one), told) for one in used() for told in crawls(one, 100_000)] == []
    assert crawls(Used("here", "[0-9]{401}", 0, "search"), 100_000)
    assert not crawls(Used("here", "(?<![0-9])[0-9]{401}", 0, "search"), 100_000)


def test_possessive_groups_end_where_they_should_on_every_python() -> None:
    patterns = list(written())
    assert len(patterns) > 5
    assert [(where, text) for where, text in patterns if misread(text, re.VERBOSE if "\n" in text else 0)] == []


@pytest.mark.parametrize(
    "pattern", [r"(?:ab?c)++", r"(?:[^*]|\*(?!/))*+", r"x(?:-[0-9]++)*+y", r"(?:(?!--)[-a])++", r"((?:a(?:bc)*+d)*+|e)"]
)
def test_groups_that_some_pythons_misread_are_found(pattern: str) -> None:
    assert misread(pattern)
    assert not misread(pattern.replace(")*+", ")*").replace(")++", ")+"))


@pytest.mark.parametrize(
    ("pattern", "method"), [(r"\s*;?\s*\)", "match"), (r"\d+\.+", "sub"), (r"a\s+[\s_]*b", "fullmatch")]
)
def test_slow_patterns_are_found(pattern: str, method: str) -> None:
    one = Used("here", pattern, 0, method)
    assert any(_rate(one, shape) > MOST_GROWTH for shape in pumped(one))


def _rate(one: Used, shape: tuple[str, str, str]) -> float:
    found = growth(one.run, Adversary(*shape).text, LONGEST)
    return 0.0 if found is None else found.rate
