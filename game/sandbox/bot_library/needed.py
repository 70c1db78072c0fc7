"""Finds what rules are made of: the statements of all modules that some names lead to, and nothing else."""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

Path_ = tuple[str, ...]
"""A dotted name, by its parts."""

Trim = Callable[[str, ast.stmt], ast.stmt]
"""Gives the part of a statement of this module that bots need."""

STANDS_IN = {"numpy": "plyground._numpy", "numba": "plyground._stand_ins", "dataclasses": "plyground._stand_ins"}
"""What rules have here in place of packages that are not there, or take long to load."""


class NotPlain(Exception):
    """Something cannot be given to bots; the text says what."""


@dataclass
class Source:
    """A module's statements, the names that each of them binds, and what has been found to be needed of it."""

    name: str
    path: Path
    body: list[ast.stmt]
    package: bool
    bound: dict[str, list[int]] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    wanted: set[int] = field(default_factory=set)


class Closure:
    """What was found to be needed, beginning with nothing; ``trim`` takes from a class what no bot calls.

    ``twins`` are the modules that stand in whole for the program's own of that name; ``packages`` are those whose
    modules may be taken over, of which a file with one of ``variants`` behind its name stands in for the one without.
    """

    def __init__(
        self, twins: Iterable[str], packages: Iterable[str], trim: Trim, variants: tuple[str, ...] = ("plain",)
    ) -> None:
        self.twins, self._packages, self._trim, self._variants = set(twins), set(packages), trim, variants
        self.sources: dict[str, Source] = {}
        self._asked: set[tuple[str, str]] = set()
        self._waiting: list[tuple[str, str]] = []
        self._offered: list[tuple[Source, int, tuple[str, str]]] = []

    def offer(self, module: str) -> None:
        """Take what this module registers as an implementation of a function, if that function is needed."""
        source = self._source(module)
        for number, statement in enumerate(source.body):
            if isinstance(statement, ast.FunctionDef):
                for decorator in statement.decorator_list:
                    if isinstance(decorator, ast.Call) and _dotted(decorator.func)[-1:] == ("implements",):
                        function = self._whose(source, _dotted(decorator.args[0]))
                        if function is not None:
                            self._offered.append((source, number, function))

    def want(self, module: str, name: str) -> None:
        """This name of a module is needed, with everything that it leads to; raises ``NotPlain``."""
        self._ask(module, name)
        again = True
        while again:
            while self._waiting:
                self._follow(*self._waiting.pop())
            for source, number, function in self._offered:
                if function in self._asked:
                    self._include(source, number)
            for source in list(self.sources.values()):
                for number in _effects(source):
                    self._include(source, number)
            again = bool(self._waiting)

    def names(self, module: str) -> list[str]:
        """The public names that a module defines itself."""
        source = self._source(module)
        imports = (ast.Import, ast.ImportFrom)
        return [
            name
            for name, places in source.bound.items()
            if not name.startswith("_") and not all(isinstance(source.body[place], imports) for place in places)
        ]

    def _ask(self, module: str, name: str) -> None:
        if (module, name) not in self._asked:
            self._asked.add((module, name))
            self._waiting.append((module, name))

    def _follow(self, module: str, name: str) -> None:
        if module in self.twins:
            return
        source = self._source(module)
        source.names.add(name)
        inside = source.package and is_module(f"{module}.{name}")
        if name not in source.bound and not inside and not name.startswith("__"):
            raise NotPlain(f"{module} has no {name} at its top level")
        for number in source.bound.get(name, ()):
            self._include(source, number)

    def _include(self, source: Source, number: int) -> None:
        if number in source.wanted:
            return
        source.wanted.add(number)
        statement = source.body[number] = self._trim(source.name, source.body[number])
        if isinstance(statement, ast.Import | ast.ImportFrom):
            return  # its names are followed where they are used
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            source.names.add(statement.name)
        for used in _used(statement):
            self._use(source, used)

    def _use(self, source: Source, used: Path_) -> None:
        """Follow a dotted name that a statement of this module uses."""
        if used[0] == "import":
            self._reach(used[1], used[2:])
        elif used[0] in source.bound:
            source.names.add(used[0])
            found = self.imported(source, used[0])
            if found is None:
                self._ask(source.name, used[0])
            else:
                for number in source.bound[used[0]]:
                    source.wanted.add(number)
                self._reach(found[0], (*found[1:], *used[1:]))

    def _whose(self, source: Source, used: Path_) -> tuple[str, str] | None:
        """The module and the name that a dotted name stands for."""
        if not used or used[0] not in source.bound:
            return None
        found = self.imported(source, used[0])
        if found is None:
            return source.name, used[0]
        path = (*found[0].split("."), *found[1:], *used[1:])
        return ".".join(path[:-1]), path[-1]

    def imported(self, source: Source, name: str) -> Path_ | None:
        """The module that an imported name leads to, and the name in it, if it is none itself; None for others."""
        for number in source.bound[name]:
            statement = source.body[number]
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    if (alias.asname or alias.name.split(".")[0]) == name:
                        return (alias.name if alias.asname else name,)
            if isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if (alias.asname or alias.name) == name:
                        return statement.module or "", alias.name
        return None

    def _reach(self, module: str, rest: Path_) -> None:
        """Ask for the name that ``rest`` begins with in a module, or in the module within it of that name."""
        root = module.split(".")[0]
        if root in sys.stdlib_module_names or root in STANDS_IN:
            return
        if root not in self._packages:
            raise NotPlain(f"its rules use {root}, which bots do not have")
        while rest and module not in self.twins and is_module(f"{module}.{rest[0]}"):
            self._source(module)
            module, rest = f"{module}.{rest[0]}", rest[1:]
        if rest:
            self._ask(module, rest[0])
        elif module not in self.twins:
            self._source(module)

    def _source(self, module: str) -> Source:
        if module not in self.sources:
            if "." in module:
                self._source(module.rpartition(".")[0])
            self.sources[module] = _read(module, self._variants)
        return self.sources[module]


