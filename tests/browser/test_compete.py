"""The pages of competitions in a browser: a table that grows while games are played, and a game replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote, quote_plus, urlencode

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from plyground.competitions.presentation import public
from plyground.competitions.running.competition_runner import CompetitionRunner
from plyground.competitions.store import Competition, CompetitionStore
from plyground.core import records, registry
from plyground.core.settings import Settings
from tests.browser.axe import by_theme, themes_of, violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.competitions.events import Deciders, make
from tests.soaking import later
from tests.web.test_competitions import really
from tests.web.test_replays import made_up
from tools.benchmarks.serving import Server


@pytest.fixture
def contest(server: Server) -> Iterator[tuple[CompetitionStore, Competition]]:
    """A competition of three bots on the server under test, whose event this process plays."""
    store = CompetitionStore(Settings(database=f"sqlite:///{server.log.parent / 'games.sqlite3'}"))
    made = make(store, bots=3, game="othello", options={"size": 4})
    yield store, made
    store.delete(made.id)
    store.close()


@pytest.mark.soak
def test_a_table_grows_and_a_game_is_replayed(
    browser: Chrome, server: Server, contest: tuple[CompetitionStore, Competition]
) -> None:
    store, made = contest
    browser.get(f"{server.url}/compete")
    browser.find_element("css selector", f"a[href='/compete/{made.id}']").click()
    until_script(browser, "document.querySelector('#compete h1')?.textContent === 'Test'")
    assert "has not begun" in browser.find_element("id", "compete").text
    CompetitionRunner(store, made.id, Deciders(really), "none").run_event()
    until_script(browser, "document.querySelectorAll('.standing tbody th').length === 3")
    until_script(browser, "document.querySelectorAll('.compete-games li').length === 6")
    assert len(browser.find_elements("css selector", ".cross .cell:not([data-result=none])")) == 6
    assert by_theme(browser, themes_of("compete")) == {}
    resize(browser, 320, 700)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    resize(browser, 1280, 900)
    the_picture_leads_to_games(browser)
    the_standing_says_why(browser)
    the_games_are_filtered(browser, [row["name"] for row in public.page(store, made.id)["standings"]])
    resize(browser, 320, 700)
    browser.find_element("css selector", ".compete-games a").send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('#board svg')")
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 320
    words = browser.find_element("css selector", ".embed-words")
    ending = words.text
    browser.find_element("css selector", "[aria-label='To the start']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent === 'Start'")
    assert browser.execute_script("return document.activeElement.ariaLabel") == "To the start"
    browser.find_element("css selector", "[aria-label='One move on']").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.embed-words').textContent.startsWith('1. ')")
    assert ending == browser.find_element("css selector", ".compete-result").text
    the_replay_has_addresses_and_keys(browser)
    assert console_errors(browser) == []


def the_picture_leads_to_games(browser: Chrome) -> None:
    """By keys from cell to cell, and from a cell to the games of its pair."""
    cell = ".cross .cell[data-line='{}'][data-column='{}']"
    first = browser.find_element("css selector", cell.format(0, 1))
    words = first.get_attribute("aria-label") or ""
    first.send_keys(Keys.ARROW_DOWN)  # over the diagonal
    until_script(browser, f'document.activeElement === document.querySelector("{cell.format(2, 1)}")')
    browser.switch_to.active_element.send_keys(Keys.ARROW_UP)
    until_script(browser, f'document.activeElement === document.querySelector("{cell.format(0, 1)}")')
    until_script(browser, f"document.querySelector('.compete-cell-words').textContent === {json.dumps(words + '.')}")
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    until_script(browser, "document.querySelectorAll('.compete-pair a[href*=\"/games/\"]').length === 2")
    assert violations(browser) == []
    summary = browser.find_element("css selector", ".compete-each summary")
    summary.send_keys(Keys.ENTER)
    until_script(browser, "document.querySelectorAll('.compete-cross tbody td:not(:has(.self))').length === 6")
    signs = {"+": "1/1", "=": "½/1", "−": "/1"}
    shown = browser.execute_script(
        "return [...document.querySelectorAll('.cross .cell text')].map((e) => e.textContent)"
    )
    plain = browser.execute_script(
        "return [...document.querySelectorAll('.compete-cross tbody td:not(:has(.self))')]"
        ".map((e) => e.textContent.trim())"
    )
    assert len(shown) == len(plain) == 6
    for sign, text in zip(shown, plain, strict=True):
        assert text.endswith(signs[sign])
    saved = browser.execute_async_script(
        "const done = arguments[0]; const keep = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then(done); return keep.call(URL, blob); };"
        "document.querySelector('.compete-tools button').click();"
    )
    assert saved.startswith("<svg")
    assert saved.count('fill="rgb') > 12
    assert "color(" not in saved
    assert "color-mix" not in saved


def the_standing_says_why(browser: Chrome) -> None:
    """A line opens by its button, and says why it stands there."""
    button = browser.find_element("css selector", ".standing-more")
    assert button.get_attribute("aria-expanded") == "false"
    button.send_keys(Keys.ENTER)
    until_script(browser, "!!document.querySelector('.standing-about:not([hidden]) p')")
    text = browser.find_element("css selector", ".standing-about:not([hidden])").text
    assert "1st place" in text
    assert "4 games" in text
    assert "gold badge" in text
    assert violations(browser) == []
    assert browser.find_element("css selector", ".compete-sure").text


def the_games_are_filtered(browser: Chrome, names: list[str]) -> None:
    """By bot and by verdict; a bot's line leads to its games."""
    browser.find_element("css selector", ".standing-about:not([hidden]) button").send_keys(Keys.ENTER)
    until_script(browser, "document.querySelectorAll('.compete-games li').length === 4")
    assert all(names[0] in line.text for line in browser.find_elements("css selector", ".compete-games li"))
    Select(browser.find_element("name", "verdict")).select_by_value("failed")
    until_script(browser, "document.querySelectorAll('.compete-games li').length === 0")
    Select(browser.find_element("name", "verdict")).select_by_value("")
    Select(browser.find_element("name", "bot")).select_by_value("")
    until_script(browser, "document.querySelectorAll('.compete-games li').length === 6")


