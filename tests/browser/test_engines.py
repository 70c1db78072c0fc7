"""An engine of others in the browser: its value, depth, line and speed while it thinks, beside a bot of ours."""

from __future__ import annotations

import subprocess
import sys

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.ui import Select

from plyground.engines.declared import Engine, Engines
from tests.browser.conftest import console_errors, until_there
from tests.browser.conftest import until_script as until
from tests.browser.play_page import PlayPage, make_game
from tests.browser.test_pages import choose
from tests.engines.speakers import SPEAK
from tools.benchmarks.serving import Server

PRESS = "document.querySelector('.operate-engines button[aria-label=\"%s The newcomer\"]')"
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
            "((terms) => document.querySelector('section.thought[aria-label^=\"The guest\"] h2')"
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


@pytest.mark.long  # engines/test_declared.py and web/test_operating.py do each of these
def test_an_engine_is_added_tested_stopped_and_played_while_the_server_runs(browser: Chrome, server: Server) -> None:
    add = (sys.executable, "-m", "plyground", "engine", "add", "newcomer", "--protocol", "nboard", "--untested")
    engine = ("--title", "The newcomer", "--seconds", "0.2", "--", *SPEAK, "nboard", "--bot", "intuition")
    done = subprocess.run((*add, *engine), cwd=server.program, env=server.environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    try:
        browser.get(f"{server.url}/operate#key={server.teacher_key}")
        until(browser, PRESS % "Test").click()
        until(browser, "document.querySelector('.operate-engines')?.textContent.includes('without a fault')")
        until(browser, PRESS % "Stop").click()
        until(browser, PRESS % "Enable").click()
        until(browser, PRESS % "Stop")
        browser.get(f"{server.url}/new/othello")
        choose(browser, "seat-0", "person")
        choose(browser, "seat-1", "bot")
        Select(until_there(browser, "#level-1")).select_by_value("own")
        Select(until_there(browser, "#bot-1")).select_by_visible_text("The newcomer")
        until_there(browser, ".setup-end .primary").click()
        until(browser, "location.pathname.startsWith('/g/')")
        page = PlayPage(browser, server, browser.current_url.removeprefix(server.url))
        for ply in (0, 2, 4):
            page.until(page.legal_cells)
            page.cell(*page.legal_cells()[0])
            page.until_ply(ply + 2)
        assert page.snapshot()["seats"][1]["bot"].startswith("newcomer")
        assert console_errors(browser) == []
    finally:
        Engines(server.data / "engines").remove("newcomer")
