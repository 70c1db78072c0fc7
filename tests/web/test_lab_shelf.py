"""Every position on the laboratory's shelf can be looked into, within what a trace holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from plyground.search.teaching.searches import search
from plyground.sessions.setup import read_position

SHELF = json.loads((Path(__file__).parents[2] / "static" / "lab" / "shelf.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", SHELF, ids=lambda entry: entry["title"])
def test_a_position_of_the_shelf_is_searched_to_the_end(entry: dict[str, Any]) -> None:
    read = read_position(entry)
    trace = search(entry["search"]).record(read.rules, read.position, entry["settings"], setup=read.options)
    assert trace.cut_short is None
    assert trace.steps[-1].kind == "answer"
    assert trace.steps[-1].child > 0
    assert 3 < len(trace.parents) <= 5000
    assert entry["words"].endswith((".", "?"))
