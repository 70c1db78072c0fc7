"""A finished game is drawn through, replayed, kept as a film and looked into; sounds come where they are wanted."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.play_page import PEOPLE, PlayPage, make_game, until_over
from tests.soaking import later
from tools.benchmarks.serving import Server

BOTS = [{"kind": "bot", "bot": "minimax:budget=100"}, {"kind": "bot", "bot": "minimax:budget=100"}]
NAMED = ("label-content-name-mismatch",)
"""A rule of axe-core that has to be asked for: what is written on a button is part of its name (WCAG 2.5.3)."""
CAUGHT = """
window.films = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => (window.films.push(blob), make(blob));
"""
DECODE = """
const done = arguments[arguments.length - 1];
(async () => {
  const [blob] = window.films;
  const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: blob.type });
  await Promise.all([decoder.completed, decoder.tracks.ready]);
  const { frameCount } = decoder.tracks.selectedTrack;
  const colours = [];
  for (const frameIndex of [0, frameCount - 1]) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join());
    colours.push(new Set(pixels).size);
  }
  done([frameCount, blob.size, ...colours]);
})().catch((error) => done(String(error)));
"""
NOTES = """
window.notes = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...given) {
  window.notes.push(this.frequency.value);
  return start.apply(this, given);
};
"""


def played(browser: Chrome, server: Server, game: str = "othello", **options: object) -> str:
    """The address of a game that two bots have finished."""
    made = make_game(server, game=game, options=options, seats=BOTS, pace=0, seed=3)
    until_over(server, made["id"])
    return f"/g/{made['id']}"


def test_a_finished_game_is_drawn_through_and_plays_by_itself(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, played(browser, server, size=4))
    last = page.ply or 0
    assert last > 6
    shown = "document.querySelector('.scrub').value"
    browser.execute_script(
        "const bar = document.querySelector('.scrub'); bar.value = 3;"
        "bar.dispatchEvent(new Event('input', { bubbles: true }));"
    )
    until_script(browser, "document.querySelector('.where').textContent.startsWith('3 /')")
    said = browser.execute_script("return document.querySelector('.scrub').getAttribute('aria-valuetext')")
    assert said.startswith("Move 3")
    page.find("button[aria-label='Replay the game']").click()
    until_script(browser, f"Number({shown}) >= 5")
    page.find("button[aria-label='Stop the replay']").click()
    until_script(browser, "document.querySelector('button[aria-label=\"Replay the game\"]')")
    assert 5 <= int(browser.execute_script(f"return {shown}")) < last
    assert violations(browser) == []
    assert violations(browser, NAMED) == []
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize(
    "case", [("punter", {"map": "path-5"}), *later([("othello", {"size": 4})])], ids=lambda case: case[0]
)
def test_a_game_is_kept_as_a_film(browser: Chrome, server: Server, case: tuple[str, dict[str, object]]) -> None:
    game, options = case
    page = PlayPage(browser, server, played(browser, server, game, **options))
    browser.execute_script(CAUGHT)
    page.find("#tab-share").click()
    page.until(lambda: [each for each in page.all(".downloads button") if "Film" in each.text])[0].click()
    until_script(browser, "window.films.length")
    told = browser.execute_async_script(DECODE)
    assert isinstance(told, list), told
    frames, size, first, last = told
    assert frames == (page.ply or 0) + 1
    assert size < 2_000_000
    assert first > 3
    assert last > 3
    assert console_errors(browser) == []


def test_looking_inside_opens_the_search_of_the_shown_position(browser: Chrome, server: Server) -> None:
    made = make_game(server, game="othello", options={"size": 4}, seats=PEOPLE)
    browser.get(f"{server.url}/lab#from={made['id']}&ply=0")
    until_script(browser, "document.querySelector('#lab-theatre:not([hidden]) .lab-slider')")
    assert not browser.execute_script("return !!document.querySelector('.lab-shelf')")


def test_moves_are_heard_by_whoever_plays_until_they_are_switched_off(browser: Chrome, server: Server) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", options={"size": 4}, seats=PEOPLE)["url"])
    browser.execute_script(NOTES)
    page.cell(*page.until(page.legal_cells)[0])
    until_script(browser, "window.notes.length === 1")
    page.find("#tab-board").click()
    sounds = "[...document.querySelectorAll('.switches label')].find((l) => l.textContent.includes('Sounds'))"
    until_script(browser, sounds)
    browser.execute_script(f"{sounds}.click()")
    page.cell(*page.until(page.legal_cells)[0])
    page.until_ply(2)
    assert browser.execute_script("return window.notes.length") == 1


def test_evaluations_of_ones_own_game_are_hidden_until_they_are_asked_for(browser: Chrome, server: Server) -> None:
    seats = [{"kind": "person"}, {"kind": "bot", "bot": "minimax:budget=100"}]
    made = make_game(server, game="othello", seats=seats, seed=3)
    page = PlayPage(browser, server, made["url"])
    page.cell(*page.legal_cells()[0])
    page.until_ply(2)
    values = "document.querySelectorAll('.evaluation, .plot:not(.times), .thought, ol.moves .move .number').length"
    assert not browser.execute_script(f"return {values}")
    page.click("Show evaluations")
    until_script(browser, f"{values} >= 3")
    browser.refresh()
    until_script(browser, f"{values} >= 3")  # the device remembers it
    number = "document.querySelector('.evaluation .number:not(:empty)')"
    while not browser.execute_script(f"return {number}"):  # level so far
        ply = page.ply
        page.cell(*page.until(page.legal_cells)[0])
        page.until_ply(ply + 2)
    listed = "[...document.querySelectorAll('ol.moves .move .number')].at(-1)"
    sign, there = until_script(browser, f"{number} && [{number}.textContent[0], {listed}.textContent[0]]")
    assert sign == there
    marks = browser.execute_script(f"return {number}.matches('.evaluation > .number:nth-of-type(1)')")
    assert marks == (sign == "+")  # it stands at the side that leads
    browser.execute_script("localStorage.clear()")
    PlayPage(browser, server, f"/g/{made['id']}")
    until_script(browser, f"{values} >= 3")  # who watches sees them
    assert console_errors(browser) == []


def test_ones_own_move_is_seen_before_the_reply(browser: Chrome, server: Server) -> None:
    """The page shows the position between for long enough to be drawn, though the bot answers at once."""
    made = make_game(server, game="othello", seats=[{"kind": "person"}, {"kind": "bot", "bot": "random"}], seed=3)
    page = PlayPage(browser, server, made["url"])
    page.cell(*page.legal_cells()[0])
    page.until_ply(2)
    browser.execute_script(
        "window.shown = []; new MutationObserver(() => window.shown.push([document.querySelector('.play').dataset.ply,"
        " performance.now()])).observe(document.querySelector('.play'), { attributeFilter: ['data-ply'] });"
    )
    page.cell(*page.legal_cells()[0])
    page.until_ply(4)
    (own, first), (reply, second) = browser.execute_script("return window.shown")
    assert (own, reply) == ("3", "4")
    assert second - first > 300
    page.find("#tab-board").click()
    label = "[...document.querySelectorAll('.switches label')].find((l) => l.textContent.includes('reply'))"
    until_script(browser, label)
    browser.execute_script(f"{label}.click()")
    page.cell(*page.until(page.legal_cells)[0])
    page.until_ply(6)
    assert console_errors(browser) == []


@pytest.mark.soak
@pytest.mark.parametrize("address", ["/", "/g/", *later(["/class", "/compete", "/lab"])])
def test_every_page_is_reached_from_a_phone_by_keyboard(browser: Chrome, server: Server, address: str) -> None:
    resize(browser, 390, 844)
    if address == "/g/":
        address += make_game(server, game="othello", seats=PEOPLE)["id"]
    browser.get(server.url + address)
    opener = browser.find_element("css selector", ".nav-opener")
    opener.send_keys(Keys.ENTER)
    until_script(browser, "document.querySelector('.site-nav').matches(':popover-open')")
    boxes = browser.execute_script(
        "return [...document.querySelectorAll('.site-nav a')].map((a) => a.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) >= 9
    assert all(box["left"] >= 0 and box["right"] <= 390 and box["bottom"] <= 844 and box["width"] for box in boxes)
    assert violations(browser) == []
    opener.send_keys(Keys.TAB)
    assert browser.execute_script("return document.activeElement.closest('.site-nav') !== null")
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    until_script(browser, "!document.querySelector('.site-nav').matches(':popover-open')")
    assert browser.execute_script("return document.activeElement.className") == "nav-opener"
