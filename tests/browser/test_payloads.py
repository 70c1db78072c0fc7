"""Script that people write into any field stays text: in a real browser nothing runs, and no element is made of it."""

from __future__ import annotations

from collections.abc import Iterator
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
