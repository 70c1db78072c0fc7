"""An engine of others in the browser: its value, depth, line and speed while it thinks, beside a bot of ours."""

from __future__ import annotations

from selenium.webdriver import Chrome

from plyground.engines.declared import Engine, Engines
from tests.browser.conftest import console_errors
from tests.browser.conftest import until_script as until
from tests.browser.play_page import make_game
from tests.engines.speakers import SPEAK
from tools.benchmarks.serving import Server

TERMS = """[...(document.querySelector('section.thought[aria-label^="%s"]')?.querySelectorAll('dt') ?? [])]
  .map((term) => `${term.textContent}: ${term.nextElementSibling.textContent}`)"""


def test_an_engine_is_watched_against_the_hare_with_both_minds_visible(browser: Chrome, server: Server) -> None:
    engines = Engines(server.data / "engines")
    words = (*SPEAK, "nboard", "--bot", "hare")
    engines.save(Engine("guest", "nboard", ("othello",), "The guest", words, seconds=2.0))
    try:
        seats = [{"kind": "bot", "bot": "guest"}, {"kind": "bot", "bot": "hare:seconds=0.5"}]
        made = make_game(server, game="othello", seats=seats)
        browser.get(server.url + made["url"])
        guest = TERMS % "The guest"
        while_it_thinks = (
            "((terms) => document.querySelector('section.thought[aria-label^=\"The guest\"] h3')"
            "?.textContent.includes('thinks') && ['Value', 'Depth', 'Positions', 'Speed', 'Line']"
            f".every((name) => terms.some((term) => term.startsWith(name))) && terms)({guest})"
        )
        told = dict(each.split(": ", 1) for each in until(browser, while_it_thinks))
        assert "ply" in told["Depth"] or "plies" in told["Depth"]
        assert "a second" in told["Speed"]
        assert len(told["Line"].split()) >= 1
        both = [f"{TERMS % name}.some((term) => term.startsWith('Line'))" for name in ("The guest", "Hare")]
        until(browser, " && ".join(both))
        until(browser, "document.querySelectorAll('.arrows .arrow').length > 0")
        assert console_errors(browser) == []
    finally:
        engines.remove("guest")  # which ends its game
    until(browser, "document.body.textContent.includes('There is no bot called “guest”')")
