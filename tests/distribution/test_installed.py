"""The product as people install it: a wheel in an empty environment, its server, its commands and a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
import requests
from selenium.webdriver import Chrome

from plyground.competitions import templates
from tests.browser import test_notebook as notebooks
from tests.browser.play_page import PlayPage, make_game
from tests.distribution.installation import (
    ROOT,
    Installation,
    InstalledServer,
    names_in,
)

pytestmark = pytest.mark.timeout(600)
RUN_NOTEBOOK = """
import sys, nbclient, nbformat
notebook = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(notebook, timeout=600).execute()
nbformat.write(notebook, sys.argv[2])
"""
COMPILING = 240
"""Seconds in which the bot answers although its kernels are being compiled meanwhile."""


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """An environment that holds the wheel."""
    return Installation.make(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def untouched(installed: Installation) -> Iterator[Installation]:
    """The same, of which nothing may have changed when all tests that use it are done."""
    before = installed.contents()
    yield installed
    assert installed.contents() == before


@pytest.fixture(scope="module")
def server(untouched: Installation) -> Iterator[InstalledServer]:
    """``plyground serve`` of the installation."""
    server = InstalledServer(untouched)
    server.start()
    yield server
    server.stop()


def test_the_wheel_holds_every_file_of_the_program_and_no_other(wheel: Path) -> None:
    wanted = set()
    for folder, inside in (("game", ""), ("templates", "templates/"), ("static", "static/")):
        files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        wanted |= {f"plyground/{inside}{path.relative_to(ROOT / folder)}" for path in files}
    held = names_in(wheel)
    assert len(held) == len(set(held))
    assert {name for name in held if ".dist-info/" not in name} == wanted


def test_site_packages_hold_one_name(installed: Installation) -> None:
    tops = {path.name for path in installed.packages.iterdir()} - {"of_the_tests.pth"}
    assert {re.sub(r"-.*\.dist-info$", "", name) for name in tops} == {"plyground"}
    for name in ("game", "tests", "tools", "app"):
        ran = subprocess.run([installed.python, "-c", f"import {name}"], cwd=installed.home, capture_output=True)
        assert ran.returncode == 1, f"{name} can be imported"
        assert b"ModuleNotFoundError" in ran.stderr


def test_a_whole_game_in_the_browser(browser: Chrome, server: InstalledServer) -> None:
    page = PlayPage(browser, server, make_game(server, game="othello", options={"size": 4}, seed=1)["url"])
    while not page.finished:
        if page.all("#board .board-pass"):
            page.find("#board .board-pass").click()
        elif page.legal_cells():
            page.cell(*page.legal_cells()[0])
        page.until(lambda: page.finished or page.legal_cells() or page.all("#board .board-pass"), COMPILING)
    assert page.snapshot()["result"] is not None
    assert page.ply > 6


def test_pages_with_their_scripts_and_styles(server: InstalledServer) -> None:
    home = requests.get(server.url, timeout=30)
    assert home.status_code == 200
    linked = re.findall(r'(?:src|href)="(/static/[^"]+)"', home.text)
    assert len(linked) > 3
    for address in linked:
        assert requests.get(server.url + address, timeout=30).status_code == 200, address
    for page in ("/rules", "/lessons", "/lab", "/write", "/compete", "/wall"):
        assert requests.get(server.url + page, timeout=60).status_code == 200, page


def test_what_is_written_lies_in_the_users_folder(server: InstalledServer) -> None:
    make_game(server, game="othello", seed=1)
    assert (server.data / "plyground.sqlite3").is_file()
    assert (server.data / "teacher.key").is_file()


def test_commands(untouched: Installation) -> None:
    assert untouched.run("moves", "othello").stdout.split()
    played = untouched.run("match", "othello", "random", "random", "--games", "2", "--seed", "1", "--json")
    assert played.returncode == 0, played.stderr
    bot = untouched.home / "camel.py"
    bot.write_text(templates.source("camel"), encoding="utf-8")
    tried = untouched.run("trial", str(bot), "camel", "--games", "1", "--seed", "1", "--json")
    assert tried.returncode == 0, tried.stderr
    refused = untouched.run("bench")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)


def test_the_port_that_is_taken_is_refused_in_one_sentence(server: InstalledServer, untouched: Installation) -> None:
    refused = untouched.run("serve", "--port", str(server.port))
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert "is taken by another program" in refused.stderr


@pytest.mark.soak
@pytest.mark.long
def test_an_environment_with_nothing_but_the_wheel_and_what_it_asks_for(wheel: Path, tmp_path: Path) -> None:
    installed = Installation.make_with_dependencies(wheel, tmp_path)
    played = installed.run("match", "othello", "minimax:budget=100", "random", "--games", "2", "--seed", "1", "--json")
    assert played.returncode == 0, played.stderr
    server = InstalledServer(installed)
    server.start()
    try:
        assert requests.get(server.url, timeout=60).status_code == 200
    finally:
        server.stop()


@pytest.mark.soak
@pytest.mark.long
def test_a_notebook_in_a_fresh_environment_with_nothing_but_the_extra(
    browser: Chrome, wheel: Path, tmp_path: Path
) -> None:
    installed = Installation.make_with_dependencies(wheel, tmp_path, "notebook")
    installed.pip("install", "nbclient")
    saved, page = tmp_path / "saved.ipynb", tmp_path / "saved.html"
    words = [str(installed.python), "-c", RUN_NOTEBOOK, str(notebooks.EXAMPLE), str(saved)]
    ran = subprocess.run(
        words, cwd=installed.home, env=installed.environment, capture_output=True, text=True, timeout=600
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    outputs = notebooks.saved_outputs(saved)
    notebooks.page_of(outputs, page)
    assert notebooks.texts_of(outputs)["mended"] == "✓ Right (7/7): It is right at all 7 positions."
    notebooks.stepped(browser, page)


def imported_packages() -> set[str]:
    """The distributions whose modules the program imports."""
    tops: set[str] = set()
    for path in [*(ROOT / "game").rglob("*.py"), ROOT / "app.py"]:
        if not {"runner", "templates", "hostile"} & set(path.parts):  # what runs in the sandbox has its own imports
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    tops |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    tops.add(node.module.split(".")[0])
    homes = metadata.packages_distributions()
    ours = {"plyground", "tools", "tests", "_typeshed"} | set(sys.stdlib_module_names)  # the last for type checks alone
    return {homes.get(top, [top])[0].lower().replace("_", "-") for top in tops - ours}


def test_the_distribution_asks_for_what_it_imports_and_nothing_else(installed: Installation) -> None:
    (found,) = metadata.distributions(name="plyground", path=[str(installed.packages)])
    always = [line for line in found.requires or () if "extra ==" not in line]
    asked = {re.split(r"[<>=!~; ]", line)[0].lower().replace("_", "-") for line in always}
    extras = {"redis"}  # imported where a setting asks for it
    assert asked == imported_packages() - extras | {"simple-websocket"}  # python-engineio imports it once it is there
    assert all(">=" in line and "<" in line for line in found.requires or ())


def test_every_package_of_the_environment_is_pinned() -> None:
    """A fresh set-up installs the same versions whenever it is made."""
    pinned = {}
    for file in ("requirements.txt", "requirements-test.txt"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                name, sign, version = line.partition("==")
                assert sign, f"{file}: {line} has no version"
                assert name.lower() not in pinned, f"{name} is named twice"
                pinned[name.lower().replace("_", "-").replace(".", "-")] = version
    needed = set(pinned)
    for name in filter(_is_installed, pinned):  # one is for older versions of Python alone
        for line in metadata.requires(name) or ():
            wanted, _, marker = line.partition(";")
            if "extra ==" not in marker and "sys_platform" not in marker and "platform_system" not in marker:
                needed.add(re.split(r"[\[<>=!~; (]", wanted.strip())[0].lower().replace("_", "-").replace(".", "-"))
    assert {name for name in needed - set(pinned) if _is_installed(name)} == set()


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return name not in ("pip",)
