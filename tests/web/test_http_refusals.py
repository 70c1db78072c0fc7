"""Bad requests over http: each gets its status, a code and a sentence, as JSON or as a page."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from typing import Any

import pytest
import requests

from plyground.web.exchange import LARGEST_FORM
from tests.web.test_addresses import GAMES, make, refusal
from tools.benchmarks.serving import Server

SPECS: list[tuple[Any, int, str]] = [
    ({}, 400, "malformed"),
    ([], 400, "malformed"),
    ("othello", 400, "malformed"),
    ({"game": "chess"}, 404, "unknown_game"),
    ({"game": 7}, 400, "malformed"),
    ({"game": "othello", "options": {"size": "7"}}, 400, "bad_option"),
    ({"game": "othello", "options": {"colour": "red"}}, 400, "bad_option"),
    ({"game": "othello", "options": ["size"]}, 400, "malformed"),
    ({"game": "othello", "level": "genius"}, 400, "bad_option"),
    ({"game": "othello", "seats": [{"kind": "bot", "bot": "hal"}, {"kind": "person"}]}, 400, "unknown_bot"),
    ({"game": "othello", "seats": [{"kind": "bot", "bot": "minimax:budget=0"}] * 2}, 400, "bad_option"),
    ({"game": "othello", "seats": [{"kind": "person"}]}, 400, "malformed"),
    ({"game": "othello", "seats": "two"}, 400, "malformed"),
    ({"game": "othello", "clock": {"kind": "sand"}}, 400, "malformed"),
    ({"game": "othello", "pace": -1}, 400, "malformed"),
    ({"game": "othello", "seed": "x"}, 400, "malformed"),
    ({"game": "othello", "position": "XO"}, 400, "malformed_position"),
    ({"game": "othello", "position": "X" * 200_001}, 413, "oversized"),
    ({"game": "othello", "moves": ["a1"]}, 400, "flips_nothing"),
]


@pytest.mark.parametrize(("spec", "status", "code"), SPECS, ids=lambda value: json.dumps(value)[:40])
def test_games_that_cannot_be_made(server: Server, spec: Any, status: int, code: str) -> None:
    found = refusal(requests.post(f"{server.url}/games", json=spec, timeout=10))
    assert found[0] == status
    if code not in ("flips_nothing",):
        assert found[1] == code


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b'{"game": "othello"', b"[" * 5000, b"null"])
def test_bodies_that_are_no_json(server: Server, body: bytes) -> None:
    for path in ("/games", "/api/position"):
        answer = requests.post(server.url + path, data=body, headers={"Content-Type": "application/json"}, timeout=10)
        assert refusal(answer) == (400, "malformed")


@pytest.mark.parametrize("body", [b"f" * 400_000, b"1;" + b"a" * 400_000, b"0\r\n" + b"X: y\r\n" * 200_000, b"5\r\nxy"])
def test_bodies_in_chunks_that_are_none(server: Server, body: bytes) -> None:
    head = b"POST /games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    before = server.log.read_text()
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        with suppress(ConnectionError):  # it may say so before all was sent
            line.sendall(head + body)
            line.shutdown(socket.SHUT_WR)
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    assert server.log.read_text() == before


HALF = '{"game": "othello", "options": {"\\ud800": 1}}'
"""JSON can hold half a letter, which no page can be written with."""


def test_half_a_letter_is_refused_on_a_page_too(server: Server) -> None:
    answer = requests.post(
        f"{server.url}/games", data=HALF, headers={"Content-Type": "text/plain", "Accept": "text/html"}, timeout=10
    )
    assert answer.status_code == 400
    assert "There is no option" in answer.text


def test_a_ply_beyond_all_bounds_is_refused(server: Server) -> None:
    made = make(server, game="othello")
    for ply in ("9" * 5000, "-1", "two", "1.5"):
        answer = requests.post(f"{server.url}/api/games/{made['id']}/continue", data={"ply": ply}, timeout=10)
        assert refusal(answer) == (400, "malformed")


def test_a_body_that_is_too_large(server: Server) -> None:
    body = json.dumps({"game": "othello", "record": "x" * 3_000_000})
    answer = requests.post(f"{server.url}/games", data=body, headers={"Content-Type": "application/json"}, timeout=10)
    assert refusal(answer) == (413, "oversized")
    form = requests.post(f"{server.url}/games", data={"game": "othello", "moves": "x" * 300_000}, timeout=10)
    assert form.status_code == 413
    assert "<h1>" in form.text


@pytest.mark.parametrize("path", ["/games", "/api/games/nowhere/continue", "/class/ABCDEF/worksheet"])
def test_a_form_is_short(server: Server, path: str) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for size, refused in ((LARGEST_FORM, False), (LARGEST_FORM + 1, True)):
        answer = requests.post(server.url + path, data=b"&" * size, headers=form, timeout=10)
        assert (answer.status_code == 413) == refused
        assert ("at most 64 kB" in answer.text) == refused


@pytest.mark.parametrize("path", ["", "/views", "/record", "/notation?form=json"])
def test_an_unknown_game_is_404(server: Server, path: str) -> None:
    assert refusal(requests.get(f"{server.url}/api/games/nowhere{path}", timeout=10)) == (404, "no_such_game")


@pytest.mark.parametrize("path", ["/g/nowhere", "/new/chess", "/rules/chess", "/nowhere", "/static/x/nothing.js"])
def test_people_get_a_page_that_says_so(server: Server, path: str) -> None:
    answer = requests.get(server.url + path, headers={"Accept": "text/html"}, timeout=10)
    assert answer.status_code == 404
    assert 'class="error-sentence' in answer.text
    assert "Traceback" not in answer.text


def test_a_form_that_is_refused_gives_a_page_with_the_sentence(server: Server) -> None:
    answer = requests.post(f"{server.url}/games", data={"game": "othello", "option.size": "7"}, timeout=10)
    assert answer.status_code == 400
    assert "The option size is one of" in answer.text


def test_programs_get_json(server: Server) -> None:
    answer = requests.get(f"{server.url}/nowhere", headers={"Accept": "application/json"}, timeout=10)
    assert refusal(answer) == (404, "not_found")
    assert refusal(requests.post(f"{server.url}/api/live", timeout=10)) == (405, "wrong_method")


def test_a_page_of_another_site_cannot_make_games(server: Server) -> None:
    foreign = {"Origin": "http://evil.example"}
    answer = requests.post(f"{server.url}/games", json={"game": GAMES[0]}, headers=foreign, timeout=10)
    assert refusal(answer) == (403, "foreign_origin")
    own = requests.post(f"{server.url}/games", json={"game": GAMES[0]}, headers={"Origin": server.url}, timeout=10)
    assert own.status_code == 201


def test_going_on_is_refused_with_reasons(server: Server) -> None:
    made = make(server, game="othello")
    address = f"{server.url}/api/games/{made['id']}/continue"
    assert refusal(requests.post(address, json={"ply": 99}, timeout=10)) == (400, "malformed")
    assert refusal(requests.post(address, json={"ply": 0, "bot": "hal"}, timeout=10)) == (400, "unknown_bot")


@pytest.mark.parametrize(
    "request_text",
    [b"GET / HTTP/1.1\r\n\r\n", b"NONSENSE\r\n\r\n", b"GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x00"],
)
def test_nonsense_at_the_port_does_no_harm(server: Server, request_text: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(request_text)
        line.shutdown(socket.SHUT_WR)
        line.recv(4096)
    assert requests.get(f"{server.url}/health", timeout=10).ok


def test_too_many_games_a_minute(own_server: Server) -> None:
    own_server.stop()
    own_server._settings["PLYGROUND_GAMES_PER_MINUTE"] = "5"
    own_server.start()
    spec = {"game": GAMES[0]}
    answers = [requests.post(f"{own_server.url}/games", json=spec, timeout=10) for _ in range(7)]
    assert [answer.status_code for answer in answers][:5] == [201] * 5
    assert refusal(answers[-1]) == (429, "too_often")


def test_long_positions_are_read_and_too_long_ones_refused_in_a_sentence(server: Server) -> None:
    tree = f"a 0 ( {'a 1 ( ' + 'o 2 ' * 400 + ') '} " + "a 3 " * 400 + ")"
    rivers = [f"{row * 40 + column}-{row * 40 + column + 1}" for row in range(40) for column in range(39)]
    punter = json.dumps({"map": "grid-40x40", "punters": 2, "moves": rivers[:1200]})
    for game, text in (("tree", tree.replace(" ", "  " * 20)), ("punter", punter)):
        assert len(text) > 12_000
        told = requests.post(f"{server.url}/api/position", json={"game": game, "position": text}, timeout=10)
        assert told.status_code == 200, told.text
        again = {"game": game, "position": told.json()["text"]}
        assert requests.post(f"{server.url}/games", json=again, timeout=10).status_code == 201
    for path in ("/games", "/api/position", "/api/tree"):
        answer = requests.post(
            f"{server.url}{path}", json={"game": "tree", "position": "a 0" + " " * 200_000}, timeout=10
        )
        assert refusal(answer)[:2] == (413, "oversized")
        assert "at most 200,000 characters; this has 200,003" in answer.json()["error"]["sentence"]
    answer = requests.post(f"{server.url}/games", json={"game": "tree", "position": "a" * 3_000_000}, timeout=10)
    assert refusal(answer)[0] == 413
    assert "at most 2 MB" in answer.json()["error"]["sentence"]


def test_rules_say_what_an_end_counts(server: Server) -> None:
    for game, part in (("othello", "A win counts more than any score"), ("tree", "An end counts for the points")):
        assert part in requests.get(f"{server.url}/rules/{game}", timeout=10).text
