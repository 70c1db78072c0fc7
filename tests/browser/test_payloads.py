"""Script that people write into any field stays text: in a real browser nothing runs, and no element is made of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
import requests
from selenium.webdriver import Chrome

from plyground.competitions import registration
from plyground.competitions.settings import EventSettings
from plyground.competitions.store import CompetitionStore
from plyground.core.settings import Settings
from tests.browser.class_page import Student
from tests.browser.conftest import until_script
from tests.browser.play_page import make_game
from tests.soaking import more
from tests.web.bots import NetworkBot
from tests.web.classes import opened
from tools.benchmarks.serving import Server

PAYLOADS = (
    "<script>alert(1)</script>", "<script id=pwn>alert(2)</script>", "<img id=pwn src=x onerror=alert(3)>",
    "<svg id=pwn onload=alert(4)>", "<svg><script>alert(5)</script></svg>", "<b id=pwn>bold</b>", "<i id=pwn",
    "\"><img id=pwn src=x onerror=alert(6)>", "'><svg id=pwn onload=alert(7)>", "</script><b id=pwn>",
    "</title><b id=pwn>", "</textarea><b id=pwn>", "--><b id=pwn>", "]]><b id=pwn>", "<!--<b id=pwn>",
    "javascript:alert(8)", "<a id=pwn href=javascript:alert(9)>x</a>", "<iframe id=pwn srcdoc=x>",
    "<style id=pwn>*{color:red}</style>", "<link id=pwn rel=stylesheet href=x>", "<base id=pwn href=//evil>",
    "<form id=pwn action=//evil><input>", "<body id=pwn onload=alert(10)>", "<math><mi id=pwn>",
    "&lt;b id=pwn&gt;", "&#60;b id=pwn&#62;", "\\u003cb id=pwn\\u003e", "{{7*7}}<b id=pwn>", "${alert(11)}`",
    "\" autofocus onfocus=alert(12) x=\"", "' onmouseover=alert(13) '", "<x id=pwn onclick=alert(14)>",
    "%3Cb id=pwn%3E", "<details id=pwn open ontoggle=alert(15)>",
)  # fmt: skip
WATCH = """
window.struck = [];
for (const name of ["alert", "confirm", "prompt"]) window[name] = (word) => window.struck.push(`${name} ${word}`);
"""
TEXT = "return document.body.textContent"
FOUND = """
const elements = [...document.querySelectorAll("[id='pwn']")].map((one) => one.outerHTML);
const handlers = [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some(({name, value}) =>
  /^on/.test(name) || /^\\s*javascript:/i.test(value) && /^(href|src|action|formaction|xlink:href)$/.test(name)));
return [...window.struck, ...elements, ...handlers.map((one) => one.outerHTML)];
"""


@pytest.fixture
def watched(browser: Chrome) -> Iterator[Chrome]:
    """A browser whose pages note every dialog that a script asks for, from the first line on."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    yield browser
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def harmless(browser: Chrome, url: str, ready: str, *shown: str) -> None:
    """The page is there, with these texts on it, and nothing of what was written is more than text."""
    browser.get(url)
    until_script(browser, f"document.readyState === 'complete' && ({ready})")
    for text in shown:
        assert text in browser.execute_script("return document.documentElement.textContent"), f"{text} is not on {url}"
    assert browser.execute_script(FOUND) == [], url


def test_names_of_players(watched: Chrome, server: Server) -> None:
    for begin in (0, 16, len(PAYLOADS) - 16):
        names = PAYLOADS[begin : begin + 16]
        seats = [{"kind": "person", "name": name} for name in names]
        made = make_game(server, game="punter", options={"map": "path-5", "punters": 16}, seats=seats)
        ready = "document.querySelector('.play')?.dataset.line === 'live'"
        harmless(watched, server.url + made["url"], ready, names[3])
        harmless(watched, f"{server.url}/g/{made['id']}", ready, names[3])
    for begin in range(0, len(PAYLOADS), 2):
        seats = [{"kind": "person", "name": name} for name in PAYLOADS[begin : begin + 2]]
        make_game(server, game="othello", seats=seats)
    for page in ("/", "/live", "/watch"):
        if requests.get(server.url + page, timeout=10).ok:
            harmless(watched, server.url + page, "true")


