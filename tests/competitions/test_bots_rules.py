"""The plain rules that Python bots import agree with the program's own, move for move, in random games."""

from __future__ import annotations

import importlib
import json
import random
from typing import Any

import pytest

from plyground.competitions.refereeing.entrants import map_of
from plyground.core import registry

CASES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("othello", {"size": "4"}),
    ("othello", {"size": "6", "start": "parallel"}),
    ("camel", {}),
    ("camel", {"board_width": 5, "board_height": 4, "starting_camels": 5, "edge_blocks_jump": False}),
    ("camel", {"board_width": 3, "board_height": 3, "starting_camels": 3}),
    ("camel", {"board_width": 9, "board_height": 9, "starting_camels": 10}),
    ("tak", {}),
    ("tak", {"size": 3, "komi": 0.5}),
    ("tak", {"size": 6, "opening": "no-swap"}),
    ("tak", {"size": 4, "stones": 6, "capstones": "2"}),
    ("punter", {}),
    ("punter", {"punters": 3, "futures": True, "splurges": True, "options": True}),
    ("tree", {}),
    ("tree", {"seed": 5, "plies": 4, "turns": "free"}),
]


def told(game: Any, position: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The start message of a bot."""
    return {
        "game": game.spec.id,
        "options": game.options(options),
        "position": game.position_text(position),
        "map": map_of(game, position),
    }


def texts(module: Any, start: dict[str, Any], state: Any) -> list[str]:
    """The legal moves of a bot's state, as the protocol writes them."""
    if not hasattr(module, "configuration_of"):
        return list(state.moves)
    return [
        str(move).removeprefix("Move ").removeprefix("Camel ")
        for move in module.list_valid_moves(module.configuration_of(start), state)
    ]


def alike(game: Any, position: Any, moves: list[str]) -> set[str]:
    """Moves as the game itself writes them."""
    return {game.move_text(position, game.parse_move(position, move)) for move in moves}


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_rules_agree(name: str, options: dict[str, Any]) -> None:
    module = importlib.import_module(f"plyground.competitions.runner.plyground.{name}")
    game, rng = registry.game(name), random.Random(f"{name}{options}")
    for _ in range(4):
        position = game.initial(options)
        state = module.state_of(told(game, position, options))
        for _ in range(70):
            legal = [game.move_text(position, move) for move in game.legal_moves(position)]
            start = told(game, position, options)
            own = texts(module, start, state)
            if legal == ["pass"] and not own:
                own = ["pass"]
            assert len(own) == len(set(own))
            assert alike(game, position, own) == set(legal), game.position_text(position)
            if not legal:
                break
            text = rng.choice(legal)
            position = game.play(position, game.require(position, text))
            state = module.state_after(state, text)
            if name != "tree" and rng.random() < 0.1:
                again = module.state_of(told(game, position, options))
                assert set(texts(module, start, again)) == set(texts(module, start, state))
        returns = game.returns(position)
        if hasattr(state, "returns"):
            assert (None if state.returns is None else tuple(map(float, state.returns))) == returns


def test_rivers_between_the_same_sites_are_told_apart() -> None:
    maps = registry.game("punter").maps
    assert maps is not None
    rivers = [(0, 1), (1, 0), (0, 1), (1, 2), (2, 1)]
    sites = [{"id": site, "x": site, "y": 0} for site in range(3)]
    drawn = {"sites": sites, "rivers": [{"source": one, "target": other} for one, other in rivers], "mines": [0]}
    kept = maps.keep(json.dumps(drawn))
    test_the_rules_agree("punter", {"map": kept["map"], "options": True})


def test_routes_bets_and_options_are_followed() -> None:
    from plyground.competitions.runner.plyground import punter

    options = {"punters": 2, "futures": True, "splurges": True, "options": True}
    game = registry.game("punter")
    position = game.initial(options)
    state = punter.state_of(told(game, position, options))
    moves = ["futures 0:7", "futures -", "pass", "1-3", "pass", "3-7", "splurge 0-1-3", "pass", "option 3-7"]
    for text in moves:
        state = state.play(text)
        position = game.play(position, game.require(position, text))
        shown = game.view(position, None)
        assert [state.score(0), state.score(1)][1] == shown["scores"][1]
        assert list(state.credits) == shown["credits"]
        assert list(state.options_left) == shown["options_left"]
    assert state.score(0) == game.view(position, 0)["scores"][0]


def test_the_exercises_moves_print_as_the_exercise_writes_them() -> None:
    from plyground.competitions.runner.plyground import camel

    assert str(camel.Camel(camel.H(2, 3))) == "Camel H 2 3"
    assert str(camel.Move(camel.Direction.UpLeft)) == "Move UpLeft"
    assert len({camel.H(1, 1), camel.V(1, 1)}) == 2
    start = {"options": {"starting_camels": 8, "edge_blocks_jump": True}, "position": "7x7 3,0,8 3,6,7 H2,3;V0,5 0 2"}
    configuration, state = camel.configuration_of(start), camel.state_of(start)
    assert configuration == camel.Configuration(7, 7, 8, True)
    assert camel.GameState.start(configuration).players[0] == state.players[0]
    assert state.camels == {camel.H(2, 3), camel.V(0, 5)}
    assert camel.moves_of(["Down", "pass", "H 2 3"]) == [camel.Move(camel.Direction.Down), camel.Camel(camel.H(2, 3))]
    assert json.dumps(len(camel.shortest_path(configuration, state, 0) or [])) == "8"
