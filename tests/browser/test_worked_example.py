"""The game of the documentation in a browser: its three files are all that every page needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import requests
from selenium.webdriver import Chrome

from tests.browser.class_page import Student, Teacher
from tests.browser.conftest import console_errors, resize, until_script
from tests.browser.play_page import PEOPLE, PlayPage, make_game
from tests.browser.test_class_boards import WAITS
from tests.contract.copies import KERNELS, WHOLE, Copy, files_in
from tests.waiting import until
from tests.web.client_in_docs import play
from tools.benchmarks.serving import Server

ID = "connect4"
FILES = files_in("add_a_game.md")
LESSON = """{% extends "lessons/_lesson.html" %}
{% set title = "A stage of a new game" %}
{% set summary = "Any game can be looked into." %}
{% block steps %}
<section>
  <h2>A step</h2>
  {{ stage("connect4", "alphabeta", settings={"depth": 2}) }}
</section>
{% endblock %}
"""
AHEAD = """
expected = None

def make_move(random, time, configuration, game_state):
    global expected
    if expected is not None:
        replies = [expected.play(move).position for move in expected.moves]
        assert game_state.position in replies, "this is none of the positions that were looked ahead to"
        print("foreseen")
    ends = [move for move in game_state.moves if game_state.play(move).returns is not None]
    move = (ends or game_state.moves)[0]
    expected = game_state.play(move)
    return move
"""
"""A bot that holds the game to what it saw when it played its own move ahead."""
DIAMOND, STAR = "M0-9 9 0 0 9-9 0z", "M0-9 2.6-3.3"
COMPILING = 300
"""Seconds in which a bot answers although its kernels are being compiled meanwhile."""


@contextmanager
def serving(name: str, files: dict[str, str], folder: Path) -> Iterator[Server]:
    """A server of a copy of the program to which these files were added."""
    copy = Copy.make(name, files, WHOLE)
    server = Server(folder, **KERNELS)
    server.program = copy.folder
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of the program with the game, and with a lesson that shows it."""
    with serving(
        "pages", FILES | {"templates/lessons/99_new-game.html": LESSON}, tmp_path_factory.mktemp("worked")
    ) as server:
        yield server


@pytest.fixture
def quiet(browser: Chrome) -> Iterator[Chrome]:
    """The browser, whose console must have said nothing."""
    yield browser
    assert console_errors(browser) == []


def discs(page: PlayPage) -> str:
    """The board as the cells name themselves: R, Y and -."""
    signs = {"red": "R", "yellow": "Y", "empty": "-"}
    return "".join(signs[name.split(", ")[1]] for name in page.board_picture())


def colour(browser: Chrome, selector: str, seat: int) -> Any:
    """The colour that a seat has inside an element."""
    return browser.execute_script(
        "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(`--seat-${arguments[1]}`)",
        selector, seat,
    )  # fmt: skip


def shapes(browser: Chrome, selector: str) -> list[str]:
    """What the marks that a selector finds look like, in order."""
    found = "return [...document.querySelectorAll(arguments[0])].map((path) => path.getAttribute('d'))"
    names = {DIAMOND: "diamond", STAR: "star"}
    return [
        next((names[each] for each in names if d.startswith(each)), d) for d in browser.execute_script(found, selector)
    ]


def test_a_whole_game_against_a_bot(quiet: Chrome, server: Server) -> None:
    page = PlayPage(quiet, server, make_game(server, game=ID, level="minimax-100", seed=1)["url"])
    while not page.finished:
        before, ply = discs(page), page.ply
        legal = page.all("#board [role=gridcell][tabindex='0']")
        assert len(legal) == sum(sign == "-" for sign in before[:7])
        legal[0].click()
        assert discs(page).count("R") >= before.count("R") + 1, "drawn at once"
        page.until(lambda ply=ply: page.ply >= ply + 2 or page.finished, COMPILING)  # type: ignore[misc]
    found = page.snapshot()
    assert found["result"]["reason"] == "rules"
    assert discs(page) == found["view"]["cells"]
    assert [colour(quiet, ".play", seat) for seat in (1, 2)] == [colour(quiet, "body", seat) for seat in (4, 11)]
    assert set(shapes(quiet, ".strip .mark path")) == set(shapes(quiet, "#board path")) == {"diamond", "star"}


