"""The source of a function that somebody wrote in a notebook or a file, with what it uses, as one file of its own.

A cell's function seldom stands alone: it calls others, of its own cell and of other ones, and uses what was imported.
All that it names is found, and what that names in turn; nothing else comes along, such as the call that hands it in.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import symtable
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from plyground.core.errors import Refusal
from plyground.core.exercising import for_sandbox


class NoSource(Refusal):
    """The source of a function is not known here."""


def function_in(value: object) -> FunctionType | None:
    """The function that a value is, or that its decorators are around; None for what is none."""
    found = inspect.unwrap(value) if callable(value) else value
    return found if isinstance(found, FunctionType) else None


def source_of(function: FunctionType) -> str:
    """The text of a file for the sandbox with the function and all that it uses, each statement as it was written, a
    cell's in its order. Raises ``NoSource``."""
    found = _Gathered()
    place = function.__code__.co_filename
    if found.take(function.__name__, place, function.__globals__):
        return for_sandbox(found.text(place))
    try:  # it stands inside another one
        return for_sandbox(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError):
        raise NoSource(f"The source of {function.__name__} is not known here; hand in its text.") from None


@dataclass
class _Cell:
    """A cell or a file: its lines, its statements, and which of them bind a name."""

    lines: list[str]
    statements: list[ast.stmt]
    chosen: set[int] = field(default_factory=set)
    uses: dict[str, None] = field(default_factory=dict)
    others: dict[str, None] = field(default_factory=dict)
    """Further names of what stands in it, as assignments."""

    @classmethod
    def read(cls, place: str) -> _Cell:
        """What stands in it; nothing, if that is not known."""
        lines = linecache.getlines(place)
        try:
            return cls(lines, ast.parse("".join(lines)).body)
        except SyntaxError:
            return cls([], [])

    def binding(self, name: str) -> list[int]:
        """The numbers of the statements that bind a name."""
        return [number for number, each in enumerate(self.statements) if name in _bound(each)]

    def binding_future(self) -> list[int]:
        """The numbers of the statements that say how Python is to read it."""
        return [
            number
            for number, each in enumerate(self.statements)
            if isinstance(each, ast.ImportFrom) and each.module == "__future__"
        ]

    def text(self, number: int) -> str:
        """A statement as it was written, with its decorators."""
        each = self.statements[number]
        first = min([each.lineno, *(one.lineno for one in getattr(each, "decorator_list", ()))])
        return "".join(self.lines[first - 1 : each.end_lineno]).rstrip("\n")


class _Gathered:
    """What was found so far: statements by their cells, and lines for what was made elsewhere."""

    def __init__(self) -> None:
        self._cells: dict[str, _Cell] = {}
        self._lines: dict[str, None] = {}

    def take(self, name: str, place: str, known: dict[str, Any]) -> bool:
        """Take what binds a name in a cell, with all that it uses; ``known`` are the names of all cells. Whether there
        is any."""
        cell = self._cells.get(place)
        if cell is None:
            cell = self._cells[place] = _Cell.read(place)
        numbers = cell.binding(name)
        for number in numbers:
            if number in cell.chosen:
                continue
            cell.chosen.add(number)
            for used in _used(cell.text(number)):
                if used in known and not self.take(used, place, known):
                    self._from_elsewhere(used, cell, known)
        return bool(numbers)

    def _from_elsewhere(self, name: str, user: _Cell, known: dict[str, Any]) -> None:
        """What another cell has made: a function or a class, a module, or a plain value."""
        value = known[name]
        own = getattr(value, "__name__", "")
        if isinstance(value, ModuleType):
            self._lines[f"import {own}" if own == name else f"import {own} as {name}"] = None
        elif (function := function_in(value)) is not None and function.__globals__ is known:
            self._take_as(own, name, function.__code__.co_filename, user, known)
        elif isinstance(value, type) and value.__module__ == known.get("__name__"):
            inside = (each for each in vars(value).values() if isinstance(each, FunctionType))
            places = [each.__code__.co_filename for each in inside]
            self._take_as(own, name, places[0] if places else "", user, known)
        elif isinstance(value, type) or callable(value):
            home = getattr(value, "__module__", None)
            if home and own:
                self._lines[f"from {home} import {own}" + (f" as {name}" if own != name else "")] = None
        elif _is_plain(value):
            self._lines[f"{name} = {value!r}"] = None

    def _take_as(self, own: str, name: str, place: str, user: _Cell, known: dict[str, Any]) -> None:
        user.uses[place] = None
        if self.take(own, place, known) and own != name:
            self._cells[place].others[f"{name} = {own}"] = None

    def text(self, root: str) -> str:
        """The file: what was imported or made elsewhere, then the cells, each after those that it uses."""
        parts = ["\n".join(self._lines)] if self._lines else []
        done: set[str] = set()

        def write(place: str) -> None:
            if place in done:
                return
            done.add(place)
            cell = self._cells[place]
            for each in cell.uses:
                write(each)
            future = cell.binding_future()
            parts[:0] = [cell.text(number) for number in future]
            parts.extend(cell.text(number) for number in sorted(cell.chosen - set(future)))
            parts.extend(cell.others)

        write(root)
        return "\n\n\n".join(dict.fromkeys(parts)) + "\n"


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement of a file binds there."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(each.asname or each.name).partition(".")[0] for each in statement.names}
    return {each.id for each in ast.walk(statement) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _used(statement: str) -> list[str]:
    """The names that a statement uses of those around it, each once; a function's own are none of them."""

    def names(table: symtable.SymbolTable, outside: bool) -> Iterator[str]:
        for symbol in table.get_symbols():
            if symbol.is_referenced() if outside else symbol.is_global():
                yield symbol.get_name()
        for inner in table.get_children():
            yield from names(inner, False)

    found = names(symtable.symtable(statement, "cell", "exec"), True)
    return [name for name in dict.fromkeys(found) if not hasattr(builtins, name)]


def _is_plain(value: object) -> bool:
    """Whether its text reads back to it."""
    try:
        return bool(ast.literal_eval(repr(value)) == value)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
