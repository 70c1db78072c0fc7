"""The laboratory over http: looking at a position, estimates, traces that equal the engine's own, words and boards."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from flask import Flask

from plyground.core import registry
from plyground.search.teaching import columns, words
from plyground.search.teaching.searches import search, searches
from plyground.web.exchange import in_pieces
from tests.web.test_addresses import refusal
from tools.benchmarks.serving import Server

TREE = "a 0 ( a 6 o 12 ( a 3 a 7 ) )"
ROOTS: dict[str, dict[str, Any]] = {
    "othello": {"game": "othello", "options": {"size": 4}},
    "camel": {"game": "camel", "options": {"board_width": 3, "board_height": 3, "starting_camels": 1}},
    "tak": {"game": "tak", "options": {"size": 3}},
    "tree": {"game": "tree", "position": TREE},
}


def post(server: Server, path: str, body: dict[str, Any]) -> requests.Response:
    """Post JSON to the laboratory."""
    return requests.post(f"{server.url}/api/lab/{path}", json=body, timeout=90)


def made(server: Server, body: dict[str, Any]) -> tuple[str, Any]:
    """A trace: its key, and what it holds."""
    answer = post(server, "trace", body)
    assert answer.status_code == 201, answer.text
    key = answer.json()["trace"]
    sent = requests.get(f"{server.url}/api/lab/trace/{key}", timeout=10)
    assert sent.headers["Content-Encoding"] == "deflate"
    assert "immutable" in sent.headers["Cache-Control"]
    return key, columns.from_json(sent.json())


def test_a_look_names_the_searches_that_fit_and_why_others_do_not(server: Server) -> None:
    found = post(server, "look", {"game": "othello", "moves": ["f5"]}).json()
    assert found["to_move"] == 1
    assert found["view"]["game"] == "othello"
    listed = {each["id"]: each for each in found["searches"]}
    assert set(listed) == set(searches())
    assert listed["alphabeta"]["refuses"] is None
    assert listed["alphabeta"]["code"][0].startswith("alphabeta(")
    for each in listed.values():
        assert each["refuses"] is None or each["refuses"].endswith(".")


@pytest.mark.parametrize("game", list(ROOTS))
@pytest.mark.parametrize("name", ["minimax", "negamax", "alphabeta"])
def test_a_trace_over_http_is_the_searchs_own(server: Server, game: str, name: str) -> None:
    _, trace = made(server, {**ROOTS[game], "search": name, "settings": {"depth": 2}, "seed": 5})
    rules = registry.game(game)
    options = rules.options(ROOTS[game].get("options"))
    position = rules.parse_position(TREE, options) if game == "tree" else rules.initial(options)
    own = search(name).record(rules, position, {"depth": 2}, seed=5, setup=options)
    assert columns.as_json(trace) == json.loads(json.dumps(columns.as_json(own)))


def test_long_lists_are_written_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Flask("door")
    data = {"trace": {"node": list(range(2_500)), "items": [[1.5, "inf"]] * 1_001, "none": []}, "first": 0, "a,b": "ü{"}
    dumps = Mock(wraps=app.json.dumps)
    monkeypatch.setattr(app.json, "dumps", dumps)
    with app.test_request_context():
        assert in_pieces(data).json == data
    assert max(len(call.args[0]) for call in dumps.call_args_list if isinstance(call.args[0], list)) == 1_000


def test_sentences_name_seats_in_the_readers_language(server: Server) -> None:
    key, trace = made(server, {**ROOTS["othello"], "search": "alphabeta", "settings": {"depth": 1}})
    address = f"{server.url}/api/lab/trace/{key}/words?from=0&count=20"
    told = requests.get(address, headers={"Accept-Language": "de"}, timeout=10).json()["long"]
    assert "Dunkel" in " ".join(told)
    assert not [name for name in trace.head.seats if name in " ".join(told)]


def test_words_and_boards_of_a_trace(server: Server) -> None:
    key, trace = made(server, {**ROOTS["tree"], "search": "alphabeta"})
    told = requests.get(f"{server.url}/api/lab/trace/{key}/words?from=2&count=3", timeout=10).json()
    assert told["short"] == [words.sentence(trace, at) for at in (2, 3, 4)]
    assert told["long"] == [words.sentence(trace, at, long=True) for at in (2, 3, 4)]
    assert len(told["lines"]) == 3
    shown = requests.get(f"{server.url}/api/lab/trace/{key}/views?nodes=0,2", timeout=10).json()["views"]
    assert shown["0"]["effect"] is None
    assert shown["2"]["view"]["game"] == "tree"
    assert shown["2"]["effect"]["text"] == trace.moves[2]


def test_the_same_question_has_the_same_key_and_another_has_another(server: Server) -> None:
    body = {**ROOTS["othello"], "search": "minimax", "settings": {"depth": 1}}
    first = post(server, "trace", body).json()["trace"]
    assert post(server, "trace", body).json()["trace"] == first
    assert post(server, "trace", {**body, "seed": 1}).json()["trace"] != first
    assert post(server, "trace", {**body, "settings": {"depth": 2}}).json()["trace"] != first


def test_an_estimate_comes_before_the_search(server: Server) -> None:
    found = post(server, "estimate", {**ROOTS["othello"], "search": "minimax", "settings": {"depth": 2}}).json()
    assert 0 < found["low"] <= found["high"]
    assert found["sentence"].endswith(".")


def test_a_trace_too_long_ends_early_and_says_so(server: Server) -> None:
    _, trace = made(server, {"game": "camel", "search": "minimax", "settings": {"depth": 3}})
    assert len(trace.parents) <= 20_000
    assert trace.cut_short is not None
    assert "20,000" in trace.cut_short


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "othello", "search": "guesswork"}, "unknown_search"),
        ({"game": "othello"}, "malformed"),
        ({"game": "othello", "search": "minimax", "settings": {"depth": -1}}, "bad_option"),
        ({"game": "othello", "search": "minimax", "settings": {"girth": 1}}, "bad_option"),
        ({"game": "othello", "search": "minimax", "settings": []}, "malformed"),
        ({"game": "othello", "search": "minimax", "seat": 7}, "malformed"),
        ({"game": "othello", "search": "minimax", "moves": ["a1"]}, None),
        ({"game": "tree", "position": "a 5", "search": "minimax"}, "nothing_to_search"),
        ({"game": "chess", "search": "minimax"}, None),
    ],
)
def test_refusals(server: Server, body: dict[str, Any], code: str | None) -> None:
    status, found = refusal(post(server, "trace", body))
    assert 400 <= status < 500
    assert code in (None, found)


def test_an_unknown_trace_is_refused(server: Server) -> None:
    for path in ("", "/words", "/views?nodes=0"):
        answer = requests.get(f"{server.url}/api/lab/trace/{'0' * 24}{path}", timeout=10)
        assert refusal(answer) == (404, "no_such_trace")
    key, _ = made(server, {**ROOTS["tree"], "search": "minimax"})
    for path in ("/views?nodes=", "/views?nodes=99999", "/views?nodes=x", "/words?from=-1"):
        assert requests.get(f"{server.url}/api/lab/trace/{key}{path}", timeout=10).status_code in (400, 413)


def test_the_board_of_a_move_that_was_cut_is_shown(server: Server) -> None:
    key, trace = made(server, {**ROOTS["tree"], "search": "alphabeta"})
    cut = next(step for step in trace.steps if step.kind == "cut")
    place = f"{cut.node}.{int(cut.items[0])}"
    views = requests.get(f"{server.url}/api/lab/trace/{key}/views?nodes={cut.node},{place}", timeout=10).json()["views"]
    assert views[place]["view"]["path"] == [*views[str(cut.node)]["view"]["path"], int(cut.items[0])]
    assert views[place]["effect"]["text"] == trace.move_text(cut.node, int(cut.items[0]))
    for wrong in (f"{cut.node}.9", "1.", "1.1.1", ".1"):
        answer = requests.get(f"{server.url}/api/lab/trace/{key}/views?nodes={wrong}", timeout=10)
        assert answer.status_code in (400, 413)


def test_an_order_by_hand_is_a_setting_and_a_bad_one_is_refused(server: Server) -> None:
    _, trace = made(server, {**ROOTS["othello"], "search": "alphabeta", "settings": {"depth": 2, "by_hand": "root: 3"}})
    listed = next(step for step in trace.steps if step.kind == "children")
    assert listed.items[0] == 3
    for path in ("estimate", "trace"):
        answer = post(server, path, {**ROOTS["othello"], "search": "alphabeta", "settings": {"by_hand": "root: x"}})
        assert refusal(answer) == (400, "bad_option")


def test_a_tree_too_large_is_refused_with_a_sentence(server: Server) -> None:
    tree = f"a 0 ( {' '.join(['o 1 ( ' + 'a 2 ' * 60 + ')'] * 100)} )"
    answer = post(server, "look", {"game": "tree", "position": tree})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed_tree")
    assert "at most 5,000 nodes" in answer.json()["error"]["sentence"]
    wide = f"a 0 ( {'a 1 ' * 501})"
    assert (
        "at most 500 children" in post(server, "look", {"game": "tree", "position": wide}).json()["error"]["sentence"]
    )


def test_what_each_idea_saves_is_counted_by_a_worker(server: Server) -> None:
    body = {"game": "othello", "moves": ["f5", "d6"]}
    listed = [idea["id"] for idea in post(server, "look", body).json()["ideas"]]
    found = post(server, "ideas", body | {"depth": 4, "without": ["killers", "history"]}).json()
    assert found["depth"] == 4
    lists = [[], *([name] for name in listed), listed, ["killers", "history"]]
    assert [each["without"] for each in found["counts"]] == lists
    assert found["counts"][0]["times"] == 1
    tree = {"game": "punter"}
    assert post(server, "look", tree).json()["ideas"] == []
    assert refusal(post(server, "ideas", tree)) == (400, "nothing_to_search")
