"""Who asks and under which address: what proxies say, names of the server, foreign pages, the path it stands under."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse, create_environ

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.core.errors import BadOption
from plyground.core.settings import Settings
from plyground.sessions.visitors import network
from plyground.web.application import create_app
from plyground.web.entrance import UNKNOWN_HOST, Entrance, Surroundings
from tests.web.test_addresses import links
from tools.benchmarks.serving import ROOT, Server

ADDRESS = "https://games.example/games-lab"


def read(settings: dict[str, str]) -> Settings:
    """The settings with these values, by their short names."""
    return Settings.from_environment({f"PLYGROUND_{name.upper()}": text for name, text in settings.items()})


def seen(settings: dict[str, str], path: str = "/lab", **given: str) -> dict[str, Any]:
    """What the application sees of a request from 10.0.0.2; names of headers as in WSGI, without HTTP."""
    found: dict[str, Any] = {}

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        found.update(environ)
        return []

    headers = {f"HTTP_{name}" if name != "REMOTE_ADDR" else name: value for name, value in given.items()}
    environ = create_environ(path, "http://127.0.0.1:5000", environ_overrides={"REMOTE_ADDR": "10.0.0.2", **headers})
    Entrance(app, app, Surroundings.of(read(settings)))(environ, lambda *_: None)  # type: ignore[arg-type]
    return found


SAID = {
    "X_FORWARDED_FOR": "203.0.113.9", "X_FORWARDED_PROTO": "https", "X_FORWARDED_HOST": "games.example",
    "X_FORWARDED_PREFIX": "/games-lab",
}  # fmt: skip


def test_the_headers_of_a_proxy_are_believed_if_the_settings_name_it() -> None:
    found = seen({"proxies": "10.0.0.0/8", "hosts": "games.example"}, **SAID)
    assert (found["REMOTE_ADDR"], found["wsgi.url_scheme"]) == ("203.0.113.9", "https")
    assert (found["HTTP_HOST"], found["SCRIPT_NAME"], found["PATH_INFO"]) == ("games.example", "/games-lab", "/lab")
    assert UNKNOWN_HOST not in found


@pytest.mark.parametrize("proxies", ["", "10.0.0.3", "unix"])
def test_nobody_elses_headers_are_believed_or_passed_on(proxies: str) -> None:
    found = seen({"proxies": proxies}, **SAID)
    assert (found["REMOTE_ADDR"], found["wsgi.url_scheme"], found["SCRIPT_NAME"]) == ("10.0.0.2", "http", "")
    assert found["HTTP_HOST"] == "127.0.0.1:5000"
    assert [name for name in found if name.startswith("HTTP_X_FORWARDED")] == []


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),  # the first is what the visitor wrote
        ("203.0.113.9, 10.1.1.1", "203.0.113.9"),  # through a second proxy of ours
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::7]:4711, 10.1.1.1", "2001:db8::7"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("nonsense, 10.1.1.1", "10.1.1.1"),
        ("unknown", "10.0.0.2"),
        (", ".join(["198.51.100.1"] * 5000), "198.51.100.1"),
        ("", "10.0.0.2"),
    ],
)
def test_the_visitor_is_the_first_whom_nobody_vouches_for(chain: str, client: str) -> None:
    assert seen({"proxies": "10.0.0.0/8"}, X_FORWARDED_FOR=chain)["REMOTE_ADDR"] == client
    here = Surroundings.of(read({"proxies": "10.0.0.0/8"}))
    assert here.home("10.0.0.2", chain) == network(client)
    assert here.home("192.0.2.7", chain) == "192.0.2.7"


def test_who_seems_to_be_a_proxy_is_named_once_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    entrance = Entrance(lambda *_: [], lambda *_: [])
    for peer in ("10.0.0.2", "10.0.0.2", "8.8.8.8"):
        headers = {"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": "198.51.100.1"}
        entrance(create_environ("/", "http://127.0.0.1", environ_overrides=headers), lambda *_: None)  # type: ignore[arg-type]
    assert [record.getMessage().split()[0] for record in caplog.records] == ["10.0.0.2"]
    assert "PLYGROUND_PROXIES" in caplog.text


def test_of_several_proxies_the_outermost_says_how_it_was_asked() -> None:
    chain = {"X_FORWARDED_FOR": "203.0.113.9, 10.1.1.1", "X_FORWARDED_PROTO": "http, https, http"}
    assert seen({"proxies": "10.0.0.0/8"}, **chain)["wsgi.url_scheme"] == "https"


def test_a_peer_of_the_old_kind_inside_the_new_is_the_same_peer() -> None:
    found = seen({"proxies": "127.0.0.1"}, REMOTE_ADDR="::ffff:127.0.0.1", X_FORWARDED_FOR="203.0.113.9")
    assert found["REMOTE_ADDR"] == "203.0.113.9"
    assert seen({}, REMOTE_ADDR="::ffff:192.0.2.7")["REMOTE_ADDR"] == "192.0.2.7"
    assert seen({"proxies": "unix"}, REMOTE_ADDR="", X_FORWARDED_FOR="203.0.113.9")["REMOTE_ADDR"] == "203.0.113.9"


@pytest.mark.parametrize("path", ["/games-lab/lab", "/lab"])
def test_a_path_is_taken_off_unless_the_proxy_did_so(path: str) -> None:
    found = seen({"address": ADDRESS}, path)
    assert (found["SCRIPT_NAME"], found["PATH_INFO"]) == ("/games-lab", "/lab")
    assert seen({"address": ADDRESS}, "/games-lab")["PATH_INFO"] == "/"
    assert seen({"address": ADDRESS}, "/games-laboratory")["PATH_INFO"] == "/games-laboratory"


@pytest.mark.parametrize("prefix", ["//evil.example", "/a b", "/<script>", "https://evil.example", "/" + "a/" * 5000])
def test_a_path_that_is_none_is_not_taken(prefix: str) -> None:
    assert seen({"proxies": "10.0.0.2"}, X_FORWARDED_PREFIX=prefix)["SCRIPT_NAME"] == ""


def test_https_needs_no_header_where_the_public_address_says_it() -> None:
    assert seen({"address": ADDRESS}, HOST="games.example")["wsgi.url_scheme"] == "https"
    assert seen({"address": ADDRESS}, HOST="127.0.0.1:5000")["wsgi.url_scheme"] == "http"


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("127.0.0.1:5000", True), ("localhost:5000", True), ("[::1]:5000", True), ("10.3.2.1", True), ("laptop", True),
        ("laptop.local:5000", True), ("games.example", True), ("games.example:443", True), ("GAMES.example", True),
        ("a.school.example", True), ("school.example", False), ("evil.example", False),
        ("games.example.evil.example", False),
        ("127.0.0.1.evil.example", False), ("localhost.evil.example", False), ("evil.example:5000", False),
        ("games.example@evil.example", False), ("games.example, evil.example", False), ("games.example/", False),
        ("x" * 300, False), ("evil.example\x00", False), ("", True),
    ],
)  # fmt: skip
def test_names_of_the_server(host: str, known: bool) -> None:
    found = seen({"address": "https://games.example", "hosts": "*.school.example"}, HOST=host)
    assert (UNKNOWN_HOST not in found) is known
    for hosts in ("*", "games.example, *", "any.example, EVIL.example"):
        assert UNKNOWN_HOST not in seen({"hosts": hosts}, HOST="evil.example")


@pytest.mark.parametrize(
    "settings",
    [
        {"address": "games.example"}, {"address": "ftp://games.example"}, {"address": "https://games.example/a b"},
        {"address": "https://a@games.example"}, {"address": "https://games.example/?a=1"}, {"address": "https://:1:2"},
        {"proxies": "nginx"}, {"proxies": "10.0.0.0/99"}, {"hosts": "https://games.example/"},
        {"hosts": "a.example, games.example:443"}, {"hosts": "*games.example"}, {"hosts": "a.example b.example"},
    ],
)  # fmt: skip
def test_a_setting_that_says_nothing_is_refused_in_a_sentence(settings: dict[str, str]) -> None:
    with pytest.raises(BadOption, match=r"PLYGROUND_[A-Z]+ .*\.$"):
        Surroundings.of(read(settings))


# A real server

FOREIGN = [
    "http://evil.example", "null", "{url}.evil.example", "https{rest}", "http://127.0.0.1", "file://", "{url}/",
    "{url}0", "http://127.0.0.1@evil.example", "{url}, http://evil.example", "HTTP{rest}",
]  # fmt: skip


@pytest.mark.parametrize("transport", ["websocket", "polling"])
@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_other_sites_get_no_socket(server: Server, origin: str, transport: str) -> None:
    shown = origin.format(url=server.url, rest=server.url.removeprefix("http"))
    assert socket_status(server, transport, Origin=shown) == 400
    assert socket_status(server, transport, Origin=server.url) == {"websocket": 101, "polling": 200}[transport]
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    assert socket_status(server, transport, Origin="http://evil.example", **forwarded) == 400


def test_pages_of_other_sites_cannot_speak_on_a_line_that_is_open(server: Server) -> None:
    address = f"{server.url}/socket.io/?EIO=4&transport=polling"
    opened = json.loads(requests.get(address, timeout=10).text[1:])
    own = f"{address}&sid={opened['sid']}"
    for origin in ("http://evil.example", "null", f"{server.url}.evil.example"):
        for method in ("GET", "POST"):
            answer = requests.request(method, own, data="40", headers={"Origin": origin}, timeout=10)
            assert answer.status_code == 400, (origin, method)
    assert requests.post(own, data="40", headers={"Origin": server.url}, timeout=10).status_code == 200


@pytest.mark.parametrize("origin", [*FOREIGN, ""])
def test_pages_of_other_sites_change_nothing(server: Server, origin: str) -> None:
    shown = origin.format(url=server.url, rest=server.url.removeprefix("http"))
    forwarded = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    for path in ("/games", "/api/classes", "/api/position", "/api/competitions", "/api/lab/trace"):
        answer = requests.post(server.url + path, json={}, headers={"Origin": shown, **forwarded}, timeout=10)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin"), path


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}"])
def test_a_name_that_was_bound_to_this_machine_opens_nothing(server: Server, host: str) -> None:
    name = host.format(port=server.port)
    own = {"Host": name, "Origin": f"http://{name}"}
    assert socket_status(server, "websocket", **own) == 421
    assert socket_status(server, "polling", **own) == 421
    page = requests.get(server.url, headers={"Host": name}, timeout=10)
    assert page.status_code == 421
    assert "PLYGROUND_HOSTS" in page.text
    answer = requests.post(server.url + "/games", json={"game": "othello"}, headers=own, timeout=10)
    assert (answer.status_code, answer.json()["error"]["code"]) == (421, "unknown_host")


def socket_status(server: Server, transport: str, **headers: str) -> int:
    """The status that the handshake of a socket gets."""
    address = f"{server.url}/socket.io/?EIO=4&transport={transport}"
    if transport == "websocket":
        headers |= {
            "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }  # fmt: skip
    with requests.get(address, headers={**headers}, timeout=10, stream=True) as answer:
        return answer.status_code


def test_headers_name_no_version_of_the_server(server: Server) -> None:
    for path in ("/", "/nowhere", "/api/live", "/socket.io/?EIO=4&transport=polling", "/socket.io/?EIO=9"):
        answer = requests.get(server.url + path, timeout=10)
        assert not re.search(r"\d", answer.headers.get("Server", "")), path
        assert "X-Powered-By" not in answer.headers


# Under a path


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application under a path of an https address."""
    database = f"sqlite:///{tmp_path_factory.mktemp('behind')}/games.sqlite3"
    app = create_app(Settings(database=database, address=ADDRESS, proxies="127.0.0.1", games_per_minute=1000))
    yield app
    app.extensions["lobby"].shutdown()
    app.extensions["contests"].close()


