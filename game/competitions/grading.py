"""The formula by which a teacher grades: a small arithmetic of named values, read once and never run as code.

``min(100, 40 * public + 40 * hidden + 20 * score)``: numbers, the names of ``VALUES``, ``+ - * /``, brackets, ``min``,
``max`` and ``round`` to a whole number. Reading and working out take time linear in the formula's length.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from plyground.core.errors import Refusal
from plyground.core.messages import _

VALUES: Mapping[str, str] = {
    "rating": _("the Elo of the version that plays, by the games of ladder, event and final; 0 is the average"),
    "score": _("its share of all points of these games, from 0 to 1"),
    "games": _("how many such games it played"),
    "place": _("the bot’s place in the table of the event"),
    "points": _("its points there"),
    "bots": _("how many bots take part in the event"),
    "public": _("the share of the public tests that the version passed, from 0 to 1"),
    "hidden": _("the share of the hidden tests that it passed, from 0 to 1"),
    "passed": _("how many of the public and hidden tests it passed"),
    "tests": _("how many there are"),
    "versions": _("how many versions of the bot got through their first games"),
    "tokens": _("the length of the version’s source"),
}
"""What a formula may name, with what it is."""
LONGEST = 400
MOST_DEPTH = 20
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"min": min, "max": max, "round": lambda value: float(round(value))}
_MOST = 1e12
_PART = re.compile(r"\s*+(?:(\d{1,9}(?:\.\d{1,9})?)|([a-z_]{1,20})|([-+*/(),]))", re.ASCII)

Work = Callable[[Mapping[str, float | None]], float]


class BadFormula(Refusal):
    """A formula of grades cannot be read."""


class _Missing(Exception):
    """A value that is named is not there, or what is asked for has no value."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Formula:
    """A formula that was read."""

    text: str
    _work: Work

    def grade(self, values: Mapping[str, float | None]) -> tuple[float | None, str]:
        """The grade with these values, to two digits, and ""; or None, and why there is none."""
        try:
            found = self._work(values)
        except _Missing as missing:
            return None, missing.why
        if not math.isfinite(found) or abs(found) > _MOST:
            return None, _("The formula gives a number that is too large.")
        return round(found, 2), ""


def formula(text: str) -> Formula:
    """Read a formula; raises ``BadFormula``, which says where it cannot be read."""
    if len(text) > LONGEST:
        raise BadFormula(_("A formula has at most {longest} characters.", longest=LONGEST))
    if not text.strip():
        raise BadFormula(_("The formula is empty."))
    reader = _Reader(text)
    work = reader.sum(0)
    if reader.part is not None:
        raise reader.wrong(_("an operator is missing"))
    return Formula(" ".join(text.split()), work)


class _Reader:
    """Reads by recursive descent; ``part`` is what comes next, None at the end."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text.rstrip(), 0
        self.part: str | None = None
        self._begun = 0
        self._next()

    def _next(self) -> str | None:
        before = self.part
        self._begun = self._at
        if self._at >= len(self._text):
            self.part = None
            return before
        found = _PART.match(self._text, self._at)
        if found is None:
            raise self.wrong(_("this is neither a number, nor a name, nor one of + - * / ( ) ,"))
        self.part, self._at = found[1] or found[2] or found[3], found.end()
        return before

    def wrong(self, why: str) -> BadFormula:
        rest = self._text[self._begun :].strip()[:12]
        if not rest:
            return BadFormula(_("The formula cannot be read: it ends where {why}.", why=why))
        return BadFormula(_("The formula cannot be read at “{rest}”: {why}.", rest=rest, why=why))

    def sum(self, depth: int) -> Work:
        """Terms with + and - between them."""
        return self._chain(("+", "-"), self._product, depth)

    def _product(self, depth: int) -> Work:
        return self._chain(("*", "/"), self._value, depth)

    def _chain(self, signs: tuple[str, str], of: Callable[[int], Work], depth: int) -> Work:
        first, rest = of(depth), list[tuple[str, Work]]()
        while self.part in signs:
            rest.append((str(self._next()), of(depth)))
        if not rest:
            return first

        def work(values: Mapping[str, float | None]) -> float:
            found = first(values)
            for sign, each in rest:
                found = _applied(sign, found, each(values))
            return found

        return work

    def _value(self, depth: int) -> Work:
        if depth > MOST_DEPTH:
            raise BadFormula(_("A formula has at most {most} brackets in each other.", most=MOST_DEPTH))
        part = self.part
        if part is None or part in ("*", "/", ")", ",", "+"):
            raise self.wrong(_("a number, a name or a bracket is needed"))
        if part == "-":
            self._next()
            inner = self._value(depth + 1)
            return lambda values: -inner(values)
        if part == "(":
            self._next()
            inner = self.sum(depth + 1)
            self._close()
            return inner
        if part[0].isdigit():
            self._next()
            number = float(part)
            return lambda values: number
        if part in _FUNCTIONS:
            return self._call(part, depth)
        if part not in VALUES:
            raise self.wrong(_("there is no such name; the names are {names}", names=", ".join(VALUES)))
        self._next()
        return lambda values: _named(part, values)

    def _call(self, name: str, depth: int) -> Work:
        self._next()
        if self.part != "(":
            raise self.wrong(_("a bracket is needed behind {name}", name=name))
        self._next()
        given = [self.sum(depth + 1)]
        while self.part == ",":
            self._next()
            given.append(self.sum(depth + 1))
        self._close()
        if (name == "round") != (len(given) == 1):
            raise BadFormula(_("“round” takes one value, “min” and “max” take two or more."))
        return lambda values: _FUNCTIONS[name](*(each(values) for each in given))

    def _close(self) -> None:
        if self.part != ")":
            raise self.wrong(_("a closing bracket is needed"))
        self._next()


def _applied(sign: str, one: float, other: float) -> float:
    if sign == "/":
        if other == 0:
            raise _Missing(_("The formula divides by zero here."))
        return one / other
    found = one + other if sign == "+" else one - other if sign == "-" else one * other
    if abs(found) > _MOST:
        raise _Missing(_("The formula gives a number that is too large."))
    return found


def _named(name: str, values: Mapping[str, float | None]) -> float:
    found = values.get(name)
    if found is None:
        raise _Missing(_("There is no “{name}” yet.", name=name))
    return found
