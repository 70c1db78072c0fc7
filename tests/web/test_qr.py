"""QR codes lead to this server only, and hold the address that a phone can reach."""

from __future__ import annotations

import re

import pytest
import segno
from werkzeug.routing import BuildError, Map

from plyground.core.refusals import BadPath
from plyground.web.addresses import (
    LONGEST_PATH,
    LateRule,
    code_svg,
    is_loopback,
    network_address,
    public_base,
    with_port,
)


def test_the_code_is_that_of_the_whole_address() -> None:
    drawn = code_svg("http://192.0.2.7:5000", "/g/abc#s1=secret")
    modules = segno.make("http://192.0.2.7:5000/g/abc#s1=secret", error="m", micro=False).symbol_size(border=4)[0]
    assert drawn.startswith("<svg")
    found = re.search(r'viewBox="0 0 (\d+) \1"', drawn)
    assert found is not None
    assert int(found[1]) == modules
    assert code_svg("http://192.0.2.7:5000", "/g/abd#s1=secret") != drawn


@pytest.mark.parametrize(
    "path",
    ["", "g/abc", "//evil.example/", "http://evil.example/", "/g/a b", "/g/\n", "/\\evil", "/" + "x" * LONGEST_PATH],
)
def test_other_addresses_are_refused(path: str) -> None:
    with pytest.raises(BadPath):
        code_svg("http://localhost", path)


def test_loopback_gives_way_to_the_network_address_only_when_others_can_reach_it() -> None:
    assert public_base("http", "127.0.0.1:5000", listens_everywhere=False) == "http://127.0.0.1:5000"
    assert public_base("http", "10.0.0.5:5000", listens_everywhere=True) == "http://10.0.0.5:5000"
    outside = network_address()
    expected = f"http://{outside}:5000" if outside else "http://localhost:5000"
    assert public_base("http", "localhost:5000", listens_everywhere=True) == expected
    assert public_base("https", "plyground.example", listens_everywhere=True) == "https://plyground.example"


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("[::1]", True),
        ("10.0.0.1", False),
        ("a.b", False),
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_ports_of_both_kinds_of_address() -> None:
    assert with_port("10.0.0.1", 80) == "10.0.0.1:80"
    assert with_port("::1", 80) == "[::1]:80"


def test_addresses_are_made_of_routes_as_flask_makes_them() -> None:
    routes = Map([LateRule("/new/<game>", endpoint="new"), LateRule("/", endpoint="home")]).bind("plyground.example")
    for _again in range(2):
        assert routes.build("new", {"game": "tak 5", "size": 5}) == "/new/tak%205?size=5"
        assert routes.build("new", {"game": "tak", "size": 5}, append_unknown=False) == "/new/tak"
        assert routes.build("home", force_external=True) == "http://plyground.example/"
    with pytest.raises(BuildError):
        routes.build("new")
