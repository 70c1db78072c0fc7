"""Options, declared once: the form, the validation, the command line and the help are all drawn from them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from plyground.core.errors import BadOption
from plyground.core.json_text import is_writable
from plyground.core.messages import Message, _

Value = int | float | bool | str
_LONGEST_NUMBER = 400
"""Characters of a number; longer ones are none that an option takes."""
Values = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One option: its name, kind, default, range or choices, and what it does in a sentence.

    ``low`` and ``high`` bound an ``int`` or ``float`` (inclusive), and the length of a ``text``; ``choices`` lists what
    a ``choice`` may be, and what a form suggests for a ``text``. A ``text`` has no comma, equals sign or line break, so
    that it can stand among pairs.
    """

    name: str
    kind: Literal["int", "float", "bool", "choice", "text"]
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    title: str = ""

    @property
    def label(self) -> str:
        """What a form shows: the title, or the name with spaces."""
        return self.title or Message(self.name.replace("_", " ").capitalize(), {})

    @property
    def choice_titles(self) -> list[str]:
        """What a form shows for each of ``choices``, which are names of programs."""
        return [Message(re.sub("[-_]", " ", choice), {}) for choice in self.choices]

    @property
    def range_text(self) -> str:
        """The range of a number in words: "from 1 to 1,000,000"; empty without bounds."""
        words = (("from", self.low), ("to", self.high))
        return " ".join(f"{word} {bound:,.12g}" for word, bound in words if bound is not None)

    def parse(self, value: object) -> Value:
        """Return ``value`` (text or the right type) as this option's type, or raise ``BadOption``."""
        text = str(value).strip()
        if self.kind == "bool":
            if text.lower() in {"true", "yes", "on", "1"}:
                return True
            if text.lower() in {"false", "no", "off", "0"}:
                return False
            raise BadOption(_("The option {name} is yes or no, not “{short}”.", name=self.name, short=_short(text)))
        if self.kind == "choice":
            if text in self.choices:
                return text
            raise BadOption(
                _(
                    "The option {name} is one of {choices}, not “{short}”.",
                    name=self.name,
                    choices=", ".join(self.choices),
                    short=_short(text),
                )
            )
        if self.kind == "text":
            return self._text(text)
        return self._number(text)

    def _text(self, text: str) -> str:
        if not is_writable(text):
            raise BadOption(_("The option {name} holds a sign that cannot be written.", name=self.name))
        if any(sign in text for sign in ",=\n\r"):
            raise BadOption(_("The option {name} has no commas, equals signs or line breaks.", name=self.name))
        low, high = self.low or 0, math.inf if self.high is None else self.high
        if not low <= len(text) <= high:
            raise BadOption(
                _(
                    "The option {name} has from {low} to {high} characters, not {length:,}.",
                    name=self.name,
                    low=_plain(low),
                    high=_plain(high),
                    length=len(text),
                )
            )
        return text

    def _number(self, text: str) -> Value:
        try:
            if len(text) > _LONGEST_NUMBER:
                raise ValueError
            number: int | float = int(text) if self.kind == "int" else float(text)
        except ValueError:
            wanted = _("a whole number") if self.kind == "int" else _("a number")
            raise BadOption(
                _("The option {name} is {wanted}, not “{short}”.", name=self.name, wanted=wanted, short=_short(text))
            ) from None
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        if not low <= number <= high:
            raise BadOption(
                _(
                    "The option {name} goes from {low} to {high}; {number} is outside.",
                    name=self.name,
                    low=_plain(low),
                    high=_plain(high),
                    number=_plain(number),
                )
            )
        return number

    def as_json(self) -> dict[str, Any]:
        """The declaration as plain JSON, for forms and programs."""
        return {
            "name": self.name,
            "title": self.label,
            "kind": self.kind,
            "default": self.default,
            "help": self.help,
            "low": self.low,
            "high": self.high,
            "choices": list(self.choices),
            "choice_titles": self.choice_titles,
        }


def _plain(number: float) -> str:
    if isinstance(number, int):
        return f"{number:,}" if abs(number) < 10**40 else f"{str(number)[:20]}…"
    return f"{number:,.12g}" if abs(number) < 1e15 and number == int(number) else f"{number:,}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"


def complete(options: Iterable[Option], given: Mapping[str, object] | None) -> dict[str, Value]:
    """Return every option's value: the given one, checked, or the default.

    Raises ``BadOption`` for a name that is not declared or a value that does not fit.
    """
    declared = {option.name: option for option in options}
    given = given or {}
    for name in given:
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise BadOption(
                _("There is no option “{short}” here; the options are: {known}.", short=_short(str(name)), known=known)
            )
    return {name: option.parse(given.get(name, option.default)) for name, option in declared.items()}


def parse_pairs(text: str) -> dict[str, str]:
    """Read ``name=value,name=value`` into a dictionary; raises ``BadOption`` for anything else."""
    pairs: dict[str, str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadOption(
                _("Options are written name=value, separated by commas; “{short}” is not.", short=_short(part))
            )
        if name.strip() in pairs:
            raise BadOption(_("The option {short} is given twice.", short=_short(name.strip())))
        pairs[name.strip()] = value.strip()
    return pairs


def format_pairs(options: Iterable[Option], values: Values) -> str:
    """Write the values that differ from their defaults as ``name=value,name=value``."""
    shown = []
    for option in options:
        value = values.get(option.name, option.default)
        if value != option.default:
            shown.append(f"{option.name}={str(value).lower() if isinstance(value, bool) else value}")
    return ",".join(shown)
