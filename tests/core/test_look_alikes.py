"""Names that look alike are one name; others are not."""

from __future__ import annotations

import pytest

from plyground.core.look_alikes import alike

ONE = [
    ("Anna", "\u0410nn\u0430"),  # Cyrillic A and a
    ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),  # Cyrillic letters but the l
    ("Nina", "\u039d\u0399\u039d\u0391"),  # Greek capitals
    ("\u041d\u0438\u043d\u0430", "\u041d\u0418\u041d\u0410"),  # Cyrillic in either case
    ("\u03bd\u03b9\u03bd\u03b1", "\u039d\u0399\u039d\u0391"),  # Greek in either case
    ("Ian", "lan"),
    ("Elias", "E1ias"),
    ("Ole", "0LE"),
    ("Mark", "rnark"),
    ("Red Owl", "red  0wl"),
    ("J\u00f6rg", "Jo\u0308rg"),
    ("Stra\u00dfe", "STRASSE"),
    ("\uff22ob", "BOB"),  # full width
    ("\U0001d400nna", "anna"),  # mathematical bold
    ("x\u200by", "xy"),  # zero width
]
TWO = [
    ("Anna", "Anni"),
    ("Guy", "Guu"),
    ("Nina", "Niva"),
    ("J\u00f6rg", "Jorg"),
    ("Red Owl 2", "Red Owl 3"),
    ("Levi", "Leni"),
]


@pytest.mark.parametrize(("one", "other"), ONE)
def test_what_looks_alike_is_one_name(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_what_does_not_is_two(one: str, other: str) -> None:
    assert not alike(one, other)