@functools.cache
def is_module(name: str) -> bool:
    """Whether there is a module of this name."""
    if name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError, AttributeError):
        return False


def path_of(module: str, variants: tuple[str, ...]) -> Path:
    """The file of a module, or of what stands in for it: ``words_plain.py`` for ``words.py``. Raises ``NotPlain``."""
    loaded = sys.modules.get(module)
    spec = loaded.__spec__ if loaded is not None else importlib.util.find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise NotPlain(f"{module} is not there for bots")
    path = Path(spec.origin)
    others = (path.with_name(f"{path.stem}_{variant}.py") for variant in variants)
    return next((other for other in others if other.is_file()), path)


def _read(module: str, variants: tuple[str, ...]) -> Source:
    path = path_of(module, variants)
    body = ast.parse(path.read_text(encoding="utf-8")).body
    source = Source(module, path, body, path.name == "__init__.py")
    for number, statement in enumerate(body):
        for name in _binds(statement):
            source.bound.setdefault(name, []).append(number)
    return source


def _binds(statement: ast.stmt) -> Iterator[str]:
    """The names of the module that a statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or (alias.name.split(".")[0] if isinstance(statement, ast.Import) else alias.name)
    elif not (isinstance(statement, ast.AnnAssign) and statement.value is None):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _effects(source: Source) -> Iterator[int]:
    """The statements that change something which is needed and bind no name of it: ``table.update(...)``."""
    imports = (ast.Import, ast.ImportFrom)
    for number, statement in enumerate(source.body):
        if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
            continue
        for node in ast.walk(statement):
            changed: Path_ = ()
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                changed = _dotted(node.value.func)[:-1]
            elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
                changed = _dotted(node.value)
            if not changed or changed[0] not in source.names:
                continue
            places = source.bound.get(changed[0])
            if places and not any(isinstance(source.body[place], imports) for place in places):
                yield number


def _dotted(node: ast.AST) -> Path_:
    """A dotted name by its parts; empty for any other expression."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return (*before, node.attr) if before else ()
    return ()


def _used(node: ast.AST) -> Iterator[Path_]:
    """The dotted names that a statement uses, annotations left aside; imports within it begin with ``import``."""
    if isinstance(node, ast.Name | ast.Attribute):
        dotted = _dotted(node)
        if dotted:
            yield dotted
            return
    if isinstance(node, ast.Import):
        yield from (("import", alias.name) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        yield from (("import", node.module or "", alias.name) for alias in node.names)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _used(child)
