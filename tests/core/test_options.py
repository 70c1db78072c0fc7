"""Options are declared once; reading, writing and refusing them follows from the declaration."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.errors import BadOption
from plyground.core.options import Option, complete, format_pairs, parse_pairs

DECLARED = (
    Option("budget", "int", 3000, "Positions.", low=1, high=1_000_000),
    Option("pace", "float", 0.5, "Seconds.", low=0, high=10),
    Option("divide_root", "bool", False, "Divide at the root too."),
    Option("ties", "choice", "seeded", "Which of equals.", choices=("seeded", "last")),
)


def test_defaults_fill_what_is_not_given() -> None:
    assert complete(DECLARED, {"budget": "17"}) == {"budget": 17, "pace": 0.5, "divide_root": False, "ties": "seeded"}


@pytest.mark.parametrize(
    ("given_option", "words"),
    [
        ({"budget": "0"}, "from 1 to 1,000,000"),
        ({"budget": "many"}, "a whole number"),
        ({"budget": "3.5"}, "a whole number"),
        ({"pace": "nan"}, "outside"),
        ({"pace": "inf"}, "outside"),
        ({"divide_root": "maybe"}, "yes or no"),
        ({"ties": "first"}, "one of seeded, last"),
        ({"depth": "3"}, "no option “depth”"),
        ({"x" * 5000: "3"}, "no option"),
    ],
)
def test_refusals_say_what_would_be_right(given_option: dict[str, str], words: str) -> None:
    with pytest.raises(BadOption) as caught:
        complete(DECLARED, given_option)
    assert words in caught.value.sentence
    assert len(caught.value.sentence) < 250
    assert caught.value.as_json()["code"] == "bad_option"


@given(
    st.fixed_dictionaries(
        {
            "budget": st.integers(1, 1_000_000),
            "pace": st.floats(0, 10),
            "divide_root": st.booleans(),
            "ties": st.sampled_from(["seeded", "last"]),
        }
    )
)
def test_text_form_reads_back(values: dict[str, object]) -> None:
    checked = complete(DECLARED, values)
    assert complete(DECLARED, parse_pairs(format_pairs(DECLARED, checked))) == checked


@pytest.mark.parametrize("text", ["budget", "=3", "budget=", "budget=3,budget=4"])
def test_pairs_that_are_none(text: str) -> None:
    with pytest.raises(BadOption):
        parse_pairs(text)


@pytest.mark.parametrize("text", ["a,b", "a=b", "two\nlines", "x" * 21])
def test_texts_that_could_not_stand_among_pairs(text: str) -> None:
    named = Option("map", "text", "triangle", "Which map.", low=1, high=20)
    assert named.parse(" grid:3x4 ") == "grid:3x4"
    with pytest.raises(BadOption):
        named.parse(text)
