"""Writes modules of rules as plain Python: words are numbers, what is not needed is left out."""

from __future__ import annotations

import ast
import sys
from typing import Any

from plyground.core.game import Game, GameSpec
from plyground.sandbox.bot_library.needed import STANDS_IN, Source, Trim

FOR_BOTS = "for_bots"
"""The module of a game's package with what bots find beside the usual state."""
_TYPES = frozenset({"uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "intp"})
_MARKS = frozenset({"jitable", "compiled", "register_jitable", "njit"})
_KEPT_FACTS = frozenset({"unit", "two_sided", "graded", "perft_keeps_finished"})
KEPT_METHODS = frozenset(
    {
        "initial", "to_move", "legal_moves", "play", "returns", "move_text", "parse_move", "position_text",
        "parse_position", "seat_count", "seats_at", "options",
    }
)  # fmt: skip
"""What bots ask of a game; with it goes what these methods call."""


def trimming(methods: frozenset[str]) -> Trim:
    """Leaves out the methods of a game that these do not call, and the facts that nobody asks for."""
    return lambda module, statement: _trimmed(module, statement, methods)


def _trimmed(module: str, statement: ast.stmt, wanted: frozenset[str]) -> ast.stmt:
    if not isinstance(statement, ast.ClassDef):
        return statement
    live = getattr(sys.modules.get(module), statement.name, None)
    if not (isinstance(live, type) and issubclass(live, Game)):
        return statement
    methods = {name: node for node in statement.body if (name := _method(node))}
    kept: set[str] = set()
    waiting = [name for name in methods if name in wanted or name.startswith("__")]
    while waiting:
        name = waiting.pop()
        if name in methods and name not in kept:
            kept.add(name)
            waiting += [node.attr for node in ast.walk(methods[name]) if isinstance(node, ast.Attribute)]
    statement.body = [node for node in statement.body if (_method(node) or "") in {"", *kept}]
    optional = {name for name in GameSpec.__dataclass_fields__ if hasattr(GameSpec, name)} - _KEPT_FACTS
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "GameSpec":
            node.keywords = [each for each in node.keywords if each.arg not in optional]
    return statement


def _method(node: ast.stmt) -> str | None:
    """The name of the method that a statement of a class makes: a function, ``name = staticmethod(function)`` or
    ``name = module.function``."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        call = isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "staticmethod"
        return node.targets[0].id if call or isinstance(node.value, ast.Attribute) else None
    return node.name if isinstance(node, ast.FunctionDef) else None


def written(source: Source) -> str:
    """The needed part of a module as plain Python."""
    plain = _Plain(source)
    body: list[ast.stmt] = []
    annotations = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)  # which name what is not there
    for number, statement in enumerate(source.body):
        docstring = number == 0 and isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if number in source.wanted or docstring:
            made = plain.visit(statement)
            body += made if isinstance(made, list) else [made] if made is not None else []
    place = 1 if body and isinstance(body[0], ast.Expr) else 0
    body.insert(place, annotations)
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"


class _Plain(ast.NodeTransformer):
    """Turns one module's statements into plain Python."""

    def __init__(self, source: Source) -> None:
        self._source = source
        # What bots are handed is made of Python's own data classes: they may use ``dataclasses.replace`` on it.
        own = source.name.rpartition(".")[2] == FOR_BOTS
        self._stands_in = {name: by for name, by in STANDS_IN.items() if not (own and name == "dataclasses")}
        self._depth = 0
        self._numpy = {
            alias.asname or alias.name
            for statement in source.body
            if isinstance(statement, ast.Import)
            for alias in statement.names
            if alias.name == "numpy"
        }

    def visit_Import(self, node: ast.Import) -> Any:
        kept = []
        made: list[ast.stmt] = []
        for alias in node.names:
            if not self._depth and (alias.asname or alias.name.split(".")[0]) not in self._source.names:
                continue
            root = alias.name.split(".")[0]
            if root in self._stands_in:
                package, _, name = self._stands_in[root].rpartition(".")
                made.append(ast.ImportFrom(package, [ast.alias(name, alias.asname or root)], 0))
            else:
                kept.append(alias)
        return [*made, *([ast.Import(kept)] if kept else [])] or None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        names = [each for each in node.names if self._depth or (each.asname or each.name) in self._source.names]
        root = (node.module or "").split(".")[0]
        return ast.ImportFrom(self._stands_in.get(root, node.module), names, 0) if names else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.returns = None
        for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            argument.annotation = None
        for starred in (node.args.vararg, node.args.kwarg):
            if starred is not None:
                starred.annotation = None
        node.decorator_list = [each for each in node.decorator_list if _last(each) not in _MARKS]
        self._depth += 1
        self.generic_visit(node)
        self._depth -= 1
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if self._depth and node.value is not None and isinstance(node.target, ast.Name):
            return self.generic_visit(ast.Assign([node.target], node.value, lineno=node.lineno))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and isinstance(function.value, ast.Name)
            and function.value.id in self._numpy
            and function.attr in _TYPES
            and len(node.args) == 1
            and isinstance(node.args[0], ast.Constant | ast.Name | ast.Attribute | ast.Subscript | ast.BinOp)
        ):
            return node.args[0]
        return node


def _last(node: ast.expr) -> str:
    """The last part of a decorator's name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
