"""Puzzles over http: listed, of a day, tried with a move, refuted by a worker, refused with a sentence."""

from __future__ import annotations

import requests

from plyground.core import registry
from plyground.puzzles import keeping
from tools.benchmarks.serving import Server


def get(server: Server, path: str) -> requests.Response:
    return requests.get(f"{server.url}{path}", timeout=60)


def test_what_there_is_and_what_comes_next(server: Server) -> None:
    games = get(server, "/api/puzzles").json()["games"]
    assert [game["id"] for game in games] == keeping.games()
    assert all(game["count"] == sum(kind["count"] for kind in game["kinds"]) for game in games)
    day = get(server, "/api/puzzles/daily?day=2026-12-31").json()
    assert day == get(server, "/api/puzzles/daily?day=2026-12-31").json()
    assert "moves" not in day
    found = get(server, "/api/puzzles/next?game=othello&kind=parity&grade=2&seed=5").json()
    assert (found["game"], found["kind"]) == ("othello", "parity")
    assert get(server, f"/puzzles/othello/{found['id']}").status_code == 200


def test_a_puzzle_is_solved_move_by_move_and_a_wrong_move_is_refuted(server: Server) -> None:
    puzzle = next(each for each in keeping.of("othello").values() if len(each.moves) >= 3 and each.exact)
    game = registry.game("othello")
    position = game.parse_position(puzzle.position, game.options(puzzle.options))
    wrong = next(
        text for move in game.legal_moves(position) if (text := game.move_text(position, move)) != puzzle.moves[0]
    )
    address = f"{server.url}/api/puzzles/othello/{puzzle.id}"
    told = requests.post(address, json={"moves": [], "move": wrong.upper()}, timeout=60).json()
    assert (told["right"], told["move"]) == (False, wrong)
    game.replay(position, [*told["moves"], *told["line"]])
    assert told["worth"]["value"] is not None
    made: list[str] = []
    while len(made) < len(puzzle.moves):
        answer = requests.post(address, json={"moves": made, "move": puzzle.moves[len(made)]}, timeout=60).json()
        assert answer["right"]
        made = answer["moves"]
        assert answer["done"] == (len(made) == len(puzzle.moves))
    assert get(server, f"/api/puzzles/othello/{puzzle.id}/solution").json() == {"moves": made}


def test_refusals_name_what_is_wrong(server: Server) -> None:
    for path, status in (
        ("/puzzles/othello/nothing", 404),
        ("/api/puzzles/chess/00000000", 404),
        ("/api/puzzles/daily?day=tomorrow", 400),
        ("/api/puzzles/next?game=othello&kind=none", 400),
        ("/api/puzzles/next?grade=9", 400),
    ):
        found = get(server, path)
        assert found.status_code == status, path
    name = next(iter(keeping.of("othello")))
    address = f"{server.url}/api/puzzles/othello/{name}"
    for body in ({"moves": ["a1"], "move": "a2"}, {"moves": "a1", "move": "a2"}, {"move": 3}, {"move": "z9"}, {}):
        refused = requests.post(address, json=body, timeout=60)
        assert refused.status_code == 400, body
        assert refused.json()["error"]["sentence"]
