"""Scripts travel without their comments, and a game and the lab stay within their budget of script."""

from __future__ import annotations

from pathlib import Path

import pytest

from plyground.web.assets import Assets, without_comments

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
ASSETS = Assets(STATIC)
BUDGET, FOREIGN_BUDGET = 60_000, 5_000
WHILE_PLAYED = {
    "camel": ["js/boards/camel/dragging.js"],
    "tak": ["js/boards/tak/later.js"],
    "punter": ["js/boards/punter/board.js"],
}
"""What a game's board asks for while it is played."""


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


def sent(script: str, beside: str = "") -> int:
    """Bytes after gzip of a joined file of scripts."""
    found = ASSETS.join(script, beside)
    assert found is not None
    assert found.compressed is not None
    return len(found.compressed)


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "tree", "punter"])
def test_the_lab_keeps_to_its_budget(game: str) -> None:
    first = ASSETS.joined("js/lab/main.js", f"js/boards/{game}.js").partition("/joined/")[2]
    assert sent(first) <= BUDGET


@pytest.mark.parametrize("game", ["othello", "camel", "tak", "tree", "punter"])
def test_a_game_from_its_opening_to_its_end_keeps_to_its_budget(game: str) -> None:
    """What `plyground bench script-weight` sees a browser fetch: the page, what it needs soon, and a dialog."""
    first = ASSETS.joined("js/play/main.js", f"js/boards/{game}.js").partition("/joined/")[2]
    soon = ["js/play/soon.js", "js/play/dialogs.js", *WHILE_PLAYED.get(game, ())]
    weights = {name: sent(name, first) for name in soon}
    assert sent(first) + sum(weights.values()) <= BUDGET, weights


def test_scripts_of_others_keep_to_theirs() -> None:
    found = ASSETS.find("vendor/lit-html.js")
    assert found is not None
    assert len(found.compressed or b"") <= FOREIGN_BUDGET
