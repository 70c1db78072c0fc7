"""Codes that people read from a board or a slip of paper and type: no letter in them is mistaken for another."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0, O, 1, I or L."""


def new_code(length: int) -> str:
    """A random code: 31 to the power of its length there are."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def normal_code(given: str, length: int) -> str:
    """A code as somebody typed it, without spaces and strokes and in capitals; "" if it cannot be one."""
    text = "".join(given[:40].replace("-", "").split()).upper()
    return text if len(text) == length and all(letter in ALPHABET for letter in text) else ""
