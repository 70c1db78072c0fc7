"""``POST /api/tree``: a typed tree is checked with the place of its mistakes, and searched plainly."""

from __future__ import annotations

from typing import Any

import requests

from tools.benchmarks.serving import Server

TREE = "- a 0\n  - a 6\n  - o 12\n    - a 3\n    - a 7"


def ask(server: Server, **body: Any) -> Any:
    return requests.post(f"{server.url}/api/tree", json=body, timeout=10)


def test_a_tree_is_checked_and_searched(server: Server) -> None:
    found = ask(server, game="tree", position=TREE).json()
    assert found["text"] == "a 0 ( a 6 o 12 ( a 3 a 7 ) )"
    assert found["view"]["nodes"][2] == [0, 1, 12]
    cut, whole = found["searches"]["alphabeta"], found["searches"]["minimax"]
    assert (cut["value"], cut["line"], cut["skipped_leaves"], cut["cuts"]) == (6, [0], [[1, 1]], [[1, 1]])
    assert (whole["value"], whole["steps"], whole["values"]) == (6, 5, [[[1], 3], [[], 6]])
    near = ask(server, game="tree", position=TREE, depth=1).json()["searches"]["minimax"]
    assert (near["value"], near["line"]) == (12, [1])
    assert len(ask(server, game="tree", options={"seed": 3}).json()["view"]["nodes"]) > 20


def test_a_mistake_has_its_place(server: Server) -> None:
    answer = ask(server, game="tree", position="- a 0\n- a 1")
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert (error["code"], error["line"], error["column"]) == ("malformed_tree", 2, 1)
    assert error["expected"] == "a node further in than the root"


def test_other_games_need_a_horizon(server: Server) -> None:
    assert ask(server, game="othello").json()["error"]["code"] == "tree_too_large"
    for options in ({}, {"board_width": 9, "board_height": 9, "starting_camels": 10}):
        slow = ask(server, game="camel", options=options).json()["error"]
        assert slow["code"] == "tree_too_large"
        assert slow["sentence"].startswith("The tree takes too long to search"), "5,000 nodes take 0.2 s"
    near = ask(server, game="othello", depth=2).json()["searches"]["minimax"]
    assert len(near["visited_leaves"]) == 12
    for body in ({"game": "nim"}, {"game": "tree", "depth": 0}, {"game": "tree", "position": 3}, {}):
        assert ask(server, **body).status_code in (400, 404)
