"""What bots import agrees with the program's own rules, move for move, in every game, in a sandbox without packages."""

from __future__ import annotations

import importlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core import kernels, registry
from plyground.sandbox import surroundings
from plyground.sandbox.bot_library import folder as bot_library
from plyground.sandbox.bot_library.folder import map_of
from tests.competitions import bots

MORE: dict[str, list[dict[str, Any]]] = {
    "othello": [{"size": "6", "start": "parallel"}],
    "camel": [
        {"board_width": 5, "board_height": 4, "starting_camels": 5, "edge_blocks_jump": False},
        {"board_width": 3, "board_height": 3, "starting_camels": 3},
        {"board_width": 9, "board_height": 7, "starting_camels": 20},
    ],
    "tak": [{"size": 3, "komi": 0.5}, {"size": 6, "opening": "no-swap"}, {"size": 4, "stones": 60, "capstones": "3"}],
    "punter": [{"punters": 3, "futures": True, "splurges": True, "options": True}],
    "tree": [{"seed": 5, "plies": 4, "turns": "free"}],
}
"""Options beside those of each game's presets."""
CASES = [
    (name, dict(options))
    for name, game in registry.games().items()
    for options in [{}, *(preset.options for preset in game.spec.presets), *MORE.get(name, [])]
]
GAMES, PLIES = 2, 50

WALKER = """
import importlib, json, sys
for name in ("numpy", "numba"):
    try:
        importlib.import_module(name)
    except ImportError:
        pass
    else:
        sys.exit("There is " + name)
sys.path.insert(0, KIT)


def texts(rules, configuration, state):
    if configuration is None:
        return state.moves
    return [str(move).split(" ", 1)[1] for move in rules.list_valid_moves(configuration, state)] or ["Pass"]


def compare(rules, start, steps):
    configuration = rules.configuration_of(start) if hasattr(rules, "configuration_of") else None
    state = rules.state_of(start)
    for number, step in enumerate(steps):
        if step["moves"] or configuration is None:
            assert texts(rules, configuration, state) == step["moves"], (number, step["position"])
        if configuration is None:
            assert state.position == step["position"], (number, state.position)
            returns = state.returns
            assert (None if returns is None else list(returns)) == step["returns"], (number, returns)
            assert state.seat == step["seat"]
            if step["worth"] is not None:
                assert [state.evaluate(seat) for seat in range(len(step["worth"]))] == step["worth"], number
            again = rules.state_of({**start, "position": step["position"]})
            assert again == state and hash(again) == hash(state) and again.moves == state.moves, number
            assert step["returns"] is not None or not step["moves"] or state.play(state.moves[0]) is not state
        if step["move"] is not None and configuration is None:
            state = state.play(step["move"])
        elif step["move"] is not None:
            state = rules.state_after(configuration, state, step["move"])


for line in open("walks.json"):
    walk = json.loads(line)
    compare(importlib.import_module("plyground." + walk["start"]["game"]), walk["start"], walk["steps"])
print("agreed", flush=True)
"""