def test_two_bots_are_watched_by_a_stranger(quiet: Chrome, server: Server) -> None:
    bots = [{"kind": "bot", "bot": "minimax:budget=100"}, {"kind": "bot", "bot": "random"}]
    made = make_game(server, game=ID, seats=bots, seed=1, pace=0)
    page = PlayPage(quiet, server, f"/g/{made['id']}")
    page.until(lambda: page.finished, COMPILING)
    found = page.snapshot()
    assert len(page.moves()) == found["ply"] >= 7
    assert discs(page) == found["view"]["cells"]
    assert found["you"] == {"seats": [], "director": False}
    quiet.find_element("css selector", "[aria-label='To the start']").click()
    page.until(lambda: set(discs(page)) == {"-"})


def test_a_move_by_notation_and_a_refusal(quiet: Chrome, server: Server) -> None:
    page = PlayPage(quiet, server, make_game(server, game=ID, seats=PEOPLE)["url"])
    page.type_move("h")
    page.until(lambda: "a to g" in quiet.find_element("css selector", "main").text)
    assert page.ply == 0
    page.type_move("D")
    page.until(lambda: page.ply == 1)
    assert page.snapshot()["view"]["cells"][38] == "R"
    page.type_move("a")
    page.until(lambda: page.ply == 2)
    before = page.board_picture()
    quiet.find_element("css selector", "[aria-label^='Turn the board']").click()
    page.until(lambda: page.board_picture() != before)
    assert page.board_picture()[-7:] == before[-7:][::-1], "the columns are seen from behind"


def test_its_rules_are_in_the_browser_without_a_line_of_its_own(quiet: Chrome, server: Server) -> None:
    quiet.get(f"{server.url}/board#{ID}")
    for ply in range(7):
        until_script(quiet, f'document.querySelector(\'.play[data-ply="{ply}"] #board [tabindex="0"]\')')
        quiet.execute_script(
            "document.querySelectorAll('#board [role=gridcell]')[arguments[0]].dispatchEvent(new Event('click'))",
            ply % 2,
        )
    assert "Red has four in a row." in until_script(quiet, "document.querySelector('.result')?.textContent")


def test_the_ladder_ends_with_the_hare_who_finds_a_win(quiet: Chrome, server: Server) -> None:
    quiet.get(f"{server.url}/")
    levels = quiet.find_elements("css selector", f"#level-{ID} option")
    assert [level.get_attribute("value") for level in levels][-2:] == ["hare-10000", "hare-200000"]
    seats = [{"kind": "bot", "bot": "hare:budget=2000"}, {"kind": "person"}]
    position = "-------/-------/-------/-------/YY-----/RR-R--Y R"
    page = PlayPage(quiet, server, make_game(server, game=ID, seats=seats, position=position)["url"])
    page.until(lambda: page.finished, COMPILING)
    assert [move.split()[0] for move in page.moves()] == ["c"]


def test_home_setup_and_rules_know_the_game(quiet: Chrome, server: Server) -> None:
    quiet.get(f"{server.url}/")
    until_script(quiet, f"!!document.querySelector('[data-game={ID}] .game-board svg')")
    cards = [card.get_attribute("data-game") for card in quiet.find_elements("css selector", ".game.card")]
    assert cards[-2:] == [ID, "tree"], "trees are for study, and stand last"
    quiet.get(f"{server.url}/rules/{ID}")
    until_script(quiet, "document.querySelectorAll('.picture svg circle[fill=\"var(--seat-1)\"]').length === 4")
    text = quiet.find_element("css selector", "main").text
    assert "Two players in turn drop a disc" in text
    assert "tutorial" not in text
    assert "Options" not in text, "it has none"
    quiet.get(f"{server.url}/new/{ID}?position=-------/-------/-------/-------/---Y---/---R--- R")
    assert "Paste a position here" in quiet.find_element("css selector", "#setup").text
    until_script(quiet, "document.querySelectorAll('.setup-board svg circle[r=\"40\"]').length === 2")


