"""The rules for browsers are those of the program: games played side by side, with every view and refusal compared."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.errors import Refusal
from plyground.core.game import Game
from plyground.core.options import Option
from plyground.sessions.records import PastedGame
from plyground.sessions.setup import read_position
from plyground.web.local_rules import making
from tests.contract.support import CASES, GAMES
from tests.soaking import more

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(sys.executable).with_name("node")
PLIES = more(25, 1000)
DRAWN = more(1, 80)
"""Games of each kind with options at random."""
_LEAVES = 3000


def _value(option: Option, rng: random.Random) -> Any:
    if option.choices:
        return rng.choice(option.choices)
    if option.kind == "bool":
        return rng.random() < 0.5
    low, high = int(option.low or 0), int(option.high or 1)
    return rng.randint(low, high) if option.kind == "int" else rng.randint(2 * low, 2 * high) / 2


def _options(game: Game[Any, Any], rng: random.Random) -> dict[str, Any]:
    """Options at random; raises ``Refusal`` where they do not go together."""
    chosen = {option.name: _value(option, rng) for option in game.spec.options if rng.random() < 0.7}
    game.initial(chosen)
    return chosen


def _beyond(game: Game[Any, Any], position: Any, chart: dict[str, Any] | None, rng: random.Random) -> str:
    """A text that no list of legal moves has: of Lambda Punter a bet or a route, else nonsense."""
    if chart is None or rng.random() < 0.1:
        return rng.choice(["", "z9", "pass", "0-0", "5a1>9", "H 9 9", "Up"])
    if rng.random() < 0.5:
        return f"futures {rng.choice(chart['mines'])}>{rng.choice(chart['sites'])['id']}"
    route = [rng.choice(chart["rivers"])["source"]]
    for _ in range(rng.randint(1, 3)):
        beside = [river for river in chart["rivers"] if route[-1] in river.values()]
        route.append(sum(rng.choice(beside).values()) - route[-1])
    return f"splurge {'-'.join(map(str, route))}"


def _perft(game: Game[Any, Any], position: Any, plies: int) -> int:
    moves = game.legal_moves(position)
    return len(moves) if plies == 1 else sum(_perft(game, game.play(position, move), plies - 1) for move in moves)


def _plain(data: Any) -> Any:
    return json.loads(json.dumps(data))


def _seen(game: Game[Any, Any], position: Any, ply: int) -> dict[str, Any]:
    returns, mover = game.returns(position), game.to_move(position)
    others = [None, (mover + 1) % game.seats_at(position)] if ply % 4 == 0 or returns else []
    seen: dict[str, Any] = {
        "views": [(seat, _plain(game.view(position, seat))) for seat in (mover, *others)],
        "moves": [game.move_text(position, move) for move in game.legal_moves(position)],
        "returns": None if returns is None else list(returns),
    }
    if ply % 7 == 0 or returns:
        seen["text"] = game.position_text(position)
    if ply % 15 == 0 and 0 < len(seen["moves"]) ** 2 < _LEAVES:
        seen["perft"] = (2, _perft(game, position, 2))
    return seen


def played(game: Game[Any, Any], options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A random game as the other side is told of it: the options, the start, and what was seen at every ply."""
    position = game.initial(options)
    told: dict[str, Any] = {
        "game": game.spec.id,
        "options": options,
        "start": game.position_text(position),
        "plies": [],
    }
    chart = None
    if game.maps is not None:
        view = game.view(position, None)
        text = game.maps.text(view["map"])
        told["map"], chart = (view["map_name"], view["map"], text), json.loads(text)
    old: list[str] = ["?"]
    for ply in range(PLIES):
        seen = _seen(game, position, ply)
        told["plies"].append(seen)
        if seen["returns"] is not None:
            break
        choice, refused = rng.choice(seen["moves"]), []
        for text in (_beyond(game, position, chart, rng), rng.choice(old)):
            try:
                game.require(position, text)
                choice = text
            except Refusal as refusal:
                refused.append((text, {"code": refusal.code, "sentence": refusal.sentence}))
        move = game.require(position, choice)
        seen |= {"played": choice, "refused": refused, "effect": _plain(game.effect(position, move))}
        old.append(choice)
        position = game.play(position, move)
    told["asked"] = _asked(told)
    return told


def _asked(told: dict[str, Any]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """What pages ask of the server about a game, with its answers."""
    game, options = told["game"], told["options"]
    moves = [seen["played"] for seen in told["plies"] if "played" in seen][:40]
    record = {"plyground": 1, "game": game, "options": options, "start": told["start"], "moves": moves}
    pasted = PastedGame({"game": game, "record": json.dumps(record)})
    asked: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("/api/replays", {"game": game, "record": json.dumps(record)}, _plain(pasted.as_json())),
        ("/api/replays/views?from=3&to=5", {"record": record}, {"views": _plain(list(pasted.views(3, 5)))}),
    ]
    for more in ([], ["nowhere"]):
        body = {"game": game, "options": options, "position": told["start"], "moves": moves + more}
        try:
            answer = _plain(read_position(body).as_json())
        except Refusal as refusal:
            answer = {"error": {"code": refusal.code, "sentence": refusal.sentence}}
        asked.append(("/api/position", body, answer))
    return asked


def _games(game: Game[Any, Any]) -> Iterator[dict[str, Any]]:
    rng = random.Random(f"side by side {game.spec.id}")
    for case in CASES:
        if case.game is game:
            yield played(game, case.options, rng)
    for _ in range(DRAWN if game.spec.options else 1):
        try:
            options = _options(game, rng)
        except Refusal:
            continue
        yield played(game, options, rng)


def _node(folder: Path, lines: str) -> dict[str, Any]:
    words = [str(NODE), "--import", "./tools/web/names.js", "tests/contract/side_by_side.js", str(folder)]
    ran = subprocess.run(words, cwd=ROOT, input=lines, capture_output=True, text=True, timeout=more(120, 3000))
    assert ran.returncode == 0, ran.stderr[-3000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.id)
def test_browsers_play_by_the_same_rules(game: Game[Any, Any], tmp_path: Path) -> None:
    script = making.script(game.spec.id)
    (tmp_path / f"{game.spec.id}.js").write_text(script.text, encoding="utf-8")
    games = list(_games(game))
    found = _node(tmp_path, "\n".join(map(json.dumps, games)))
    assert found["faults"] == []
    moves = sum("played" in seen for each in games for seen in each["plies"])
    assert found["times"][game.spec.id]["moves"] == moves
    print(found["times"])  # milliseconds of a move with its view: the median, and the most of 99 in 100


def test_a_rule_that_differs_is_noticed(tmp_path: Path) -> None:
    script = making.script("othello").text
    changed = script.replace(f"{0x7E7E_7E7E_7E7E_7E7E}n", f"{2**64 - 1}n")
    assert changed != script
    (tmp_path / "othello.js").write_text(changed)
    game = registry.game("othello")
    found = _node(tmp_path, json.dumps(played(game, {}, random.Random(3))))
    assert found["faults"]
