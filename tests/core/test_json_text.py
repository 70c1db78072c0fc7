"""JSON of people is bounded before anything is built of it."""

from __future__ import annotations

import pytest

from plyground.core import json_text
from plyground.core.json_text import DEEPEST, MOST_DIGITS, MOST_VALUES


def test_what_is_within_the_bounds_is_read() -> None:
    numbers = "[" + "1," * (MOST_VALUES - 2) + "1]"
    assert json_text.read(numbers) == [1] * (MOST_VALUES - 1)
    assert json_text.read("[" * DEEPEST + "]" * DEEPEST)
    assert json_text.read("1" * MOST_DIGITS) == int("1" * MOST_DIGITS)
    assert json_text.read(b'\xef\xbb\xbf{"a,[{": "' + b",[{" * MOST_VALUES + b'"}').keys() == {"a,[{"}
    assert len(json_text.read("[" + '"",' * (MOST_VALUES - 2) + '""]')) == MOST_VALUES - 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" + "1," * MOST_VALUES + "1]", "values"),
        ("[" + "[]," * (MOST_VALUES // 2) + "[]]", "values"),
        ('{"":[' + ",".join(["{}"] * (MOST_VALUES // 2)) + "]}", "values"),
        ('"' * (2 * MOST_VALUES + 1), "quotation"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "deep"),
        ("1" * (MOST_DIGITS + 1), "digits"),
        ("[NaN]", "NaN"),
        ("[", "Expecting"),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_beyond_them_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        json_text.read(text)
