"""Options as an engine declares them: ``name HalfKomi type spin default 0 min -10 max 10``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from plyground.core.errors import quoted
from plyground.core.messages import _

_WORDS = ("name", "type", "default", "min", "max", "var")
_LONGEST = 2000
_WHOLE = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True)
class Declared:
    """One option: ``kind`` is check, spin, combo, button or string; ``low`` and ``high`` bound a spin; ``choices`` are
    those of a combo."""

    name: str
    kind: str = "string"
    default: str = ""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """What an engine's file keeps of it."""
        told = {name: value for name, value in vars(self).items() if name != "name" and value not in (None, "", ())}
        return told | ({"choices": list(self.choices)} if self.choices else {})

    @classmethod
    def from_json(cls, name: str, told: Mapping[str, Any]) -> Declared:
        """From what ``as_json`` gave."""
        return cls(name, **{**told, "choices": tuple(told.get("choices", ()))})

    @property
    def range_text(self) -> str:
        """The values that it may have."""
        if self.choices:
            return ", ".join(self.choices)
        return str(self.low) if self.low == self.high else f"{self.low} … {self.high}"

    def refuses(self, value: str) -> str | None:
        """None if it may have this value, else the sentence that says why not; it begins in lower case."""
        fits = True
        if self.kind == "spin":
            fits = _WHOLE.fullmatch(value) is not None
            fits = (
                fits and (self.low is None or self.low <= int(value)) and (self.high is None or int(value) <= self.high)
            )
        elif self.kind == "combo":
            fits = value in self.choices
        elif self.kind == "check":
            fits = value in ("true", "false")
        if fits and "\n" not in value:
            return None
        return _(
            "its option {name} takes {allowed}, not {value}.",
            name=self.name,
            allowed="true, false" if self.kind == "check" else self.range_text,
            value=quoted(value),
        )


def read_option(rest: str) -> Declared | None:
    """What stands behind ``option``; None if it names nothing."""
    found: dict[str, list[list[str]]] = {}
    parts: list[str] | None = None
    for word in rest[:_LONGEST].split():
        if word in _WORDS:
            parts = []
            found.setdefault(word, []).append(parts)
        elif parts is not None:
            parts.append(word)
    told = {name: " ".join(several[0]) for name, several in found.items()}
    if not told.get("name"):
        return None
    bounds = {
        name: int(told[key]) for name, key in (("low", "min"), ("high", "max")) if _WHOLE.fullmatch(told.get(key, ""))
    }
    choices = tuple(" ".join(each) for each in found.get("var", ()))
    default = told.get("default", "")
    return Declared(told["name"], told.get("type", "string"), default if default != "<empty>" else "", choices=choices,
                    **bounds)  # fmt: skip
