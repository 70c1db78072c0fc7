"""Games and bots of another distribution, built and installed into an environment of its own, are like all others."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.contract.copies import files_in
from tests.contract.test_notebooks import inside
from tests.distribution.installation import Installation, InstalledServer, build

pytestmark = pytest.mark.timeout(600)
GAME, BOT = files_in("add_a_game.md"), files_in("add_a_bot.md")
PROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "plyground-fours"
version = "1.0"

[project.entry-points."plyground.games"]
connect4 = "plyground_fours"
broken = "plyground_fours.broken"
taken = "plyground_fours.taken:GAME"

[project.entry-points."plyground.bots"]
cramp = "plyground_fours.cramp"

[tool.setuptools.package-data]
plyground_fours = ["static/**", "templates/**"]
"""
FILES = {
    "pyproject.toml": PROJECT,
    "plyground_fours/__init__.py": GAME["game/games/connect4/__init__.py"],
    "plyground_fours/static/js/boards/connect4.js": GAME["static/js/boards/connect4.js"],
    "plyground_fours/static/css/boards/connect4.css": ".drawing.fours { overflow: hidden; }\n",
    "plyground_fours/templates/rules/connect4.html": GAME["templates/rules/connect4.html"],
    "plyground_fours/cramp.py": BOT["game/bots/cramp.py"],
    "plyground_fours/broken.py": "GAME = 1 / 0\n",
    "plyground_fours/taken.py": "from plyground.games.othello import GAME\n",
}
LEFT_OUT = [
    "plyground_fours.broken of plyground-fours is left out: ZeroDivisionError: division by zero.",
    "plyground_fours.taken:GAME of plyground-fours is left out: another one has the id “othello” already.",
]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An environment that holds the program's wheel, and the other distribution's."""
    folder = tmp_path_factory.mktemp("others")
    for name, text in FILES.items():
        path = folder / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    made = Installation.make(wheel, folder)
    made.pip("install", "--no-index", "--no-deps", str(build("build_wheel", folder / "source", folder)))
    return made


@pytest.fixture
def server(installed: Installation) -> Iterator[InstalledServer]:
    server = InstalledServer(installed)
    server.start()
    yield server
    server.stop()


def _told(installed: Installation, *words: str) -> Any:
    ran = installed.run(*words, "--json")
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_it_is_listed_and_what_is_broken_is_named(installed: Installation) -> None:
    games = _told(installed, "games")
    assert [game["id"] for game in games["games"]].count("connect4") == 1
    assert games["left_out"] == LEFT_OUT
    bots = _told(installed, "bots", "connect4")["bots"]
    assert {"cramp", "hare"} <= {bot["id"] for bot in bots if bot["plays"]}


@pytest.mark.soak
@pytest.mark.long
def test_it_draws_itself_in_a_notebook(installed: Installation) -> None:
    shown = "import plyground; print(plyground.game('connect4').start.play('d')._repr_html_())"
    ran = subprocess.run(
        [installed.python, "-c", shown],
        cwd=installed.home, env=installed.environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    parts = inside(ran.stdout.strip())
    assert json.loads(parts["given"])["view"]["cells"][38] == "R"
    assert FILES["plyground_fours/static/css/boards/connect4.css"] in parts["style"]
    assert '"js/boards/connect4.js": ($joined) =>' in parts["script"]


def test_its_pages_are_served_and_it_is_played(server: InstalledServer) -> None:
    for sentence in LEFT_OUT:
        assert server.log.read_text(encoding="utf-8").count(sentence) == 1
    home = requests.get(server.url, timeout=10).text
    assert 'data-game="connect4"' in home
    style = next(word for word in home.split('"') if "css/boards/connect4.css" in word.split(","))
    board = style.partition("joined/")[0] + "js/boards/connect4.js"
    for address, file in ((style, "static/css/boards/connect4.css"), (board, "static/js/boards/connect4.js")):
        answer = requests.get(server.url + address, timeout=10)
        assert FILES[f"plyground_fours/{file}"] in answer.text
        assert "immutable" in answer.headers["Cache-Control"]
    assert "Two players in turn drop a disc" in requests.get(f"{server.url}/rules/connect4", timeout=10).text
    seats = [{"kind": "person"}, {"kind": "person"}]
    made = requests.post(f"{server.url}/games", json={"game": "connect4", "seats": seats, "moves": ["d"]}, timeout=10)
    assert made.status_code == 201
    assert requests.get(f"{server.url}/api/games/{made.json()['id']}", timeout=10).json()["view"]["cells"][38] == "R"