def the_replay_has_addresses_and_keys(browser: Chrome) -> None:
    """Each ply has an address; arrow keys and the times lead from ply to ply; the position can be taken elsewhere."""
    words = "document.querySelector('.embed-words').textContent"
    browser.find_element("css selector", "a[href='#3']").click()
    until_script(browser, f"{words}.startsWith('3. ') && location.hash === '#3'")
    until_script(browser, "document.querySelector('.compete-moves [aria-current]').hash === '#3'")
    browser.find_element("css selector", "body").send_keys(Keys.ARROW_RIGHT)
    until_script(browser, f"{words}.startsWith('4. ') && location.hash === '#4'")
    browser.refresh()
    until_script(browser, f"{words}?.startsWith('4. ')".replace(".textContent", "?.textContent"))
    assert len(browser.find_elements("css selector", ".time-bars")) == 2
    browser.execute_script("document.querySelector('.time-bars').scrollIntoView()")
    browser.find_element("css selector", ".time-bars").click()
    until_script(browser, f"!{words}.startsWith('4. ')")
    text = browser.execute_script("return location.hash.slice(1)")
    until_script(browser, "document.querySelector('#ways a')?.href.includes('/new/')")
    ways = [link.get_attribute("href") or "" for link in browser.find_elements("css selector", "#ways a")]
    assert "/new/othello?" in ways[0]
    assert "/lab#game=othello" in ways[1]
    browser.get(ways[0])
    until_script(browser, "document.querySelector('#position')?.value.length > 10")
    until_script(browser, "!document.querySelector('.setup-end button').disabled")
    assert int(text) > 0


def test_a_pasted_replay_link_opens_on_a_board(browser: Chrome, server: Server) -> None:
    link = "https://contest.example/replay.html#AwcHAAIAAAAAAQIDAgAFAAMA"
    browser.get(f"{server.url}/compete")
    browser.find_element("id", "paste").send_keys(link, Keys.ENTER)
    until_script(browser, "!!document.querySelector('#board svg')")
    assert "Crazy Camel, 5 moves" in browser.find_element("id", "replay-stage").text
    browser.find_element("css selector", "[aria-label='To the start']").click()
    until_script(browser, "document.querySelector('.embed-words').textContent === 'Start'")
    browser.find_element("css selector", "[aria-label='One move on']").click()
    until_script(browser, "document.querySelector('.embed-words').textContent === '1. Down'")
    browser.find_element("id", "replay-on").click()
    until_script(browser, "document.querySelector('#record')?.value.includes('AwcHAAI')")
    until_script(browser, "!!document.querySelector('a[href^=\"/replay#game=camel\"]')")
    browser.get(f"{server.url}/lab#game=othello")
    until_script(browser, "!!document.querySelector('.lab-estimate p')")
    browser.find_element("id", "lab-text").send_keys(link, Keys.TAB)
    until_script(browser, "document.querySelector('.lab-position')?.textContent.includes('after 5 moves')")
    assert "game=camel" in browser.current_url
    browser.get(f"{server.url}/replay#record=nonsense")
    browser.refresh()
    until_script(browser, "document.querySelector('#replay-problem').textContent.includes('No game reads')")
    errors = [error for error in console_errors(browser) if "400" not in error]
    assert errors == []


