"""Which functions of the program read text, by their source, and which of them the table of parsers reaches."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parents[2] / "game"
PARTS = (
    "classroom", "competitions", "core", "engines", "exercises", "games", "library", "peers", "puzzles", "review",
    "search/teaching/arranged.py", "sessions", "web",
)  # fmt: skip
"""Where text of people comes in; searches, bots and jobs get what was read."""
INSIDE = ("knowledge", "sandbox", "runner", "bot_library")
"""Folders within them that get no text of people."""
NAMES = {
    "text", "record", "fragment", "given", "body", "message", "spec", "fields", "frame", "raw", "source", "data",
    "word", "line", "path", "log", "name", "note", "title", "host", "scene", "entries", "encoded_packet", "content",
    "markup", "said", "rest", "value", "answer", "code", "key", "address", "header", "url", "link", "words", "texts",
}  # fmt: skip
"""What the program calls an argument that holds what somebody wrote."""
KINDS = ("str", "bytes", "Any", "object", "Mapping[str, ", "dict[str, ")
READING = {
    "match", "fullmatch", "search", "findall", "finditer", "sub", "split", "splitlines", "partition", "rpartition",
    "read", "loads", "decode", "parse", "int", "float", "parse_move", "parse_position", "read_record",
}  # fmt: skip
"""Calls by which text is taken apart."""

Place = tuple[str, str]
"""A file below ``game`` and the name of a function in it."""


def readers() -> dict[Place, int]:
    """The functions that take text and take it apart, with their lines."""
    found: dict[Place, int] = {}
    for path in sorted(ROOT.rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        if where.startswith(PARTS) and not set(where.split("/")) & set(INSIDE):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and _takes_text(node) and _takes_apart(node):
                    found[where, node.name] = node.lineno
    return found


def _takes_text(function: ast.FunctionDef) -> bool:
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return any(
        each.arg in NAMES and each.annotation is not None and ast.unparse(each.annotation).startswith(KINDS)
        for each in given
    )


def _takes_apart(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any((call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "")) in READING for call in calls)


def codes(works: Iterable[Callable[[], object]]) -> set[CodeType]:
    """The code of all that runs while the works are done."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for work in works:
            work()
    finally:
        sys.setprofile(before)
    return seen


def reached(works: Iterable[Callable[[], object]]) -> set[Place]:
    """The functions of the program that run while the works are done."""
    found = set()
    for code in codes(works):
        path = Path(code.co_filename).resolve()
        if path.is_relative_to(ROOT):
            found.add((path.relative_to(ROOT).as_posix(), code.co_name))
    return found