@pytest.fixture
def client(behind: Flask) -> FlaskClient:
    """A browser of it, through the proxy."""
    client = behind.test_client()
    client.environ_base |= {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_FOR": "203.0.113.9"}
    client.environ_base["HTTP_X_FORWARDED_HOST"] = "games.example"
    return client


def pages(app: Flask, client: FlaskClient) -> Iterator[str]:
    """The path of every page that there is, with a game, a competition and a bot of it, a class and a lesson."""
    own = {"Origin": "https://games.example"}
    game = json_of(client.post("/games-lab/games", json={"game": "othello"}, headers=own))["id"]
    store = app.extensions["contests"]
    contest = store.create("Cup", "othello", {"size": 4}, EventSettings.from_json({"final": 2}), 7)
    entry = registration.register(store, contest.id, "House")
    registration.submit_built_in(store, entry, "random")
    values = {"competition": contest.id, "entry": entry.id, "code": "abc234", "lesson_id": "terms"}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(("/api/", "/static/", "/language/")):
            continue
        games = {"game_id": "othello" if rule.rule.startswith(("/new", "/rules")) else game, "game": "othello"}
        path = rule.rule
        for name in rule.arguments:
            path = re.sub(rf"<(?:\w+:)?{name}>", {**values, **games}.get(name, "1"), path)
        yield path


def test_no_link_of_any_page_leads_outside_the_path(behind: Flask, client: FlaskClient) -> None:
    seen = []
    for path in [*pages(behind, client), "/nowhere"]:
        answer = client.get(f"/games-lab{path}")
        if answer.mimetype != "text/html" or answer.status_code in {301, 302}:
            continue
        seen.append(path)
        found = links(answer.text)
        assert found.assets, path
        for address in found.assets | found.anchors:
            assert address.startswith(("/games-lab/", "#")) or not address, f"{address} in {path}"
        (imports,) = re.findall(r'<script type="importmap"[^>]*>(.*?)</script>', answer.text)
        written = re.findall(r'\b(?:action|data-after|data-before)="([^"]*)"', answer.text)
        others = [*json.loads(imports)["imports"].values(), *written]
        assert [address for address in others if not address.startswith("/games-lab/")] == [], path
        assert not re.search(r"http://(?!www\.w3\.org/)", answer.text), path
    assert len(seen) > 30


def test_addresses_in_answers_stand_under_the_path(client: FlaskClient) -> None:
    own = {"Origin": "https://games.example"}
    made = client.post("/games-lab/games", json={"game": "othello"}, headers=own)
    assert json_of(made)["url"].startswith("/games-lab/g/")
    assert made.headers["Location"] == json_of(made)["url"]
    by_form = client.post("/games-lab/games", data={"game": "othello"}, headers=own)
    assert by_form.headers["Location"].startswith("/games-lab/g/")
    page = client.get(f"/games-lab/g/{json_of(made)['id']}").text
    assert '"lib/": "/games-lab/static/' in page
    opened = client.post("/games-lab/api/classes", json={}, headers=own)
    assert json_of(opened)["url"].startswith(f"/games-lab/class/{json_of(opened)['code']}/teach#t=")
    assert client.get("/games-lab/api/address").json == {"base": ADDRESS}
    assert client.get("/games-lab/favicon.ico").headers["Location"].startswith("/games-lab/static/")
    assert client.get("/games-lab/language/xx").headers["Location"] == "/games-lab/"
    foreign = client.post("/games-lab/games", json={"game": "othello"}, headers={"Origin": "http://games.example"})
    assert foreign.status_code == 403


def json_of(answer: TestResponse) -> dict[str, Any]:
    """The object that was answered."""
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = json.loads(answer.data)
    return found


ROOT_ABSOLUTE = re.compile(
    r"""\b(?:href|src|action)=["']/|\b(?:fetch|location\.\w+|redirect)\(\s*[f]?["'`]/|\.(?:href|src) = ["'`]/"""
)
"""An address written from the root, which leaves the path: ``served`` goes around it."""


def test_addresses_are_written_through_one_function() -> None:
    kinds = (("templates", "*.html"), ("static/js", "*.js"), ("game", "*.py"))
    paths: list[Path] = [path for folder, kind in kinds for path in sorted((ROOT / folder).rglob(kind))]
    assert len(paths) > 300
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not ROOT_ABSOLUTE.search(line), f"{path.relative_to(ROOT)}: {line.strip()[:120]}"