@pytest.mark.soak
def test_what_stands_in_addresses(watched: Chrome, server: Server) -> None:
    for payload in PAYLOADS[:: more(9, 1)]:
        word = quote(payload, safe="")
        for path in (f"/g/{word}", f"/rules/{word}?x={word}", f"/play/{word}"):
            harmless(watched, server.url + path, "true")
    for payload in PAYLOADS[2 :: more(17, 1)]:
        word = quote(payload, safe="")
        for path in (
            f"/lab#game=tree&position={word}&search={word}&options={word}", f"/trees#{word}", f"/replay#{word}",
            f"/?game={word}&position={word}&moves={word}", f"/class/{word}", f"/compete/{word}",
        ):  # fmt: skip
            harmless(watched, server.url + path, "true")


def test_what_a_class_is_told(watched: Chrome, server: Server) -> None:
    with opened(server) as room:
        for payload in (PAYLOADS[0], PAYLOADS[2]):
            assert room.come("student", nickname=payload).joined["ok"] is False, "such nicknames are refused"
        student = Student(watched, server)
        student.join(room.code, "Ada")
        for payload in PAYLOADS[2:8]:
            room.teacher.done("show", scene={"kind": "position", "game": "othello", "caption": payload})
            student.until(lambda text=payload: text in watched.execute_script(TEXT), 20)  # type: ignore[misc]
            assert watched.execute_script(FOUND) == []
        for begin in (0, len(PAYLOADS) - 20):
            choices, prompt = PAYLOADS[begin : begin + 20], PAYLOADS[begin + 1]
            room.teacher.done("ask", kind="choice", prompt=prompt, choices=list(choices))
            student.until(lambda text=choices[-1]: text in watched.execute_script(TEXT), 20)  # type: ignore[misc]
            assert prompt in watched.execute_script(TEXT)
            assert watched.execute_script(FOUND) == []


def test_what_bots_are_called_and_noted(watched: Chrome, server: Server) -> None:
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    try:
        made = store.create(PAYLOADS[2], "othello", {"size": 4}, EventSettings(), 7)
        api = f"{server.url}/api/competitions/{made.id}"
        for payload in PAYLOADS:
            visitor = requests.Session()
            visitor.get(f"{server.url}/compete", timeout=10)  # where a browser gets its key
            answer = visitor.post(f"{api}/bots", json={"name": payload[:40], "show_name": True}, timeout=10)
            assert answer.status_code == 201, answer.text
        entry = answer.json()
        registration.submit_built_in(store, store.entry(made.id, entry["bot"]), "random", " ".join(PAYLOADS)[:400])
        pages = ("", "/ladder", f"/bots/{entry['bot']}", f"/bots/{entry['bot']}#key={entry['key']}", "/enter")
        for page in pages:
            harmless(watched, f"{server.url}/compete/{made.id}{page}", "true", PAYLOADS[2])
        harmless(watched, f"{server.url}/compete", "true", PAYLOADS[2])
        store.delete(made.id)
    finally:
        store.close()


def _asked(server: Server, path: str, key: str, body: Any) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = requests.post(f"{server.url}{path}", json=body, headers=headers, timeout=30)
    assert answer.status_code < 300, answer.text
    return dict(answer.json())


