"""The key that an asker shows: ``Authorization: Bearer KEY``, never in an address, which is written down widely."""

from __future__ import annotations

from flask import request


def bearer() -> str:
    """The key of this request, empty without one."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if scheme.lower() == "bearer" else ""
