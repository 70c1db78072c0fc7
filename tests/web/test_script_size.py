"""Scripts travel without their comments, and a game's page stays within its budget of script."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from plyground.web.assets import Assets, without_comments

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
BUDGET, FOREIGN_BUDGET = 62_500, 20_000
THEIRS = ("vendor/lit-html.js", "vendor/socket.io.esm.min.js")


def test_comments_on_lines_of_their_own_are_left_out_and_nothing_else() -> None:
    script = (
        b'/** Says. */\nconst a = "// no";\n  /**\n   * More.\n   */\n  // Why.\n  let b = 1; // beside\n'
        b"x(`http://a/**/b`);\nconst f = (/** @type {any} */ a) => a;\n"
    )
    assert (
        without_comments(script)
        == b'const a = "// no";\n  let b = 1; // beside\nx(`http://a/**/b`);\nconst f = (a) => a;\n'
    )


def test_a_type_at_the_beginning_of_a_line_takes_no_code_with_it() -> None:
    script = b"f() {\n  /** @type {any} */ (x).focus();\n}\n/** More. */\nlet b;\n"
    assert without_comments(script) == b"f() {\n  (x).focus();\n}\nlet b;\n"


def sizes(game: str, *entries: str) -> dict[str, int]:
    """Bytes after gzip of every script that a page loads with the board of a game."""
    assets = Assets(STATIC)
    start = len(assets.url(""))
    names = [url[start:] for url in assets.modules(*entries, f"js/boards/{game}.js", "js/lib/theme.js")]
    found = {}
    for name in names:
        asset = assets.find(name)
        assert asset is not None, f"{name} is imported but is not there"
        found[name] = len(gzip.compress(asset.content, 9))
    return found


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "tree", "punter"])
def test_game_page_keeps_to_its_budget(game: str) -> None:
    found = sizes(game, "js/play/main.js", THEIRS[1])
    assert set(THEIRS) <= set(found)
    assert sum(found[name] for name in THEIRS) <= FOREIGN_BUDGET
    assert sum(found.values()) <= BUDGET, sorted(found.items(), key=lambda item: -item[1])


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "tree", "punter"])
def test_the_lab_keeps_to_its_budget(game: str) -> None:
    found = sizes(game, "js/lab/main.js")
    assert "js/lab/stage.js" in found
    assert sum(found.values()) <= BUDGET, sorted(found.items(), key=lambda item: -item[1])