def test_the_lab_offers_every_search_that_fits(quiet: Chrome, server: Server) -> None:
    looked = requests.post(f"{server.url}/api/lab/look", json={"game": ID}, timeout=30).json()
    assert [each["id"] for each in looked["searches"] if each["refuses"]] == ["tortoise"], "which plays to the end"
    asked: Any = {"game": ID, "search": "budget", "settings": {"budget": 60}}
    trace = f"{server.url}/api/lab/trace"
    # workers may compile still
    until(lambda: requests.post(trace, json=asked, timeout=90).status_code == 201, COMPILING)
    quiet.get(f"{server.url}/lab")
    until_script(quiet, "!!document.querySelector('.lab-estimate p')")
    sample = "[...document.querySelectorAll('.lab-card')].find((card) => card.textContent.includes('Connect Four'))"
    until_script(quiet, sample)
    quiet.execute_script(f"{sample}.click()")
    until_script(quiet, "!!document.querySelector('.lab-tree .node')")
    until_script(quiet, "!!document.querySelector('.lab-board svg[viewBox=\"0 0 700 600\"]')")
    assert [colour(quiet, ".lab-tree", seat) for seat in (1, 2)] == [colour(quiet, "body", seat) for seat in (4, 11)]
    assert shapes(quiet, ".lab-legend .mark path")[:2] == ["diamond", "star"]
    assert {"diamond", "star"} >= set(shapes(quiet, ".lab-tree .node path.shape")) >= {"diamond"}


def test_a_lesson_has_a_stage_of_the_game(quiet: Chrome, server: Server) -> None:
    quiet.get(f"{server.url}/lessons/new-game")
    until_script(quiet, "!!document.querySelector('.lesson-stage .lab-tree .node')")
    until_script(quiet, "!!document.querySelector('.lesson-stage svg[viewBox=\"0 0 700 600\"]')")


def test_a_class_is_asked_for_a_move_and_plays_its_teacher(
    quiet: Chrome, new_browser: Callable[[], Chrome], server: Server
) -> None:
    teacher, ada = Teacher(quiet, server), Student(new_browser(), server)
    ada.join(teacher.begin(), "Ada")
    resize(ada.browser, 390, 844)
    teacher.choose("#teach-game", ID)
    teacher.until_text("Red to move")
    teacher.click("Ask: which move?")
    ada.until(lambda: len(ada.all("#class-board [role=gridcell][tabindex='0']")) == 7)
    ada.all("#class-board [role=gridcell][tabindex='0']")[3].click()
    teacher.until(lambda: teacher.bars == {"d": 1})
    teacher.click("Reveal")
    teacher.click("Next")

    # One against all: the teacher moves on the one board, and the student answers.
    teacher.find("input[name=send][value=contest]").click()
    teacher.choose("#contest-game", ID)
    teacher.choose("#contest-seat", "0")
    teacher.click("Begin the match")
    for page, column in ((teacher, 3), (ada, 2)):
        page.until(lambda page=page: page.browser.execute_script(f"return {WAITS}"))  # type: ignore[misc]
        page.until(lambda page=page: len(page.all("#contest-board [role=gridcell][tabindex='0']")) == 7)  # type: ignore[misc]
        page.all("#contest-board [role=gridcell][tabindex='0']")[column].click()
    teacher.until_text("1 board waits for you")
    assert console_errors(ada.browser) == []
    teacher.end()


def test_a_bot_is_written_and_tried(quiet: Chrome, server: Server) -> None:
    quiet.get(f"{server.url}/write")
    until_script(quiet, f"!!document.querySelector(\"a[href='/write/{ID}'] svg\")")
    quiet.get(f"{server.url}/write/{ID}")
    until_script(quiet, "!!document.querySelector('#controls select')")
    assert "A bot for Connect Four" in requests.get(f"{server.url}/api/templates/{ID}", timeout=10).text
    quiet.find_element("id", "tab-world").click()
    world = quiet.find_element("id", "panel-world").text
    assert "The state of Connect Four" in world
    assert "0 is Red, 1 is Yellow" in world
    quiet.find_element("id", "try").click()
    until_script(quiet, "!!document.querySelector('.write-verdict')", 120)
    assert "Crashed" not in quiet.find_element("id", "outcome").text, quiet.find_element("id", "log").text
    until_script(quiet, "!!document.querySelector('#board-place svg')")