def test_what_teachers_and_students_write_for_homework(watched: Chrome, server: Server) -> None:
    texts = [{"kind": "text", "title": payload, "text": payload} for payload in PAYLOADS]
    choice = {"kind": "question", "asked": "choice", "prompt": PAYLOADS[1], "choices": list(PAYLOADS[:10]),
              "right": [1], "why": PAYLOADS[2], "hints": list(PAYLOADS[3:8])}  # fmt: skip
    open_one = {"kind": "question", "asked": "text", "prompt": PAYLOADS[5], "why": PAYLOADS[6]}
    board = {"kind": "position", "game": "othello", "caption": PAYLOADS[2]}
    plan = {"title": PAYLOADS[2], "entries": [choice, open_one, board, *texts]}
    made = _asked(server, "/api/plans", "", {"plan": plan})
    ready = "document.body.textContent.includes('onerror=alert(3)')"
    harmless(watched, f"{server.url}/class/plans/{made['id']}", ready, PAYLOADS[0])
    names = "\n".join(payload.replace(";", ",") for payload in PAYLOADS)
    given = {"plan": plan, "due": time.time() + 86_400, "list": names}
    homework = _asked(server, "/api/homework", "", given)
    path, key = f"/api/homework/{homework['id']}", homework["key"]
    people = requests.get(server.url + path, headers={"Authorization": f"Bearer {key}"}, timeout=30).json()["people"]
    for row, payload in zip(people, PAYLOADS, strict=True):
        _asked(server, f"{path}/answer", row["code"], {"entry": 1, "attempt": 1, "text": payload * 3})
    harmless(watched, f"{server.url}/homework/{homework['id']}/teach#k={key}", ready, PAYLOADS[2])
    watched.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
    assert watched.execute_script(FOUND) == []
    harmless(watched, f"{server.url}/homework/{homework['id']}#c={people[2]['code']}", "true", PAYLOADS[2])
    sheet = {"plan": json.dumps(plan), "key": "1"}
    page = requests.post(f"{server.url}/class/plans/sheet", data=sheet, timeout=60).text
    assert "&lt;script id=pwn&gt;" in page
    assert not [payload for payload in PAYLOADS if payload.startswith("<") and payload in page]


def test_what_stands_in_records(watched: Chrome, server: Server) -> None:
    comments = " ".join(payload.replace("{", "(").replace("}", ")") for payload in PAYLOADS)
    record = f'[Size "5"]\n[Player1 "{PAYLOADS[2]}"]\n[Event "{PAYLOADS[8]}"]\n\n1. a1 {{{comments}}} e5 2. c3 *'
    study = _asked(server, "/api/studies", "", {"game": "tak", "record": record})["study"]
    harmless(watched, f"{server.url}/analysis#study={study}", "document.body.textContent.includes('onerror')")
    moves = ["d3", "c5"]
    branches = [{"name": PAYLOADS[2], "parent": 0, "ply": 1, "moves": ["c3"]}]
    own = {"plyground": 1, "game": "othello", "moves": moves, "branches": branches, "players": list(PAYLOADS[2:4])}
    study = _asked(server, "/api/studies", "", {"game": "othello", "record": json.dumps(own)})["study"]
    harmless(watched, f"{server.url}/analysis#study={study}", "!!document.querySelector('#analysis-board svg')")


def test_what_bots_over_the_network_and_lists_of_people_say(watched: Chrome, server: Server) -> None:
    bots = [NetworkBot(server.url, payload) for payload in PAYLOADS if len(payload) <= 30]
    game = bots[0].play_against(bots[1])
    live = "document.querySelector('.play')?.dataset.line === 'live'"
    harmless(watched, f"{server.url}/g/{game}", live, bots[0].about["name"], bots[1].about["name"])
    assert "<b id=pwn>" not in requests.get(f"{server.url}/g/{game}", timeout=10).text
    contest = _asked(server, "/api/competitions", server.teacher_key, {"title": PAYLOADS[3], "game": "othello"})["id"]
    people = "\n".join(payload.replace(";", ",").replace(",", " ")[:60] for payload in PAYLOADS)
    _asked(server, f"/api/competitions/{contest}/codes", server.teacher_key, {"list": people})
    listed = f"{server.url}/compete/{contest}/teach/codes#key={server.teacher_key}"
    harmless(watched, listed, "document.querySelectorAll('.codes-table .codes-code').length > 30", PAYLOADS[2])
    harmless(watched, f"{server.url}/compete/{contest}/teach#key={server.teacher_key}", "true", PAYLOADS[3])