def told(game: Any, position: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The start message of a bot."""
    return {
        "game": game.spec.id,
        "options": game.options(options),
        "position": game.position_text(position),
        "map": map_of(game, position),
    }


def walk(name: str, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A random game with what the program's rules say of each position."""
    game = registry.game(name)
    position = game.initial(options)
    start, steps = told(game, position, options), []
    scored = game.position_classes and kernels.has(kernels.evaluate, type(position))
    for _ in range(PLIES):
        legal = [game.move_text(position, move) for move in game.legal_moves(position)]
        returns, worth = game.returns(position), None
        if returns is None and scored:
            worth = [float(kernels.evaluate(position, seat, 0)) for seat in range(game.seats_at(position))]
        text = rng.choice(legal) if legal else None
        steps.append(
            {
                "position": game.position_text(position), "seat": game.to_move(position), "moves": legal,
                "returns": None if returns is None else list(returns), "worth": worth, "move": text,
            }
        )  # fmt: skip
        if text is None:
            break
        position = game.play(position, game.require(position, text))
    return {"start": start, "steps": steps}


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_rules_agree(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    agree([walk(name, options, random.Random(f"{name}{options}{number}")) for number in range(GAMES)], tmp_path)


def agree(walks: list[dict[str, Any]], folder: Path, kit: Path | None = None) -> None:
    """Insist that a bot in the sandbox sees what was written down."""
    (folder / "bot").mkdir(mode=0o755)
    (folder / "bot" / "walks.json").write_text("".join(json.dumps(each) + "\n" for each in walks))
    source = WALKER.replace("KIT", repr(surroundings.inside(str(kit or bot_library.folder()))))
    with bots.running(bots.SAFE[0], folder / "bot", source) as bot:
        said = bots.said(bot)
        assert said == b"agreed\n", bot.errors().decode()[-3000:]


def test_rivers_between_the_same_sites_are_told_apart(tmp_path: Path) -> None:
    maps = registry.game("punter").maps
    assert maps is not None
    rivers = [(0, 1), (1, 0), (0, 1), (1, 2), (2, 1)]
    sites = [{"id": site, "x": site, "y": 0} for site in range(3)]
    drawn = {"sites": sites, "rivers": [{"source": one, "target": other} for one, other in rivers], "mines": [0]}
    kept = maps.keep(json.dumps(drawn))
    agree([walk("punter", {"map": kept["map"], "options": True}, random.Random(each)) for each in range(5)], tmp_path)


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What bots import, here: ``rules("tak")`` is their module of that game."""
    monkeypatch.syspath_prepend(str(bot_library.folder()))
    ours = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "plyground"}
    for name in ours:
        monkeypatch.delitem(sys.modules, name)
    yield lambda game: importlib.import_module(f"plyground.{game}")
    for name in [name for name in sys.modules if name.split(".")[0] == "plyground"]:
        del sys.modules[name]
    sys.modules.update(ours)


def test_routes_bets_and_options_are_followed(rules: Any) -> None:
    options = {"punters": 2, "futures": True, "splurges": True, "options": True}
    game = registry.game("punter")
    position = game.initial(options)
    start = told(game, position, options)
    moves = ["futures 0:7", "futures -", "pass", "1-3", "pass", "3-7", "splurge 0-1-3", "pass", "option 3-7"]
    views = []
    for text in moves:
        position = game.play(position, game.require(position, text))
        views.append(game.view(position, None) | {"own": game.view(position, 0)["scores"]})
    state = rules("punter").state_of(start)
    for text, shown in zip(moves, views, strict=True):
        state = state.play(text)
        assert state.score(1) == shown["scores"][1]
        assert state.credits == shown["credits"]
        assert state.options_left == shown["options_left"]
        assert state.score(1, more=state.free[:1]) >= state.score(1)
        assert state.score(0, more=[river for river, one in enumerate(state.owners) if one == 0]) == state.score(0)
    assert state.score(0) == views[-1]["own"][0]
    assert state.bets == [{0: 7}, {}]
    assert state.settings == {"futures": True, "splurges": True, "options": True}
    assert state.sharers.count(0) == 2  # on the way of the route, and by the last move


def test_taks_stacks_are_read_along_the_ranks(rules: Any) -> None:
    game = registry.game("tak")
    text = "x2,1,2S,x/x,12,x3/112C,x4/x5/2,x4 1 12"
    state = rules("tak").state_of(told(game, game.parse_position(text), {}))
    assert state.cells[:5] == ("2", "", "", "", "")
    assert state.cells[10:16] == ("112C", "", "", "", "", "")
    assert state.cells[16] == "12"
    assert state.cells[20:] == ("", "", "1", "2S", "")
    assert [state.flats(0), state.flats(1)] == [1, 2]
    assert [place for place, road in enumerate(state.roads(1)) if road] == [0, 10, 16]
    assert state.reserves == ((17, 1), (18, 0))
    module = rules("tak")
    assert module.square_name(5, 16) == "b4"
    assert module.square_of(5, "b4") == 16
    assert sorted(module.neighbours(5)[0]) == [1, 5]


@pytest.mark.parametrize("size", ["4", "6", "8"])
def test_othellos_discs_are_bits_by_cell(rules: Any, size: str) -> None:
    game = registry.game("othello")
    state = rules("othello").state_of(told(game, game.initial({"size": size}), {"size": size}))
    for _ in range(4):
        cells = [state.board[cell] for cell in range(state.size**2)]
        for seat, sign in enumerate("XO"):
            assert state.discs[seat] == sum(1 << cell for cell, disc in enumerate(cells) if disc == sign)
        assert state.counts == (cells.count("X"), cells.count("O"))
        state = state.play(state.moves[0])


def test_the_exercises_moves_print_as_the_exercise_writes_them(rules: Any) -> None:
    camel = rules("camel")
    assert str(camel.Camel(camel.H(2, 3))) == "Camel H 2 3"
    assert str(camel.Move(camel.Direction.UpLeft)) == "Move UpLeft"
    assert len({camel.H(1, 1), camel.V(1, 1)}) == 2
    options = {"starting_camels": 8, "edge_blocks_jump": True}
    start = {"options": options, "position": "7x7 3,0,8 3,6,7 H2,3;V0,5 0 2"}
    configuration, state = camel.configuration_of(start), camel.state_of(start)
    assert configuration == camel.Configuration(7, 7, 8, True)
    assert camel.GameState.start(configuration).players[0] == state.players[0]
    assert state.camels == {camel.H(2, 3), camel.V(0, 5)}
    assert camel.moves_of(["Down", "pass", "H 2 3"]) == [camel.Move(camel.Direction.Down), camel.Camel(camel.H(2, 3))]
    assert len(camel.shortest_path(configuration, state, 0)) == 8
    assert camel.distance(configuration, state, 0) == 7


def test_states_of_the_exercise_that_a_bot_makes_itself_are_played_alike(rules: Any) -> None:
    from dataclasses import replace

    camel = rules("camel")
    configuration = camel.Configuration(5, 5, 3)
    state = made = camel.GameState.start(configuration)
    rng = random.Random(3)
    while not camel.has_won(configuration, state):
        moves = camel.list_valid_moves(configuration, state)
        assert moves == camel.list_valid_moves(configuration, made)
        assert all(camel.is_valid_move(configuration, made, move) for move in moves[:2])
        for player in (0, 1):
            steps = camel.distance(configuration, state, player)
            assert steps == camel.distance(configuration, made, player)
            assert steps == len(camel.shortest_path(configuration, made, player)) - 1
        move = rng.choice(moves)
        state = camel.apply_move(configuration, state, move)
        assert state == replace(state)
        made = replace(state, camels=frozenset(state.camels))
        assert hash(made) == hash(state)
        if isinstance(move, camel.Camel):
            camels = camel.apply_move(configuration, made, camel.Camel(camel.H(9, 9))).camels
            assert camels == state.camels | {camel.H(9, 9)}


NIM = """
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
import SOMETHING

from plyground.core import kernels
from plyground.core.errors import MalformedMove
from plyground.core.game import GameSpec, KernelGame
from plyground.core.kernels import implements, jitable

Piles = npt.NDArray[np.int64]
START = np.array([3, 4, 5], dtype=np.int64)
MARKS = np.array([[1, 2, 4], [8, 16, 32]], dtype=np.uint64)


class Nim(NamedTuple):
    piles: Piles
    taken: np.uint64
    ply: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nim) and self[1:] == other[1:] and np.array_equal(self.piles, other.piles)

    def __hash__(self) -> int:
        return hash((self.piles.tobytes(), *self[1:]))


@jitable
def left(position: Any) -> Any:
    return position.piles.sum()


@implements(kernels.to_move, Nim)
def to_move(position: Any) -> Any:
    return position.ply & 1


@implements(kernels.legal_moves, Nim)
def legal_moves(position: Any, moves: Any) -> Any:
    count = 0
    for pile in range(len(position.piles)):
        for number in range(1, int(position.piles[pile]) + 1):
            moves[count] = pile * 8 + number
            count += 1
    return count


@implements(kernels.play, Nim)
def play(position: Any, move: Any) -> Any:
    piles = position.piles.copy()
    piles[move >> 3] -= move & 7
    return Nim(piles, position.taken | MARKS[position.ply & 1, move >> 3], position.ply + 1)


@implements(kernels.outcome, Nim)
def outcome(position: Any, seat: Any) -> Any:
    if left(position):
        return kernels.ONGOING
    return kernels.LOSS if position.ply & 1 == seat else kernels.WIN


@implements(kernels.margin, Nim)
def margin(position: Any, seat: Any) -> Any:
    return outcome(position, seat)


@implements(kernels.evaluate, Nim)
def evaluate(position: Any, seat: Any, unit: Any) -> Any:
    return float(left(position)) - 0.5 * seat


class NimGame(KernelGame[Nim]):
    spec: ClassVar[GameSpec] = GameSpec(
        id="nim", title="Nim", summary="Take the last.", seats=(2, 2), seat_names=("A", "B"), options=(), most_moves=12,
        longest=12,
    )
    position_classes: ClassVar[tuple[type, ...]] = (Nim,)

    def initial(self, options: Mapping[str, object] | None = None) -> Nim:
        return Nim(START, np.uint64(0), 0)

    def move_text(self, position: Nim, move: int) -> str:
        return f"{move >> 3}-{move & 7}"

    def parse_move(self, position: Nim, text: str) -> int:
        try:
            pile, number = map(int, text.split("-"))
        except ValueError:
            raise MalformedMove("A move is a pile and how many.") from None
        return pile * 8 + number

    def position_text(self, position: Nim) -> str:
        return " ".join(map(str, [*position.piles.tolist(), int(position.taken), position.ply]))

    def parse_position(self, text: str, options: Mapping[str, object] | None = None) -> Nim:
        *piles, taken, ply = map(int, text.split())
        return Nim(np.array(piles, dtype=np.int64), np.uint64(taken), ply)

    def view(self, position: Nim, seat: int | None) -> dict[str, Any]:
        return SOMETHING.view(position)

    def ending(self, position: Nim) -> str | None:
        return None

    def picture(self, position: Nim) -> str:
        return ""


GAME = NimGame()
"""


def elsewhere(folder: Path, name: str, text: str) -> Any:
    """The game of a package that lies elsewhere."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text)
    return importlib.import_module(name).GAME


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("nim_")]:
        del sys.modules[name]


