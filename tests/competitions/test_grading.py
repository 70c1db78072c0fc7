"""The formula of grades: what it reads, works out and refuses; nothing of it is ever run as code."""

from __future__ import annotations

import random

import pytest

from plyground.competitions import grading
from plyground.core.errors import Refusal

VALUES = {name: float(number) for number, name in enumerate(grading.VALUES, 1)}


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 - 2 - 1", 5),
        ("8 / 4 / 2", 1),
        ("-2 * -(3 - 1)", 4),
        ("min(1, 2, 0.5) + max(3, -4)", 3.5),
        ("round(2.6)", 3),
        ("1 / 3", 0.33),
        ("rating + score", VALUES["rating"] + VALUES["score"]),
        ("  \n7\t", 7),
    ],
)
def test_what_formulas_come_to(text: str, grade: float) -> None:
    assert grading.formula(text).grade(VALUES) == (grade, "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("1 +", "ends where a number, a name or a bracket is needed"),
        ("1 2", "at “2”: an operator is missing"),
        ("(1", "a closing bracket is needed"),
        ("1)", "an operator is missing"),
        ("marks * 2", "at “marks \\* 2”: there is no such name; the names are rating, score"),
        ("min 3", "a bracket is needed behind min"),
        ("min(3)", "take two or more"),
        ("round(1, 2)", "takes one value"),
        ("rating.real", "neither a number"),
        ("rating ** 2", "at “\\* 2”"),
        ("9e9", "there is no such name|operator"),
        ("ｒating", "neither a number"),
        ("(" * 30 + "1" + ")" * 30, "at most 20 brackets"),
        ("1+" * 300 + "1", "at most 400 characters"),
    ],
)
def test_what_is_refused_says_where(text: str, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        grading.formula(text)


def test_what_is_missing_or_has_no_value_is_no_grade() -> None:
    assert grading.formula("place + 1").grade({**VALUES, "place": None}) == (None, "There is no “place” yet.")
    assert grading.formula("1 / (tests - tests)").grade(VALUES) == (None, "The formula divides by zero here.")
    assert grading.formula("*".join(["999999999"] * 9)).grade(VALUES)[0] is None


def test_formulas_agree_with_python() -> None:
    """Random formulas of numbers and signs, which Python reads alike."""
    rng = random.Random(16)

    def made(depth: int) -> str:
        if depth == 0 or rng.random() < 0.2:
            return str(rng.choice(["1", "2.5", "40", "score", "games"]))
        shape = rng.choice(["{} + {}", "{} - {}", "{} * {}", "({} / {})", "min({}, {})", "-({} + {})"])
        return shape.format(made(depth - 1), made(depth - 1))

    for _unused in range(300):
        text = made(4)
        if len(text) > grading.LONGEST:
            continue
        grade, why = grading.formula(text).grade(VALUES)
        try:
            expected = eval(text, {"min": min, **VALUES})
        except ZeroDivisionError:
            assert why == "The formula divides by zero here."
            continue
        assert grade == pytest.approx(round(expected, 2)), text
