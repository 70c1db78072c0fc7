"""``plyground solve``: exact values where they can be had, and a sentence where they cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from plyground.core import knowledge, registry
from plyground.core.bot import Limits
from plyground.core.game import KernelGame
from plyground.search import solving
from plyground.search.pvs import search as pvs
from tests.commands.support import asked, command
from tests.search.support import scattered

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"
ENDS = {
    "othello": {"size": 4},
    "camel": {"board_width": 4, "board_height": 4, "starting_camels": 1, "max_plies": 10},
}


def test_a_tree_is_solved_with_every_best_move() -> None:
    found = asked("solve", "tree", "--position", "a 0 ( a 6 o 12 ( a 6 a 7 ) a 2 )")
    assert (found["value"], found["returns"], found["moves"]) == (6, [6, -6], ["0", "1"])
    assert found["nodes"] == 6
    assert found["seconds"] >= 0
    other = asked("solve", "tree", "--position", TREE.replace("a 0 (", "o 0 ("))
    assert other["value"] == other["returns"][1]


def test_the_words_for_people() -> None:
    lines = command("solve", "tree", "--position", TREE).stdout.splitlines()
    assert lines[:3] == ["value: +6 points for the seat to move", "best: 0", "line: 0"]


def test_what_is_too_large_is_said_in_a_sentence() -> None:
    ran = command("solve", "othello", "--option", "size=8", "--seconds", "0.05")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "This position could not be solved: the time was up.\n"
    ended = command("solve", "tree", "--position", "a 7")
    assert ended.returncode == 1


def searched_games() -> list[Any]:
    """The games that the fast search can play and that have small forms."""
    found = []
    for name, options in ENDS.items():
        game = registry.game(name)
        strength = knowledge.of(game).strength
        if strength is not None and strength.searched and pvs.fits(game):
            found.append(pytest.param(game, options, id=name))
    return found


@pytest.mark.parametrize(("game", "options"), searched_games())
def test_the_fast_search_agrees_with_plain_minimax(
    game: KernelGame[Any], options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    strength = knowledge.of(game).strength
    assert strength is not None
    solved, specs = 0, (game.spec, replace(game.spec, unit=game.spec.unit or "boxes"))
    for position in scattered(game, 30, 3, options):
        expected = solving._Everything(game, Limits(), lambda progress: None, 1000).solve(position)
        if expected is None:
            continue
        solved += 1
        for spec in specs:  # as it is, and as if ends were told by how much
            monkeypatch.setattr(game, "spec", spec)
            found = solving._searched(game, position, strength, Limits(), lambda progress: None, 1000)
            assert found is not None
            assert (found.value, found.returns, found.best) == (expected.value, expected.returns, expected.best)
    assert solved > 5


def test_plain_minimax_does_not_begin_anew_where_the_games_own_solver_gave_up() -> None:
    game = registry.game("punter")
    position, seen = game.initial({}), list[int]()
    for move in range(14):
        position = game.play(position, move)
    assert solving.solve(game, position, Limits(nodes=2000), lambda told: seen.append(told["nodes"])) is None
    assert seen[-1] >= 2000
    assert seen == sorted(seen)


def test_plain_minimax_ends_at_the_positions_allowed() -> None:
    game = registry.game("tree")
    position = game.parse_position(TREE, {})
    assert solving.solve(game, position, Limits(nodes=4)) is not None
    assert solving.solve(game, position, Limits(nodes=3)) is None
