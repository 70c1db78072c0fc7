"""Every game draws itself in a notebook's cell and stands on a stage there, with all that it needs in the output."""

from __future__ import annotations

import html
import json
import random
import re
from typing import Any

import pytest

from plyground.core.game import Game
from plyground.interface import positions
from plyground.interface.cells import stage
from plyground.interface.positions import Board
from plyground.web import alone
from tests.contract.support import GAMES

SEARCHES = (("budget", {"budget": 40}), ("mcts", {"iterations": 12}), ("minimax", {"depth": 1}))


def inside(shown: str) -> dict[str, str]:
    """The elements of the one page in an output, by their ids, or what they are."""
    framed = re.fullmatch(r'<iframe sandbox="allow-scripts" srcdoc="([^"]*)" title="[^"]+" [^>]*></iframe>', shown)
    assert framed, "one frame that runs scripts and reaches nothing around it"
    document = html.unescape(framed[1])
    assert f'content="{alone.POLICY}"' in document
    parts = {each.get("id", each["tag"]): each["text"] for each in alone.unpacked(document)}
    assert not addresses(document), "nothing of a network in what is not packed"
    assert not [each for part in parts.values() for each in addresses(part)]
    later = re.findall(r'\$joined\.later\("([^"]+)"\)', parts["script"])
    assert [name for name in later if f'\n"{name}": ' not in parts["script"]] == [], "nothing is asked for later"
    return parts


def addresses(text: str) -> list[str]:
    """What is written like an address, but for the names that SVG and HTML have."""
    found = re.findall(r"(?:https?|wss?)://[\w.-]+\.[\w.-]+[^\s\"'`<>)]*", text)
    return [each for each in found if not each.startswith("http://www.w3.org/")]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)
def test_it_draws_itself_and_stands_on_a_stage_in_a_notebook(game: Game[Any, Any]) -> None:
    own = positions.Game(game, tuple(sorted(game.options({}).items())))
    board, chance = Board(own), random.Random(3)
    for _ in range(2):
        board.push(chance.choice(board.legal_moves))
    given = json.loads(inside(board._repr_html_())["given"])
    assert given["view"]["text"] == game.view(board.position.raw, None)["text"]
    assert given["last"]["text"] == board.moves[-1]
    assert given["state"] == game.ending(board.position.raw) or given["state"].endswith(" to move.")
    assert game.maps is None or given["maps"], "a map comes along"
    assert json.loads(inside(board.position._repr_html_())["given"])["last"] is None

    fitting = positions.search_ids(own.start)
    search, settings = next(each for each in SEARCHES if each[0] in fitting)
    output = stage.trace(own.start, search, settings)
    (run,) = json.loads(inside(output._repr_html_())["given"])["runs"]
    nodes, steps = run["trace"]["nodes"]["move"], run["trace"]["steps"]["kind"]
    assert len(nodes) > 2
    assert list(run["views"]) == [str(row) for row in range(len(nodes))]
    assert len(run["short"]) == len(run["long"]) == len(run["lines"]) == len(steps)
    assert all(run["long"])
    assert f"{len(nodes)} nodes" in repr(output)
