"""Finds in a Python source what makes code of something that is no code: of texts, numbers, long names, other files.

A bot's length is what its author wrote for it to do, so what such means can bring to life counts as well (``length``).
Means are told by their names, wherever these stand and in whatever letters Python takes for the same (NFKC); a name
that only reads an attribute that is written out (``getattr(x, "y")``) is none, nor a function of one's own called
``eval`` that is defined before it is used.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

_NAMES = {
    "exec", "eval", "compile", "__import__", "__builtins__", "globals", "locals", "vars", "breakpoint", "__loader__",
    "__spec__", "__doc__",
}  # fmt: skip
_MODULES = {
    "_ctypes", "_posixsubprocess", "_tkinter", "bdb", "builtins", "cProfile", "cffi", "code", "codeop", "copyreg",
    "ctypes", "dill", "cloudpickle", "doctest", "gc", "idlelib", "imp", "importlib", "marshal", "multiprocessing",
    "pdb", "pickle", "pkgutil", "profile", "pty", "runpy", "shelve", "sqlite3", "subprocess", "test", "timeit",
    "tkinter", "trace", "unittest", "zipapp", "zipimport",
}  # fmt: skip
_ATTRIBUTES = {
    "__builtins__", "__code__", "__dict__", "__doc__", "__getattribute__", "__globals__", "__import__", "__loader__",
    "__reduce__", "__reduce_ex__", "__spec__", "__subclasses__", "CodeType", "FunctionType", "_getframe",
    "f_builtins", "f_globals", "f_locals", "get_type_hints", "gi_frame", "meta_path", "modules", "path_hooks",
    "popen", "system", "tb_frame",
}  # fmt: skip
_STARTS = frozenset(
    [f"{how}{form}" for how in ("exec", "spawn") for form in ("l", "le", "lp", "lpe", "v", "ve", "vp", "vpe")]
    + ["posix_spawn", "posix_spawnp"]
)
"""What starts other programs."""
_BY_NAME = {
    "getattr", "setattr", "delattr", "attrgetter", "methodcaller",
}  # fmt: skip
_READERS = {
    "open", "read_bytes", "read_text", "mmap", "fileinput", "getsource", "getsourcelines", "inspect", "linecache",
    "tokenize", "get_data",
}  # fmt: skip
LONG_NAME = 30
"""A name of more letters may hold data."""
LONG_TEXT = 500
"""Bytes of one text that are more than a message."""
_FREE_FORMATTED = 6
"""Expressions in the fields of one formatted text that are no program yet, if nothing is called there."""


@dataclass(frozen=True)
class Means:
    """A word that makes code of data, and its line."""

    word: str
    line: int


@dataclass
class Found:
    """What a source holds: the ``means``, the first of each word; ``reads`` whether it reads files; its ``texts`` (with
    line), as bytes; numbers and long names as ``data``; the ``programs`` in formatted texts, with line."""

    means: list[Means] = field(default_factory=list)
    reads: bool = False
    texts: list[tuple[int, bytes]] = field(default_factory=list)
    long_texts: list[tuple[int, bytes]] = field(default_factory=list)
    data: list[bytes] = field(default_factory=list)
    programs: list[tuple[int, str]] = field(default_factory=list)


def look(source: str) -> Found | None:
    """What there is in a source; None if it is none that this Python reads, so none that it runs."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found, words = Found(), set()
    literal, own, apart = _literal_names(tree), _own_functions(tree), _alone(tree)
    for node in ast.walk(tree):
        for word in _words(node, literal, own):
            if word not in words:
                words.add(word)
                found.means.append(Means(word, getattr(node, "lineno", 1)))
        found.reads = found.reads or not _READERS.isdisjoint(_named(node))
        if isinstance(node, ast.Constant):
            _constant(node, apart, found)
        elif isinstance(node, ast.JoinedStr):
            _formatted(node, id(node) in apart, found)
        else:
            found.data += [name.encode("utf-8", "replace") for name in _named(node) if len(name) > LONG_NAME]
    return found


