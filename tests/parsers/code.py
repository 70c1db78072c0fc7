"""What a parser's code is, as a digest: fuzzing begins anew where it has changed, and adds up where it has not.

``python -m tests.parsers.code`` prints the digest of each parser as JSON. Each is found in a process of its own that
has read nothing before, with an empty folder of data, so that what is kept from other texts, in memory or as a file,
hides no function.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.parsers.parser import Parser
from tests.parsers.reached import ROOT, codes

_LENGTH = 10
_FUNCTION = 0x3
"""Flags of code that is a function's, and no module's or class body's."""
Place = tuple[str, int]
"""A file and a line of it."""


@cache
def digests() -> dict[str, str]:
    """The digest of each parser, by its name."""
    words = [sys.executable, "-m", "tests.parsers.code"]
    made = subprocess.run(words, cwd=ROOT.parent, capture_output=True, check=True)
    found: dict[str, str] = json.loads(made.stdout)
    return found


def digest(places: Iterable[Place], patterns: Iterable[str] = ()) -> str:
    """The digest of the functions of the program at these places, of the constants of their modules that they name,
    and of ``patterns``."""
    parts = sorted({part for place in places for part in _source(*place)}) + sorted(patterns)
    return hashlib.sha256("\n".join(parts).encode("utf-8", "backslashreplace")).hexdigest()[:_LENGTH]


def places(parser: Parser) -> list[Place]:
    """Where the functions of the program begin that run when its examples are read, whole and spoilt."""
    texts = [text for each in parser.examples for text in (each, each[: len(each) // 2], each + "!", "é" + each)]
    return sorted(
        (code.co_filename, code.co_firstlineno)
        for code in codes(partial(_read, parser, text) for text in texts)
        if code.co_flags & _FUNCTION == _FUNCTION and Path(code.co_filename).resolve().is_relative_to(ROOT)
    )


def patterns(value: object) -> Iterator[str]:
    """The patterns of an object whose method reads: its functions name the field, and no constant."""
    if isinstance(value, re.Pattern):
        yield value.pattern
    elif is_dataclass(value):
        for each in fields(value):
            yield from patterns(getattr(value, each.name))


def _read(parser: Parser, text: str) -> None:
    with suppress(Exception):  # what is wrong with it is found by fuzzing
        parser.read(text)


def _source(name: str, line: int) -> Iterator[str]:
    """A function without its words and places, and each constant that it names."""
    path = Path(name).resolve()
    functions, constants = _module(path)
    where = path.relative_to(ROOT).as_posix()
    for node in functions.get(line, ()):
        yield f"{where} {ast.unparse(node)}"
        for constant in {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} & constants.keys():
            yield f"{where} {constants[constant]}"


@cache
def _module(path: Path) -> tuple[dict[int, list[ast.AST]], dict[str, str]]:
    """The functions of a module by the lines where they begin, and its constants by their names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions: dict[int, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            functions.setdefault(min([node.lineno, *(each.lineno for each in decorators)]), []).append(_bare(node))
    constants: dict[str, str] = {}
    for node in tree.body:
        targets: Iterable[ast.expr] = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else ()
        )
        constants |= {each.id: ast.unparse(node) for each in targets if isinstance(each, ast.Name)}
    return functions, constants


def _bare(function: ast.FunctionDef | ast.Lambda) -> ast.AST:
    """The function without its docstring."""
    if isinstance(function, ast.FunctionDef) and ast.get_docstring(function) is not None:
        function.body = function.body[1:] or [ast.Pass()]
    return function


def _all(parsers: Iterable[Parser]) -> dict[str, str]:
    """The digest of each, found in a copy of this process."""
    found = {}
    for parser in parsers:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            try:
                with TemporaryDirectory() as data, os.fdopen(write, "w") as telling:
                    os.environ["PLYGROUND_DATA"] = data
                    json.dump(places(parser), telling)
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read, encoding="ascii") as told:
            owner = getattr(parser.call, "__self__", None)
            found[parser.name] = digest(map(tuple, json.load(told)), patterns(owner))
        os.waitpid(child, 0)
    return found


if __name__ == "__main__":
    from tests.parsers.table import parsers

    print(json.dumps(_all(parsers())))
