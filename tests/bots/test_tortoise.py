"""The Tortoise: exact by a game's knowledge and by the plain tree, walked down between moves; ties and limits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from plyground.bots import tortoise
from plyground.core import registry
from plyground.core.bot import Limits, silent
from plyground.core.errors import UnfitBot
from plyground.core.knowledge import Exact
from plyground.games.punter import GAME
from plyground.search.tortoise import GameTree, Stopped
from tests.games.punter_exact import games, leads
from tests.search.toys import CELLS, start


def grow(position: Any, last: bool = True, limits: Limits | None = None, memory: Any = None, game: Any = GAME) -> Exact:
    """The plain tree, whatever the game's knowledge can do."""
    return tortoise._grow(game, position, last, limits or Limits(), silent, memory)


@pytest.mark.parametrize("last", [True, False], ids=["last", "first"])
def test_the_plain_tree_finds_the_same_leads_and_line(last: bool) -> None:
    for position in games(40, seed=31, most_rivers=5):
        wanted, line = leads(position, last)
        found = grow(position, last)
        assert found.exact
        assert found.returns == wanted
        if line:
            assert list(found.line[: len(line)]) == line
            assert found.best[0] == line[0]


def test_the_plain_tree_is_walked_down_by_the_moves_really_made() -> None:
    rng = random.Random(3)
    built = 0
    for seats in (1, 2, 3, 4):
        position, memory = start(seats, (3, 0, 1, 2, 2, 1)), dict[str, Any]()
        while CELLS.returns(position) is None:
            tree = memory.get("grown")
            before = tree.nodes if tree is not None else 0
            found, fresh = grow(position, True, memory=memory, game=CELLS), grow(position, True, game=CELLS)
            assert (found.move, found.returns, found.best, found.line) == (
                fresh.move, fresh.returns, fresh.best, fresh.line,
            )  # fmt: skip
            if tree is not None:
                assert memory["grown"] is tree
                built += tree.nodes - before
            position = CELLS.play(position, rng.choice(CELLS.legal_moves(position)))
    assert built == 0


def test_a_pass_of_another_makes_a_new_tree() -> None:
    position = GAME.initial({"map": "path-4", "punters": 2})
    memory: dict[str, Any] = {}
    grow(position, memory=memory)
    tree = memory["grown"]
    position = GAME.play(position, GAME.legal_moves(position)[-1])
    found = grow(position, memory=memory)
    assert memory["grown"] is not tree
    assert found.returns == leads(position, True)[0]


def test_a_tree_that_is_stopped_keeps_what_it_knows() -> None:
    position = start(3, (3, 0, 1, 2, 2, 1))
    whole = grow(position, game=CELLS)
    assert whole.exact
    for nodes in (1, 3, 10, 100):
        memory: dict[str, Any] = {}
        short = grow(position, limits=Limits(nodes=nodes), memory=memory, game=CELLS)
        assert short.nodes <= nodes
        assert short.move in CELLS.legal_moves(position)
        again = grow(position, memory=memory, game=CELLS)
        assert (again.returns, again.line) == (whole.returns, whole.line)
    assert grow(position, limits=Limits(depth=2), game=CELLS).depth == 2
    with pytest.raises(Stopped):
        GameTree(CELLS, position, lambda here, seat: 0.0, True).look(3, lambda: False)


def test_the_tie_rule_is_an_option_and_can_change_the_leads() -> None:
    last, first = (registry.parse_player(f"tortoise:ties={rule}", GAME) for rule in ("last", "first"))
    differing = 0
    for position in games(60, seed=12):
        choices = [player.choose(position, Limits(), random.Random(0)) for player in (last, first)]
        values = [choice.details["values"] for choice in choices]
        assert [choice.kind for choice in choices] == ["exact", "exact"]
        if GAME.seats_at(position) < 3:
            assert values[0] == values[1]
        differing += values[0] != values[1]
        assert [tuple(each) for each in values] == [leads(position, rule)[0] for rule in (True, False)]
    assert differing


def test_it_plays_a_game_to_the_value_that_it_foretells() -> None:
    player = registry.parse_player("tortoise", GAME)
    position = GAME.initial({"map": "circle-6", "punters": 3})
    memories: list[dict[str, Any]] = [{}, {}, {}]
    told = None
    while GAME.returns(position) is None:
        seat = GAME.to_move(position)
        choice = player.choose(position, Limits(nodes=10**9), random.Random(0), memory=memories[seat])
        assert choice.kind == "exact"
        told = told or tuple(choice.details["values"])
        assert tuple(choice.details["values"]) == told
        position = GAME.play(position, GAME.require(position, choice.move))
    assert GAME.returns(position) == told


def test_trees_of_decisions_are_solved_whole() -> None:
    game = registry.game("tree")
    choice = registry.parse_player("tortoise", game).choose(game.initial(), Limits(), random.Random(0))
    assert choice.kind == "exact"
    assert choice.value == 5


def test_it_refuses_games_whose_ends_are_not_compared() -> None:
    with pytest.raises(UnfitBot, match="only won"):
        registry.parse_player("tortoise", registry.game("othello"))