def _named(node: ast.AST) -> Iterator[str]:
    """The names in a node itself, in the letters in which Python knows them."""
    for name in ("id", "attr", "name", "arg", "module"):
        word = getattr(node, name, None)
        if isinstance(word, str):
            yield from unicodedata.normalize("NFKC", word).split(".")


def _words(node: ast.AST, literal: set[int], own: dict[str, int]) -> Iterator[str]:
    if isinstance(node, ast.Name):
        by_name = node.id in _BY_NAME and id(node) not in literal
        if by_name or (node.id in _NAMES and not own.get(node.id, node.lineno) < node.lineno):
            yield node.id
    elif isinstance(node, ast.Attribute):
        word = node.attr
        if word in _ATTRIBUTES | _STARTS or (word in _BY_NAME and id(node) not in literal):
            yield word
    elif isinstance(node, ast.Import | ast.ImportFrom):
        module = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
        yield from (name for name in module if name.partition(".")[0] in _MODULES)
        if isinstance(node, ast.ImportFrom):
            names = (each.name for each in node.names)
            yield from (name for name in names if name in _ATTRIBUTES | _STARTS)


def _literal_names(tree: ast.AST) -> set[int]:
    """The nodes by which attributes are named that are written out and open nothing else."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = 0 if _last(node.func) in ("attrgetter", "methodcaller") else 1
            given = node.args[place] if len(node.args) > place else None
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                parts = unicodedata.normalize("NFKC", given.value).split(".")
                if not any(part.startswith("_") or part in _ATTRIBUTES | _NAMES for part in parts):
                    found.add(id(node.func))
    return found


def _last(node: ast.AST) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


def _own_functions(tree: ast.Module) -> dict[str, int]:
    """The functions that a source defines once and for all, and where."""
    found: dict[str, int] = {}
    for node in tree.body:
        names = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.ImportFrom) and node.module == "re":
            names = [each.asname or each.name for each in node.names]
        for name in names:
            found.setdefault(name, node.lineno)
    gone = {name.id for name in ast.walk(tree) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Del)}
    return {name: line for name, line in found.items() if name not in gone}


def _alone(tree: ast.AST) -> set[int]:
    """The texts that stand for themselves, such as docstrings: nothing gets at them but by ``__doc__``."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _constant(node: ast.Constant, apart: set[int], found: Found) -> None:
    value = node.value
    if isinstance(value, str | bytes):
        kept = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        found.texts.append((node.lineno, kept))
        if len(kept) > LONG_TEXT and id(node) not in apart:
            found.long_texts.append((node.lineno, kept))
    elif isinstance(value, int | float | complex) and not isinstance(value, bool):
        size = abs(value) if isinstance(value, int) else 0
        kept = size.to_bytes(size.bit_length() // 8 + 1, "big") if size else repr(value).encode()
        found.data.append(kept)
        if len(kept) > LONG_TEXT:
            found.long_texts.append((node.lineno, kept))


def _formatted(node: ast.JoinedStr, alone: bool, found: Found) -> None:
    """Programs in the fields of a formatted text, which is one token for the tokenizer."""
    fields = [each.value for each in node.values if isinstance(each, ast.FormattedValue)]
    fields = [each for each in fields if alone or not isinstance(each, ast.Name | ast.Attribute | ast.Constant)]
    active = ast.Call | ast.NamedExpr | ast.Lambda | ast.comprehension | ast.Await | ast.Yield | ast.YieldFrom
    called = any(isinstance(inner, active) for each in fields for inner in ast.walk(each))
    size = sum(isinstance(inner, ast.expr) for each in fields for inner in ast.walk(each))
    if called or alone or size > _FREE_FORMATTED:
        found.programs += [(node.lineno, _written(each)) for each in fields]


def _written(node: ast.expr) -> str:
    try:
        return ast.unparse(node)
    except RecursionError:
        return "_ " * sum(1 for _ in ast.walk(node))
