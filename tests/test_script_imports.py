"""The direction of imports of page scripts: each folder of ``static/js`` may use those before it, without rings."""

from __future__ import annotations

import builtins
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from plyground.web.assets import NAMES

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = ROOT / "static" / "js"
ORDER = (
    "lib",
    "rules",
    "boards",
    "first_steps",
    "play",
    "device",
    "lab",
    "alone",
    "lessons",
    "pages",
    "watch",
    "review",
    "analysis",
    "classroom",
    "homework",
    "plans",
    "puzzles",
    "compete",
    "write",
    "exercises",
)
"""The folders: each may use itself and those before it."""
_NAMED = re.compile(r"""(?:\bfrom|\bimport) ?\(?["']([\w./-]+)["']""")
_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_EXPORTED = re.compile(r"^export (?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)


@cache
def texts() -> dict[Path, str]:
    """Every page script's text."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.rglob("*.js"))}


def named(path: Path, types: bool = True) -> set[Path]:
    """The scripts that a script names: imported at once, later, or (``types``) in a comment for a type.

    A board's whose game is known only when it runs is not among them.
    """
    found = set()
    for name in _NAMED.findall(texts()[path] if types else _COMMENT.sub("", texts()[path])):
        if name in NAMES:
            continue
        target = (path.parent / name if name.startswith(".") else SCRIPTS / name).resolve()
        assert target.exists(), f"{path.relative_to(ROOT)} imports {name}, which is not there"
        found.add(target)
    return found


def folder(path: Path) -> str:
    return path.relative_to(SCRIPTS).parts[0]


def game(path: Path) -> str | None:
    """The game of a script of a board; None for what boards share and for all others."""
    parts = path.relative_to(SCRIPTS).with_suffix("").parts
    return parts[1] if parts[0] == "boards" and parts[1] != "lib" else None


def test_every_folder_has_its_place() -> None:
    assert {folder(path) for path in texts()} == set(ORDER)


@pytest.mark.parametrize("name", ORDER)
def test_folder_of_scripts_uses_only_what_comes_before_it(name: str) -> None:
    allowed = set(ORDER[: ORDER.index(name) + 1])
    for path in texts():
        if folder(path) == name:
            wrong = [str(target.relative_to(SCRIPTS)) for target in named(path) if folder(target) not in allowed]
            assert not wrong, f"{path.relative_to(SCRIPTS)} imports {wrong}"


def test_no_board_uses_another_games() -> None:
    for path in texts():
        if folder(path) == "boards":
            wrong = [target.name for target in named(path) if game(target) not in (None, game(path))]
            assert not wrong, f"{path.relative_to(SCRIPTS)} imports {wrong}"


def test_scripts_form_no_ring() -> None:
    TopologicalSorter({path: named(path, types=False) - {path} for path in texts()}).prepare()


def test_everything_exported_is_used_elsewhere() -> None:
    words = {path: set(re.findall(r"\w+", text)) for path, text in texts().items()}
    files = [path for kind in ("*.js", "*.py") for path in (ROOT / "tests").rglob(kind)]
    tests = {word for path in files for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "game" / "web" / "local_rules").glob("*.py"))
    python = {*dir(builtins), *re.findall(r"\w+", written)}  # scripts of rules call what stands for Python's names
    for path, text in texts().items():
        listed = [part.split()[-1] for names in _LISTED.findall(text) for part in names.split(",") if part.strip()]
        for name in _EXPORTED.findall(text) + listed:
            used = (
                name in tests
                or (folder(path) == "rules" and name in python)
                or any(name in found for other, found in words.items() if other != path)
            )
            assert used, f"{path.relative_to(SCRIPTS)} exports {name}, which nothing uses"


def test_whatever_asks_the_server_finds_it_by_itself() -> None:
    """``ask`` passes its address through ``served``: twice would be wrong behind a path."""
    twice = re.compile(r"\bask(?:Text|er)?\(served\(")
    assert [path.name for path in SCRIPTS.rglob("*.js") if twice.search(path.read_text())] == []
