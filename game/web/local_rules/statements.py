"""Writes the statements of a module of Python as JavaScript: functions, classes, loops, assignments."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from plyground.web.local_rules.expressions import Expressions, NotWritten, Resolve, named, text

_LEFT_OUT = frozenset({"jitable", "compiled", "register_jitable", "njit", "abstractmethod", "overload", "final"})
_PROPERTIES = {"property": "$.property", "cached_property": "$.kept"}
_BASES = frozenset({"ABC", "Generic", "Protocol", "object"})


class Statements(Expressions):
    """Writes a module; its own names are fields of ``module``, a name in the script."""

    def __init__(self, module: str, resolve: Resolve) -> None:
        super().__init__(resolve)
        self._module = module

    def module(self, body: Iterable[ast.stmt]) -> str:
        """The statements of the module, one after the other."""
        return "\n".join(filter(None, (self.statement(each) for each in body)))

    def block(self, body: Iterable[ast.stmt]) -> str:
        return "{ " + " ".join(filter(None, (self.statement(each) for each in body))) + " }"

    def statement(self, node: ast.stmt) -> str:
        """One statement."""
        writer = getattr(self, f"_{type(node).__name__}", None)
        if writer is None:
            raise NotWritten(f"line {node.lineno}: {ast.unparse(node)[:80]}")
        return str(writer(node))

    # --- what makes names

    def _FunctionDef(self, node: ast.FunctionDef) -> str:  # noqa: N802
        made = self.function(node)
        for decorator in reversed(node.decorator_list):
            if _last(decorator) in ("cache", "lru_cache"):
                made = f"$.remembered({made})"
            elif _last(decorator) not in _LEFT_OUT:
                made = f"{self.write(decorator)}({made})"
        return f"{self._bind(node.name)} = {made};"

    def function(self, node: ast.FunctionDef, method: bool = False) -> str:
        """A function as an expression; of a method the first argument is ``this``."""
        if node.args.posonlyargs or node.args.kwarg:
            raise NotWritten(f"line {node.lineno}: the arguments of {node.name}")
        arguments = [*node.args.args, *node.args.kwonlyargs]
        defaults: list[ast.expr | None] = [None] * (len(node.args.args) - len(node.args.defaults))
        defaults += [*node.args.defaults, *node.args.kw_defaults]
        pairs = list(zip(arguments, defaults, strict=True))[1 if method else 0 :]
        written = [
            named(each.arg) + ("" if default is None else f" = {self.write(default)}") for each, default in pairs
        ]
        names = {each.arg for each in arguments}
        if node.args.vararg is not None:
            written.append(f"...{named(node.args.vararg.arg)}")
            names.add(node.args.vararg.arg)
        found = list(_inside(node.body))
        outer = {name for each in found if isinstance(each, ast.Nonlocal | ast.Global) for name in each.names}
        bound = {name for each in found for name in _names(each)} - names - outer
        generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in found)
        with self.scope(names | bound):
            body = self.block(node.body)
        declared = f"let {', '.join(sorted(map(named, bound)))}; " if bound else ""
        own = f"const {arguments[0].arg} = this; " if method else ""
        made = f"function{'*' if generator else ''} ({', '.join(written)}) {{ {own}{declared}{body} }}"
        return f"$.function({made}, {text(' '.join(each.arg for each, _default in pairs))})"

    def _ClassDef(self, node: ast.ClassDef) -> str:  # noqa: N802
        bases = [each.value if isinstance(each, ast.Subscript) else each for each in node.bases]
        above = ", ".join(self.write(each) for each in bases if _last(each) not in _BASES)
        outer, self.class_name = self.class_name, self._bind(node.name)
        fields, members = [], []
        for each in node.body:
            if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                if "ClassVar" in ast.unparse(each.annotation):
                    if each.value is not None:
                        members.append(f"{each.target.id}: {self.write(each.value)}")
                else:
                    default = "" if each.value is None else f", () => {self.write(each.value)}"
                    fields.append(f"[{text(each.target.id)}{default}]")
            elif isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name):
                members.append(f"{each.targets[0].id}: {self.write(each.value)}")
            elif isinstance(each, ast.FunctionDef):
                members.append(f"{each.name}: {self._method(each)}")
        made = f"$.type({text(node.name)}, [{above}], [{', '.join(fields)}], {{ {', '.join(members)} }})"
        self.class_name, own = outer, self.class_name
        return f"{own} = {made};"

    def _method(self, node: ast.FunctionDef) -> str:
        marks = {_last(each) for each in node.decorator_list}
        if "staticmethod" in marks:
            return self.function(node)
        made = self.function(node, method=True)
        for mark in marks:
            made = f"{_PROPERTIES[mark]}({made})" if mark in _PROPERTIES else made
        return made

    def _bind(self, name: str) -> str:
        return named(name) if self.is_local(name) else f"{self._module}.{name}"

    def _Import(self, node: ast.stmt) -> str:  # noqa: N802
        return ""  # names of other modules are written as what they stand for

    _ImportFrom = _Nonlocal = _Global = _Pass = _Import

    # --- assignments

    def _Assign(self, node: ast.Assign) -> str:  # noqa: N802
        value = self.write(node.value)
        if len(node.targets) > 1:
            return f"{{ const $v = {value}; {' '.join(self._put(each, '$v') for each in node.targets)} }}"
        return self._put(node.targets[0], value)

    def _AnnAssign(self, node: ast.AnnAssign) -> str:  # noqa: N802
        return "" if node.value is None else self._put(node.target, self.write(node.value))

    def _put(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Name):
            return f"{self._bind(target.id)} = {value};"
        if isinstance(target, ast.Attribute):
            return f"{self.write(target.value)}.{target.attr} = {value};"
        if isinstance(target, ast.Subscript):
            held = self.write(target.value)
            if isinstance(target.slice, ast.Slice):
                return f"$.putSlice({held}, {self._bounds(target.slice)}, {value});"
            return f"$.put({held}, {self.write(target.slice)}, {value});"
        assert isinstance(target, ast.Tuple | ast.List)
        if self.scopes and all(isinstance(each, ast.Name | ast.Starred) for each in target.elts):
            return f";{self.target(target)} = $.iter({value});"
        puts = " ".join(self._put(each, f"$p[{place}]") for place, each in enumerate(target.elts))
        return f"{{ const $p = [...$.iter({value})]; {puts} }}"

    def _AugAssign(self, node: ast.AugAssign) -> str:  # noqa: N802
        value = self.operation(node.op, self.write(node.target), self.write(node.value))
        return self._put(node.target, value)

    def _Delete(self, node: ast.Delete) -> str:  # noqa: N802
        places = [each for each in node.targets if isinstance(each, ast.Subscript)]
        return " ".join(f"$.remove({self.write(each.value)}, {self.write(each.slice)});" for each in places)

    # --- flow

    def _Expr(self, node: ast.Expr) -> str:  # noqa: N802
        if isinstance(node.value, ast.Constant):
            return ""
        if isinstance(node.value, ast.Yield):
            return f"yield {self.write(node.value.value) if node.value.value else 'null'};"
        if isinstance(node.value, ast.YieldFrom):
            return f"yield* $.iter({self.write(node.value.value)});"
        return f"{self.write(node.value)};"

    def _Return(self, node: ast.Return) -> str:  # noqa: N802
        return f"return {'null' if node.value is None else self.write(node.value)};"

    def _If(self, node: ast.If) -> str:  # noqa: N802
        other = f" else {self.block(node.orelse)}" if node.orelse else ""
        return f"if ({self.truth(node.test)}) {self.block(node.body)}{other}"

    def _While(self, node: ast.While) -> str:  # noqa: N802
        self._no_else(node)
        return f"while ({self.truth(node.test)}) {self.block(node.body)}"

    def _For(self, node: ast.For) -> str:  # noqa: N802
        self._no_else(node)
        if not self.scopes and isinstance(node.target, ast.Name | ast.Tuple):
            raise NotWritten(f"line {node.lineno}: a loop outside of functions")
        return f"{self.iterated(node.target, node.iter, '')} {self.block(node.body)}"

    @staticmethod
    def _no_else(node: ast.For | ast.While) -> None:
        if node.orelse:
            raise NotWritten(f"line {node.lineno}: a loop with else")

    def _Break(self, node: ast.stmt) -> str:  # noqa: N802
        return "break;"

    def _Continue(self, node: ast.stmt) -> str:  # noqa: N802
        return "continue;"

    def _Assert(self, node: ast.Assert) -> str:  # noqa: N802
        return ""

    def _Raise(self, node: ast.Raise) -> str:  # noqa: N802
        return f"throw {'$e' if node.exc is None else f'$.raised({self.write(node.exc)})'};"

    def _Try(self, node: ast.Try) -> str:  # noqa: N802
        if node.orelse:
            raise NotWritten(f"line {node.lineno}: try with else")
        tests = []
        for handler in node.handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
            held = f"{named(handler.name)} = $e; " if handler.name else ""
            test = f"if ($.is($e, [{', '.join(map(self.write, kinds))}])) " if kinds else ""
            tests.append(f"{test}{{ {held}{self.block(handler.body)} }}")
        tests += [] if node.handlers and node.handlers[-1].type is None else ["throw $e;"]
        caught = f" catch ($e) {{ {' else '.join(tests)} }}" if node.handlers else ""
        last = f" finally {self.block(node.finalbody)}" if node.finalbody else ""
        return f"try {self.block(node.body)}{caught}{last}"


def _inside(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of these statements, without those of functions and classes within."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            yield from _inside(ast.iter_child_nodes(node))


def _names(node: ast.AST) -> Iterator[str]:
    """The names that a node binds in the function around it; those of comprehensions are their own."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    if isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    if isinstance(node, ast.NamedExpr):
        yield node.target.id
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For):
        targets = [node.target]
    for target in targets:
        for each in ast.walk(target):
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                yield each.id


def _last(node: ast.expr) -> str:
    """The last part of a name, or of what is called."""
    if isinstance(node, ast.Call):
        return _last(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
