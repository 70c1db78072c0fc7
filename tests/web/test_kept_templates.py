"""Compiled templates are kept for the next process, and a folder that fails costs no page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from plyground.core import cache
from plyground.web.kept_templates import KeptTemplates


class Process:
    """What a process makes of templates; ``compiled`` counts those that it had to compile."""

    def __init__(self, source: str) -> None:
        self._environment = Environment(loader=DictLoader({"page.html": source}), bytecode_cache=KeptTemplates())
        self._compile: Callable[..., Any] = self._environment.compile
        self.compiled = 0
        self._environment.compile = self._counted  # type: ignore[method-assign, assignment]

    def _counted(self, *arguments: Any) -> Any:
        self.compiled += 1
        return self._compile(*arguments)

    def page(self) -> str:
        return self._environment.get_template("page.html").render(name="Ada")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "FOLDER", tmp_path)
    return tmp_path / "pages"


@pytest.mark.usefixtures("folder")
def test_a_template_is_compiled_by_the_first_process_and_once_more_when_it_was_edited() -> None:
    for source, compiled in [("Hello {{ name }}", 1), ("Hello {{ name }}", 0), ("Bye {{ name }}", 1)]:
        process = Process(source)
        assert process.page() == source.replace("{{ name }}", "Ada")
        assert process.compiled == compiled


@pytest.mark.parametrize("left", [0, 20, -1])
def test_a_file_that_was_cut_off_is_written_anew(folder: Path, left: int) -> None:
    Process("Hello {{ name }}").page()
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:left])
    for compiled in (1, 0):
        process = Process("Hello {{ name }}")
        assert process.page() == "Hello Ada"
        assert process.compiled == compiled


def test_pages_come_where_nothing_can_be_kept(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert Process("Hello {{ name }}").page() == "Hello Ada"
    folder.unlink()
    assert Process("Hello {{ name }}").page() == "Hello Ada"
