"""Writes expressions of Python as JavaScript; what an operator means is asked of the runtime, ``$``."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from plyground.core.errors import ContractBroken

RESERVED = frozenset(
    {
        "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
        "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
        "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield",
    }
)  # fmt: skip
METHODS = frozenset(
    {
        "append", "extend", "insert", "pop", "popleft", "appendleft", "remove", "index", "count", "sort", "reverse",
        "copy", "clear", "get", "items", "keys", "values", "setdefault", "update", "add", "discard", "union", "popitem",
        "move_to_end", "most_common", "split", "rsplit", "splitlines", "strip", "lstrip", "rstrip", "lower", "upper",
        "capitalize", "join", "replace", "startswith", "endswith", "partition", "rpartition", "removeprefix",
        "removesuffix", "isdigit", "isdecimal", "isascii", "isalpha", "expandtabs", "find", "rfind", "ljust", "rjust",
        "zfill", "encode", "decode", "bit_length", "bit_count", "format", "translate",
    }
)  # fmt: skip
"""Methods of Python's own types, which strings, lists and numbers of JavaScript do not have, or have otherwise."""
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
    ast.Invert: "invert", ast.USub: "neg", ast.UAdd: "number",
}  # fmt: skip
Resolve = Callable[[ast.Name | ast.Attribute], str | None]


class NotWritten(ContractBroken):
    """The rules use something that is not written as a script; the text says what."""


def text(value: str) -> str:
    """A string of JavaScript."""
    return json.dumps(value)


def named(name: str) -> str:
    """A name of Python that JavaScript may keep for itself."""
    return f"{name}$" if name in RESERVED else name


