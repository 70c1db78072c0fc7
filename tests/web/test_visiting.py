"""Visitors behind one address: told apart by the key that a browser keeps, and counted with their own crowd alone."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest
import requests
from flask import Flask

from plyground.core.errors import Refusal
from plyground.core.refusals import TooManyGuesses
from plyground.core.settings import Settings
from plyground.sessions import limits
from plyground.sessions.limits import Buckets
from plyground.sessions.tokens import visitor_digest
from plyground.sessions.visitors import ADDRESS, CROWD, network
from plyground.web import exchange
from plyground.web.application import create_app
from plyground.web.exchange import SMALL_BODY
from plyground.web.visiting import COOKIE, Visitors
from tests.sessions.test_limits import Clock, granted
from tests.web.clients import Client
from tools.benchmarks.serving import Server

PEOPLE: Any = {"game": "othello", "seats": [{"kind": "person"}, {"kind": "person"}]}


def key_of(visitors: Visitors, address: str = "192.0.2.7") -> str:
    """A fresh key."""
    key = visitors.new_key(address)
    assert key is not None
    return key


def test_a_key_is_known_to_whoever_has_the_secret_and_to_nobody_else() -> None:
    visitors, same, other = Visitors("a"), Visitors("a"), Visitors("b")
    key = key_of(visitors)
    assert visitors.known(key)
    assert same.known(key)
    assert not other.known(key)
    other_start = ("A" if key[0] != "A" else "B") + key[1:]
    for wrong in ("", key[:-1], key + "A", "A" * len(key), key[:22] + "A" * 22, "é" * len(key), other_start):
        assert visitors.who("192.0.2.7", wrong) == "192.0.2.7"


def test_a_browser_is_the_same_visitor_wherever_it_is_and_after_a_restart() -> None:
    key = key_of(Visitors("a"))
    name = Visitors("a").who("192.0.2.7", key)
    assert name == Visitors("a").who("198.51.100.1", key) == visitor_digest(name)
    assert key not in name
    assert type(str(visitor_digest(name))) is str


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64"), ("", ""), ("@", "@"),
    ],
)  # fmt: skip
def test_what_one_customer_of_a_network_has_is_one_address(address: str, counted: str) -> None:
    assert network(address) == counted


def test_thirty_visitors_behind_one_address_have_each_their_own_bucket() -> None:
    visitors, limit = Visitors("a"), Buckets(1, 5, "Slow down.", monotonic=Clock())
    for _number in range(CROWD):
        assert granted(limit, visitors.who("192.0.2.7", key_of(visitors)), 6) == 5
    assert granted(limit, visitors.who("192.0.2.7", key_of(visitors)), 1) == 0, "the address has a ceiling"
    assert granted(limit, "192.0.2.7", 6) == 5, "who shows no key is not touched by it"
    assert granted(limit, visitors.who("198.51.100.1", key_of(visitors)), 6) == 5


def test_a_flood_from_one_class_costs_the_others_nothing() -> None:
    visitors, limit = Visitors("a"), Buckets(1, 5, "Slow down.", monotonic=Clock())

    def student(crowd: str) -> str:
        return visitors.belongs(visitors.who("192.0.2.7", key_of(visitors)), crowd)

    flood = sum(granted(limit, student("class AAAAAA"), 6) for _number in range(100))
    assert flood == 5 * CROWD
    assert granted(limit, student("class BBBBBB"), 6) == 5
    assert granted(limit, visitors.who("192.0.2.7", key_of(visitors)), 6) == 5
    own = student("competition c")
    assert visitors.who("192.0.2.7", "") == "192.0.2.7"
    assert granted(limit, own, 6) == 5


def test_changing_the_crowd_gives_nobody_more() -> None:
    visitors, limit = Visitors("a"), Buckets(1, 5, "Slow down.", monotonic=Clock())
    me = visitors.who("192.0.2.7", key_of(visitors))
    assert sum(granted(limit, visitors.belongs(me, f"class {number}"), 6) for number in range(50)) == 5


def test_making_crowds_gives_an_address_no_more_than_three_of_them_have() -> None:
    visitors, limit = Visitors("a"), Buckets(1, 5, "Slow down.", monotonic=Clock())
    students = [visitors.who("192.0.2.7", key_of(visitors)) for _number in range(5 * CROWD)]
    crowded = [visitors.belongs(student, f"homework {number % 5}") for number, student in enumerate(students)]
    assert sum(granted(limit, student, 6) for student in crowded) == 5 * ADDRESS
    assert granted(limit, visitors.who("198.51.100.1", key_of(visitors)), 6) == 5


def test_who_asks_for_a_new_key_each_time_gets_a_bounded_number() -> None:
    visitors = Visitors("a")
    keys = [visitors.new_key("192.0.2.7") for _number in range(2000)]
    assert 500 <= sum(key is not None for key in keys) < 700
    assert visitors.new_key("192.0.2.8") is not None
    assert visitors.new_key("2001:db8::1") is not None


def test_who_guesses_codes_keeps_nobody_else_out_of_a_class(app: Flask) -> None:
    visitors, classes = Visitors("a"), app.extensions["classes"]
    code = classes.open("192.0.2.1")["code"]

    def guesses(who: str, number: int) -> list[str]:
        refused = []
        for at in range(number):
            try:
                classes.find("AAAAAA", who, f"connection {who} {at}")
            except Refusal as refusal:
                refused.append(refusal.code)
        return refused

    guesser = visitors.who("192.0.2.9", key_of(visitors))
    assert guesses(guesser, 20).count("no_such_class") == 8
    found = guesses(visitors.who("192.0.2.9", ""), 200)
    assert 100 < found.count("no_such_class") < 140, "those without a key are counted together"
    for who in (guesser, "192.0.2.9"):
        with pytest.raises(TooManyGuesses):
            classes.find(code, who, "fresh")
    assert classes.find(code, visitors.who("192.0.2.9", key_of(visitors)), "fresh").code == code


# In the application


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An application behind a proxy on this machine, in which a visitor makes three games a minute."""
    database = f"sqlite:///{tmp_path_factory.mktemp('visiting')}/games.sqlite3"
    app = create_app(Settings(database=database, proxies="127.0.0.1", games_per_minute=3))
    yield app
    app.extensions["lobby"].shutdown()
    app.extensions["contests"].close()


