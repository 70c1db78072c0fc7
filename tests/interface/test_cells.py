"""What a notebook's cell is given: in the language and theme that were chosen, whole, and refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from plyground import notebook
from plyground.core import compiled_calls
from plyground.core.errors import BadOption, Refusal
from plyground.interface.cells.output import LOOK
from plyground.interface.positions import Position, game
from tests.contract.test_notebooks import inside


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """What notebooks choose holds for a process, which other tests share."""
    before, compiled = (LOOK.theme, LOOK.language), compiled_calls.compiled_in_use()
    yield
    LOOK.theme, LOOK.language = before
    compiled_calls.use_compiled(compiled)


@pytest.fixture
def tree() -> Position:
    """A small tree to search."""
    return game("tree").position("[[3, 12, 8], [2, 4, 6]]")


def test_a_search_is_named_as_people_name_it_with_its_settings(tree: Position) -> None:
    shown = {
        repr(notebook.trace(tree, name, **more))
        for name, more in (("alphabeta", {}), ("Alpha-Beta", {"depth": 0}), ("alpha-beta", {"settings": {"depth": 0}}))
    }
    assert shown == {"<Alpha-beta, Decision tree: 7 nodes, 30 steps>"}
    assert notebook.trace(tree, "minimax", depth=1).text != notebook.trace(tree, "minimax").text


def test_all_is_said_in_the_language_and_shown_in_the_theme_that_was_chosen(tree: Position) -> None:
    notebook.use(language="de", theme="dark")
    output = notebook.trace(tree, "alphabeta")
    assert "data-theme=&quot;dark&quot;" in output.html
    assert "lang=&quot;de&quot;" in output.html
    parts = inside(output.html)
    assert json.loads(parts["messages"])["texts"]["To the start"] == "Zum Anfang"
    (run,) = json.loads(parts["given"])["runs"]
    assert "Knoten" in " ".join(run["long"])
    notebook.use(language="en")
    english = notebook.trace(tree, "alphabeta").html
    assert "messages" not in inside(english)
    assert "data-theme=&quot;dark&quot;" in english, "what is not named stays as it was"


def test_what_cannot_be_shown_is_refused_in_a_sentence(tree: Position) -> None:
    with pytest.raises(BadOption, match="A theme is one of light, dark, contrast, colourblind, not pink"):
        notebook.use(theme="pink")
    with pytest.raises(BadOption, match="A language is one of en, de, not xx"):
        notebook.use(language="xx")
    with pytest.raises(Refusal, match="no search"):
        notebook.trace(tree, "abracadabra")
    with pytest.raises(Refusal, match="over"):
        notebook.trace(tree.play("0", "0"), "minimax")
