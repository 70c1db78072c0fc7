"""A function of a notebook goes with all that it uses of the cells, and with nothing else."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import pytest

from plyground.interface.gathered import NoSource, function_in, source_of

CELLS = (
    "import math\nimport collections as many\nfrom operator import neg\nLINK = 'secret'\nDEEP = {'a': (1, 2.5)}\n",
    "\n# what is best\ndef best(values):\n    LINK = max(values)\n    return neg(LINK)\n\n\n"
    "class Table:\n    size = 3\n\n    def of(self):\n        return many.Counter(DEEP)\n",
    "from functools import cache\n\nplain = best\n\n\n@cache\ndef value(state):\n"
    "    return math.inf if state else plain([Table().of(), other()])\n\n\ndef other():\n    return value(0)\n\n\n"
    "shown = print(LINK)\n",
)


@pytest.fixture
def notebook() -> Iterator[Callable[..., dict[str, Any]]]:
    """Runs cells as a kernel does, each as a file of its own that only ``linecache`` knows; gives their names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    places: list[str] = []

    def run(*cells: str) -> dict[str, Any]:
        for cell in cells:
            place = f"/tmp/ipykernel_7/{len(places)}.py"
            places.append(place)
            linecache.cache[place] = (len(cell), None, cell.splitlines(keepends=True), place)
            exec(compile(cell, place, "exec"), names)
        return names

    yield run
    for place in places:
        del linecache.cache[place]


def test_what_a_function_uses_of_all_cells_comes_along_and_no_secret(notebook: Callable[..., dict[str, Any]]) -> None:
    names = notebook(*CELLS)
    function = function_in(names["value"])
    assert function is not None
    source = source_of(function)
    assert "secret" not in source, "a local name is none of the notebook's"
    assert "shown" not in source
    alone: dict[str, Any] = {"__name__": "alone"}
    exec(source, alone)
    assert alone["value"](1) == float("inf")
    assert alone["value"].cache_info().currsize == 1, "with its decorator"
    assert alone["best"]([2, 5]) == -5
    assert alone["Table"]().of() == {"a": (1, 2.5)}
    assert source.index("import math") < source.index("def value")


def test_a_cell_that_was_run_again_goes_as_it_is_now(notebook: Callable[..., dict[str, Any]]) -> None:
    notebook("def helper():\n    return 1\n", "def chosen():\n    return helper()\n")
    names = notebook("def helper():\n    return 2\n")
    alone: dict[str, Any] = {}
    exec(source_of(names["chosen"]), alone)
    assert alone["chosen"]() == 2


def test_a_function_within_another_goes_alone_and_one_of_no_cell_is_refused() -> None:
    def within() -> int:
        return 3

    assert source_of(within).startswith("def within() -> int:\n    return 3")  # type: ignore[arg-type]
    made: dict[str, Any] = {}
    exec("def nowhere():\n    return 1\n", made)
    assert isinstance(made["nowhere"], FunctionType)
    with pytest.raises(NoSource, match="The source of nowhere is not known here; hand in its text"):
        source_of(made["nowhere"])


def test_the_games_library_has_the_name_that_it_has_in_the_sandbox(notebook: Callable[..., dict[str, Any]]) -> None:
    cell = "from plyground.games.camel.for_bots import H, V\n\n\ndef straight(kind):\n    return kind in (H, V)\n"
    assert source_of(notebook(cell)["straight"]).startswith("from plyground.camel import H, V\n")
