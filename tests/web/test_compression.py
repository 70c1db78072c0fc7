"""Pages and data travel compressed; what is for one asker alone, and sockets' messages do not."""

from __future__ import annotations

import re

import pytest
import requests

from plyground.web.compression import LEAST
from tests.web.test_addresses import PAGES, make
from tools.benchmarks.serving import Server

OF_THE_MOMENT = re.compile(rb'nonce="[^"]+"|<section class="live\b.*?</section>', re.DOTALL)
"""What differs from one answer to the next: the nonce, and the games that others play meanwhile."""


def get(server: Server, path: str, encoding: str = "gzip", **headers: str) -> requests.Response:
    return requests.get(server.url + path, headers={"Accept-Encoding": encoding, **headers}, timeout=10)


def post(server: Server, path: str, asked: dict[str, str], **headers: str) -> requests.Response:
    answer = requests.post(server.url + path, json=asked, headers={"Accept-Encoding": "gzip", **headers}, timeout=10)
    assert answer.ok, answer.text
    return answer


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_pages_are_compressed_and_the_same_as_plain_ones(server: Server, path: str) -> None:
    packed, plain = get(server, path), get(server, path, "identity")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert OF_THE_MOMENT.sub(b"", packed.content) == OF_THE_MOMENT.sub(b"", plain.content)
    assert int(packed.headers["Content-Length"]) < 0.5 * int(plain.headers["Content-Length"])


def test_data_are_compressed_and_their_tag_holds_for_both_forms(server: Server) -> None:
    path = "/api/games/" + make(server)["id"]
    packed = get(server, path)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Type"] == "application/json"
    assert packed.json() == get(server, path, "identity").json()
    assert (
        requests.head(server.url + path, headers={"Accept-Encoding": "gzip"}, timeout=10).headers["Content-Encoding"]
        == "gzip"
    )


@pytest.mark.parametrize("encoding", ["", "br", "gzip;q=0", "identity;q=1, *;q=0"])
def test_who_does_not_take_gzip_gets_plain_answers(server: Server, encoding: str) -> None:
    assert "Content-Encoding" not in get(server, "/", encoding).headers
    static = re.search(r'rel="stylesheet" href="(/static/[^"]+\.css)"', get(server, "/").text)
    assert static is not None
    assert "Content-Encoding" not in get(server, static[1], encoding).headers


def test_what_is_for_one_asker_alone_is_not_compressed(server: Server) -> None:
    assert "Content-Encoding" not in get(server, "/", Authorization="Bearer something").headers
    made = post(server, "/api/lessons/match", {})
    assert len(made.content) >= LEAST, made.text
    assert "Content-Encoding" not in made.headers


def test_what_follows_from_the_question_alone_is_compressed(server: Server) -> None:
    record = {"game": "othello", "record": "f5d6c3d3c4f4"}
    for path, asked in {
        "/api/lab/look": {"game": "othello"},
        "/api/replays": record,
        "/api/replays/views?from=0&to=6": record,
        "/api/reviews": record,
    }.items():
        answer = post(server, path, asked)
        assert len(answer.content) >= LEAST or path == "/api/reviews", answer.text
        assert answer.headers.get("Content-Encoding") == ("gzip" if len(answer.content) >= LEAST else None)
        assert "Content-Encoding" not in post(server, path, asked, Authorization="Bearer something").headers


def test_small_answers_and_first_messages_of_sockets_stay_as_they_are(server: Server) -> None:
    small = get(server, "/api/nowhere")
    assert len(small.content) < LEAST
    assert "Content-Encoding" not in small.headers
    opened = get(server, "/socket.io/?EIO=4&transport=polling")
    assert opened.text.startswith('0{"sid"')
    assert "Content-Encoding" not in opened.headers


def test_traces_keep_the_form_in_which_they_are_stored(server: Server) -> None:
    asked = {"game": "tree", "search": "minimax", "position": "a 0 ( a 6 o 12 ( a 3 a 7 ) )"}
    made = requests.post(server.url + "/api/lab/trace", json=asked, timeout=30).json()
    packed = get(server, f"/api/lab/trace/{made['trace']}", "gzip, deflate")
    assert packed.headers["Content-Encoding"] == "deflate"
    assert packed.json()


def test_a_style_sheet_is_known_again_whatever_its_form(server: Server) -> None:
    static = re.search(r'rel="stylesheet" href="(/static/[^"]+\.css)"', get(server, "/").text)
    assert static is not None
    packed, plain = get(server, static[1]), get(server, static[1], "identity")
    assert packed.content == plain.content
    assert packed.headers["ETag"] == plain.headers["ETag"]
    for encoding in ("gzip", "identity"):
        assert get(server, static[1], encoding, **{"If-None-Match": packed.headers["ETag"]}).status_code == 304