def hand_in(browser: Chrome, bots: str, alias: str, source: str) -> tuple[dict[str, str], Any]:
    """Hand a bot in and wait for its first games: its owner's headers, and what its page then shows."""
    bot = requests.post(bots, json={"alias": alias}, timeout=30).json()
    address, owner = f"{bots}/{bot['bot']}", {"Authorization": f"Bearer {bot['key']}"}
    answer = requests.post(f"{address}/versions", json={"source": source, "note": ""}, headers=owner, timeout=30)
    assert answer.status_code == 201, answer.text

    def shown() -> Any:
        return requests.get(address, headers=owner, timeout=10).json()

    until(lambda: shown()["versions"][0]["admission"] != "waiting", COMPILING)
    return owner, shown()


def test_a_competition_with_a_bot_that_was_handed_in(quiet: Chrome, server: Server) -> None:
    teacher = {"Authorization": f"Bearer {server.teacher_key}"}
    contests = f"{server.url}/api/competitions"
    asked: Any = {"title": "Fours", "game": ID, "settings": {"openings": 2}, "house": ["random", "minimax:budget=100"]}
    made = requests.post(contests, json=asked, headers=teacher, timeout=30)
    assert made.status_code == 201, made.text
    contest = made.json()["id"]
    template = requests.get(f"{server.url}/api/templates/{ID}", timeout=10).text
    assert "NODES = 1000 " in template
    for alias, source in (("Ada", template.replace("NODES = 1000 ", "NODES = 20 ")), ("Bea", AHEAD)):
        owner, shown = hand_in(quiet, f"{contests}/{contest}/bots", alias, source)
        assert shown["versions"][0]["admission"] == "validated", shown["versions"][0]
    first = shown["first_games"]["games"][0]["game"]
    logs = requests.get(f"{contests}/{contest}/games/{first}/logs", headers=owner, timeout=10).json()["logs"]
    assert "foreseen" in logs[0]["log"], "the bot plays ahead, and the game goes as it saw"
    quiet.get(f"{server.url}/compete/{contest}")
    until_script(quiet, "document.querySelector('#compete h1')?.textContent === 'Fours'")
    requests.post(f"{contests}/{contest}/close", headers=teacher, timeout=30)
    begun = requests.post(f"{contests}/{contest}/run", json={"without_waiting": True}, headers=teacher, timeout=30)
    assert begun.status_code == 200, begun.text
    until_script(quiet, "document.querySelectorAll('.compete-games li').length > 0", COMPILING)


def test_a_record_the_wall_and_an_embedded_game(quiet: Chrome, server: Server) -> None:
    made = make_game(server, game=ID, seats=PEOPLE, moves=["d", "d", "c"])
    record = requests.get(f"{server.url}/api/games/{made['id']}/record", timeout=10)
    assert record.status_code == 200, record.text
    read = requests.post(f"{server.url}/api/replays", json={"record": record.text}, timeout=10)
    listed = requests.post(f"{server.url}/api/collections", data=record.text.encode(), timeout=10).json()
    assert (listed["game"], len(listed["games"])) == (ID, 1)
    assert read.status_code in (200, 201), read.text
    quiet.get(f"{server.url}/wall?game={ID}")
    until_script(quiet, f"!!document.querySelector(\"a[href='/g/{made['id']}']\")")
    quiet.get(f"{server.url}/embed/{made['id']}")
    until_script(quiet, "document.querySelectorAll('#board svg circle[r=\"40\"]').length === 3")
    assert colour(quiet, ".embed [data-game]", 1) == colour(quiet, "body", 4)


def test_a_bot_over_the_network_plays_it(server: Server) -> None:
    said = play(server.url, ID).splitlines()
    played = requests.get(f"{server.url}/api/games/{said[0].rpartition('/')[2]}", timeout=30).json()
    assert (played["game"], played["result"]["reason"]) == (ID, "rules")
