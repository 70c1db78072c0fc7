"""Makes the script of a game: its rules, texts and views, and all that they lead to, as one module of JavaScript."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from plyground.core import registry
from plyground.core.game import Game
from plyground.sandbox.bot_library.folder import home_of, rule_modules
from plyground.sandbox.bot_library.needed import Closure, NotPlain, Source, is_module
from plyground.sandbox.bot_library.rewriting import KEPT_METHODS, trimming
from plyground.web.local_rules.expressions import NotWritten
from plyground.web.local_rules.statements import Statements

GIVEN = frozenset(
    {
        f"plyground.core.{name}"
        for name in ("bits", "compiled_calls", "effort", "errors", "json_text", "kernels", "messages")
    }
)
"""Modules of the program for which ``static/js/rules`` has its own."""
_ALWAYS = ("That is not possible.", "This start is drawn at random by the server, which is away.", "{what} {why}")
"""Sentences that ``static/js/rules`` says itself."""
VARIANTS = ("browser", "plain")
"""What stands in for a module, the first that there is: ``charts_browser.py`` for ``charts.py``."""
_RULES = ("to_move", "legal_moves", "play", "outcome", "margin")
_METHODS = KEPT_METHODS | {
    "check", "require", "view", "view_moves", "view_text", "drawing", "listed", "effect", "ending", "move_text_for",
    "position_text_for", "seats_at", "options",
}  # fmt: skip


@dataclass(frozen=True)
class Script:
    """A game's rules as a module of JavaScript, and the templates of the sentences in it."""

    text: str
    messages: frozenset[str]


@functools.cache
def script(game: str) -> Script:
    """The script of a game, made when it is first asked for.

    Raises ``UnknownGame``, or ``NotWritten`` where the game's rules use something that is not written as a script.
    """
    return make(registry.game(game))


def is_written(game: str) -> bool:
    """Whether the rules of this game can be had as a script; raises ``UnknownGame``."""
    try:
        script(game)
    except (NotWritten, NotPlain):
        return False
    return True


def make(game: Game[Any, Any]) -> Script:
    """The script of this game; raises ``NotWritten`` or ``NotPlain``."""
    packages = {"plyground", type(game).__module__.split(".")[0]}
    closure = Closure(GIVEN, packages, trimming(_METHODS), VARIANTS)
    module, name = home_of(game)
    for rule in _RULES:
        closure.want("plyground.core.kernels", rule)
    closure.want(module.__name__, name)
    for each in sorted(rule_modules(game)):
        closure.offer(each)
    closure.want(module.__name__, name)
    return _written(closure, module.__name__, name)


def _written(closure: Closure, home: str, name: str) -> Script:
    names = {source: f"$m{number}" for number, source in enumerate(closure.sources)}
    resolver = _Resolver(closure, names)
    parts, messages = [], set(_ALWAYS)
    for source in _ordered(closure, home):
        body = [source.body[number] for number in sorted(source.wanted)]
        try:
            made = Statements(names[source.name], resolver.within(source)).module(body)
        except NotWritten as problem:
            raise NotWritten(f"{source.path.name}, {problem}") from None
        if made:
            parts += [f"const {names[source.name]} = {{}};", made]
        messages.update(message for statement in body for message in _messages(statement))
    game = resolver.stands_for(home, (name,))
    return Script(
        "\n".join(['import * as $ from "rules/python.js";', *parts, f"export const game = {game};", ""]),
        frozenset(messages),
    )


def _ordered(closure: Closure, home: str) -> list[Source]:
    """The modules in the order in which Python would run them: each behind those that it imports."""
    found: dict[str, Source] = {}

    def take(module: str) -> None:
        source = closure.sources.get(module)
        if source is None or module in asked:
            return
        asked.add(module)
        for each in _imports(source):
            take(each)
        found[module] = source

    asked: set[str] = set()
    for module in (home, *closure.sources):
        take(module)
    return list(found.values())


def _imports(source: Source) -> Iterator[str]:
    for number in sorted(source.wanted):
        statement = source.body[number]
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)
            yield statement.module


def _messages(statement: ast.AST) -> Iterator[str]:
    """The templates of a statement's sentences."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "ngettext"):
            yield from (str(each.value) for each in node.args[:1] if isinstance(each, ast.Constant))


class _Resolver:
    """Says what names of modules stand for in the script."""

    def __init__(self, closure: Closure, names: dict[str, str]) -> None:
        self._closure, self._names = closure, names

    def within(self, source: Source) -> Any:
        """The resolver of one module's own names."""

        def resolve(node: ast.Name | ast.Attribute) -> str | None:
            parts = _parts(node)
            if parts is None or parts[0] not in source.bound:
                return None
            return self.stands_for(source.name, parts)

        return resolve

    def stands_for(self, module: str, parts: tuple[str, ...]) -> str | None:
        """What a dotted name of a module is in the script; None if it is no module and no name of one."""
        while True:
            source = self._closure.sources.get(module)
            if source is None or module in GIVEN:
                return ".".join((f'$.modules["{module}"]', *parts))
            if not parts:
                return self._names[module]
            if source.package and parts[0] not in source.bound and is_module(f"{module}.{parts[0]}"):
                module, parts = f"{module}.{parts[0]}", parts[1:]
                continue
            imported = self._closure.imported(source, parts[0])
            if imported is None:
                return ".".join((self._names[module], *parts))
            module, parts = imported[0], (*imported[1:], *parts[1:])
            while parts and module not in GIVEN and is_module(f"{module}.{parts[0]}"):
                module, parts = f"{module}.{parts[0]}", parts[1:]


def _parts(node: ast.expr) -> tuple[str, ...] | None:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        before = _parts(node.value)
        return None if before is None else (*before, node.attr)
    return None
