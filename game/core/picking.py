"""Takes attributes out of a record by their names, for what travels as JSON."""

from __future__ import annotations

from typing import Any


def picked(record: object, names: str) -> dict[str, Any]:
    """These attributes of a record, named in a text with blanks between, as a dictionary in that order."""
    return {name: getattr(record, name) for name in names.split()}
