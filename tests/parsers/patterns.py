"""All regular expressions of the program, found in its source, and texts made from each that hold it up if any can.

A pattern is slow where a repeat can end at many places, and where a search can begin at many: so every repeat of a
pattern is pumped with signs that it takes, behind the least text that leads to it, and what comes after fits nowhere.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tests.parsers.growth import MOST_GROWTH, seconds

of: Any = importlib.import_module("re._constants")
_parser: Any = importlib.import_module("re._parser")
ROOT = Path(__file__).resolve().parents[2]
METHODS = ("match", "fullmatch", "search", "findall", "finditer", "sub", "split")
_ONE_SIGN = (of.LITERAL, of.NOT_LITERAL, of.ANY, of.IN)
_ENOUGH = 0.001
"""Seconds of a search that are long enough for a ratio."""
_TRIES = 3
_SIGNS = "a1A _-.,:;#@=%+*()[]{}<>\"'\\/|!?&\t\n\r\0é²٣\u00a0xhvBZ0"


@dataclass(frozen=True)
class Used:
    """A pattern as one place of the program uses it."""

    where: str
    pattern: str | bytes
    flags: int
    method: str

    def __str__(self) -> str:
        return f"{self.where} {self.method} {self.pattern[:60]!r}"

    @property
    def parsed(self) -> Any:
        """The parts of the pattern, as Python reads it."""
        text = self.pattern.decode("latin-1") if isinstance(self.pattern, bytes) else self.pattern
        return _parser.parse(text, self.flags)

    def run(self, text: str) -> None:
        """Use it on a text as the program does, to the last place."""
        given: Any = text.encode("utf-8", "surrogatepass") if isinstance(self.pattern, bytes) else text
        found = re.compile(self.pattern, self.flags)
        if self.method in ("match", "fullmatch", "search"):
            getattr(found, self.method)(given)
        elif self.method == "split":
            found.split(given)
        else:
            for _match in found.finditer(given):
                pass


def used() -> list[Used]:
    """Every pattern of ``game`` with every method that its module calls on it."""
    return [each for path in sorted((ROOT / "game").rglob("*.py")) for each in _of_module(path)]


def _of_module(path: Path) -> Iterator[Used]:
    source = path.read_text(encoding="utf-8")
    if not re.search(r"\bre\.", source):
        return
    tree = ast.parse(source)
    where = path.relative_to(ROOT / "game").as_posix()
    names: dict[str, tuple[str | bytes, int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and (told := _compiled(node.value)) and isinstance(node.targets[0], ast.Name):
            names[node.targets[0].id] = told
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (told := _compiled(node)) and told not in names.values():
            yield Used(where, *told, "sub")  # within a table, say
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, method = node.func.value, node.func.attr
        if isinstance(owner, ast.Name) and owner.id == "re" and method in METHODS and node.args:
            for pattern in _texts(node.args[0]):
                yield Used(where, pattern, _flags(node), method)
        elif isinstance(owner, ast.Name | ast.Attribute) and method in METHODS:
            name = owner.id if isinstance(owner, ast.Name) else owner.attr
            if name in names:
                yield Used(where, *names[name], method)
    for name, (pattern, flags) in names.items():  # for who imports it
        if not name.startswith("_"):
            for method in ("search", "fullmatch"):
                yield Used(where, pattern, flags, method)


def _compiled(value: ast.expr) -> tuple[str | bytes, int] | None:
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "re.compile"):
        return None
    texts = list(_texts(value.args[0]))
    return (texts[0], _flags(value)) if texts else None


def _texts(node: ast.expr) -> Iterator[str | bytes]:
    """The pattern where it is written out; what an f-string puts in is taken for a number."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = [str(each.value) if isinstance(each, ast.Constant) else "99" for each in node.values]
        yield "".join(parts)


def _flags(call: ast.Call) -> int:
    words = ast.unparse(call)
    known = ("IGNORECASE", "DOTALL", "MULTILINE", "ASCII", "VERBOSE")
    return int(sum(getattr(re, name) for name in known if f"re.{name}" in words) | (re.M if "re.M" in words else 0))


def misread(pattern: str, flags: int = 0) -> bool:
    """Whether Python before 3.11.5 may end a possessive group of the pattern behind its end: where the last try at one
    more of it fails after a part that notes its place, that place stays (python/cpython#106052)."""
    return any(
        kind is of.POSSESSIVE_REPEAT and not _one_sign(given[2]) and _forgetful(given[2])
        for kind, given in _walk(_parser.parse(pattern, flags))
    )


def _forgetful(body: Any) -> bool:
    """Whether the body of a group may fail after a part of it has noted its place further on than it began."""
    if len(body) == 1 and body[0][0] is of.BRANCH:
        return any(map(_forgetful, body[0][1][1]))
    last = len(body) - 1
    return not all(
        kind in _ONE_SIGN
        or (kind is of.POSSESSIVE_REPEAT and _one_sign(given[2]) and (not place or (place == last and not given[0])))
        for place, (kind, given) in enumerate(body)
    )


def _one_sign(body: Any) -> bool:
    return len(body) == 1 and body[0][0] in _ONE_SIGN


def _walk(parsed: Any) -> Iterator[tuple[Any, Any]]:
    """All parts of an expression."""
    for kind, given in parsed:
        yield kind, given
        bodies = given[1] if kind is of.BRANCH else [given] if kind is of.ATOMIC_GROUP else given
        for each in bodies if isinstance(bodies, tuple | list) else ():
            if isinstance(each, _parser.SubPattern):
                yield from _walk(each)


