"""What answers say to the browser: only this server's content, no frames, scripts by nonce."""

from __future__ import annotations

import re

import pytest
import requests

from plyground.web.security import policy
from tests.web.test_addresses import PAGES, links, make
from tools.benchmarks.serving import Server


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/api/live"])
def test_headers(server: Server, path: str) -> None:
    answer = requests.get(server.url + path, timeout=10)
    rules = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_only_what_is_embedded_may_be_framed_and_its_theme_comes_from_the_address(server: Server) -> None:
    game_id = make(server)["id"]
    answer = requests.get(f"{server.url}/embed/{game_id}?theme=dark", timeout=10)
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert re.search('<html [^>]*data-theme="dark"[^>]*data-fixed-theme', answer.text)
    stage = requests.get(f"{server.url}/embed?theme=dark", timeout=10)
    assert "frame-ancestors *" in stage.headers["Content-Security-Policy"]
    assert re.search('<html [^>]*data-theme="dark"[^>]*data-fixed-theme', stage.text)
    odd = requests.get(f"{server.url}/embed/{game_id}?theme=%22onload=x", timeout=10)
    assert "data-fixed-theme" not in odd.text
    missing = requests.get(f"{server.url}/embed/nowhere", timeout=10)
    assert missing.status_code == 404
    assert missing.headers["X-Frame-Options"] == "DENY"


def test_inline_scripts_carry_the_nonce_and_it_is_fresh(server: Server) -> None:
    made = make(server)
    nonces = set()
    for path in ("/", "/", f"/g/{made['id']}"):
        answer = requests.get(server.url + path, timeout=10)
        nonce = re.search(r"'nonce-([^']+)'", answer.headers["Content-Security-Policy"])
        assert nonce is not None
        nonces.add(nonce[1])
        for _, attributes in links(answer.text).inline:
            data = attributes.get("type") == "application/json"
            assert data or attributes.get("src") or attributes.get("nonce") == nonce[1]
    assert len(nonces) == 3


def test_names_cannot_break_out_of_the_page(server: Server) -> None:
    evil = "</script><b>x</b>"
    made = make(server, seats=[{"kind": "person", "name": evil}, {"kind": "bot", "bot": "random"}])
    for path in (f"/g/{made['id']}", "/"):
        assert "<b>x</b>" not in requests.get(server.url + path, timeout=10).text


def test_a_forged_host_stays_out_of_the_policy() -> None:
    assert "evil" not in policy("x; script-src evil", "word")
    assert "ws://localhost:5000" in policy("localhost:5000", "word")