def make(app: Flask, client: Any, address: str) -> int:
    """The status that making a game gets from this address."""
    answer = client.post("/games", json=PEOPLE, headers={"X-Forwarded-For": address})
    return int(answer.status_code)


def test_games_from_many_addresses_behind_a_proxy_are_those_of_many(app: Flask) -> None:
    client = app.test_client()
    assert [make(app, client, f"203.0.113.{number}") for number in range(75)] == [201] * 75
    assert [make(app, client, "203.0.113.200") for _ in range(4)] == [201, 201, 201, 429]


def test_thirty_students_behind_one_address_make_their_games_and_classes(app: Flask) -> None:
    students = [app.test_client() for _number in range(30)]
    address = {"X-Forwarded-For": "198.51.100.7"}
    for student in students:
        cookie = student.get("/", headers=address).headers["Set-Cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert "Set-Cookie" not in student.get("/rules", headers=address).headers
    assert [make(app, student, "198.51.100.7") for student in students] == [201] * 30
    assert [make(app, students[0], "198.51.100.7") for _ in range(3)] == [201, 201, 429]
    classes = [student.post("/api/classes", json={}, headers=address) for student in students[:5]]
    assert [answer.status_code for answer in classes] == [201] * 5, "a fourth class was refused once"


def test_large_bodies_of_one_address_are_bounded(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    wait = Mock()
    monkeypatch.setattr(app.extensions["large_bodies"], "wait", wait)
    client = app.test_client()

    def taken(address: str, size: int) -> bool:
        data = b'{"game": "chess"}'.ljust(size)
        answer = client.post("/api/lab/estimate", data=data, headers={"X-Forwarded-For": address})
        assert answer.status_code in (404, 429)
        return answer.status_code == 404

    many = sum(taken("192.0.2.81", SMALL_BODY + 1) for _ in range(200))
    assert 120 <= many < 190, "a class may send theirs at once"
    assert wait.call_args_list == [call(SMALL_BODY + 1, "192.0.2.81")] * many
    assert taken("192.0.2.81", SMALL_BODY), "what is small is not limited here"
    assert wait.call_count == many
    assert taken("192.0.2.82", SMALL_BODY + 1)


def test_large_bodies_are_let_in_one_at_a_time_at_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, together, waited = [], [], []

    def sleep(seconds: float) -> None:
        at_once.append(seconds)
        together.append(len(at_once))
        time.sleep(0.01)
        waited.append(at_once.pop())

    monkeypatch.setattr(exchange, "time", Mock(sleep=sleep))
    large = exchange.LargeBodies()
    threads = [threading.Thread(target=large.wait, args=(2_000_000, f"address {number}")) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert together == [1] * 10
    assert waited == [0.5] * 10


def test_the_key_stands_under_the_path_and_travels_by_https_alone_where_there_is_https(app: Flask) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/games-lab", "X-Forwarded-For": "198.51.100.8"}
    cookie = app.test_client().get("/", headers=headers).headers["Set-Cookie"]
    assert {"Secure", "Path=/games-lab"} <= set(cookie.split("; "))


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """An application in which of what stays for months an address may have two things at once."""
    monkeypatch.setattr(limits, "KEPT_OF_ADDRESS", 2)
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", proxies="127.0.0.1"))
    yield app
    app.extensions["lobby"].shutdown()
    app.extensions["contests"].close()


def browser_of(app: Flask, address: str) -> Any:
    """A client at this address that has opened a page."""
    client = app.test_client()
    client.environ_base["HTTP_X_FORWARDED_FOR"] = address
    client.get("/")
    return client


PLAN = {"title": "Plan", "entries": [{"kind": "question", "asked": "text", "prompt": "Why?"}]}


def test_what_is_kept_for_months_has_room_for_other_addresses(small: Flask) -> None:
    record = json.dumps({"plyground": 1, "game": "othello", "moves": ["d3"]})
    for path, body in (
        ("studies", {"game": "othello", "record": record}), ("plans", {"plan": PLAN}),
        ("homework", {"plan": PLAN, "due": time.time() + 3600}),
    ):  # fmt: skip
        addresses = [f"2001:db8::{number}" for number in range(3)] + ["192.0.2.1"]
        statuses = [browser_of(small, each).post(f"/api/{path}", json=body).status_code for each in addresses]
        assert statuses == [201, 201, 429, 201], path


def test_maps_of_one_address_leave_room_for_those_of_others(small: Flask) -> None:
    def given(address: str, mine: int, blanks: int = 0) -> int:
        river = {"sites": [{"id": 0}, {"id": 1}, {"id": 2}], "rivers": [{"source": 0, "target": 1}], "mines": [mine]}
        answer = browser_of(small, address).post("/api/maps?game=punter", data=json.dumps(river) + " " * blanks)
        return int(answer.status_code)

    assert given("192.0.2.1", 0, 60_000) == 429, "room is counted, not maps"
    assert given("192.0.2.1", 1) == 201, "what was refused takes no room"
    assert [given("192.0.2.2", mine) for mine in (0, 1, 0, 2)] == [201, 201, 201, 429]
    assert given("192.0.2.3", 2) == 201


def test_open_homework_is_not_filled_by_one_browser_or_address(app: Flask) -> None:
    given = {"plan": PLAN, "due": time.time() + 3600, "open": True}
    homework = browser_of(app, "203.0.113.240").post("/api/homework", json=given).get_json()["id"]

    def enters(browser: Any) -> bool:
        return bool(browser.post(f"/api/homework/{homework}/enter", json={"name": "Ada"}).status_code == 201)

    school = [browser_of(app, "203.0.113.241") for _number in range(15)]
    assert [sum(enters(each) for _try in range(11)) for each in school] == [10] * 15
    assert not enters(browser_of(app, "203.0.113.241"))
    assert enters(browser_of(app, "203.0.113.242"))


def test_no_answer_tells_a_key_and_what_is_no_page_gives_none(app: Flask) -> None:
    client = app.test_client()
    game = json.loads(client.post("/games", json=PEOPLE, headers={"X-Forwarded-For": "198.51.100.9"}).data)
    for path in ("/static/x/css/base.css", "/health", f"/embed/{game['id']}", "/nowhere", "/api/live"):
        assert "Set-Cookie" not in client.get(path).headers, path
    client.get("/")
    key = getattr(client.get_cookie(COOKIE), "value", "")
    assert key
    for path in ("/", f"/g/{game['id']}", "/health", "/api/live", "/compete"):
        assert key not in client.get(path).text


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server at which a visitor makes one game a minute, and an address ``CROWD``."""
    server = Server(tmp_path, PLYGROUND_GAMES_PER_MINUTE="1")
    yield server.start()
    server.stop()


def browser_at(server: Server, path: str = "/") -> requests.Session:
    """A browser that has opened a page."""
    browser = requests.Session()
    assert browser.get(server.url + path, timeout=30).status_code == 200
    return browser


def makes(server: Server, browser: requests.Session) -> int:
    """The status that making a game gets."""
    return browser.post(f"{server.url}/games", json=PEOPLE, timeout=30).status_code


def used_up(server: Server) -> int:
    """Make games by new visitors until the address may make no more; how many were made. What the address gains
    meanwhile on a slow machine, a game a second, is used up as well."""
    for made in range(5 * CROWD):
        status = makes(server, browser_at(server))
        if status == 429:
            return made
        assert status == 201
    raise AssertionError("an address may make any number of games")


def test_a_class_and_a_competitions_link_bring_their_own_allowance(own_server: Server) -> None:
    teacher = browser_at(own_server)
    opened = teacher.post(f"{own_server.url}/api/classes", json={}, timeout=30).json()
    key = {"Authorization": f"Bearer {own_server.teacher_key}"}
    spec: Any = {"title": "Cup", "game": "othello", "options": {}, "settings": {}, "house": []}
    contest = teacher.post(f"{own_server.url}/api/competitions", json=spec, headers=key, timeout=30).json()
    assert used_up(own_server) >= CROWD

    student = browser_at(own_server)
    client = Client(own_server.url, headers={"Cookie": f"{COOKIE}={student.cookies[COOKIE]}"})
    joined = client.ask("class_join", {"code": opened["code"], "role": "student", "nickname": "Ada"})
    assert joined["ok"], joined
    assert makes(own_server, student) == 201
    assert makes(own_server, student) == 429, "joining a class gives nobody more than one visitor has"
    client.close()
    used_up(own_server)
    assert makes(own_server, browser_at(own_server, f"/compete/{contest['id']}/enter")) == 201