WRITTEN = {
    "own": json.dumps({"plyground": 1, "game": "othello", "moves": [{"text": "f5"}, {"text": "d6"}]}, indent=1),
    "transcript": "f5 d6 c3",
    "ptn": '[Size "5"]\n[Player1 "A B + C"]\n\n1. a1 e5\n2. b1 c1\n3. b1+ c1+\n',
    "ggf": "(;GM[Othello]PB[A B]PW[C]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5]W[D6];)",
    "camel": "1. Down, Up\n2. H 2 3, Down",
}
"""Records as they are pasted, each with spaces, and how many moves they hold."""


@pytest.mark.soak
@pytest.mark.parametrize(
    "case", [("ptn", 6), ("camel", 4), *later([("own", 2), ("transcript", 3), ("ggf", 2)])], ids=lambda case: case[0]
)
def test_records_with_spaces_open_pasted_and_linked(browser: Chrome, server: Server, case: tuple[str, int]) -> None:
    name, moves = case
    shown = f"document.getElementById('replay-title')?.textContent.includes('{moves} moves')"
    browser.get(f"{server.url}/replay")
    browser.execute_script("document.getElementById('replay-record').value = arguments[0]", WRITTEN[name])
    browser.find_element("css selector", "#replay-form button").click()
    until_script(browser, shown)
    assert browser.execute_script("return document.getElementById('replay-record').value") == WRITTEN[name].strip()
    for asked in (f"#record={quote(WRITTEN[name])}", f"?record={quote_plus(WRITTEN[name])}&game="):  # as the form does
        browser.get("about:blank")
        browser.get(f"{server.url}/replay{asked}")
        until_script(browser, shown)
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize("game_id", ["tak", *later(["othello", "camel", "tree", "punter"])])
def test_every_form_opens_from_its_address(browser: Chrome, server: Server, game_id: str) -> None:
    game, record = registry.game(game_id), made_up(game_id, 5)
    for form in records.forms(game):
        text = records.write(game, record, form)
        count = len(records.read(game, text).moves)  # none in the forms that hold a position alone
        browser.get("about:blank")
        browser.get(f"{server.url}/replay#{urlencode({'game': game_id, 'record': text})}")
        title = f"{game.spec.title}, {count} move"
        until_script(browser, f"document.getElementById('replay-title')?.textContent.startsWith('{title}')")
        until_script(browser, "Boolean(document.querySelector('#board svg'))")
    assert console_errors(browser) == []


def test_the_branches_of_a_game_are_walked(browser: Chrome, server: Server) -> None:
    record = '[Size "5"]\n[Player1 "Ada"]\n\n1. a1 e5\n2. b1 b2\n\n{2w1}\n2. c1! {the middle} c2\n\n{2w1/2b1}\n2. -- d2'
    words = "document.querySelector('.embed-words')?.textContent"
    browser.get(f"{server.url}/replay#game=tak&record={quote(record)}")
    until_script(browser, f"{words} === '4. b2'")
    assert "Ada" in browser.find_element("css selector", ".embed-player").text
    browser.find_element("css selector", ".replay-lines li:nth-child(2) a").click()
    until_script(browser, f"{words} === '3. c1! · the middle'")
    browser.find_element("css selector", "[aria-label='One move on']").click()
    until_script(browser, f"{words} === '4. c2'")
    browser.find_element("css selector", ".replay-lines li:nth-child(3) a").click()
    until_script(browser, f"{words} === '4. d2'")
    assert browser.find_element("css selector", ".replay-lines [aria-current]").text.startswith("2w1/2b1")
    assert violations(browser) == []
    browser.back()
    until_script(browser, f"{words} === '3. c1! · the middle'")
    resize(browser, 390, 800)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
    assert console_errors(browser) == []