def test_a_game_of_another_distribution_can_be_looked_ahead_in(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nim = elsewhere(packages, "nim_elsewhere", NIM.replace("SOMETHING", "sqlalchemy"))
    kit = packages / "kit"
    assert bot_library.make({"nim": nim}, kit) == {}
    assert "sqlalchemy" not in (kit / "nim_elsewhere" / "__init__.py").read_text()
    monkeypatch.setattr(registry, "game", lambda name: nim)
    monkeypatch.setattr(bot_library, "folder", lambda: kit)
    surroundings.readable.cache_clear()
    try:
        agree([walk("nim", {}, random.Random(number)) for number in range(5)], packages, kit)
    finally:
        surroundings.readable.cache_clear()


def test_a_game_that_bots_cannot_be_given_is_left_out_with_a_sentence(packages: Path) -> None:
    games = {
        "othello": registry.game("othello"),
        "away": elsewhere(
            packages,
            "nim_away",
            NIM.replace("SOMETHING", "os").replace(
                "return outcome(", "from sqlalchemy import text\n    return outcome("
            ),
        ),
        "unknown": elsewhere(
            packages, "nim_unknown", NIM.replace("SOMETHING", "os").replace("np.array(piles,", "np.asanyarray(piles,")
        ),
        "other": elsewhere(
            packages,
            "nim_other",
            NIM.replace("SOMETHING", "os").replace(
                'f"{move >> 3}-{move & 7}"', 'f"{move >> 3}-{type(position.taken).__name__}"'
            ),
        ),
    }
    left_out = bot_library.make(games, packages / "kit")
    assert set(left_out) == {"away", "unknown", "other"}
    assert left_out["unknown"].startswith("Bots cannot look ahead in Nim: AttributeError: ")
    assert "sqlalchemy" in left_out["away"]
    assert "its start reads" in left_out["other"]
    assert (packages / "kit" / "plyground" / "othello.py").is_file()
    assert not (packages / "kit" / "plyground" / "away.py").exists()
