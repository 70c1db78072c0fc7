"""A notebook from its first cell to its last, and what its saved file shows where no server is."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient
from selenium.webdriver import Chrome

from tests.browser.axe import violations
from tests.browser.conftest import console_errors, requested_hosts, until_script

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "notebook.ipynb"
FRAMES = "document.querySelectorAll('iframe')"


def run(file: Path, saved: Path) -> dict[str, Any]:
    """Run a notebook as Jupyter does, and save it; the outputs of its cells by their names, as the file has them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Jupyter's packages say of each other
        notebook = nbformat.read(file, 4)  # type: ignore[no-untyped-call]
        NotebookClient(notebook, timeout=300, resources={"metadata": {"path": saved.parent}}).execute()
        nbformat.write(notebook, saved)  # type: ignore[no-untyped-call]
    return saved_outputs(saved)


def saved_outputs(saved: Path) -> dict[str, Any]:
    """The outputs of a saved notebook, by the names of its cells."""
    read = nbformat.read(saved, 4)  # type: ignore[no-untyped-call]
    return {cell["id"]: cell["outputs"] for cell in read["cells"] if cell["cell_type"] == "code"}


def page_of(outputs: dict[str, Any], page: Path) -> None:
    """A page with the outputs of a saved notebook one below the other, as all that shows notebooks makes it."""
    data = [each.get("data", {}) for cell in outputs.values() for each in cell]
    shown = "".join(each["text/html"] for each in data if "text/html" in each)
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Saved</title>'
    page.write_text(f"{head}<main>{shown}</main></html>", encoding="utf-8")


def texts_of(outputs: dict[str, Any]) -> dict[str, str]:
    """What each cell says where no HTML is shown."""
    return {
        name: "".join(each.get("text", "") or each["data"]["text/plain"] for each in cell)
        for name, cell in outputs.items()
    }


def stepped(browser: Chrome, page: Path) -> None:
    """The page of the example's outputs, without a server: the board is there, and the stages take steps."""
    requested_hosts(browser)
    browser.get(page.as_uri())
    until_script(browser, f"{FRAMES}.length === 4")
    browser.switch_to.frame(0)
    until_script(browser, "document.querySelectorAll('#host .disc').length >= 6")
    assert browser.find_element("css selector", "figcaption").text == "Dark to move."
    browser.switch_to.default_content()
    browser.execute_script(f"{FRAMES}[1].scrollIntoView()")
    browser.switch_to.frame(1)
    until_script(browser, "document.querySelector('.lab-tree .current')")
    for _ in range(12):
        browser.find_element("css selector", "[aria-label='A step on']").click()
    until_script(browser, "document.querySelector('.lab-at').textContent.startsWith('step 12 of')")
    sentence = browser.find_element("css selector", ".lab-sentence").text
    assert sentence not in ("", "…")
    assert browser.find_elements("css selector", ".lab-board [data-game=othello] svg, .lab-board svg")
    assert browser.find_elements("css selector", ".lab-code .lit")
    assert violations(browser) == []
    browser.switch_to.default_content()
    browser.execute_script(f"{FRAMES}[2].scrollIntoView()")
    browser.switch_to.frame(2)
    until_script(browser, "document.querySelector('.lab-code .lit')?.textContent.includes('return best(values')")
    browser.find_element("xpath", "//label[contains(., 'The right one')]").click()
    until_script(browser, "document.querySelector('.lab-at').textContent.startsWith('step 0 of')")
    browser.switch_to.default_content()
    assert requested_hosts(browser) == set()
    assert console_errors(browser) == []


@pytest.mark.requests
def test_a_notebook_runs_from_top_to_bottom_and_its_file_shows_the_stage_without_a_server(
    browser: Chrome, tmp_path: Path
) -> None:
    outputs = run(EXAMPLE, tmp_path / "saved.ipynb")
    texts = {
        name: "".join(each.get("text", "") or each["data"]["text/plain"] for each in of) for name, of in outputs.items()
    }
    assert texts["trace"].startswith("<Alpha-beta, Othello: ")
    assert texts["check"].startswith("✗ Not yet (")
    assert "takes the lowest value" in texts["check"]
    assert "[return best(values, state.seat == seat)]" in texts["check"]
    assert texts["mended"] == "✓ Right (7/7): It is right at all 7 positions."
    assert "minimax:budget=100" in outputs["match"][0]["data"]["text/html"]
    assert texts["bot"] == "no link yet\n"

    page_of(outputs, tmp_path / "saved.html")
    stepped(browser, tmp_path / "saved.html")
