"""What a notebook's cell is given: in the language and theme that were chosen, whole, and refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from xml.etree import ElementTree

import nbformat
import pytest
from click.testing import CliRunner

from plyground import notebook
from plyground.commands.exercise import command
from plyground.core import compiled_calls, registry
from plyground.core.errors import BadOption, Refusal
from plyground.exercises import catalogue
from plyground.interface.cells import exercise_files
from plyground.interface.cells.output import LOOK
from plyground.interface.matches import Match, Played
from plyground.interface.positions import Position, game
from tests.contract.test_notebooks import inside

SWAPPED = """def minimax(state, depth, seat):
    if depth == 0 or state.returns is not None:
        return state.evaluate(seat)
    values = [minimax(state.play(move), depth - 1, seat) for move in state.moves]
    return min(values) if state.seat == seat else max(values)
"""


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


def test_a_match_is_a_table_and_a_plot_of_the_points_after_each_game() -> None:
    def played(number: int, entrants: tuple[int, ...], returns: tuple[float, ...]) -> Played:
        return Played(number, entrants, 0, (), returns, "rules", "", (0.5, 1.0), (2, 1), (0.0, 0.0))

    match = Match(("hare<3>", "random"), (played(0, (0, 1), (1, -1)), played(1, (1, 0), (0, 0))))
    assert match.growth == ((0.0, 1.0, 1.5), (0.0, 0.0, 0.5))
    assert match.points == (1.5, 0.5)
    shown = ElementTree.fromstring(match._repr_html_())
    cells = [["".join(cell.itertext()) for cell in row] for row in shown.iterfind(".//tbody/tr")]
    assert [row[:5] for row in cells] == [["hare<3>", "1.5", "1", "1", "0"], ["random", "0.5", "0", "1", "1"]]
    assert [row[6] for row in cells] == ["0.5000", "0.5000"]
    svg = "{http://www.w3.org/2000/svg}"
    lines = [each.attrib["points"].split() for each in shown.iterfind(f".//{svg}polyline")]
    assert [len(line) for line in lines] == [3, 3]
    first, second = ([float(point.partition(",")[2]) for point in line] for line in lines)
    assert first[0] == second[0] > second[2] > first[1] > first[2], "higher is more, from none"


def test_exercises_are_a_notebook_that_jupyter_reads() -> None:
    for game_id in ("othello", "camel"):
        rules = registry.game(game_id)
        found = exercise_files.notebook(rules)
        nbformat.validate(found)
        for cell in found["cells"]:
            if cell["cell_type"] == "code":
                compile("".join(cell["source"]), cell["id"], "exec")
        checks = [each for each in found["cells"] if each["id"].endswith("-check")]
        assert len(checks) == len(catalogue.fitting(rules))
    own = exercise_files.notebook(registry.game("camel"), ["has_won"])
    head = "".join(next(each["source"] for each in own["cells"] if each["id"] == "has-won-1-write"))
    assert "from plyground.games.camel.for_bots import Configuration" in head, "the cell can be run"
    with pytest.raises(catalogue.UnknownExercise, match="does not fit"):
        exercise_files.notebook(registry.game("tak"), ["has_won"])
    written = CliRunner().invoke(command, ["notebook", "othello", "minimax", "alphabeta"])
    assert json.loads(written.output) == exercise_files.notebook(registry.game("othello"), ["minimax", "alphabeta"])


def test_what_cannot_be_checked_is_refused_in_a_sentence(tree: Position) -> None:
    with pytest.raises(Refusal, match="Give the function minimax, or the source of one"):
        notebook.check(3, "minimax", "othello")
    source = catalogue.exercise("minimax").solution
    with pytest.raises(Refusal, match="A search of 7 plies has more than 1500 nodes here"):
        notebook.check(source, "minimax", game("othello").start, depth=7)
    with pytest.raises(Refusal, match="The game is over in this position: there is nothing to search"):
        notebook.check(source, "minimax", tree.play("0", "0"))


def test_a_search_is_checked_at_a_position_of_ones_own(tree: Position) -> None:
    checked = notebook.check(SWAPPED, "minimax", tree, depth=2)
    assert not checked.passed
    assert checked.text.startswith("✗ Not yet (0/1): ")
    assert checked.text.endswith(" [return min(values) if state.seat == seat else max(values)]")
    given = json.loads(inside(checked.html[checked.html.index("<iframe") :])["given"])
    own, right = given["runs"]
    assert (own["title"], right["title"]) == ("Your search", "The right one")
    assert own["code"][0] == "def minimax(state, depth, seat):"
    assert "return state.evaluate(seat)" in {own["code"][line].strip() for line in own["lines"] if line is not None}
    assert own["views"]["0"]["view"]["text"] == tree.text == right["views"]["0"]["view"]["text"]