class Expressions:
    """Writes expressions; ``resolve`` says what a global or dotted name stands for, None for names that are unknown."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve
        self.scopes: list[set[str]] = []
        self.class_name = ""

    @contextmanager
    def scope(self, names: set[str]) -> Iterator[None]:
        """Names that are local within."""
        self.scopes.append(names)
        yield
        self.scopes.pop()

    def is_local(self, name: str) -> bool:
        return any(name in names for names in self.scopes)

    def _bind(self, name: str) -> str:
        """What is assigned to where a name is bound."""
        return named(name)

    def write(self, node: ast.expr) -> str:
        """The expression."""
        writer = getattr(self, f"_{type(node).__name__}", None)
        if writer is None:
            raise NotWritten(f"line {node.lineno}: {ast.unparse(node)[:80]}")
        return str(writer(node))

    def truth(self, node: ast.expr) -> str:
        """The expression as a condition."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self.truth(value) for value in node.values)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        if isinstance(node, ast.Compare):
            return self.write(node)
        return f"$.truth({self.write(node)})"

    def target(self, node: ast.expr) -> str:
        """A pattern of names to assign to."""
        if isinstance(node, ast.Name):
            return named(node.id)
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        if isinstance(node, ast.Tuple | ast.List):
            return f"[{', '.join(self.target(each) for each in node.elts)}]"
        raise NotWritten(f"line {node.lineno}: an assignment to {ast.unparse(node)[:60]} among others")

    def iterated(self, target: ast.expr, source: ast.expr, declared: str = "const ") -> str:
        """The head of a loop."""
        return f"for ({declared}{self.target(target)} of $.iter({self.write(source)}))"

    # --- atoms

    def _Constant(self, node: ast.Constant) -> str:  # noqa: N802
        value = node.value
        if value is None or value is ...:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return text(value)
        if isinstance(value, int):
            return str(value) if abs(value) < 2**53 else f"{value}n"
        if isinstance(value, float):
            return repr(value)
        raise NotWritten(f"line {node.lineno}: {value!r}")

    def _Name(self, node: ast.Name) -> str:  # noqa: N802
        if self.is_local(node.id):
            return named(node.id)
        return self._resolve(node) or f"$.names.{node.id}"

    def _Attribute(self, node: ast.Attribute) -> str:  # noqa: N802
        root = node.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and not self.is_local(root.id):
            found = self._resolve(node)
            if found is not None:
                return found
        return f"{self.write(node.value)}.{node.attr}"

    def _JoinedStr(self, node: ast.JoinedStr) -> str:  # noqa: N802
        return f"({' + '.join(self.write(value) for value in node.values) or text('')})"

    def _FormattedValue(self, node: ast.FormattedValue) -> str:  # noqa: N802
        spec = self.write(node.format_spec) if node.format_spec is not None else text("")
        return f"$.format({self.write(node.value)}, {spec})"

    def _List(self, node: ast.List) -> str:  # noqa: N802
        return f"[{self._elements(node.elts)}]"

    _Tuple = _List

    def _Set(self, node: ast.Set) -> str:  # noqa: N802
        return f"$.names.set([{self._elements(node.elts)}])"

    def _elements(self, nodes: list[ast.expr]) -> str:
        return ", ".join(
            f"...$.iter({self.write(node.value)})" if isinstance(node, ast.Starred) else self.write(node)
            for node in nodes
        )

    def _Dict(self, node: ast.Dict) -> str:  # noqa: N802
        parts = [
            f"...{self.write(value)}.items()" if key is None else f"[{self.write(key)}, {self.write(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"$.dict([{', '.join(parts)}])"

    # --- operators

    def _BinOp(self, node: ast.BinOp) -> str:  # noqa: N802
        return f"$.{_OPERATORS[type(node.op)]}({self.write(node.left)}, {self.write(node.right)})"

    def operation(self, operator: ast.operator, left: str, right: str) -> str:
        """What an operator makes of two values; a list grows in its place."""
        name = "extend" if isinstance(operator, ast.Add) else _OPERATORS[type(operator)]
        return f"$.{name}({left}, {right})"

    def _UnaryOp(self, node: ast.UnaryOp) -> str:  # noqa: N802
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        return f"$.{_OPERATORS[type(node.op)]}({self.write(node.operand)})"

    def _BoolOp(self, node: ast.BoolOp) -> str:  # noqa: N802
        if all(isinstance(value, ast.Compare | ast.BoolOp) for value in node.values):
            return self.truth(node)
        made = self.write(node.values[-1])
        name = "both" if isinstance(node.op, ast.And) else "either"
        for value in reversed(node.values[:-1]):
            made = f"$.{name}({self.write(value)}, () => {made})"
        return made

    def _Compare(self, node: ast.Compare) -> str:  # noqa: N802
        terms = [node.left, *node.comparators]
        parts = [
            self._compared(operator, terms[place], terms[place + 1]) for place, operator in enumerate(node.ops)
        ]  # what stands in the middle is pure, so it may be asked twice
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _compared(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        one, other = self.write(left), self.write(right)
        if isinstance(operator, ast.Is | ast.IsNot):
            return f"({one} {'===' if isinstance(operator, ast.Is) else '!=='} {other})"
        if isinstance(operator, ast.In | ast.NotIn):
            return f"{'!' if isinstance(operator, ast.NotIn) else ''}$.within({one}, {other})"
        return f"$.{_OPERATORS[type(operator)]}({one}, {other})"

    def _IfExp(self, node: ast.IfExp) -> str:  # noqa: N802
        return f"({self.truth(node.test)} ? {self.write(node.body)} : {self.write(node.orelse)})"

    def _NamedExpr(self, node: ast.NamedExpr) -> str:  # noqa: N802
        return f"({self._bind(node.target.id)} = {self.write(node.value)})"

    def _Lambda(self, node: ast.Lambda) -> str:  # noqa: N802
        names = [each.arg for each in node.args.args]
        with self.scope(set(names)):
            return f"$.function((({', '.join(map(named, names))}) => {self.write(node.body)}), {text(' '.join(names))})"

    # --- calls and places

    def _Call(self, node: ast.Call) -> str:  # noqa: N802
        arguments = self._elements(node.args)
        function = node.func
        if isinstance(function, ast.Name) and function.id == "super":
            return f"$.above({self.class_name}, self)"
        if isinstance(function, ast.Name) and function.id == "isinstance" and not self.is_local("isinstance"):
            return f"$.is({self.write(node.args[0])}, [{', '.join(map(self.write, _kinds(node.args[1])))}])"
        keywords = self._keywords(node.keywords)
        if isinstance(function, ast.Attribute):
            written = self.write(function)
            own = f"{self.write(function.value)}.{function.attr}"
            if written == own and not _is_super(function.value):
                if function.attr in METHODS or keywords:
                    more = ", ".join(filter(None, (arguments, keywords and f"new $.Keywords({keywords})")))
                    return f"$.call({self.write(function.value)}, {text(function.attr)}, [{more}])"
                return f"{own}({arguments})"
            if not keywords:
                return f"{written}({arguments})"
        if keywords:
            return f"$.called({self.write(function)}, [{arguments}], {keywords})"
        return f"{self.write(function)}({arguments})"

    def _keywords(self, nodes: list[ast.keyword]) -> str:
        if not nodes:
            return ""
        return "{ " + ", ".join(
            f"...$.fields({self.write(each.value)})" if each.arg is None else f"{each.arg}: {self.write(each.value)}"
            for each in nodes
        ) + " }"  # fmt: skip

    def _Subscript(self, node: ast.Subscript) -> str:  # noqa: N802
        if isinstance(node.value, ast.Name) and node.value.id in ("dict", "list", "tuple", "set", "type", "deque"):
            return self.write(node.value)  # a type such as dict[int, str]
        held, place = self.write(node.value), node.slice
        if isinstance(place, ast.Slice):
            return f"$.slice({held}, {self._bounds(place)})"
        if isinstance(place, ast.Tuple) and any(isinstance(each, ast.Slice | ast.List) for each in place.elts):
            return f"{held}.part({', '.join(self._part(each) for each in place.elts)})"
        return f"$.at({held}, {self.write(place)})"

    def _part(self, node: ast.expr) -> str:
        return f"$.bounds({self._bounds(node)})" if isinstance(node, ast.Slice) else self.write(node)

    def _bounds(self, node: ast.Slice) -> str:
        return ", ".join("null" if each is None else self.write(each) for each in (node.lower, node.upper, node.step))

    # --- comprehensions

    def _ListComp(self, node: ast.ListComp | ast.SetComp) -> str:  # noqa: N802
        push = lambda: f"$r.push({self.write(node.elt)});"  # noqa: E731
        return f"(() => {{ const $r = []; {self._loops(node.generators, push)} return $r; }})()"

    def _SetComp(self, node: ast.SetComp) -> str:  # noqa: N802
        return f"$.names.set({self._ListComp(node)})"

    def _GeneratorExp(self, node: ast.GeneratorExp) -> str:  # noqa: N802
        return f"(function* () {{ {self._loops(node.generators, lambda: f'yield {self.write(node.elt)};')} }})()"

    def _DictComp(self, node: ast.DictComp) -> str:  # noqa: N802
        pair = lambda: f"$r.push([{self.write(node.key)}, {self.write(node.value)}]);"  # noqa: E731
        return f"$.dict((() => {{ const $r = []; {self._loops(node.generators, pair)} return $r; }})())"

    def _loops(self, generators: list[ast.comprehension], body: Callable[[], str]) -> str:
        if not generators:
            return body()
        first, *rest = generators
        source = self.write(first.iter)
        with self.scope({each.id for each in ast.walk(first.target) if isinstance(each, ast.Name)}):
            head = f"for (const {self.target(first.target)} of $.iter({source}))"
            tests = "".join(f"if ({self.truth(test)}) " for test in first.ifs)
            return f"{head} {tests}{{ {self._loops(rest, body)} }}"


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _kinds(node: ast.expr) -> list[ast.expr]:
    """The types that ``isinstance`` is asked for."""
    if isinstance(node, ast.BinOp):
        return [*_kinds(node.left), *_kinds(node.right)]
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]
