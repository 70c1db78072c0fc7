"""Scripts travel without their comments, and the pages of games and of the lab stay within their budget of script."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.web.assets import Assets, without_comments

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
ASSETS = Assets(STATIC)
BUDGET, FOREIGN_BUDGET = 60_000, 20_000
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


def sent(game: str, *entries: str) -> int:
    """Bytes after gzip of the one file of scripts that a page loads with the board of a game."""
    path = ASSETS.joined(*entries, f"js/boards/{game}.js")
    script = ASSETS.join(path.partition("/joined/")[2])
    assert script is not None
    assert script.compressed is not None
    return len(script.compressed)


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "tree", "punter"])
@pytest.mark.parametrize("page", [("js/play/main.js", THEIRS[1]), ("js/lab/main.js",)])
def test_a_page_keeps_to_its_budget(game: str, page: tuple[str, ...]) -> None:
    names = ASSETS.graph(*page, f"js/boards/{game}.js")
    assert {page[0], f"js/boards/{game}.js", THEIRS[0]} <= set(names)
    assert sent(game, *page) <= BUDGET, sorted(names)


def test_scripts_of_others_keep_to_theirs() -> None:
    found = [ASSETS.find(name) for name in THEIRS]
    assert sum(len(each.compressed or b"") for each in found if each) <= FOREIGN_BUDGET