def written() -> Iterator[tuple[str, str]]:
    """Every text of the program and its tools that may be a pattern with a possessive group, and where it stands."""
    for path in sorted(each for folder in ("game", "tools") for each in (ROOT / folder).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if re.search(r"\)[*+?}]\+", source):
            nodes = list(ast.walk(ast.parse(source)))
            parts = [part for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values]
            for node in nodes:
                for text in _texts(node) if isinstance(node, ast.expr) and node not in parts else ():
                    if isinstance(text, str) and re.search(r"\)[*+?}]\+", text):
                        yield path.relative_to(ROOT).as_posix(), text


def pumped(one: Used) -> list[tuple[str, str, str]]:
    """Heads, units and tails that hold a pattern up if anything does."""
    found: dict[tuple[str, str, str], None] = {}
    for head, item, _most in _repeats(one.parsed, ""):
        sample = _sample(item)
        units = [sign for sign in _SIGNS if _takes(item, sign)][:8] + ([sample] if len(sample) > 1 else [])
        for unit in units:
            for tail in ("", "!", "\0", sample):
                found[head, unit, tail] = None
            found["", head + unit, "!"] = None
            found["", head, unit] = None
    return [each for each in found if each[1]]


def crawls(one: Used, length: int) -> list[str]:
    """How a search holds up at runs that end just before the bound of a repeat: where each sign of a run begins a try
    that goes on to its end, text of the same length takes sixteen times as long if its runs are as much longer."""
    found = []
    bounded = [each for each in _repeats(one.parsed, "") if each[2] <= length]
    for head, item, most in bounded:
        for unit in [sign for sign in _SIGNS if _takes(item, sign)][:3]:
            short, long = (head + unit * run + "\0" for run in (most // 16, most - 1))
            for _unused in range(_TRIES):  # a busy machine makes one measurement slow
                quick, slow = (
                    seconds(partial(one.run, part * (length // len(part))), runs=3) for part in (short, long)
                )
                if slow < _ENOUGH or slow < MOST_GROWTH * quick:
                    break
            else:
                found.append(f"{unit!r} * {most - 1}: {1000 * slow:.1f} ms, {1000 * quick:.1f} for * {most // 16}")
    return found


def _repeats(parsed: Any, head: str) -> Iterator[tuple[str, Any, int]]:
    """Each repeat without a small bound, with the least text that leads to it and its bound."""
    for kind, given in parsed:
        if kind in (of.MAX_REPEAT, of.MIN_REPEAT, of.POSSESSIVE_REPEAT):
            _least, most, item = given
            if most > 20:
                yield head, item, int(most)
            yield from _repeats(item, head)
        elif kind is of.SUBPATTERN:
            yield from _repeats(given[-1], head)
        elif kind is of.ATOMIC_GROUP:
            yield from _repeats(given, head)
        elif kind is of.BRANCH:
            for branch in given[1]:
                yield from _repeats(branch, head)
        head += _sample([(kind, given)])


def _sample(parsed: Any) -> str:
    """A short text that the expression takes."""
    made = ""
    for kind, given in parsed:
        if kind is of.LITERAL:
            made += chr(given)
        elif kind in (of.IN, of.ANY, of.NOT_LITERAL, of.CATEGORY):
            made += next((sign for sign in _SIGNS if _takes([(kind, given)], sign)), "")
        elif kind in (of.MAX_REPEAT, of.MIN_REPEAT, of.POSSESSIVE_REPEAT):
            made += _sample(given[2]) * max(1, given[0])
        elif kind is of.SUBPATTERN:
            made += _sample(given[-1])
        elif kind is of.ATOMIC_GROUP:
            made += _sample(given)
        elif kind is of.BRANCH:
            made += _sample(given[1][0])
    return made


def _takes(parsed: Any, sign: str) -> bool:
    """Whether the expression takes this one sign."""
    for kind, given in parsed:
        if kind is of.LITERAL:
            return bool(chr(given) == sign)
        if kind is of.NOT_LITERAL:
            return bool(chr(given) != sign)
        if kind is of.ANY:
            return sign != "\n"
        if kind is of.IN:
            return _in(given, sign)
        if kind in (of.MAX_REPEAT, of.MIN_REPEAT, of.POSSESSIVE_REPEAT):
            return _takes(given[2], sign)
        if kind is of.SUBPATTERN:
            return _takes(given[-1], sign)
        if kind is of.BRANCH:
            return any(_takes(branch, sign) for branch in given[1])
        if kind is of.AT or kind in (of.ASSERT, of.ASSERT_NOT):
            continue
        return False
    return False


def _in(given: Any, sign: str) -> bool:
    negated = given[0][0] is of.NEGATE
    found = False
    for kind, value in given[negated:]:
        if kind is of.LITERAL:
            found |= chr(value) == sign
        elif kind is of.RANGE:
            found |= value[0] <= ord(sign) <= value[1]
        elif kind is of.CATEGORY:
            found |= bool(re.match({of.CATEGORY_DIGIT: r"\d", of.CATEGORY_SPACE: r"\s", of.CATEGORY_WORD: r"\w",
                                    of.CATEGORY_NOT_DIGIT: r"\D", of.CATEGORY_NOT_SPACE: r"\S",
                                    of.CATEGORY_NOT_WORD: r"\W"}[value], sign))  # fmt: skip
    return found != negated
