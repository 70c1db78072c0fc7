"""A bot that tries to do harm, to see that it cannot: ``main`` runs in a sandbox, the rest says what it tries there."""

from __future__ import annotations

import importlib


def table() -> list[tuple[str, str]]:
    """The name of each attempt and what it tries, in the order in which they are made."""
    from plyground.sandbox.hostile.main import GROUPS, PACKAGE
    from plyground.sandbox.hostile.tools import TABLE

    modules = [importlib.import_module(f"{PACKAGE}.{group}").__name__ for group in GROUPS]
    ordered = sorted(TABLE, key=lambda entry: modules.index(entry[2].__module__))
    return [(name, tried) for name, tried, _ in ordered]
