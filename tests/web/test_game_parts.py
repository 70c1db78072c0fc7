"""What the pages find of each game by its name: samples, colours, style sheets, rules."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.core import registry
from plyground.core.folders import STATIC
from plyground.core.settings import Settings
from plyground.search.teaching.searches import search
from plyground.sessions.setup import read_position
from plyground.web.application import create_app
from plyground.web.catalogue import all_samples, made

SAMPLES = all_samples()


@pytest.mark.parametrize("entry", SAMPLES, ids=lambda entry: entry["title"])
def test_a_sample_is_searched_to_the_end(entry: dict[str, Any]) -> None:
    read = read_position(entry)
    trace = search(entry["search"]).record(read.rules, read.position, entry["settings"], setup=read.options)
    assert trace.cut_short is None
    assert trace.steps[-1].kind == "answer"
    assert trace.steps[-1].child > 0
    assert 3 < len(trace.parents) <= 5000
    assert entry["words"].endswith((".", "?"))


def test_a_game_without_samples_has_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("othello")
    monkeypatch.setattr(type(game), "spec", replace(game.spec, samples=()))
    assert [each["search"] for each in all_samples() if each["game"] == "othello"] == ["budget"]


def test_seats_have_the_colours_that_the_game_declares() -> None:
    sheet = made()["css/boards/seats.css"].decode()
    assert '[data-game="tak"] {\n  --seat-1: var(--stone-light);\n  --seat-2: var(--stone-dark);\n}\n' in sheet
    assert "camel" not in sheet, "whoever declares none keeps the usual ones"


@pytest.mark.parametrize("game_id", registry.games())
def test_a_declared_colour_is_a_token(game_id: str) -> None:
    sheets = [STATIC / "css" / "tokens.css", STATIC / "css" / "boards" / f"{game_id}.css"]
    tokens = re.findall(r"--([\w-]+):", "".join(sheet.read_text(encoding="utf-8") for sheet in sheets))
    assert set(registry.game(game_id).spec.colours) <= set(tokens)


def test_a_page_finds_each_game_s_style_sheet_and_only_othello_s_rules_tell_of_the_tutorial(
    tmp_path: Path,
) -> None:
    client = create_app(Settings(database=f"sqlite:///{tmp_path / 'games.sqlite3'}")).test_client()
    home = client.get("/").text
    found = re.search(r'href="(/static/[0-9a-f]+/joined/css/[^"]+)"', home)
    assert found is not None
    assert client.get(found[1]).status_code == 200
    for name in (*registry.games(), "seats"):
        assert f"css/boards/{name}.css" in found[1].split(",")
    slips = {game_id: "Two slips" in client.get(f"/rules/{game_id}").text for game_id in registry.games()}
    assert [game_id for game_id, told in slips.items() if told] == ["othello"]
