"""Pages in another language: with a catalogue of brackets, nothing on a page is left that has not passed through it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests
from selenium.webdriver import Chrome

from tests.browser.conftest import resize, until_script
from tests.soaking import SOAKING
from tools.benchmarks.serving import Server
from tools.messages import PSEUDO, pseudo

LEFT = """
const left = [];
const own = "script, style, template, noscript, code, kbd, pre, textarea, input, .mono, .cm-editor, [translate=no]";
const bare = (text) => /[A-Za-z]{3,}/.test(text) && !text.includes("⟦") && !text.includes("⟧");
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let open = 0;
while (words.nextNode()) {
  const { data, parentElement } = words.currentNode;
  const meant = !parentElement.closest(own) && !document.title.includes(data.trim());
  if (!open && meant && bare(data)) left.push(data.trim());
  if (!parentElement.closest("script, template")) open += data.split("⟦").length - data.split("⟧").length;
}
for (const name of ["aria-label", "title", "alt", "placeholder"])
  for (const element of document.body.querySelectorAll(`[${name}]:not([translate=no] *)`)) {
    const text = element.getAttribute(name);
    if (bare(text)) left.push(`${name}: ${text}`);
  }
return [...new Set(left)];
"""
"""Collects the texts of a page in which no part is bracketed: words of three letters or more, but no code or notation.

What stands between the brackets of a message, values and elements with their texts, has passed through it.
"""


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that also speaks the language in which each message stands in brackets."""
    folder = tmp_path_factory.mktemp("languages")
    pseudo(folder)
    server = Server(folder, PLYGROUND_TRANSLATIONS=str(folder))
    server.start().wait_until_warm()
    yield server
    server.stop()


def game(server: Server) -> str:
    """Begin a game of Othello between two bots; returns the path of its page."""
    wanted = {"game": "othello", "with": "bots", "level": "random"}
    answer = requests.post(f"{server.url}/games", data=wanted, allow_redirects=False, timeout=30)
    return answer.headers["Location"].partition("#")[0]


PAGES = (
    "/", "/new/camel", "/new/tree", "/rules/punter", "/learn/tak", "/trees", "/lab", "/lessons", "/lessons/minimax",
    "/class", "/compete", "/compete/teach", "/write/othello", "/wall", "/replay", "/api", "/games", "/analysis",
    "/deck", "/exercises", "/course/minimax",
)  # fmt: skip
TWINS = (
    "/new/othello", "/new/tak", "/new/punter", "/rules/othello", "/rules/camel", "/rules/tak", "/rules/tree", "/write",
    "/board", "/course",
)  # fmt: skip
"""Other games and lists of what is looked at: visited in the long form."""

WATCHED = """
window.asking = 0;
const ask = window.fetch;
window.fetch = (...given) => { window.asking += 1; return ask(...given).finally(() => { window.asking -= 1; }); };
"""
STILL = """
const done = arguments[0];
let timer;
const wait = () => { clearTimeout(timer); timer = setTimeout(() => (window.asking ? wait() : done()), 250); };
new MutationObserver(wait).observe(document.body, { subtree: true, childList: true, characterData: true });
setTimeout(done, 8000);
wait();
"""
"""Waits until the page asks for nothing and has not changed for a quarter of a second; clocks change each second."""


@pytest.fixture
def watched(browser: Chrome) -> Iterator[Chrome]:
    """The browser, whose pages count what they are asking for."""
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCHED})
    yield browser
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.mark.soak
def test_no_text_of_a_page_is_left_untranslated(bracketed: Server, watched: Chrome) -> None:
    browser = watched
    browser.get(f"{bracketed.url}/language/{PSEUDO}")
    left = {}
    for path in (*PAGES, *(TWINS if SOAKING else ()), game(bracketed)):
        browser.get(bracketed.url + path)
        until_script(browser, "document.readyState === 'complete' && document.body.innerText.includes('⟦')")
        browser.execute_async_script(STILL)
        found = browser.execute_script(LEFT)
        if found:
            left[path] = found
    assert not left, "\n".join(f"{path}: {each}" for path, texts in left.items() for each in texts)


ENGLISH = r"""
const own = "script, style, template, noscript, code, kbd, pre, textarea, .mono, [translate=no], [lang=en]";
const word = /\b(the|and|of|are|with|this|that|from|you|your|not|has|have|each|moves|games)\b/;
const found = [];
const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (words.nextNode()) {
  const { data, parentElement } = words.currentNode;
  if (!parentElement.closest(own) && word.test(data)) found.push(data.trim());
}
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
if (wide > 1) found.push(`wider than the window by ${wide} pixels`);
return found;
"""
"""Collects texts with words that English sentences hardly do without, and says if the page is wider than a phone."""


NARROW = (
    "/", "/new/tak", "/rules/camel", "/learn/camel", "/lessons/score-a-move", "/compete", "/write", "/puzzles",
    "/board", "/offline", "/lab",
)  # fmt: skip
NARROW_TWINS = ("/class", "/games", "/deck", "/analysis", "/wall")
"""Those that other tests look at in German or at this width: visited in the long form."""


@pytest.mark.soak
def test_german_pages_hold_no_english_and_fit_a_phone(bracketed: Server, watched: Chrome) -> None:
    browser = watched
    browser.get(f"{bracketed.url}/language/de")
    resize(browser, 320, 690)
    left = {}
    for path in (*NARROW, *(NARROW_TWINS if SOAKING else ()), game(bracketed)):
        browser.get(bracketed.url + path)
        until_script(browser, "document.readyState === 'complete' && document.documentElement.lang === 'de'")
        browser.execute_async_script(STILL)
        found = browser.execute_script(ENGLISH)
        if found:
            left[path] = found
    assert not left, "\n".join(f"{path}: {each}" for path, texts in left.items() for each in texts)
