"""Codes of classes: six characters that are read out, typed on phones, and not guessed."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0, O, 1, I or L."""
LENGTH = 6


def new_code() -> str:
    """A random code: 31 to the sixth, some 890 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def normal(given: str) -> str:
    """A code as somebody typed it, without spaces and strokes and in capitals; "" if it cannot be one."""
    text = "".join(given[:40].replace("-", "").split()).upper()
    return text if len(text) == LENGTH and all(letter in ALPHABET for letter in text) else ""
